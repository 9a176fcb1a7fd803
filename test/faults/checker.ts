// The checker of all fault cases: what clients were told against what the log has, and the rows of
// the database against the log's.

import { isDeepStrictEqual } from 'node:util';
import { pathsOf } from '../../actors/folder/folder.js';
import { readCheckpoint } from '../../storage/database/checkpoint.js';
import { inSnapshot, openReader } from '../../storage/database/database.js';
import { LEDGERS, POSITIONS } from '../../storage/database/schema.js';

import { dealsIn, ordersIn, rowsIn } from '../support/stored-rows.js';
import { type Asked, NO_HISTORY, type Recorded, type RequestOutcome } from './history.js';
import { factsOf, type LogFacts, type Outcome } from './log-facts.js';

/** Everything about one request id: how often it was asked, and what was done. */
interface Request {
  readonly id: string;
  readonly asked: readonly Asked[];
  readonly outcomes: readonly Outcome[];
}

const requestsOf = ({ asked }: Recorded, { outcomes }: LogFacts): Request[] => {
  const byId = new Map<string, Asked[]>();
  for (const one of asked) byId.set(one.id, [...(byId.get(one.id) ?? []), one]);
  return [...byId].map(([id, all]) => ({ id, asked: all, outcomes: outcomes.get(id) ?? [] }));
};

/** What of an answer the log tells otherwise. */
const misfits = (answered: RequestOutcome, { seq, result }: Outcome): string[] => {
  const logged = {
    order_id: result.order_id,
    deal_ids: result.deal_ids.split(' ').filter(Boolean).map(Number),
    position_id: result.position_id,
    seq: String(seq),
  };
  return Object.entries(logged)
    .filter(([name]) => answered[name as keyof RequestOutcome] !== undefined)
    .filter(
      ([name, value]) => !isDeepStrictEqual(answered[name as keyof RequestOutcome] ?? 0, value),
    )
    .map(([name, value]) => `${name} ${answered[name as keyof RequestOutcome]} is ${value}`);
};

/** Rows that the outcome of a request names and that are not there. */
const missingRows = ({ login, result }: Outcome, { orders, deals }: LogFacts): string[] => {
  const isHis = (row: { login: number } | undefined): boolean => row?.login === login;
  const named = result.deal_ids.split(' ').filter(Boolean).map(Number);
  const lacks = named.filter((id) => !isHis(deals.get(id))).map((id) => `deal ${id}`);
  if (result.order_id > 0 && !isHis(orders.get(result.order_id))) {
    lacks.push(`order ${result.order_id}`);
  }
  return lacks;
};

/**
 * What is wrong with one request of the set: what was acknowledged is there and as it was told,
 * what failed is not, what was never answered is there or not, but whole; nothing is done twice.
 */
const setFaults = ({ id, asked, outcomes }: Request, facts: LogFacts): string[] => {
  const first = asked.findIndex(({ known }) => known === 'ok');
  const acknowledged = asked[first]?.outcome;
  const faults: string[] = [];
  if (asked.slice(first).some(({ known }) => first >= 0 && known === 'failed')) {
    faults.push('it was acknowledged, and failed when it was asked again');
  }
  const again = asked.filter(({ known }) => known === 'ok');
  if (again.some((one) => !isDeepStrictEqual(one.outcome, acknowledged))) {
    faults.push('it was answered otherwise when it was asked again');
  }
  const [outcome] = outcomes;
  if (outcome === undefined) {
    if (first >= 0) faults.push('it was acknowledged and is lost');
    if (facts.causes.has(id)) faults.push(`event ${facts.causes.get(id)} did half of it`);
    return faults;
  }
  if (outcomes.length > 1) faults.push(`it was done ${outcomes.length} times`);
  if (first < 0 && asked.at(-1)?.known === 'failed') faults.push('it failed and is done');
  const missing = missingRows(outcome, facts).map((row) => `half of it is done: no ${row}`);
  return [...faults, ...missing, ...misfits(acknowledged ?? {}, outcome)];
};

/** A moment at which something was known to have happened, and its number. */
interface Mark {
  readonly at: number;
  readonly number: number;
}

/** The highest number that was known before each of a row of rising moments. */
const highestBefore = (marks: readonly Mark[]): ((at: number) => number) => {
  const sorted = marks.toSorted((a, b) => a.at - b.at);
  let taken = 0;
  let highest = 0;
  return (at) => {
    for (; taken < sorted.length && (sorted[taken] as Mark).at < at; taken += 1) {
      highest = Math.max(highest, (sorted[taken] as Mark).number);
    }
    return highest;
  };
};

/** When a request was first asked, and first acknowledged. */
const spanOf = ({ asked }: Request): { readonly from: number; readonly to: number } => ({
  from: Math.min(...asked.map(({ invokedAt }) => invokedAt)),
  to: Math.min(
    ...asked.map(({ known, answeredAt }) =>
      known === 'ok' && answeredAt !== undefined ? answeredAt : Number.POSITIVE_INFINITY,
    ),
  ),
});

/** Requests that the log has before others that were acknowledged before they were asked. */
const orderFaults = (requests: readonly Request[]): string[] => {
  const done = requests
    .flatMap((one) => one.outcomes.map(({ seq }) => ({ id: one.id, seq, ...spanOf(one) })))
    .sort((a, b) => a.from - b.from);
  const known = highestBefore(done.map(({ to, seq }) => ({ at: to, number: seq })));
  return done.flatMap(({ id, from, seq }) => {
    const before = known(from);
    if (seq > before) return [];
    return [`request ${id}: event ${seq} stands before ${before}, acknowledged before it`];
  });
};

/** Reads that lack what was known before they were asked for, or showed what is not there. */
const readFaults = (history: Recorded, requests: readonly Request[], facts: LogFacts): string[] => {
  const faults: string[] = [];
  for (const login of new Set(history.reads.map((read) => read.login))) {
    const reads = history.reads.filter((read) => read.login === login);
    const asked = reads.filter(({ invokedAt }) => invokedAt > 0);
    const written = requests.flatMap((one) =>
      one.outcomes
        .filter((outcome) => outcome.login === login)
        .map(({ accountSeq }) => ({ at: spanOf(one).to, number: accountSeq })),
    );
    const shown = asked.map(({ answeredAt, accountSeq }) => ({
      at: answeredAt,
      number: accountSeq,
    }));
    const known = highestBefore([...written, ...shown]);
    for (const { invokedAt, accountSeq } of asked.toSorted((a, b) => a.invokedAt - b.invokedAt)) {
      const before = known(invokedAt);
      if (accountSeq >= before) continue;
      faults.push(`account ${login} was shown at event ${accountSeq} when ${before} was known`);
    }
    const last = facts.accountSeq(login);
    for (const { accountSeq } of reads) {
      if (accountSeq > last) faults.push(`account ${login} showed event ${accountSeq} of ${last}`);
    }
  }
  return faults;
};

/** What clients were told that does not fit what the log has. */
export const historyFaults = (history: Recorded, facts: LogFacts): string[] => {
  const requests = requestsOf(history, facts);
  const lost = history.opened.filter((login) => !facts.opened.has(login));
  return [
    ...requests.flatMap((one) => setFaults(one, facts).map((what) => `request ${one.id}: ${what}`)),
    ...orderFaults(requests),
    ...readFaults(history, requests, facts),
    ...lost.map((login) => `account ${login} was acknowledged and is lost`),
    ...history.missed,
  ];
};

/** Rows of a table that are not those that the log leaves. */
const tableFaults = <T>(
  table: string,
  stored: ReadonlyMap<number, T>,
  expected: ReadonlyMap<number, T>,
): string[] => {
  const ids = new Set([...stored.keys(), ...expected.keys()]);
  return [...ids]
    .filter((id) => !isDeepStrictEqual(stored.get(id), expected.get(id)))
    .map((id) => `row ${id} of ${table} is not what the log tells`);
};

const byKey = <T extends { readonly id: number }>(rows: readonly T[]): Map<number, T> =>
  new Map(rows.map((row) => [row.id, row]));

/** The rows of a database against those of its log: up to the checkpoint they must be the same. */
export const rowFaults = (data: string, facts: LogFacts): string[] => {
  const { database, log } = pathsOf(data);
  const db = openReader(database);
  try {
    return inSnapshot(db, () => {
      const { seq } = readCheckpoint(db);
      if (seq > facts.last) return [`the database has event ${seq}, the log only ${facts.last}`];
      const then = seq === facts.last ? facts : factsOf(log, seq);
      const ledgers = new Map(rowsIn(db, LEDGERS).map((row) => [row.login, row]));
      return [
        ...tableFaults('orders', byKey(ordersIn(db)), then.orders),
        ...tableFaults('deals', byKey(dealsIn(db)), then.deals),
        ...tableFaults('positions', byKey(rowsIn(db, POSITIONS)), then.positions),
        ...tableFaults('ledgers', ledgers, then.ledgers),
      ];
    });
  } finally {
    db.close();
  }
};

/**
 * All that is wrong in a data folder whose log is whole, in words: within the log, between it and
 * what clients were told, and between it and the database. A server that runs on it must be quiet.
 */
export const faultsOf = (data: string, history: Recorded = NO_HISTORY): string[] => {
  const facts = factsOf(pathsOf(data).log);
  return [...facts.faults, ...historyFaults(history, facts), ...rowFaults(data, facts)];
};
