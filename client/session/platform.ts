// The parts of the machine that the client needs: requests, sockets, time, other tabs.

/** A clock; tests bring their own. */
export interface Clock {
  /** Runs a function once after `ms`; the returned function cancels that. */
  now(): number;
  /** Runs once after so many ms; calling the answer calls it off. */
  after(ms: number, run: () => void): () => void;
}

/**
 * The part of a WebSocket that the client uses; the sockets of browsers and of the package ws have
 * it.
 */
export interface WebSocketLike {
  /** Bytes that were passed to `send` and are not transmitted yet. */
  readonly bufferedAmount: number;
  binaryType: string;
  onopen: (() => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  onclose: ((event: { readonly code: number; readonly reason: string }) => void) | null;
  onerror: ((event: unknown) => void) | null;
  send(frame: string | Uint8Array): void;
  close(code?: number, reason?: string): void;
}

/** Opens a WebSocket. `headers` is empty in browsers, which set all headers themselves. */
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

/** The machine. Each part can be replaced by an option of the same name. */
export interface Platform {
  /** Sends a request, with the cookies of the server. */
  readonly fetch: (request: Request) => Promise<Response>;
  readonly openSocket: OpenSocket;
  readonly clock: Clock;
  /** A number from 0 to below 1; it spreads the reconnects of many clients. */
  readonly random: () => number;
  /** A new request id. */
  readonly uuid: () => string;
  /** Absent where there are no tabs, and in pages without https. */
  readonly locks?: LockManagerLike | undefined;
  readonly openChannel?: ((name: string) => ChannelLike) | undefined;
  /** The terminal of traders, unless the program names another. */
  readonly traderTerminal: string;
  /** The headers that authenticate a socket of a cookie session; browsers set them themselves. */
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

/** Globals of browsers. They are declared here because programs for Node lack their types. */
interface BrowserGlobals {
  readonly WebSocket: new (url: string, protocols: string[]) => WebSocketLike;
  readonly navigator?: { readonly locks?: LockManagerLike };
  readonly BroadcastChannel?: new (name: string) => ChannelLike;
}

/** A new UUID of version 4. `crypto.randomUUID` exists only on pages of https and localhost. */
export const randomUuid = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};

/** A browser's page or worker. */
export const browserPlatform = (): Platform => {
  const globals = globalThis as unknown as BrowserGlobals;
  const { BroadcastChannel: Channel } = globals;
  return {
    fetch: (request) => fetch(request),
    openSocket: (url, protocols) => new globals.WebSocket(url, protocols),
    clock: systemClock,
    random: Math.random,
    uuid: randomUuid,
    locks: globals.navigator?.locks,
    openChannel: Channel && ((name) => new Channel(name)),
    traderTerminal: 'web',
    cookieHeaders: () => ({}),
  };
};
