// The rescue: what a damaged log and its shadow give together, and what neither of them has.

import { basename } from 'node:path';
import {
  type Batch,
  batchOf,
  eventsOf,
  faultOf,
  hashOf,
  type LogHead,
  lastSeq,
} from '../../storage/batch.js';
import { Carver } from '../../storage/carver.js';
import { readShadow, type ShadowRecord, shadowFiles } from '../../storage/shadow.js';
import { storedCheckpoint } from '../../storage/snapshot.js';
import { unpackEvent } from '../../wire/unpack.js';
import { pathsOf } from './folder.js';

/** Logins that are told; more are only counted. */
const LOGINS_TOLD = 100;

/** Events of which something is told: how many, and whose they are. */
export interface Span {
  readonly first: number;
  readonly last: number;
  readonly events: number;
  /** Accounts that those events changed which can still be read, the first hundred. */
  readonly accounts: readonly number[];
}

/** Events that are known to have been and that nobody can bring back. */
export interface Lost extends Span {
  /** Those of them that the shadow holds: without what came before them they tell nothing. */
  readonly in_shadow: number;
  /** Time of the last event that is left, and of the newest that is lost; null = not known. */
  readonly since: string | null;
  readonly until: string | null;
  /** Seconds between them. */
  readonly seconds: number | null;
}

/** What can be had of a log whose event `seq + 1` is bad. */
export interface Rescue {
  /** The last event up to which none is missing. */
  readonly seq: number;
  /** Events behind the damage that the log itself still holds, and those of the shadow. */
  readonly from_log: number;
  readonly from_shadow: number;
  /** Accounts that they changed, the first hundred. */
  readonly accounts: readonly number[];
  readonly lost: Lost | null;
}

/** Whose events were read, how many, and when the newest of them was. */
class Read {
  readonly #logins = new Set<number>();
  #events = 0;
  #time: number | undefined;

  add(batch: Batch): void {
    for (const { bytes } of eventsOf(batch)) {
      const event = unpackEvent(bytes);
      this.#events += 1;
      this.#time = Math.max(this.#time ?? 0, event.time);
      if (event.type === 'account' && this.#logins.size < LOGINS_TOLD) {
        this.#logins.add(event.login);
      }
    }
  }

  get events(): number {
    return this.#events;
  }

  get time(): number | undefined {
    return this.#time;
  }

  get accounts(): readonly number[] {
    return [...this.#logins].sort((a, b) => a - b);
  }
}

/** The records of the shadow files that may hold events after a seq, in order. */
function* shadowAfter(folder: string, seq: number): Generator<ShadowRecord> {
  const files = shadowFiles(folder);
  const firsts = files.map((path) => Number(/\d+/.exec(basename(path))?.[0]));
  const begin = firsts.findLastIndex((first) => first <= seq + 1);
  for (const path of files.slice(Math.max(begin, 0))) yield* readShadow(path);
}

const newestTime = (batch: Batch): number | undefined => {
  const read = new Read();
  read.add(batch);
  return read.time;
};

const isoOf = (time: number | undefined): string | null =>
  time === undefined ? null : new Date(time).toISOString();

/** What is known to be lost behind a head, by the rest of the shadow and the database. */
const lostAfter = (
  seq: number,
  since: number | undefined,
  rest: Iterable<ShadowRecord>,
  known: number,
): Lost | null => {
  const read = new Read();
  let last = known;
  for (const { first, stored } of rest) {
    const batch = batchOf(first, stored);
    if (first <= seq) continue;
    read.add(batch);
    last = Math.max(last, lastSeq(batch));
  }
  if (last <= seq) return null;
  const { time, accounts, events } = read;
  return {
    first: seq + 1,
    last,
    events: last - seq,
    accounts,
    in_shadow: events,
    since: isoOf(since),
    until: isoOf(time),
    seconds: since === undefined || time === undefined ? null : (time - since) / 1000,
  };
};

const isNext = (head: LogHead, { first, stored }: Pick<ShadowRecord, 'first' | 'stored'>) =>
  faultOf(head, first, stored) === undefined;

/**
 * Goes on behind the good beginning of a data folder's log, which ends at a head: each next batch
 * is the shadow's, or one that lies in the log's bytes, and must follow the one before it in number
 * and hash. `take` is handed each.
 */
export const rescue = (
  data: string,
  good: LogHead,
  take: (first: number, stored: Buffer) => void = () => {},
): Rescue => {
  const { log: folder, database } = pathsOf(data);
  const read = new Read();
  const taken = { log: 0, shadow: 0 };
  let head = good;
  let time: number | undefined;
  const put = (from: keyof typeof taken, stored: Buffer): void => {
    const batch = batchOf(head.seq + 1, stored);
    read.add(batch);
    time = read.time;
    taken[from] += batch.count;
    take(batch.first, stored);
    head = { seq: lastSeq(batch), hash: hashOf(stored) };
  };
  const shadow = shadowAfter(folder, good.seq);
  const carver = new Carver(folder);
  try {
    let record = shadow.next();
    for (;;) {
      for (; !record.done && record.value.first <= head.seq; record = shadow.next()) {
        const { first, stored } = record.value;
        const batch = batchOf(first, stored);
        if (lastSeq(batch) === good.seq) time = newestTime(batch);
      }
      if (!record.done && isNext(head, record.value)) {
        put('shadow', record.value.stored);
        continue;
      }
      const stored = carver.next(head.hash);
      if (stored === undefined) break;
      put('log', stored);
    }
    const left = record.done ? [] : [record.value, ...shadow];
    const lost = lostAfter(head.seq, time, left, storedCheckpoint(database));
    const { accounts } = read;
    return { seq: head.seq, from_log: taken.log, from_shadow: taken.shadow, accounts, lost };
  } finally {
    carver.close();
  }
};
