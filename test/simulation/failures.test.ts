// Random lives of sockets whose shard fails while they ask: each request is answered once, in the
// order of its socket, and what was answered as done is in the log.

import t from 'tap';
import type { FrontSink } from '../../actors/client.js';
import { type ClientHost, FrontClient } from '../../actors/front/front-client.js';
import { ShardLink } from '../../actors/front/shard-link.js';
import { Gathered, UnitReader } from '../../actors/log/units.js';
import type { Call } from '../../actors/shard/io/connections.js';
import { type ReplyTo, ShardOutput } from '../../actors/shard/shard-output.js';
import { Bell, RingReader, RingWriter, ringMemory } from '../../actors/shared/ring.js';
import {
  NOTICE_BYTES,
  REQUEST_HEAD,
  Request,
  writeNotice,
} from '../../actors/shared/ring-records.js';
import { Replies } from '../../http/socket/connection/replies.js';
import { FRAME_HEAD } from '../../storage/log/batch.js';
import type { FrameText } from '../../wire/codec/out-frames.js';
import { unpack } from '../../wire/codec/pack.js';
import { envelopeText } from '../../wire/codec/text.js';
import { unpackEvent } from '../../wire/codec/unpack.js';
import { NO_SETTINGS } from '../../wire/settings/config.js';
import type { AccountEvent } from '../../wire/trading/events.js';
import { buildAccountEvent } from '../support/build.js';
import { SeededRandom } from '../support/lives/random.js';
import { countOf, mine } from '../support/run.js';
import { caller, LOGIN } from '../support/shard-harness.js';
import { turn } from '../support/socket-harness.js';

const SEEDS = countOf({ test: 20, deep: 1_000, soak: 10_000 });
const STEPS = 120;
const SOCKETS = 8;
const LOG_BYTES = 1 << 22;
const UNIT_EVENTS_MAX = 3;
const TURN_REQUESTS_MAX = 12;
/** After so many turns of the loop nothing is on its way any more. */
const QUIET_TURNS = 50;

/** A shard, from its start to its failure. Each request makes some events of one command. */
class TestShard {
  readonly #requests: RingReader;
  readonly #output: ShardOutput;
  readonly units: UnitReader;
  /** How many events each request made. */
  readonly made = new Map<string, number>();
  /** How many of its events are in the log. */
  committed = 0;

  constructor(
    readonly link: ShardLink,
    client: FrontClient,
    private readonly random: SeededRandom,
    private readonly nextEvent: (of: ReplyTo) => AccountEvent,
  ) {
    const memory = ringMemory(LOG_BYTES);
    this.#requests = new RingReader(link.requestMemory);
    this.units = new UnitReader(memory);
    this.#output = new ShardOutput(
      new RingWriter(memory, Bell.create()),
      new RingWriter(link.answerMemory, client.bell),
      () => this.committed,
    );
  }

  /** One turn; false = it failed in the middle of it, and what it did not publish is lost. */
  turn(fails: boolean): boolean {
    let left = this.random.within(0, TURN_REQUESTS_MAX);
    const most = fails ? left + 1 : TURN_REQUESTS_MAX;
    this.#requests.take(({ buffer }, at, length) => {
      left -= 1;
      this.#take(
        buffer[at],
        buffer.readUInt32LE(at + 4),
        buffer.subarray(at + REQUEST_HEAD, at + length),
        fails && left < 0,
      );
      return true;
    }, most);
    if (fails) return false;
    this.#output.flush();
    this.#requests.free();
    return true;
  }

  #take(kind: number | undefined, token: number, body: Buffer, isLast: boolean): void {
    if (kind !== Request.jsonFrame && kind !== Request.call) return;
    const isFrame = kind === Request.jsonFrame;
    const id = isFrame ? JSON.parse(body.toString()).id : unpack<Call>(body).requestId;
    const events = this.random.within(0, UNIT_EVENTS_MAX);
    this.made.set(String(id), events);
    for (let n = 1; n <= events; n += 1) {
      this.#output.event(this.nextEvent({ token, id }), n < events);
      // As where the ring is full: the beginning of a command may be there without its end.
      if (isLast && n === 1) return this.#output.flush();
    }
    this.#output.answer({ token, id }, 200, envelopeText(id, 'ok', String(events)));
  }
}

/** A socket: what it asked, and what it was answered. */
interface TestSocket {
  readonly token: number;
  readonly replies: Replies;
  readonly asked: number[];
  readonly answers: { readonly id: number; readonly code: string; readonly data: unknown }[];
}

/** A front, its sockets, a shard that fails, and a log. */
class FailureLife {
  readonly #random: SeededRandom;
  readonly client: FrontClient;
  readonly #notices: RingWriter;
  readonly sockets: TestSocket[];
  /** Calls by their ids, and what they were answered. */
  readonly calls = new Map<string, string>();
  /** Events of the log by the request that made them. */
  readonly log = new Map<string, number>();
  readonly seen = new Set<number>();
  /** Requests of which the log has a part. */
  readonly halves: string[] = [];
  failures = 0;
  #seq = 0;
  #generation = 0;
  #lastId = 0;
  #eventSeq = 0;
  #shard: TestShard;
  #isDown = false;

  constructor(seed: number) {
    this.#random = new SeededRandom(seed);
    this.client = new FrontClient({ shardOf: () => 0 } as unknown as ClientHost, NO_SETTINGS);
    this.#notices = new RingWriter(this.client.noticeMemory, this.client.bell);
    const byToken = new Map<number, TestSocket>();
    this.client.attach({
      settings: () => {},
      flush: () => {},
      event: ({ seq }: { seq: number }) => this.seen.add(seq),
      answer: (token: number, text: Uint8Array) => byToken.get(token)?.replies.answered(text),
      unanswered: (token: number) => byToken.get(token)?.replies.unanswered(),
    } as unknown as FrontSink);
    this.#shard = this.#start();
    this.sockets = Array.from({ length: SOCKETS }, () => this.#connect());
    for (const socket of this.sockets) byToken.set(socket.token, socket);
  }

  /** Lets things happen in any order, and then all that is left. */
  async run(): Promise<void> {
    for (let n = 0; n < STEPS; n += 1) await this.#step();
    if (this.#isDown) this.#shard = this.#start();
    for (let n = 0; n < QUIET_TURNS; n += 1) {
      await turn();
      this.#shard.turn(false);
      while (this.#commit());
    }
    this.#look(this.#shard);
    this.client.close();
    // Who waits for it is woken, and lets go of its memory.
    this.client.bell.ring();
  }

  async #step(): Promise<void> {
    const random = this.#random;
    const what = random.below(20);
    if (what < 8) return this.#ask(random.pick(this.sockets));
    if (what < 10) return this.#askFront(random.pick(this.sockets));
    if (what < 11) return this.#call();
    if (what < 14) return turn();
    if (what < 17) return void this.#commit();
    if (!this.#isDown) this.#isDown = !this.#shard.turn(random.oneIn(5));
    else if (random.oneIn(2)) this.#shard = this.#start();
  }

  /** A shard starts; one before it has failed, as the runtime has it. */
  #start(): TestShard {
    const { client } = this;
    if (this.#generation > 0) {
      this.failures += 1;
      while (this.#commit());
      this.#look(this.#shard);
    }
    client.readNotices();
    this.#generation += 1;
    const link = new ShardLink(client.bell, this.#generation, this.#seq, client);
    client.link(0, link);
    this.#isDown = false;
    return new TestShard(link, client, this.#random, ({ id }) => {
      this.#eventSeq += 1;
      const cause = { kind: 'open', source: 'client', dealer: 0, request_id: String(id) } as const;
      return buildAccountEvent({ account_seq: this.#eventSeq, cause });
    });
  }

  #connect(): TestSocket {
    const answers: TestSocket['answers'] = [];
    const keep = (text: FrameText) => answers.push(JSON.parse(String(Buffer.from(text))));
    const replies = new Replies(keep, { underWay: 0 });
    return { token: this.client.connect(caller(LOGIN)), replies, asked: [], answers };
  }

  #ask({ token, replies, asked }: TestSocket): void {
    const id = this.#nextId();
    asked.push(id);
    if (this.client.send(token, 'json', Buffer.from(`{"id":${id},"op":"trade"}`)))
      return replies.expect(id);
    replies.run((answer) => answer(envelopeText(id, 'trade.too_many_requests')), 0);
  }

  /** A request of the front's own, whose answer comes at once or later. */
  #askFront({ replies, asked }: TestSocket): void {
    const id = this.#nextId();
    asked.push(id);
    const isLater = this.#random.oneIn(2);
    replies.run((answer) => {
      const reply = (): void => answer(envelopeText(id, 'ok', '0'));
      if (isLater) void turn().then(reply);
      else reply();
    }, 0);
  }

  #call(): void {
    const id = `call ${this.#nextId()}`;
    this.calls.set(id, '');
    void this.client
      .call(caller(LOGIN), LOGIN, 'account', {}, id)
      .then(({ text }) => this.calls.set(id, JSON.parse(text).code));
  }

  /** The log commits a batch of the shard, also of one that has failed; false = there is none. */
  #commit(): boolean {
    const shard = this.#shard;
    const batch = new Gathered(this.#random.within(1, 8));
    const taken = shard.units.take(batch);
    for (const framed of batch.events) {
      const event = unpackEvent(Buffer.from(framed.subarray(FRAME_HEAD))) as AccountEvent;
      const id = event.cause.request_id;
      this.log.set(id, (this.log.get(id) ?? 0) + 1);
    }
    if (taken === 0) return false;
    shard.units.free();
    this.#seq += taken;
    shard.committed += taken;
    const at = this.#notices.begin(NOTICE_BYTES);
    const generation = this.#generation;
    const now = { gathered: 0, committed: 0 };
    const { committed: count } = shard;
    writeNotice(this.#notices.view, at, { source: 0, generation, count, seq: this.#seq, ...now });
    this.#notices.flush();
    return true;
  }

  /** A shard has ended, and the log has what it published. */
  #look({ made }: TestShard): void {
    for (const [id, events] of made) {
      const logged = this.log.get(id) ?? events;
      if (logged !== events) this.halves.push(`${logged} of ${events} events of ${id}`);
    }
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }
}

let failures = 0;
for (const seed of mine(Array.from({ length: SEEDS }, (_, n) => n + 1))) {
  t.test(`Requests to shards that fail are answered once, in order, seed ${seed}`, async (t) => {
    const life = new FailureLife(seed);
    await life.run();
    for (const { asked, answers } of life.sockets) {
      t.same(
        answers.map(({ id }) => id),
        asked,
      );
    }
    const answers = life.sockets.flatMap((socket) => socket.answers);
    const done = answers.filter(({ code, data }) => code === 'ok' && data !== 0);
    const lost = done.filter(({ id, data }) => life.log.get(String(id)) !== data);
    t.same(lost, [], 'all that was answered as done is in the log, whole');
    t.same(life.halves, [], 'nothing is half done');
    const open = [...life.calls].filter(([, code]) => code === '');
    t.same(open, [], 'calls are answered');
    t.equal(
      life.seen.size,
      [...life.log.values()].reduce((sum, one) => sum + one, 0),
    );
    failures += life.failures;
  });
}

t.test('Shards failed', async (t) => t.ok(failures > SEEDS / 10));
