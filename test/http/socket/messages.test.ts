// Messages over sockets: to every socket of their recipients, in short slices, and again after a
// break.

import { randomUUID } from 'node:crypto';
import t from 'tap';
import type { Connection } from '../../../http/socket/connection/connection.js';
import { MessageStore } from '../../../http/socket/connection/message-store.js';
import { Messages } from '../../../http/socket/messages.js';
import { emptyRow } from '../../../wire/base/field-table.js';
import { loginSetOf } from '../../../wire/base/login-set.js';
import { eventFrame } from '../../../wire/codec/event-frames.js';
import { packEvent } from '../../../wire/codec/pack.js';
import { MailValueBlocks } from '../../../wire/mail/mail-values.js';
import type { CommittedMessage, Recipients } from '../../../wire/socket/messages.js';
import { CORRECTION } from '../../../wire/trading/records.js';
import { buildAccountEvent } from '../../support/build.js';
import type { MemoryActors } from '../../support/memory-actors.js';
import { sessionOf, staffSession } from '../../support/memory-actors.js';
import { type Frame, type Peer, SocketHarness, TOKEN } from '../../support/socket-harness.js';
import { test } from '../routes/tags.js';

const shared = (id: number) => ({
  id,
  company: 'Broker Ltd',
  sender: 'Desk',
  message: `message ${id}`,
  created_at: '2026-01-01T00:00:00Z',
});

const messageOf = (seq: number, to: Recipients): CommittedMessage => ({
  event: 'notification',
  seq,
  to,
  data: JSON.stringify(shared(seq)),
});

/** The desk sends a message, which is the next event of the log. */
const send = (actors: MemoryActors, to: Recipients): number => {
  actors.newestSeq += 1;
  actors.front.messages([messageOf(actors.newestSeq, to)]);
  actors.front.flush();
  return actors.newestSeq;
};

/** Ends what live events wait for, and answers the seq behind which the socket gets messages. */
const greeted = async (peer: Peer, resume: object = { after: 0 }): Promise<string> => {
  const { message_seq } = (await peer.request('hello')).data as { message_seq: string };
  await peer.request('resume', resume);
  return message_seq;
};

const messagesOf = ({ frames }: Peer): (number | undefined)[] =>
  frames.flatMap(({ event, seq }) => (event === 'notification' ? [Number(seq)] : []));

/** A mail, with a placeholder, as the desk hands it over. */
const mailTo = (
  seq: number,
  to: Recipients,
  names: readonly [number, string][],
  given: object = {},
): CommittedMessage => {
  const mail = {
    ...{ id: 5, message_id: randomUUID(), thread: 5, from: 2, from_name: 'Eve', recipients: '*' },
    ...{
      from_mailbox: 'Support',
      by_trader: false,
      recipient_logins: '*',
      subject: 'Hi {{name}}',
      body: '{{login}}',
      files: [],
    },
    ...{ created_at: '2026-01-01T00:00:00Z', to_many: false, is_filled: true },
    ...given,
  };
  const values = new MailValueBlocks();
  for (const [login, name] of names) values.add(0, login, ['demo', 'USD', 'Broker'], name);
  const parts = values.all().map((one) => [one.block, JSON.stringify({ id: 5, ...one })] as const);
  return { event: 'mail', seq, to, data: JSON.stringify(mail), parts: new Map(parts) };
};

test`A mail is filled for its reader, with the name he sees
  [POST /admin/v1/mail #18]`(async (t) => {
  const { harness, actors } = await SocketHarness.open(t);
  actors.setSession(staffSession('session-of-staff', { rights: ['mailbox'] }));
  actors.setSession(staffSession('session-of-dealer'));
  const trader = await harness.trader();
  const staff = await harness.staff('session-of-staff');
  const without = await harness.staff('session-of-dealer');
  await greeted(trader);
  for (const peer of [staff, without]) await greeted(peer, { after_seq: '0' });
  actors.newestSeq += 1;
  const names = [
    [1, 'Ann'],
    [1001, 'Bob'],
  ] as const;
  actors.front.messages([
    mailTo(
      actors.newestSeq,
      [1, 1001],
      names.map((one) => [...one]),
    ),
  ]);
  actors.front.flush();
  t.match(await trader.event('mail'), {
    seq: String(actors.newestSeq),
    data: {
      ...{ id: 11, thread: 5, folder: 'inbox', read: false, from_name: 'Support' },
      ...{ subject: 'Hi Bob', body: '1001', recipients: '1001', draft: null, attachments: [] },
    },
  });
  t.match(await staff.event('mail'), {
    data: { from_name: 'Eve', subject: 'Hi Ann', body: '1', recipients: '*' },
  });
  await without.request('ping');
  t.notOk(
    without.frames.some(({ event }) => event === 'mail'),
    'staff need the right',
  );
});

t.test('Staff see the name of a trader in a mail by the right to names', async (t) => {
  const { harness, actors } = await SocketHarness.open(t);
  const named = ['mailbox', 'fields.name'] as const;
  actors.setSession(staffSession('session-of-staff', { rights: ['mailbox'] }));
  actors.setSession(staffSession('session-of-dealer', { rights: [...named] }));
  const without = await harness.staff('session-of-staff');
  const other = await harness.staff('session-of-dealer');
  for (const peer of [without, other]) await greeted(peer, { after_seq: '0' });
  actors.newestSeq += 1;
  const by = { from_name: 'Bob', recipients: 'Ann', recipient_logins: '1', by_trader: true };
  actors.front.messages([mailTo(actors.newestSeq, [1], [], by)]);
  actors.front.flush();
  t.match(await without.event('mail'), { data: { from_name: '', recipients: '1' } });
  t.match(await other.event('mail'), { data: { from_name: 'Bob', recipients: 'Ann' } });
});

t.test('Every socket of a recipient gets a message, and no other', async (t) => {
  const { harness, actors } = await SocketHarness.open(t);
  actors.setSession(sessionOf('session-of-another', { login: 1002 }));
  actors.setSession(sessionOf('session-of-investor', { read_only: true }));
  actors.setSession(staffSession('session-of-staff'));
  const json = await harness.trader();
  const packed = await harness.trader(TOKEN, { encoding: 'msgpack' });
  const investor = await harness.trader('session-of-investor');
  const other = await harness.trader('session-of-another');
  const staff = await harness.staff('session-of-staff');
  for (const peer of [json, packed, investor, other]) await greeted(peer);
  await greeted(staff, { after_seq: '0' });
  const toList = send(actors, [7, 1001]);
  const toSet = send(actors, loginSetOf([1, 1002, 500_000]));
  for (const peer of [json, packed, investor]) {
    t.same(await peer.event('notification'), {
      event: 'notification',
      seq: String(toList),
      data: { login: 1001, ...shared(toList) },
    });
  }
  t.match(await other.event('notification'), { data: { login: 1002, id: toSet } });
  t.match(await staff.event('notification'), { data: { login: 1, id: toSet } });
  t.equal(
    actors.newestShown.get(TOKEN),
    toList,
    'lists of the session have to show it from now on',
  );
  for (const peer of [json, packed, investor, other, staff]) {
    await peer.request('ping');
    t.equal(messagesOf(peer).length, 1);
  }
});

t.test('A client gets what it missed behind its events, and each message once', async (t) => {
  const { harness, actors, peer } = await SocketHarness.withTrader(t);
  const before = await greeted(peer);
  t.equal(before, '0');
  const first = send(actors, [1001]);
  await peer.event('notification');
  const { account_seq } = actors.happens();
  const second = send(actors, loginSetOf([1001, 1002]));
  send(actors, [1002]);
  const third = send(actors, [1001]);
  const newest = send(actors, [1002]);
  actors.happens();

  const again = await harness.trader();
  t.match((await again.request('hello')).data, { message_seq: String(newest) });
  const fourth = send(actors, [1001]);
  const data = { after: account_seq - 1, after_seq: String(first) };
  t.match((await again.request('resume', data)).data, { resumed: true, messages: true });
  const seqsOf = ({ frames }: Peer) => frames.flatMap(({ event, seq }) => (event ? [seq] : []));
  t.same(seqsOf(again).slice(2), [second, third, fourth].map(String));
  t.same(
    again.frames.filter(({ event }) => event).map(({ event }) => event),
    ['deal', 'deal', 'notification', 'notification', 'notification'],
  );
  t.match((await again.request('resume', { after: account_seq + 1, after_seq: before })).data, {
    resumed: true,
    messages: true,
  });
  t.same(
    messagesOf(again).slice(3),
    [first, second, third],
    'those that are sent by themselves are not',
  );
});

t.test('Of what is not held any more a client is told to read the list', async (t) => {
  const { actors, peer } = await SocketHarness.withTrader(t, {}, (runtime) => {
    runtime.newestSeq = 90;
  });
  t.equal(await greeted(peer), '90');
  const resumed = async (after_seq: string): Promise<unknown> =>
    (await peer.request('resume', { after: 0, after_seq })).data;
  t.match(await resumed('89'), { resumed: true, messages: false }, 'it was before the start');
  t.match(await resumed('90'), { resumed: true, messages: true });
  t.match(await resumed('9000'), { resumed: true, messages: false }, 'it is of another log');
  const without = (await peer.request('resume', { after: 0 })).data as object;
  t.notOk('messages' in without);
  t.match(await peer.request('resume', { after: 0, after_seq: '-1' }), { code: 'invalid_input' });
  send(actors, [1001]);
  t.match(await peer.event('notification'), { seq: '91' });
});

t.test('Staff get the messages that they missed behind the events, by their rights', async (t) => {
  const { harness, actors } = await SocketHarness.open(t);
  actors.setSession(staffSession('session-of-staff', { rights: ['mailbox'] }));
  actors.setSession(staffSession('session-of-dealer'));
  const staff = await harness.staff('session-of-staff');
  const { login } = staffSession('session-of-staff');
  const before = await greeted(staff, { after_seq: '0' });
  const first = send(actors, [login]);
  actors.newestSeq += 1;
  const second = actors.newestSeq;
  actors.front.messages([mailTo(second, [login], [[login, 'Max']])]);
  const third = send(actors, [login + 1]);
  await staff.event('mail');
  staff.ws.close();

  const missed = async (session: string, message_seq?: string) => {
    const peer = await harness.staff(session);
    await peer.request('hello');
    const more = message_seq === undefined ? {} : { message_seq };
    const { data } = await peer.request('resume', { after_seq: String(third), ...more });
    const events = peer.frames.filter(({ event }) => event === 'mail' || event === 'notification');
    peer.ws.close();
    return { data, seqs: events.map(({ seq }) => Number(seq)), events };
  };
  const all = await missed('session-of-staff', before);
  t.match(all.data, { resumed: true, messages: true });
  t.same(all.seqs, [first, second]);
  t.match(all.events[1]?.data, { subject: 'Hi Max', from_name: 'Eve' }, 'as staff see it');
  t.same((await missed('session-of-staff', String(first))).seqs, [second]);
  t.same((await missed('session-of-dealer', before)).seqs, [first], 'mail needs a right');
  const none = await missed('session-of-staff');
  t.same(none.seqs, []);
  t.notOk('messages' in (none.data as object));
  const lost = await missed('session-of-staff', '9000');
  t.match(lost.data, { resumed: true, messages: false }, 'it is of another log');
});

t.test('What comes again after a restart of the desk is sent once', async (t) => {
  const { actors, peer } = await SocketHarness.withTrader(t);
  await greeted(peer);
  const to = [1001];
  actors.front.messages([messageOf(5, to), messageOf(8, to)]);
  actors.front.messages([messageOf(5, to), messageOf(8, to), messageOf(9, to)]);
  await peer.request('ping');
  t.same(messagesOf(peer), [5, 8, 9]);
});

/** A connection of which only deliveries are counted. */
const counting = (login: number, delivered: number[], messagesAfter = 0) =>
  ({
    session: { id: String(login), login, audience: 'trader', rights: [] },
    messagesAfter,
    deliverUnstored: (frame: { readonly bytes: number }) => {
      if (frame.bytes > 0) delivered.push(login);
    },
    flush: () => undefined,
  }) as unknown as Connection;

for (const kind of ['set', 'list'] as const) {
  t.test(`A message to many is sent in slices of 1 ms (${kind})`, async (t) => {
    const delivered: number[] = [];
    const live = new Map<number, Set<Connection>>();
    for (let login = 1; login <= 1000; login += 1) {
      live.set(login, new Set([counting(login, delivered)]));
    }
    let now = 0;
    const later: (() => void)[] = [];
    const clock = {
      // Each look at the clock stands for a frame, of which ten take a ms.
      now: () => {
        now += 0.1;
        return now;
      },
      after: (_: number, run: () => void) => {
        later.push(run);
        return () => undefined;
      },
    };
    const messages = new Messages({ markShown: () => undefined }, clock, live);
    const logins = Array.from({ length: 5000 }, (_, n) => 2 * n + 2);
    messages.take([messageOf(1, kind === 'set' ? loginSetOf(logins) : logins)]);
    let most = delivered.length;
    live.set(2002, new Set([counting(2002, delivered, 1)]));
    live.delete(1000);
    for (let before = most; later.length > 0; before = delivered.length) {
      later.shift()?.();
      most = Math.max(most, delivered.length - before);
    }
    t.ok(most <= 11, `${most} at a time`);
    t.equal(delivered.length, 499, 'all but who left, and not who came later');
    messages.take([messageOf(2, [2])]);
    t.equal(delivered.at(-1), 2);
  });
}

t.test('The newest messages are held, by number and by size', async (t) => {
  const read = (store: MessageStore, after: number): number[] => {
    const found: number[] = [];
    for (let seq = after; ; ) {
      const next = store.next(sessionOf('session-of-reader'), seq, 100);
      if (next === undefined) return found;
      seq = next.seq;
      found.push(seq);
    }
  };
  const few = new MessageStore(3);
  few.startAfter(0);
  for (let seq = 1; seq <= 5; seq += 1) few.add([messageOf(seq, [1001])]);
  t.same(read(few, 0), [3, 4, 5]);
  t.equal(few.floor, 2);
  t.same(read(few, 4), [5]);
  /** Enough logins of so many blocks for bits: 512 bytes a block. */
  const setOf = (blocks: number) =>
    loginSetOf(Array.from({ length: blocks * 400 }, (_, n) => 4096 * (n % blocks) + 700 + n));
  const small = new MessageStore(1000, 1500);
  small.startAfter(0);
  for (let seq = 1; seq <= 5; seq += 1) small.add([messageOf(seq, setOf(1))]);
  t.same(read(small, 0), [4, 5]);
  small.add([messageOf(6, setOf(3))]);
  t.same(read(small, 0), [], 'one that is larger than all is not held');
  t.equal(small.floor, 6);
});

t.test('A replay of messages goes on where they are dropped meanwhile', async (t) => {
  const store = new MessageStore(2);
  store.startAfter(0);
  for (const seq of [1, 2]) store.add([messageOf(seq, [1001])]);
  const messages = new Messages(
    { markShown: () => undefined },
    { now: () => 0, after: () => () => {} },
    new Map(),
    store,
  );
  const cursor = messages.missed(counting(1001, [], 9), 0);
  t.match(JSON.parse(String(cursor.next()?.packed)) as Frame, { seq: '1' });
  for (const seq of [3, 4]) store.add([messageOf(seq, [1001])]);
  t.equal(cursor.next(), undefined);
  t.ok(cursor.isLost);
});

const progressTo = (seq: number, to: readonly number[]): CommittedMessage => ({
  event: 'report_job',
  seq,
  to,
  data: JSON.stringify({ id: 3, state: 'running', rows: 7, attempts: 1, error: '' }),
});

test`Staff sockets get mail, money, the progress of reports and changed settings
  [GET /admin/v1/socket #1]`(async (t) => {
  const { harness, actors, clock } = await SocketHarness.open(t);
  const rights = ['mailbox', 'accounts.view', 'config.mail', 'reports'] as const;
  actors.setSession(staffSession('session-of-staff', { rights: [...rights] }));
  const staff = await harness.staff('session-of-staff');
  await greeted(staff, { after_seq: '0' });
  for (const data of [{ channel: 'config' }, { channel: 'accounts', group: '*' }]) {
    t.equal((await staff.request('subscribe', data)).code, 'ok');
  }
  actors.front.configured(12, [{ kind: 'group', id: '2', version: 1 }]);
  actors.front.money(1001, 'demo\\standard', '{"login":1001,"equity":"1.00"}');
  actors.newestSeq += 2;
  const { newestSeq } = actors;
  actors.front.messages([mailTo(newestSeq - 1, [1], [[1, 'Ann']]), progressTo(newestSeq, [1])]);
  actors.front.flush();
  clock.advance(10);
  t.match(await staff.event('config_changed'), { data: { kind: 'group', id: '2' } });
  t.match(await staff.event('mail'), { data: { subject: 'Hi Ann' } });
  t.match(await staff.event('report_job'), {
    seq: String(newestSeq),
    data: { id: 3, state: 'running', rows: 7, attempts: 1, error: '' },
  });
  t.match(await staff.event('account_money'), { data: { rows: [{ login: 1001 }] } });
});

test`Terminals of an account get notifications, mail and corrections, and no progress of reports
  [GET /trader/v1/socket #1]`(async (t) => {
  const { harness, actors } = await SocketHarness.open(t);
  const trader = await harness.trader();
  await greeted(trader);
  actors.newestSeq += 3;
  const { newestSeq: seq } = actors;
  actors.front.messages([
    messageOf(seq - 2, [1001]),
    mailTo(seq - 1, [1001], [[1001, 'Bob']]),
    progressTo(seq, [1001]),
  ]);
  const corrections = [{ ...emptyRow(CORRECTION), id: 7, login: 1001 }];
  const event = buildAccountEvent({ kind: 'correction', corrections });
  const packed = eventFrame(packEvent(event), seq + 1);
  actors.happens({ name: 'correction', packed: Buffer.from(packed) });
  t.match(await trader.event('notification'), { data: { message: `message ${seq - 2}` } });
  t.match(await trader.event('mail'), { data: { subject: 'Hi Bob' } });
  t.match(await trader.event('correction'), { account_seq: 1 });
  await trader.request('ping');
  t.notOk(trader.frames.some(({ event }) => event === 'report_job'));
});
