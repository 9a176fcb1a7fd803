// Texts of symbols, groups and holidays.

import type { OperationTexts } from './operation-text.js';
import { settingTexts } from './setting-texts.js';

const OPS = ['list', 'create', 'read', 'change', 'delete'];

export const symbolTexts: OperationTexts = {
  ...settingTexts(
    {
      name: 'config.symbols',
      order: 'Symbols by path.',
      taken: 'path or name is taken',
      used: 'positions, orders or another symbol use it',
      creates: 'Terminals of groups that offer it see it at once.',
      changes: 'While positions are open, digits, size, calculation and currencies are fixed.',
      invalid: 'values contradict each other',
      id: 25,
      create: {
        path: 'Forex\\EURNOK',
        description: 'Euro vs Norwegian Krone',
        currency_base: 'EUR',
        currency_profit: 'NOK',
        digits: 5,
        contract_size: '100000',
        calc_mode: 'forex',
      },
      patch: { version: 1, volume_max: '50', swap_mode: 'points', swap_long: '-8.5' },
    },
    OPS,
  ),
  'config.symbols.quick': {
    says:
      'For dealers who change prices and access by the day, and nothing else. `spread` moves by ' +
      '`manual_quote_pts` points at most, to no more than that or than it was.',
    errors: {
      not_found: 'there is no such symbol',
      conflict: '`version` is not the newest',
    },
    example: { path: { id: 2 }, body: { version: 1, spread: 15, trade_access: 'close_only' } },
  },
  ...settingTexts(
    {
      name: 'groups',
      order: 'Groups of the scope by path.',
      taken: 'the path is taken',
      used: 'accounts are in it, or groups below it',
      creates:
        'A part `managers` or `administrators` of its path, or one that looks like it, makes it ' +
        'a staff group.',
      changes: 'Path, currency and its digits are fixed once it has an account.',
      invalid: 'the company is not licensed, or the leverage profile is unknown',
      id: 6,
      create: {
        path: 'demo\\euro',
        company: 'Demo Brokerage',
        currency: 'EUR',
        leverage_default: 30,
        symbols: [{ mask: 'Forex\\*', spread_diff: 4, spread_diff_bid: 2 }],
      },
      patch: { version: 1, margin_call: '80', stop_out: '40' },
    },
    OPS,
  ),
  ...settingTexts(
    {
      name: 'holidays',
      order: 'Holidays in their order.',
      taken: 'a holiday of this day has the same description',
      creates: 'It goes to the end of the list.',
      changes: 'Its position has a route of its own.',
      invalid: 'month and day make no date',
      id: 1,
      create: {
        year: 0,
        month: 12,
        day: 25,
        description: 'Christmas Day',
        symbols: ['Forex\\*', '!BTC*'],
      },
      patch: { version: 1, from_min: 720 },
      query: { year: 2026, month: 12 },
      ids: [1],
    },
    [...OPS, 'order'],
  ),
  'holidays.check': {
    says: 'Tells what stands in the way of trading on a day.',
    errors: { not_found: 'the symbol is unknown' },
    example: { query: { symbol: 'eurusd', date: '2026-12-25' } },
  },
};
