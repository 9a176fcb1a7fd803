// Holidays: the days on which symbols do not trade.

import {
  HOLIDAYS,
  HolidayCheck,
  HolidayCheckQuery,
  HolidaysQuery,
} from '../../../wire/rest/settings/holidays.js';
import { route } from '../../rest/route.js';
import { readable, settingRoutes, typed } from '../../rest/setting-routes.js';

export const holidays = [
  ...settingRoutes(HOLIDAYS, {
    name: 'holidays',
    path: 'holidays',
    one: 'a holiday',
    many: 'holidays',
    query: HolidaysQuery,
    ops: ['list', 'create', 'read', 'patch', 'remove', 'order'],
    texts: {
      order: 'Holidays in their order.',
      taken: 'a holiday of this day has the same description',
      creates: 'The new record goes to the end of the list.',
      changes: 'Another route changes the position.',
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
  }),
  route({
    name: 'holidays.check',
    method: 'GET',
    path: '/admin/v1/holidays/check',
    says: 'Answers which holidays close a symbol on a day.',
    details: 'Lists the holidays that close the symbol on that day, wholly or in part.',
    ...readable(HOLIDAYS.read),
    query: HolidayCheckQuery,
    reply: HolidayCheck,
    errors: { not_found: 'the symbol is unknown' },
    example: { query: { symbol: 'eurusd', date: '2026-12-25' } },
    handle: async ({ caller, query }, context) =>
      typed(await context.desk('holidays.check', { caller, ...query })),
  }),
];
