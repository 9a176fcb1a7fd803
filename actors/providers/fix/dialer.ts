// Keeps a session connected that dials its peer: attempts in series, with rests between them.

import { connect, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import type { FixEndpoint, FixEnv } from './endpoint.js';

/** The peer that is dialled. */
export interface DialTarget {
  readonly host: string;
  readonly port: number;
  /** How long connecting may take, in ms. */
  readonly timeoutMs: number;
  /** TLS, with our certificate where the peer asks for one. */
  readonly tls?: Pick<ConnectionOptions, 'ca' | 'cert' | 'key' | 'servername'>;
}

/** When it is dialled again. A series begins anew after a session that was logged on. */
interface ReconnectPolicy {
  readonly pauseMs: number;
  readonly attempts: number;
  /** The rest after a series of attempts, in ms. */
  readonly restMs: number;
  /** Told why a connection failed that was not logged on. */
  readonly failed?: (reason: string) => void;
}

/** The connection of one session. */
export class FixDialer {
  readonly #endpoint: FixEndpoint;
  readonly #target: DialTarget;
  readonly #policy: ReconnectPolicy;
  readonly #env: FixEnv;
  #timer: unknown;
  #socket: Socket | undefined;
  #isRunning = false;
  /** Attempts of the series that failed. */
  #failures = 0;

  constructor(endpoint: FixEndpoint, target: DialTarget, policy: ReconnectPolicy, env: FixEnv) {
    this.#endpoint = endpoint;
    this.#target = target;
    this.#policy = policy;
    this.#env = env;
  }

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
    this.#env.clearTimer(this.#timer);
    if (!this.#endpoint.isConnected) this.#socket?.destroy();
    return this.#endpoint.end(reason);
  }

  #dial(): void {
    if (!this.#endpoint.session.isScheduled) return this.#again(this.#policy.pauseMs);
    const { host, port, timeoutMs, tls } = this.#target;
    const socket =
      tls === undefined
        ? connect(port, host)
        : connectTls({ host, port, minVersion: 'TLSv1.2', ...tls });
    this.#socket = socket;
    let failure = 'the connection was closed';
    const timer = this.#env.setTimer(() => {
      failure = 'connecting took too long';
      socket.destroy();
    }, timeoutMs);
    const failed = (): void => {
      this.#env.clearTimer(timer);
      this.#down(failure, false);
    };
    socket.on('error', (error) => {
      failure = error.message;
    });
    socket.once('close', failed);
    socket.once(tls === undefined ? 'connect' : 'secureConnect', () => {
      this.#env.clearTimer(timer);
      socket.off('close', failed);
      const wasAttached = this.#endpoint.attach(socket, Buffer.alloc(0), (reason, wasOn) =>
        this.#down(reason, wasOn),
      );
      if (!wasAttached) socket.destroy();
    });
  }

  #down(reason: string, wasOn: boolean): void {
    this.#socket = undefined;
    if (!this.#isRunning) return;
    const { pauseMs, attempts, restMs } = this.#policy;
    this.#failures = wasOn ? 0 : this.#failures + 1;
    if (this.#failures > 0) {
      this.#policy.failed?.(reason);
      const { host, port } = this.#target;
      this.#env.log('warn', { msg: `FIX connection to ${host}:${port} failed: ${reason}` });
    }
    if (this.#failures < attempts) return this.#again(pauseMs);
    this.#failures = 0;
    this.#again(restMs);
  }

  #again(ms: number): void {
    this.#timer = this.#env.setTimer(() => this.#dial(), ms);
  }
}
