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
  }),
  route({
    name: 'holidays.check',
    method: 'GET',
    path: '/admin/v1/holidays/check',
    says: 'Answers which holidays close a symbol on a day.',
    ...readable(HOLIDAYS.read),
    query: HolidayCheckQuery,
    reply: HolidayCheck,
    errors: ['not_found'],
    handle: async ({ caller, query }, context) =>
      typed(await context.desk('holidays.check', { caller, ...query })),
  }),
];
