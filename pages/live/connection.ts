// The tab's socket: whether prices are alive, and what became of the connection.

import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { BrokerError, EventFrame } from '../../client/index.js';
import type { LiveParts } from './parts.js';
import { type Refusal, refusalOf } from './refusal.js';

/** The server sends something every 5 s: after this silence in ms prices are not alive. */
const STALE_MS = 7_000;
/** Time in ms between the measurements of the latency. */
const PING_MS = 10_000;

/** The state of the connection. */
export type ConnectionState =
  /** The first connection is not made yet. */
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  /** Connected, and silent for 7 s. */
  | { readonly kind: 'stale' }
  /** Lost; `retryAt` is the time of the next attempt by the machine's clock, in ms. */
  | { readonly kind: 'offline'; readonly retryAt: number }
  /** Over for good: the session has ended. */
  | { readonly kind: 'ended'; readonly refusal: Refusal };

/** A notice that the server stops, or closes for traders. */
export interface RestartNotice {
  /** The message of staff to traders; may be empty. */
  readonly text: string;
  readonly grace_ms: number;
}

/** The part of a socket that both audiences have. */
interface AnySocket {
  on(name: 'event', listener: (frame: EventFrame) => void): () => void;
  on(name: 'connected', listener: (data: { readonly resumed: boolean }) => void): () => void;
  on(name: 'disconnected', listener: (data: { readonly retry_ms: number }) => void): () => void;
  on(name: 'ended', listener: (error: BrokerError) => void): () => void;
  on(name: 'restart', listener: (notice: RestartNotice) => void): () => void;
  ping(): Promise<unknown>;
  serverNow(): number;
}

/** The tab's one socket. */
export interface Connection<Socket> {
  readonly state: ReadonlySignal<ConnectionState>;
  /** Are prices alive? If not, they are grey and trade buttons are off. */
  readonly isLive: ReadonlySignal<boolean>;
  /** Time in ms of the newest ping and its answer; null = not measured yet. */
  readonly latencyMs: ReadonlySignal<number | null>;
  /** The newest reconnect: did it miss no event? Null = there was no break. */
  readonly resumed: ReadonlySignal<boolean | null>;
  /** The server is about to stop; null again when it is back. */
  readonly restart: ReadonlySignal<RestartNotice | null>;
  /** The server has another version of the page: offer a reload, never reload by itself. */
  readonly hasNewPage: ReadonlySignal<boolean>;
  /** The socket once it is ready for the first time. Rejects when the session ends before. */
  readonly ready: Promise<Socket>;
  /** Calls `run` with the socket when it is ready; `run` adds listeners and misses no event. */
  readonly use: (run: (socket: Socket) => void) => void;
  /**
   * The same for a view: `listen((socket) => socket.on('mail', show))`. The returned function ends
   * the listening.
   */
  readonly listen: (run: (socket: Socket) => () => void) => () => void;
  /** The server's time in ms since 1970. */
  readonly serverNow: () => number;
  /** Ends timers; the socket is closed by its client. */
  readonly close: () => void;
}

/** Compares the page's ETag with the first one after each break. */
const watchPage = (pageTag: () => Promise<string | null>) => {
  const hasNewPage = signal(false);
  const first = pageTag();
  const check = async (): Promise<void> => {
    const [before, now] = [await first, await pageTag()];
    if (before !== null && now !== null && now !== before) hasNewPage.value = true;
  };
  return { hasNewPage, check };
};

const nothing = (): void => undefined;

/** The connection of a tab. Its functions may be taken out of it. */
class TabConnection<Socket extends AnySocket> implements Connection<Socket> {
  readonly state = signal<ConnectionState>({ kind: 'connecting' });
  readonly isLive = computed(() => this.state.value.kind === 'live');
  readonly latencyMs = signal<number | null>(null);
  readonly resumed = signal<boolean | null>(null);
  readonly restart = signal<RestartNotice | null>(null);
  readonly hasNewPage: ReadonlySignal<boolean>;
  readonly ready: Promise<Socket>;
  readonly #parts: LiveParts;
  readonly #checkPage: () => Promise<void>;
  readonly #users: ((socket: Socket) => void)[] = [];
  #socket: Socket | undefined;
  #heardAt = 0;
  #stopSilence = nothing;
  #stopPings = nothing;
  #stopShown = nothing;

  constructor(connecting: Promise<Socket>, parts: LiveParts) {
    this.#parts = parts;
    const { hasNewPage, check } = watchPage(parts.pageTag);
    this.hasNewPage = hasNewPage;
    this.#checkPage = check;
    this.ready = connecting.then((socket) => this.#follow(socket));
    this.ready.catch((error) => {
      this.state.value = { kind: 'ended', refusal: refusalOf(error) };
    });
  }

  readonly use = (run: (socket: Socket) => void): void => {
    if (this.#socket === undefined) this.#users.push(run);
    else run(this.#socket);
  };

  readonly listen = (run: (socket: Socket) => () => void): (() => void) => {
    let stop = nothing;
    let isOver = false;
    this.use((socket) => {
      if (!isOver) stop = run(socket);
    });
    return () => {
      isOver = true;
      stop();
    };
  };

  readonly serverNow = (): number => this.#socket?.serverNow() ?? this.#parts.clock.now();

  readonly close = (): void => {
    this.#stopSilence();
    this.#stopPings();
    this.#stopShown();
  };

  #follow(socket: Socket): Socket {
    this.#socket = socket;
    socket.on('event', () => this.#heard());
    socket.on('connected', ({ resumed }) => {
      this.resumed.value = resumed;
      this.restart.value = null;
      this.#up();
      this.#checkPage().catch(nothing);
    });
    socket.on('disconnected', ({ retry_ms }) => {
      this.#stopSilence();
      this.state.value = { kind: 'offline', retryAt: this.#parts.clock.now() + retry_ms };
    });
    socket.on('restart', (notice) => {
      this.restart.value = notice;
    });
    socket.on('ended', (error) => {
      this.close();
      this.state.value = { kind: 'ended', refusal: refusalOf(error) };
    });
    this.#stopShown = this.#parts.onShown(() => this.#woken());
    this.#up();
    this.#ping();
    this.#pingLater();
    for (const run of this.#users) run(socket);
    return socket;
  }

  get #isUp(): boolean {
    return ['live', 'stale'].includes(this.state.peek().kind);
  }

  #up(): void {
    this.#heardAt = this.#parts.clock.now();
    if (this.state.peek().kind !== 'live') this.state.value = { kind: 'live' };
    this.#watchSilence();
  }

  #heard(): void {
    this.#heardAt = this.#parts.clock.now();
    if (this.state.peek().kind === 'stale') this.#up();
  }

  /** Silent for too long? Looks again when the time has come. */
  #watchSilence(): void {
    const { clock } = this.#parts;
    this.#stopSilence();
    if (!this.#isUp) return;
    const left = this.#heardAt + STALE_MS - clock.now();
    if (left > 0) this.#stopSilence = clock.after(left, () => this.#watchSilence());
    else this.state.value = { kind: 'stale' };
  }

  /** The timers of a hidden or sleeping tab are late: a woken tab looks, and pings, first. */
  #woken(): void {
    this.#watchSilence();
    if (this.#isUp) this.#ping();
  }

  #ping(): void {
    const { clock } = this.#parts;
    const sent = clock.now();
    const answered = (): void => {
      this.latencyMs.value = clock.now() - sent;
      this.#heard();
    };
    this.#socket?.ping().then(answered, nothing);
  }

  #pingLater(): void {
    this.#stopPings = this.#parts.clock.after(PING_MS, () => {
      if (this.#isUp && !this.#parts.isHidden()) this.#ping();
      this.#pingLater();
    });
  }
}

/** Follows the socket that `connecting` makes. */
export const openConnection = <Socket extends AnySocket>(
  connecting: Promise<Socket>,
  parts: LiveParts,
): Connection<Socket> => new TabConnection(connecting, parts);
