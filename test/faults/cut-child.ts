// The child process that looks at folders after a power cut: a damaged log may crash it.

import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pathsOf } from '../../actors/folder/folder.js';
import { databaseFault } from '../../storage/database/database.js';
import { openProjection } from '../../storage/database/schema.js';
import { batchOf, frameEvents, lastSeq } from '../../storage/log/batch.js';
import { Log } from '../../storage/log/log.js';
import { copyFiles, readCopy } from '../../storage/log/log-copy.js';
import { scan } from '../../storage/log/scan.js';
import { BarStore } from '../../storage/read/bars.js';
import { historyFaults, rowFaults } from './checker.js';
import { type Asked, NO_HISTORY, type Recorded } from './history.js';
import { factsOf, LogFacts } from './log-facts.js';

/** What clients asked in the recorded run, and the request ids that were answered, in order. */
export interface Run {
  readonly asked: readonly Asked[];
  readonly answered: readonly string[];
}

/** What the child is asked. */
export interface Question {
  readonly what: 'log' | 'databases';
  readonly data: string;
  /** How many of the answers were sent: what they tell must be in the log. */
  readonly answers: number;
  /** Is the database to be held against the log? */
  readonly isDatabaseSound: boolean;
}

/** A damaged log, or what is wrong with what is in it. */
export type LogFound = { readonly damage: string } | { readonly faults: string[] };

const { asked, answered } = JSON.parse(readFileSync(process.env.CUT_RUN as string, 'utf8')) as Run;
const answeredAs = new Map(answered.map((id, nth) => [id, nth]));

/** What clients knew when only the first answers were sent: the others may be asked later. */
const historyAfter = (answers: number): Recorded => {
  const known = ({ id, ...rest }: Asked): Asked => {
    if ((answeredAs.get(id) ?? answers) < answers || rest.known === 'failed')
      return { id, ...rest };
    const { outcome, answeredAt, ...unanswered } = rest;
    return { id, ...unanswered, known: 'unknown' };
  };
  return { ...NO_HISTORY, asked: asked.map(known) };
};

/** Goes on writing, as a server does after the cut; answers what is wrong then. */
const goOn = (folder: string): string[] => {
  const log = Log.open(folder);
  const seq = log.append(1, frameEvents([Buffer.from('the next one')]));
  log.close();
  const again = scan(folder, 1);
  if (!again.ok) return [`after the next write event ${again.seq} is bad: ${again.what}`];
  if (again.last !== seq) return [`the log ends at ${again.last} after event ${seq} was written`];
  let copied = 0;
  for (const path of copyFiles(folder)) {
    for (const { first, stored } of readCopy(path)) {
      if (first === copied + 1) copied = lastSeq(batchOf(first, stored));
    }
  }
  return copied === seq ? [] : [`the copy lacks event ${copied + 1} of ${seq}`];
};

const lookAtLog = ({ data, answers, isDatabaseSound }: Question): LogFound => {
  const { log } = pathsOf(data);
  const isThere = existsSync(log);
  const scanned = isThere ? scan(log, 1) : { ok: true as const, last: 0 };
  if (!scanned.ok) return { damage: `event ${scanned.seq}: ${scanned.what}` };
  const facts = isThere ? factsOf(log) : new LogFacts();
  const faults = [...facts.faults, ...historyFaults(historyAfter(answers), facts)];
  if (isDatabaseSound) faults.push(...rowFaults(data, facts));
  // Where something is lost the file is damaged: writing to it may never end.
  const after = isThere && faults.length === 0 ? goOn(log) : [];
  return { faults: [...faults, ...after] };
};

const lookAtDatabases = ({ data }: Question): string[] => {
  const { database, bars } = pathsOf(data);
  try {
    openProjection(database).close();
    BarStore.open(data).close();
  } catch (error) {
    return [(error as Error).message];
  }
  return [database, bars].flatMap((path) => {
    const fault = databaseFault(path);
    return fault === undefined ? [] : [`${basename(path)}: ${fault}`];
  });
};

process.on('message', (question: Question) => {
  process.send?.(question.what === 'log' ? lookAtLog(question) : lookAtDatabases(question));
});
