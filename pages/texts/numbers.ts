// Numbers and times as people read them. Numbers stay the texts of the server: no float is made.

import { computed } from '@preact/signals';
import { offsetAt } from '../live/clock.js';
import { language } from './language.js';

/** A price by the size of its digits: `1.15`, `87`, `2`. */
interface PriceParts {
  readonly head: string;
  readonly pips: string;
  readonly tail: string;
}

/** A decimal with at least so many digits after the point; zeros beyond are cut, digits never. */
export const withDigits = (text: string, digits: number): string => {
  const [whole = '', fraction = ''] = text.split('.');
  const short = fraction.replace(/0+$/, '').padEnd(digits, '0');
  return short === '' ? whole : `${whole}.${short}`;
};

/** The parts of a price: with 3 or 5 digits the last one is small, else there is no tail. */
export const priceParts = (text: string, digits: number): PriceParts => {
  const price = withDigits(text, digits);
  const small = digits === 3 || digits === 5 ? 1 : 0;
  let end = price.length - small;
  const tail = price.slice(end);
  let start = end;
  for (let count = 0; count < 2 && start > 0; start -= 1) {
    if (price[start - 1] !== '.') count += 1;
  }
  // The point belongs to what stands before it.
  if (price[start] === '.') start += 1;
  end = Math.max(end, start);
  return { head: price.slice(0, start), pips: price.slice(start, end), tail };
};

/** The separators of the language: of groups of digits, and before the fraction. */
const separators = computed(() => {
  const parts = new Intl.NumberFormat(language.value, { useGrouping: true }).formatToParts(12345.6);
  const of = (type: string, otherwise: string): string =>
    parts.find((part) => part.type === type)?.value ?? otherwise;
  return { group: of('group', ','), point: of('decimal', '.') };
});

/** A number with the separators of the language; its digits stay. */
export const grouped = (text: string): string => {
  const { group, point } = separators.value;
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === '') return text;
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, group);
  return sign + groups + (fraction === '' ? '' : point + fraction);
};

/** An amount of money with the digits of its currency: `10,000.00`. */
export const moneyText = (amount: string, digits = 2): string =>
  grouped(withDigits(amount, digits));

/** A size in lots: `1,250.00`. */
export const lotsText = (lots: string): string => grouped(withDigits(lots, 2));

/** Is a number zero, whatever its digits? */
const isZero = (text: string): boolean => /^[+-]?[0.]+$/.test(text);

/** -1, 0 or 1. */
export const signOf = (text: string): -1 | 0 | 1 =>
  isZero(text) ? 0 : text.startsWith('-') ? -1 : 1;

/** A number with its sign: `+2.10`, `-2.10`, `0.00`. */
export const signed = (text: string): string =>
  signOf(text) === 1 && !text.startsWith('+') ? `+${text}` : text;

/** A typed number, with a comma or a point, in the server's form; null = the text is no number. */
export const typedNumber = (text: string): string | null => {
  const plain = text.trim().replace(',', '.').replace(/^\./, '0.').replace(/\.$/, '');
  return /^[+-]?\d+(\.\d+)?$/.test(plain) ? plain.replace(/^\+/, '') : null;
};

/** How much of a moment is shown. */
export type TimeStyle = 'time' | 'date' | 'both';

const STYLES: Readonly<Record<TimeStyle, Intl.DateTimeFormatOptions>> = {
  time: { timeStyle: 'medium' },
  date: { dateStyle: 'short' },
  both: { dateStyle: 'short', timeStyle: 'medium' },
};

const formats = computed(() => {
  const made = new Map<string, Intl.DateTimeFormat>();
  const of = (style: TimeStyle, timeZone: string | undefined): Intl.DateTimeFormat => {
    const key = `${style} ${timeZone}`;
    const known =
      made.get(key) ??
      new Intl.DateTimeFormat(localeOf(language.value), {
        ...STYLES[style],
        hourCycle: 'h23',
        ...(timeZone !== undefined && { timeZone }),
      });
    made.set(key, known);
    return known;
  };
  return of;
});

/** English dates are written day first, with the month in letters: 12/11 would be two days. */
const localeOf = (name: string): string => (name === 'en' ? 'en-GB' : name);

/** A moment by the server's clock, or by the machine's. */
export const timeText = (
  at: string | number,
  style: TimeStyle,
  clock: 'server' | 'machine' = 'server',
): string => {
  const ms = typeof at === 'number' ? at : Date.parse(at);
  if (Number.isNaN(ms)) return '';
  if (clock === 'machine') return formats.value(style, undefined).format(ms);
  return formats.value(style, 'UTC').format(ms + offsetAt(ms));
};

/** The distance of the server's clock from UTC at a moment: `UTC+02:00`. */
export const zoneText = (at: number): string => {
  const minutes = Math.round(offsetAt(at) / 60_000);
  const part = (value: number): string => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '-' : '+'}${part(Math.floor(size / 60))}:${part(size % 60)}`;
};
