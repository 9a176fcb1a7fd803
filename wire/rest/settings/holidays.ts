// Holidays over REST.

import { Type } from '@sinclair/typebox';
import { Day, Named } from '../../base/schema.js';
import { section } from '../../fields/words.js';
import { HolidayRecord } from '../../settings/config.js';
import { setting } from '../../settings/setting.js';

const filter = section('Filter');
const result = section('Result');

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
  year: filter(
    'Year',
    'Holidays of this year and of every year; 0 = any.',
    Type.Integer({ minimum: 0, maximum: 9999, default: 0 }),
    'number',
  ),
  month: filter(
    'Month',
    'Holidays of this month; 0 = any.',
    Type.Integer({ minimum: 0, maximum: 12, default: 0 }),
    'number',
  ),
});

/** A symbol, in any letter case, and a day of the server clock; default: today. */
export const HolidayCheckQuery = Named('HolidayCheckQuery', {
  symbol: filter(
    'Symbol',
    'Name of the symbol, in any letter case.',
    Type.String({ minLength: 1, maxLength: 32 }),
  ),
  date: filter(
    'Date',
    'Day on the server clock, `YYYY-MM-DD`; omitted = today.',
    Type.Optional(Day()),
  ),
});

/** The enabled holidays that close a symbol on a day. */
export const HolidayCheck = Named('HolidayCheck', {
  closed: result(
    'Closed',
    'Does a holiday close the symbol for a part of the day?',
    Type.Boolean(),
  ),
  date: result('Date', 'The day on the server clock.', Type.String()),
  holidays: result('Holidays', 'The holidays that close the symbol.', Type.Array(HOLIDAYS.shown)),
  symbol: Type.String(),
});
