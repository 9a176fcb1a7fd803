// Attempts: failed sign-ins are counted and lead to blocks, which grow with each one in a row.

import { addressKey } from '../../wire/address.js';
import { messageOf, type Refusal, refuse } from '../../wire/codes.js';
import type { FloodRecord, SigninBlockRecord } from '../../wire/identity.js';
import type { ServerAccess } from '../../wire/servers.js';
import type { Draft } from './draft.js';
import { noteServer } from './lines.js';
import type { Records } from './records.js';

/** The lock of everything that counts attempts. */
export const ATTEMPTS_LOCK = 'attempts';
/** Failures of one login from one address that start a block, and the time they count for. */
export const FAILURES_MAX = 5;
export const FAILURE_WINDOW_MS = 5 * 60_000;
/** The first block; each in a row lasts twice as long as the one before, up to the longest. */
export const BLOCK_MIN_MS = 5 * 60_000;
export const BLOCK_MAX_MS = 60 * 60_000;
/** After this time without a failure since the last block ended, the row of blocks is forgotten. */
export const BLOCK_MEMORY_MS = 60 * 60_000;
/** Failures that are so close to each other are kept under one time. */
const FAILURES_TOGETHER_MS = 1_000;
/** Attempts from one address count together while they are at most this far apart. */
export const ANTIFLOOD_GAP_MS = 3_000;
/** Keys that are kept at most; past it the one that changed longest ago goes. */
export const BLOCKS_MAX = 100_000;
const ADDRESSES_MAX = 100_000;
/** Addresses that a server that stops writes down at most. */
const ADDRESSES_KEPT_MAX = 1_000;
const SWEEP = 4;

/** Failures of a key: times, oldest first, and how many each stands for. */
interface Tally {
  readonly failures: readonly number[];
  readonly counts: readonly number[];
}

const emptyBlock = (key: string): SigninBlockRecord => ({
  key,
  failures: [],
  counts: [],
  blocks: 0,
  blocked_until: 0,
});

/** The failures that still count. */
const recent = ({ failures, counts }: SigninBlockRecord, now: number): Tally => {
  const left = failures.map((time) => now - time < FAILURE_WINDOW_MS);
  return {
    failures: failures.filter((_, at) => left[at]),
    counts: failures.map((_, at) => counts?.[at] ?? 1).filter((_, at) => left[at]),
  };
};

/** One failure more. Those of a second stand together: a record stays small whatever its limit. */
const oneMore = ({ failures, counts }: Tally, now: number): Tally => {
  const last = failures.at(-1);
  return last !== undefined && now - last < FAILURES_TOGETHER_MS
    ? { failures, counts: counts.with(-1, (counts.at(-1) ?? 0) + 1) }
    : { failures: [...failures, now], counts: [...counts, 1] };
};

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, one) => sum + one, 0);

const isDead = (record: SigninBlockRecord, now: number): boolean =>
  now - record.blocked_until >= BLOCK_MEMORY_MS && recent(record, now).failures.length === 0;

/** May another attempt of the address still follow closely? */
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

/**
 * Takes away what blocks a login, and the addresses that it came from: where it failed, and where
 * it was let in last. The blocks of others stay.
 */
export const dropBlocks = (draft: Draft, login: number): void => {
  const own = `${login}@`;
  const came = new Set([`@${addressKey(draft.get('access', String(login))?.record.ip ?? '')}`]);
  const blocks = [...draft.all('signin_block')];
  for (const { key } of blocks) if (key.startsWith(own)) came.add(key.slice(own.length - 1));
  for (const { key } of blocks) {
    if (key.startsWith(own) || came.has(key)) draft.remove('signin_block', key);
  }
};

/** Counts attempts by login and address, and by address alone when antiflood is on. */
export class Attempts {
  readonly #records: Records;
  /** Newer than the records, which are written with what an address does anyway. */
  readonly #floods = new Map<string, FloodRecord>();

  constructor(records: Records) {
    this.#records = records;
  }

  /** How long this sign-in must still wait, in ms; 0 = it may go on. */
  wait(login: number, ip: string, now: number): number {
    const address = addressKey(ip);
    const until = [`${login}@${address}`, `@${address}`].map(
      (key) => this.#records.get('signin_block', key)?.record.blocked_until ?? 0,
    );
    return Math.max(0, ...until.map((time) => time - now));
  }

  /** Counts an attempt of an address: true when it reaches the antiflood limit. */
  floods(ip: string, now: number, access: ServerAccess): boolean {
    if (!access.antiflood_enabled) return false;
    const address = addressKey(ip);
    const before = this.#floods.get(address) ?? this.#records.get('flood', address)?.record;
    const attempts = before !== undefined && isQuick(before, now) ? before.attempts + 1 : 1;
    this.#floods.delete(address);
    this.#floods.set(address, { address, attempts, at: now });
    const [oldest] = this.#floods.size > ADDRESSES_MAX ? this.#floods.keys() : [];
    if (oldest !== undefined) this.#floods.delete(oldest);
    return attempts >= access.antiflood_connections;
  }

  /** Writes an address's attempts down with what its sign-in writes: a restart forgets them not. */
  keep(draft: Draft, ip: string): void {
    const flood = this.#floods.get(addressKey(ip));
    if (flood === undefined || !isQuick(flood, draft.now)) return;
    draft.put('flood', flood);
    let left = SWEEP;
    for (const { key, record } of this.#records.all('flood')) {
      if (key !== flood.address && !isQuick(record, draft.now)) draft.remove('flood', key);
      left -= 1;
      if (left === 0) return;
    }
  }

  /** Writes down the attempts of all addresses that still count, as the server stops. */
  keepAll(draft: Draft): void {
    const floods = [...this.#floods.values()].filter((flood) => isQuick(flood, draft.now));
    for (const flood of floods.slice(-ADDRESSES_KEPT_MAX)) draft.put('flood', flood);
  }

  /**
   * Records a failure: the fifth of a login from an address within the window starts a block, and
   * so does, with antiflood, one of an address that had as many as the limit says.
   */
  fail(
    draft: Draft,
    login: number,
    ip: string,
    now: number,
    access: ServerAccess,
    said = 'sign-in failed',
  ): void {
    // The line's own address tells from where: that of staff is not for every reader.
    draft.note('auth', login, said);
    const address = addressKey(ip);
    if (this.#count(draft, `${login}@${address}`, FAILURES_MAX, now)) {
      draft.note('auth', login, 'sign-in blocked');
    }
    const isFlood =
      access.antiflood_enabled && this.#count(draft, `@${address}`, access.antiflood_errors, now);
    if (isFlood) this.#blockedAddress(draft, address);
    this.#sweep(draft, now);
    draft.keep();
  }

  /** Blocks an address for every login; answers for how long, in ms. */
  block(draft: Draft, ip: string, now: number): number {
    const address = addressKey(ip);
    const key = `@${address}`;
    const next = blocked(draft.get('signin_block', key)?.record ?? emptyBlock(key), now);
    this.#store(draft, next);
    this.#blockedAddress(draft, address);
    draft.keep();
    return next.blocked_until - now;
  }

  /** A sign-in succeeded: its failures no longer count. */
  clear(draft: Draft, login: number, ip: string): void {
    const key = `${login}@${addressKey(ip)}`;
    if (draft.get('signin_block', key) !== undefined) draft.remove('signin_block', key);
  }

  #store(draft: Draft, record: SigninBlockRecord): void {
    if (draft.get('signin_block', record.key) === undefined) draft.create('signin_block', record);
    else draft.replace('signin_block', record.key, record);
  }

  /** Counts a failure of a key; true when it starts a block. */
  #count(draft: Draft, key: string, most: number, now: number): boolean {
    const record = draft.get('signin_block', key)?.record ?? emptyBlock(key);
    const tally = oneMore(recent(record, now), now);
    const isTooMany = sumOf(tally.counts) >= most;
    this.#store(draft, isTooMany ? blocked(record, now) : { ...record, ...tally });
    return isTooMany;
  }

  /** The line's own address tells which one. */
  #blockedAddress(draft: Draft, address: string): void {
    this.#floods.set(address, { address, attempts: 0, at: draft.now });
    if (draft.get('flood', address) !== undefined) draft.remove('flood', address);
    noteServer(draft, 'auth', 'sign-in blocked by antiflood');
  }

  /** Drops what no longer counts, a few at a time; the records lie in the order they changed. */
  #sweep(draft: Draft, now: number): void {
    let room = BLOCKS_MAX - this.#records.count('signin_block');
    let left = SWEEP;
    for (const { key, record } of this.#records.all('signin_block')) {
      const untouched = draft.get('signin_block', key)?.record === record;
      if (untouched && (room <= 0 || isDead(record, now))) {
        draft.remove('signin_block', key);
        room += 1;
      }
      left -= 1;
      if (left === 0) return;
    }
  }
}
