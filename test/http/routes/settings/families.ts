// The families of settings: where each is, and random bodies that its server is to accept.

import fc from 'fast-check';
import type { SettingKind } from '../../../../wire/settings/kinds.js';
import { NUMBER_OPS, TEXT_FIELDS, TEXT_OPS } from '../../../../wire/settings/routing.js';
import { ROUTED_KINDS } from '../../../../wire/trading/events.js';
import { ORDER_KIND } from '../../../../wire/trading/records.js';
import { datafeed, gateway, reportConfig } from '../../../support/arbitraries-feeds.js';
import { groupArbitrary, symbolArbitrary } from '../../../support/arbitraries-symbols.js';

type Fields = Readonly<Record<string, unknown>>;

/** A family as tests over all of them know it. */
export interface RandomFamily {
  /** Below `/admin/v1`. */
  readonly path: string;
  /** Bodies of a create, all of whose fields are read back as they were given. */
  readonly body: fc.Arbitrary<Fields>;
  /** Is it changed by being replaced whole? */
  readonly replaces?: boolean;
}

const name = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 ._&#-]{0,40}[A-Za-z0-9]$/);
/** A holiday. */
export const holidayArbitrary: fc.Arbitrary<Fields> = fc
  .record({
    date: fc.date({
      min: new Date('1970-01-01T00:00:00Z'),
      max: new Date('2999-12-31T00:00:00Z'),
      noInvalidDate: true,
    }),
    everyYear: fc.boolean(),
    minutes: fc.tuple(fc.integer({ min: 0, max: 1440 }), fc.integer({ min: 0, max: 1440 })),
    description: name,
    enabled: fc.boolean(),
    symbols: fc.array(fc.constantFrom('*', 'Forex\\*', '!EURUSD', 'XAU*'), { maxLength: 4 }),
  })
  .map(({ date, everyYear, minutes: [a, b], ...rest }) => ({
    ...rest,
    year: everyYear ? 0 : date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    from_min: Math.min(a, b),
    to_min: Math.max(a, b),
  }));

/** A mail server. */
export const mailServerArbitrary = fc.record(
  {
    name,
    server: fc
      .tuple(fc.domain(), fc.integer({ min: 1, max: 65_535 }))
      .map(([host, port]) => `${host}:${port}`),
    security: fc.constantFrom('none', 'starttls', 'tls'),
    login: fc.string({ maxLength: 20 }),
    // Stars alone stand for the stored password.
    password: fc.string({ maxLength: 20 }).filter((text) => !/^\*+$/.test(text)),
    sender_email: fc.domain().map((host) => `office@${host}`),
    sender_name: name,
    enabled: fc.boolean(),
    is_default: fc.boolean(),
  },
  { requiredKeys: ['name', 'server', 'sender_email'] },
);

const rate = fc.integer({ min: 0, max: 999_999_000_000 }).map((parts) => {
  const text = String(parts).padStart(7, '0');
  return `${text.slice(0, -6)}.${text.slice(-6)}`;
});
/** Tiers that rise; the last one is open. */
const tiers = fc
  .uniqueArray(fc.integer({ min: 1, max: 10_000_000 }), { maxLength: 6 })
  .chain((bounds) => {
    const ends = [...bounds.sort((a, b) => a - b), 0];
    const rates = fc.tuple(rate, rate);
    return fc.tuple(...ends.map(() => rates)).map((all) =>
      all.map(([initial, maintenance], at) => ({
        range_to: String(ends[at]),
        initial,
        maintenance,
      })),
    );
  });
/** A leverage profile. */
export const profileArbitrary: fc.Arbitrary<Fields> = fc.record(
  {
    name,
    enabled: fc.boolean(),
    rules: fc.array(
      fc.record(
        {
          name,
          mask: fc.constantFrom('*', 'Forex\\*,!EURUSD', 'XAU*, XAG*'),
          range_basis: fc.constantFrom('volume', 'volume_per_symbol', 'value', 'value_per_symbol'),
          description: fc.string({ maxLength: 255 }),
          tiers,
        },
        { requiredKeys: ['name', 'mask', 'range_basis', 'tiers'] },
      ),
      { maxLength: 4 },
    ),
  },
  { requiredKeys: ['name'] },
);

const routingCondition = fc.oneof(
  fc.record({
    field: fc.constantFrom('volume', 'login'),
    op: fc.constantFrom(...NUMBER_OPS),
    value: fc.nat({ max: 1_000_000 }).map(String),
  }),
  fc.record({
    field: fc.constantFrom(...TEXT_FIELDS),
    op: fc.constantFrom(...TEXT_OPS),
    value: fc.constantFrom('real\\*', 'buy', '*,!EURUSD', 'dealer_*'),
  }),
);
/** A routing rule; a dealer is the administrator. */
export const routingArbitrary: fc.Arbitrary<Fields> = fc
  .record({
    name,
    acts: fc.oneof(
      fc.record({ action: fc.constant('reject'), action_value: fc.string({ maxLength: 31 }) }),
      fc.record({
        action: fc.constant('delay'),
        action_value: fc.integer({ min: 1, max: 60_000 }).map(String),
      }),
      fc.record({ action: fc.constantFrom('requote', 'confirm_market_price', 'clear_stops') }),
      fc.record({
        action: fc.constant('online_dealers'),
        skip_no_dealer: fc.boolean(),
        wait_sec: fc.integer({ min: 1, max: 600 }),
        otherwise: fc.constantFrom('reject', 'market', 'next'),
      }),
      fc.record({ action: fc.constant('dealer'), dealers: fc.constant([1]) }),
    ),
    enabled: fc.boolean(),
    position: fc.constantFrom(1, 2),
    conditions: fc.array(routingCondition, { maxLength: 3 }),
    request_kinds: fc.subarray([...ROUTED_KINDS]),
    order_kinds: fc.subarray([...ORDER_KIND.choices]),
  })
  .map(({ acts, ...rest }) => ({ ...rest, ...acts }));

/** An allocation rule. */
export const allocationArbitrary = fc
  .record({
    group_path: fc.constantFrom('demo\\standard', 'real\\standard'),
    description: fc.string({ maxLength: 255 }),
    enabled: fc.boolean(),
    priority: fc.integer({ min: -1000, max: 1000 }),
    countries: fc.array(fc.constantFrom('DE', 'at', 'France'), { maxLength: 3 }),
    default_leverage: fc.integer({ min: 0, max: 10_000 }),
    others: fc.uniqueArray(fc.integer({ min: 1, max: 10_000 }), { maxLength: 5 }),
  })
  .map(({ others, ...rest }) => {
    const leverages = [...new Set([rest.default_leverage || 100, ...others])];
    return { ...rest, leverages: others.length === 0 ? [] : leverages };
  });

const page = fc.constantFrom('', 'https://broker.example/pay?lang={lang}', 'http://127.0.0.1:8080');
/** Settings of allocation; sets stand in their order. */
export const allocationSettings = fc
  .record({
    demo_url: page,
    deposit_url: page,
    withdraw_url: page,
    sets: fc.array(
      fc.record({
        description: fc.string({ maxLength: 255 }),
        countries: fc.array(fc.constantFrom('DE', 'at', 'France'), { maxLength: 3 }),
        links: fc.array(
          fc.record({
            url: fc.domain().map((host) => `https://${host}/terms?lang={lang}`),
            caption: fc.string({ maxLength: 128 }).map((text) => text.trim()),
            caption_type: fc.integer({ min: 0, max: 8 }),
          }),
          { maxLength: 3 },
        ),
      }),
      { maxLength: 4 },
    ),
  })
  .map(({ sets, ...rest }) => ({
    ...rest,
    link_sets: sets.map((set, at) => ({ id: at + 1, sort: at, ...set })),
  }));

/** A brand. */
export const brandArbitrary = fc.record(
  {
    company: name,
    enabled: fc.boolean(),
    address: fc.stringMatching(/^[A-Za-z0-9 ]{0,40}$/),
    program_name: name,
    default_symbols: fc.subarray(['EURUSD', 'XAUUSD', 'gone']),
    links: fc.dictionary(fc.stringMatching(/^[A-Z][a-z]{0,9}$/), page, { maxKeys: 3 }),
    color_primary: fc.constantFrom('', '#00ff7F'),
  },
  { requiredKeys: ['company'] },
);

/** Settings of sign-up. */
const signUpSettings = fc.record({
  demo: fc.boolean(),
  real: fc.boolean(),
  confirm_demo: fc.boolean(),
  confirm_real: fc.boolean(),
  demo_group: fc.constantFrom('', 'demo\\standard', 'demo\\netting'),
  real_group: fc.constantFrom('', 'real\\standard'),
  languages: fc.constantFrom(['en'], ['de', 'en']),
  default_language: fc.constant('en'),
});

/** Settings of the platform. */
export const platformSettings = fc.record({
  utc_offset_min: fc.integer({ min: -720, max: 840 }),
  daylight_saving: fc.constantFrom('none', 'europe', 'usa'),
  eod_time: fc.constantFrom('00:00', '21:59'),
  eod_weekdays: fc.subarray([0, 1, 2, 3, 4, 5, 6]),
  default_symbols: fc.subarray(['EURUSD', 'XAUUSD', 'gone']),
});

/** A leverage switch of groups without a profile, far in the future. */
const switchArbitrary: fc.Arbitrary<Fields> = fc
  .record({
    groups: fc.constantFrom('*', 'real\\*', 'real\\*,!real\\pro'),
    at: fc.integer({ min: 2100, max: 2500 }),
    length: fc.option(fc.integer({ min: 1, max: 99 })),
  })
  .map(({ groups, at, length }) => ({
    groups,
    profile_from_id: null,
    profile_to_id: null,
    at: `${at}-03-01T00:00:00Z`,
    until: length === null ? null : `${at + length}-03-01T00:00:00Z`,
  }));

/** Kinds of which there is one record, from the start: it is read, and replaced or changed. */
type SingleKind = 'allocation_settings' | 'sign_up' | 'platform';
/** Kinds whose records are there from the start: they are read and changed. */
type StandingKind = 'logical_server' | 'email_template';
/** Those kinds. */
export const SINGLES: Readonly<Record<SingleKind, RandomFamily>> = {
  allocation_settings: {
    path: 'account-allocations/settings',
    body: allocationSettings,
    replaces: true,
  },
  sign_up: { path: 'sign-up/settings', body: signUpSettings },
  platform: { path: 'platform/settings', body: platformSettings },
};

/** Every kind that is created over REST. */
export const FAMILIES: Readonly<
  Record<Exclude<SettingKind, SingleKind | StandingKind>, RandomFamily>
> = {
  symbol: { path: 'symbols', body: symbolArbitrary },
  group: { path: 'groups', body: groupArbitrary },
  holiday: { path: 'holidays', body: holidayArbitrary },
  leverage_switch: { path: 'leverage-switches', body: switchArbitrary },
  leverage_profile: { path: 'leverage-profiles', body: profileArbitrary },
  routing: { path: 'routing', body: routingArbitrary },
  allocation: { path: 'account-allocations', body: allocationArbitrary, replaces: true },
  mail_server: { path: 'mail-servers', body: mailServerArbitrary },
  report: { path: 'reports/configs', body: reportConfig },
  datafeed: { path: 'datafeeds', body: datafeed },
  gateway: { path: 'gateways', body: gateway },
  brand: { path: 'licence/brands', body: brandArbitrary },
};
