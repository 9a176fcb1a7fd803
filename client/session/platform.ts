// What the client needs of the machine that it runs on: requests, sockets, time, other tabs.

/** A clock; tests bring their own. */
export interface Clock {
  /** ms since 1970. */
  now(): number;
  /** Runs once after so many ms; calling the answer calls it off. */
  after(ms: number, run: () => void): () => void;
}

/** The part of a WebSocket that the client uses; browsers' and the package ws both have it. */
export interface WebSocketLike {
  /** Bytes that were given to `send` and are not on their way. */
  readonly bufferedAmount: number;
  binaryType: string;
  onopen: (() => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onclose: ((event: { readonly code: number; readonly reason: string }) => void) | null;
  onerror: ((event: unknown) => void) | null;
  send(frame: string | Uint8Array): void;
  close(code?: number, reason?: string): void;
}

/** Opens a WebSocket. `headers` are empty in browsers, which send cookies and no others. */
export type OpenSocket = (
  url: string,
  protocols: string[],
  headers: Readonly<Record<string, string>>,
) => WebSocketLike;

/** Locks that all tabs of an origin share: `navigator.locks`. */
export interface LockManagerLike {
  request<T>(name: string, run: () => Promise<T>): Promise<T>;
}

/** Messages between the tabs of an origin: a `BroadcastChannel`. */
export interface ChannelLike {
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  postMessage(message: unknown): void;
  close(): void;
}

/** The machine. Every part can be replaced by an option of the same name. */
export interface Platform {
  /** Sends a request; cookies of the server travel along. */
  readonly fetch: (request: Request) => Promise<Response>;
  readonly openSocket: OpenSocket;
  readonly clock: Clock;
  /** A number from 0 to below 1: spreads the reconnects of many clients. */
  readonly random: () => number;
  /** A new request id. */
  readonly uuid: () => string;
  /** Absent where there are no tabs, and in pages without https. */
  readonly locks?: LockManagerLike | undefined;
  readonly openChannel?: ((name: string) => ChannelLike) | undefined;
  /** The kind of terminal that traders sign in at, unless they say another. */
  readonly traderTerminal: string;
  /** The headers that sign a socket of a cookie session; browsers set them themselves. */
  readonly cookieHeaders: (url: string) => Readonly<Record<string, string>>;
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** The globals of browsers that are not in every program that reads these types. */
interface BrowserGlobals {
  readonly WebSocket: new (url: string, protocols: string[]) => WebSocketLike;
  readonly navigator?: { readonly locks?: LockManagerLike };
  readonly BroadcastChannel?: new (name: string) => ChannelLike;
}

/** A browser's page or worker. */
export const browserPlatform = (): Platform => {
  const globals = globalThis as unknown as BrowserGlobals;
  const { BroadcastChannel: Channel } = globals;
  return {
    fetch: (request) => fetch(request),
    openSocket: (url, protocols) => new globals.WebSocket(url, protocols),
    clock: systemClock,
    random: Math.random,
    uuid: () => crypto.randomUUID(),
    locks: globals.navigator?.locks,
    openChannel: Channel && ((name) => new Channel(name)),
    traderTerminal: 'web',
    cookieHeaders: () => ({}),
  };
};
