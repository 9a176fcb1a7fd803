// Report readers: how far back the reports of a staff user reach, and over which accounts.

import { serverDay } from '../../../engine/calendar/trading-day.js';
import { done } from '../../../wire/base/codes.js';
import { monthsBefore } from '../../../wire/base/time.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import { powersOf } from '../access/authority.js';
import type { DeskContext } from '../state/desk-context.js';

/** The first day that the reports of a staff user show; null = all. */
const firstDay = ({ deps, settings }: DeskContext, months: number): number | null => {
  if (months === 0) return null;
  const clock = settings.platform();
  return serverDay(clock, monthsBefore(deps.now(), months));
};

/** The rights and scope of a reader of reports as they are now, and how far back reports reach. */
export const reportReader = async (
  context: DeskContext,
  { caller: { login } }: DeskOps['reports.reader']['input'],
): Promise<DeskAnswer<'reports.reader'>> => {
  const { reports_months, rights, group_scope } = powersOf(context.records, login);
  return done({ viewer: { rights, group_scope }, since: firstDay(context, reports_months) });
};
