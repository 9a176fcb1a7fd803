// Takes the connections of peers that dial us, and gives each to the session that its Logon names.

import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { addressKey } from '../../../wire/base/address.js';
import { FixMessage } from '../../../wire/codec/fix/fix-message.js';
import { Framer } from '../../../wire/codec/fix/framer.js';
import { TAG, TYPE } from '../../../wire/codec/fix/tags.js';
import { Allowances } from '../../shared/allowance.js';
import type { FixEndpoint, FixEnv } from './endpoint.js';

/** Most connections that have not said who they are, and most bytes that they may send before. */
export const UNKNOWN_MAX = 64;
const LOGON_BYTES_MAX = 8192;
/** Connections of an address whose Logon is not accepted; further ones are cut unread. */
export const REFUSED = { most: 100, perMinute: 60 };
/** How long a connection may take to say who it is, in ms. */
const LOGON_MS = 10_000;

/** Most connections in all; those that are still at their TLS handshake count, too. */
const CONNECTIONS_MAX = 1024;
const TLS = { minVersion: 'TLSv1.2', handshakeTimeout: LOGON_MS } as const;

/** Where peers reach us. */
export interface ListenOptions {
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  /** Our certificate; with `ca` the peer needs one that it signed. */
  readonly tls?: Pick<TlsOptions, 'cert' | 'key' | 'ca'>;
}

/** Our endpoint by our identity and the peer's, as its Logon says them; undefined = unknown. */
type FindEndpoint = (sender: string, target: string) => FixEndpoint | undefined;

/** A listening port. */
export class FixListener {
  readonly #server: Server;
  readonly #find: FindEndpoint;
  readonly #env: FixEnv;
  /** The connections that have not said who they are, the oldest first, and their addresses. */
  readonly #unknown = new Map<Socket, string>();
  readonly #refused = new Allowances(REFUSED);

  constructor({ tls }: Pick<ListenOptions, 'tls'>, find: FindEndpoint, env: FixEnv) {
    this.#find = find;
    this.#env = env;
    const take = (socket: Socket): void => this.#take(socket);
    this.#server =
      tls === undefined
        ? createServer(take)
        : createTlsServer({ ...TLS, ...tls, requestCert: tls.ca !== undefined }, take);
    this.#server.maxConnections = CONNECTIONS_MAX;
    this.#server.on('error', ({ message }) =>
      env.log('error', { msg: `the port for FIX connections: ${message}` }),
    );
    this.#server.on('tlsClientError', (error: Error) =>
      env.log('warn', { msg: `a FIX connection without TLS as it has to be: ${error.message}` }),
    );
  }

  /** Listens; the port. */
  listen({ host, port }: ListenOptions): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, () => {
        const address = this.#server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : port);
      });
    });
  }

  /** Takes no more connections; those of sessions stay. */
  close(): void {
    this.#server.close();
    for (const socket of this.#unknown.keys()) socket.destroy();
  }

  /** Reads the first message of a connection. */
  #take(socket: Socket): void {
    socket.on('error', () => undefined);
    const address = addressKey(socket.remoteAddress ?? '');
    if (this.#refused.wait(address, 1, this.#env.elapsed()) > 0) return void socket.destroy();
    if (this.#unknown.size >= UNKNOWN_MAX) this.#makeRoom();
    this.#unknown.set(socket, address);
    const framer = new Framer(LOGON_BYTES_MAX);
    const message = new FixMessage();
    const chunks: Buffer[] = [];
    let bytes = 0;
    const timer = this.#env.setTimer(() => socket.destroy(), LOGON_MS);
    const known = (): void => {
      this.#env.clearTimer(timer);
      this.#unknown.delete(socket);
      socket.off('data', read);
    };
    const read = (chunk: Buffer): void => {
      chunks.push(chunk);
      bytes += chunk.length;
      framer.push(chunk);
      const found = framer.next(message);
      if (found === 'none' && bytes <= LOGON_BYTES_MAX) return;
      known();
      const refused = (): void => this.#refused.spend(address, 1, this.#env.elapsed());
      const isGiven =
        found === 'message' && this.#give(socket, message, Buffer.concat(chunks), refused);
      if (isGiven) return;
      refused();
      socket.destroySoon();
    };
    socket.on('data', read);
    socket.on('close', known);
  }

  /** Cuts the oldest connection of the address that has most, so that it keeps no other out. */
  #makeRoom(): void {
    const sockets = new Map<string, Socket[]>();
    for (const [socket, address] of this.#unknown) {
      sockets.set(address, [...(sockets.get(address) ?? []), socket]);
    }
    const [most = []] = [...sockets.values()].sort((a, b) => b.length - a.length);
    const [oldest] = most;
    if (oldest === undefined) return;
    this.#unknown.delete(oldest);
    oldest.destroy();
  }

  /** Gives a connection to its session; `refused` is called when that does not let it log on. */
  #give(socket: Socket, message: FixMessage, first: Buffer, refused: () => void): boolean {
    if (message.type !== TYPE.logon) return false;
    const [sender, target] = [message.text(TAG.targetCompId), message.text(TAG.senderCompId)];
    const endpoint = this.#find(sender, target);
    if (endpoint?.attach(socket, first, (_, wasOn) => wasOn || refused())) return true;
    const reason = endpoint === undefined ? 'nobody known' : 'a session that is connected already';
    this.#env.log('warn', { msg: `a FIX connection is refused: its Logon is that of ${reason}` });
    return false;
  }
}
