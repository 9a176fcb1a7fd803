// Readers that stand still: what the writer of their ring or port does, until they go on.

import '../../support/patient.js';
import { join } from 'node:path';
import t from 'tap';
import { DESK_REQUESTS_MAX } from '../../../actors/desk/state/desk-messages.js';
import { DeskLog, EVENT_BYTES_MAX, EventTooLarge } from '../../../actors/desk/store/desk-log.js';
import { Gathered, UnitReader } from '../../../actors/log/units.js';
import { askDesk } from '../../../actors/main/desk-host.js';
import { type CopyHolders, Distributor } from '../../../actors/main/distribution.js';
import { Readers } from '../../../actors/readers/readers.js';
import type { ToShard } from '../../../actors/shard/shard-messages.js';
import { ShardOutput } from '../../../actors/shard/shard-output.js';
import {
  AUDIENCE_JOBS_MAX,
  loginShare,
  OWNER_JOBS_MAX,
} from '../../../actors/shared/fair-queue.js';
import { Bell, RingReader, RingWriter, ringMemory } from '../../../actors/shared/ring.js';
import { ANSWER_RING_BYTES, LOG_RING_BYTES } from '../../../actors/shared/ring-records.js';
import { wholeNews } from '../../../actors/shared/settings-copy.js';
import { openProjection } from '../../../storage/database/schema.js';
import { Projection } from '../../../storage/projection/projection.js';
import { BarStore } from '../../../storage/read/bars.js';
import { packEvent } from '../../../wire/codec/pack.js';
import { unpackEvent } from '../../../wire/codec/unpack.js';
import { NO_SETTINGS } from '../../../wire/settings/config.js';
import type { DeskEvent, RecordChange } from '../../../wire/trading/events.js';
import { buildAccountEvent, buildBatch, buildDeal, buildDeskEvent } from '../../support/build.js';
import { openDesk } from '../../support/desk-harness.js';
import { marketOrder, ShardHarness } from '../../support/shard-harness.js';

const ALL = Number.MAX_SAFE_INTEGER;

/** A desk's event that takes so many bytes. */
const eventOf = (bytes: number, by = 1): DeskEvent => {
  const bare = packEvent(buildDeskEvent({ by, ip: 'x'.repeat(70_000) })).length - 70_000;
  return buildDeskEvent({ by, ip: 'x'.repeat(bytes - bare) });
};

/** The desk's way to a log that commits when it is told to. */
const openDeskLog = () => {
  const memory = ringMemory(LOG_RING_BYTES);
  const log = new DeskLog(memory, Bell.create().shared);
  const units = new UnitReader(memory);
  const committed: number[] = [];
  const commit = (): void => {
    const batch = new Gathered();
    units.take(batch);
    for (const frame of batch.events) {
      committed.push((unpackEvent(Buffer.from(frame.subarray(4))) as DeskEvent).by);
    }
    units.free();
    log.committed(committed.length, committed.length);
  };
  return { log, commit, committed };
};

t.test('What staff decide waits for a log that stands still, and keeps its order', async (t) => {
  const { log, commit, committed } = openDeskLog();
  const by = Array.from({ length: 40 }, (_, n) => n + 1);
  const written = by.map((one) => log.write(eventOf(1 << 20, one)));
  t.equal(log.emitted, by.length);
  while (committed.length < by.length) {
    const before = committed.length;
    commit();
    if (committed.length === before) break;
  }
  t.same(committed, by);
  t.same(await Promise.all(written), by, 'each is answered with its seq');
});

t.test('What is too large for one event is refused with figures, to the last byte', async (t) => {
  const { log, commit } = openDeskLog();
  const largest = log.write(eventOf(EVENT_BYTES_MAX));
  commit();
  t.equal(await largest, 1);
  for (const more of [1, 7, 8]) {
    const size = EVENT_BYTES_MAX + more;
    t.throws(() => log.write(eventOf(size)), new EventTooLarge(size, EVENT_BYTES_MAX));
  }
  const harness = await openDesk();
  harness.changesMax = 0;
  const refused = await harness.write((tx) =>
    tx.patch('group', 'demo\\standard', { company: 'another' }),
  );
  t.match(refused, { ok: false, code: 'invalid_input', message: /1 bytes, of at most 0; change/ });
});

t.test('A desk that reads nothing is asked for so much and no more', async (t) => {
  const desk = {
    asked: 0,
    alive: true,
    ask: <T>(): Promise<T | undefined> => {
      desk.asked += 1;
      return new Promise(() => {});
    },
  };
  const wait = { account: 1 } as never;
  for (let n = 0; n < DESK_REQUESTS_MAX; n += 1) void askDesk(desk, 'auth.checkBlocked', wait);
  const refused = await askDesk(desk, 'auth.checkBlocked', wait);
  t.match(refused, { ok: false, code: 'auth.too_many_attempts', message: /retry_after=1/ });
  t.equal(desk.asked, DESK_REQUESTS_MAX);
});

t.test('A desk that is late is told from one that is started again', async (t) => {
  const ask = async <T>(): Promise<T | undefined> => undefined;
  const asked = (alive: boolean) => askDesk({ asked: 0, alive, ask }, 'server.note', {} as never);
  const late = /^The desk did not answer in time\. .* the outcome is unknown/;
  t.match(await asked(true), { ok: false, code: 'timeout', message: late });
  const gone = { ok: false, code: 'internal', message: 'the desk is being restarted' };
  t.match(await asked(false), gone);
  t.match(await askDesk(undefined, 'server.note', {} as never), gone);
});

t.test('A shard takes nothing while the front reads none of its answers', async (t) => {
  const front = ringMemory(ANSWER_RING_BYTES);
  const log = ringMemory(LOG_RING_BYTES);
  const output: ShardOutput = new ShardOutput(
    new RingWriter(log, Bell.create()),
    new RingWriter(front, Bell.create()),
    () => output.emitted,
  );
  const text = 'x'.repeat(1 << 20);
  let answers = 0;
  for (; output.open() && answers < 40; answers += 1)
    output.answer({ token: 1, id: answers }, 200, text);
  t.ok(answers > 12 && answers < 40, `${answers} answers found room, but for one`);
  output.event(buildAccountEvent());
  output.money(1001, 'demo', '{}');
  const reader = new RingReader(front);
  const read: number[] = [];
  for (let before = -1; read.length > before; ) {
    before = read.length;
    output.flush();
    reader.take(({ buffer }, at) => read.push(buffer[at] as number) > 0, ALL);
    reader.free();
  }
  const [answer, event] = [1, 2];
  t.same(read, [...Array(answers).fill(answer), event], 'all but the money, which is told again');
  t.equal(output.open(), true);
});

t.test('Orders of sessions that end while the log stands are cancelled later', async (t) => {
  const one = new ShardHarness();
  one.send('cancel_on_disconnect', { enabled: true, grace_sec: 5 });
  one.trade(marketOrder({ kind: 'pending', order_kind: 'limit', price: '1.09000' }));
  const { output } = one.shard.deps;
  const deal = buildDeal({ comment: 'x'.repeat(1 << 20) });
  const large = buildAccountEvent({ deals: [deal] });
  for (let n = 0; n < 40 && output.open(); n += 1) output.event(large);
  t.equal(output.open(), false);
  const written = output.emitted;
  one.disconnect();
  one.now += 5_000;
  one.connections.timers();
  t.equal(output.emitted, written, 'nothing more waits in memory');
  one.commit();
  one.connections.timers();
  t.match(one.commit()[0]?.orders, [{ state: 'canceled' }]);
});

t.test('A shard that stands still holds no change up, and takes all later', async (t) => {
  const port: ToShard[] = [];
  const shard = {
    alive: true,
    // As a question that is not answered in time.
    ask: async (message: (id: number) => ToShard) => void port.push(message(port.length + 1)),
  };
  const holders = { shards: [shard], market: undefined } as unknown as CopyHolders;
  const versionsSent: number[] = [];
  const distributor = new Distributor(
    () => holders,
    ({ settings }) => versionsSent.push(settings?.settings.version ?? 0),
    () => {},
  );
  for (let version = 1; version <= 3; version += 1) {
    const settings = wholeNews({ ...NO_SETTINGS, version });
    t.equal(await distributor.distribute({ changes: [], settings }), version);
  }
  t.same(versionsSent, [1, 2, 3]);
  const versions = port.map((message) => message.type === 'settings' && message.news.version);
  t.same(versions, [1, 2, 3], 'its port has them in their order');
});

t.test('The queries of one account wait for one another, and the queue has an end', async (t) => {
  const folder = t.testdir();
  openProjection(join(folder, 'brokerd.db')).close();
  BarStore.open(folder).close();
  const readers = new Readers(folder, ({ record }) => t.fail(record.msg));
  const answered: number[] = [];
  const ask = async (login: number) => {
    const share = loginShare({ audience: 'trader', login });
    const answer = await readers.query(share, 'account.ledger', { login: 1 });
    if (answer.ok) answered.push(login);
    return answer;
  };
  const refusedOf = async (logins: readonly number[]) =>
    (await Promise.all(logins.map(ask))).filter((answer) => !answer.ok);
  t.match(await ask(3), { ok: true }, 'the thread has started');
  answered.length = 0;
  const flood = Array.from({ length: 100 }, () => 1);
  const refused = await refusedOf([...flood, 2]);
  t.equal(refused.length, flood.length - 1 - OWNER_JOBS_MAX);
  t.match(refused[0], { code: 'trade.too_many_requests' });
  t.equal(answered[1], 2, 'another account is next');
  const many = Array.from({ length: 300 }, (_, n) => n + 1);
  t.equal((await refusedOf(many)).length, many.length - 1 - AUDIENCE_JOBS_MAX);
  t.match(await ask(1), { ok: true }, 'and there is room again');
  await readers.close();
});

/** The length of the thread. A read takes ten steps; 500 messages take half a busy minute. */
const MESSAGES = 100;

t.test('A long thread of one is read in steps, between which others are answered', async (t) => {
  const folder = t.testdir();
  const db = openProjection(join(folder, 'brokerd.db'));
  const body = 'x'.repeat(1 << 16);
  const record = { id: 1, thread: 1, from: 1, subject: 'News', body, files: [], to_many: false };
  const change: RecordChange = { kind: 'mail', key: '1', version: 1, record };
  new Projection(db).project([buildBatch(1, [buildDeskEvent({ changes: [change] })])]);
  db.close();
  BarStore.open(folder).close();
  const readers = new Readers(folder, ({ record }) => t.fail(record.msg));
  const answered: string[] = [];
  const row = { mail: 1, folder: 'sent', read: true } as const;
  const input = {
    reader: { login: 1, isTrader: false, seesNames: true },
    rows: Array.from({ length: MESSAGES }, () => row),
  };
  const thread = async (login: number) => {
    const share = loginShare({ audience: 'trader', login });
    const answer = await readers.query(share, 'mail.messages', input);
    answered.push(`thread of ${login}`);
    return answer.ok && answer.data.length > MESSAGES * body.length;
  };
  const ledger = async (login: number) => {
    const share = loginShare({ audience: 'trader', login });
    const answer = await readers.query(share, 'account.ledger', { login: 1 });
    answered.push(`ledger of ${login}`);
    return answer.ok;
  };
  t.ok(await ledger(3), 'the thread has started');
  answered.length = 0;
  t.same(await Promise.all([thread(1), thread(1), thread(1), ledger(2)]), [true, true, true, true]);
  t.equal(answered[0], 'ledger of 2');
  await readers.close();
});
