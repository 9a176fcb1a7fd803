// The sessions of a week as texts, by days.

/** A session within a day, in minutes of the server's day. */
export interface DaySession {
  readonly day: number;
  readonly from_min: number;
  readonly to_min: number;
}

/** The sessions of a day; `all` = the whole day, none = closed. */
type DaySessions = 'all' | readonly string[];

const DAY_MIN = 1_440;

const clock = (minutes: number): string => {
  const part = (value: number): string => String(value).padStart(2, '0');
  return `${part(Math.floor(minutes / 60))}:${part(minutes % 60)}`;
};

/** The sessions of a day, earliest first. */
export const sessionsOf = (sessions: readonly DaySession[], day: number): DaySessions => {
  const own = sessions.filter((one) => one.day === day).toSorted((a, b) => a.from_min - b.from_min);
  const [first] = own;
  if (own.length === 1 && first?.from_min === 0 && first.to_min === DAY_MIN) return 'all';
  return own.map(({ from_min, to_min }) => `${clock(from_min)}–${clock(to_min)}`);
};
