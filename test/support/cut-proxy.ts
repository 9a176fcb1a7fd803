// A proxy between a server and its provider that cuts their connection at a chosen message.

import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { FixMessage } from '../../wire/codec/fix/fix-message.js';
import { Framer } from '../../wire/codec/fix/framer.js';

/** Where a connection is cut. */
export interface Cut {
  /** Who would have got the message. */
  readonly to: 'provider' | 'server';
  /** Fields of the message, as it has them: `35=D`. */
  readonly shows: readonly string[];
  /** What of the message still passes. */
  readonly passes: 'nothing' | 'half' | 'all';
}

/** A cut that is to come, once `isReady`. */
interface Armed extends Cut {
  readonly isReady: () => boolean;
  readonly happened: () => void;
}

/** Gets each message that the server has sent, also those that are cut off, or that it gets. */
type Watch = (to: Cut['to'], message: FixMessage) => void;

const BEGIN = '8=FIX.4.4\u0001';

/** The place of a message with these fields in a chunk, and its end. */
const find = (text: string, shows: readonly string[]): readonly [number, number] | undefined => {
  for (let from = text.indexOf(BEGIN); from >= 0; ) {
    const next = text.indexOf(BEGIN, from + 1);
    const end = next < 0 ? text.length : next;
    const message = text.slice(from, end);
    if (shows.every((field) => message.includes(`\u0001${field}\u0001`))) return [from, end];
    from = next;
  }
  return undefined;
};

/** A proxy on a port of its own. */
export class CutProxy {
  port = 0;
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #armed: Armed | undefined;

  private constructor(
    private readonly target: number,
    private readonly watch: Watch,
  ) {
    this.#server = createServer((socket) => this.#join(socket));
  }

  /** Listens; `target` is the port of the provider. */
  static async open(target: number, watch: Watch = () => undefined): Promise<CutProxy> {
    const proxy = new CutProxy(target, watch);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    proxy.port = (proxy.#server.address() as AddressInfo).port;
    return proxy;
  }

  close(): void {
    this.#server.close();
    this.cut();
  }

  /** Cuts what is connected, at once. */
  cut(): void {
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
  }

  /** Cuts at the next such message once `isReady`; resolves when that has happened. */
  cutAt(cut: Cut, isReady = (): boolean => true): Promise<void> {
    return new Promise((happened) => {
      this.#armed = { ...cut, isReady, happened };
    });
  }

  #join(server: Socket): void {
    const provider = connect(this.target, '127.0.0.1');
    const pair = [server, provider] as const;
    this.#pairs.add(pair);
    for (const socket of pair) {
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#pairs.delete(pair);
        for (const one of pair) if (!one.writableEnded) one.destroy();
      });
    }
    const sent = this.#watcher('provider');
    const got = this.#watcher('server');
    server.on('data', (chunk: Buffer) => {
      sent(chunk);
      this.#pass('provider', chunk, server, provider);
    });
    provider.on('data', (chunk: Buffer) => this.#pass('server', chunk, provider, server, got));
  }

  /** Reads the messages of one direction of a connection. */
  #watcher(to: Cut['to']): (bytes: Buffer) => void {
    const framer = new Framer();
    const message = new FixMessage();
    return (bytes) => {
      framer.push(Buffer.from(bytes));
      while (framer.next(message) === 'message') this.watch(to, message);
    };
  }

  #pass(
    to: Cut['to'],
    chunk: Buffer,
    from: Socket,
    target: Socket,
    got = (_: Buffer): void => undefined,
  ): void {
    if (target.destroyed || target.writableEnded) return;
    const armed = this.#armed;
    const isArmed = armed?.to === to && armed.isReady();
    const found = isArmed ? find(chunk.toString('latin1'), armed.shows) : undefined;
    const [start, end] = found ?? [0, 0];
    const cutAt = { nothing: start, half: (start + end) >> 1, all: end };
    const passed =
      armed === undefined || found === undefined ? chunk : chunk.subarray(0, cutAt[armed.passes]);
    got(passed);
    if (armed === undefined || found === undefined) return void target.write(chunk);
    this.#armed = undefined;
    // What passes arrives: the side that gets it reads it, and then the end.
    target.end(passed);
    from.destroy();
    armed.happened();
  }
}
