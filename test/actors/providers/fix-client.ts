// A peer of FIX sessions in tests: dials one, sends what it is told, and hands out what comes.

import { connect } from 'node:net';
import { FixEndpoint, type FixEnv } from '../../../actors/providers/fix/endpoint.js';
import { type CommittedStore, MemoryStore } from '../../../actors/providers/fix/session-store.js';
import type { FixSettings } from '../../../actors/providers/fix/session-types.js';
import type { FixMessage } from '../../../wire/codec/fix/fix-message.js';
import { within } from '../../support/guard.js';
import { PLAIN } from './fix/session-harness.js';

const HOST = '127.0.0.1';

/** A message that came. */
export class ReceivedMessage {
  readonly type: string;
  readonly #fields: readonly (readonly [tag: number, value: string])[];

  constructor(message: FixMessage) {
    this.type = message.type;
    this.#fields = Array.from({ length: message.count }, (_, place) => [
      message.tagAt(place),
      message.textAt(place),
    ]);
  }

  /** The first value of a tag; undefined when there is none. */
  get(tag: number): string | undefined {
    return this.all(tag)[0];
  }

  /** All values of a tag, in their order. */
  all(tag: number): string[] {
    return this.#fields.filter(([one]) => one === tag).map(([, value]) => value);
  }

  /** The values of some tags in one line, as `39=2 14=100`; those that are missing are left out. */
  say(...tags: readonly number[]): string {
    const found = tags.filter((tag) => this.get(tag) !== undefined);
    return found.map((tag) => `${tag}=${this.get(tag)}`).join(' ');
  }
}

/** The session that is dialled, and who dials. */
export interface FixClientOptions {
  readonly port: number;
  readonly settings: Partial<FixSettings> & Pick<FixSettings, 'sender' | 'target'>;
  readonly env: FixEnv;
  /** The numbers of an earlier connection; left out: they begin from 1. */
  readonly store?: CommittedStore;
}

/** One connection to a session, which it has asked to log on. */
export class FixClient {
  readonly endpoint: FixEndpoint;
  readonly #came: ReceivedMessage[] = [];
  #wake: () => void = () => undefined;
  /** Why the connection is gone; undefined while it is up. */
  ended: string | undefined;

  constructor({ settings, store = new MemoryStore(), env }: Omit<FixClientOptions, 'port'>) {
    const all: FixSettings = {
      ...{ ...PLAIN, role: 'initiator', strict: true },
      ...settings,
    };
    const application = {
      loggedOn: () => this.#wake(),
      loggedOff: () => undefined,
      deliver: (message: FixMessage) => {
        this.#came.push(new ReceivedMessage(message));
        this.#wake();
        return undefined;
      },
    };
    this.endpoint = new FixEndpoint(all, store, application, env);
  }

  /** Dials; resolves when the session is on, or ended because it was refused. */
  static async dial({ port, ...options }: FixClientOptions): Promise<FixClient> {
    const client = new FixClient(options);
    const socket = connect(port, HOST);
    socket.once('connect', () => {
      client.endpoint.attach(socket, Buffer.alloc(0), (reason) => {
        client.ended = reason;
        client.#wake();
      });
    });
    const isOver = () => client.endpoint.session.isOn || client.ended !== undefined;
    await client.#until('the answer to the Logon', isOver);
    return client;
  }

  /** Sends a message, its fields as `11=a 55=EURUSD`; a value has no spaces. */
  send(type: string, fields: string): void {
    this.endpoint.send(type, (writer) => {
      for (const field of fields.split(' ').filter((one) => one !== '')) {
        const at = field.indexOf('=');
        writer.raw(Number(field.slice(0, at)), Buffer.from(field.slice(at + 1)));
      }
    });
  }

  /** The next message of the peer's application, or its Reject of one of ours. */
  async take(): Promise<ReceivedMessage> {
    await this.#until('a message', () => this.#came.length > 0);
    return this.#came.shift() as ReceivedMessage;
  }

  /** The next `count` messages. */
  async takeAll(count: number): Promise<ReceivedMessage[]> {
    await this.#until(`${count} messages`, () => this.#came.length >= count);
    return this.#came.splice(0, count);
  }

  /** The number of messages that came and were not taken. */
  get waiting(): number {
    return this.#came.length;
  }

  /** Cuts the connection; resolves when it is gone. */
  async cut(): Promise<void> {
    this.endpoint.cut();
    await this.over();
  }

  /** Logs out; resolves when the connection is gone. */
  async logOut(): Promise<void> {
    this.endpoint.logout('enough');
    await this.over();
  }

  /** Resolves when the connection is gone; why. */
  async over(): Promise<string> {
    await this.#until('the end', () => this.ended !== undefined);
    return this.ended as string;
  }

  async #until(what: string, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      if (this.ended !== undefined) throw new Error(`no ${what}: ${this.ended}`);
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      await within(woken, what, () => this.ended ?? '');
    }
  }
}
