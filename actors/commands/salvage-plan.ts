// The plan of a salvage: the events that the damaged log and its copy hold together, and those that
// are lost.

import { basename } from 'node:path';
import {
  type Batch,
  batchOf,
  eventsOf,
  faultOf,
  hashOf,
  type LogHead,
  lastSeq,
} from '../../storage/log/batch.js';
import { Carver, TRACED_MAX } from '../../storage/log/carver.js';
import { type CopyRecord, copyEnd, copyFiles, readCopy } from '../../storage/log/log-copy.js';
import { storedCheckpoint } from '../../storage/read/snapshot.js';
import { unpackEvent } from '../../wire/codec/unpack.js';
import { pathsOf } from '../folder/folder.js';

/** Most logins in a report; further ones are only counted. */
const LOGINS_SHOWN = 100;

/** A range of events that left traces: their number, and their accounts. */
export interface EventSpan {
  readonly first: number;
  readonly last: number;
  readonly events: number;
  /**
   * The accounts changed by the events that can still be read, at most a hundred; null = unknown,
   * because none can be read.
   */
  readonly accounts: readonly number[] | null;
}

/** Events that are known to have existed and cannot be recovered. */
export interface Lost extends EventSpan {
  /**
   * Number of events after the gap that the log's copy and the log's own files hold. Without the
   * events before them they cannot be replayed, but they show which accounts are concerned.
   * `in_log` null = not known, because the log has too many batches after the damage.
   */
  readonly in_copy: number;
  readonly in_log: number | null;
  /** The database has rows up to this event; null = none of a lost event, or unknown. */
  readonly rows_to: number | null;
  /** Time of the last recovered event, and of the newest lost one; null = unknown. */
  readonly since: string | null;
  readonly until: string | null;
  /** The seconds between these times. */
  readonly seconds: number | null;
}

/** The recoverable part of a log whose event `seq + 1` is damaged. */
interface SalvagePlan {
  /** The last event before the first gap. */
  readonly seq: number;
  /** Number of events after the damage that come from the log itself, and from its copy. */
  readonly from_log: number;
  readonly from_copy: number;
  /** The accounts that these events changed; `lost` has the accounts of lost events. */
  readonly accounts: EventSpan['accounts'];
  readonly lost: Lost | null;
}

/** Accounts, number and newest time of the events that were read. */
class ReadLog {
  readonly #logins = new Set<number>();
  #events = 0;
  #time: number | undefined;

  add(batch: Batch): void {
    for (const { bytes } of eventsOf(batch)) {
      const event = unpackEvent(bytes);
      this.#events += 1;
      this.#time = Math.max(this.#time ?? 0, event.time);
      if (event.type === 'account' && this.#logins.size < LOGINS_SHOWN) {
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

  /** Empty only if events were read and all belong to the desk. */
  get accounts(): EventSpan['accounts'] {
    return this.#events === 0 ? null : [...this.#logins].sort((a, b) => a - b);
  }
}

/** The records of the copy's files that may hold events after a seq, in order. */
function* copyAfter(folder: string, seq: number): Generator<CopyRecord> {
  const files = copyFiles(folder);
  const firsts = files.map((path) => Number(/\d+/.exec(basename(path))?.[0]));
  const begin = firsts.findLastIndex((first) => first <= seq + 1);
  for (const path of files.slice(Math.max(begin, 0))) yield* readCopy(path);
}

const newestTime = (batch: Batch): number | undefined => {
  const read = new ReadLog();
  read.add(batch);
  return read.time;
};

const isoOf = (time: number | undefined): string | null =>
  time === undefined ? null : new Date(time).toISOString();

/** A record and those after it, one at a time. */
function* withRest(record: CopyRecord, rest: Iterable<CopyRecord>): Generator<CopyRecord> {
  yield record;
  yield* rest;
}

/** The end of the recoverable part: its last event, and the time of that event. */
interface End {
  readonly seq: number;
  readonly time: number | undefined;
  /** The last event that is known to have existed: of the copy, or the damaged one. */
  readonly known: number;
}

/**
 * The lost events after an end, known by their traces: the rest of the copy, batches after the gap
 * in the log's files, the event that is known to have existed, and the database, whose checkpoint
 * is `shown`. All traces that are read are added to `both`, too.
 */
const lostAfter = (
  { seq, time: since, known }: End,
  rest: Iterable<CopyRecord>,
  behind: Iterable<Buffer> | undefined,
  shown: number,
  both: ReadLog,
): Lost | null => {
  const [copy, log, all] = [new ReadLog(), new ReadLog(), new ReadLog()];
  const add = (batch: Batch, to: ReadLog): void => {
    for (const read of [to, all, both]) read.add(batch);
  };
  let last = Math.max(shown, known);
  for (const { first, stored } of rest) {
    const batch = batchOf(first, stored);
    if (first <= seq) continue;
    add(batch, copy);
    last = Math.max(last, lastSeq(batch));
  }
  // Their seqs are unknown, but at least one event before them is missing.
  for (const stored of behind ?? []) add(batchOf(seq + 1, stored), log);
  if (log.events > 0) last = Math.max(last, seq + 1 + log.events);
  if (last <= seq) return null;
  const { time, accounts } = all;
  return {
    first: seq + 1,
    last,
    events: last - seq,
    accounts,
    in_copy: copy.events,
    in_log: behind === undefined ? null : log.events,
    rows_to: shown > seq ? shown : null,
    since: isoOf(since),
    until: isoOf(time),
    seconds: since === undefined || time === undefined ? null : (time - since) / 1000,
  };
};

const isNext = (head: LogHead, { first, stored }: Pick<CopyRecord, 'first' | 'stored'>) =>
  faultOf(head, first, stored) === undefined;

/**
 * Continues after the intact beginning of a data folder's log, which ends at `good`. Each next
 * batch comes from the copy or from the bytes of the log's files, and must follow the batch before
 * it by seq and hash. `take` gets each batch.
 */
export const planSalvage = (
  data: string,
  good: LogHead,
  take: (first: number, stored: Buffer) => void = () => {},
): SalvagePlan => {
  const { log: folder, database } = pathsOf(data);
  const read = new ReadLog();
  const taken = { log: 0, copy: 0 };
  const hashes: Buffer[] = [];
  let head = good;
  let time: number | undefined;
  const put = (from: keyof typeof taken, stored: Buffer): void => {
    const batch = batchOf(head.seq + 1, stored);
    read.add(batch);
    time = read.time;
    taken[from] += batch.count;
    take(batch.first, stored);
    head = { seq: lastSeq(batch), hash: hashOf(stored) };
    if (hashes.length <= TRACED_MAX) hashes.push(head.hash);
  };
  const records = copyAfter(folder, good.seq);
  const carver = new Carver(folder);
  try {
    let record = records.next();
    for (;;) {
      for (; !record.done && record.value.first <= head.seq; record = records.next()) {
        const { first, stored } = record.value;
        const batch = batchOf(first, stored);
        if (lastSeq(batch) === good.seq) time = newestTime(batch);
      }
      if (!record.done && isNext(head, record.value)) {
        put('copy', record.value.stored);
        continue;
      }
      const stored = carver.next(head.hash);
      if (stored === undefined) break;
      put('log', stored);
    }
    const left = record.done ? [] : withRest(record.value, records);
    const beside = carver.beside(good, hashes);
    if (time === undefined && beside?.end) time = newestTime(batchOf(1, beside.end));
    const shown = storedCheckpoint(database) ?? 0;
    const known = Math.max(copyEnd(folder).end, good.seq + 1);
    const lost = lostAfter({ seq: head.seq, time, known }, left, beside?.behind, shown, read);
    const { accounts } = read;
    return { seq: head.seq, from_log: taken.log, from_copy: taken.copy, accounts, lost };
  } finally {
    carver.close();
  }
};
