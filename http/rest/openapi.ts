// The OpenAPI 3.1 description, generated from the route table, so that it cannot differ from it.

import type { TSchema } from '@sinclair/typebox';
import type { Audience } from '../../wire/accounts/identity.js';
import { type Code, messageOf, statusOf } from '../../wire/base/codes.js';
import type { Cookies } from '../session/cookies.js';
import type { Route } from './route.js';

/** Version of the API, whose major number is in the prefix of the routes. */
const API_VERSION = '1.0.0';

type JsonObject = Readonly<Record<string, unknown>>;

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const content = (schema: unknown): JsonObject => ({ 'application/json': { schema } });

/** The schema of an envelope; `codes` are its possible codes. */
const envelope = (codes: readonly string[], data: unknown): JsonObject => ({
  allOf: [ref('Envelope'), { type: 'object', properties: { code: { enum: codes }, data } }],
});

const replySchema = ({ reply }: Route): unknown => {
  if (reply === null) return { type: 'null' };
  return Array.isArray(reply) ? { type: 'array', items: reply[0] } : reply;
};

/** One response for each status, with the codes that share it. */
const responses = (route: Route): JsonObject => {
  const byStatus = new Map<number, Code[]>();
  for (const code of [...route.errors].sort()) {
    const status = statusOf(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const refused = [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes.map((code) => `\`${code}\`: ${messageOf(code)}`).join('\n\n'),
      content: content(envelope(codes, {})),
    },
  ]);
  const fine = route.name.startsWith('socket.')
    ? ['101', { description: 'Upgraded.' }]
    : ['200', { description: 'Done.', content: content(envelope(['ok'], replySchema(route))) }];
  return Object.fromEntries([fine, ...refused]);
};

const fieldsOf = (schema: TSchema | undefined) => {
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

const parameters = (route: Route): readonly JsonObject[] => [
  ...fieldsOf(route.params?.schema).map((field) => ({ ...field, in: 'path', required: true })),
  ...fieldsOf(route.query.schema).map((field) => ({ ...field, in: 'query' })),
  ...(route.accountHeader ? [{ $ref: '#/components/parameters/Account' }] : []),
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

const requestBody = ({ body }: Route): JsonObject => {
  if (body === undefined) return {};
  const required = fieldsOf(body.schema).some((field) => field.required) || 'anyOf' in body.schema;
  return { requestBody: { required, content: content(body.schema) } };
};

const operation = (route: Route): JsonObject => ({
  operationId: route.name,
  summary: route.says,
  tags: [`${route.audience}: ${route.name.split('.')[0]}`],
  ...(route.rights.length === 0 ? {} : { 'x-rights': route.rights }),
  ...(route.anyRights.length === 0 ? {} : { 'x-any-rights': route.anyRights }),
  security: security(route),
  parameters: parameters(route),
  ...requestBody(route),
  responses: responses(route),
});

/** The paths outside the route table, without an envelope. */
const PAGES: Readonly<Record<string, string>> = {
  '/healthz': 'Is the process alive?',
  '/readyz': 'Can it serve? 503 until it can.',
  '/metrics': 'Figures in the Prometheus text format, for this machine alone unless opened.',
  '/openapi.json': 'This description.',
  '/docs': 'This description as a page.',
};

const plain = (path: string, says: string): [string, JsonObject] => [
  path,
  {
    get: {
      operationId: path.slice(1),
      summary: says,
      tags: ['pages'],
      security: [],
      responses: { 200: { description: says } },
    },
  },
];

const cookieScheme = (name: string): JsonObject => ({ type: 'apiKey', in: 'cookie', name });
const AUDIENCES: readonly Audience[] = ['staff', 'trader'];

const components = (cookies: Cookies): JsonObject => ({
  schemas: {
    Envelope: {
      type: 'object',
      required: ['success', 'code', 'message', 'data', 'request_id'],
      properties: {
        success: { type: 'boolean' },
        code: { type: 'string', description: '`ok` on success' },
        message: { type: 'string' },
        data: { description: 'The payload; null when there is none.' },
        request_id: { type: 'string' },
      },
    },
  },
  parameters: {
    Account: {
      name: 'X-APP-Account',
      in: 'header',
      required: false,
      schema: { type: 'string' },
      description: 'The login that the client believes is signed in.',
    },
    RequestId: {
      name: 'X-Request-Id',
      in: 'header',
      required: false,
      schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
      description: 'Comes back as the request_id.',
    },
  },
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer' },
    csrf: { type: 'apiKey', in: 'header', name: 'X-CSRF-Token' },
    ...Object.fromEntries(
      AUDIENCES.flatMap((audience) => {
        const { access, refresh } = cookies.names(audience);
        return [
          [`${audience}Access`, cookieScheme(access)],
          [`${audience}Refresh`, cookieScheme(refresh)],
        ];
      }),
    ),
  },
});

/** The description of the routes, the pages and the sockets. */
export const openApi = (routes: readonly Route[], cookies: Cookies): JsonObject => {
  const paths: Record<string, JsonObject> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'brokerd',
      version: API_VERSION,
      description: 'A brokerage trading platform: staff under /admin/v1, traders under /trader/v1.',
    },
    servers: [{ url: '/' }],
    paths: {
      ...paths,
      ...Object.fromEntries(Object.entries(PAGES).map(([path, says]) => plain(path, says))),
    },
    components: components(cookies),
  };
};
