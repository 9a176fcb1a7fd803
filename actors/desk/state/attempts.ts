// Attempts: counts failed sign-ins, and blocks logins and addresses for growing times.

import type { FloodRecord, SigninBlockRecord } from '../../../wire/accounts/identity.js';
import { addressKey } from '../../../wire/base/address.js';
import { messageOf, type Refusal, refuse } from '../../../wire/base/codes.js';
import type { ServerAccess } from '../../../wire/settings/servers.js';
import { Allowance } from '../../shared/allowance.js';
import type { RecordReader, VersionedRecord } from '../store/record-type.js';
import type { Records } from '../store/records.js';
import type { Transaction } from '../store/transaction.js';
import { noteServer } from './server-notes.js';

/** Failures of one login from one address that start a block, and the time for which they count. */
export const FAILURES_MAX = 5;
const FAILURE_WINDOW_MS = 5 * 60_000;
/**
 * Duration of the first block; each further block in a row lasts twice as long, up to the maximum.
 */
const BLOCK_MIN_MS = 5 * 60_000;
const BLOCK_MAX_MS = 60 * 60_000;
/**
 * After this time without a failure since the last block, the number of blocks in a row is reset.
 */
const BLOCK_MEMORY_MS = 60 * 60_000;
/** Failures within this time are stored under one time. */
const FAILURES_TOGETHER_MS = 1_000;
/** Attempts of one address count together if they are at most this far apart. */
const ANTIFLOOD_GAP_MS = 3_000;
/**
 * Most counted keys: pairs of login and address, and addresses. Above it, keys that are not blocked
 * are dropped, but never a block in force. If all keys are blocked, sign-ins of other pairs are
 * refused for `NO_ROOM_MS`. An attacker hardly gets there, because hashing checks only some 50
 * passwords a second.
 */
export const BLOCKS_MAX = 100_000;
export const NO_ROOM_MS = 60_000;
/** Most of these keys that may be addresses, because blocking an address needs no hashing. */
export const ADDRESS_BLOCKS_MAX = BLOCKS_MAX / 2;
/** Most addresses whose attempts antiflood counts. */
export const ADDRESSES_MAX = 100_000;
/** Failures and blocks that are written immediately in a row, and the number added each second. */
export const WRITTEN_IN_ROW = 60;
const WRITTEN_A_SECOND = 1;
/** Most changed records that wait for the next write. */
export const UNWRITTEN_MAX = 1_000;
/** Most addresses whose counts are stored when the server stops. */
const ADDRESSES_KEPT_MAX = 1_000;
/**
 * Records that each write examines for removal; the larger number applies when there is no room.
 */
const SWEEP = 4;
const SWEEP_FULL = 2_000;

/** Failures of a key: their times, oldest first, and the number at each time. */
interface CountedFailures {
  readonly failures: readonly number[];
  readonly counts: readonly number[];
}

const ADDRESS_BLOCKED = 'sign-in blocked by antiflood';

const emptyBlock = (key: string): SigninBlockRecord => ({
  key,
  failures: [],
  counts: [],
  blocks: 0,
  blocked_until: 0,
});

/** The failures that still count. */
const recent = ({ failures, counts }: SigninBlockRecord, now: number): CountedFailures => {
  const left = failures.map((time) => now - time < FAILURE_WINDOW_MS);
  return {
    failures: failures.filter((_, at) => left[at]),
    counts: failures.map((_, at) => counts[at] as number).filter((_, at) => left[at]),
  };
};

/**
 * Adds a failure. Failures of the same second share an entry, so that a record stays small whatever
 * its limit.
 */
const oneMore = ({ failures, counts }: CountedFailures, now: number): CountedFailures => {
  const last = failures.at(-1);
  return last !== undefined && now - last < FAILURES_TOGETHER_MS
    ? { failures, counts: counts.with(-1, (counts.at(-1) ?? 0) + 1) }
    : { failures: [...failures, now], counts: [...counts, 1] };
};

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, one) => sum + one, 0);

const isDead = (record: SigninBlockRecord, now: number): boolean =>
  now - record.blocked_until >= BLOCK_MEMORY_MS && recent(record, now).failures.length === 0;

/** Does a further attempt of the address still count together with the last attempt? */
const isQuick = ({ at }: FloodRecord, now: number): boolean => now - at <= ANTIFLOOD_GAP_MS;

const blocked = (record: SigninBlockRecord, now: number): SigninBlockRecord => {
  const inRow = now - record.blocked_until < BLOCK_MEMORY_MS ? record.blocks : 0;
  const length = Math.min(BLOCK_MAX_MS, BLOCK_MIN_MS * 2 ** inRow);
  return { ...emptyBlock(record.key), blocks: inRow + 1, blocked_until: now + length };
};

/** The refusal of a blocked sign-in. */
export const tooMany = (waitMs: number): Refusal => {
  const said = messageOf('auth.too_many_attempts');
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return refuse('auth.too_many_attempts', `${said} retry_after=${seconds}`);
};

/** Counts attempts by login and address, and, with antiflood, by address. */
export class Attempts {
  /** Counts newer than the records, which are written with other changes of an address. */
  readonly #floods = new Map<string, FloodRecord>();
  readonly #written = new Allowance();
  /**
   * Failures newer than the records; the next written failure includes them. They and the counts
   * below are reset when that event is in the log, not at the decision. Callers must hold
   * `ATTEMPTS_LOCK`.
   */
  readonly #unwritten = new Map<string, SigninBlockRecord>();
  /** Unwritten failures and blocks, which get one journal line together. */
  #failures = 0;
  #blocks = 0;
  /** Until this time no further pair can be counted. */
  #fullUntil = 0;
  #sweeper: Iterator<VersionedRecord<SigninBlockRecord>> | undefined;

  constructor(private readonly records: Records) {}

  /** Time in ms that this sign-in must wait; 0 = it may continue. */
  wait(login: number, ip: string, now: number): number {
    const address = addressKey(ip);
    const pair = this.#of(this.records, `${login}@${address}`);
    const blockedUntil = this.#of(this.records, `@${address}`)?.blocked_until ?? 0;
    const isUncounted = pair === undefined && login > 0;
    const pairUntil = isUncounted ? this.#fullUntil : (pair?.blocked_until ?? 0);
    return Math.max(0, blockedUntil - now, pairUntil - now);
  }

  /** Counts an attempt of an address; true when it reaches the antiflood limit. */
  floods(ip: string, now: number, access: ServerAccess): boolean {
    if (!access.antiflood_enabled) return false;
    const address = addressKey(ip);
    const before = this.#floods.get(address) ?? this.records.get('flood', address)?.record;
    const attempts = before !== undefined && isQuick(before, now) ? before.attempts + 1 : 1;
    this.#floods.delete(address);
    this.#floods.set(address, { address, attempts, at: now });
    const [oldest] = this.#floods.size > ADDRESSES_MAX ? this.#floods.keys() : [];
    if (oldest !== undefined) this.#floods.delete(oldest);
    return attempts >= access.antiflood_connections;
  }

  /**
   * Stores an address's attempts with the other changes of a sign-in, so that they survive a
   * restart.
   */
  keep(tx: Transaction, ip: string): void {
    const flood = this.#floods.get(addressKey(ip));
    if (flood === undefined || !isQuick(flood, tx.now)) return;
    tx.put('flood', flood);
    let left = SWEEP;
    for (const { key, record } of this.records.all('flood')) {
      if (key !== flood.address && !isQuick(record, tx.now)) tx.remove('flood', key);
      left -= 1;
      if (left === 0) return;
    }
  }

  /** Stores all attempts that still count, when the server stops. */
  keepAll(tx: Transaction): void {
    if (this.#unwritten.size > 0) this.#write(tx);
    const floods = [...this.#floods.values()].filter((flood) => isQuick(flood, tx.now));
    for (const flood of floods.slice(-ADDRESSES_KEPT_MAX)) tx.put('flood', flood);
  }

  /**
   * Records a failure. The fifth failure of a login from an address within the window starts a
   * block; with antiflood, so does the failure by which an address reaches the limit.
   */
  fail(
    tx: Transaction,
    login: number,
    ip: string,
    now: number,
    access: ServerAccess,
    said = 'sign-in failed',
  ): void {
    // The journal line has the address in a field of its own, because not every reader may see a
    // staff user's address.
    tx.note('auth', login, said);
    const { pair, address } = this.#countFailure(tx, login, ip, now, access);
    if (pair) tx.note('auth', login, 'sign-in blocked');
    if (address) noteServer(tx, 'auth', ADDRESS_BLOCKED);
    this.#write(tx);
  }

  /**
   * Records a failed sign-in. When there are very many, they are written together, so that they
   * cannot fill the disk.
   */
  failSignIn(tx: Transaction, login: number, ip: string, now: number, access: ServerAccess): void {
    if (this.#isWritten(now)) {
      this.fail(tx, login, ip, now, access);
      return;
    }
    const { pair, address } = this.#countFailure(tx, login, ip, now, access);
    this.#failures += 1;
    this.#blocks += Number(pair) + Number(address);
  }

  /** Blocks an address for every login; returns the duration in ms. */
  block(tx: Transaction, ip: string, now: number): number {
    const address = addressKey(ip);
    const key = `@${address}`;
    // Its attempts still count, so each is refused while they follow closely.
    if (!this.#hasRoom(tx, key)) return ANTIFLOOD_GAP_MS;
    const next = blocked(this.#of(tx, key) ?? emptyBlock(key), now);
    this.#unwritten.set(key, next);
    this.#startAnew(tx, address);
    if (this.#isWritten(now)) {
      noteServer(tx, 'auth', ADDRESS_BLOCKED);
      this.#write(tx);
    } else {
      this.#blocks += 1;
    }
    return next.blocked_until - now;
  }

  /** Drops the failures of a pair after a successful sign-in. */
  clear(tx: Transaction, login: number, ip: string): void {
    this.#drop(tx, `${login}@${addressKey(ip)}`);
  }

  /**
   * Removes the blocks of a login, and the blocks of addresses from which it failed or last signed
   * in. Blocks of other logins stay.
   */
  release(tx: Transaction, login: number): void {
    const own = `${login}@`;
    const came = new Set([`@${addressKey(tx.get('access', String(login))?.record.ip ?? '')}`]);
    const stored = Array.from(tx.all('signin_block'), ({ key }) => key);
    const keys = [...new Set([...stored, ...this.#unwritten.keys()])];
    for (const key of keys) if (key.startsWith(own)) came.add(key.slice(own.length - 1));
    for (const key of keys) if (key.startsWith(own) || came.has(key)) this.#drop(tx, key);
  }

  #of(reader: RecordReader, key: string): SigninBlockRecord | undefined {
    return this.#unwritten.get(key) ?? reader.get('signin_block', key)?.record;
  }

  #drop(tx: Transaction, key: string): void {
    tx.whenWritten(() => void this.#unwritten.delete(key));
    if (tx.get('signin_block', key) !== undefined) tx.remove('signin_block', key);
  }

  /** Is a failure written immediately? Otherwise it is written with the next one that is. */
  #isWritten(now: number): boolean {
    const isFull = this.#unwritten.size >= UNWRITTEN_MAX;
    return this.#written.take(1, now, WRITTEN_IN_ROW, WRITTEN_A_SECOND) || isFull;
  }

  /** Is the address counted already, or is there room for it? */
  #hasRoom(reader: RecordReader, key: string): boolean {
    const count = this.records.count('signin_block') + this.#unwritten.size;
    return count < ADDRESS_BLOCKS_MAX || this.#of(reader, key) !== undefined;
  }

  /** Counts a failure; returns whether it starts a block of the pair, and of the address. */
  #countFailure(tx: Transaction, login: number, ip: string, now: number, access: ServerAccess) {
    const address = addressKey(ip);
    const key = `@${address}`;
    const pair = this.#count(tx, `${login}${key}`, FAILURES_MAX, now);
    const isCounted = access.antiflood_enabled && this.#hasRoom(tx, key);
    const isFlood = isCounted && this.#count(tx, key, access.antiflood_errors, now);
    if (isFlood) this.#startAnew(tx, address);
    return { pair, address: isFlood };
  }

  /** Counts a failure of a key; true when it starts a block. */
  #count(tx: Transaction, key: string, most: number, now: number): boolean {
    const record = this.#of(tx, key) ?? emptyBlock(key);
    const tally = oneMore(recent(record, now), now);
    const isTooMany = sumOf(tally.counts) >= most;
    this.#unwritten.set(key, isTooMany ? blocked(record, now) : { ...record, ...tally });
    return isTooMany;
  }

  /** Resets the attempts of an address that is blocked: after the block they count from 0. */
  #startAnew(tx: Transaction, address: string): void {
    this.#floods.set(address, { address, attempts: 0, at: tx.now });
    if (tx.get('flood', address) !== undefined) tx.remove('flood', address);
  }

  /** Writes all changes since the last write. */
  #write(tx: Transaction): void {
    if (this.#failures + this.#blocks > 0) {
      const said = `${this.#failures} more sign-ins failed, ${this.#blocks} more blocks began`;
      noteServer(tx, 'auth', said);
    }
    for (const record of this.#unwritten.values()) tx.put('signin_block', record);
    const added = [...this.#unwritten.keys()].filter(
      (key) => this.records.get('signin_block', key) === undefined,
    );
    tx.whenWritten(() => {
      this.#unwritten.clear();
      this.#failures = 0;
      this.#blocks = 0;
    });
    this.#sweep(tx, this.records.count('signin_block') + added.length - BLOCKS_MAX);
    tx.keep();
  }

  /**
   * Examines a few records and removes dead ones. While there are `over` records too many, it also
   * removes records that are not blocked. If that is not enough, no further pairs are counted for
   * `NO_ROOM_MS`.
   */
  #sweep(tx: Transaction, over: number): void {
    let left = over;
    for (let looks = over > 0 ? SWEEP_FULL : SWEEP; looks > 0; looks -= 1) {
      this.#sweeper ??= this.records.all('signin_block')[Symbol.iterator]();
      const next = this.#sweeper.next();
      if (next.done) {
        this.#sweeper = undefined;
        break;
      }
      const { key, record } = next.value;
      if (tx.get('signin_block', key)?.record !== record) continue;
      if (isDead(record, tx.now) || (left > 0 && record.blocked_until <= tx.now)) {
        tx.remove('signin_block', key);
        left -= 1;
      }
    }
    this.#fullUntil = left > 0 ? tx.now + NO_ROOM_MS : 0;
  }
}
