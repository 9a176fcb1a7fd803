// The projection: writes events as rows, and moves the checkpoint in the same transaction.

import type { AccountRecord } from '../../wire/accounts/account.js';
import type { MsgpackReader } from '../../wire/codec/msgpack-reader.js';
import { NO_ACCOUNT } from '../../wire/codec/pack.js';
import { enterEvent, readDesk, readIdle } from '../../wire/codec/unpack.js';
import { type DeskEvent, wholeRecord } from '../../wire/trading/events.js';
import { readCheckpoint, readTotals } from '../database/checkpoint.js';
import type { Database } from '../database/database.js';
import { ACCOUNT, kindTotal } from '../database/schema.js';
import { Totals } from '../database/totals.js';
import { recordSum, valuesSum } from '../files/checksum.js';
import { type Batch, walkEvents } from '../log/batch.js';
import { AccountTables } from './account-index.js';
import { AccountProjection } from './account-rows.js';
import { MailTables } from './mail-index.js';
import { NotificationRows } from './notification-rows.js';
import { EventError } from './row-writers.js';
import { countsAsActivity, StaffActivity } from './staff-activity.js';

/** No limit. */
const ALL = Number.POSITIVE_INFINITY;

const WHOLE = /^(0|[1-9]\d{0,15})$/;

const statements = (db: Database) => ({
  putRecord: db.prepare(
    `INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (kind, key) DO UPDATE
     SET version = excluded.version, record = excluded.record, seq = excluded.seq,
       sum = excluded.sum`,
  ),
  recordSum: db.prepare('SELECT sum FROM records WHERE kind = ? AND key = ?').pluck(),
  record: db.prepare('SELECT record FROM records WHERE kind = ? AND key = ?').pluck(),
  dropRecord: db.prepare('DELETE FROM records WHERE kind = ? AND key = ?'),
  journal: db.prepare(
    `INSERT INTO journal (seq, time, by, ip, kind, login, text, setting, "group", changes)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ),
  moveCheckpoint: db.prepare(
    'UPDATE checkpoint SET seq = ?, batch = ?, config_version = ?, totals = ?, sum = ?',
  ),
});

/** The only writer of the projection's tables. */
export class Projection {
  readonly #sql: ReturnType<typeof statements>;
  readonly #accounts: AccountProjection;
  readonly #acted: StaffActivity;
  readonly #index: AccountTables;
  readonly #mail: MailTables;
  readonly #notifications: NotificationRows;
  readonly #totals = new Totals();
  #committed = 0;
  #seq = 0;
  /** The head of the batch that contains the last event. */
  #head: Uint8Array = Buffer.alloc(0);
  #configVersion = 0;
  #idle = 0;

  constructor(private readonly db: Database) {
    this.#sql = statements(db);
    this.#acted = new StaffActivity(db);
    this.#index = new AccountTables(db);
    this.#mail = new MailTables(db);
    this.#notifications = new NotificationRows(db);
    this.#accounts = new AccountProjection(db, this.#totals, this.#acted, this.#index);
    this.#resume();
  }

  /** Seq of the newest event that is visible to other connections. */
  checkpoint(): number {
    return this.#committed;
  }

  /** The number of idle accounts whose days are ended in the open transaction. */
  idle(): number {
    return this.#idle;
  }

  /**
   * Writes the next events, at most `limit` of them and none after the seq `until`, into a
   * transaction that stays open until `commit`, so that a page that many events change is written
   * once. Returns the seq of the last event written. The batches must continue without a gap; the
   * first may begin earlier. Throws on a gap and on errors of the database, and names the event at
   * fault; everything since the checkpoint is then discarded. For `limit` an event that ends the
   * day of idle accounts counts as so many events.
   */
  take(batches: readonly Batch[], limit = ALL, until = ALL): number {
    return this.#undoing(() => {
      this.#begin();
      this.#walk(batches, limit, until);
      return this.#seq;
    });
  }

  /** Continues the transaction, or begins one. Throws when the database rolled it back. */
  #begin(): void {
    if (this.db.inTransaction) return;
    if (this.#seq !== this.#committed) throw new Error('the transaction was undone');
    this.db.exec('BEGIN IMMEDIATE');
  }

  /** Commits the transaction with the checkpoint, which it returns. Throws as `take`. */
  commit(): number {
    if (this.#seq === this.#committed && !this.db.inTransaction) return this.#committed;
    return this.#undoing(() => {
      this.#begin();
      this.#accounts.flush();
      this.#index.flush();
      const head = Buffer.from(this.#head).toString('hex');
      const now = [this.#seq, head, this.#configVersion, this.#totals.write()] as const;
      this.#sql.moveCheckpoint.run(...now, valuesSum(...now));
      this.db.exec('COMMIT');
      this.#committed = this.#seq;
      this.#idle = 0;
      return this.#committed;
    });
  }

  /** Writes the next events up to the seq `until`, and commits; returns the new checkpoint. */
  project(batches: readonly Batch[], until = ALL): number {
    this.take(batches, ALL, until);
    return this.commit();
  }

  #undoing<T>(step: () => T): T {
    try {
      return step();
    } catch (error) {
      if (this.db.inTransaction) this.db.exec('ROLLBACK');
      this.#accounts.clear();
      this.#index.clear();
      this.#acted.clear();
      this.#resume();
      throw error;
    }
  }

  #resume(): void {
    const { seq, batch, config_version } = readCheckpoint(this.db);
    readTotals(this.db, this.#totals);
    this.#seq = seq;
    this.#head = Buffer.from(batch, 'hex');
    this.#configVersion = config_version;
    this.#committed = seq;
    this.#idle = 0;
  }

  #walk(batches: readonly Batch[], limit: number, until: number): void {
    let left = limit;
    for (const batch of batches) {
      const before = this.#seq;
      walkEvents(batch, this.#seq, (seq, from, end) => {
        if (left <= 0 || seq > until) return false;
        if (seq !== this.#seq + 1) throw new Error(`event ${seq} came after ${this.#seq}`);
        const idle = this.#event(seq, from, end);
        this.#seq = seq;
        this.#idle += idle;
        left -= Math.max(1, idle);
        return true;
      });
      // A copy: its batch may be a part of a megabyte.
      if (this.#seq > before) this.#head = Buffer.from(batch.head);
    }
  }

  /** Writes an event; returns the number of idle accounts whose day it ends. */
  #event(seq: number, from: MsgpackReader, end: number): number {
    const begin = from.at;
    let idle = 0;
    try {
      const login = enterEvent(from);
      if (login === NO_ACCOUNT.desk) this.#desk(seq, readDesk(from));
      else if (login === NO_ACCOUNT.idle) idle = this.#accounts.idleDay(seq, readIdle(from));
      else this.#accounts.take(seq, login, from, begin);
      from.at = end;
    } catch (error) {
      throw error instanceof EventError ? error : new EventError(seq, error);
    }
    return idle;
  }

  #storedRecord(kind: string, key: string): object | undefined {
    const stored = this.#sql.record.get(kind, key) as string | undefined;
    return stored === undefined ? undefined : JSON.parse(stored);
  }

  #desk(seq: number, event: DeskEvent): void {
    for (const logged of event.changes) {
      const { kind, key, version } = logged;
      const record = wholeRecord(logged, () => this.#storedRecord(kind, key));
      const change = { kind, key, version, record };
      this.#index.change(change);
      this.#mail.change(change);
      this.#notifications.change(change);
      if (kind === ACCOUNT) {
        this.#accounts.switched(seq, Number(key), record as AccountRecord | null);
      }
      const before = this.#sql.recordSum.get(kind, key) as number | undefined;
      if (before !== undefined) this.#totals.take(kindTotal(kind), before);
      if (record === null) {
        this.#sql.dropRecord.run(kind, key);
        continue;
      }
      const number = WHOLE.test(key) ? Number(key) : null;
      const row = [kind, key, number, version, JSON.stringify(record), seq] as const;
      const sum = recordSum(...row);
      this.#totals.add(kindTotal(kind), sum);
      this.#sql.putRecord.run(...row, sum);
    }
    const { time, by, ip, config_version } = event;
    for (const { kind, login, text, setting = '', group = '', changes } of event.journal) {
      const values = changes === undefined ? '' : JSON.stringify(changes);
      this.#sql.journal.run(seq, time, by, ip, kind, login, text, setting, group, values);
      if (countsAsActivity(by, { kind, login })) this.#acted.note(by);
    }
    this.#configVersion = Math.max(this.#configVersion, config_version);
  }
}
