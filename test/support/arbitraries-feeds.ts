// Random valid bodies of a create of datafeeds, gateways and report configurations.

import fc from 'fast-check';
import { isMask } from '../../actors/secrets/record-cipher.js';
import type { TakenParam } from '../../wire/rest/settings/connections.js';
import {
  FEED_MODULES,
  GATEWAY_MODULES,
  PARAM,
  type ParamRule,
} from '../../wire/settings/connection-modules.js';
import { REPORT_MODULES } from '../../wire/settings/report-modules.js';

/** Ids of symbols that every platform of a test has. */
const SYMBOL_IDS = [1, 2, 3, 4, 5];

const name = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 ._&#-]{0,40}[A-Za-z0-9]$/);
const line = (maxLength: number) =>
  fc.string({ unit: 'grapheme-ascii', maxLength }).filter((text) => !/\p{Cc}/u.test(text));
/** A password that is no mask, which would stand for the stored one. */
const password = line(128).filter((text) => !isMask(text));
const int = (min: number, max: number) => fc.integer({ min, max });
const server = fc
  .tuple(
    fc.constantFrom('127.0.0.1', 'fix.example.com', 'a-b.example', '[::1]', 'localhost'),
    int(1, 65_535),
  )
  .map(([host, port]) => `${host}:${port}`);
const masks = (least: number) =>
  fc.array(fc.constantFrom('*', 'Forex\\*', '!EURUSD', 'XAU*', '!*JPY'), {
    minLength: least,
    maxLength: 4,
  });
const translates = fc.uniqueArray(
  fc.record({
    symbol_id: fc.constantFrom(...SYMBOL_IDS),
    source: line(64),
    source_digits: fc.option(int(0, 10)),
    ask_markup_pts: int(-100_000, 100_000),
    bid_markup_pts: int(-100_000, 100_000),
  }),
  { selector: (one) => one.symbol_id, maxLength: 3 },
);

/** Values of a parameter that its rule takes. */
const textOf = ({ key, type, options, from = 0, to = 1000, value }: ParamRule) => {
  if (key === 'Trading Calendar Holidays') return fc.constantFrom('', '+25 Dec', '-1 May;;+29 Feb');
  if (key === 'Session Time Zone') return fc.constantFrom('', 'Europe/Berlin', 'UTC');
  // A certificate without its key is refused.
  if (type === 'file') return fc.constant(value);
  if (type === 'bool') return fc.constantFrom('true', 'false');
  if (type === 'time') return fc.constantFrom('00:00', '09:30:15', '23:59');
  if (options !== undefined) return fc.constantFrom(...options);
  if (type === 'int' || type === 'float') return int(from, to).map(String);
  return line(40).filter((text) => text.trim() !== '');
};

/** What is not sealed is read back as it was given. */
const paramsOf = (rules: readonly ParamRule[]) =>
  fc.tuple(
    ...rules
      .filter(({ sealed }) => !sealed)
      .map((rule) => textOf(rule).map((value) => ({ key: rule.key, value }))),
  );

const shared = {
  name,
  server,
  enabled: fc.boolean(),
  gateway_server: line(255),
  gateway_login: line(64),
  gateway_password: password,
  priority: int(0, 1000),
  reconnect_sec: int(1, 600),
  timeout_sec: int(1, 3600),
  import_symbol_settings: fc.boolean(),
  symbols: masks(0),
  translates,
};

const feedOnly = {
  idle_timeout_sec: int(1, 3600),
  failures_before_rest: int(1, 1000),
  rest_sec: int(1, 3600),
  quotes_enabled: fc.boolean(),
  news_enabled: fc.boolean(),
};

const word = fc.stringMatching(/^[A-Za-z0-9]{1,30}$/);

/** Datafeeds of both modules. */
export const datafeed = fc.oneof(
  fc.record({
    ...shared,
    ...feedOnly,
    module: fc.constant('fix44'),
    login: line(64),
    password,
    params: paramsOf(FEED_MODULES.fix44.params),
  }),
  fc.record({ ...shared, ...feedOnly, module: fc.constant('dde'), login: word, password: word }),
);

/** The parameters without TLS. */
const bareOf = ({ params }: { readonly params: readonly TakenParam[] }): readonly TakenParam[] =>
  params.map((one) => (one.key === PARAM.secure ? { ...one, value: 'false' } : one));

/** Gateways. */
export const gateway = fc
  .record({
    ...shared,
    login: line(64),
    password,
    mode: fc.constantFrom('Active', 'Passive'),
    reconnect_attempts: int(1, 1000),
    series_pause_sec: int(0, 86_400),
    allow_import_balances: fc.boolean(),
    collect_transactions_days: int(0, 36_500),
    profiling: fc.boolean(),
    fill_deviation_max: int(0, 1000),
    ssl: fc.boolean(),
    params: paramsOf(GATEWAY_MODULES.fix44.params),
    groups: fc.uniqueArray(fc.constantFrom('demo\\standard', 'real\\*'), { maxLength: 2 }),
  })
  // What a group has is narrower than what the gateway has: the same masks are.
  .map(({ groups, ...body }) => ({
    ...body,
    groups: groups.map((group) => ({ group, symbols: body.symbols })),
  }))
  // Nobody can dial a gateway by TLS that has no certificate.
  .map((body) => (body.mode === 'Active' ? body : { ...body, ssl: false, params: bareOf(body) }));

const part = fc.stringMatching(/^[A-Za-z0-9._-]([A-Za-z0-9 ._-]{0,18}[A-Za-z0-9._-])?$/);

/** Report configurations. */
export const reportConfig = fc.record({
  name: fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('\\')),
  module: fc.constantFrom(...REPORT_MODULES.map(({ module }) => module)),
  enabled: fc.boolean(),
  position: int(1, 1000),
  params: fc.dictionary(word, line(100), { maxKeys: 5 }),
});
