// Takes the connections of peers that dial us, and gives each to the session that its Logon names.

import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { FixMessage } from '../../../wire/codec/fix/fix-message.js';
import { Framer } from '../../../wire/codec/fix/framer.js';
import { TAG, TYPE } from '../../../wire/codec/fix/tags.js';
import type { FixEndpoint, FixEnv } from './endpoint.js';

/** Most connections that have not said who they are, and most bytes that they may send before. */
export const UNKNOWN_MAX = 64;
const LOGON_BYTES_MAX = 8192;
/** Most of them from one address. */
export const UNKNOWN_OF_ADDRESS_MAX = UNKNOWN_MAX / 4;
/** Addresses of which it is known that sessions come from there; the newest are kept. */
const ADDRESSES_MAX = 1024;
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
  /** The connections that have not said who they are, by address. */
  readonly #unknown = new Map<Socket, string>();
  /** The addresses of sessions that were logged on: these keep places for their connections. */
  readonly #addresses = new Set<string>();

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

  /** May a further connection of the address stay without saying who it is? */
  #hasRoom(address: string): boolean {
    if (this.#unknown.size >= UNKNOWN_MAX && !this.#addresses.has(address)) return false;
    const same = [...this.#unknown.values()].filter((one) => one === address);
    return same.length < UNKNOWN_OF_ADDRESS_MAX;
  }

  /** A session that was logged on came from the address. */
  #keep(address: string): void {
    this.#addresses.delete(address);
    this.#addresses.add(address);
    const [oldest] = this.#addresses;
    if (this.#addresses.size > ADDRESSES_MAX && oldest !== undefined) {
      this.#addresses.delete(oldest);
    }
  }

  /** Reads the first message of a connection. */
  #take(socket: Socket): void {
    socket.on('error', () => undefined);
    const address = socket.remoteAddress ?? '';
    if (!this.#hasRoom(address)) return void socket.destroy();
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
      const isGiven = found === 'message' && this.#give(socket, message, Buffer.concat(chunks));
      if (!isGiven) socket.destroySoon();
    };
    socket.on('data', read);
    socket.on('close', known);
  }

  #give(socket: Socket, message: FixMessage, first: Buffer): boolean {
    if (message.type !== TYPE.logon) return false;
    const [sender, target] = [message.text(TAG.targetCompId), message.text(TAG.senderCompId)];
    const endpoint = this.#find(sender, target);
    const address = socket.remoteAddress ?? '';
    const gone = (_: string, wasOn: boolean): void => {
      if (wasOn) this.#keep(address);
    };
    if (endpoint?.attach(socket, first, gone)) return true;
    const reason = endpoint === undefined ? 'nobody known' : 'a session that is connected already';
    this.#env.log('warn', { msg: `a FIX connection is refused: its Logon is that of ${reason}` });
    return false;
  }
}
