// Takes the connections of peers that dial us, and gives each to the session that its Logon names.

import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { addressKey } from '../../../wire/base/address.js';
import { FixMessage } from '../../../wire/codec/fix/fix-message.js';
import { Framer } from '../../../wire/codec/fix/framer.js';
import { TAG, TYPE } from '../../../wire/codec/fix/tags.js';
import { Allowances, connectionEnv, HourlyLimit } from '../../shared/allowance.js';
import type { FixEndpoint, FixEnv } from './endpoint.js';

/** Most connections that have not said who they are, and most bytes that they may send before. */
export const UNKNOWN_MAX = 64;
const LOGON_BYTES_MAX = 8192;
/** Connections of an address whose Logon is not accepted; further ones are cut unread. */
export const REFUSED = { most: 100, perMinute: 60 };
/** How long a connection may take to say who it is, in ms. */
const LOGON_MS = 10_000;

/** Most connections in all. */
const CONNECTIONS_MAX = 1024;
const TLS = { minVersion: 'TLSv1.2' } as const;

/** Where peers reach us. */
export interface ListenOptions {
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  /** Our certificate; with `ca` the peer needs one that it signed. */
  readonly tls?: Pick<TlsOptions, 'cert' | 'key' | 'ca'>;
}

/** A connection that has not said who it is, or is at its TLS handshake. */
interface UnknownPeer {
  readonly socket: Socket;
  readonly address: string;
  /** Cuts it when it takes too long. */
  readonly timer: unknown;
}

/** Where a connection comes from: that of a TLS connection is the same as that beneath it. */
const originOf = ({ remoteAddress, remotePort }: Socket): string =>
  `${remoteAddress} ${remotePort}`;

/** Our endpoint by our identity and the peer's, as its Logon says them; undefined = unknown. */
type FindEndpoint = (sender: string, target: string) => FixEndpoint | undefined;

/** A listening port. */
export class FixListener {
  readonly #server: Server;
  /** The peers that have not said who they are, the oldest first, by their origin. */
  readonly #unknown = new Map<string, UnknownPeer>();
  readonly #refused = new Allowances(REFUSED);
  readonly #lines: FixEnv;

  constructor(
    { tls }: Pick<ListenOptions, 'tls'>,
    private readonly find: FindEndpoint,
    private readonly env: FixEnv,
  ) {
    this.#lines = connectionEnv(env, {});
    const read = (socket: Socket): void => this.#read(socket);
    this.#server =
      tls === undefined
        ? createServer()
        : createTlsServer({ ...TLS, ...tls, requestCert: tls.ca !== undefined }, read);
    this.#server.on('connection', (socket: Socket) => this.#enter(socket));
    if (tls === undefined) this.#server.on('connection', read);
    this.#server.maxConnections = CONNECTIONS_MAX;
    this.#server.on('error', ({ message }) =>
      env.log('error', { msg: `the port for FIX connections: ${message}` }),
    );
    const lines = new HourlyLimit(() => env.now());
    this.#server.on('tlsClientError', ({ message }: Error) => {
      if (!lines.take()) return;
      env.log('warn', { msg: `a FIX connection without TLS as it has to be: ${message}` });
    });
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

  /** Takes no more connections; connections of sessions stay. */
  close(): void {
    this.#server.close();
    for (const { socket } of this.#unknown.values()) socket.destroy();
  }

  /** Takes a connection in, which has to say who it is. */
  #enter(socket: Socket): void {
    socket.on('error', () => undefined);
    const address = addressKey(socket.remoteAddress ?? '');
    if (this.#refused.wait(address, 1, this.env.elapsed()) > 0) return void socket.destroy();
    if (this.#unknown.size >= UNKNOWN_MAX) this.#makeRoom();
    const origin = originOf(socket);
    const timer = this.env.setTimer(() => socket.destroy(), LOGON_MS);
    const peer: UnknownPeer = { socket, address, timer };
    this.#unknown.set(origin, peer);
    socket.on('close', () => this.#forget(origin, peer));
  }

  #forget(origin: string, peer: UnknownPeer): void {
    this.env.clearTimer(peer.timer);
    if (this.#unknown.get(origin) === peer) this.#unknown.delete(origin);
  }

  /** Reads the first message of a connection. */
  #read(socket: Socket): void {
    socket.on('error', () => undefined);
    const origin = originOf(socket);
    const peer = this.#unknown.get(origin);
    // It was cut before its first byte was read.
    if (peer === undefined) return void socket.destroy();
    const { address } = peer;
    const framer = new Framer(LOGON_BYTES_MAX);
    const message = new FixMessage();
    const chunks: Buffer[] = [];
    let bytes = 0;
    const read = (chunk: Buffer): void => {
      chunks.push(chunk);
      bytes += chunk.length;
      framer.push(chunk);
      const found = framer.next(message);
      if (found === 'none' && bytes <= LOGON_BYTES_MAX) return;
      this.#forget(origin, peer);
      socket.off('data', read);
      const refused = (): void => this.#refused.spend(address, 1, this.env.elapsed());
      const isGiven =
        found === 'message' && this.#give(socket, message, Buffer.concat(chunks), refused);
      if (isGiven) return;
      refused();
      socket.destroySoon();
    };
    socket.on('data', read);
  }

  /** Cuts the oldest connection of the address that has most, so that it keeps no other out. */
  #makeRoom(): void {
    const sockets = new Map<string, Socket[]>();
    for (const { address, socket } of this.#unknown.values()) {
      sockets.set(address, [...(sockets.get(address) ?? []), socket]);
    }
    const [most = []] = [...sockets.values()].sort((a, b) => b.length - a.length);
    const [oldest] = most;
    if (oldest === undefined) return;
    this.#unknown.delete(originOf(oldest));
    oldest.destroy();
  }

  /** Gives a connection to its session; `refused` is called when that does not let it log on. */
  #give(socket: Socket, message: FixMessage, first: Buffer, refused: () => void): boolean {
    if (message.type !== TYPE.logon) return false;
    const [sender, target] = [message.text(TAG.targetCompId), message.text(TAG.senderCompId)];
    const endpoint = this.find(sender, target);
    if (endpoint?.attach(socket, first, (_, wasOn) => wasOn || refused())) return true;
    const reason = endpoint === undefined ? 'nobody known' : 'a session that is connected already';
    this.#lines.log('warn', { msg: `a FIX connection is refused: its Logon is that of ${reason}` });
    return false;
  }
}
