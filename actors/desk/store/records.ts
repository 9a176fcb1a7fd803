// Records: the desk's memory, which is the database's checkpoint plus the log after it.

import type { AccountRecord, GroupedAccount } from '../../../wire/accounts/account.js';
import type { ApplicationRecord } from '../../../wire/accounts/application.js';
import { isCountedAccount } from '../../../wire/settings/switches.js';
import { type DeskEvent, type RecordChange, wholeRecord } from '../../../wire/trading/events.js';
import { LastPositions, lastOf } from './last-position.js';
import { Names } from './names.js';
import type {
  HeldRecord,
  RecordReader,
  RecordsByType,
  RecordTypeName,
  VersionedRecord,
} from './record-type.js';
import type { StoredRecords } from './stored.js';
import type { TypeTable } from './type-table.js';

/** A record that is not in the database yet, although its type is stored there; null = deleted. */
interface UnprojectedRecord {
  readonly held: VersionedRecord | null;
  readonly seq: number;
}

/**
 * Called for every applied change of a type; null = there is or was no record. For types that are
 * not in memory, the state before is not given.
 */
type Watcher<R> = (
  after: VersionedRecord<R> | null,
  before: VersionedRecord<R> | null,
  key: string,
) => void;

/** 1 for an account outside staff groups that is not archived, else 0. */
export const countedOf = (held: { readonly record: unknown } | null | undefined): number => {
  const account = held?.record as AccountRecord | undefined;
  return Number(account !== undefined && isCountedAccount(account));
};

/** All records by type and key. Records in memory are in the order of their newest change. */
export class Records implements RecordReader {
  readonly #tables = new Map<RecordTypeName, Map<string, VersionedRecord>>();
  readonly #ahead = new Map<RecordTypeName, Map<string, UnprojectedRecord>>();
  readonly #names: Names;
  readonly #places = new LastPositions();
  readonly #watchers = new Map<RecordTypeName, Watcher<never>[]>();
  readonly #now: () => number;
  #configVersion = 0;
  /** Counted when it is asked for first, then kept; see `tradingAccounts`. */
  #tradingAccounts: number | undefined;
  #time = 0;
  #seq = 0;

  constructor(
    readonly types: TypeTable,
    private readonly stored: StoredRecords,
    now: () => number,
  ) {
    this.#names = new Names(types);
    this.#now = now;
    for (const kind of types.names) {
      (types.of[kind].inMemory ? this.#tables : this.#ahead).set(kind, new Map());
      this.#watchers.set(kind, []);
    }
  }

  /** Version of the settings; increases by one with each change of settings. */
  get configVersion(): number {
    return this.#configVersion;
  }

  /** Time of the newest event in ms; the next one is not older. */
  get time(): number {
    return this.#time;
  }

  /** Seq of the newest applied event; 0 = none since the records were loaded. */
  get seq(): number {
    return this.#seq;
  }

  /** Registers a watcher of a type; for types in memory it is also called for loaded records. */
  watch<K extends RecordTypeName>(kind: K, watcher: Watcher<RecordsByType[K]>): void {
    this.#watchers.get(kind)?.push(watcher as Watcher<never>);
  }

  /**
   * Loads all types in memory from the database; the caller then applies the log's tail. Throws
   * when a record of these is missing or was changed, or one of a type that guards is missing.
   */
  load(): void {
    this.#configVersion = this.stored.configVersion();
    for (const kind of this.#ahead.keys()) {
      if (this.types.of[kind].guards) this.stored.expectAll(kind);
    }
    for (const [kind, table] of this.#tables) {
      for (const held of this.stored.load(kind)) {
        table.set(held.key, held);
        this.#names.change(kind, held.key, held.record as object, null);
        this.#notifyWatchers(kind, held.key, held, null);
      }
    }
  }

  get now(): number {
    return this.#now();
  }

  get<K extends RecordTypeName>(kind: K, key: string): HeldRecord<K> | undefined {
    return (this.#find(kind, key) ?? this.types.unsaved(kind).get(key)) as
      | HeldRecord<K>
      | undefined;
  }

  all<K extends RecordTypeName>(kind: K): Iterable<HeldRecord<K>> {
    const table = this.#tables.get(kind);
    if (table === undefined) throw new Error(`${kind} records are not held in memory`);
    const fresh = [...this.types.unsaved(kind).values()].filter(({ key }) => !table.has(key));
    const all = fresh.length === 0 ? table.values() : [...table.values(), ...fresh];
    return all as Iterable<HeldRecord<K>>;
  }

  find<K extends RecordTypeName>(kind: K, field: string, name: string): HeldRecord<K> | undefined {
    const key = this.#names.find(kind, field, name);
    return key === undefined ? undefined : this.get(kind, key);
  }

  *referrers<K extends RecordTypeName>(
    kind: K,
    field: string,
    to: string,
  ): Iterable<HeldRecord<K>> {
    for (const key of this.#names.referrers(kind, field, to)) {
      const held = this.get(kind, key);
      if (held !== undefined) yield held;
    }
  }

  /** The groups of accounts, for a thousand in a fraction of the time of their records. */
  groupedAccounts(logins: readonly number[]): ReadonlyMap<number, GroupedAccount> {
    const found = this.stored.grouped(logins);
    const ahead = this.#ahead.get('account');
    for (const login of logins) {
      const newer = ahead?.get(String(login));
      if (newer === undefined) continue;
      const record = newer.held?.record as GroupedAccount | undefined;
      if (record === undefined) found.delete(login);
      else found.set(login, record);
    }
    return found;
  }

  tradingAccounts(): number {
    this.#tradingAccounts ??= this.#countAccounts();
    return this.#tradingAccounts;
  }

  /** Counts the stored ones, and corrects that by those that are not in the database yet. */
  #countAccounts(): number {
    let count = this.stored.tradingAccounts();
    for (const [key, { held }] of this.#ahead.get('account') ?? []) {
      count += countedOf(held) - countedOf(this.stored.one('account', key));
    }
    return count;
  }

  waitingApplications(group: string): number {
    const waits = (held: VersionedRecord | null | undefined): number => {
      const application = held?.record as ApplicationRecord | undefined;
      return Number(application?.status === 'received' && application.group === group);
    };
    let count = this.stored.waitingApplications(group);
    for (const [key, { held }] of this.#ahead.get('application') ?? []) {
      count += waits(held) - waits(this.stored.one('application', key));
    }
    return count;
  }

  lastPosition(kind: RecordTypeName): number {
    return this.#places.last(kind, () => lastOf(this.all(kind)));
  }

  /**
   * The next numeric keys of a type above `after` in order, about `limit` of them, including keys
   * that are not in the database yet.
   */
  numbers(kind: RecordTypeName, after: number, limit: number): number[] {
    const stored = this.stored.numbers(kind, after, limit);
    const last = stored.length < limit ? Number.POSITIVE_INFINITY : (stored.at(-1) as number);
    const numbers = new Set(stored);
    for (const key of this.#ahead.get(kind)?.keys() ?? []) {
      const number = Number(key);
      if (number > after && number <= last) numbers.add(number);
    }
    return [...numbers].sort((a, b) => a - b);
  }

  /** The number of records of a type in memory. */
  count(kind: RecordTypeName): number {
    return this.#tables.get(kind)?.size ?? 0;
  }

  /** Applies a committed event. */
  fold(event: DeskEvent, seq: number): void {
    this.#configVersion = Math.max(this.#configVersion, event.config_version);
    this.#time = Math.max(this.#time, event.time);
    this.#seq = seq;
    for (const change of event.changes) {
      if (this.types.has(change.kind)) this.#store(change.kind, change, seq);
    }
  }

  /** The database contains everything up to this seq, so newer copies up to it can be dropped. */
  passed(seq: number): void {
    for (const table of this.#ahead.values()) {
      for (const [key, ahead] of table) {
        if (ahead.seq > seq) break;
        table.delete(key);
      }
    }
  }

  /** All records, read from the database where not in memory; for the state hash. */
  *everything(): Iterable<VersionedRecord & { readonly kind: RecordTypeName }> {
    for (const [kind, table] of this.#tables) {
      for (const held of table.values()) yield { kind, ...held };
    }
    for (const [kind, ahead] of this.#ahead) {
      for (const held of this.stored.all(kind)) if (!ahead.has(held.key)) yield { kind, ...held };
      for (const { held } of ahead.values()) if (held !== null) yield { kind, ...held };
    }
  }

  #store(kind: RecordTypeName, change: RecordChange, seq: number): void {
    const { key, version } = change;
    const record = wholeRecord(change, () => this.#find(kind, key)?.record as object | undefined);
    const after = record === null ? null : { key, version, record };
    const table = this.#tables.get(kind);
    if (kind === 'account' && this.#tradingAccounts !== undefined) {
      this.#tradingAccounts += countedOf(after) - countedOf(this.#find(kind, key));
    }
    if (table === undefined) {
      const ahead = this.#ahead.get(kind);
      ahead?.delete(key);
      ahead?.set(key, { held: after, seq });
      this.#notifyWatchers(kind, key, after, null);
      return;
    }
    const before = table.get(key) ?? null;
    table.delete(key);
    if (after !== null) table.set(key, after);
    const [now, was] = [after?.record ?? null, (before?.record as object) ?? null];
    this.#names.change(kind, key, now, was);
    this.#places.change(kind, now, was);
    this.#notifyWatchers(kind, key, after, before);
  }

  #find(kind: RecordTypeName, key: string): VersionedRecord | undefined {
    const table = this.#tables.get(kind);
    if (table !== undefined) return table.get(key);
    const ahead = this.#ahead.get(kind)?.get(key);
    return ahead === undefined ? this.stored.one(kind, key) : (ahead.held ?? undefined);
  }

  #notifyWatchers(
    kind: RecordTypeName,
    key: string,
    after: VersionedRecord | null,
    before: VersionedRecord | null,
  ): void {
    for (const watcher of this.#watchers.get(kind) ?? []) {
      watcher(after as VersionedRecord<never> | null, before as VersionedRecord<never> | null, key);
    }
  }
}
