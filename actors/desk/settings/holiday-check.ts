// Finds the holidays that close a symbol on a day.

import { serverOffset } from '../../../engine/calendar/clock.js';
import { closing, fallsOn } from '../../../engine/calendar/holidays.js';
import { ok, refuse } from '../../../wire/base/codes.js';
import { dateText, isDate } from '../../../wire/base/time.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import type { DeskContext } from '../state/desk-context.js';
import { reachable, shownOf } from '../types/setting-types.js';

/** The enabled holidays that close a symbol on a day; default: today by the server clock. */
export const checkHolidays = (
  { records, settings, deps }: DeskContext,
  { caller, symbol, date }: DeskOps['holidays.check']['input'],
): DeskAnswer<'holidays.check'> => {
  const now = deps.now();
  const day = date ?? dateText(now + serverOffset(settings.platform(), now));
  const [year = 0, month = 0, of = 0] = day.split('-').map(Number);
  if (!isDate(year, month, of)) return refuse('invalid_input', 'date: no date of the calendar');
  const found = records.find('symbol', 'name', symbol)?.record;
  if (found === undefined) return refuse('not_found', 'symbol: unknown');
  const all = reachable(records, 'holiday', caller);
  const close = new Set<number | string>(
    closing(settings.current().holiday, found).map(({ id }) => id),
  );
  const holidays = all
    .filter(({ record }) => close.has(record.id) && fallsOn(record as never, day))
    .map((held) => shownOf('holiday', held, records, caller));
  return ok({ closed: holidays.length > 0, date: day, holidays, symbol: found.name });
};
