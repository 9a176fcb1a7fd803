// Holidays over REST.

import { Type } from '@sinclair/typebox';
import { Day, Named } from '../../base/schema.js';
import { HolidayRecord } from '../../settings/config.js';
import { setting } from '../../settings/setting.js';

const Ignored = () => Type.Integer();

/** The API form of holidays. */
export const HOLIDAYS = setting({
  kind: 'holiday',
  read: ['config.holidays'],
  write: 'config.holidays',
  record: HolidayRecord,
  server: ['id', 'position'],
  ignored: { id: Ignored(), version: Ignored() },
  times: false,
});

/** Filters: year, which includes the yearly holidays, and month; 0 = any. */
export const HolidaysQuery = Named('HolidaysQuery', {
  year: Type.Integer({ minimum: 0, maximum: 9999, default: 0 }),
  month: Type.Integer({ minimum: 0, maximum: 12, default: 0 }),
});

/** A symbol, in any letter case, and a day of the server clock; default: today. */
export const HolidayCheckQuery = Named('HolidayCheckQuery', {
  symbol: Type.String({ minLength: 1, maxLength: 32 }),
  date: Type.Optional(Day()),
});

/** The enabled holidays that close a symbol on a day. */
export const HolidayCheck = Named('HolidayCheck', {
  closed: Type.Boolean(),
  date: Type.String(),
  holidays: Type.Array(HOLIDAYS.shown),
  symbol: Type.String(),
});
