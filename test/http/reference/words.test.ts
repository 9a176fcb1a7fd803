// The description says something of everything: fields, operations, their errors; and no more.

import { Validator } from '@seriousme/openapi-schema-validator';
import t from 'tap';
import { triggerOf } from '../../../http/reference/triggers.js';
import { routes } from '../../../http/routes/table.js';
import { CODES } from '../../../wire/base/codes.js';
import { COMMON_WORDS } from '../../../wire/fields/common-words.js';
import { SYMBOL_FIELDS } from '../../../wire/rest/trading/market.js';
import { type DocumentSchema, described, VERSION } from './document.js';

const document = await described();
const { schemas } = document.components;

/** Every field: of named schemas, and parameters under the name of their operation. */
const fields: readonly (readonly [where: string, field: DocumentSchema])[] = [
  ...Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties).map(([field, schema]) => [`${name}.${field}`, schema] as const),
  ),
  ...Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, parameters = [] }) =>
      parameters
        .filter(({ $ref }) => $ref === undefined)
        .map(({ name, schema }) => [`${operationId}?${name}`, schema] as const),
    ),
  ),
];

/** Is it a number, a decimal or a time, or a list of them? Those have a unit. */
const isMeasured = (schema: DocumentSchema): boolean =>
  ((schema.type === 'integer' || schema.type === 'number') && schema.enum === undefined) ||
  schema.format === 'date-time' ||
  schema.$ref?.endsWith('/Decimal') === true ||
  (schema.anyOf ?? []).some(isMeasured) ||
  (schema.items !== undefined && isMeasured(schema.items));

t.test('Every field of every schema has a title, a description and its section', async (t) => {
  t.ok(fields.length > 1500, `${fields.length} fields`);
  const bare = fields.filter(([, one]) => !one.title || !one.description || !one['x-section']);
  t.same(
    bare.map(([where]) => where),
    [],
  );
});

t.test('Every number, decimal and time has its unit', async (t) => {
  const bare = fields.filter(([, one]) => isMeasured(one) && !one['x-unit']);
  t.same(
    bare.map(([where]) => where),
    [],
  );
  t.match(schemas.Symbol?.properties?.volume_min, {
    title: 'Minimum volume',
    description: 'Smallest size of a trade. Unit: lots.',
    'x-section': 'Volume',
    'x-unit': 'lots',
  });
});

t.test('A form knows of each field of settings which record it names', async (t) => {
  /** The schemas of bodies that make or change settings, with those of their lists. */
  const within = (name: string): readonly string[] => [
    name,
    ...[...JSON.stringify(schemas[name]).matchAll(/schemas\/(\w+)"/g)].flatMap(([, one]) =>
      within(one ?? ''),
    ),
  ];
  const bodies = Object.keys(schemas).filter((name) => schemas[`${name}Create`] !== undefined);
  const all = new Set(bodies.flatMap((name) => within(`${name}Create`)));
  t.ok(all.size > 20, `${all.size} schemas`);
  const named = fields.filter(([where]) => all.has(where.split('.')[0] ?? ''));
  const bare = named.filter(
    ([where, field]) =>
      /(_ids?|[.](mask|symbols|groups|group_path|dealers))$/.test(where) &&
      // Rows have masks of their own.
      field.items?.$ref === undefined &&
      field['x-reference'] === undefined,
  );
  t.same(
    bare.map(([where]) => where),
    [],
  );
  const hintsOf = (schema: string, field: string) => schemas[schema]?.properties?.[field];
  const byId = { kind: 'leverage_profile', by: 'id' };
  t.same(hintsOf('GroupPatch', 'leverage_profile_id')?.['x-reference'], byId);
  t.same(hintsOf('BrandCreate', 'default_symbols')?.['x-reference'], {
    kind: 'symbol',
    by: 'name',
  });
  t.equal(hintsOf('PlatformSettingsPatch', 'eod_time')?.['x-format'], 'hh:mm');
  t.equal(hintsOf('TerminalBrand', 'color_accent')?.['x-format'], 'color');
});

t.test('Secrets are write-only, and answers have none', async (t) => {
  const secret = fields.filter(([, { writeOnly }]) => writeOnly === true);
  const texts = fields.filter(
    ([where, { type }]) => /[._]password$/.test(where) && type === 'string',
  );
  t.same(secret, texts);
  t.match(secret[0]?.[1], { format: 'password' });
  const shown = new Set(['GatewayCreate', 'GatewayPatch', 'MailServerCreate', 'LoginBody']);
  t.same(
    [...shown].filter((name) => !secret.some(([where]) => where.startsWith(name))),
    [],
  );
});

t.test('Defaults, ends and causes that a program depends on are described', async (t) => {
  const says = (schema: string, field: string) => schemas[schema]?.properties?.[field]?.description;
  t.same(Object.keys(schemas.OfferedSymbol?.properties ?? {}), SYMBOL_FIELDS);
  for (const kind of ['TradeOpen', 'StaffTradeOpen', 'TradePendingModify']) {
    t.match(says(kind, 'valid_until'), /`trade\.canceled` \(409\)/, kind);
  }
  t.match(says('TradePending', 'fill'), /Omitted, a pending order has `return`/);
  t.match(says('TradePending', 'expiration'), /Omitted, a new order has `gtc`/);
  t.match(says('TradePending', 'oco_order_id'), /begins to fill, or ends in any way/);
  t.match(says('TradeModify', 'sl'), /^Omitted, the stop loss stays/);
  t.notMatch(says('TradeOpen', 'sl'), /stays/);
  const operationOf = (path: string, method = 'get') => document.paths[path]?.[method];
  t.match(operationOf('/trader/v1/bars')?.description, /bids of the group.* begin on Sunday/s);
  t.match(operationOf('/trader/v1/auth/refresh', 'post')?.description, /void at once; open sock/);
  t.match(operationOf('/trader/v1/auth/login', 'post')?.description, /Without `terminal`/);
  t.match(triggerOf('trade.canceled'), /^`valid_until` has passed/);
  t.notMatch(triggerOf('trade.invalid_request'), /valid_until/);
});

t.test('Objects stand once, under their names, and are referred to', async (t) => {
  const inline = (schema: unknown, where: string): readonly string[] => {
    if (typeof schema !== 'object' || schema === null) return [];
    const own = 'properties' in schema && !('allOf' in schema) ? [where] : [];
    const inner = Object.entries(schema).flatMap(([key, one]) => inline(one, `${where}.${key}`));
    return [...own, ...inner];
  };
  const within = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
    inline(properties, name),
  );
  t.same(within, []);
  const bodies = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, requestBody }) =>
      inline({ ...requestBody, content: undefined }, operationId),
    ),
  );
  t.same(bodies, []);
  const texts = Object.entries(schemas).map(
    ([name, schema]) => [JSON.stringify({ ...schema, title: '' }), name] as const,
  );
  const twice = texts.filter(([text, name]) =>
    texts.some(([other, one]) => other === text && one < name && /^\{"type":"object"/.test(text)),
  );
  t.same(
    twice.map(([, name]) => name).filter((name) => !MIRRORED.has(name)),
    [],
  );
});

/** Schemas that happen to have the fields of another, for another purpose. */
const MIRRORED = new Set<string>();

t.test('Common words are read: each is the title of a field of its name', (t) => {
  const titles = new Set(
    fields.map(([where, { title }]) => `${where.split(/[.?]/).at(-1)}: ${title}`),
  );
  t.same(
    [...COMMON_WORDS].filter(([name, { title }]) => !titles.has(`${name}: ${title}`)),
    [],
  );
  t.end();
});

t.test('Every operation says how it behaves, and what triggers each of its errors', async (t) => {
  for (const { name, path, method, details, errors } of routes) {
    const operation = document.paths[path]?.[method.toLowerCase()];
    t.ok(details, `${name} is described`);
    t.not(operation?.description, operation?.summary, name);
    const listed = Object.values(operation?.responses ?? {}).map(({ description }) => description);
    const triggers = listed.join('\n').match(/^- `[a-z._]+`: \S.+$/gm) ?? [];
    t.equal(triggers.length, errors.length, `${name} tells what triggers its errors`);
  }
});

t.test('Idempotency-Key stands at the routes that read it, and at no other', (t) => {
  const reading = routes.filter(({ keyed }) => keyed).map(({ name }) => name);
  t.same(reading.sort(), [
    'accounts.held_fills',
    'accounts.orders.release',
    'auth.staff.refresh',
    'auth.trader.refresh',
    'positions.bulk_close',
    'positions.change',
    'positions.delete',
  ]);
  for (const { path, method, keyed } of routes) {
    const { parameters } = document.paths[path]?.[method.toLowerCase()] ?? {};
    const refs = JSON.stringify(parameters);
    t.equal(refs?.includes('parameters/IdempotencyKey'), keyed, `${method} ${path}`);
  }
  t.end();
});

t.test('The description says how a caller signs in, and what each token is', async (t) => {
  const { description } = document.info;
  for (const path of ['/admin/v1/auth/login', '/trader/v1/auth/login']) {
    t.match(description, `POST ${path}`);
    t.ok(document.paths[path], path);
  }
  t.match(description, /`Authorization: Bearer`.*`X-CSRF-Token`/s);
  const { securitySchemes } = document.components;
  t.equal(Object.keys(securitySchemes).length, 6);
  for (const [name, scheme] of Object.entries(securitySchemes)) t.ok(scheme.description, name);
});

t.test('Every code that may be answered anywhere has a trigger', async (t) => {
  const everywhere = routes.flatMap(({ errors }) => errors);
  const isDescribed = (code: (typeof CODES)[number]) =>
    triggerOf(code) !== undefined || routes.some(({ triggers }) => triggers[code] !== undefined);
  t.same(
    CODES.filter((code) => everywhere.includes(code) && !isDescribed(code)),
    [],
  );
});

t.test('The description has the version of the package, and follows OpenAPI 3.1', async (t) => {
  t.equal(document.info.version, VERSION);
  const { tags } = document;
  t.same(
    tags.filter(({ description }) => !description),
    [],
    'tags are described',
  );
  const validator = new Validator();
  const verdict = await validator.validate({ ...document } as Record<string, unknown>);
  t.same(verdict.errors ?? [], []);
  t.ok(verdict.valid);
  t.equal(validator.version, '3.1');
});
