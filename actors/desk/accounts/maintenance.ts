// Maintenance: the weekly run that disables and archives expired demo accounts.

import { isDeepStrictEqual } from 'node:util';
import { weeklyBefore } from '../../../engine/engine.js';
import type { AccountRecord } from '../../../wire/accounts/account.js';
import { isDemoGroup } from '../../../wire/accounts/group-kinds.js';
import { stepFields } from '../../../wire/accounts/states.js';
import { ok, unwrap } from '../../../wire/base/codes.js';
import type {
  MaintenanceRecord,
  MaintenanceRunRecord,
} from '../../../wire/desk/server-operations.js';
import type {
  MaintenanceRuns,
  ServerMaintenance,
} from '../../../wire/rest/settings/server-views.js';
import { isArchived } from '../../../wire/settings/switches.js';
import type { DeskContext, Handlers } from '../state/desk-context.js';
import { isBusy } from '../state/held-account.js';
import { noteServer } from '../state/server-notes.js';
import { SERVER } from '../state/writer.js';
import { loginLock, SETTINGS_LOCK } from '../store/record-locks.js';
import type { RecordReader } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';
import { olderServerFields } from '../types/platform.js';
import { demoEndOf, lastConnection, tradeSettings } from '../types/servers.js';

/** Number of accounts that are read at a time. */
const BATCH_ROWS = 500;

/** Number of past runs that are kept: of two years. */
const RUNS_KEPT = 104;

const KEY = 'trade';
const SUNDAY = 0;
const UNFINISHED = 'the next run began before it had ended';
/** Minutes after `optimization_time` at which maintenance starts. */
const DELAY_MIN = 10;
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** The state before the first run. */
const NEVER: MaintenanceRecord = {
  server: KEY,
  effective_at: new Date(0).toISOString(),
  config_version: 0,
  status: 'idle',
  scheduled_at: null,
  started_at: null,
  finished_at: null,
  cursor: 0,
  expired: 0,
  skipped_busy: 0,
  error: '',
};

const iso = (time: number): string => new Date(time).toISOString();
const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`);

/** Runs the maintenance of demo accounts (trading-rules §5.5), one small step at a time. */
export class Maintenance {
  /** Logins that were read but not processed, all above the cursor. */
  #batch: number[] = [];

  constructor(private readonly context: DeskContext) {
    context.writer.follow('logical_server', (tx, now) => this.#followSettings(tx, now));
  }

  /** The settings' time, and the progress of the newest run. */
  state(reader: RecordReader = this.context.records): MaintenanceRecord {
    return reader.get('maintenance', KEY)?.record ?? NEVER;
  }

  /**
   * Executes the next step of a due run: starts it, examines accounts, archives one account, or
   * ends it. False when there is nothing to do now. After a restart this week's run continues; runs
   * of earlier weeks are skipped.
   */
  async step(): Promise<boolean> {
    const state = this.state();
    const slot = this.#slot();
    if (slot === undefined) {
      return state.status === 'running' ? this.#end('stopped', 'switched off or set again') : false;
    }
    if (state.scheduled_at !== iso(slot)) return this.#begin(slot);
    if (state.status !== 'running') return false;
    if (this.#batch.length === 0) {
      this.#batch = this.context.records.numbers('account', state.cursor, BATCH_ROWS);
    }
    if (this.#batch.length === 0) {
      const { expired, skipped_busy } = state;
      return this.#end('done', `${expired} archived, ${skipped_busy} left because they are busy`);
    }
    return this.#scan(slot);
  }

  /** The plan, or the newest run. */
  view(): ServerMaintenance {
    const { status, ...state } = this.state();
    const now = this.context.deps.now();
    const next = this.#planned(now + WEEK_MS);
    const { config_version, scheduled_at, started_at, finished_at } = state;
    const { expired, skipped_busy, error } = state;
    const shown = { config_version, started_at, finished_at, expired, skipped_busy, error };
    if (status !== 'idle') {
      return { ...shown, scheduled_at, status: status === 'stopped' ? 'done' : status };
    }
    const planned = next === undefined ? null : iso(next);
    return { ...shown, scheduled_at: planned, status: planned === null ? 'none' : 'scheduled' };
  }

  /** A page of past runs, the newest first. */
  runs(page: number, limit: number): MaintenanceRuns {
    const all = Array.from(this.context.records.all('maintenance_run'), ({ record }) => record);
    all.sort((a, b) => b.id - a.id);
    const first = (page - 1) * limit;
    const items = all.slice(first, first + limit).map(({ id: _, ...run }) => run);
    return { items, page, total: all.length };
  }

  /** The newest planned time before another; undefined = none is planned. */
  #planned(before: number): number | undefined {
    const { records, settings } = this.context;
    const time = tradeSettings(records).optimization_time;
    if (time === '' || time === null) return undefined;
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    const minute = hours * 60 + minutes + DELAY_MIN;
    return weeklyBefore(settings.platform(), SUNDAY, minute, before);
  }

  /** The newest run that the present settings plan; undefined = none. */
  #slot(): number | undefined {
    const slot = this.#planned(this.context.deps.now()) ?? 0;
    return slot > Date.parse(this.state().effective_at) ? slot : undefined;
  }

  /** Keeps a run that is over, and drops the oldest of too many. */
  #keep(tx: Transaction, run: MaintenanceRecord, status: MaintenanceRunRecord['status']): void {
    const { server: _, effective_at: __, cursor: ___, ...kept } = run;
    let id = 1;
    for (const { record } of tx.all('maintenance_run')) id = Math.max(id, record.id + 1);
    unwrap(tx.create('maintenance_run', { ...kept, id, status }));
    const oldest = String(id - RUNS_KEPT);
    if (tx.get('maintenance_run', oldest) !== undefined)
      unwrap(tx.remove('maintenance_run', oldest));
  }

  /** Applies a change of the maintenance settings from its own event on. */
  #followSettings(tx: Transaction, now: number): void {
    const { records } = this.context;
    const before = { ...tradeSettings(records), ...olderServerFields(records).trade };
    if (isDeepStrictEqual(tradeSettings(tx), before)) return;
    const config_version = records.configVersion + 1;
    unwrap(tx.put('maintenance', { ...this.state(tx), effective_at: iso(now), config_version }));
  }

  async #begin(slot: number): Promise<true> {
    this.#batch = [];
    await this.#write((tx, now) => {
      const before = this.state(tx);
      const { effective_at, config_version } = before;
      if (before.status === 'running') this.#keep(tx, { ...before, error: UNFINISHED }, 'failed');
      noteServer(tx, 'system', 'maintenance of demo accounts began');
      return {
        ...NEVER,
        effective_at,
        config_version,
        status: 'running',
        scheduled_at: iso(slot),
        started_at: iso(now),
      };
    });
    return true;
  }

  async #end(status: 'done' | 'stopped', how: string): Promise<false> {
    this.#batch = [];
    await this.#write((tx, now) => {
      noteServer(tx, 'system', `maintenance of demo accounts ended: ${how}`);
      const error = status === 'stopped' ? how : '';
      const ended = { ...this.state(tx), status, finished_at: iso(now), error };
      this.#keep(tx, ended, 'done');
      return ended;
    });
    return false;
  }

  /** Examines the accounts of the batch, up to the first one to archive. */
  async #scan(slot: number): Promise<boolean> {
    let cursor = 0;
    for (let login = this.#batch.shift(); login !== undefined; login = this.#batch.shift()) {
      cursor = login;
      if (this.#overdue(this.context.records, login, slot) !== undefined) {
        return this.#retire(login, slot);
      }
    }
    await this.#write((tx) => ({ ...this.state(tx), cursor, error: '' }));
    return true;
  }

  /** The reason why a demo account has expired at a time, in words; undefined = it has not. */
  #overdue(reader: RecordReader, login: number, at: number): string | undefined {
    const account = reader.get('account', String(login))?.record;
    if (account === undefined || !isDemoGroup(account.group) || isArchived(account)) {
      return undefined;
    }
    const { demo } = tradeSettings(reader);
    if (demo !== null && demoEndOf(reader, account) <= at) {
      const from = demo.mode === 1 ? 'last connection' : 'opening';
      return `${days(demo.period_days)} after its ${from}`;
    }
    const seen = lastConnection(reader, account);
    const idle = reader.get('group', account.group)?.record.demo_inactivity_days ?? 0;
    return idle > 0 && seen + idle * DAY_MS <= at ? `idle for ${days(idle)}` : undefined;
  }

  /**
   * Archives an account unless it is busy. Its requests are held from the check of its holdings
   * until its shard knows that it is disabled, so that no trade starts in between.
   */
  async #retire(login: number, slot: number): Promise<boolean> {
    const held = await this.context.deps.hold(login);
    if (held === undefined) return this.#wait(login);
    try {
      const locks = [loginLock(login)];
      await this.#write(
        (tx, now) => {
          const state = { ...this.state(tx), cursor: login, error: '' };
          const why = this.#overdue(tx, login, slot);
          if (why === undefined) return state;
          if (isBusy(held)) return { ...state, skipped_busy: state.skipped_busy + 1 };
          this.#archive(tx, login, why, now);
          return { ...state, expired: state.expired + 1 };
        },
        locks,
        'archived',
      );
    } finally {
      held.release();
    }
    return true;
  }

  /** The account's shard does not answer: it is asked again at the next step, after a pause. */
  async #wait(login: number): Promise<false> {
    this.#batch.unshift(login);
    const error = `account ${login} does not answer`;
    if (this.state().error !== error) {
      await this.#write((tx) => ({ ...this.state(tx), error }));
    }
    return false;
  }

  /** Disables an account permanently and ends its sessions; its history is kept. */
  #archive(tx: Transaction, login: number, why: string, now: number): void {
    const key = String(login);
    const account = tx.get('account', key)?.record as AccountRecord;
    unwrap(
      tx.patch('account', key, {
        ...unwrap(stepFields(account, 'expire', iso(now), 0)),
        policy_revision: account.policy_revision + 1,
        updated_at: iso(now),
      }),
    );
    this.context.sessions.end(tx, login);
    tx.note('account', login, `demo account archived: ${why}`);
  }

  /**
   * Writes the new state in one event with the changes that `decide` adds. Changes of the platform
   * settings write the state too: both hold the lock of settings.
   */
  async #write(
    decide: (tx: Transaction, now: number) => MaintenanceRecord,
    locks: readonly string[] = [],
    reason = '',
  ): Promise<void> {
    const written = await this.context.writer.change(
      [SETTINGS_LOCK, ...locks],
      SERVER,
      (tx, now) => {
        const state = decide(tx, now);
        unwrap(tx.put('maintenance', state));
        return ok(null);
      },
      reason,
    );
    unwrap(written);
  }
}

/** The operations that read the maintenance. */
export const maintenanceOps = (
  maintenance: Pick<Maintenance, 'view' | 'runs'>,
): Pick<Handlers, 'maintenance.read' | 'maintenance.runs'> => ({
  'maintenance.read': async () => ok(maintenance.view()),
  'maintenance.runs': async ({ page, limit }) => ok(maintenance.runs(page, limit)),
});
