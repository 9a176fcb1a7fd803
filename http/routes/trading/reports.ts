// Reports that are answered at once: daily rows and exposure across the accounts that staff see.

import { withheld } from '../../../wire/accounts/profile.js';
import { ok, refuse } from '../../../wire/base/codes.js';
import { isDate } from '../../../wire/base/time.js';
import {
  DailyReportPage,
  DailyReportParams,
  ExposureParams,
  ExposureRow,
  exposureRows,
} from '../../../wire/rest/trading/reports.js';
import { coverageOf } from '../../rest/coverage.js';
import { LISTED } from '../../rest/phrases.js';
import { route } from '../../rest/route.js';

const DAY_MS = 86_400_000;

/** Days since 1970 of a date; a sentence when the calendar lacks it. */
const dayOf = (name: string, date: string): number | string => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return isDate(year, month, day) ? Date.parse(date) / DAY_MS : `${name}: no date of the calendar`;
};

/** The days of a request, both inclusive; a sentence when they are none. */
const daysOf = ({
  from,
  to,
}: Pick<DailyReportParams, 'from' | 'to'>): { from?: number; to?: number } | string => {
  const first = from === undefined ? undefined : dayOf('from', from);
  const last = to === undefined ? undefined : dayOf('to', to);
  if (typeof first === 'string') return first;
  if (typeof last === 'string') return last;
  if (first !== undefined && last !== undefined && last < first) {
    return 'to: must not be before from';
  }
  return { ...(first !== undefined && { from: first }), ...(last !== undefined && { to: last }) };
};

export const reports = [
  route({
    name: 'reports.daily',
    method: 'GET',
    path: '/admin/v1/reports/daily',
    says: 'Pages through the daily lines of accounts, newest day first, then by login.',
    details:
      `${LISTED} The present group of the account decides on this; a line shows the group on ` +
      'the day of the line. Accounts of staff and technical groups are left out. ' +
      '`reports_months` of the caller limits how far back lines are shown.',
    rights: ['reports'],
    query: DailyReportParams,
    reply: DailyReportPage,
    example: { query: { from: '2026-01-01', limit: 20 } },
    handle: async ({ caller, query }, context) => {
      const days = daysOf(query);
      if (typeof days === 'string') return refuse('invalid_input', days);
      const reader = await context.desk('reports.reader', { caller });
      if (!reader.ok) return reader;
      const { viewer, since } = reader.data;
      const { group, company, from: _from, to: _to, ...rest } = query;
      const asked = {
        ...rest,
        ...days,
        ...(since !== null && { from: Math.max(since, days.from ?? since) }),
        ...(group && { group }),
        ...(company && { company }),
        session: caller.session,
        viewer,
      };
      const found = await context.query(caller, 'reports.daily', asked);
      if (!found.ok) return found;
      const hidden = withheld(['name'], viewer.rights);
      return ok({ ...found.data, items: found.data.items.map((row) => ({ ...row, ...hidden })) });
    },
  }),
  route({
    name: 'reports.exposure',
    method: 'GET',
    path: '/admin/v1/reports/exposure',
    says: 'Sums up the open positions of accounts by symbol; accounts of staff are left out.',
    details: `${LISTED} Accounts of staff groups are left out. In the order of symbols.`,
    rights: ['reports'],
    query: ExposureParams,
    reply: [ExposureRow],
    example: { query: { group: 'demo\\*' } },
    handle: async ({ caller, query }, context) => {
      const settings = context.settings();
      const covered = { ...coverageOf(caller, query, settings), waits_for: 'surely' } as const;
      const found = await context.query(caller, 'reports.exposure', covered);
      if (!found.ok) return found;
      return ok(exposureRows(found.data.rows, settings));
    },
  }),
];
