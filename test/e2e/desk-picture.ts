// A desk that follows positions and orders of a mask over one socket after the other, and keeps the
// picture that the documents promise; and where it is not as the lists.

import type { RestClient } from '../support/client/rest.js';
import type { EventFrame } from '../support/client/shapes.js';
import { type Encoding, SocketClient } from '../support/client/socket.js';

type Row = Readonly<Record<string, unknown>> & { readonly id: number; readonly login: number };

/** The channels that have rows. */
export const CHANNELS = ['positions', 'orders'] as const;
type RowChannel = (typeof CHANNELS)[number];

/** How an order or position ends. */
const FINAL: readonly unknown[] = ['filled', 'canceled', 'rejected', 'expired'];

/** The rows of the accounts of a mask. */
export class DeskPicture {
  readonly rows = { positions: new Map<number, Row>(), orders: new Map<number, Row>() };
  /** Seqs of the events, in the order in which they came since the last snapshot. */
  readonly seqs: number[] = [];
  readonly counts = { snapshots: 0, resumed: 0, ended: 0, events: 0 };
  /** Channels whose subscription the server has ended. */
  readonly #ended = new Set<RowChannel>();
  /** The number to resume from; undefined: a snapshot is needed. */
  #last: number | undefined;
  #socket: SocketClient | undefined;
  #taken = 0;

  constructor(
    private readonly staff: RestClient,
    readonly group: string,
    private readonly encoding: Encoding,
  ) {}

  get socket(): SocketClient | undefined {
    return this.#socket;
  }

  /** Connects, and resumes or takes snapshots. */
  async connect(): Promise<void> {
    const socket = await SocketClient.signIn(this.staff, this.encoding);
    this.#socket = socket;
    this.#taken = 0;
    const isWhole = this.#ended.size === 0;
    this.#ended.clear();
    if (this.#last !== undefined && isWhole) {
      const channels = CHANNELS.map((channel) => ({ channel, group: this.group }));
      const asked = { after_seq: String(this.#last), channels };
      const { data } = await socket.request<{ resumed: boolean; seq: string }>('resume', asked);
      this.#take();
      if (data.resumed) {
        this.counts.resumed += 1;
        this.#last = Math.max(this.#last, Number(data.seq));
        return;
      }
    }
    for (const channel of CHANNELS) await this.#begin(socket, channel);
  }

  async #begin(socket: SocketClient, channel: RowChannel): Promise<void> {
    const asked = { channel, group: this.group };
    const { success, code, data } = await socket.request<{ seq: string }>('subscribe', asked);
    if (!success) throw new Error(`${channel}: ${code}`);
    this.#take();
    this.counts.snapshots += 1;
    this.#last = Number(data.seq);
  }

  /** Reads what came so far. */
  #take(): void {
    const events = this.#socket?.events ?? [];
    for (; this.#taken < events.length; this.#taken += 1) this.#event(events[this.#taken] as never);
  }

  #event({ event, seq, data }: EventFrame<Record<string, never>>): void {
    if (event === 'snapshot') return this.#snapshot(data);
    if (event === 'resubscribe') {
      this.counts.ended += 1;
      this.#ended.add(data.channel as unknown as RowChannel);
    }
    if (seq === undefined) return;
    this.counts.events += 1;
    this.seqs.push(Number(seq));
    this.#last = Math.max(this.#last ?? 0, Number(seq));
    for (const channel of CHANNELS) {
      for (const row of data[channel] as readonly Row[]) {
        const { state, closed } = row as unknown as { state?: unknown; closed?: boolean };
        if (closed === true || FINAL.includes(state)) this.rows[channel].delete(row.id);
        else this.rows[channel].set(row.id, { ...row, login: data.login as never });
      }
    }
  }

  #snapshot(data: Record<string, never>): void {
    const { channel, part, rows } = data as unknown as {
      channel: RowChannel;
      part: number;
      rows: readonly Row[];
    };
    const mine = this.rows[channel];
    if (part === 1) mine.clear();
    for (const row of rows) mine.set(row.id, row);
  }

  /** Cuts the connection; what has come is kept. */
  async cut(): Promise<void> {
    const socket = this.#socket;
    if (socket === undefined) return;
    await socket.cut();
    this.#take();
    this.#socket = undefined;
  }

  /** Subscribes again, and waits until the server has sent everything that happened before. */
  async settle(): Promise<void> {
    if (this.#socket === undefined) await this.connect();
    await this.#socket?.request('ping');
    this.#take();
    for (const channel of this.#ended) {
      this.#ended.delete(channel);
      if (this.#socket !== undefined) await this.#begin(this.#socket, channel);
    }
  }
}

/** A row of a list. */
export interface Listed {
  readonly id: number;
  readonly login: number;
  readonly [name: string]: unknown;
}
/** The lists of the rows of the channels. */
export const LISTS = { positions: '/positions', orders: '/positions/orders' } as const;

/** All rows of a list, at the newest event. */
export const listed = async (
  by: RestClient,
  channel: keyof typeof LISTS,
  group: string,
): Promise<Listed[]> => {
  const found: Listed[] = [];
  for (let page = 1; ; ) {
    const query = `group=${encodeURIComponent(group)}&limit=1000&page=${page}`;
    const { data } = await by.get<{ items: Listed[]; consistency?: string; total: number }>(
      `${LISTS[channel]}?${query}`,
    );
    if (data.consistency === 'projection_pending') continue;
    found.push(...data.items);
    if (found.length >= data.total) return found;
    page += 1;
  }
};

const DECIMAL = /^-?\d+(\.\d+)?$/;
const isEqual = (one: unknown, other: unknown): boolean => {
  const areDecimals = [one, other].every((value) => DECIMAL.test(String(value)));
  return areDecimals ? Number(one) === Number(other) : one === other;
};
/** Live values are no part of snapshots and events; the group of a moved account is its present. */
const LEFT_OUT = ['origin', 'price_current', 'profit', 'margin', 'live', 'group'];

/** Where the picture of a desk is not as the lists. */
export const differences = async (staff: RestClient, desk: DeskPicture): Promise<string[]> => {
  const found: string[] = [];
  for (const channel of CHANNELS) {
    const theirs = new Map((await listed(staff, channel, desk.group)).map((row) => [row.id, row]));
    const mine = desk.rows[channel];
    for (const id of mine.keys()) if (!theirs.has(id)) found.push(`${channel} ${id} is over`);
    for (const [id, row] of theirs) {
      const own: Readonly<Record<string, unknown>> | undefined = mine.get(id);
      if (own === undefined) found.push(`${channel} ${id} is missing`);
      const names = Object.keys(own ?? {}).filter((name) => !LEFT_OUT.includes(name));
      for (const name of names.filter((name) => name in row)) {
        if (isEqual(own?.[name], row[name])) continue;
        found.push(`${channel} ${id}.${name}: ${own?.[name]}, not ${row[name]}`);
      }
    }
  }
  return found;
};
