// The simulated world's own reading of sessions, holidays and days, apart from the engine's.

import type { HolidayRecord, Settings } from '../../wire/config.js';
import { maskListFits } from '../../wire/mask.js';
import type { SymbolRecord } from '../../wire/symbols.js';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** When European summers begin and end, as long as simulations last. */
const SUMMERS: readonly (readonly [from: number, to: number])[] = [
  [Date.UTC(2025, 2, 30, 1), Date.UTC(2025, 9, 26, 1)],
  [Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 9, 25, 1)],
  [Date.UTC(2027, 2, 28, 1), Date.UTC(2027, 9, 31, 1)],
];
const SUMMER_MINUTES = 60;

/** A time on the server clock, as if it were UTC. */
export const localOf = ({ platform }: Pick<Settings, 'platform'>, time: number): number => {
  const [clock] = platform;
  if (clock === undefined) return time;
  const summer =
    clock.daylight_saving === 'europe' && SUMMERS.some(([from, to]) => time >= from && time < to);
  return time + (clock.utc_offset_min + (summer ? SUMMER_MINUTES : 0)) * MINUTE;
};

/** Weekday on the server clock; 0 = Sunday. */
export const weekdayOf = (local: number): number => (Math.floor(local / DAY) + 4) % 7;

/** Minute of the day on the server clock. */
export const minuteOf = (local: number): number => Math.floor((local % DAY) / MINUTE);

/** Is it the last day of a month on the server clock? */
export const endsMonth = (local: number): boolean =>
  new Date(local + DAY).getUTCMonth() !== new Date(local).getUTCMonth();

const falls = ({ year, month, day }: HolidayRecord, local: number): boolean => {
  const date = new Date(local);
  const thisYear = year === 0 || date.getUTCFullYear() === year;
  return thisYear && date.getUTCMonth() + 1 === month && date.getUTCDate() === day;
};

/** Says when symbols trade, under settings that stand. */
export class Calendar {
  readonly #holidays = new Map<string, readonly HolidayRecord[]>();

  constructor(private readonly settings: Settings) {
    for (const { name, path } of settings.symbol) {
      const off = settings.holiday.filter(
        (holiday) => holiday.enabled && maskListFits(holiday.symbols.join(','), name, path),
      );
      this.#holidays.set(name, off);
    }
  }

  /** Is the symbol within a trade session, and not on holiday? */
  isOpen({ name, trade_sessions }: SymbolRecord, time: number): boolean {
    const local = localOf(this.settings, time);
    const minute = minuteOf(local);
    const within = (span: { readonly from_min: number; readonly to_min: number }) =>
      minute >= span.from_min && minute < span.to_min;
    const day = weekdayOf(local);
    const trades = trade_sessions.some((session) => session.day === day && within(session));
    if (!trades) return false;
    const off = this.#holidays.get(name) ?? [];
    return !off.some((holiday) => within(holiday) && falls(holiday, local));
  }
}
