// Sessions beyond the acceptance cases: gaps, restarts, secrets, schedules, both roles.

import t from 'tap';
import { WAITING_MAX } from '../../../../actors/providers/fix/gap-queue.js';
import { FixSchedule, HolidaySchedule } from '../../../../actors/providers/fix/schedule.js';
import { peerMessage } from './case-steps.js';
import { SessionHarness } from './session-harness.js';

const ORDER = '11=ID 21=3 40=1 54=1 55=INTC 60=@';
const HOUR_MS = 3_600_000;

t.test('Messages beyond a gap wait, and are delivered once and in order', async (t) => {
  const one = new SessionHarness().logon();
  one.peer(`D 4 ${ORDER}`, '0 5', `D 3 ${ORDER}`);
  t.same(one.delivered, []);
  t.same(one.taken().slice(1), ['2 2 16=0 7=2'], 'the gap is asked for once');
  one.peer(`D 2 43=Y 122=@ ${ORDER}`);
  t.same(one.delivered, [
    ['D', 2, true],
    ['D', 3, false],
    ['D', 4, false],
  ]);
  one.peer(`D 3 43=Y 122=@ ${ORDER}`, `D 4 43=Y 122=@ ${ORDER}`, '1 6 112=a');
  t.equal(one.delivered.length, 3, 'what comes again is known');
  t.equal(one.taken().at(-1), '0 6 112=a');
});

t.test('A gap fill does not lose what waits behind it', async (t) => {
  const one = new SessionHarness().logon();
  one.peer(`D 4 ${ORDER}`, '4 2 43=Y 122=@ 123=Y 36=6', `D 6 ${ORDER}`);
  t.same(one.delivered, [
    ['D', 4, false],
    ['D', 6, false],
  ]);
});

t.test('A gap that the peer leaves open ends the session', async (t) => {
  const one = new SessionHarness({ gapTimeoutMs: 20_000 }).logon();
  one.peer('0 5');
  one.taken();
  one.wait();
  t.match(one.sent[0], 'the gap was not filled');
  t.match(one.taken(), [/^5 /]);
});

t.test('Messages that wait for a gap are bounded, and the rest comes again', async (t) => {
  const one = new SessionHarness({ strict: false }).logon();
  const last = WAITING_MAX + 10;
  for (let seq = 3; seq <= last; seq += 1) one.peer(`U1 ${seq}`);
  one.taken();
  one.peer('U1 2 43=Y 122=@');
  t.equal(one.delivered.length, WAITING_MAX + 1);
  for (let seq = 3; seq <= last; seq += 1) one.peer(`U1 ${seq} 43=Y 122=@`);
  t.same(
    one.delivered.map(([, seq]) => seq),
    Array.from({ length: last - 1 }, (_, at) => at + 2),
  );
});

t.test('Orders older than the limit are not sent again', async (t) => {
  const one = new SessionHarness({ replayMaxAgeMs: 5_000 }).logon();
  one.peer(`D 2 ${ORDER}`);
  one.clock.at += 5_000;
  one.peer(`D 3 ${ORDER}`);
  one.taken();
  one.peer('2 4 7=1 16=0');
  t.same(one.taken(), [
    '4 1 122=@ 123=Y 36=3 43=Y',
    'D 3 11=ID 122=@ 21=3 40=1 43=Y 54=1 55=INTC 60=@',
  ]);
  one.peer('2 5 7=9 16=0');
  t.same(one.taken(), [], 'messages that were not sent yet are not invented');
});

t.test('What the application has not made last is asked for again after a restart', async (t) => {
  const before = new SessionHarness({ confirms: true }).logon();
  before.peer(`D 2 ${ORDER}`, `D 3 ${ORDER}`, '0 4');
  t.equal(before.store.nextIn, 2);
  before.session.handled(before.tickets[0] as number);
  t.equal(before.store.nextIn, 3);
  const after = new SessionHarness({ confirms: true }, before).logon(5);
  t.equal(after.taken().at(-1), '2 5 16=0 7=3');
  after.peer(`D 3 43=Y 122=@ ${ORDER}`, '4 4 43=Y 122=@ 123=Y 36=6');
  t.same(after.delivered, [['D', 3, true]]);
  after.session.handled(after.tickets[0] as number);
  t.equal(after.store.nextIn, 6);
});

t.test('Tickets grow on when numbers begin again', async (t) => {
  const one = new SessionHarness({ confirms: true }).logon();
  one.peer(`D 2 ${ORDER}`, `D 3 ${ORDER}`, 'A 1 98=0 108=30 141=Y', `D 2 ${ORDER}`);
  t.same(one.tickets, [2, 3, 5]);
  one.session.handled(3);
  t.equal(one.store.nextIn, 2, 'tickets of before are not numbers of now');
  one.session.handled(5);
  t.equal(one.store.nextIn, 3);
});

t.test('After a Logon that resets the numbers, missing messages count as skipped', async (t) => {
  const one = new SessionHarness().logon();
  t.same(one.skipped, [], 'the first Logon tells nothing');
  one.peer(`D 3 ${ORDER}`);
  t.same(one.delivered, [], 'it waits for the one before');
  one.peer('A 1 98=0 108=30 141=Y');
  t.same([one.delivered, one.skipped], [[], ['reset']]);
  one.peer('A 1 98=0 108=30 141=Y');
  t.same(one.skipped, ['reset'], 'the answer to the answer resets nothing');
});

t.test('A Logon that is refused moves no numbers, and is not answered', async (t) => {
  const known = { username: 'user', password: 'right' };
  const wrong = ['98=0 108=30 553=user 554=wrong', '98=0 108=30 553=user', '98=0 108=30 554=right'];
  const refusals: readonly (readonly [fields: string, changes?: object])[] = [
    ...wrong.map((fields) => [fields, known] as const),
    ...['98=1 108=30', '98=0 108=-1', '98=0', '98=0 108=30 9999=x'].map((one) => [one] as const),
    ...['52=@-121', '52=@-600000000', '52=now', '!52', '!34', '49=OTHER'].map(
      (header) => [`98=0 108=30 ${header}`] as const,
    ),
  ];
  for (const role of ['acceptor', 'initiator'] as const) {
    for (const [fields, changes] of refusals) {
      if (role === 'initiator' && changes === known) continue;
      const one = new SessionHarness({ ...changes, role });
      one.open().peer('A 1 98=0 108=30 553=user 554=right', `D 2 ${ORDER}`);
      one.session.closed();
      one.open().taken();
      const { nextIn, nextOut } = one.store;
      t.equal(nextIn, 3);
      one.peer(`A 3 141=Y ${fields}`);
      t.type(one.closedBy, 'string', fields);
      t.same([one.store.nextIn, one.store.nextOut], [nextIn, nextOut], `${role} ${fields}`);
      t.same(one.taken(), [], `${role} ${fields}`);
    }
  }
});

t.test('Two sides that answer each reset do not go on without end', async (t) => {
  const one = new SessionHarness().logon();
  one.peer(`D 2 ${ORDER}`);
  one.taken();
  one.peer('A 1 98=0 108=30 141=Y');
  t.same(one.taken(), ['A 1 108=30 141=Y 98=0']);
  one.peer('A 1 98=0 108=30 141=Y');
  t.same(one.taken(), [], 'that is the answer to the answer');
  one.peer('1 2 112=a', `D 3 ${ORDER}`);
  t.same(one.taken().slice(0, 1), ['0 2 112=a'], 'the numbers hold');
  one.peer('A 1 98=0 108=30 141=Y');
  t.same(one.taken(), ['A 1 108=30 141=Y 98=0'], 'another reset is answered');
});

t.test('Numbers go on after a break of the connection', async (t) => {
  const one = new SessionHarness().logon();
  one.peer(`D 2 ${ORDER}`);
  one.session.closed();
  one.logon(3);
  t.equal(one.taken().at(-1), 'A 3 108=30 98=0');
  one.peer(`D 4 ${ORDER}`);
  t.same(
    one.delivered.map(([, seq]) => seq),
    [2, 4],
  );
});

t.test('A session that dials says who it is, and resets the numbers where it has to', async (t) => {
  const secret = 'pass-word-1';
  const changes = { username: 'user', password: secret, senderSub: 'desk', resetOnLogon: true };
  const one = new SessionHarness({ ...changes, role: 'initiator' }).open();
  t.match(one.sent[0], '50=desk');
  t.same(one.taken(), ['A 1 108=30 141=Y 553=user 554=pass-word-1 98=0']);
  t.equal(
    one.session.send('D', (writer) => writer.text(11, 'a')),
    undefined,
    'not on yet',
  );
  one.peer('A 1 98=0 108=30 141=Y');
  t.ok(one.session.isOn);
  t.equal(
    one.session.send('D', (writer) => writer.text(11, 'a')),
    2,
  );
  t.notMatch(one.notes.join(), secret);
});

t.test('A refused Logon tells why', async (t) => {
  const one = new SessionHarness({ role: 'initiator' }).open();
  one.peer('5 1 58=unknown-user');
  t.match(one.closedBy, 'unknown-user');
  t.notOk(one.session.isOn);
  for (const first of ['5 1', '3 1 45=1']) {
    const changes = { role: 'initiator', username: 'a', password: 'pass-word' } as const;
    const other = new SessionHarness(changes).open();
    other.peer(`${first} 58=wrong:pass-word`);
    t.match(other.closedBy, /: wrong:\*{3}$/, 'but does not repeat the password');
  }
});

t.test('Who dials us needs the user name and the password', async (t) => {
  const changes = { username: 'user', password: 'right' };
  for (const wrong of ['', '553=user', '553=user 554=wrong', '553=other 554=right']) {
    const one = new SessionHarness(changes).open().peer(`A 1 98=0 108=30 ${wrong}`.trim());
    t.same(one.taken(), [], wrong);
    t.type(one.closedBy, 'string');
    t.notMatch(`${one.closedBy} ${one.notes}`, /right|wrong/);
  }
  const one = new SessionHarness(changes).open().peer('A 1 98=0 108=30 553=user 554=right');
  t.ok(one.session.isOn);
});

t.test('A Logon is not taken twice, and an unanswered one ends the connection', async (t) => {
  t.match(new SessionHarness().logon().peer('A 2 98=0 108=30').closedBy, 'second Logon');
  const silent = new SessionHarness().open();
  silent.wait();
  t.match(silent.closedBy, 'did not log on');
});

t.test('A Logon with a number that was used is refused in words', async (t) => {
  const one = new SessionHarness().logon().peer(`D 2 ${ORDER}`);
  one.session.closed();
  one.taken();
  one.logon(1);
  t.match(one.sent[0], 'MsgSeqNum too low, expecting 3 but received 1');
  t.type(one.closedBy, 'string');
});

t.test('A message without a number ends the session', async (t) => {
  const one = new SessionHarness().logon().peer('0 2 !34');
  t.match(one.sent.at(-1), 'MsgSeqNum is missing');
  t.type(one.closedBy, 'string');
});

t.test('Our Logout waits for the answer for a time', async (t) => {
  for (const isAnswered of [true, false]) {
    const one = new SessionHarness().logon();
    one.session.logout('closing time');
    t.equal(
      one.session.send('0', () => undefined),
      undefined,
      'nothing is sent any more',
    );
    one.peer(`D 2 ${ORDER}`);
    t.equal(one.delivered.length, 1, 'but what comes is taken');
    t.equal(one.closedBy, undefined);
    if (isAnswered) one.peer('5 3');
    else one.wait();
    t.match(one.closedBy, isAnswered ? 'logged out' : 'did not answer');
    t.same(one.taken().slice(1), ['5 2']);
  }
});

t.test('Heartbeats are none at an interval of 0', async (t) => {
  const one = new SessionHarness().open().peer('A 1 98=0 108=0');
  t.equal(one.session.dueAt, Number.POSITIVE_INFINITY);
  t.equal(one.taken()[0], 'A 1 108=0 98=0');
});

t.test('Rejects of our messages reach the application', async (t) => {
  const one = new SessionHarness().logon().peer('3 2 45=1', 'j 3 45=1 372=D 380=3');
  t.same(one.delivered, [
    ['3', 2, false],
    ['j', 3, false],
  ]);
});

t.test('A duplicate that says it was first sent later ends the session', async (t) => {
  for (const seq of [2, 3]) {
    const one = new SessionHarness().logon().peer(`D 2 ${ORDER}`);
    one.taken();
    one.peer(`D ${seq} 43=Y 122=@+10 ${ORDER}`);
    t.same(one.taken(), [`3 3 372=D 373=10 45=${seq}`, '5 4'], `number ${seq}`);
    t.equal(one.delivered.length, 1);
  }
});

t.test('A message whose time is at fault comes again after the clock was set right', async (t) => {
  const one = new SessionHarness({ confirms: true }).logon();
  for (const off of ['52=@+300', '52=@-300']) {
    const seq = one.store.nextIn;
    one.taken();
    one.peer(`D ${seq} ${off} ${ORDER}`, `D ${seq + 1} ${off} ${ORDER}`);
    const answers = [/^3 .* 373=10/, /^5 /, /^3 .* 373=10/];
    t.match(one.taken(), answers, 'both are rejected, and the session ends');
    t.equal(one.store.nextIn, seq, 'it does not count as received');
    t.notOk(one.delivered.some(([, number]) => number >= seq));
    one.session.closed();
    one.logon(seq + 2);
    t.match(one.taken().at(-1), `16=0 7=${seq}`, 'it is asked for');
    one.peer(`D ${seq} 43=Y 122=@ ${ORDER}`, `D ${seq + 1} 43=Y 122=@ ${ORDER}`);
    t.same(one.delivered.slice(-2), [
      ['D', seq, true],
      ['D', seq + 1, true],
    ]);
    one.session.handled(one.tickets.at(-1) ?? 0);
  }
});

t.test('A lenient session takes fields that FIX does not know', async (t) => {
  const one = new SessionHarness({ strict: false }).logon();
  one.peer('0 2 9999=x', 'D 3 9001=y', '1 4');
  t.same(one.delivered, [['D', 3, false]]);
  t.equal(one.taken().at(-1), '3 3 371=112 372=1 373=1 45=4', 'but needs those that it reads');
});

t.test('Outside its schedule a session is closed, and its numbers end with it', async (t) => {
  const schedule = new FixSchedule({ start: 13 * HOUR_MS, end: 14 * HOUR_MS });
  const one = new SessionHarness({ schedule }).open();
  t.match(one.closedBy, 'not open');
  one.clock.at += HOUR_MS;
  one.open().peer('A 1 98=0 108=0', '0 2');
  t.ok(one.session.isOn);
  one.clock.at += HOUR_MS - 1;
  one.session.wake();
  t.ok(one.session.isOn);
  one.taken();
  while (one.session.isOn) one.wait();
  t.equal(one.clock.at, 2 * HOUR_MS);
  t.match(one.taken(), [/^5 /]);
  one.session.closed();
  one.clock.at += 23 * HOUR_MS;
  one.logon(1);
  t.ok(one.session.isOn, 'the next day counts from 1');
  t.same(one.taken(), ['A 1 108=30 98=0']);
});

t.test('A session ends when a holiday begins; its numbers go on behind it', async (t) => {
  const schedule = new HolidaySchedule(new Set(['01-06']), undefined);
  const one = new SessionHarness({ schedule }).open();
  one.peer('A 1 98=0 108=0', '0 2');
  while (one.session.isOn) one.wait();
  t.equal(one.clock.at, 12 * HOUR_MS, 'at midnight');
  one.session.closed();
  one.clock.at += 23 * HOUR_MS;
  t.match(one.open().closedBy, 'not open');
  one.clock.at += HOUR_MS;
  one.logon(3);
  t.ok(one.session.isOn);
});

t.test('A session that lasts until the next one ends where that begins', async (t) => {
  const noon = { start: 12 * HOUR_MS, end: 12 * HOUR_MS };
  const one = new SessionHarness({ schedule: new FixSchedule(noon) }).open();
  one.peer('A 1 98=0 108=0');
  const begun = one.clock.at;
  while (one.session.isOn) one.wait();
  t.equal(one.clock.at - begun, 24 * HOUR_MS);
  one.session.closed();
  one.logon(1);
  t.same(one.taken().slice(-1), ['A 1 108=30 98=0'], 'it counts from 1');
});

t.test("Schedules are daily or weekly, also over midnight or the week's end", async (t) => {
  const at = (text: string): number => Date.parse(`${text}Z`);
  const night = new FixSchedule({ start: 22 * HOUR_MS, end: 21 * HOUR_MS });
  t.equal(night.startOf(at('2026-01-05T21:30')), undefined);
  t.equal(night.startOf(at('2026-01-05T20:59')), at('2026-01-04T22:00'));
  t.equal(night.nextChange(at('2026-01-05T21:30')), at('2026-01-05T22:00'));
  t.equal(night.nextChange(at('2026-01-05T22:00')), at('2026-01-06T21:00'));
  const week = { start: 22 * HOUR_MS, end: 21 * HOUR_MS, days: { start: 0, end: 5 } };
  const forex = new FixSchedule(week);
  t.equal(forex.startOf(at('2026-01-10T12:00')), undefined, 'Saturday');
  t.equal(forex.startOf(at('2026-01-09T20:59')), at('2026-01-04T22:00'), 'Friday');
  t.equal(forex.nextChange(at('2026-01-10T12:00')), at('2026-01-11T22:00'));
  const always = new FixSchedule({ start: 0, end: 0 });
  t.equal(always.startOf(at('2026-01-05T23:59')), at('2026-01-05T00:00'));
});

t.test('A peer that asks for messages over and over ends the session', async (t) => {
  const one = new SessionHarness().logon();
  for (let seq = 2; seq < 102; seq += 1) one.peer(`D ${seq} ${ORDER}`);
  one.taken();
  let asked = 0;
  let sent = 0;
  for (; one.closedBy === undefined && asked < 10_000; asked += 1) {
    one.peer(`2 ${102 + asked} 7=1 16=0`);
    sent += one.taken().filter((message) => message.startsWith('D ')).length;
  }
  t.equal(one.closedBy, 'too many ResendRequests');
  t.equal(sent, 100 * (asked - 1), 'each is answered before');
  t.ok(sent > 5_000 && sent < 20_000, `${sent} messages were sent again`);
  one.clock.at += 1000;
  one.open().peer(`A ${101 + asked + 1} 98=0 108=30`, `2 ${103 + asked} 7=1 16=0`);
  t.equal(one.closedBy, undefined, 'later it may ask again');
});

t.test('Refusals of messages are not kept: sent again they are a gap', async (t) => {
  const one = new SessionHarness({ strict: false }).logon();
  one.peer('U1 2', '0 3 !52', `D 4 ${ORDER}`, 'U1 5');
  t.same(
    one.store.kept.map(({ seq }) => seq),
    [4],
    'of two refusals, a reject and an order the order is kept',
  );
  one.taken();
  one.peer('2 6 7=1 16=0');
  t.same(
    one.taken().map((message) => message.slice(0, 3)),
    ['4 1', 'D 4', '4 5'],
  );
});

/** Steps until nothing is left; the messages that each of them sent and delivered, at most. */
const mostOfStep = (one: SessionHarness) => {
  let steps = 0;
  let most = 0;
  for (;;) {
    const before = one.sent.length + one.delivered.length;
    if (one.session.step() === 0) return { steps, most };
    steps += 1;
    most = Math.max(most, one.sent.length + one.delivered.length - before);
  }
};

t.test('A step is short, whatever the peer sends or asks for', async (t) => {
  const one = new SessionHarness({ strict: false, gapTimeoutMs: 20_000 }).logon();
  const push = (step: string) => one.session.push(peerMessage(step, one.clock.now()));
  const orders = 1000;
  for (let n = 0; n < orders; n += 1) one.session.send('D', (writer) => writer.text(11, `${n}`));
  one.taken();
  push('2 2 7=1 16=0');
  const again = mostOfStep(one);
  t.equal(one.taken().length, orders + 1, 'a gap fill, and the orders');
  t.ok(again.most <= 20, `${again.most} are sent again in one step`);
  for (let seq = 5; seq < 5 + orders; seq += 1) one.peer(`U1 ${seq}`);
  one.taken();
  push('4 3 43=Y 122=@ 123=Y 36=900');
  const filled = mostOfStep(one);
  t.equal(one.delivered.length, orders, 'what waits within a gap fill, and behind it');
  t.ok(filled.most <= 2 && filled.steps > orders, 'one message a step');
  push(`U1 ${5 + orders} 58=${'x'.repeat(100_000)}`);
  t.ok(one.session.step() > 100, 'a long message is as much work as many');
});

t.test('A peer that logs on over and over is not answered, on any connection', async (t) => {
  for (const isSame of [true, false]) {
    const one = new SessionHarness().logon();
    let logons = 0;
    for (; one.closedBy === undefined && logons < 10_000; logons += 1) {
      if (!isSame) one.close();
      if (!isSame) one.open();
      one.taken();
      one.peer('A 1 98=0 108=30 141=Y', '0 2');
    }
    t.equal(one.closedBy, 'the peer logs on too often');
    t.same(one.taken(), []);
    t.ok(logons > 20 && logons < 100, `${logons}`);
    one.clock.at += 1000;
    t.ok(one.open().peer('A 1 98=0 108=30 141=Y').session.isOn, 'later it may again');
  }
});

t.test('A peer that we hold back is not silent, one without messages is', async (t) => {
  const one = new SessionHarness().logon();
  one.clock.at += 20_000;
  one.session.hold(true);
  one.taken();
  for (let n = 0; n < 10; n += 1) one.wait();
  t.same([one.closedBy, one.clock.at], [undefined, 300_000]);
  const types = one.taken().map((message) => message.slice(0, 1));
  t.same(
    types,
    Array.from({ length: 10 }, () => '0'),
    'it gets our heartbeats',
  );
  one.session.hold(false);
  while (one.session.isOn) {
    one.send(Buffer.from('no message at all '.repeat(100)));
    one.wait();
  }
  t.equal(one.closedBy, 'the peer is silent');
  t.equal(one.clock.at, 300_000 + 2.4 * 30_000 - 20_000, 'the silence of before counts');
});
