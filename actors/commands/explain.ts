// The command explain: why a deal was made, from a running server or a stopped server's folder.

import { existsSync } from 'node:fs';
import { openReader } from '../../storage/database/database.js';
import { batchOf, eventsOf } from '../../storage/log/batch.js';
import { storedFrom } from '../../storage/log/scan.js';
import { dealEvents } from '../../storage/read/queries.js';
import { type Outcome, ok, refuse } from '../../wire/base/codes.js';
import { unpackEvent } from '../../wire/codec/unpack.js';
import type { DealEvents } from '../../wire/queries/deal-queries.js';
import type { Explanation } from '../../wire/rest/trading/deals.js';
import type { AccountEvent } from '../../wire/trading/events.js';
import type { Asker } from '../client.js';
import { type Explainer, noSuchDeal } from '../explain/explainer.js';
import { explanationOf, type FoundEvent } from '../explain/explanation.js';
import { type ControlHandlers, callControl } from '../folder/control.js';
import { lockData, pathsOf } from '../folder/folder.js';
import { noLog } from '../folder/layout.js';
import { scanOf } from '../folder/scan.js';

/** The operator, who is asked for no login. */
const OPERATOR: Asker = { audience: 'staff', login: 0 };

/** The control operation `explain` of a running server. */
export const explainHandler =
  (explainer: Pick<Explainer, 'explain'>): ControlHandlers[string] =>
  async (input) => {
    const { deal } = (input ?? {}) as { deal?: unknown };
    if (!Number.isSafeInteger(deal)) return refuse('invalid_input', 'deal: must be an id');
    return explainer.explain(OPERATOR, deal as number);
  };

/** The deal's events in the database; undefined without such a deal or without a database. */
const knownEvents = (path: string, dealId: number): DealEvents => {
  const nothing = { seqs: [], projection_seq: 0 };
  if (!existsSync(path)) return nothing;
  try {
    const db = openReader(path);
    try {
      return dealEvents(db, dealId);
    } finally {
      db.close();
    }
  } catch {
    // The database can be rebuilt from the log, so an unreadable one is skipped.
    return nothing;
  }
};

/** The account events of a log from `seq` on that `isWanted` accepts. */
function* eventsFrom(
  log: string,
  from: number,
  isWanted: (event: AccountEvent) => boolean,
): Generator<FoundEvent> {
  for (const { first, value } of storedFrom(log, from)) {
    for (const { seq, bytes } of eventsOf(batchOf(first, value), from - 1)) {
      const event = unpackEvent(bytes);
      if (event.type === 'account' && isWanted(event)) yield { seq, event };
    }
  }
}

/** The events of a deal: those in the database, then newer ones from the log. */
const foundEvents = (log: string, known: DealEvents, dealId: number): FoundEvent[] => {
  const holdsDeal = ({ deals }: AccountEvent): boolean => deals.some(({ id }) => id === dealId);
  const found: FoundEvent[] = [];
  for (const seq of known.seqs) {
    for (const event of eventsFrom(log, seq, () => true)) {
      if (event.seq === seq) found.push(event);
      break;
    }
  }
  return [...found, ...eventsFrom(log, known.projection_seq + 1, holdsDeal)];
};

/** Explains a deal from the files of a data folder; the log is scanned first. */
const explainStored = (data: string, dealId: number): Outcome<Explanation> => {
  const { log, database } = pathsOf(data);
  const known = knownEvents(database, dealId);
  const scan = scanOf(log, known.seqs[0] ?? known.projection_seq + 1);
  if (scan.ok === 'unread') return refuse('internal', scan.what);
  if (!scan.ok) return refuse('internal', `the log is bad at event ${scan.seq}: ${scan.what}`);
  const [made, ...later] = foundEvents(log, known, dealId);
  return made === undefined ? noSuchDeal(dealId) : ok(explanationOf(dealId, [made, ...later]));
};

/**
 * Explains a deal: through the server that runs on the folder, else from the folder's files without
 * writing. Refuses with `not_found` when there is no log or no such deal, with `internal` when the
 * log is damaged or cannot be read.
 */
export const explain = async (data: string, dealId: number): Promise<Outcome<Explanation>> => {
  const { log, control } = pathsOf(data);
  if (!existsSync(log)) return noLog(data);
  const lock = await lockData(data);
  if (!lock.ok) {
    return (await callControl(control, 'explain', { deal: dealId })) as Outcome<Explanation>;
  }
  try {
    return explainStored(data, dealId);
  } finally {
    lock.data.release();
  }
};
