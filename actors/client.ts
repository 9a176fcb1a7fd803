// The front's face to the actors: everything that http/ may ask of the runtime.

import type { Outcome } from '../wire/codes.js';
import type { Settings } from '../wire/config.js';
import type { Caller, DeskAnswer, DeskOp, DeskOps } from '../wire/desk.js';
import type { SessionCopy } from '../wire/identity.js';
import type { Queries, QueryName } from '../wire/queries.js';

/** Operations that an account's actor answers itself. */
export type AccountOp =
  | 'trade'
  | 'trade_status'
  | 'account'
  | 'cancel_on_disconnect'
  | 'balance'
  | 'money';

/** The newest quote of a symbol at symbol level, prices ×10^(digits+3); time 0 = none yet. */
export interface BoardQuote {
  readonly bid: number;
  readonly ask: number;
  readonly time: number;
  readonly high: number;
  readonly low: number;
}

/** One changed quote on its way to subscribers, at symbol level. */
export interface QuoteChange {
  readonly symbol_id: number;
  readonly bid: number;
  readonly ask: number;
  readonly time: number;
}

/** A bar that changed, prices ×10^(digits+3). */
export interface BarChange {
  readonly symbol_id: number;
  readonly timeframe: string;
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly tick_volume: number;
  readonly spread: number;
}

/** What the runtime tells the front. Calls come in runs; `flush` ends each run. */
export interface FrontSink {
  /** An answer to a frame of a connection; committed, complete with seq. In the order sent. */
  answer(token: number, text: string): void;
  /** A numbered event of an account, committed: the event frame as text with its seq. */
  event(login: number, name: string, accountSeq: number, seq: number, text: string): void;
  /** Live money of an account that changed (unnumbered): the `account_money` data as JSON text. */
  money(login: number, text: string): void;
  quotes(changes: readonly QuoteChange[]): void;
  bars(changes: readonly BarChange[]): void;
  /** A session opened or changed; null = ended. `reason` is `kick` for a kick. */
  session(id: string, copy: SessionCopy | null, reason: string): void;
  /** Settings at a new version; `kind` and `id` say what changed. */
  settings(
    settings: Settings,
    changes: readonly { kind: string; id: string; version: number }[],
  ): void;
  flush(): void;
}

/** Where a numbered event stands, kept for `resume`. */
export interface ActorsClient {
  /** Connects the front; called once, before listening. Sessions and settings are told first. */
  attach(sink: FrontSink): void;
  /** Registers a connection of an account with its shard; answers carry the token. */
  connect(caller: Caller): number;
  /** Tells the shard that a connection is gone; `cancel_on_disconnect` starts counting. */
  disconnect(token: number): void;
  /** Hands a JSON frame to the connection's account. False: the ring is full, nothing was done. */
  send(token: number, frame: Uint8Array): boolean;
  /**
   * One operation for REST: answers `{status, text}` with the whole envelope as JSON, committed.
   * `requestId` is the envelope's. Refuses at once when the ring is full; `trade.timeout` after 10 s.
   */
  call(
    caller: Caller,
    login: number,
    op: AccountOp,
    data: unknown,
    requestId: string,
  ): Promise<{ status: number; text: string }>;
  desk<K extends DeskOp>(op: K, input: DeskOps[K]['input']): Promise<DeskAnswer<K>>;
  query<K extends QueryName>(
    name: K,
    input: Queries[K]['input'],
  ): Promise<Outcome<Queries[K]['output']>>;
  /** The account's group and switches, for a trader's prices and symbols; undefined = unknown. */
  settings(): Settings;
  quote(symbolId: number): BoardQuote;
  /** Global seq and the account's newest number that the front has seen. */
  seq(): number;
  /** Numbered events of the log's tail, oldest first, at most `limit`: to fill `resume` at start. */
  tail(limit: number): AsyncIterable<{
    login: number;
    name: string;
    account_seq: number;
    seq: number;
    text: string;
  }>;
  /** Live values by name for `/metrics`; readiness of every thread for `/readyz`. */
  metrics(): Promise<Readonly<Record<string, number>>>;
  ready(): boolean;
}
