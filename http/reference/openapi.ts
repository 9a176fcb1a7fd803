// The OpenAPI 3.1 description: structure from the route table, words from the texts beside it.

import type { TSchema } from '@sinclair/typebox';
import type { Audience } from '../../wire/accounts/identity.js';
import { CODES, type Code, messageOf, statusOf } from '../../wire/base/codes.js';
import { InputFaults } from '../../wire/fields/input-faults.js';
import type { Confirm } from '../../wire/rest/accounts/confirmed-acts.js';
import type { Route } from '../rest/route.js';
import type { Cookies } from '../session/cookies.js';
import { Components, type JsonObject, schemaRef } from './components.js';
import { INTRODUCTION, securitySchemes } from './introduction.js';
import { triggerOf } from './triggers.js';

const content = (schema: unknown, example?: unknown, type = 'application/json'): JsonObject => ({
  [type]: { schema, ...(example !== undefined && { example }) },
});

/** The envelope around the data of a success. */
const success = (data: JsonObject): JsonObject => ({
  allOf: [
    schemaRef('Envelope'),
    {
      type: 'object',
      properties: {
        data: {
          ...data,
          title: 'Data',
          description: 'Data of the answer; null when there is nothing to return.',
          'x-section': 'Envelope',
        },
      },
    },
  ],
});

const replySchema = ({ reply }: Route, components: Components): JsonObject => {
  if (reply === null) return { type: 'null' };
  if (!Array.isArray(reply)) return components.shown(reply as TSchema);
  return { type: 'array', items: components.shown(reply[0] as TSchema) };
};

/** The content of a success: data in an envelope, or a file. */
const replied = (route: Route, components: Components): JsonObject => {
  if (route.isFile) return { 'application/octet-stream': { schema: { type: 'string' } } };
  const { contentMediaType: type } = (route.reply ?? {}) as { contentMediaType?: string };
  const schema = replySchema(route, components);
  return type === undefined ? content(success(schema)) : { [type]: { schema } };
};

const TOO_MANY = 429;
const whole = (description: string): JsonObject => ({ description, schema: { type: 'integer' } });
/** The headers of a refusal that asks a client to slow down. */
const WAIT_HEADERS: JsonObject = {
  'Retry-After': whole('Seconds after which to try again.'),
  'RateLimit-Limit': whole(
    'Requests that the account may send in a second, where more than these are refused.',
  ),
  'RateLimit-Remaining': whole('0: nothing is left until the reset.'),
  'RateLimit-Reset': whole('The same as `Retry-After`.'),
};

/** One response for each status, with the codes that share it and what triggers them. */
const responses = (route: Route, components: Components): JsonObject => {
  const byStatus = new Map<number, Code[]>();
  for (const code of [...route.errors].sort()) {
    const status = statusOf(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const refused = [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes
        .map((code) => `- \`${code}\`: ${route.triggers[code] ?? triggerOf(code) ?? ''}`)
        .join('\n'),
      'x-codes': codes,
      ...(status === TOO_MANY && { headers: WAIT_HEADERS }),
      content: content(schemaRef('Refusal')),
    },
  ]);
  const fine = route.name.startsWith('socket.')
    ? ['101', { description: 'Upgraded.' }]
    : ['200', { description: 'Done.', content: replied(route, components) }];
  return Object.fromEntries([fine, ...refused]);
};

interface ParameterField {
  readonly name: string;
  readonly required: boolean;
  readonly schema: TSchema;
}

const fieldsOf = (schema: TSchema | undefined): readonly ParameterField[] => {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, TSchema>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, field]) => ({
    name,
    schema: field,
    required: required.includes(name) && field.default === undefined,
  }));
};

/** The parameters of a path or a query, with the values of the example. */
const given = (
  where: 'path' | 'query',
  schema: TSchema | undefined,
  example: Readonly<Record<string, unknown>> = {},
  components: Components,
): readonly JsonObject[] =>
  fieldsOf(schema).map(({ name, required, schema: field }) => {
    const shown = components.field(name, field);
    return {
      name,
      in: where,
      required: where === 'path' || required,
      description: shown.description,
      schema: shown,
      ...(name in example && { example: example[name] }),
    };
  });

const parameters = (
  { params, query, accountHeader, keyed, example = {} }: Route,
  components: Components,
): readonly JsonObject[] => [
  ...given('path', params?.schema, example.path, components),
  ...given('query', query.schema, example.query, components),
  ...(accountHeader ? [{ $ref: '#/components/parameters/Account' }] : []),
  ...(keyed ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  { $ref: '#/components/parameters/RequestId' },
];

/** Alternative credentials; browsers also need the csrf token for changes. */
const security = ({ session, audience, csrf }: Route): readonly JsonObject[] => {
  const proof = csrf ? { csrf: [] } : {};
  const cookie = { [`${audience}Access`]: [], ...proof };
  if (session === 'none') return [];
  if (session === 'own') return [{ [`${audience}Refresh`]: [], ...proof }, cookie, {}];
  return audience === 'staff' ? [cookie] : [{ bearer: [] }, cookie];
};

const requestBody = ({ body, isMultipart, example }: Route, components: Components): JsonObject => {
  if (body === undefined) return {};
  const required = fieldsOf(body.schema).some((field) => field.required) || 'anyOf' in body.schema;
  const type = isMultipart ? 'multipart/form-data' : undefined;
  const shown = components.shown(body.schema);
  return { requestBody: { required, content: content(shown, example?.body, type) } };
};

const SESSIONS: Readonly<Record<Route['session'], string>> = {
  none: 'The caller needs no session.',
  own: 'The request itself has the credentials: a token in the body, or cookies.',
  restricted: 'Restricted sessions may call this route.',
  password: 'Sessions that must change their password may call this route.',
  codes: 'Sessions that must set up one-time codes may call this route.',
  full: '',
};

const quoted = (names: readonly string[], word: string): string =>
  names.map((name) => `\`${name}\``).join(` ${word} `);

/** Says what holders of `confirm_actions` confirm. */
const confirmedBy = ({ fields }: Confirm): string => {
  const confirmed = fields ? `a change of ${quoted(fields, 'or')}` : 'the request';
  return `A caller with the right \`confirm_actions\` confirms ${confirmed} with a code.`;
};

/** The required session and rights, as the route table declares them. */
const accessOf = ({ session, rights, anyRights, confirm, readOnly }: Route): readonly string[] => [
  SESSIONS[session],
  rights.length === 0 ? '' : `The caller needs the right ${quoted(rights, 'and')}.`,
  anyRights.length === 0 ? '' : `The caller needs the right ${quoted(anyRights, 'or')}.`,
  confirm === undefined ? '' : confirmedBy(confirm),
  readOnly === undefined ? '' : `Read-only sessions are refused with \`${readOnly}\`.`,
];

const operation = (route: Route, components: Components): JsonObject => {
  const sentences = [route.details, ...accessOf(route)];
  return {
    operationId: route.name,
    summary: route.says,
    description: sentences.filter((one) => one !== '').join(' '),
    tags: [tagOf(route)],
    ...(route.rights.length === 0 ? {} : { 'x-rights': route.rights }),
    ...(route.anyRights.length === 0 ? {} : { 'x-any-rights': route.anyRights }),
    security: security(route),
    parameters: parameters(route, components),
    ...requestBody(route, components),
    responses: responses(route, components),
  };
};

const tagOf = ({ audience, name }: Route): string => `${audience}: ${name.split('.')[0]}`;

/** The paths outside the route table, without an envelope. */
const PAGES: readonly (readonly [path: string, type: string, says: string, more: string])[] = [
  ['/healthz', 'application/json', 'Is the process alive?', 'Answers while the server runs.'],
  [
    '/readyz',
    'application/json',
    'Can the server serve clients?',
    'Answers 503 until every thread has its settings. `released` is false on a copy that waits ' +
      'for its release, and logs on to no provider and sends no e-mails until then.',
  ],
  [
    '/metrics',
    'text/plain',
    'Figures in the Prometheus text format.',
    'Answered to this machine alone, unless `--metrics-open` opens the page.',
  ],
  [
    '/openapi.json',
    'application/json',
    'This description.',
    'Has an `ETag`: `If-None-Match` answers 304 while the page is unchanged. ' +
      '`?audience=trader` and `?audience=staff` answer the routes and schemas of one ' +
      'audience.',
  ],
  ['/docs', 'text/html', 'This description as a page.', 'Loads nothing from other machines.'],
  [
    '/asyncapi.json',
    'application/json',
    'The description of the live sockets, AsyncAPI 3.',
    'Has an `ETag`: `If-None-Match` answers 304 while the page is unchanged.',
  ],
  [
    '/docs/socket',
    'text/html',
    'The description of the live sockets as a page.',
    'Loads nothing from other machines and runs no script.',
  ],
];

const plain = (path: string, type: string, says: string, more: string): JsonObject => ({
  get: {
    operationId: path.slice(1).replace('/', '.'),
    summary: says,
    description: more,
    tags: ['pages'],
    security: [],
    responses: {
      200: { description: says, content: { [type]: { schema: {} } } },
      ...(path === '/readyz' && { 503: { description: 'The server cannot serve clients yet.' } }),
      ...(path === '/metrics' && { 404: { description: 'Asked for from another machine.' } }),
    },
  },
});

/** A field of the envelope. */
const member = (title: string, description: string, schema: JsonObject): JsonObject => ({
  ...schema,
  title,
  description,
  'x-section': 'Envelope',
});

const envelope = (title: string, code: JsonObject, data: JsonObject): JsonObject => ({
  type: 'object',
  title,
  required: ['success', 'code', 'message', 'data', 'request_id'],
  properties: {
    success: member('Success', 'Was the request done?', { type: 'boolean' }),
    code: member('Code', 'Result code; `ok` on success.', code),
    message: member('Message', 'The outcome in words for people.', { type: 'string' }),
    data: member('Data', 'Data of the answer; null when there is none.', data),
    request_id: member(
      'Request id',
      '`X-Request-Id` of the request, or an id that the server made.',
      {
        type: 'string',
      },
    ),
  },
});

/** A header that many operations take. */
const header = (
  name: string,
  title: string,
  description: string,
  pattern: string,
  example: string,
): JsonObject => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', pattern, title, description, 'x-section': 'Headers' },
  example,
});

const SHARED_PARAMETERS: JsonObject = {
  IdempotencyKey: header(
    'Idempotency-Key',
    'Idempotency key',
    'A UUID of the client: a request repeated with the same UUID does nothing twice.',
    '^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$',
    '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  ),
  Account: header(
    'X-APP-Account',
    'Account',
    'Login that the client believes is signed in; the header selects no account.',
    '^ *[0-9]+ *$',
    '1001',
  ),
  RequestId: header(
    'X-Request-Id',
    'Request id',
    'Id that the answer repeats as `request_id`; without this header the server makes an ' + 'id.',
    '^[A-Za-z0-9._-]{1,64}$',
    'client-7.42',
  ),
};

interface ComponentParts extends JsonObject {
  readonly schemas: JsonObject;
}

const SCHEMA_REF = /"#\/components\/schemas\/([^"]+)"/g;

const components = (cookies: Cookies, held: Components): ComponentParts => ({
  schemas: {
    Code: {
      type: 'string',
      title: 'Code',
      enum: CODES,
      'x-status': Object.fromEntries(CODES.map((code) => [code, statusOf(code)])),
      description: CODES.map((code) => `- \`${code}\`: ${messageOf(code)}`).join('\n'),
    },
    Envelope: envelope('Envelope', { type: 'string', const: 'ok' }, {}),
    Refusal: envelope('Refusal', schemaRef('Code'), {
      description: 'Faults of the input, figures of a refused trade, or null.',
      anyOf: [held.shown(InputFaults), {}],
    }),
    ...held.all(),
  },
  parameters: SHARED_PARAMETERS,
  securitySchemes: securitySchemes(cookies),
});

/** The schemas that a part of the document refers to, directly or through other schemas. */
const schemasOf = (part: unknown, { schemas }: ComponentParts): JsonObject => {
  const wanted = new Set<string>();
  const look = (within: unknown): void => {
    for (const [, name = ''] of JSON.stringify(within).matchAll(SCHEMA_REF)) {
      if (wanted.has(name)) continue;
      wanted.add(name);
      look(schemas[name]);
    }
  };
  look(part);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => wanted.has(name)));
};

/** Routes that are described before other work gets its turn: some ms of work. */
const ROUTES_AT_ONCE = 16;
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

interface DescribedApi {
  /** Leaves out the routes of the other audience, with the schemas that they alone need. */
  readonly audience?: Audience;
  readonly routes: readonly Route[];
  /** The descriptions of the tags. */
  readonly tags: Readonly<Record<string, string>>;
  readonly cookies: Cookies;
  /** The version of the package. */
  readonly version: string;
}

/** The description of the routes, the pages and the sockets, made in many small turns. */
export const openApi = async (api: DescribedApi): Promise<JsonObject> => {
  const { routes, cookies, version, audience } = api;
  const held = new Components();
  const paths: Record<string, JsonObject> = {};
  for (const [at, route] of routes.entries()) {
    if (at % ROUTES_AT_ONCE === 0) await nextTurn();
    const method = route.method.toLowerCase();
    const described = operation(route, held);
    if (audience !== undefined && route.audience !== audience) continue;
    paths[route.path] = { ...paths[route.path], [method]: described };
  }
  const shown = routes.filter((route) => audience === undefined || route.audience === audience);
  const tagNames = [...new Set(shown.map(tagOf)), 'pages'];
  const all = components(cookies, held);
  return {
    openapi: '3.1.0',
    info: {
      title: 'brokerd',
      version,
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: tagNames.map((name) => ({ name, description: api.tags[name.split(': ').at(-1) ?? ''] })),
    paths: { ...paths, ...Object.fromEntries(PAGES.map((page) => [page[0], plain(...page)])) },
    components: audience === undefined ? all : { ...all, schemas: schemasOf(paths, all) },
  };
};
