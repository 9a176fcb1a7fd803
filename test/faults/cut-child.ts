// The child process that looks at folders after a power cut: a damaged log may crash it.

import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pathsOf } from '../../actors/tools/folder.js';
import { BarStore } from '../../storage/bars.js';
import { type Batch, batchOf, eventsOf, frameEvents, lastSeq } from '../../storage/batch.js';
import { databaseFault, openReader } from '../../storage/database.js';
import { Log } from '../../storage/log.js';
import { scan, storedFrom } from '../../storage/scan.js';
import { openProjection } from '../../storage/schema.js';
import { readShadow, shadowFiles } from '../../storage/shadow.js';
import { unpackEvent } from '../../wire/unpack.js';
import type { DatabasesFound, LogFound, Question } from './cut-checker.js';

const ids = JSON.parse(readFileSync(process.argv[2] as string, 'utf8')) as string[];

/** The request ids of a log, and accounts whose events are not all there. */
const readEvents = (batches: Iterable<Batch>) => {
  const requests = new Set<string>();
  const seqs = new Map<number, number>();
  const gaps: string[] = [];
  for (const batch of batches) {
    for (const { bytes } of eventsOf(batch)) {
      const event = unpackEvent(bytes);
      if (event.type !== 'account') continue;
      const { login, kind, account_seq, cause, remembered } = event;
      const next = (seqs.get(login) ?? 0) + (kind === 'setting' ? 0 : 1);
      if (account_seq !== next) gaps.push(`event ${account_seq} of ${login} came for ${next}`);
      seqs.set(login, account_seq);
      for (const id of [cause.request_id, remembered?.request_id]) if (id) requests.add(id);
    }
  }
  return { requests, gaps };
};

function* batchesOf(folder: string): Generator<Batch> {
  for (const { first, value } of storedFrom(folder, 1)) yield batchOf(first, value);
}

/** Goes on writing, as a server does after the cut; answers what is wrong then. */
const goOn = (folder: string): string[] => {
  const log = Log.open(folder);
  const seq = log.append(1, frameEvents([Buffer.from('the next one')]));
  log.close();
  const again = scan(folder, 1);
  if (!again.ok) return [`after the next write event ${again.seq} is bad: ${again.what}`];
  if (again.last !== seq) return [`the log ends at ${again.last} after event ${seq} was written`];
  let shadowed = 0;
  for (const path of shadowFiles(folder)) {
    for (const { first, stored } of readShadow(path)) {
      if (first === shadowed + 1) shadowed = lastSeq(batchOf(first, stored));
    }
  }
  return shadowed === seq ? [] : [`the shadow lacks event ${shadowed + 1} of ${seq}`];
};

const lookAtLog = ({ data, answered }: Question): LogFound => {
  const { log } = pathsOf(data);
  const isThere = existsSync(log);
  const scanned = isThere ? scan(log, 1) : { ok: true as const, last: 0 };
  if (!scanned.ok) return { damage: `event ${scanned.seq}: ${scanned.what}` };
  const { requests, gaps } = readEvents(isThere ? batchesOf(log) : []);
  const missing = ids.slice(0, answered).filter((id) => !requests.has(id));
  // Where something is lost the file is damaged: writing to it may never end.
  const after = isThere && missing.length === 0 ? goOn(log) : [];
  return { last: scanned.last, missing, faults: [...gaps, ...after] };
};

const checkpointIn = (path: string): number => {
  const db = openReader(path);
  try {
    return db.prepare('SELECT seq FROM checkpoint').pluck().get() as number;
  } finally {
    db.close();
  }
};

const lookAtDatabases = ({ data }: Question): DatabasesFound => {
  const { database, bars } = pathsOf(data);
  try {
    openProjection(database).close();
    BarStore.open(data).close();
  } catch (error) {
    return { faults: [(error as Error).message], checkpoint: 0 };
  }
  const faults = [database, bars].flatMap((path) => {
    const fault = databaseFault(path);
    return fault === undefined ? [] : [`${basename(path)}: ${fault}`];
  });
  return { faults, checkpoint: faults.length === 0 ? checkpointIn(database) : 0 };
};

process.on('message', (question: Question) => {
  process.send?.(question.what === 'log' ? lookAtLog(question) : lookAtDatabases(question));
});
