// Fills a data folder with many accounts, much faster than trading: it trades once and copies that.
//
// A real server opens one account and trades with it; its events are then written again and again
// for other logins with ids of their own. What the copies say was therefore said by the server.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type Batch, eventsOf, frameEvents } from '../storage/batch.js';
import { DATABASE_FILE, LOG_FOLDER } from '../storage/database.js';
import { Log } from '../storage/log.js';
import { Projection } from '../storage/projection.js';
import { openProjection } from '../storage/schema.js';
import { idMaxima } from '../storage/snapshot.js';
import type { AccountEvent, DeskEvent, Event, RecordChange } from '../wire/events.js';
import { packEvent, unpackEvent } from '../wire/pack.js';
import { throwIn } from './client/staff.js';
import { signInStaff, Trader } from './e2e/stage.js';
import { TestServer } from './server.js';

/** Far above the logins that a server gives out by itself. */
const FIRST_LOGIN = 500_000;
const EVENTS_A_BATCH = 1_000;
const READ_BYTES = 4 * 1024 * 1024;

/** What to write. */
export interface Plan {
  /** Accounts with a deposit and two positions each, in the database and the log. */
  readonly accounts: number;
  /** Further events, in the log alone: orders that open and close a third position. */
  readonly eventsAfter: number;
}

/** What was written. Every account has the password of the one that was copied. */
export interface Seeded {
  readonly firstLogin: number;
  readonly password: string;
  readonly seq: number;
}

/** The account that is copied: the events that opened it and those of its trades. */
interface Template {
  readonly opened: DeskEvent;
  readonly password: string;
  /** A deposit and two positions opened. */
  readonly begin: readonly AccountEvent[];
  /** A third position opened and closed without profit or loss. */
  readonly cycle: readonly AccountEvent[];
}

const tradeOnce = async (data: string): Promise<{ login: number; password: string }> => {
  const server = await TestServer.start({ data });
  const staff = await signInStaff(server);
  await throwIn(staff, 'EURUSD', '1.10000', '1.10000');
  const trader = await Trader.enter(server, staff, { deposit: '1000000' });
  const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' };
  for (let n = 0; n < 2; n += 1) await trader.trade(open);
  const { position_id } = (await trader.trade(open)).data;
  await trader.trade({ kind: 'close', position_id });
  await server.stop();
  return { login: trader.login, password: trader.password };
};

function* batchesOf(log: Log, after: number): Generator<Batch> {
  for (let seq = after; seq < log.head().seq; ) {
    for (const batch of log.read(seq, READ_BYTES)) {
      yield batch;
      seq = batch.first + batch.count - 1;
    }
  }
}

const isAccount =
  (login: number) =>
  ({ kind, key }: RecordChange): boolean =>
    kind === 'account' && key === String(login);

const readTemplate = (log: Log, login: number, password: string): Template => {
  const events: AccountEvent[] = [];
  let opened: DeskEvent | undefined;
  for (const batch of batchesOf(log, 0)) {
    for (const { bytes } of eventsOf(batch)) {
      const event = unpackEvent(bytes);
      if (event.type === 'account' && event.login === login) events.push(event);
      if (event.type === 'desk' && event.changes.some(isAccount(login))) opened ??= event;
    }
  }
  if (opened === undefined || events.length !== 5) throw new Error('the trades cannot be copied');
  opened = { ...opened, changes: opened.changes.filter(isAccount(login)), journal: [] };
  return { opened, password, begin: events.slice(0, 3), cycle: events.slice(3) };
};

/** How far ids are moved: orders (and positions, which take their orders' ids) and deals. */
interface Shift {
  readonly order: number;
  readonly deal: number;
}

/** The event as another account's, with that number and moved ids. */
const copyEvent = (
  event: AccountEvent,
  login: number,
  accountSeq: number,
  { order, deal }: Shift,
): AccountEvent => {
  const moved = (id: number) => (id === 0 ? 0 : id + order);
  const requestId = randomUUID();
  const known = event.remembered;
  return {
    ...event,
    login,
    account_seq: accountSeq,
    cause: { ...event.cause, request_id: known === null ? '' : requestId },
    ledger: { ...event.ledger, login, account_seq: accountSeq },
    orders: event.orders.map((row) => ({
      ...row,
      login,
      id: moved(row.id),
      position_id: moved(row.position_id),
      request_id: requestId,
    })),
    deals: event.deals.map((row) => ({
      ...row,
      login,
      id: row.id + deal,
      order_id: moved(row.order_id),
      position_id: moved(row.position_id),
      request_id: requestId,
    })),
    positions: event.positions.map((row) => ({ ...row, login, id: moved(row.id) })),
    remembered: known && {
      ...known,
      request_id: requestId,
      result: {
        ...known.result,
        request_id: requestId,
        order_id: moved(known.result.order_id),
        position_id: moved(known.result.position_id),
        deal_ids: known.result.deal_ids.replace(/\d+/g, (id) => String(Number(id) + deal)),
      },
    },
  };
};

/** Writes events in batches. */
class Writer {
  readonly #log: Log;
  #waiting: Buffer[] = [];

  constructor(log: Log) {
    this.#log = log;
  }

  add(event: Event): void {
    this.#waiting.push(packEvent(event));
    if (this.#waiting.length === EVENTS_A_BATCH) this.flush();
  }

  flush(): void {
    if (this.#waiting.length === 0) return;
    this.#log.append(this.#waiting.length, frameEvents(this.#waiting));
    this.#waiting = [];
  }
}

const copyOpening = (opened: DeskEvent, login: number): DeskEvent => ({
  ...opened,
  changes: opened.changes.map((change) => ({
    ...change,
    key: String(login),
    record: { ...change.record, login },
  })),
});

/** Gives out ids for copies: each copy of a template takes as many as the template has. */
class Ids {
  #next: Shift;

  constructor(first: Shift) {
    this.#next = first;
  }

  /** The shift for one copy of these events. */
  take(events: readonly AccountEvent[]): Shift {
    const orders = events.flatMap((event) => event.orders.map(({ id }) => id));
    const deals = events.flatMap((event) => event.deals.map(({ id }) => id));
    const shift = {
      order: this.#next.order - Math.min(...orders),
      deal: this.#next.deal - Math.min(...deals),
    };
    this.#next = {
      order: Math.max(...orders) + shift.order + 1,
      deal: Math.max(...deals) + shift.deal + 1,
    };
    return shift;
  }
}

const writeAccounts = (writer: Writer, template: Template, ids: Ids, accounts: number): void => {
  for (let n = 0; n < accounts; n += 1) {
    const login = FIRST_LOGIN + n;
    writer.add(copyOpening(template.opened, login));
    const shift = ids.take(template.begin);
    for (const [at, event] of template.begin.entries()) {
      writer.add(copyEvent(event, login, at + 1, shift));
    }
  }
  writer.flush();
};

const writeOrders = (writer: Writer, template: Template, ids: Ids, plan: Plan): void => {
  const { begin, cycle } = template;
  for (let n = 0; n * cycle.length < plan.eventsAfter; n += 1) {
    const login = FIRST_LOGIN + (n % plan.accounts);
    const round = Math.floor(n / plan.accounts);
    const shift = ids.take(cycle);
    for (const [at, event] of cycle.entries()) {
      writer.add(copyEvent(event, login, begin.length + round * cycle.length + at + 1, shift));
    }
  }
  writer.flush();
};

/** Makes a data folder with the demo platform and the planned accounts and events. */
export const seed = async (data: string, plan: Plan): Promise<Seeded> => {
  const { login, password } = await tradeOnce(data);
  const log = Log.open(join(data, LOG_FOLDER));
  const db = openProjection(join(data, DATABASE_FILE));
  try {
    const template = readTemplate(log, login, password);
    const maxima = idMaxima(db);
    const ids = new Ids({ order: maxima.order + 1, deal: maxima.deal + 1 });
    const writer = new Writer(log);
    writeAccounts(writer, template, ids, plan.accounts);
    const projection = new Projection(db);
    for (const batch of batchesOf(log, projection.checkpoint())) projection.project([batch]);
    writeOrders(writer, template, ids, plan);
    return { firstLogin: FIRST_LOGIN, password, seq: log.head().seq };
  } finally {
    db.close();
    log.close();
  }
};
