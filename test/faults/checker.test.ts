// The checker itself: each thing that may never be is found, and nothing else is.

import { join } from 'node:path';
import t from 'tap';
import { catchUp } from '../../actors/commands/made-database.js';
import { pathsOf } from '../../actors/folder/folder.js';
import { openProjection } from '../../storage/database/schema.js';
import { frameEvents } from '../../storage/log/batch.js';
import { Log } from '../../storage/log/log.js';
import type { AccountEvent } from '../../wire/trading/events.js';
import { eventsOf, fileNames } from '../histories/history.js';
import { EngineHarness, requestId, type Wish } from '../support/engine-harness.js';
import { faultsOf, historyFaults } from './checker.js';
import { callsAfterFault } from './disk-fault.js';
import { type Asked, NO_HISTORY, type Recorded } from './history.js';
import { LogFacts } from './log-facts.js';

const wish = { symbol: 'EURUSD', side: 'buy', volume: '2' } as const;
const limit: Wish = { kind: 'pending', ...wish, order_kind: 'limit', price: '1.09000' };

/** What stands in the log, oldest first, and what clients know of it. */
interface Told {
  readonly events: AccountEvent[];
  readonly asked: Asked[];
}

/** A request that was answered, as its client noted it: each begins when the one before is over. */
const askedIn = ({ cause, remembered, login }: AccountEvent, seq: number): Asked[] => {
  if (cause.source !== 'client' || remembered === null) return [];
  const { request_id: id, result } = remembered;
  const { order_id, position_id } = result;
  const deal_ids = result.deal_ids.split(' ').filter(Boolean).map(Number);
  const outcome = { order_id, position_id, deal_ids, seq: String(seq) };
  const times = { invokedAt: 10 * seq, answeredAt: 10 * seq + 5 };
  return [{ id, login, connection: 1, request: {}, ...times, known: 'ok', outcome }];
};

const askedOf = (events: readonly AccountEvent[]): Asked[] =>
  events.flatMap((event, at) => askedIn(event, at + 1));

/** A day's work: opens, sets a stop, places, cancels, closes in two parts. */
const work = (): Told & { readonly engine: EngineHarness } => {
  const engine = new EngineHarness();
  engine.quote('EURUSD', '1.10000', '1.10010');
  engine.deposit('10000');
  engine.trade({ kind: 'open', ...wish });
  engine.trade({ kind: 'modify', position_id: 1, sl: '1.05000', tp: '0' });
  engine.trade(limit);
  engine.trade({ kind: 'pending_cancel', order_id: 2 });
  engine.trade({ kind: 'close', position_id: 1, volume: '1' });
  engine.trade({ kind: 'close', position_id: 1 });
  return { events: engine.events, asked: askedOf(engine.events), engine };
};

/** What the checker says of a log and a history. */
const faults = (events: readonly AccountEvent[], history: Partial<Recorded> = {}): string[] => {
  const facts = new LogFacts();
  for (const [at, event] of events.entries()) facts.follow(at + 1, event);
  return [...facts.faults, ...historyFaults({ ...NO_HISTORY, ...history }, facts)];
};

/** The events with one of them changed. */
const changed = (
  events: readonly AccountEvent[],
  kind: string,
  change: (event: AccountEvent) => Partial<AccountEvent>,
): AccountEvent[] =>
  events.map((event) => (event.cause.kind === kind ? { ...event, ...change(event) } : event));

/** The requests with the last of them changed. */
const last = (asked: readonly Asked[], change: Partial<Asked>): Asked[] => [
  ...asked.slice(0, -1),
  { ...(asked.at(-1) as Asked), ...change },
];

t.test('The checker finds no fault in a correct history', async (t) => {
  const { events, asked } = work();
  t.equal(asked.length, 6);
  t.same(faults(events, { asked }), []);
  const { answeredAt, outcome, ...unanswered } = asked.at(-1) as Asked;
  const unknown: Asked = { ...unanswered, known: 'unknown' };
  t.same(faults(events, { asked: [...asked.slice(0, -1), unknown] }), [], 'not answered, but done');
  const undone = { asked: [...asked.slice(0, -1), unknown] };
  t.same(faults(events.slice(0, -1), undone), [], 'not answered, and not done');
});

t.test('The checker finds a lost order', async (t) => {
  const { events, asked } = work();
  t.match(faults(events.slice(0, -1), { asked }), [/acknowledged and is lost/]);
  const holed = events.filter(({ cause }) => cause.kind !== 'modify');
  t.match(faults(holed, { asked })[0], /numbers have no gaps/, 'so is one from the middle');
});

t.test('The checker finds an order that was executed twice', async (t) => {
  const { engine, asked } = work();
  const request_id = requestId();
  engine.trade({ kind: 'open', ...wish, request_id });
  const once = askedIn(engine.events.at(-1) as AccountEvent, engine.events.length);
  t.same(faults(engine.events, { asked: [...asked, ...once] }), []);
  engine.trade({ kind: 'open', ...wish, request_id });
  t.match(faults(engine.events, { asked: [...asked, ...once] }), [/done 2 times/]);
});

t.test('The checker finds a half executed order', async (t) => {
  const { events, asked } = work();
  const without = changed(events, 'open', () => ({ deals: [] }));
  const found = faults(without, { asked });
  t.match(found[0], /deals fill the order/);
  t.match(found.at(-1), /half of it is done: no deal 2/);
  const forgotten = changed(events, 'open', () => ({ remembered: null }));
  const unknown = asked.map((one): Asked => ({ ...one, known: 'unknown' }));
  t.match(faults(forgotten, { asked: unknown }), [/did half of it/]);
  const orphan = changed(events, 'open', () => ({ orders: [] }));
  t.match(faults(orphan), [/deal 2 has no order 1/]);
  const held = changed(events, 'open', () => ({ positions: [] }));
  t.match(faults(held)[0], /a deal shows its position/);
});

t.test('The checker finds money that belongs to no deal', async (t) => {
  const { events } = work();
  const found = faults(
    changed(events, 'open', ({ ledger }) => ({
      ledger: { ...ledger, balance: ledger.balance + 1 },
    })),
  );
  t.match(found, [/deals sum to the balance/, /live money is that of the ledger/]);
});

t.test('The checker finds orders in a wrong sequence', async (t) => {
  const { events, asked } = work();
  const [first, second] = asked as [Asked, Asked];
  const swapped = [
    { ...first, invokedAt: second.invokedAt, answeredAt: second.answeredAt as number },
    { ...second, invokedAt: first.invokedAt, answeredAt: first.answeredAt as number },
  ];
  t.match(faults(events, { asked: [...swapped, ...asked.slice(2)] }), [/stands before/]);
  const [deposit, open, modify, ...more] = events as [AccountEvent, AccountEvent, AccountEvent];
  t.match(faults([deposit, modify, open, ...more])[0], /numbers have no gaps/);
});

t.test('The checker finds an order that works again after its end', async (t) => {
  const { events, engine } = work();
  engine.trade({ kind: 'open', ...wish });
  const risen = events.find(({ cause }) => cause.kind === 'pending')?.orders;
  const found = faults([...events.slice(0, -1), { ...events.at(-1), orders: risen } as never]);
  t.ok(found.some((fault) => /goes from canceled to placed/.test(fault)));
});

t.test('The checker finds a stale read, and a read of rows that do not exist', async (t) => {
  const { events, asked } = work();
  const read = { login: 1001, connection: 2, answeredAt: 71 };
  const newest = events.length;
  const of = (invokedAt: number, accountSeq: number) =>
    faults(events, { asked, reads: [{ ...read, invokedAt, accountSeq }] });
  t.same(of(10 * newest + 6, newest), []);
  t.same(of(10 * newest + 4, newest - 1), [], 'not yet answered when it was asked for');
  t.match(of(10 * newest + 6, newest - 1), [/was shown at event 6 when 7 was known/]);
  t.match(of(0, newest + 1), [/showed event 8 of 7/]);
  const back = [
    { ...read, invokedAt: 70, answeredAt: 71, accountSeq: newest },
    { ...read, invokedAt: 72, answeredAt: 73, accountSeq: newest - 1 },
  ];
  t.match(faults(events, { reads: back }), [/when 7 was known/], 'nor may a read go back');
});

t.test('The checker finds contradictory answers', async (t) => {
  const { events, asked } = work();
  const outcome = { order_id: 99, seq: '99' };
  t.match(faults(events, { asked: last(asked, { outcome }) }), [/order_id 99 is 4/, /seq 99 is 7/]);
  t.match(faults(events, { asked: last(asked, { known: 'failed' }) }), [/failed and is done/]);
  const again = asked.at(-1) as Asked;
  t.same(faults(events, { asked: [...asked, { ...again, invokedAt: 90, answeredAt: 91 }] }), []);
  const other = {
    ...again,
    invokedAt: 90,
    answeredAt: 91,
    outcome: { ...again.outcome, price: '1' },
  };
  t.match(faults(events, { asked: [...asked, other] }), [/answered otherwise/]);
  const refused: Asked = { ...again, invokedAt: 90, answeredAt: 91, known: 'failed' };
  t.match(faults(events, { asked: [...asked, refused] }), [/failed when it was asked again/]);
  t.match(faults(events, { opened: [5] }), [/account 5 was acknowledged and is lost/]);
});

/** The rows of a database change behind its log. */
const DAMAGE = `
  UPDATE entries SET order_id = 0 WHERE order_id = (SELECT MAX(order_id) FROM entries);
  UPDATE entries SET deal_id = 0 WHERE deal_id = (SELECT MAX(deal_id) FROM entries);
`;

for (const name of fileNames()) {
  t.test(`The recorded history "${name}" and its rows have no fault`, async (t) => {
    const data = t.testdir();
    const events = [...eventsOf(name)];
    const { log: folder, database } = pathsOf(data);
    const log = Log.open(folder, { mapSize: 64 << 20 });
    log.append(events.length, frameEvents(events));
    log.close();
    const db = openProjection(database);
    try {
      catchUp(db, folder);
      t.same(faultsOf(data), []);
      db.exec(DAMAGE);
      t.match(faultsOf(data), [/^row \d+ of orders is not/, /^row \d+ of deals is not/]);
    } finally {
      db.close();
    }
  });
}

t.test('Only calls of a trace that begin after the fault count', async (t) => {
  const lines = [
    '5767  fdatasync(21) = -1 EIO (Input/output error) (INJECTED)',
    '5781  ???( <detached ...>',
    '5767  ???( <unfinished ...>',
    '5768  pwrite64(21, "..."..., 128, 0 <unfinished ...>',
    '5768  --- SIGTERM {si_signo=SIGTERM} ---',
    '5781  +++ exited with 1 +++',
  ];
  const trace = join(t.testdir({ trace: `${lines.join('\n')}\n` }), 'trace');
  t.same(callsAfterFault(trace), [lines[3]]);
});
