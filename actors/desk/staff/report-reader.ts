// Report readers: which reports a staff user may request, how far back, and over which accounts.

import { DAY_MS } from '../../../engine/calendar/clock.js';
import { serverDay } from '../../../engine/calendar/trading-day.js';
import type { ReportLine } from '../../../wire/accounts/staff.js';
import { done, refuse } from '../../../wire/base/codes.js';
import { maskFits } from '../../../wire/base/mask.js';
import { dateText, monthsBefore } from '../../../wire/base/time.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import type { AvailableReport } from '../../../wire/rest/settings/report-configs.js';
import { REPORT_MODULES } from '../../../wire/settings/report-modules.js';
import type { ReportConfigRecord } from '../../../wire/settings/reports.js';
import { callerNow, depthOf, powersOf } from '../access/authority.js';
import type { DeskContext, Handlers } from '../state/desk-context.js';
import { reachable, shownOf } from '../types/setting-types.js';
import { journalReader } from './journal-reader.js';

/** The first day of the last so many months; null = all days. */
const firstDay = ({ deps, settings }: DeskContext, months: number): number | null =>
  months === 0 ? null : serverDay(settings.platform(), monthsBefore(deps.now(), months));

/** The rights and scope of a reader of reports as they are now, and how far back reports reach. */
const reportReader = async (
  context: DeskContext,
  { caller: { login } }: DeskOps['reports.reader']['input'],
): Promise<DeskAnswer<'reports.reader'>> => {
  const { reports_months, rights, group_scope } = powersOf(context.records, login);
  return done({ viewer: { rights, group_scope }, since: firstDay(context, reports_months) });
};

/** How far a user may go with a report; `days` that it reaches back, 0 = without limit. */
interface ReportAccess {
  readonly can_export: boolean;
  readonly days: number;
}

/** What report lines give of a report: any of them opens it, the deepest counts. */
const accessBy = (
  lines: readonly ReportLine[],
  { name }: ReportConfigRecord,
  mayExport: boolean,
): ReportAccess | undefined => {
  const opening = lines.filter(({ path, view }) => view && maskFits(path, name));
  if (opening.length === 0) return undefined;
  const depth = Math.max(...opening.map(({ depth_days }) => depthOf(depth_days)));
  return {
    can_export: mayExport && opening.some((line) => line.export),
    days: Number.isFinite(depth) ? depth : 0,
  };
};

/** The reports that the caller may request, by position and name. */
const availableReports = async (
  context: DeskContext,
  { caller: given }: DeskOps['reports.available']['input'],
): Promise<DeskAnswer<'reports.available'>> => {
  const { records, deps, settings } = context;
  const caller = callerNow(records, given);
  const { rights } = caller;
  const configures = rights.includes('config.reports');
  if (!configures && !rights.includes('reports')) return refuse('forbidden');
  const lines = records.get('staff', String(caller.login))?.record.reports ?? [];
  const today = serverDay(settings.platform(), deps.now());
  const { reports_months } = powersOf(records, caller.login);
  const since = firstDay(context, reports_months);
  const found: AvailableReport[] = [];
  for (const held of reachable(records, 'report', caller)) {
    const config = held.record as unknown as ReportConfigRecord;
    const access = configures
      ? { can_export: true, days: 0 }
      : accessBy(lines, config, rights.includes('reports.export'));
    const module = REPORT_MODULES.find((one) => one.module === config.module);
    if (!config.enabled || access === undefined || module === undefined) continue;
    const limits = [since, access.days === 0 ? null : today - access.days];
    const oldest = limits.filter((day) => day !== null);
    found.push({
      ...(shownOf('report', held, records, caller) as unknown as AvailableReport),
      can_export: access.can_export,
      daily: module.daily,
      description: module.description,
      inputs: module.inputs.filter((one) => one !== 'company' || !config.params.company),
      oldest_from: oldest.length === 0 ? null : dateText(Math.max(...oldest) * DAY_MS),
    });
  }
  return done(found);
};

/** Who reads the journal and reports, and what of them. */
export const reportOps = (context: DeskContext) =>
  ({
    'journal.reader': (input) => journalReader(context, input),
    'reports.reader': (input) => reportReader(context, input),
    'reports.available': (input) => availableReports(context, input),
  }) satisfies Partial<Handlers>;
