// Dials a peer: once, or to keep a session connected, in series of attempts with rests between.

import { connect, isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import type { FixEndpoint, FixEnv } from './endpoint.js';
import { NOT_OPEN } from './schedule.js';

/** The peer that is dialled. */
export interface DialTarget {
  readonly host: string;
  readonly port: number;
  /** How long connecting may take, in ms. */
  readonly timeoutMs: number;
  /** TLS, with our certificate where the peer asks for one. */
  readonly tls?: Pick<ConnectionOptions, 'ca' | 'cert' | 'key' | 'servername'>;
}

/** When it is dialled again. A series begins again after a session that was logged on. */
interface ReconnectPolicy {
  readonly pauseMs: number;
  readonly attempts: number;
  /** The rest after a series of attempts, in ms. */
  readonly restMs: number;
  /** Called with the reason for no connection: it failed before its Logon, or is not dialled. */
  readonly failed?: (reason: string) => void;
}

/** The name by which a server with several certificates chooses one; addresses are no names. */
const serverName = (host: string) => (isIP(host) === 0 ? { servername: host } : {});

/**
 * Connects once. `connected` gets the socket, which is the caller's from then on; otherwise
 * `failed` gets the reason, also when the returned socket is destroyed before.
 */
export const dialOnce = (
  { host, port, timeoutMs, tls }: DialTarget,
  env: FixEnv,
  connected: (socket: Socket) => void,
  failed: (reason: string) => void,
): Socket | undefined => {
  let socket: Socket;
  try {
    socket =
      tls === undefined
        ? connect(port, host)
        : connectTls({ host, port, minVersion: 'TLSv1.2', ...serverName(host), ...tls });
  } catch (error) {
    // A certificate or key that is none.
    failed((error as Error).message);
    return undefined;
  }
  let failure = 'the connection was closed';
  const timer = env.setTimer(() => {
    failure = 'connecting took too long';
    socket.destroy();
  }, timeoutMs);
  const closed = (): void => {
    env.clearTimer(timer);
    failed(failure);
  };
  socket.on('error', (error) => {
    failure = error.message;
  });
  socket.once('close', closed);
  socket.once(tls === undefined ? 'connect' : 'secureConnect', () => {
    env.clearTimer(timer);
    socket.off('close', closed);
    connected(socket);
  });
  return socket;
};

/** The connection of one session. */
export class FixDialer {
  #timer: unknown;
  #socket: Socket | undefined;
  #isRunning = false;
  /** Attempts of the series that failed. */
  #failures = 0;

  constructor(
    private readonly endpoint: FixEndpoint,
    private readonly target: DialTarget,
    private readonly policy: ReconnectPolicy,
    private readonly env: FixEnv,
  ) {}

  /** Dials, and again whenever the connection is lost. */
  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#failures = 0;
    this.#dial();
  }

  /** Dials no more, and ends the endpoint. */
  stop(reason: string): Promise<void> {
    this.#isRunning = false;
    this.env.clearTimer(this.#timer);
    if (!this.endpoint.isConnected) this.#socket?.destroy();
    return this.endpoint.end(reason);
  }

  #dial(): void {
    if (!this.endpoint.session.isScheduled) {
      this.policy.failed?.(NOT_OPEN);
      return this.#again(this.policy.pauseMs);
    }
    const down = (reason: string, wasOn = false): void => this.#down(reason, wasOn);
    const attach = (socket: Socket): void => {
      if (!this.endpoint.attach(socket, Buffer.alloc(0), down)) socket.destroy();
    };
    this.#socket = dialOnce(this.target, this.env, attach, down);
  }

  #down(reason: string, wasOn: boolean): void {
    this.#socket = undefined;
    if (!this.#isRunning) return;
    const { pauseMs, attempts, restMs } = this.policy;
    this.#failures = wasOn ? 0 : this.#failures + 1;
    if (this.#failures > 0) {
      this.policy.failed?.(reason);
      const { host, port } = this.target;
      this.env.log('warn', { msg: `FIX connection to ${host}:${port} failed: ${reason}` });
    }
    if (this.#failures < attempts) return this.#again(pauseMs);
    this.#failures = 0;
    this.#again(Math.max(restMs, pauseMs));
  }

  #again(ms: number): void {
    this.#timer = this.env.setTimer(() => this.#dial(), ms);
  }
}
