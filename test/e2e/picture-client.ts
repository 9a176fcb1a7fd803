// A client of live sockets that knows the documents alone, and imports nothing of the product: the
// picture of an account over answers, events, cuts and resumes.

import { decode, encode } from '@msgpack/msgpack';
import WebSocket from 'ws';

export type Row = Readonly<Record<string, unknown>>;

/** The defaults of the description's schemas by their names, `EventDeal` … */
export type Defaults = (schema: string) => Row;

const FINAL: readonly unknown[] = ['filled', 'canceled', 'rejected', 'expired'];

/** Reads the defaults from the text of `/asyncapi.json`. */
export const defaultsOf = (description: string): Defaults => {
  const { components } = JSON.parse(description) as {
    components: { schemas: Record<string, { properties: Record<string, Row> }> };
  };
  return (schema) => {
    const fields = Object.entries(components.schemas[schema]?.properties ?? {});
    return Object.fromEntries(
      fields.flatMap(([name, field]) => ('default' in field ? [[name, field.default]] : [])),
    );
  };
};

const rowsOf = (of: Row, name: string): readonly Row[] => (of[name] ?? []) as readonly Row[];

/** Orders, positions, money and deals of an account, by its frames. */
export class Picture {
  readonly orders = new Map<unknown, Row>();
  readonly positions = new Map<unknown, Row>();
  readonly deals = new Map<unknown, Row>();
  money: Row = {};
  /** Number of the newest event that it has; undefined: it has none. */
  last: number | undefined;
  readonly #empty: Readonly<Record<'deals' | 'orders' | 'positions' | 'money', Row>>;

  constructor(defaults: Defaults) {
    this.#empty = {
      deals: defaults('EventDeal'),
      orders: defaults('EventOrder'),
      positions: defaults('EventPosition'),
      money: defaults('EventMoney'),
    };
  }

  /** Begins with the answer of `account`. */
  begin({ orders, positions, money, account_seq }: Row): void {
    this.orders.clear();
    this.positions.clear();
    for (const order of orders as readonly Row[]) this.orders.set(order.id, order);
    for (const one of positions as readonly Row[]) this.positions.set(one.id, one);
    this.money = money as Row;
    this.last = account_seq as number;
  }

  /** Takes in what an event changed. */
  take(account_seq: number, data: Row): void {
    for (const row of rowsOf(data, 'deals')) {
      this.deals.set(row.id, { ...this.#empty.deals, ...row });
    }
    for (const row of rowsOf(data, 'orders')) {
      this.#keep(this.orders, { ...this.#empty.orders, ...row });
    }
    for (const row of rowsOf(data, 'positions')) {
      this.#keep(this.positions, { ...this.#empty.positions, ...row });
    }
    this.money = { ...this.#empty.money, ...(data.money as Row) };
    this.last = account_seq;
  }

  #keep(rows: Map<unknown, Row>, row: Row): void {
    if (row.closed === true || FINAL.includes(row.state)) rows.delete(row.id);
    else rows.set(row.id, row);
  }
}

/** How a client gets in, and what it reads. */
export interface Access {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly encoding: 'json' | 'msgpack';
  readonly defaults: Defaults;
}

/** Asks for an operation; the answer, or undefined when it was lost with its connection. */
type Asking = { readonly data: Row; readonly give: (reply: Row | undefined) => void };

/** One socket of an account that is connected again after each cut. */
export class PictureClient {
  readonly picture: Picture;
  /** What was not as the documents say. */
  readonly faults: string[] = [];
  /** Answers that told a change; events that came before their answer; connections. */
  readonly counts = { answers: 0, events: 0, before: 0, resumed: 0, pictures: 0 };
  #ws: WebSocket | undefined;
  #nextId = 1;
  readonly #asked = new Map<number, Asking>();
  /** Numbers of the events that came on this connection, and those that wait for an order. */
  #here = new Set<number>();
  #held = new Map<number, Row>();
  #isSettled = false;
  #watchers: (() => void)[] = [];

  constructor(private readonly access: Access) {
    this.picture = new Picture(access.defaults);
  }

  get isReady(): boolean {
    return this.#isSettled;
  }

  /** Connects, then asks for what was missed, or for the first picture. */
  async connect(): Promise<void> {
    const { url, encoding, headers } = this.access;
    const ws = new WebSocket(url, [`brokerd.v1.${encoding}`], { headers });
    this.#ws = ws;
    this.#here = new Set();
    this.#held = new Map();
    ws.on('message', (bytes: Buffer) => {
      if (ws === this.#ws) this.#receive(bytes);
    });
    ws.on('error', () => undefined);
    await new Promise<void>((resolve, reject) => {
      ws.on('open', resolve);
      ws.on('close', (code) => reject(new Error(`closed with ${code}`)));
    });
    ws.on('close', () => this.#lost(ws));
    const { last } = this.picture;
    const resumed = last !== undefined && (await this.#resume(last));
    if (!resumed) await this.#begin();
    this.#isSettled = true;
    this.#release();
  }

  /** Cuts the connection: what is under way is lost. */
  cut(): void {
    const ws = this.#ws;
    ws?.terminate();
    if (ws !== undefined) this.#lost(ws);
  }

  /** Asks for an operation; the answer, or undefined when it was lost. */
  ask(op: string, data: Row = {}): Promise<Row | undefined> {
    const id = this.#nextId;
    this.#nextId += 1;
    const frame = { id, op, data };
    return new Promise((give) => {
      if (this.#ws === undefined) return give(undefined);
      this.#asked.set(id, { data, give });
      this.#ws.send(this.access.encoding === 'json' ? JSON.stringify(frame) : encode(frame));
    });
  }

  /** Waits until the picture has the event of that number. */
  async reach(account_seq: number): Promise<void> {
    while ((this.picture.last ?? 0) < account_seq && this.faults.length === 0) {
      await new Promise<void>((resolve) => this.#watchers.push(resolve));
    }
  }

  async #resume(after: number): Promise<boolean> {
    const reply = await this.ask('resume', { after });
    const { resumed } = (reply?.data ?? {}) as { resumed?: boolean };
    if (resumed === true) this.counts.resumed += 1;
    return resumed === true;
  }

  async #begin(): Promise<void> {
    const reply = await this.ask('account');
    if (reply === undefined) throw new Error('the account was not answered');
    this.counts.pictures += 1;
    this.picture.begin(reply.data as Row);
    this.#moved();
  }

  /** What came too early follows, unless it came in its order meanwhile. */
  #release(): void {
    const held = [...this.#held.values()];
    this.#held = new Map();
    for (const frame of held) {
      if ((frame.account_seq as number) > (this.picture.last ?? 0)) this.#event(frame);
    }
  }

  #lost(ws: WebSocket): void {
    if (ws !== this.#ws) return;
    this.#ws = undefined;
    this.#isSettled = false;
    const asked = [...this.#asked.values()];
    this.#asked.clear();
    for (const { give } of asked) give(undefined);
  }

  #receive(bytes: Buffer): void {
    const isJson = this.access.encoding === 'json';
    const frame = (isJson ? JSON.parse(bytes.toString()) : decode(bytes)) as Row;
    if ('event' in frame) {
      if (frame.account_seq !== undefined && 'seq' in frame) this.#event(frame);
      return;
    }
    const asking = this.#asked.get(frame.id as number);
    this.#asked.delete(frame.id as number);
    if (asking === undefined) this.faults.push(`an answer to nothing: ${JSON.stringify(frame)}`);
    else {
      this.#answer(asking, frame);
      asking.give(frame);
    }
  }

  #event(frame: Row): void {
    const number = frame.account_seq as number;
    const { last } = this.picture;
    if (!this.#isSettled && number !== (last ?? Number.NaN) + 1) {
      this.#held.set(number, frame);
      return;
    }
    const data = frame.data as Row;
    if (number !== (last ?? 0) + 1) return this.#fault(number, 'event');
    this.counts.events += 1;
    this.#here.add(number);
    this.picture.take(number, data);
    this.#moved();
  }

  /** The answer of a trade tells what it changed, unless the event came before. */
  #answer(_asking: Asking, reply: Row): void {
    const result = (reply.data ?? {}) as Row;
    for (const change of rowsOf(result, 'changes')) {
      const number = change.account_seq as number;
      if (this.#here.has(number)) {
        this.counts.before += 1;
        continue;
      }
      if (number !== (this.picture.last ?? 0) + 1) return this.#fault(number, 'answer');
      this.counts.answers += 1;
      this.picture.take(number, change.data as Row);
      this.#moved();
    }
  }

  #fault(number: number, by: string): void {
    this.faults.push(`${by} ${number} after ${this.picture.last}`);
    this.#moved();
  }

  #moved(): void {
    const watchers = this.#watchers;
    this.#watchers = [];
    for (const one of watchers) one();
  }
}
