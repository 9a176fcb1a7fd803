// The period of a list: some days until now, all, or from one day to another, in the address.

import { useQuery } from '../frame/routes.js';
import { texts } from '../texts/language.js';
import { SelectField, TextField } from '../ui/field.js';

const words = texts({
  period: ['Period', 'Zeitraum'],
  today: ['Today', 'Heute'],
  days: [(n: number) => `Last ${n} days`, (n) => `Letzte ${n} Tage`],
  all: ['All', 'Alles'],
  own: ['From, to', 'Von, bis'],
  from: ['From', 'Von'],
  to: ['To, inclusive', 'Bis einschließlich'],
});

/** Periods in days until now, as the address says them, and the one of an address without any. */
const PERIODS: readonly string[] = ['0', '7', '30', '90'];
const USUAL = '7';

/** The start of the day so many days ago, by the machine's clock. */
const daysAgo = (days: number): string => {
  const day = new Date();
  day.setDate(day.getDate() - days);
  day.setHours(0, 0, 0, 0);
  return day.toISOString();
};

/** The day after a day of the calendar: the end of a period that has it. */
const endOf = (day: string): string => {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + 1);
  return date.toISOString();
};

const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** The times that an address asks for; without one the last week. */
export const periodOf = (
  query: Readonly<Record<string, string>>,
): { readonly from?: string; readonly to?: string } => {
  const { period = USUAL, from, to } = query;
  if (period === 'all') return {};
  if (period !== 'own') {
    return { from: daysAgo(Number(PERIODS.includes(period) ? period : USUAL)) };
  }
  return {
    ...(isDay(from) && { from: new Date(`${from}T00:00:00`).toISOString() }),
    ...(isDay(to) && { to: endOf(to) }),
  };
};

/** Chooses the period of the address. */
export const PeriodFields = () => {
  const { query, change } = useQuery();
  const { period = USUAL } = query;
  return (
    <>
      <SelectField
        label={words().period}
        value={period}
        choices={[
          ...PERIODS.map((days) => ({
            value: days,
            text: days === '0' ? words().today : words().days(Number(days)),
          })),
          { value: 'all', text: words().all },
          { value: 'own', text: words().own },
        ]}
        onSelect={(value) => change({ period: value, from: undefined, to: undefined })}
      />
      {period === 'own'
        ? (['from', 'to'] as const).map((end) => (
            <TextField
              key={end}
              label={words()[end]}
              type="date"
              value={query[end] ?? ''}
              onInput={(day) => change({ [end]: day })}
            />
          ))
        : null}
    </>
  );
};
