// Holidays: days, or parts of days, on which symbols do not trade.

import { ok } from '../../../wire/base/codes.js';
import { MASK_STARS_MAX } from '../../../wire/base/mask.js';
import type { Stamped } from '../../../wire/base/object.js';
import { isDate } from '../../../wire/base/time.js';
import { HOLIDAYS } from '../../../wire/rest/settings/holidays.js';
import { HolidayRecord } from '../../../wire/settings/config.js';
import { checkedBy, type RecordType, SETTING, soundBy } from '../store/record-type.js';

type Holiday = Stamped<HolidayRecord>;

/** A leap year, for the dates of yearly holidays. */
const LEAP_YEAR = 2000;
const FIRST_YEAR = 1970;

const starsFault = (masks: readonly string[]): string | undefined =>
  masks.some((mask) => mask.split('*').length - 1 > MASK_STARS_MAX)
    ? `symbols: at most ${MASK_STARS_MAX} stars in a mask`
    : undefined;

const holidayFault = (record: Holiday): string | undefined => {
  const { year, month, day, from_min, to_min } = record;
  if (year !== 0 && year < FIRST_YEAR) return 'year: 0 or 1970 to 9999';
  if (!isDate(year || LEAP_YEAR, month, day)) return 'day: the month has no such day';
  return to_min < from_min ? 'to_min: must not be before from_min' : starsFault(record.symbols);
};

/** The record type of holidays. */
export const HOLIDAY: RecordType<Holiday> = {
  ...SETTING,
  ...checkedBy(HolidayRecord),
  noun: 'holiday',
  label: (record) => record.description,
  key: (record) => String(record.id),
  check: soundBy(holidayFault),
  settingType: {
    setting: HOLIDAYS,
    order: (a, b) => a.position - b.position || a.id - b.id,
    lists: ({ year, month }, query) =>
      (query.year === 0 || year === 0 || year === query.year) &&
      (query.month === 0 || month === query.month),
    inserted: (tx, fields) => ok({ ...fields, position: tx.lastPosition('holiday') + 1 }),
    transfer: { name: 'holidays', keys: ['year', 'month', 'day', 'description'] },
    arranged: { by: 'position', raises: true },
  },
};
