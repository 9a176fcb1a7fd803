// Access to reports: which reports a staff user may request, how far back, and over which accounts.

import { DAY_MS } from '../../../engine/calendar/clock.js';
import { serverDay } from '../../../engine/calendar/trading-day.js';
import { hasAnyRight } from '../../../wire/accounts/has-rights.js';
import type { ReportLine } from '../../../wire/accounts/staff.js';
import { ok, refuse } from '../../../wire/base/codes.js';
import { maskFits } from '../../../wire/base/mask.js';
import { dateText, monthsBefore } from '../../../wire/base/time.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import type { AvailableReport } from '../../../wire/rest/settings/report-configs.js';
import { REPORT_MODULES } from '../../../wire/settings/report-modules.js';
import type { ReportConfigRecord } from '../../../wire/settings/reports.js';
import { callerNow, depthOf, powersOf } from '../access/authority.js';
import type { DeskContext, Handlers } from '../state/desk-context.js';
import type { RecordReader } from '../store/record-type.js';
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
  return ok({ viewer: { rights, group_scope }, since: firstDay(context, reports_months) });
};

/** The access of a user to a report. `days` limits the days in the past; 0 = without limit. */
interface ReportAccess {
  readonly can_export: boolean;
  readonly days: number;
}

/** The access that report lines give to a report: any of them opens it, the deepest counts. */
const accessBy = (
  lines: readonly ReportLine[],
  { name }: Pick<ReportConfigRecord, 'name'>,
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

/** A user's access to the report with this name; undefined = no access. */
export const reportAccess = (
  reader: RecordReader,
  { login, rights }: Pick<Caller, 'login' | 'rights'>,
  named: Pick<ReportConfigRecord, 'name'>,
): ReportAccess | undefined => {
  if (rights.includes('config.reports')) return { can_export: true, days: 0 };
  if (!rights.includes('reports')) return undefined;
  const lines = reader.get('staff', String(login))?.record.reports ?? [];
  return accessBy(lines, named, rights.includes('reports.export'));
};

/** The first day that a user may request; null = all days. */
export const oldestDay = (
  context: DeskContext,
  login: number,
  { days }: ReportAccess,
): number | null => {
  const { records, deps, settings } = context;
  const today = serverDay(settings.platform(), deps.now());
  const since = firstDay(context, powersOf(records, login).reports_months);
  const limits = [since, days === 0 ? null : today - days].filter((day) => day !== null);
  return limits.length === 0 ? null : Math.max(...limits);
};

/** The reports that the caller may request, by position and name. */
const availableReports = async (
  context: DeskContext,
  { caller: given }: DeskOps['reports.available']['input'],
): Promise<DeskAnswer<'reports.available'>> => {
  const { records } = context;
  const caller = callerNow(records, given);
  if (!hasAnyRight(caller, ['reports', 'config.reports'])) return refuse('forbidden');
  const found: AvailableReport[] = [];
  for (const held of reachable(records, 'report', caller)) {
    const config = held.record as unknown as ReportConfigRecord;
    const access = reportAccess(records, caller, config);
    const module = REPORT_MODULES.find((one) => one.module === config.module);
    if (!config.enabled || access === undefined || module === undefined) continue;
    const oldest = oldestDay(context, caller.login, access);
    found.push({
      ...(shownOf('report', held, records, caller) as unknown as AvailableReport),
      can_export: access.can_export,
      daily: module.daily,
      description: module.description,
      inputs: module.inputs.filter((one) => one !== 'company' || !config.params.company),
      oldest_from: oldest === null ? null : dateText(oldest * DAY_MS),
    });
  }
  return ok(found);
};

/** The operations that say who reads the journal and reports, and which parts of them. */
export const reportOps = (context: DeskContext) =>
  ({
    'journal.reader': (input) => journalReader(context, input),
    'reports.reader': (input) => reportReader(context, input),
    'reports.available': (input) => availableReports(context, input),
  }) satisfies Partial<Handlers>;
