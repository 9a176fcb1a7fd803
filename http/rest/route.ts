// Routes as data: one value has everything about a route, and its types are inferred from it.

import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { AccountOp, ActorsClient, Asker } from '../../actors/client.js';
import { hasAnyRight, hasRights } from '../../wire/accounts/has-rights.js';
import type { SessionCopy } from '../../wire/accounts/identity.js';
import type { Right } from '../../wire/accounts/rights.js';
import type { Code, Outcome } from '../../wire/base/codes.js';
import type { Json, TaggedJson } from '../../wire/base/object.js';
import { Named } from '../../wire/base/schema.js';
import { VALUES_MAX } from '../../wire/codec/json-input.js';
import type { Caller } from '../../wire/desk/caller.js';
import type { DeskOp, DeskOps } from '../../wire/desk/operations.js';
import { type InputCheck, inputCheck, readOnlyCheck } from '../../wire/fields/input-faults.js';
import type { Queries, QueryName } from '../../wire/queries/queries.js';
import { type Confirm, confirmedActOf } from '../../wire/rest/accounts/confirmed-acts.js';
import type { Explanation } from '../../wire/rest/trading/deals.js';
import { BODY_BYTES_MAX, BODY_VALUES_MAX } from '../server/body-limits.js';
import type { BodySource, Header, Incoming } from '../server/exchange.js';
import type { MaybePromise } from '../server/maybe-promise.js';
import { UPLOAD_BYTES_MAX } from '../server/multipart.js';
import type { Identity } from '../session/identify.js';
import type { RequestIds } from './request-ids.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/**
 * `/admin/v1/…` for staff, `/trader/v1/…` for traders, so that every route has an audience;
 * parameters are in braces.
 */
export type RoutePath = `/${'admin' | 'trader'}/v1/${string}`;

/**
 * The session that a route needs: `full`; `password` also accepts a session that must change its
 * password, `codes` one that must set up codes (if both are required, the password comes first),
 * and `restricted` any; `own` = the handler reads the credentials itself; `none`.
 */
type SessionNeed = 'none' | 'own' | 'restricted' | 'password' | 'codes' | 'full';

/** The whole answer of an actor, including the envelope, to be passed on unchanged. */
export interface Passed {
  readonly status: number;
  readonly text: string;
}

/** Data that are already JSON, in a text. */
interface JsonText {
  readonly json: string;
}

/** A file without an envelope: in consecutive non-empty parts, or read while it is sent. */
export interface FileAnswer {
  readonly file: readonly Uint8Array[] | BodySource;
  /** Its media type. */
  readonly type: string;
  /** The name under which browsers store it. */
  readonly name: string;
  /** Names its content: a client that sends this tag has it, and gets 304. */
  readonly etag?: string;
  /** Did a user provide its content? Then browsers run nothing of it, even if they show it. */
  readonly isForeign?: true;
}

/**
 * The result of a handler: data or a refusal, with optional headers; or a whole answer, or data
 * that are already JSON, or a file.
 */
export type Handled<T, C extends Code> =
  | (Outcome<T, C> & {
      readonly headers?: readonly Header[];
      /** The message of a success: a hint for the caller. */
      readonly hint?: string | undefined;
    })
  | Passed
  | Json
  | TaggedJson
  | JsonText
  | FileAnswer;

/** The services that a handler can call. Desk answers are restricted to the route's codes. */
export interface HandlerContext<C extends Code> extends Identity {
  desk<K extends DeskOp>(
    op: K,
    input: DeskOps[K]['input'],
  ): Promise<Outcome<DeskOps[K]['output'], C>>;
  query<K extends QueryName>(
    by: Asker,
    name: K,
    input: Queries[K]['input'],
  ): Promise<Outcome<Queries[K]['output'], C>>;
  call(
    caller: Caller,
    login: number,
    op: AccountOp,
    data: unknown,
    requestId: string,
  ): Promise<Passed>;
  /** Explains a deal to any caller: the route must check the account against the caller's scope. */
  explain(by: Asker, dealId: number): Promise<Outcome<Explanation, C>>;
  readonly group: ActorsClient['group'];
  readonly hidden: ActorsClient['hidden'];
  readonly waiting: ActorsClient['waiting'];
  readonly news: ActorsClient['news'];
  readonly quote: ActorsClient['quote'];
  readonly symbols: ActorsClient['symbols'];
  readonly now: ActorsClient['now'];
  readonly unreleased: ActorsClient['unreleased'];
  readonly vitals: ActorsClient['vitals'];
  readonly reportFiles: ActorsClient['reportFiles'];
}

interface HandlerInput<Path, Query, Body, Signed, Ids> {
  readonly path: Path;
  readonly query: Query;
  readonly body: Body;
  /** The verified session; undefined on routes that need none. */
  readonly session: Signed;
  readonly caller: Signed extends SessionCopy ? Caller : undefined;
  readonly request: Incoming;
  readonly requestId: string;
  /** Makes the ids of the requests to accounts, by the Idempotency-Key of the request. */
  readonly requestIds: Ids;
}

type Reply = TSchema | readonly [TSchema] | null;
type ReplyOf<R extends Reply> = R extends TSchema
  ? Static<R>
  : R extends readonly [infer One extends TSchema]
    ? readonly Static<One>[]
    : null;
type SignedFor<N extends SessionNeed> = N extends 'none' | 'own' ? undefined : SessionCopy;
/** Codes that any handler may return; others must be declared. */
export type CommonCode =
  | 'invalid_input'
  | 'forbidden'
  | 'internal'
  | 'timeout'
  | 'auth.session_expired';

/** A request as the documentation shows it; `test/http/reference/` sends each to a server. */
export interface ExampleRequest {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Codes with what triggers them; undefined = the usual trigger of the code (`triggers.ts`). */
type ErrorTexts<C extends Code> = { readonly [K in C]?: string | undefined };

/** The codes of a route that have their usual triggers. */
export const usual = <C extends Code>(codes: readonly C[]): ErrorTexts<C> =>
  Object.fromEntries(codes.map((code) => [code, undefined])) as ErrorTexts<C>;

interface Definition<
  P extends TObject,
  Q extends TObject,
  B extends TSchema,
  R extends Reply,
  C extends Code,
  N extends SessionNeed,
  K extends boolean,
> {
  /** Name of the operation, such as `accounts.create`. */
  readonly name: string;
  readonly method: Method;
  readonly path: RoutePath;
  /** The effect of the operation, in a sentence. */
  readonly says: string;
  /** How it behaves, in further sentences; rights and sessions are added to them. */
  readonly details: string;
  /** A request that succeeds on the demo platform. */
  readonly example?: ExampleRequest;
  /** Default `full`. */
  readonly session?: N;
  /** Required rights, all of them. */
  readonly rights?: readonly Right[];
  /** Rights of which one is required. */
  readonly anyRights?: readonly Right[];
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** Checks the body instead of the schema, where it can describe the faults better. */
  readonly bodyRefusal?: InputCheck;
  /** A schema, a list of one, or null when no data are returned. */
  readonly reply: R;
  /**
   * Codes in addition to those that follow from the rest of the route, with their triggers; a
   * trigger of one of those replaces its usual one.
   */
  readonly errors?: ErrorTexts<C>;
  /** Is its answer a stored file, of whatever media type, without an envelope? */
  readonly isFile?: true;
  readonly bodyBytesMax?: number;
  /** Most values in the body; the default where `bodyBytesMax` is given is `VALUES_MAX`. */
  readonly bodyValuesMax?: number;
  /** Time limit of the answer in ms, if it is longer than usual. */
  readonly answerMs?: number;
  /** The handler gets the unparsed body and checks it itself. */
  readonly wholeBody?: boolean;
  /** The body is a form in multipart/form-data with one file; its schema is `FileUpload`. */
  readonly isMultipart?: true;
  /** Requests of a session with the same name here are executed one at a time; few may wait. */
  readonly inTurn?: string;
  /**
   * The request takes the front many milliseconds, so that few such requests run in one turn of the
   * event loop.
   */
  readonly takesLong?: boolean;
  /** The refusal code for read-only sessions; absent = they may use the route. */
  readonly readOnly?: NoInfer<C>;
  /**
   * The refusal code for all sessions that were not opened with the master password, including
   * sessions of programs.
   */
  readonly ownerOnly?: NoInfer<C>;
  /** Does its answer carry tokens or codes? It is not compressed then. */
  readonly secrets?: true;
  /** Is X-APP-Account checked? By default on trader routes with a session. */
  readonly accountHeader?: boolean;
  /** Is Idempotency-Key read, by which a repeated request does nothing twice? */
  readonly keyed?: K;
  handle(
    input: HandlerInput<
      Static<P>,
      Static<Q>,
      Static<B>,
      SignedFor<N>,
      K extends true ? RequestIds : undefined
    >,
    context: HandlerContext<NoInfer<C> | CommonCode>,
  ): MaybePromise<Handled<ReplyOf<NoInfer<R>>, NoInfer<C> | CommonCode>>;
}

/** A schema with its compiled check. */
export interface Checked {
  readonly schema: TSchema;
  readonly refusal: InputCheck;
}

/** A complete route in the table, without its generic types. */
export interface Route {
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly says: string;
  readonly details: string;
  readonly example: ExampleRequest | undefined;
  readonly audience: 'staff' | 'trader';
  readonly session: SessionNeed;
  /** Must a browser prove that the user intended the request? */
  readonly csrf: boolean;
  /** Is X-APP-Account checked? */
  readonly accountHeader: boolean;
  /** Is Idempotency-Key read? */
  readonly keyed: boolean;
  /** The refusal code for read-only sessions; undefined = they may use the route. */
  readonly readOnly: Code | undefined;
  /** The refusal code for sessions of programs; undefined = they may use the route. */
  readonly api: Code | undefined;
  /** The act that holders of `confirm_actions` must confirm. */
  readonly confirm: Confirm | undefined;
  readonly rights: readonly Right[];
  readonly anyRights: readonly Right[];
  readonly params: Checked | undefined;
  readonly query: Checked;
  readonly body: Checked | undefined;
  readonly reply: Reply;
  /** All codes that the route can answer with, except ok. */
  readonly errors: readonly Code[];
  /** The triggers of its codes that are not the usual ones. */
  readonly triggers: Readonly<Partial<Record<Code, string | undefined>>>;
  /** Is its answer a stored file, without an envelope? */
  readonly isFile: boolean;
  readonly bodyBytesMax: number;
  readonly bodyValuesMax: number;
  readonly wholeBody: boolean;
  readonly isMultipart: boolean;
  readonly answerMs: number | undefined;
  readonly inTurn: string | undefined;
  readonly takesLong: boolean;
  /** Does its answer carry tokens or codes, as the answers of sign-in do? */
  readonly secrets: boolean;
  handle(
    input: HandlerInput<unknown, unknown, unknown, SessionCopy | undefined, RequestIds | undefined>,
    context: HandlerContext<Code>,
  ): MaybePromise<Handled<unknown, Code>>;
}

/** Does the session have all required rights, and at least one of the alternatives? */
export const mayUse = (
  { rights, anyRights }: Pick<Route, 'rights' | 'anyRights'>,
  session: SessionCopy,
): boolean =>
  hasRights(session, rights) && (anyRights.length === 0 || hasAnyRight(session, anyRights));

/** Names the rights that a caller lacks for a route. */
export const lackOf = (
  { rights, anyRights }: Pick<Route, 'rights' | 'anyRights'>,
  session: SessionCopy,
): string => {
  const lacking = rights.filter((right) => !hasRights(session, [right]));
  const names = lacking.length > 0 ? lacking.join(', ') : anyRights.join(' or ');
  return `You do not hold the right that this needs: ${names}.`;
};

const NO_FIELDS = Named('NO_FIELDS', {});

const checked = (schema: TSchema, refusal = inputCheck(schema)): Checked => ({ schema, refusal });

/** The codes that follow from a route's properties, by the contract's common rules. */
const impliedErrors = (route: Omit<Route, 'errors' | 'handle'>, hasQuery: boolean): Code[] => {
  const codes: Code[] = ['internal', 'timeout'];
  if (route.session !== 'none' && route.session !== 'own') {
    codes.push('auth.session_expired', 'auth.invalid_terminal');
    codes.push('auth.otp_enrol_required', 'auth.password_change_required');
    if (route.csrf) codes.push('auth.csrf_invalid');
    if (route.accountHeader) codes.push('auth.account_changed');
  }
  if (route.rights.length + route.anyRights.length > 0) codes.push('forbidden');
  if (route.confirm !== undefined) codes.push('confirmation_required');
  if (route.params !== undefined || hasQuery || route.body !== undefined) {
    codes.push('invalid_input');
  }
  return codes;
};

const namesIn = (schema: unknown): readonly string[] =>
  Object.keys((schema as { readonly properties?: object } | null)?.properties ?? {});

/** The body of a route; a PATCH refuses the fields of its reply that it does not take, by name. */
const bodyOf = (method: Method, reply: Reply, body: Checked): Checked => {
  if (method !== 'PATCH') return body;
  const taken = namesIn(body.schema);
  const readOnly = namesIn(reply).filter((name) => !taken.includes(name));
  return { ...body, refusal: readOnlyCheck(readOnly, body.refusal) };
};

/** Declares a route; the handler's types are inferred from its schemas and codes. */
export const route = <
  R extends Reply,
  P extends TObject = TObject<Record<never, never>>,
  Q extends TObject = TObject<Record<never, never>>,
  B extends TSchema = TObject<Record<never, never>>,
  const C extends Code = never,
  const N extends SessionNeed = 'full',
  const K extends boolean = false,
>(
  given: Definition<P, Q, B, R, C, N, K>,
): Route => {
  const audience = given.path.startsWith('/admin/') ? 'staff' : 'trader';
  const session: SessionNeed = given.session ?? 'full';
  const whole = {
    name: given.name,
    method: given.method,
    path: given.path,
    says: given.says,
    details: given.details,
    example: given.example,
    audience,
    session,
    csrf: given.method !== 'GET' && session !== 'none',
    accountHeader: given.accountHeader ?? (audience === 'trader' && session !== 'none'),
    keyed: given.keyed ?? false,
    readOnly: given.readOnly ?? given.ownerOnly,
    api: given.ownerOnly,
    confirm: confirmedActOf(given.name),
    rights: given.rights ?? [],
    anyRights: given.anyRights ?? [],
    params: given.params && checked(given.params),
    query: checked(given.query ?? NO_FIELDS),
    body: given.body && bodyOf(given.method, given.reply, checked(given.body, given.bodyRefusal)),
    reply: given.reply,
    triggers: given.errors ?? {},
    isFile: given.isFile ?? false,
    bodyBytesMax: given.bodyBytesMax ?? (given.isMultipart ? UPLOAD_BYTES_MAX : BODY_BYTES_MAX),
    bodyValuesMax:
      given.bodyValuesMax ??
      (given.bodyBytesMax === undefined ? BODY_VALUES_MAX.usual : VALUES_MAX),
    wholeBody: given.wholeBody ?? false,
    isMultipart: given.isMultipart ?? false,
    answerMs: given.answerMs,
    inTurn: given.inTurn,
    takesLong: given.takesLong ?? false,
    secrets: given.secrets ?? session !== 'full',
  } as const;
  const implied = impliedErrors(whole, given.query !== undefined);
  const added = Object.keys(whole.triggers) as Code[];
  return {
    ...whole,
    errors: [...new Set([...implied, ...added])],
    // The dispatcher validates every input with the schemas from which these types were inferred.
    handle: given.handle as unknown as Route['handle'],
  };
};
