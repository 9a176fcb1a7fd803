// The index of accounts: keeps the tables by which lists find, sort and count accounts.

import type { AccountRecord } from '../../wire/accounts/account.js';
import type { ClientRecord } from '../../wire/accounts/client.js';
import type { AccessRecord, GroupTerms } from '../../wire/accounts/profile.js';
import { foldedName } from '../../wire/base/folded-name.js';
import { POW10 } from '../../wire/base/scale.js';
import type { RecordChange } from '../../wire/trading/events.js';
import type { Ledger } from '../../wire/trading/records.js';
import { ACCOUNT_COLUMNS, type AccountColumn } from '../database/account-tables.js';
import type { Database, Statement } from '../database/database.js';
import { LEDGERS, OPEN_LISTS, storedRow } from '../database/schema.js';
import { ApplicationTables } from './application-index.js';
import { ClientTables } from './client-index.js';
import { columnsOf, RowCounts, TextParts, timeOf, type Value } from './listed-rows.js';

/** The values of an account's row behind its login. */
type Columns = Readonly<Record<AccountColumn | 'bucket' | 'long' | 'written_name', Value>>;
/** The fields of a group's record in the bucket's row. */
type GroupFields = GroupTerms & { readonly company: string };

/** Columns that change without the account's record. */
const MOVING: readonly string[] = ['balance', 'credit', 'last_access'];
const COLUMNS = Object.entries(ACCOUNT_COLUMNS) as [AccountColumn, string][];
const SETTLED = COLUMNS.filter(([name]) => !MOVING.includes(name));
const NAMES = ['bucket', ...COLUMNS.map(([name]) => name), 'long', 'written_name'] as const;

const statements = (db: Database) => ({
  row: db.prepare(`SELECT ${NAMES.join(', ')} FROM accounts WHERE login = ?`),
  insert: db.prepare(
    `INSERT INTO accounts (login, ${NAMES.join(', ')}) VALUES (?${', ?'.repeat(NAMES.length)})`,
  ),
  drop: db.prepare('DELETE FROM accounts WHERE login = ?'),
  money: db.prepare('SELECT balance, credit FROM accounts WHERE login = ?').raw(),
  ledger: db
    .prepare('SELECT row FROM account_rows WHERE login = ? AND kind = ? AND id = login')
    .pluck(),
  record: db.prepare('SELECT record FROM records WHERE kind = ? AND key = ?').pluck(),
  bucket: db.prepare('SELECT id FROM account_buckets WHERE "group" = ? AND hidden = ?').pluck(),
  addBucket: db.prepare(
    `INSERT INTO account_buckets
       ("group", hidden, folded, licence_company, leverage_default, currency, currency_digits,
        count)
     VALUES (?, ?, ?, ?, ?, ?, ?, 0)`,
  ),
  changeGroup: db.prepare(
    `UPDATE account_buckets
     SET licence_company = ?, leverage_default = ?, currency = ?, currency_digits = ?
     WHERE "group" = ?`,
  ),
});

const whole = ({ balance, credit, currency_digits }: Ledger) => {
  const unit = POW10[currency_digits] as number;
  return { balance: balance / unit, credit: credit / unit };
};

const NO_MONEY = { balance: 0, credit: 0 };

/** Keeps the tables within the open transaction; counts are written by `flush`. */
export class AccountTables {
  readonly #sql: ReturnType<typeof statements>;
  readonly #setters: ReadonlyMap<string, Statement>;
  readonly #readLedger = storedRow(LEDGERS);
  /** Move the open rows of an account with it; rows that wait get the bucket of then. */
  readonly #moveOpen: readonly Statement[];
  /** Ids of buckets by group and whether hidden. */
  readonly #buckets = new Map<string, number>();
  readonly #counts: RowCounts;
  readonly #parts: TextParts;
  readonly #clients: ClientTables;
  readonly #applications: ApplicationTables;

  constructor(db: Database) {
    this.#sql = statements(db);
    this.#counts = new RowCounts(db, { blocks: 'account_blocks', totals: 'account_buckets' });
    this.#parts = new TextParts(db, 'accounts', ACCOUNT_COLUMNS);
    this.#clients = new ClientTables(db);
    this.#applications = new ApplicationTables(db);
    this.#setters = new Map(
      NAMES.map((name) => [name, db.prepare(`UPDATE accounts SET ${name} = ? WHERE login = ?`)]),
    );
    this.#moveOpen = Object.values(OPEN_LISTS).map(({ name }) =>
      db.prepare(`UPDATE ${name} SET bucket = ? WHERE login = ?`),
    );
  }

  /** Takes a changed record of the desk; kinds that no list here shows are passed over. */
  change({ kind, key, record }: RecordChange): void {
    if (kind === 'account') this.#account(Number(key), record as AccountRecord | null);
    else if (kind === 'group') this.#group(key, record as GroupFields | null);
    else if (kind === 'client') this.#clients.change(Number(key), record as ClientRecord | null);
    else if (kind === 'application') this.#applications.change(Number(key), record);
    else if (kind === 'access') this.#access(Number(key), record as AccessRecord | null);
  }

  /** Takes a ledger that is stored at the transaction's end. */
  money(ledger: Ledger): void {
    const { login } = ledger;
    const [balance, credit] = (this.#sql.money.get(login) ?? []) as number[];
    if (balance === undefined) return;
    const now = whole(ledger);
    if (now.balance !== balance) this.#set(login, 'balance', now.balance);
    if (now.credit !== credit) this.#set(login, 'credit', now.credit);
  }

  /** Writes what waits for the end of the transaction. */
  flush(): void {
    this.#counts.flush();
    this.#clients.counts.flush();
    this.#applications.counts.flush();
  }

  /** Discards what waits, after a rollback. */
  clear(): void {
    this.#counts.clear();
    this.#clients.counts.clear();
    this.#applications.counts.clear();
    this.#buckets.clear();
  }

  #account(login: number, record: AccountRecord | null): void {
    const before = this.#sql.row.get(login) as Columns | undefined;
    const bucket =
      record === null ? undefined : this.#bucketOf(record.group, record.hidden ?? false);
    if (record === null || bucket === undefined) this.#drop(login);
    else this.#put(login, record, bucket, before);
    this.#counts.move(login, before?.bucket as number | undefined, bucket);
    const [was, is] = [before?.client_id ?? 0, record?.client_id ?? 0];
    if (was === is && before?.bucket === bucket) return;
    for (const client of new Set([was, is])) this.#clients.place(client as number);
  }

  #put(login: number, record: AccountRecord, bucket: number, before: Columns | undefined): void {
    const row: Readonly<Record<string, Value | undefined>> = {
      ...settled(record, bucket),
      ...(before === undefined && this.#moving(login)),
    };
    this.#parts.put(login, row, before);
    if (before === undefined) {
      this.#sql.insert.run(login, ...NAMES.map((name) => row[name]));
      return;
    }
    for (const [name, value] of Object.entries(row)) {
      if (value !== before[name as keyof Columns]) this.#set(login, name, value);
    }
    if (before.bucket === bucket) return;
    for (const move of this.#moveOpen) move.run(bucket, login);
  }

  #drop(login: number): void {
    this.#sql.drop.run(login);
    this.#parts.drop(login);
  }

  #access(login: number, record: AccessRecord | null): void {
    this.#set(login, 'last_access', timeOf(record?.at));
  }

  #group(path: string, record: GroupFields | null): void {
    // Lists of closed positions have groups that are gone, so their buckets stay.
    if (record === null) return;
    const { company, leverage_default, currency, currency_digits } = { ...NO_GROUP, ...record };
    this.#sql.changeGroup.run(company, leverage_default, currency, currency_digits, path);
    for (const hidden of [false, true]) this.#bucketOf(path, hidden, record);
  }

  /** Money and the newest access of an account that is new, or was deleted before. */
  #moving(login: number) {
    const ledger = this.#sql.ledger.get(login, LEDGERS.kind) as Buffer | undefined;
    const access = this.#sql.record.get('access', String(login)) as string | undefined;
    const money = ledger === undefined ? NO_MONEY : whole(this.#readLedger(ledger));
    const at = access === undefined ? undefined : (JSON.parse(access) as AccessRecord).at;
    return { ...money, last_access: timeOf(at) };
  }

  #set(login: number, column: string, value: Value | undefined): void {
    this.#setters.get(column)?.run(value, login);
  }

  #bucketOf(group: string, hidden: boolean, record = NO_GROUP): number {
    const key = `${hidden ? 1 : 0} ${group}`;
    const known = this.#buckets.get(key);
    if (known !== undefined) return known;
    const id =
      (this.#sql.bucket.get(group, hidden ? 1 : 0) as number | undefined) ??
      this.#addBucket(group, hidden, record);
    this.#buckets.set(key, id);
    return id;
  }

  #addBucket(group: string, hidden: boolean, record: GroupFields): number {
    const { company, leverage_default, currency, currency_digits } = { ...NO_GROUP, ...record };
    const flag = hidden ? 1 : 0;
    const row = [group, flag, foldedName(group), company, leverage_default] as const;
    return Number(this.#sql.addBucket.run(...row, currency, currency_digits).lastInsertRowid);
  }
}

/** A group whose record is not there: its accounts follow no default. */
const NO_GROUP: GroupFields = {
  company: '',
  leverage_default: 0,
  currency: '',
  currency_digits: 2,
};

/** The columns that a record sets. */
const settled = (record: AccountRecord, bucket: number): Readonly<Record<string, Value>> => ({
  bucket,
  written_name: record.name ?? '',
  ...columnsOf(SETTLED, { ...record, leverage: record.leverage_own }),
});
