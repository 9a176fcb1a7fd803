// A proxy between a server and its provider that cuts their connection at a chosen message.

import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Where a connection is cut. */
export interface Cut {
  /** Who would have got the message. */
  readonly to: 'provider' | 'server';
  /** Fields of the message, as it has them: `35=D`. */
  readonly shows: readonly string[];
  /** What of the message still passes. */
  readonly passes: 'nothing' | 'half' | 'all';
}

/** A cut that is to come. */
interface Armed extends Cut {
  readonly happened: () => void;
}

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

  private constructor(private readonly target: number) {
    this.#server = createServer((socket) => this.#join(socket));
  }

  /** Listens; `target` is the port of the provider. */
  static async open(target: number): Promise<CutProxy> {
    const proxy = new CutProxy(target);
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

  /** Cuts at the next such message; resolves when that has happened. */
  cutAt(cut: Cut): Promise<void> {
    return new Promise((happened) => {
      this.#armed = { ...cut, happened };
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
    server.on('data', (chunk: Buffer) => this.#pass('provider', chunk, server, provider));
    provider.on('data', (chunk: Buffer) => this.#pass('server', chunk, provider, server));
  }

  #pass(to: Cut['to'], chunk: Buffer, from: Socket, target: Socket): void {
    if (target.destroyed || target.writableEnded) return;
    const armed = this.#armed;
    const found = armed?.to === to ? find(chunk.toString('latin1'), armed.shows) : undefined;
    if (armed === undefined || found === undefined) return void target.write(chunk);
    this.#armed = undefined;
    const [start, end] = found;
    const passed = { nothing: start, half: (start + end) >> 1, all: end }[armed.passes];
    // What passes arrives: the side that gets it reads it, and then the end.
    target.end(chunk.subarray(0, passed));
    from.destroy();
    armed.happened();
  }
}
