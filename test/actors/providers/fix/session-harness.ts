// A session with a clock that stands, and its peer in the same process.

import { FixSession } from '../../../../actors/providers/fix/session.js';
import { MemoryStore } from '../../../../actors/providers/fix/session-store.js';
import {
  type BusinessRefusal,
  type FixSettings,
  type StoredMessage,
  USUAL,
} from '../../../../actors/providers/fix/session-types.js';
import { HEADER_LAYOUT, MEMBER, TRAILER_LAYOUT } from '../../../../wire/codec/fix/dictionary.js';
import type { FixMessage } from '../../../../wire/codec/fix/fix-message.js';
import { type CasePeer, peerMessage, received } from './case-steps.js';

const START = Date.UTC(2026, 0, 5, 12);

/** A clock that stands until it is set. */
export class StandingClock {
  at = 0;
  now = (): number => START + this.at;
  elapsed = (): number => this.at;
}

/** A store in memory that keeps messages, too. */
export class KeepingStore extends MemoryStore {
  readonly kept: StoredMessage[] = [];

  override sent(at = 0, message?: Buffer): void {
    if (message) this.kept.push({ seq: this.nextOut, at, bytes: Buffer.from(message) });
    super.sent();
  }

  override reset(at: number): void {
    super.reset(at);
    this.kept.length = 0;
  }

  override messages(
    from = 1,
    through = Number.MAX_SAFE_INTEGER,
    after = Number.NEGATIVE_INFINITY,
  ): StoredMessage[] {
    return this.kept.filter(({ seq, at }) => seq >= from && seq <= through && at > after);
  }
}

/** The application of the acceptance cases: sends orders and definitions back. */
export class EchoApplication {
  readonly #seen = new Set<string>();
  readonly #send: FixSession['send'];

  constructor(send: FixSession['send']) {
    this.#send = send;
  }

  loggedOn(): void {
    this.#seen.clear();
  }

  loggedOff(): void {}

  deliver(message: FixMessage): BusinessRefusal | undefined {
    if (message.type === '3') return undefined;
    if (message.type !== 'D' && message.type !== 'd') {
      return { reason: 3, text: 'Unsupported Message Type' };
    }
    const id = message.text(11);
    const isResent = message.flag(97);
    if (isResent && this.#seen.has(id)) return undefined;
    this.#seen.add(id);
    this.#send(message.type, (writer) => {
      if (isResent) writer.flag(97, true);
      for (let place = 0; place < message.count; place += 1) {
        const tag = message.tagAt(place);
        const isBody = [HEADER_LAYOUT, TRAILER_LAYOUT].every((one) => one.kindOf(tag) !== MEMBER);
        if (isBody) writer.copy(message, place, place + 1);
      }
    });
    return undefined;
  }
}

/** Settings of a session without secrets. */
export const PLAIN = {
  ...USUAL,
  senderSub: '',
  targetSub: '',
  username: '',
  password: '',
} as const;

/** Settings of sessions in tests: strict, without secrets. */
export const settingsFor = (changes: Partial<FixSettings> = {}): FixSettings => ({
  ...{ ...PLAIN, role: 'acceptor', sender: 'ISLD', target: 'TW', strict: true },
  replayMaxAgeMs: Number.POSITIVE_INFINITY,
  ...changes,
});

/** What a session delivered: type, number and possible duplicate of each message. */
type Delivered = readonly [type: string, seq: number, isPossDup: boolean];

/** A session that is open, and what it did. */
export class SessionHarness implements CasePeer {
  readonly clock: StandingClock;
  readonly store: KeepingStore;
  readonly session: FixSession;
  readonly sent: string[] = [];
  readonly delivered: Delivered[] = [];
  readonly tickets: number[] = [];
  readonly notes: string[] = [];
  /** What the peer has left out: by a reset, or else. */
  readonly skipped: ('reset' | 'gap')[] = [];
  closedBy: string | undefined;

  constructor(
    changes: Partial<FixSettings> = {},
    { clock = new StandingClock(), store = new KeepingStore() } = {},
  ) {
    this.clock = clock;
    this.store = store;
    const application = new EchoApplication((type, body) => this.session.send(type, body));
    this.session = new FixSession(
      settingsFor(changes),
      this.store,
      {
        send: (bytes) => this.sent.push(bytes.toString('latin1')),
        close: (reason) => {
          this.closedBy = reason;
        },
        loggedOn: () => application.loggedOn(),
        deliver: (message, ticket) => {
          this.delivered.push([message.type, message.int(34), message.flag(43)]);
          this.tickets.push(ticket);
          return application.deliver(message);
        },
        skipped: (isReset) => this.skipped.push(isReset ? 'reset' : 'gap'),
        note: (_, text) => this.notes.push(text),
      },
      this.clock,
    );
  }

  /** Connects. */
  open(): this {
    this.closedBy = undefined;
    this.session.open();
    return this;
  }

  /** Logs on as the peer, by this number. */
  logon(seq = 1): this {
    this.open().peer(`A ${seq} 98=0 108=30`);
    return this;
  }

  /** The peer sends messages: each its type, number and other fields. */
  peer(...steps: readonly string[]): this {
    for (const step of steps) this.send(peerMessage(step, this.clock.now()));
    return this;
  }

  /** Type, number and other fields of what was sent since, without header and text. */
  taken(): string[] {
    return this.sent.splice(0).map((message) => {
      const fields = received(message).split(' ');
      const [type, seq] = ['35=', '34='].map((tag) =>
        fields.find((one) => one.startsWith(tag))?.slice(3),
      );
      const rest = fields.filter((one) => !/^(34|35|49|50|52|56|57)=/.test(one));
      return [type, seq, ...rest].join(' ');
    });
  }

  send(bytes: Buffer): void {
    this.session.push(Buffer.from(bytes));
    while (this.session.step() > 0);
  }

  /** The next message; the clock goes on until there is one, or the session closes. */
  async next(): Promise<string | undefined> {
    while (this.sent.length === 0 && this.closedBy === undefined) this.wait();
    return this.sent.shift();
  }

  /** The clock goes on to what is due next. */
  wait(): void {
    const { dueAt } = this.session;
    if (dueAt === Number.POSITIVE_INFINITY) throw new Error('nothing is due');
    this.clock.at = Math.max(this.clock.at, dueAt);
    this.session.wake();
  }

  close(): void {
    this.session.closed();
  }
}
