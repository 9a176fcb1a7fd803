// The front's link to a shard: nothing leaves before its commit, and every request is answered.

import t from 'tap';
import type { FrontSink, NumberedEvent } from '../../../actors/client.js';
import { type ClientHost, FrontClient } from '../../../actors/front/front-client.js';
import {
  COMMIT_WAIT_MS,
  QUEUE_BYTES,
  SHARE_BYTES,
  ShardLink,
} from '../../../actors/front/shard-link.js';
import { RequestFreeze } from '../../../actors/main/request-freeze.js';
import { STALL_MS } from '../../../actors/shard/backlog.js';
import type { ToShard } from '../../../actors/shard/shard-messages.js';
import { ShardOutput } from '../../../actors/shard/shard-output.js';
import { Bell, RingReader, RingWriter, ringMemory } from '../../../actors/shared/ring.js';
import { REQUEST_RING_BYTES, Request, Suffix } from '../../../actors/shared/ring-records.js';
import { packEvent } from '../../../wire/codec/pack.js';
import type { Caller } from '../../../wire/desk/caller.js';
import { NO_SETTINGS } from '../../../wire/settings/config.js';
import type { AccountEvent } from '../../../wire/trading/events.js';
import { buildAccountEvent } from '../../support/build.js';
import { until } from '../../support/guard.js';

const HEAD = 50;

const start = () => {
  const answers: { token: number; status: number; text: string }[] = [];
  const events: NumberedEvent[] = [];
  const link = new ShardLink(Bell.create(), 1, HEAD, {
    answer: (token, status, text) => answers.push({ token, status, text: text.toString() }),
    event: (event) => events.push(event),
    money: () => {},
    positions: () => {},
    sentChanged: () => {},
    waitingChanged: () => {},
    times: { isMeasured: () => false, delivered: () => {} },
  });
  const output = new ShardOutput(
    new RingWriter(ringMemory(1 << 22), Bell.create()),
    new RingWriter(link.answerMemory, Bell.create()),
    () => link.commits.count,
  );
  /** The shard answers a request, after these events. */
  const publish = (id = 7, ...before: readonly AccountEvent[]): void => {
    for (const event of before) output.event(event);
    output.answer({ token: 3, id }, 200, headOf(id), Suffix.data);
    output.flush();
  };
  return { link, output: output, answers, events, publish };
};

const headOf = (id: number): string =>
  `{"id":${id},"success":true,"code":"ok","message":"","data":{"done":true`;

t.test('an answer waits for the commit of earlier events, then carries its seq', async (t) => {
  const { link, answers, publish } = start();
  publish(7, buildAccountEvent({}));
  link.drain(0);
  t.same(answers, [], 'nothing is told before it is on disk');
  link.commits.note(1, 61);
  t.equal(link.pending(), true);
  link.drain(0);
  t.equal(answers.length, 1);
  t.equal(JSON.parse(answers[0]?.text ?? '').data.seq, '61');
});

t.test('a reply without events leaves at once when nothing before it is open', async (t) => {
  const { link, answers, publish } = start();
  publish();
  link.drain(0);
  t.equal(JSON.parse(answers[0]?.text ?? '').data.seq, String(HEAD));
});

t.test('a refusal waits too when it may rest on what is not yet on disk', async (t) => {
  const { link, output, answers } = start();
  output.event(buildAccountEvent({}));
  output.answer({ token: 3, id: 7 }, 409, '{"id":7,"code":"trade.no_money"}');
  output.flush();
  link.drain(0);
  t.same(answers, []);
  link.commits.note(1, 51);
  link.drain(0);
  t.equal(answers.length, 1);
});

t.test('commits that stall are known, and over when they are noted', async (t) => {
  const { link, publish } = start();
  publish(7, buildAccountEvent({}));
  link.drain(1);
  t.equal(link.isStalled(1 + STALL_MS), false, 'a commit may take a while');
  t.equal(link.isStalled(2 + STALL_MS), true);
  link.drain(1 + COMMIT_WAIT_MS);
  link.drain(2 + COMMIT_WAIT_MS);
  t.equal(link.isStalled(3 + COMMIT_WAIT_MS), true, 'a timeout does not end it');
  link.commits.note(1, 51);
  t.equal(link.isStalled(4 + COMMIT_WAIT_MS), false, 'before the answers have left');
  link.drain(4 + COMMIT_WAIT_MS);
  t.equal(link.isStalled(5 + COMMIT_WAIT_MS), false);
});

t.test('events of a shard that ends while telling them are told at their commit', async (t) => {
  const { link, events } = start();
  const bell = Bell.create();
  const logMemory = ringMemory(1 << 22);
  const output = new ShardOutput(
    new RingWriter(logMemory, bell),
    new RingWriter(link.answerMemory, Bell.create()),
    () => link.commits.count,
  );
  output.event(buildAccountEvent({ account_seq: 1 }));
  bell.ring = () => {
    throw new Error('the thread ends');
  };
  t.throws(() => output.flush(), { message: 'the thread ends' });
  t.ok(new RingReader(logMemory).pending(), 'the log commits it');
  link.commits.note(1, 51);
  link.abandon();
  t.match(events, [{ account_seq: 1, seq: 51 }]);
});

t.test('events leave in order with consecutive seqs of their commits', async (t) => {
  const { link, output, events } = start();
  for (let n = 1; n <= 3; n += 1) {
    output.event(buildAccountEvent({ account_seq: n }), false, n === 2 ? 3 : 0);
  }
  output.flush();
  link.commits.note(2, 70);
  link.drain(0);
  link.commits.note(3, 90);
  link.drain(0);
  t.same(
    events.map(({ token }) => token),
    [0, 3, 0],
    'the second is told in an answer',
  );
  const left = events.map(({ account_seq, seq }) => `${account_seq} at ${seq}`);
  t.same(left, ['1 at 69', '2 at 70', '3 at 90']);
  t.same(events[2]?.packed, packEvent(buildAccountEvent({ account_seq: 3 })));
});

t.test('an answer whose commit takes too long is a timeout, its event comes later', async (t) => {
  const { link, output, answers, events, publish } = start();
  output.event(buildAccountEvent({}), false, 3);
  publish(7);
  link.drain(1);
  link.drain(1 + COMMIT_WAIT_MS);
  t.same(answers, []);
  link.drain(2 + COMMIT_WAIT_MS);
  t.equal(answers.length, 1);
  const answer = JSON.parse(answers[0]?.text ?? '');
  t.equal(answer.code, 'trade.timeout');
  t.equal(answer.id, 7, 'the client knows which of its requests it is');
  t.same(events, []);
  publish(8);
  link.drain(3 + COMMIT_WAIT_MS);
  t.equal(answers.length, 1, 'what comes after keeps its place');
  link.commits.note(1, 99);
  link.drain(4 + COMMIT_WAIT_MS);
  t.match(events[0], { seq: 99, token: 0 }, 'and no answer tells it any more');
  t.equal(JSON.parse(answers[1]?.text ?? '').id, 8);
});

t.test('when a shard dies, what was committed is told', async (t) => {
  const { link, answers, events, publish } = start();
  for (const id of [1, 2]) publish(id, buildAccountEvent({ account_seq: id }));
  link.commits.note(1, 51);
  link.abandon();
  const codes = answers.map(({ text }) => `${JSON.parse(text).id} ${JSON.parse(text).code}`);
  t.same(codes, ['1 ok']);
  const seqs = events.map(({ account_seq }) => account_seq);
  t.same(seqs, [1], 'an event that is not on disk was never there');
});

t.test('the front says that events of a shard that failed are lost, and of no other', async (t) => {
  for (const committed of [1, 2]) {
    const client = new FrontClient({ shardOf: () => 0 } as unknown as ClientHost, NO_SETTINGS);
    const link = new ShardLink(client.bell, 1, HEAD, client);
    client.link(0, link);
    const lost: number[] = [];
    const sink = { settings: () => {}, flush: () => {}, event: () => {} };
    client.attach({ ...sink, lost: (seq: number) => lost.push(seq) } as unknown as FrontSink);
    t.teardown(() => client.close());
    const output = new ShardOutput(
      new RingWriter(ringMemory(1 << 22), Bell.create()),
      new RingWriter(link.answerMemory, Bell.create()),
      () => link.commits.count,
    );
    output.event(buildAccountEvent({ account_seq: 1 }));
    output.flush();
    // The second one waited in the shard for room in the front's ring.
    link.commits.note(committed, HEAD + committed);
    client.link(0, new ShardLink(client.bell, 2, HEAD + committed, client));
    t.same(lost, committed === 2 ? [HEAD + 2] : []);
  }
});

/** Takes what lies in a link's request ring: the kinds of the records. */
const takeAll = (requests: RingReader, most = Number.MAX_SAFE_INTEGER): number[] => {
  const kinds: number[] = [];
  requests.take(({ buffer }, at) => kinds.push(buffer[at] as number) > 0, most);
  requests.free();
  return kinds;
};

t.test('requests beyond the queue are refused at once, until the shard takes some', async (t) => {
  const { link } = start();
  const requests = new RingReader(link.requestMemory);
  const frame = Buffer.alloc(150);
  let sent = 0;
  while (link.send(Request.jsonFrame, 1, 1001 + (sent % 50), frame)) sent += 1;
  t.ok(sent > 1024, `${sent} orders may wait`);
  t.ok(sent * frame.length < QUEUE_BYTES);
  link.sendSurely(Request.close, 1, Buffer.alloc(0));
  t.equal(link.send(Request.jsonFrame, 2, 2001, frame), false, 'others wait as long');
  t.equal(link.flush(), true, 'there is always room for who comes and goes');
  t.equal(takeAll(requests).at(-1), Request.close);
  t.equal(link.send(Request.jsonFrame, 2, 2001, frame), true);
});

t.test('a login has a share of the queue, and others have the rest', async (t) => {
  const { link } = start();
  const requests = new RingReader(link.requestMemory);
  const frame = Buffer.alloc(150);
  const send = (login: number): boolean => link.send(Request.jsonFrame, 1, login, frame);
  let waiting = 0;
  const most = (login: number): number => {
    let bytes = 0;
    for (; send(login); waiting += 1) bytes += frame.length;
    return bytes;
  };
  t.ok(most(1001) <= 2 * SHARE_BYTES, 'one login fills no more than two shares');
  for (const login of [2001, 2002, 2003]) {
    const bytes = most(login);
    t.ok(bytes > SHARE_BYTES / 2 && bytes <= SHARE_BYTES, `another has ${bytes} bytes`);
  }
  t.notOk(send(1001));
  link.flush();
  takeAll(requests, waiting / 2);
  t.ok(send(1001), 'and has a new one when what waited before is taken, however long the rest is');
  for (let turn = 0; turn < 100; turn += 1) {
    t.ok(most(3001 + turn) > 0, 'others keep the queue long');
    link.flush();
    takeAll(requests, 200);
    t.ok(send(1001), 'who sends little is not refused');
  }
});

t.test('openings and closings pass a full ring, before later frames', async (t) => {
  const { link } = start();
  const requests = new RingReader(link.requestMemory);
  const opened = Math.ceil(REQUEST_RING_BYTES / 60_000) + 1;
  for (let n = 0; n < opened; n += 1) link.sendSurely(Request.open, n, Buffer.alloc(60_000));
  link.sendSurely(Request.close, 1, Buffer.alloc(0));
  t.equal(link.flush(), false, 'some wait for room');
  const kinds = takeAll(requests);
  t.equal(link.send(Request.jsonFrame, 1, 1001, Buffer.alloc(1)), false, 'nothing overtakes them');
  t.equal(link.flush(), true);
  t.equal(link.send(Request.jsonFrame, 2, 1002, Buffer.alloc(1)), true);
  link.flush();
  kinds.push(...takeAll(requests));
  t.same(kinds.slice(opened), [Request.close, Request.jsonFrame]);
});

t.test('openings that found no room are tried again without anybody asking', async (t) => {
  const client = new FrontClient({ shardOf: () => 0 } as unknown as ClientHost, NO_SETTINGS);
  const link = new ShardLink(client.bell, 1, HEAD, client);
  const requests = new RingReader(link.requestMemory);
  const caller = { login: 1001, session: 'x'.repeat(60_000) } as unknown as Caller;
  const opened = Math.ceil(REQUEST_RING_BYTES / 60_000) + 1;
  client.link(0, link);
  for (let n = 0; n < opened; n += 1) client.connect(caller);
  await until('first openings', () => requests.pending());
  let taken = takeAll(requests).length;
  t.ok(taken > 0 && taken < opened, 'the ring has no room for all');
  await until('openings', () => {
    taken += takeAll(requests).length;
    return taken >= opened;
  });
  t.equal(taken, opened);
});

t.test('a link that is replaced leaves no request open, also of the same turn', async (t) => {
  const client = new FrontClient({ shardOf: () => 0 } as unknown as ClientHost, NO_SETTINGS);
  const caller = { login: 1001, session: 's' } as unknown as Caller;
  const unanswered: number[] = [];
  const sink = { settings: () => {}, flush: () => {} };
  client.attach({
    ...sink,
    unanswered: (token: number) => unanswered.push(token),
  } as unknown as FrontSink);
  t.teardown(() => client.close());
  client.link(0, new ShardLink(client.bell, 1, HEAD, client));
  const token = client.connect(caller);
  t.equal(client.send(token, 'json', Buffer.from('{"id":1,"op":"trade"}')), true);
  const call = client.call(caller, 1001, 'account', {}, 'of the same turn');
  const link = new ShardLink(client.bell, 2, HEAD, client);
  client.link(0, link);
  t.same(unanswered, [token]);
  const { status, text } = await call;
  t.equal(status, 504);
  t.match(JSON.parse(text), { request_id: 'of the same turn', code: 'trade.timeout' });
  await until('flush', () => new RingReader(link.requestMemory).pending());
  t.same(takeAll(new RingReader(link.requestMemory)), [Request.open], 'nothing is asked again');
});

/** A shard that counts for how many decisions it holds requests back. */
class Shard {
  held = 0;

  post(message: ToShard): void {
    if (message.type === 'usage' && message.held) this.held += 1;
    if (message.type === 'free') this.held = Math.max(0, this.held - 1);
  }

  /** It is asked, as the desk's request does. */
  ask(): void {
    this.post({
      type: 'usage',
      id: 1,
      questions: { symbols: [], groups: [], gateways: [] },
      held: true,
    });
  }
}

t.test('a shard that is started in the middle of a decision holds requests back', async (t) => {
  const old = new Shard();
  const shards: (Shard | undefined)[] = [old, undefined];
  const freeze = new RequestFreeze(() => shards);
  freeze.begin();
  old.ask();
  const fresh = new Shard();
  shards[1] = fresh;
  freeze.join(1, fresh);
  t.same([old.held, fresh.held], [1, 1]);
  freeze.end();
  t.same([old.held, fresh.held], [0, 0]);
  const later = new Shard();
  freeze.join(1, later);
  t.equal(later.held, 0, 'nothing is being decided any more');
});

t.test('what a desk that ended had asked is over when the next one has told all', async (t) => {
  const shard = new Shard();
  const freeze = new RequestFreeze(() => [shard]);
  for (let times = 0; times < 2; times += 1) {
    freeze.begin();
    shard.ask();
  }
  t.equal(shard.held, 2);
  freeze.endAll();
  t.equal(shard.held, 0);
  freeze.end();
  freeze.begin();
  shard.ask();
  t.equal(shard.held, 1, 'the next decision holds them back');
});
