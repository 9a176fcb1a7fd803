// The holidays of a gateway: days of each year on which its session is closed.

import { isDate } from '../base/time.js';

/** A leap year, because a holiday may be 29 February. */
const LEAP_YEAR = 2000;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ENTRY = /^([+-]) ?(\d{1,2})[ -]?([A-Za-z]{3})$/;

/**
 * The days of a text such as `+25 Dec;;-1 May`, as `MM-DD`: each entry adds a day, or removes one
 * that an entry before it has added. Undefined when the text is none.
 */
export const holidaysOf = (text: string): ReadonlySet<string> | undefined => {
  const days = new Set<string>();
  for (const entry of text === '' ? [] : text.split(';;')) {
    const [, sign, day, name = ''] = ENTRY.exec(entry.trim()) ?? [];
    const month = MONTHS.indexOf(name.toLowerCase()) + 1;
    if (month === 0 || !isDate(LEAP_YEAR, month, Number(day))) return undefined;
    const date = new Date(Date.UTC(LEAP_YEAR, month - 1, Number(day))).toISOString().slice(5, 10);
    if (sign === '+') days.add(date);
    else days.delete(date);
  }
  return days;
};
