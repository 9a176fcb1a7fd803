// Report jobs: their queue, which is shared out by login, and what staff do with them.

import { hasAnyRight } from '../../../wire/accounts/has-rights.js';
import { seesAll } from '../../../wire/accounts/scope.js';
import { type Outcome, ok, refuse, unwrap } from '../../../wire/base/codes.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import {
  JOB_LIMITS,
  JOB_STEPS,
  type JobStep,
  type MadeReport,
  type ReportJob,
  type ReportJobRecord,
  type ReportTask,
} from '../../../wire/rest/trading/report-jobs.js';
import { reportModule } from '../../../wire/settings/report-modules.js';
import type { RunningReport } from '../../readers/reports.js';
import { callerNow, powersOf } from '../access/authority.js';
import type { DeskContext, Handlers } from '../state/desk-context.js';
import { SERVER, whoOf } from '../state/writer.js';
import { REPORT_JOBS_LOCK } from '../store/record-locks.js';
import type { RecordReader } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';
import { reportAccess, reportOps } from './report-access.js';
import {
  coversJob,
  jobRequest,
  listedJobs,
  loginsOfJob,
  masksOfJob,
  viewerOf,
} from './report-requests.js';
import { dueToExpire, dueToGo } from './report-retention.js';

const LOCKS = [REPORT_JOBS_LOCK];
/** A period is read so long after its end, in ms, when all its events are on disk. */
const SETTLE_MS = 5_000;
/** How often the rows of a running job are sent, in ms. */
const PROGRESS_MS = 5_000;

const OPEN: readonly ReportJobRecord['state'][] = ['queued', 'running'];
const isOpen = ({ state }: ReportJobRecord): boolean => OPEN.includes(state);

const jobsOf = (reader: RecordReader): ReportJobRecord[] =>
  Array.from(reader.all('report_job'), ({ record }) => record);
const jobAt = (reader: RecordReader, id: number): ReportJobRecord | undefined =>
  reader.get('report_job', String(id))?.record;

const shownJob = ({ period: _, viewer: __, ...job }: ReportJobRecord): ReportJob => job;

/** Takes a step of a job, where its state allows that. */
const take = (
  tx: Transaction,
  job: ReportJobRecord,
  step: JobStep,
  fields: Partial<ReportJobRecord> = {},
): Outcome<ReportJobRecord> => {
  const { from, to: state } = JOB_STEPS[step];
  if (!(from as readonly string[]).includes(job.state)) {
    return refuse('conflict', `The job is ${job.state}.`);
  }
  const ends = state !== 'queued' && state !== 'running' && state !== 'expired';
  const at = ends ? { finished_at: new Date(tx.now).toISOString() } : {};
  return tx.patch('report_job', String(job.id), { ...at, ...fields, state });
};

/** Why there is no room for another job of a login; undefined = there is. */
const crowdedFor = (reader: RecordReader, login: number) => {
  const open = jobsOf(reader).filter(isOpen);
  const own = open.filter(({ requested_by }) => requested_by === login).length;
  const { queued, queuedOfLogin } = JOB_LIMITS;
  if (own >= queuedOfLogin) {
    return refuse('auth.too_many_attempts', `You have ${own} jobs, of at most ${queuedOfLogin}.`);
  }
  return open.length >= queued
    ? refuse('auth.too_many_attempts', `${open.length} jobs wait, of at most ${queued}.`)
    : undefined;
};

/** Makes reports one after the other, in turns of those who wait for them. */
export class ReportJobs {
  /** When each login had its last turn, as a number that rises. */
  readonly #served = new Map<number, number>();
  #turns = 0;
  #running: { readonly id: number; readonly run: RunningReport } | undefined;
  #working: Promise<void> | undefined;
  #expiring: Promise<void> | undefined;
  #state: 'new' | 'started' | 'stopped' = 'new';

  constructor(private readonly context: DeskContext) {}

  get waiting(): number {
    return jobsOf(this.context.records).filter(isOpen).length;
  }

  /** Begins: a job that ran when the server ended is tried again, or has failed. */
  async start(): Promise<void> {
    const { deps, records } = this.context;
    await this.#decide((tx) => {
      for (const job of jobsOf(tx)) {
        if (job.state === 'running') this.#lost(tx, job);
        if (job.state === 'done' && !deps.reports.hasResult(job.id))
          unwrap(take(tx, job, 'expire'));
      }
    });
    deps.reports.sweep((id) => jobAt(records, id)?.state === 'done');
    if (this.#state === 'new') this.#state = 'started';
    this.look();
  }

  /** Runs the jobs that wait, and removes results whose time is over. */
  look(): void {
    if (this.#state !== 'started') return;
    const { deps, records } = this.context;
    if (dueToExpire(jobsOf(records), deps.now()).length > 0) {
      this.#expiring ??= this.#guarded(this.#expire()).finally(() => {
        this.#expiring = undefined;
      });
    }
    if (this.#next() === undefined) return;
    this.#working ??= this.#guarded(this.#work()).finally(() => {
      this.#working = undefined;
    });
  }

  /** Resolves when no job runs; for the end of the server, after which the job begins again. */
  async stop(): Promise<void> {
    this.#state = 'stopped';
    this.#running?.run.cancel();
    await Promise.all([this.#working, this.#expiring]);
  }

  /** A job that runs is not wanted any more. */
  cancel(id: number): void {
    if (this.#running?.id === id) this.#running.run.cancel();
  }

  /** The result of a job is not wanted, or was found missing. */
  drop(id: number): void {
    this.context.deps.reports.drop(id);
  }

  async #guarded(work: Promise<void>): Promise<void> {
    await work.catch((error: Error) => this.context.deps.failed('report jobs failed', error));
  }

  #decide(decision: (tx: Transaction) => void): Promise<void> {
    const { deps, writer } = this.context;
    return deps.decide(async () => {
      const decided = await writer.change(LOCKS, SERVER, (tx) => {
        decision(tx);
        return ok(null);
      });
      unwrap(decided);
    });
  }

  async #expire(): Promise<void> {
    const { deps } = this.context;
    const expired: number[] = [];
    await this.#decide((tx) => {
      for (const job of dueToExpire(jobsOf(tx), tx.now)) {
        unwrap(take(tx, job, 'expire'));
        expired.push(job.id);
      }
    });
    for (const id of expired) deps.reports.drop(id);
  }

  /** The job that is next: the oldest of the login whose last turn is longest ago. */
  #next(): ReportJobRecord | undefined {
    const { records, deps } = this.context;
    const now = deps.now();
    let next: ReportJobRecord | undefined;
    const turnOf = (job: ReportJobRecord): number => this.#served.get(job.requested_by) ?? 0;
    for (const job of jobsOf(records)) {
      if (job.state !== 'queued') continue;
      const end = job.period?.to ?? 0;
      if (end <= now && end > now - SETTLE_MS) continue;
      const isEarlier =
        next === undefined ||
        turnOf(job) < turnOf(next) ||
        (turnOf(job) === turnOf(next) && job.id < next.id);
      if (isEarlier) next = job;
    }
    return next;
  }

  async #work(): Promise<void> {
    const { deps } = this.context;
    for (;;) {
      const job = this.#next();
      // Once no job waits, the earlier turns of logins count no more.
      if (job === undefined) return this.#served.clear();
      if (this.#state !== 'started' || !(await deps.caughtUp())) return;
      this.#turns += 1;
      this.#served.set(job.requested_by, this.#turns);
      const task = await this.#begin(job.id);
      if (task !== undefined) await this.#run(task);
    }
  }

  /** Begins a job with what its requester sees now; undefined = it does not run. */
  async #begin(id: number): Promise<ReportTask | undefined> {
    let task: ReportTask | undefined;
    await this.#decide((tx) => {
      task = undefined;
      const job = jobAt(tx, id);
      if (job?.state !== 'queued') return;
      const powers = powersOf(tx, job.requested_by);
      const module = reportModule(job.module);
      if (module === undefined || !hasAnyRight(powers, ['reports', 'config.reports'])) {
        unwrap(take(tx, job, 'fail', { error: 'the requester may not run reports any more' }));
        return;
      }
      const viewer = viewerOf(powers);
      const params = { ...job.params, in_reach: !seesAll(viewer) };
      const attempts = job.attempts + 1;
      unwrap(take(tx, job, 'start', { viewer, params, attempts, rows: 0, error: '' }));
      task = {
        ...{ id, module: job.module, title: module.title, viewer },
        period: job.period ?? { from: 0, to: 0, first_day: 0, last_day: 0 },
        groups: masksOfJob(params),
        company: params.company,
        logins: loginsOfJob(params),
      };
    });
    return task;
  }

  async #run(task: ReportTask): Promise<void> {
    const run = this.context.deps.reports.run(task);
    this.#running = { id: task.id, run };
    // A cancellation that came between the start and the run.
    if (jobAt(this.context.records, task.id)?.state !== 'running') run.cancel();
    let isLate = false;
    const limit = setTimeout(() => {
      isLate = true;
      run.cancel();
    }, JOB_LIMITS.runMs);
    const progress = setInterval(
      () => void this.#guarded(this.#writeProgress(task.id, run)),
      PROGRESS_MS,
    );
    limit.unref();
    progress.unref();
    const made = await run.result;
    clearTimeout(limit);
    clearInterval(progress);
    this.#running = undefined;
    const late = { error: `it took longer than ${JOB_LIMITS.runMs / 1000} s; narrow the report` };
    await this.#end(task.id, isLate && made !== null ? late : made);
  }

  /** Shows how far a running job is. */
  async #writeProgress(id: number, run: RunningReport): Promise<void> {
    if (this.#running?.run !== run) return;
    await this.#decide((tx) => {
      if (jobAt(tx, id)?.state === 'running') {
        unwrap(tx.patch('report_job', String(id), { rows: run.rows() }));
      }
    });
  }

  async #end(id: number, result: MadeReport | null): Promise<void> {
    let isKept = false;
    await this.#decide((tx) => {
      isKept = false;
      const job = jobAt(tx, id);
      if (job?.state !== 'running') return;
      if (result !== null && 'rows' in result) {
        unwrap(take(tx, job, 'finish', result));
        isKept = true;
      } else if (this.#state === 'stopped') {
        unwrap(take(tx, job, 'lose', { attempts: job.attempts - 1 }));
      } else if (result === null) this.#lost(tx, job);
      else unwrap(take(tx, job, 'fail', { error: result.error }));
    });
    if (!isKept) this.drop(id);
  }

  /** The thread of a job has ended: it is tried again, or has failed. */
  #lost(tx: Transaction, job: ReportJobRecord): void {
    const error = `it was interrupted ${job.attempts} times`;
    unwrap(
      job.attempts < JOB_LIMITS.tries ? take(tx, job, 'lose') : take(tx, job, 'fail', { error }),
    );
  }
}

/**
 * A job that the caller may read and act on: the own one, or any for maintainers of configurations,
 * as long as the caller sees all accounts of the job; else `not_found`.
 */
const knownJob = (
  context: DeskContext,
  reader: RecordReader,
  caller: Caller,
  id: number,
): Outcome<ReportJobRecord> => {
  const { login, rights } = caller;
  if (!hasAnyRight({ rights }, ['reports', 'config.reports'])) return refuse('forbidden');
  const job = jobAt(reader, id);
  const isKnown = job?.requested_by === login || rights.includes('config.reports');
  if (job === undefined || !isKnown) return refuse('not_found');
  return coversJob(context, caller, job) ? ok(job) : refuse('not_found');
};

/** Removes the oldest finished jobs of a login beyond those that are kept, with their results. */
const makeRoom = (tx: Transaction, jobs: ReportJobs, login: number): void => {
  const own = jobsOf(tx).filter((job) => job.requested_by === login && !isOpen(job));
  for (const { id } of dueToGo(own)) {
    unwrap(tx.remove('report_job', String(id)));
    tx.whenWritten(() => jobs.drop(id));
  }
};

const create = async (
  context: DeskContext,
  jobs: ReportJobs,
  { caller: given, body: { config_id, ...body } }: DeskOps['reports.jobs.create']['input'],
): Promise<DeskAnswer<'reports.jobs.create'>> => {
  const created = await context.writer.change(LOCKS, whoOf(given), (tx) => {
    const caller = callerNow(tx, given);
    if (!hasAnyRight(caller, ['reports', 'config.reports'])) return refuse('forbidden');
    const config = tx.get('report', String(config_id))?.record;
    if (config?.enabled !== true) {
      return refuse('not_found', `There is no report ${config_id} that you may run.`);
    }
    const asked = jobRequest(context, tx, caller, config, body);
    if (!asked.ok) return asked;
    const crowded = crowdedFor(tx, caller.login);
    if (crowded !== undefined) return crowded;
    makeRoom(tx, jobs, caller.login);
    const { name, module } = config;
    const job = tx.create('report_job', {
      ...{ config_id, module, name, format: body.format ?? 'table', ...asked.data },
      ...{ requested_by: caller.login, state: 'queued', attempts: 0, rows: 0, error: '' },
      ...{ bytes: 0, sha256: '', finished_at: null, viewer: null },
      created_at: new Date(tx.now).toISOString(),
    } as Partial<ReportJobRecord>);
    if (job.ok) tx.note('system', caller.login, `report job ${job.data.id} of ${name} requested`);
    return job;
  });
  if (!created.ok) return created;
  jobs.look();
  return ok(shownJob(created.data));
};

const list = async (
  context: DeskContext,
  { caller: given, all, page, limit }: DeskOps['reports.jobs.list']['input'],
): Promise<DeskAnswer<'reports.jobs.list'>> => {
  const caller = callerNow(context.records, given);
  const { rights, login } = caller;
  const needed = all ? (['config.reports'] as const) : (['reports', 'config.reports'] as const);
  if (!hasAnyRight({ rights }, needed)) return refuse('forbidden');
  const found = jobsOf(context.records).filter((job) => all || job.requested_by === login);
  found.sort((a, b) => b.id - a.id);
  const items = await listedJobs(context, caller, found.slice((page - 1) * limit, page * limit));
  return ok({ items: items.map(shownJob), page, total: found.length });
};

const read = async (
  context: DeskContext,
  jobs: ReportJobs,
  { caller: given, id, exports }: DeskOps['reports.jobs.read']['input'],
): Promise<DeskAnswer<'reports.jobs.read'>> => {
  const { records, deps, writer } = context;
  const caller = callerNow(records, given);
  const known = knownJob(context, records, caller, id);
  if (!known.ok) return known;
  if (exports && reportAccess(records, caller, known.data)?.can_export !== true) {
    return refuse('forbidden', 'You may not take this report away as a file.');
  }
  if (known.data.state !== 'done' || deps.reports.hasResult(id)) return ok(shownJob(known.data));
  const expired = await writer.change(LOCKS, SERVER, (tx) => {
    const job = jobAt(tx, id);
    return job === undefined ? refuse('not_found') : take(tx, job, 'expire');
  });
  jobs.drop(id);
  return expired.ok ? ok(shownJob(expired.data)) : expired;
};

/** Queues a job again, if its requester may still have it and there is room. */
const retry = (
  context: DeskContext,
  tx: Transaction,
  job: ReportJobRecord,
): Outcome<ReportJobRecord> => {
  const { name, module, requested_by, params, format } = job;
  const { rights, group_scope } = powersOf(tx, requested_by);
  const requester = { login: requested_by, rights, group_scope };
  const { from, to, groups, login, logins, company } = params;
  const config = { name, module, params: params.config };
  const asked = jobRequest(context, tx, requester, config, {
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(groups.length > 0 && { groups: [...groups] }),
    ...(login !== null && { login }),
    ...(logins.length > 0 && { logins: [...logins] }),
    ...(company !== '' && { company }),
    format,
  });
  if (!asked.ok) return asked;
  const fresh = { attempts: 0, rows: 0, error: '', finished_at: null, bytes: 0, viewer: null };
  return crowdedFor(tx, requested_by) ?? take(tx, job, 'retry', fresh);
};

const act = async (
  context: DeskContext,
  jobs: ReportJobs,
  { caller: given, id, act: what }: DeskOps['reports.jobs.act']['input'],
): Promise<DeskAnswer<'reports.jobs.act'>> => {
  const acted = await context.writer.change<ReportJobRecord | null>(LOCKS, whoOf(given), (tx) => {
    const known = knownJob(context, tx, callerNow(tx, given), id);
    if (!known.ok) return known;
    const job = known.data;
    tx.note('system', job.requested_by, `report job ${id} of ${job.name}: ${what}`);
    if (what === 'cancel') {
      tx.whenWritten(() => jobs.cancel(id));
      return take(tx, job, 'cancel');
    }
    if (what === 'retry') return retry(context, tx, job);
    if (isOpen(job)) return refuse('conflict', `The job is ${job.state}; cancel it first.`);
    tx.whenWritten(() => jobs.drop(id));
    return tx.remove('report_job', String(id));
  });
  if (!acted.ok) return acted;
  jobs.look();
  return ok(acted.data && shownJob(acted.data));
};

/** The operations of reports, and of their jobs. */
export const reportJobOps = (context: DeskContext, jobs: ReportJobs) =>
  ({
    ...reportOps(context),
    'reports.jobs.create': (input) => create(context, jobs, input),
    'reports.jobs.list': (input) => list(context, input),
    'reports.jobs.read': (input) => read(context, jobs, input),
    'reports.jobs.act': (input) => act(context, jobs, input),
  }) satisfies Partial<Handlers>;
