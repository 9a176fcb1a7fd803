// Averages of the monitor's minutes over longer steps.

import type { MonitorMinute } from '../../wire/rest/settings/server-views.js';

/** The values of a row, by name. */
type MinuteValues = Readonly<Record<string, unknown>>;

/** The average of numbers; nulls do not count. Two decimals. */
const average = (values: readonly unknown[]): number | null => {
  const known = values.filter((value) => typeof value === 'number');
  if (known.length === 0) return null;
  const sum = known.reduce((total, value) => total + value, 0);
  return Math.round((100 * sum) / known.length) / 100;
};

/** The values of several rows as one: averages of numbers, the newest of texts. */
const merged = (rows: readonly MinuteValues[]): MinuteValues => {
  const newest = rows.at(-1) ?? {};
  return Object.fromEntries(
    Object.entries(newest).map(([name, value]) => {
      const values = rows.map((row) => row[name]);
      if (typeof value === 'string') return [name, value];
      if (typeof value === 'object' && value !== null)
        return [name, merged(values as MinuteValues[])];
      return [name, average(values)];
    }),
  );
};

/** One row for each step that has minutes, at the time of the step's beginning. */
export const averageOf = (minutes: readonly MonitorMinute[], stepMs: number): MonitorMinute[] => {
  const steps = new Map<number, MonitorMinute[]>();
  for (const minute of minutes) {
    const step = Math.floor(Date.parse(minute.at) / stepMs) * stepMs;
    steps.set(step, [...(steps.get(step) ?? []), minute]);
  }
  return [...steps].map(([step, rows]) => ({
    ...(merged(rows) as MonitorMinute),
    at: new Date(step).toISOString(),
  }));
};
