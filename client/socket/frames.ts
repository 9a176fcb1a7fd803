// Frames of the live socket: requests, answers and events, and their encoding.

import type { Bar, SessionView, TradeResult } from '../session/records.js';
import type { ChangedRows, LeanRows } from './live-rows.js';

/** A quote in events: symbol, bid, ask, ms since 1970. */
export type QuoteTick = readonly [symbol: string, bid: string, ask: string, timeMs: number];

/** The data of a change of an account: `order`, `deal`, `position`, `margin_call` … */
export interface AccountChange extends ChangedRows {
  readonly login: number;
  /** Group of the account; absent in the event for which an answer to an own trade stands. */
  readonly group?: string;
  readonly time: string;
  /** In `trade_result`: the outcome of a request that was answered `queued`. */
  readonly result?: TradeResult;
  /** In `correction`: the corrections by staff, one of each position. */
  readonly corrections?: readonly Readonly<Record<string, unknown>>[];
}

/** The same as its frame has it. */
export type LeanChange = Omit<AccountChange, keyof ChangedRows> & LeanRows;

/** A bar in events. */
export type LiveBar = Bar & { readonly symbol: string; readonly timeframe: string };

/** The period of corrected bars: those that open from `from` on and before `to`. */
export interface CorrectedBars {
  readonly symbol: string;
  readonly timeframe: string;
  readonly from: string;
  readonly to: string;
}

/** A changed setting: its kind and id, and the versions. */
export interface ConfigChange {
  readonly kind: string;
  readonly id: number;
  readonly version: number;
  readonly config_version: number;
}

/** An event as it was received. */
export interface EventFrame<Data = unknown> {
  readonly event: string;
  /** Its number in the server's log; only numbered events have one. */
  readonly seq?: string;
  /** Its number among the account's events: 1, 2, 3 … */
  readonly account_seq?: number;
  readonly data: Data;
}

/** A position's id, price and profit; only the id for a closed position. */
export type PositionTick = readonly [id: number, price?: string, profit?: string];

/** Events of the server, by name, with their data, for every audience. */
export interface ServerEvents {
  readonly quotes: readonly QuoteTick[];
  readonly order: AccountChange;
  readonly deal: AccountChange;
  readonly position: AccountChange;
  readonly margin_call: AccountChange;
  readonly margin_call_ended: AccountChange;
  readonly stop_out: AccountChange;
  readonly trade_result: AccountChange;
  readonly correction: AccountChange;
  readonly config_changed: ConfigChange;
  readonly heartbeat: { readonly server_time: string; readonly seq: string };
  readonly restart: { readonly grace_ms: number; readonly text: string };
  readonly session_ended: { readonly reason: string };
}

/** The answer to an operation. */
export interface Reply {
  readonly id: number | null;
  readonly success: boolean;
  readonly code: string;
  readonly message: string;
  readonly data: unknown;
}

/**
 * The data of the answer to `trade`, as the frame has it: the result, and the events for which the
 * answer stands.
 */
export type TradeAnswer = TradeResult & {
  readonly changes?: readonly {
    readonly event: string;
    readonly account_seq: number;
    readonly data: LeanRows & { readonly time: string };
  }[];
};

/** Answer to `hello`. */
export interface Hello {
  readonly session: SessionView;
  readonly server_time: string;
  /** Tells runs of the server apart. */
  readonly run_id: string;
  readonly seq: string;
  readonly account_seq: number | null;
  /** Every message with a higher `seq` comes on this connection. */
  readonly message_seq: string;
  readonly limits: Readonly<Record<string, number>>;
}

/** Answer to `resume`. */
export interface Resumed {
  readonly resumed: boolean;
  readonly seq?: string;
  /** Were all missed messages sent, if they were asked for? */
  readonly messages?: boolean;
}

/** Answer to `subscribe`. */
export interface Subscribed<Snapshot = unknown> {
  readonly channel: string;
  readonly snapshot: Snapshot;
  readonly seq: string;
  /** In `quotes`: names of no known symbol; the other symbols are followed. */
  readonly unknown?: readonly string[];
}

/** Writes and reads MessagePack: the functions of the package `@msgpack/msgpack` fit. */
export interface MessagePack {
  encode(value: unknown): Uint8Array;
  decode(bytes: Uint8Array): unknown;
}

/** The encoding of frames: text, or MessagePack if the program provides it. */
export interface Codec {
  /** The subprotocol. */
  readonly protocol: string;
  write(frame: object): string | Uint8Array;
  /** Decodes a received message. Throws when it is no frame. */
  read(data: unknown): unknown;
}

const JSON_CODEC: Codec = {
  protocol: 'brokerd.v1.json',
  write: (frame) => JSON.stringify(frame),
  read: (data) => JSON.parse(String(data)) as unknown,
};

/** JSON, or MessagePack by the program's functions. */
export const codecOf = (messagePack: MessagePack | undefined): Codec => {
  if (messagePack === undefined) return JSON_CODEC;
  return {
    protocol: 'brokerd.v1.msgpack',
    write: (frame) => messagePack.encode(frame),
    read: (data) => messagePack.decode(new Uint8Array(data as ArrayBuffer)),
  };
};

/** Reads a frame of the server. Throws when the message is no frame. */
export const readFrame = (codec: Codec, data: unknown): Reply | EventFrame => {
  const frame = codec.read(data);
  if (typeof frame === 'object' && frame !== null && ('event' in frame || 'id' in frame)) {
    return frame as Reply | EventFrame;
  }
  throw new TypeError('neither an answer nor an event');
};
