// Requests for reports: checks what is asked for, and who may read a job.

import { DAY_MS, toUtc } from '../../../engine/calendar/clock.js';
import { serverDay } from '../../../engine/calendar/trading-day.js';
import { isStaffGroup } from '../../../wire/accounts/group-kinds.js';
import { hasRights } from '../../../wire/accounts/has-rights.js';
import { seesAll, type Viewer, viewOf } from '../../../wire/accounts/scope.js';
import { type Outcome, ok, refuse } from '../../../wire/base/codes.js';
import { foldedName } from '../../../wire/base/folded-name.js';
import { listFits, maskListOf } from '../../../wire/base/mask.js';
import { dateText, isDate } from '../../../wire/base/time.js';
import type { Caller } from '../../../wire/desk/caller.js';
import {
  JOB_LIMITS,
  type ReportJobCreate,
  type ReportJobParams,
  type ReportJobRecord,
  type ReportPeriod,
} from '../../../wire/rest/trading/report-jobs.js';
import {
  type ReportDeclaration,
  type ReportInput,
  reportModule,
} from '../../../wire/settings/report-modules.js';
import type { ReportConfigRecord } from '../../../wire/settings/reports.js';
import { mapInSlices } from '../../shared/time-slices.js';
import type { DeskContext } from '../state/desk-context.js';
import type { RecordReader } from '../store/record-type.js';
import { masksFault } from '../types/rules/amount-rules.js';
import { oldestDay, reportAccess } from './report-access.js';

type Invalid = 'invalid_input' | 'not_found' | 'forbidden';

/** A request for a report that can be granted. */
interface JobRequest {
  readonly params: ReportJobParams;
  readonly period: ReportPeriod | null;
}

const wrong = (name: string, text: string) => refuse('invalid_input', `${name}: ${text}`);

const INPUTS: readonly ReportInput[] = ['groups', 'company', 'login', 'logins', 'from', 'to'];

/** The day of a date, as days since 1970. */
const dayOf = (name: 'from' | 'to', date: string | undefined): Outcome<number, 'invalid_input'> => {
  if (date === undefined) return wrong(name, 'required');
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return isDate(year, month, day)
    ? ok(Date.parse(date) / DAY_MS)
    : wrong(name, 'no date of the calendar');
};

/** The period that is asked for, which must not begin before the first day open to the caller. */
const periodOf = (
  { settings, deps }: DeskContext,
  { from, to }: Pick<ReportJobCreate, 'from' | 'to'>,
  oldest: number | null,
): Outcome<ReportPeriod, 'invalid_input'> => {
  const [first, last] = [dayOf('from', from), dayOf('to', to)];
  if (!first.ok) return first;
  if (!last.ok) return last;
  const days = last.data - first.data + 1;
  if (days < 1) return wrong('to', 'must not be before from');
  if (days > JOB_LIMITS.days) {
    return wrong('to', `the period has ${days} days, of at most ${JOB_LIMITS.days}`);
  }
  if (oldest !== null && first.data < oldest) {
    return wrong('from', `the report goes back to ${dateText(oldest * DAY_MS)} for you`);
  }
  const clock = settings.platform();
  return ok({
    from: toUtc(clock, first.data * DAY_MS),
    to: toUtc(clock, (last.data + 1) * DAY_MS),
    first_day: first.data,
    last_day: Math.min(last.data, serverDay(clock, deps.now()) + 1),
  });
};

/** The masks of groups that a report is about; none = all groups. */
const groupsOf = (
  { groups }: Pick<ReportJobCreate, 'groups'>,
  config: ReportConfigRecord['params'],
): Outcome<readonly string[], 'invalid_input'> => {
  const given = groups ?? (config.groups ? config.groups.split(',') : []);
  const masks = given.map((mask) => mask.trim());
  const fault = masks.length === 0 ? undefined : masksFault('groups', masks.join(','));
  if (fault === undefined) return ok(masks);
  return refuse('invalid_input', groups === undefined ? `${fault} (of the configuration)` : fault);
};

const companyOf = (
  { company = '' }: Pick<ReportJobCreate, 'company'>,
  config: ReportConfigRecord['params'],
): Outcome<string, 'invalid_input'> => {
  const fixed = config.company ?? '';
  if (fixed === '' || company === '') return ok(fixed || company);
  return foldedName(fixed) === foldedName(company)
    ? ok(fixed)
    : wrong('company', `the report is about ${fixed} alone`);
};

/** The parts of a profile that decide which accounts its holder sees. */
export const viewerOf = ({ rights, group_scope }: Viewer): Viewer => ({
  rights: rights.filter((right) => right === 'config.staff' || right === 'accounts.hidden'),
  group_scope,
});

/** The accounts among these that the viewer sees. */
const seenOf = (
  { records }: DeskContext,
  viewer: Viewer,
  logins: readonly number[],
): ReadonlySet<number> => {
  if (logins.length === 0) return new Set();
  const accounts = records.groupedAccounts(logins);
  const sees = viewOf(viewer);
  const seen = logins.filter((login) => {
    const account = accounts.get(login);
    return account !== undefined && sees(account.group, account.hidden);
  });
  return new Set(seen);
};

/** The first of these accounts that the viewer does not see; undefined = all are seen. */
const unseenOf = (
  context: DeskContext,
  viewer: Viewer,
  logins: readonly number[],
): number | undefined => {
  const seen = seenOf(context, viewer, logins);
  return logins.find((login) => !seen.has(login));
};

/** The logins of a job, in order. */
export const loginsOfJob = ({ login, logins }: ReportJobParams): readonly number[] =>
  [...new Set([...(login === null ? [] : [login]), ...logins])].sort((a, b) => a - b);

/** The groups of a job as a list of masks; empty = all. */
export const masksOfJob = ({ groups }: ReportJobParams): string => groups.join(',');

/** The requester of a report, with the rights that the login holds now. */
type Requester = Viewer & Pick<Caller, 'login'>;

/** Checks what a login requests of a configuration. */
export const jobRequest = (
  context: DeskContext,
  reader: RecordReader,
  caller: Requester,
  config: Pick<ReportConfigRecord, 'name' | 'module' | 'params'>,
  body: Omit<ReportJobCreate, 'config_id'>,
): Outcome<JobRequest, Invalid> => {
  const access = reportAccess(reader, caller, config);
  const module = reportModule(config.module);
  if (access === undefined || module === undefined) return refuse('not_found');
  if (body.format === 'csv' && !access.can_export) {
    return refuse('forbidden', 'format: you may not take this report away as a file');
  }
  const strange = INPUTS.find((name) => body[name] !== undefined && !module.inputs.includes(name));
  if (strange !== undefined) return wrong(strange, `the report ${config.name} has no such input`);
  const groups = groupsOf(body, config.params);
  if (!groups.ok) return groups;
  const company = companyOf(body, config.params);
  if (!company.ok) return company;
  const oldest = oldestDay(context, caller.login, access);
  const period = module.inputs.includes('from') ? periodOf(context, body, oldest) : ok(null);
  if (!period.ok) return period;
  const known = module.params.map(({ name }) => name);
  const named = Object.entries(config.params).filter(([name]) => known.includes(name));
  const params: ReportJobParams = {
    config: Object.fromEntries(named),
    from: body.from ?? null,
    to: body.to ?? null,
    groups: [...groups.data],
    company: company.data,
    in_reach: !seesAll(caller),
    login: body.login ?? null,
    logins: body.logins ?? [],
    server: 'trade',
  };
  const unseen = unseenOf(context, caller, loginsOfJob(params));
  if (unseen !== undefined) {
    return refuse('not_found', `There is no account ${unseen} that you see.`);
  }
  return ok({ params, period: period.data });
};

/** Do the rows of a module have the groups that accounts had then? */
const hasGroupsOfThen = ({ source }: ReportDeclaration): boolean =>
  source === 'dailies' || source === 'closed';

/**
 * Does a caller, with the rights held now, see all accounts that a job may be about? Its requester
 * may have seen more when it ran.
 */
export const coversJob = (
  context: DeskContext,
  caller: Caller,
  { params, viewer, module: name }: ReportJobRecord,
): boolean => {
  const logins = loginsOfJob(params);
  if (logins.length > 0) return unseenOf(context, caller, logins) === undefined;
  if (viewer === null) return true;
  const hidden = viewer.rights.includes('accounts.hidden');
  if (hidden && !hasRights(caller, ['accounts.hidden'])) return false;
  if (seesAll(viewer) && !seesAll(caller)) return false;
  const module = reportModule(name);
  const byNow = params.groups.length > 0 && module !== undefined && !hasGroupsOfThen(module);
  const masks = byNow ? maskListOf(masksOfJob(params)) : undefined;
  const [seen, sees] = [viewOf(viewer), viewOf(caller)];
  for (const { key } of context.records.all('group')) {
    const isAsked = masks === undefined || listFits(masks, key);
    if (isAsked && !isStaffGroup(key) && seen(key, false) && !sees(key, false)) return false;
  }
  return true;
};

/**
 * Jobs as a caller may list them: jobs of others name only accounts that the caller sees. A page
 * may name 200,000 accounts, so the jobs are looked at in slices.
 */
export const listedJobs = (
  context: DeskContext,
  caller: Caller,
  jobs: readonly ReportJobRecord[],
): Promise<readonly ReportJobRecord[]> =>
  mapInSlices(jobs, (job) => {
    if (job.requested_by === caller.login) return job;
    const { login, logins } = job.params;
    const seen = seenOf(context, caller, loginsOfJob(job.params));
    const shown = {
      login: login !== null && seen.has(login) ? login : null,
      logins: logins.filter((one) => seen.has(one)),
    };
    return { ...job, params: { ...job.params, ...shown } };
  });
