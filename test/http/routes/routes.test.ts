// The table of routes against the contract's facts.

import t from 'tap';
import type { Route } from '../../../http/rest/route.js';
import { routes } from '../../../http/routes/table.js';
import { BODY_BYTES_MAX, BODY_VALUES_MAX } from '../../../http/server/body-limits.js';
import { statusOf } from '../../../wire/base/codes.js';
import { type Fact, factOf, rightsOf } from './route-rights.js';

/** Is it the delete of a setting, which takes a version beyond the contract? */
const isSettingDelete = ({ name, method }: Pick<Route, 'name' | 'method'>): boolean =>
  method === 'DELETE' && !/^(staff|accounts|mail|clients)\./.test(name);

/** Routes that holders of `confirm_actions` confirm beyond the contract. */
const CONFIRMED = [
  'accounts.bulk_balance',
  'config.symbols.change',
  'datafeeds.change',
  'datafeeds.create',
  'datafeeds.order',
  'gateways.change',
  'gateways.create',
  'gateways.order',
  'groups.change',
  'transfer.delete',
];

/**
 * Codes that we answer beyond the contract: of a thread that is late, trading's own, a full hashing
 * queue, of deletes of settings, what is said to a request for a socket without an upgrade, limits
 * of upgrades, a platform that is closed for traders, a limit of sign-up, a key that was used, and
 * of mail: its limits, what changes while it is being written, and a bad filter.
 */
const isAdded = ({ name, method }: Route, error: string): boolean => {
  const [, code = ''] = error.split(' ');
  if (code === 'timeout') return true;
  if (name === 'accounts.trade') return code.startsWith('trade.') || code === 'conflict';
  if (CONFIRMED.includes(name)) return code === 'confirmation_required';
  if (isSettingDelete({ name, method }))
    return ['conflict', 'confirmation_required'].includes(code);
  if (name === 'accounts.create' || name === 'register.options') {
    return code === 'auth.too_many_attempts';
  }
  if (name.startsWith('reports.jobs.')) {
    return ['conflict', 'auth.too_many_attempts'].includes(code);
  }
  if (name === 'positions.bulk_close' || name === 'positions.delete') return code === 'conflict';
  if (name === 'mail.outbox') return code === 'invalid_input';
  if (name.startsWith('mail.')) {
    return code === 'auth.too_many_attempts' || (code === 'conflict' && method !== 'GET');
  }
  if (name === 'socket.trader' && code === 'trade.disabled') return true;
  return name.startsWith('socket.') && (code === 'invalid_input' || error.startsWith('429 '));
};

const fieldsOf = (schema: unknown) => {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, { default?: unknown }>;
    required?: readonly string[];
  };
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [
      name,
      required.includes(name) && field.default === undefined,
    ]),
  );
};

/** What the contract's notes let a body say without heed. */
const UNHEEDED: Readonly<Record<string, readonly string[]>> = {
  'reports.configs.create': ['id', 'version', 'created_at', 'updated_at'],
  'licence.brands.create': ['is_default'],
  'account-allocations.create': ['id', 'version', 'created_at', 'updated_at'],
  'account-allocations.replace': ['id', 'created_at', 'updated_at'],
  'account-allocations.settings.replace': ['updated_at'],
};

const CONFIRM = ['confirm_token', 'confirm_code'];
/** Fields beyond the contract. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  'datafeeds.change': CONFIRM,
  'datafeeds.create': CONFIRM,
  'datafeeds.order': CONFIRM,
  'gateways.order': CONFIRM,
  'transfer.delete': CONFIRM,
  'accounts.create': [
    'terminals',
    'password_change_enabled',
    'hidden',
    'language',
    'send_passwords',
  ],
  'positions.payments.preview': ['company'],
  'gateways.create': [...CONFIRM, 'fill_deviation_max'],
  'gateways.change': [...CONFIRM, 'fill_deviation_max'],
  'register.code': ['language'],
  'staff.create': ['role'],
  'routing.create': ['wait_sec', 'otherwise'],
  'routing.change': ['wait_sec', 'otherwise'],
};

/** Parameters that the contract does not name: of windows, and of reads that it only mentions. */
const isUnnamed = ({ name, method }: Route, parameter: string): boolean => {
  if (parameter === 'version') return isSettingDelete({ name, method });
  if (parameter.startsWith('f.')) return true;
  if (name === 'reports.jobs.read') return ['section', 'page', 'limit'].includes(parameter);
  if (name === 'accounts.list') return ['client', 'select'].includes(parameter);
  if (name === 'network.servers.monitor') return ['from', 'to', 'step'].includes(parameter);
  if (name === 'mail.outbox') return ['status', 'server_id', 'page', 'limit'].includes(parameter);
  const ofWindow = ['edge', 'cursor', 'anchor', 'sort', 'dir', 'q'].includes(parameter);
  return ofWindow && name.startsWith('accounts.window');
};

/**
 * Fields that the contract requires and another field stands for: passwords that are e-mailed, and
 * what the draft of `draft_id` gives.
 */
const STOOD_FOR: Readonly<Record<string, readonly string[]>> = {
  'accounts.create': ['master_password', 'investor_password'],
  'mail.send': ['subject'],
  'mail.send_to_staff': ['subject', 'to'],
};

const heeded = (fields: Readonly<Record<string, boolean>>, name: string) =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([one]) => !UNHEEDED[name]?.includes(one) && !MORE[name]?.includes(one),
    ),
  );

const requiredOf = (fields: Fact['body'], optional: readonly string[] = []) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { required }]) => [
      name,
      required && !optional.includes(name),
    ]),
  );

const SESSION = {
  none: 'none',
  own: 'restricted-allowed',
  restricted: 'restricted-allowed',
  password: 'restricted-allowed',
  codes: 'restricted-allowed',
  full: 'full',
} as const;

for (const route of routes) {
  const fact = factOf(route);
  if (fact === undefined) continue;
  t.test(`${route.method} ${route.path} is what the contract says`, async (t) => {
    const isPublic = route.session === 'none' && fact.audience === 'public';
    t.equal(isPublic ? 'public' : route.audience, fact.audience, 'audience');
    t.equal(SESSION[route.session], fact.session, 'session');
    t.equal(route.csrf, fact.csrf, 'csrf');
    t.equal(route.accountHeader, fact.account_header, 'account header');
    const needed = rightsOf(route);
    t.same([...route.rights].sort(), [...(needed?.all ?? [])].sort(), 'rights');
    t.same([...route.anyRights].sort(), [...(needed?.any ?? [])].sort(), 'one of these rights');
    const named = Object.entries(fieldsOf(route.query.schema)).filter(
      ([parameter]) => !isUnnamed(route, parameter),
    );
    t.same(Object.fromEntries(named), requiredOf(fact.query), 'query');
    if (Object.keys(fact.body).length > 0) {
      t.same(
        heeded(fieldsOf(route.body?.schema), route.name),
        requiredOf(fact.body, STOOD_FOR[route.name]),
        'body',
      );
    }
    const ours = route.errors.map((code) => `${statusOf(code)} ${code}`);
    const missing = fact.errors.filter((error) => !ours.includes(error));
    t.same(missing, [], 'every error of the contract is declared');
    const more = ours.filter((error) => !fact.errors.includes(error) && !isAdded(route, error));
    t.same(more, [], 'no other error is declared');
  });
}

interface Shape {
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape & { readonly enum?: readonly unknown[] };
  readonly maxItems?: number;
}

/** The most values in a document of a schema, with the first one of each object and list. */
const mostValues = ({ anyOf, properties, items, maxItems }: Shape): number => {
  if (anyOf !== undefined) return Math.max(...anyOf.map(mostValues));
  const fields = Object.values(properties ?? {});
  if (items === undefined) return fields.length + sumOf(fields.map(mostValues));
  const count = maxItems ?? items.enum?.length ?? items.anyOf?.length ?? Number.NaN;
  return count + count * mostValues(items);
};

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, one) => sum + one, 0);

t.test('A body of a usual length has room for all values that its schema takes', async (t) => {
  for (const { name, body, bodyBytesMax, bodyValuesMax } of routes) {
    if (body === undefined || bodyBytesMax > BODY_BYTES_MAX) continue;
    const most = mostValues(body.schema as Shape);
    t.ok(most <= bodyValuesMax, `${name}: ${most} values, ${bodyValuesMax} allowed`);
    const isTight = bodyValuesMax === BODY_VALUES_MAX.usual || most > BODY_VALUES_MAX.usual;
    t.ok(isTight, `${name}: ${most} values are allowed anyway`);
  }
});

t.test('Every route stands under its audience and says what it does', async (t) => {
  for (const { path, audience, says, name } of routes) {
    t.ok(path.startsWith(audience === 'staff' ? '/admin/v1/' : '/trader/v1/'), path);
    t.match(says, /^[A-Z].*\.$/, name);
  }
  t.equal(new Set(routes.map(({ name }) => name)).size, routes.length, 'names are unique');
});
