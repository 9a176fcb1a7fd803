// The dispatcher: every request passes the same gates in the same order, then reaches its route.

import { Allowances } from '../../actors/client.js';
import type { SessionCopy } from '../../wire/accounts/identity.js';
import {
  type Code,
  messageOf,
  type Outcome,
  ok,
  type Refusal,
  refuse,
  statusOf,
} from '../../wire/base/codes.js';
import { labelled } from '../../wire/base/metric-names.js';
import type { Fields } from '../../wire/base/object.js';
import type { Caller } from '../../wire/desk/caller.js';
import { BODY_BYTES_MAX } from '../server/body-limits.js';
import { Compressor } from '../server/encoding.js';
import {
  type Answer,
  type Body,
  describeCause,
  type Expected,
  type Header,
  type Incoming,
  type Logger,
  type RequestHandler,
} from '../server/exchange.js';
import { LoopQueue } from '../server/loop-queue.js';
import { chain, type MaybePromise } from '../server/maybe-promise.js';
import { SessionQueues } from '../server/session-queues.js';
import { type AccountShares, SLOWED_MS_MAX, tooFast } from '../session/account-share.js';
import { withOrigin } from '../session/cors.js';
import { accountChanged, callerOf, csrfProven, identify } from '../session/identify.js';
import { confirmRequest } from './confirm.js';
import {
  fileOf,
  isKnown,
  passed,
  refusal,
  refusalOf,
  requestIdOf,
  success,
  successOf,
  tagged,
} from './envelope.js';
import { readBody, readParams, readQuery } from './parse.js';
import { requestIdsOf } from './request-ids.js';
import {
  type Handled,
  type HandlerContext,
  lackOf,
  type Method,
  mayUse,
  type Route,
} from './route.js';
import { type Match, Router } from './router.js';

/** A public page: no envelope, no session, read-only. */
export type Page = (request: Incoming) => MaybePromise<Answer>;

type FindPage = (path: string) => Page | undefined;

/** Increments a counter of the HTTP layer. */
type Counter = (name: string) => void;

interface DispatchOptions {
  readonly routes: readonly Route[];
  readonly pageOf: FindPage;
  readonly context: HandlerContext<Code>;
  readonly shares: AccountShares;
  readonly log: Logger;
  readonly count: Counter;
}

const READS: readonly string[] = ['GET', 'HEAD'];

/** The refusal of a restricted session, except on routes that lift its restriction. */
const restriction = (session: SessionCopy, { session: need }: Route): Refusal | undefined => {
  if (need === 'restricted') return undefined;
  if (session.must_change_password) {
    return need === 'password' ? undefined : refuse('auth.password_change_required');
  }
  if (session.must_enrol_otp && need !== 'codes') return refuse('auth.otp_enrol_required');
  return undefined;
};

/** The session for a request; undefined = its route needs none. */
type Admitted = Outcome<SessionCopy | undefined>;

/**
 * The refusal of a session that other people than the owner may have opened, if the route has one.
 */
const lesserCode = ({ readOnly, api }: Route, session: SessionCopy): Code | undefined => {
  if (session.read_only) return readOnly;
  return session.terminal === 'api' ? api : undefined;
};

/** Counters of answers by the first digit of the status. */
const COUNTERS = Array.from({ length: 6 }, (_, at) =>
  labelled('requests_total', 'status', `${at}xx`),
);
const counterOf = (status: number): string => COUNTERS[Math.floor(status / 100)] as string;

/** Refuses a request of an account that sends too fast, at the time at which the rate allows it. */
const slowed = (waitMs: number): Promise<Refusal> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(tooFast), Math.min(waitMs, SLOWED_MS_MAX));
  });

/**
 * Bytes that a trader may send in bodies over 64 KiB, at once and in a minute. The front takes some
 * 10 ms to parse a MiB, also where the request is then refused.
 */
const TRADER_BODIES = { most: 16 << 20, perMinute: 10 << 20 };

/** The status of all refusals by a busy server. */
const TOO_MANY = 429;

/** The gates, then the routes and pages. */
export class Dispatcher implements RequestHandler {
  readonly #router: Router;
  readonly #queues = new SessionQueues();
  readonly #long = new LoopQueue(() => performance.now());
  readonly #compressor = new Compressor();
  readonly #traderBodies = new Allowances(TRADER_BODIES);

  constructor(private readonly options: DispatchOptions) {
    this.#router = new Router(options.routes);
  }

  expect(request: Incoming): Expected {
    const match = this.#router.find(request.path);
    const route = match?.routes.get(request.method as Method);
    const bodyBytesMax = route?.bodyBytesMax ?? BODY_BYTES_MAX;
    return {
      bodyBytesMax,
      admits: route === undefined || bodyBytesMax <= BODY_BYTES_MAX || this.#admits(route, request),
      answerMs: route?.answerMs,
      answer: (body) => {
        const requestId = requestIdOf(request);
        const isPage = this.options.pageOf(request.path) !== undefined;
        return chain(this.#answer(match, request, body, requestId), (answer) => {
          // A page is no request to REST: `/readyz` answers 503 while the server starts.
          if (!isPage) this.options.count(counterOf(answer.status));
          if (answer.code) this.options.count(labelled('refusals_total', 'code', answer.code));
          return withOrigin(request, answer, this.options.context.allowedOrigins);
        });
      },
    };
  }

  /**
   * Handles an unexpected failure: it is logged with its cause; the client only gets a request id.
   */
  failed(request: Incoming, requestId: string, cause: unknown): Answer {
    const { method, path } = request;
    const facts = { request_id: requestId, method, path, cause: describeCause(cause) };
    this.options.log.error(facts, 'request failed');
    const { why: _, ...answer } = refusalOf(requestId, 'internal');
    return answer;
  }

  #answer(
    match: Match | undefined,
    request: Incoming,
    body: Body,
    requestId: string,
  ): MaybePromise<Answer> {
    const failed = (cause: unknown): Answer => this.failed(request, requestId, cause);
    try {
      const answer = this.#route(match, request, body, requestId);
      return answer instanceof Promise ? answer.catch(failed) : answer;
    } catch (cause) {
      return failed(cause);
    }
  }

  #route(
    match: Match | undefined,
    request: Incoming,
    body: Body,
    requestId: string,
  ): MaybePromise<Answer> {
    const page = this.options.pageOf(request.path);
    if (page !== undefined) {
      if (!READS.includes(request.method)) return methodRefused(READS, request, requestId);
      return chain(page(request), (answer) => this.#compressor.packed(request, answer));
    }
    if (match === undefined) return refusalOf(requestId, 'not_found');
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    if (method === 'OPTIONS') return methodsOf(match, requestId);
    const route = match.routes.get(method as Method);
    if (route === undefined) return methodRefused(allowed(match), request, requestId);
    return chain(this.#admit(route, request), (signed) =>
      signed.ok
        ? this.#run(route, match, request, body, requestId, signed.data)
        : refusal(requestId, signed, signed === tooFast ? this.options.shares.headers : []),
    );
  }

  #run(
    route: Route,
    match: Match,
    request: Incoming,
    body: Body,
    requestId: string,
    session: SessionCopy | undefined,
  ): MaybePromise<Answer> {
    const tooMuch = session && this.#bodyRefusal(session, body.length);
    if (tooMuch !== undefined) return refusal(requestId, tooMuch);
    const path = readParams(route.params, match.params);
    if (!path.ok) return refusal(requestId, path);
    const query = readQuery(route.query, request.query);
    if (!query.ok) return refusal(requestId, query);
    return chain(readBody(route, request, body), (content) =>
      content.ok
        ? this.#handle(route, request, requestId, session, {
            path: path.data,
            query: query.data,
            body: content.data,
          })
        : refusal(requestId, content),
    );
  }

  #handle(
    route: Route,
    request: Incoming,
    requestId: string,
    session: SessionCopy | undefined,
    given: Pick<Parameters<Route['handle']>[0], 'path' | 'query' | 'body'>,
  ): MaybePromise<Answer> {
    const caller = session && callerOf(session, request.address);
    const ids = route.keyed ? requestIdsOf(request) : ok(undefined);
    if (!ids.ok) return refusal(requestId, ids);
    const input = { ...given, session, caller, request, requestId, requestIds: ids.data };
    const handle = (confirmed: Outcome<null>): MaybePromise<Answer> => {
      if (!confirmed.ok) return refusal(requestId, confirmed);
      const answer = () =>
        route.handle(input as Parameters<Route['handle']>[0], this.options.context);
      const work = () => (route.takesLong ? this.#inOwnTurn(answer) : answer());
      const waits = route.inTurn !== undefined && session !== undefined;
      const handled = waits ? this.#queues.take(`${route.inTurn} ${session.id}`, work) : work();
      const shaped = chain(handled, (one) => this.#shape(route, request, requestId, one));
      if (route.secrets) return shaped;
      return chain(shaped, (whole) => this.#compressor.packed(request, whole));
    };
    return chain(this.#confirm(route, caller, given), handle);
  }

  #inOwnTurn<T>(answer: () => MaybePromise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#long.run(() => {
        Promise.resolve(answer()).then(resolve, reject);
      });
    });
  }

  /** Checks the confirmation, if the request needs one. */
  #confirm(
    route: Route,
    caller: Caller | undefined,
    { path, body }: Readonly<Record<'path' | 'body', unknown>>,
  ): MaybePromise<Outcome<null>> {
    if (route.confirm === undefined || caller === undefined) return ok(null);
    const given = { path: path as Fields, body: body as Fields };
    return confirmRequest(route.confirm, caller, given, this.options.context);
  }

  /**
   * Checks session, restriction, rights, read-only, csrf and account, in this order, before the
   * request is parsed.
   */
  #admit(route: Route, request: Incoming): MaybePromise<Admitted> {
    if (route.session === 'none' || route.session === 'own') return ok(undefined);
    return chain(identify(request, route.audience, this.options.context), (found) => {
      const waitMs = found.ok ? this.options.shares.of(found.data.login).take() : 0;
      return waitMs === 0 ? this.#judge(route, request, found) : slowed(waitMs);
    });
  }

  /** Takes a long body of a trader; the refusal where that is too much. */
  #bodyRefusal({ audience, login }: SessionCopy, bytes: number): Refusal | undefined {
    if (audience !== 'trader' || bytes <= BODY_BYTES_MAX) return undefined;
    const waitMs = this.#traderBodies.take(String(login), bytes, performance.now());
    if (waitMs === 0) return undefined;
    const seconds = Math.ceil(waitMs / 1000);
    return refuse(
      'auth.too_many_attempts',
      `Too many long requests: ${TRADER_BODIES.perMinute} bytes a minute. retry_after=${seconds}`,
    );
  }

  /** Answers a refused caller with the reason. */
  #admits(route: Route, request: Incoming): MaybePromise<boolean> {
    const admitted = this.#admit(route, request);
    if (!(admitted instanceof Promise)) return admitted.ok;
    return admitted.then(
      ({ ok }) => ok,
      () => false,
    );
  }

  #judge(route: Route, request: Incoming, found: Outcome<SessionCopy>): Admitted {
    if (!found.ok) return found;
    const { context } = this.options;
    const session = found.data;
    const restricted = restriction(session, route);
    if (restricted !== undefined) return restricted;
    if (!mayUse(route, session)) return refuse('forbidden', lackOf(route, session));
    const lesser = lesserCode(route, session);
    if (lesser !== undefined) return refuse(lesser);
    if (route.csrf && session.browser && !csrfProven(request, session, context.allowedOrigins)) {
      return refuse('auth.csrf_invalid');
    }
    if (route.accountHeader && accountChanged(request, session.login)) {
      return refuse('auth.account_changed');
    }
    return found;
  }

  /**
   * An undeclared code is a defect of the route, not an answer; refusals by a busy server are
   * always allowed.
   */
  #shape(
    route: Route,
    request: Incoming,
    requestId: string,
    handled: Handled<unknown, Code>,
  ): Answer {
    if ('text' in handled) return passed(requestId, handled);
    const known = request.headers.get('if-none-match');
    if ('file' in handled) return fileOf(requestId, handled, known);
    if ('etag' in handled) return tagged(requestId, handled, isKnown(known, handled.etag));
    if ('json' in handled) return successOf(requestId, handled.json);
    if (handled.ok) return success(requestId, handled.data, handled.headers, handled.hint);
    if (!route.errors.includes(handled.code) && statusOf(handled.code) !== TOO_MANY) {
      const cause = `${route.name} does not declare ${handled.code}: ${handled.message}`;
      return this.failed(request, requestId, cause);
    }
    return refusal(requestId, handled, handled.headers);
  }
}

/** The methods of a path. */
const allowed = ({ routes }: Match): readonly string[] => {
  const methods = [...routes.keys(), 'OPTIONS'];
  return routes.has('GET') ? [...methods, 'HEAD'] : methods;
};

const methodsOf = (match: Match, requestId: string): Answer => {
  const methods = allowed(match);
  return success(requestId, methods, [['Allow', methods.join(', ')]]);
};

const methodRefused = (
  known: readonly string[],
  { method }: Incoming,
  requestId: string,
): Answer => {
  const methods = known.join(', ');
  const why = `${method} is not known here; this path has ${methods}.`;
  const said = refusalOf(requestId, 'not_found', `${messageOf('not_found')} ${why}`);
  const allow: Header = ['Allow', methods];
  return { ...said, status: 405, headers: [...(said.headers ?? []), allow] };
};
