// The period of a list: some days until now, all, or from one day to another, in the address.

import { useQuery } from '../frame/routes.js';
import { dayStart, fieldTime, momentOf } from '../live/clock.js';
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

/** A day of the calendar, as fields have it. */
const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(momentOf(text));

const iso = (ms: number): string => new Date(ms).toISOString();

/** From a time until before another one; absent = without a bound. */
interface ListPeriod {
  readonly from?: string;
  readonly to?: string;
}

/** The times that an address asks for, by days of the server; without a period that of `usual`. */
export const periodOf = (query: Readonly<Record<string, string>>, usual = USUAL): ListPeriod => {
  const { period = usual, from, to } = query;
  if (period === 'all') return {};
  if (period !== 'own') {
    const days = Number(PERIODS.includes(period) ? period : USUAL);
    return { from: iso(dayStart(Date.now(), -days)) };
  }
  return {
    ...(isDay(from) && { from: iso(momentOf(from)) }),
    ...(isDay(to) && { to: iso(dayStart(momentOf(to), 1)) }),
  };
};

/** The period of an address as days of the server, both inclusive. */
export const daysOf = (query: Readonly<Record<string, string>>, usual = USUAL): ListPeriod => {
  const { from } = periodOf(query, usual);
  const { to } = query;
  return {
    ...(from !== undefined && { from: fieldTime(Date.parse(from)).slice(0, 10) }),
    ...((query.period ?? usual) === 'own' && isDay(to) && { to }),
  };
};

interface PeriodFieldsProps {
  /** The period of an address without one. */
  readonly usual?: string;
}

/** Chooses the period of the address. */
export const PeriodFields = ({ usual = USUAL }: PeriodFieldsProps) => {
  const { query, change } = useQuery();
  const { period = usual } = query;
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
