// Attempts to sign in: what counts, blocks and is forgotten; and the wait for the projection.

import { mock } from 'node:test';
import t from 'tap';
import { CatchUp, PATIENCE_MS } from '../../../../actors/desk/projection/catch-up.js';
import {
  ADDRESS_BLOCKS_MAX,
  BLOCKS_MAX,
  NO_ROOM_MS,
  WRITTEN_IN_ROW,
} from '../../../../actors/desk/state/attempts.js';
import type { SigninBlockRecord } from '../../../../wire/accounts/identity.js';
import type { ServerAccess } from '../../../../wire/settings/servers.js';
import {
  ADDRESS,
  admit,
  callerIn,
  codeOf,
  DeskHarness,
  dataOf,
  INVESTOR,
  OTHER_HASHES,
  openDesk,
  PROGRAM,
  TRADER_PASSWORD,
} from '../../../support/desk-harness.js';

const wrong = { password: 'Wr0ng-pass' };
const MINUTE = 60_000;

const waitOf = (answer: { ok: boolean; message?: string }): number =>
  Number(/retry_after=(\d+)/.exec(answer.ok ? '' : (answer.message ?? ''))?.[1]);

t.test('five failures within five minutes block the login from that address', async (t) => {
  const harness = await openDesk();
  for (let i = 0; i < 5; i += 1) {
    t.equal(codeOf(await harness.signIn(wrong)), 'auth.invalid_credentials');
    harness.now += MINUTE - 1;
  }
  const blocked = await harness.signIn();
  t.equal(codeOf(blocked), 'auth.too_many_attempts', 'even with the right password');
  t.ok(waitOf(blocked) > 0 && waitOf(blocked) <= 300);
  t.equal(codeOf(await harness.signIn({ ip: '198.51.100.4' })), 'ok', 'not from elsewhere');
  t.equal(codeOf(await harness.signInStaff()), 'ok', 'nor another login');
  harness.now += 5 * MINUTE;
  t.equal(codeOf(await harness.signIn()), 'ok');
});

t.test('failures further apart than five minutes do not add up', async (t) => {
  const harness = await openDesk();
  for (let i = 0; i < 8; i += 1) {
    t.equal(codeOf(await harness.signIn(wrong)), 'auth.invalid_credentials');
    harness.now += 1.5 * MINUTE;
  }
});

t.test('a change of the password forgets failures after those who are counting', async (t) => {
  const harness = await openDesk();
  await harness.signIn(wrong);
  const { session } = dataOf(await harness.signIn({ ip: '198.51.100.4' }));
  // Failures are forgotten by now, and dropped by whoever counts next.
  harness.now += 2 * 60 * MINUTE;
  const { hasher } = harness;
  let commit = (): void => {};
  let counting: Promise<unknown> = Promise.resolve();
  const hash = hasher.hash.bind(hasher);
  hasher.hash = async (passwords) => {
    commit = harness.holdWrites();
    counting = harness.signInStaff({ ...wrong, ip: '198.51.100.5' });
    await new Promise(setImmediate);
    return hash(passwords);
  };
  const passwords = { current_password: TRADER_PASSWORD, new_password: 'N3w-passw' };
  const changed = harness.ask('auth.password', passwords, callerIn(session));
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  commit();
  await counting;
  t.equal(codeOf(await changed), 'ok');
  const dropped = harness.log
    .flatMap(({ changes }) => changes)
    .filter(({ kind, record }) => kind === 'signin_block' && record === null);
  t.match(dropped, [{ key: `1001@${ADDRESS}` }], 'once');
  t.equal(dropped.length, 1);
});

t.test('each block in a row lasts twice as long, up to an hour', async (t) => {
  const harness = await openDesk();
  const waits: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    for (let i = 0; i < 5; i += 1) await harness.signIn(wrong);
    const wait = waitOf(await harness.signIn());
    waits.push(wait / 60);
    harness.now += wait * 1000;
  }
  t.same(waits, [5, 10, 20, 40, 60, 60]);
});

t.test('a block and the row of blocks survive a restart', async (t) => {
  const harness = await openDesk();
  for (let i = 0; i < 3; i += 1) await harness.signIn(wrong);
  const second = harness.restarted();
  for (let i = 0; i < 2; i += 1) await second.signIn(wrong);
  const third = second.restarted();
  const blocked = await third.signIn();
  t.equal(codeOf(blocked), 'auth.too_many_attempts');
  third.now += waitOf(blocked) * 1000;
  for (let i = 0; i < 5; i += 1) await third.signIn(wrong);
  t.equal(waitOf(await third.restarted().signIn()), 600);
});

t.test('a sign-in that succeeds forgets the failures before it', async (t) => {
  const harness = await openDesk();
  for (let i = 0; i < 4; i += 1) await harness.signIn(wrong);
  t.equal(codeOf(await harness.signIn()), 'ok');
  t.equal(harness.desk.records.count('signin_block'), 0);
  for (let i = 0; i < 4; i += 1) await harness.signIn(wrong);
  t.equal(codeOf(await harness.signIn()), 'ok');
});

t.test('who has another password of the login guesses the owner’s no more by it', async (t) => {
  for (const other of [INVESTOR, PROGRAM]) {
    const harness = await openDesk();
    await harness.patch('account', '1001', OTHER_HASHES);
    for (let i = 0; i < 4; i += 1) await harness.signIn(wrong);
    t.equal(codeOf(await harness.signIn(other)), 'ok');
    t.equal(codeOf(await harness.signIn(wrong)), 'auth.invalid_credentials');
    t.equal(codeOf(await harness.signIn()), 'auth.too_many_attempts');
  }
});

t.test('of many guesses at a time only five are judged', async (t) => {
  const harness = await openDesk();
  const guesses = Array.from({ length: 20 }, () => harness.signIn(wrong));
  const codes = (await Promise.all([...guesses, harness.signIn()])).map(codeOf);
  t.equal(codes.filter((code) => code === 'auth.invalid_credentials').length, 5);
  t.equal(codes.at(-1), 'auth.too_many_attempts');
});

t.test('addresses of one IPv6 network count as one', async (t) => {
  const harness = await openDesk();
  for (let i = 1; i <= 5; i += 1) await harness.signIn({ ...wrong, ip: `2001:db8:5:6::${i}` });
  t.equal(codeOf(await harness.signIn({ ip: '2001:db8:5:6:7::1' })), 'auth.too_many_attempts');
  t.equal(codeOf(await harness.signIn({ ip: '2001:db8:5:7::1' })), 'ok');
});

t.test('what no longer counts is dropped as others fail', async (t) => {
  const harness = await openDesk();
  for (let i = 0; i < 4; i += 1) await harness.signIn({ ...wrong, login: 5000 + i });
  t.equal(harness.desk.records.count('signin_block'), 4);
  harness.now += 61 * MINUTE;
  await harness.signIn({ ...wrong, login: 6000 });
  t.equal(harness.desk.records.count('signin_block'), 1);
  t.equal(harness.restarted().desk.records.count('signin_block'), 1);
});

/** A desk with antiflood. */
const openAntiflood = async (limits: Partial<ServerAccess>) => {
  const harness = await openDesk();
  await admit(harness, { antiflood_enabled: true, ...limits });
  return harness;
};

const checkBlocked = async ({ desk }: DeskHarness, ip = ADDRESS) =>
  codeOf(await desk.handle('auth.checkBlocked', { ip }));

t.test('quick attempts that antiflood counts of an address survive a restart', async (t) => {
  const harness = await openAntiflood({ antiflood_connections: 5 });
  const before = harness.log.length;
  t.equal(await checkBlocked(harness), 'ok');
  t.equal(await checkBlocked(harness), 'ok');
  t.equal(harness.log.length, before, 'a check alone writes nothing');
  t.equal(codeOf(await harness.signIn()), 'ok');
  t.equal(harness.log.length, before + 1, 'and a sign-in one event');
  const second = harness.restarted();
  second.now += 3000;
  t.equal(codeOf(await second.signIn(wrong)), 'auth.invalid_credentials', 'the fourth');
  const late = new DeskHarness([...second.log], second.now + 3001);
  for (let i = 0; i < 4; i += 1)
    t.equal(await checkBlocked(late), 'ok', 'again after a longer pause');
  t.equal(await checkBlocked(late), 'auth.too_many_attempts');
  const third = second.restarted();
  third.now += 3000;
  t.equal(waitOf(await third.signIn()), 300, 'the fifth blocks');
  third.now += 300_000;
  t.equal(codeOf(await third.restarted().signIn()), 'ok', 'they count from the start after it');
});

t.test('a server that stops writes down what antiflood counts, and keeps no more', async (t) => {
  const harness = await openAntiflood({ antiflood_connections: 3 });
  t.equal(await checkBlocked(harness, '198.51.100.4'), 'ok');
  harness.now += 3001;
  for (let i = 0; i < 2; i += 1) t.equal(await checkBlocked(harness), 'ok');
  dataOf(await harness.desk.keepAttempts());
  const next = harness.restarted();
  t.equal(next.desk.records.count('flood'), 1, 'of addresses whose attempts still count');
  t.equal(await checkBlocked(next), 'auth.too_many_attempts');
  t.equal(next.desk.records.count('flood'), 0);
  await next.signIn({ ip: '198.51.100.5' });
  next.now += 3001;
  await next.signIn({ ip: '198.51.100.6' });
  t.equal(next.desk.records.count('flood'), 1, 'what no longer counts goes with the next');
  const written = next.log.length;
  dataOf(await next.restarted().desk.keepAttempts());
  t.equal(next.log.length, written, 'nothing where nobody came');
});

t.test('failures that antiflood counts of an address survive a restart', async (t) => {
  const harness = await openAntiflood({ antiflood_errors: 4 });
  for (let i = 0; i < 2; i += 1) await harness.signIn({ ...wrong, login: 7000 + i });
  const second = harness.restarted();
  t.equal(codeOf(await second.signIn({ ...wrong, login: 7002 })), 'auth.invalid_credentials');
  const third = second.restarted();
  t.equal(codeOf(await third.signIn()), 'ok', 'not yet');
  t.equal(codeOf(await third.signIn({ ...wrong, login: 7003 })), 'auth.invalid_credentials');
  t.equal(waitOf(await third.restarted().signIn()), 300, 'the fourth blocks');
});

t.test('a high limit of antiflood does not make what is kept of an address grow', async (t) => {
  const harness = await openAntiflood({ antiflood_errors: 600, antiflood_connections: 10_000 });
  const address = { ip: '198.51.100.4' };
  for (let i = 0; i < 599; i += 1) {
    await harness.signIn({ ...wrong, ...address, login: 7000 + i });
    harness.now += 100;
  }
  const kept = harness.desk.records.get('signin_block', '@198.51.100.4')?.record;
  t.ok((kept?.failures.length ?? 0) <= 60);
  t.equal(codeOf(await harness.signIn(address)), 'ok');
  await harness.signIn({ ...wrong, ...address, login: 7999 });
  t.equal(codeOf(await harness.signIn(address)), 'auth.too_many_attempts');
});

t.test('after quiet hours an address is blocked again, for the shortest time', async (t) => {
  const harness = await openAntiflood({ antiflood_errors: 1 });
  for (let round = 0; round < 3; round += 1) {
    await harness.signIn({ ...wrong, login: 7000 + round });
    t.equal(waitOf(await harness.signIn()), 300);
    harness.now += 120 * MINUTE;
  }
});

t.test('upgrades of sockets count with the sign-ins of their address', async (t) => {
  const harness = await openDesk();
  for (let n = 0; n < 10; n += 1)
    t.equal(await checkBlocked(harness), 'ok', 'not while antiflood is off');
  await admit(harness, { antiflood_enabled: true, antiflood_connections: 3 });
  t.equal(await checkBlocked(harness), 'ok');
  t.equal(codeOf(await harness.signIn()), 'ok');
  t.equal(await checkBlocked(harness), 'auth.too_many_attempts');
  t.equal(codeOf(await harness.signIn()), 'auth.too_many_attempts', 'blocked for both');
  t.equal(await checkBlocked(harness, '198.51.100.4'), 'ok', 'not from elsewhere');
  harness.now += 5 * MINUTE;
  t.equal(await checkBlocked(harness), 'ok');
});

t.test('failures beyond a rate are written together, and a line counts them', async (t) => {
  const harness = await openDesk();
  const before = harness.log.length;
  const fail = (login: number) => harness.signIn({ ...wrong, login });
  const others = 300;
  for (let i = 0; i < WRITTEN_IN_ROW + others - 5; i += 1) await fail(5000 + i);
  for (let i = 0; i < 5; i += 1) await fail(1001);
  t.equal(harness.log.length, before + WRITTEN_IN_ROW);
  t.equal(codeOf(await harness.signIn()), 'auth.too_many_attempts', 'they count');
  harness.now += 1000;
  await fail(4999);
  t.equal(harness.log.length, before + WRITTEN_IN_ROW + 1);
  const said = `${others} more sign-ins failed, 1 more blocks began`;
  t.match(harness.log.at(-1)?.journal, [{ text: 'sign-in failed' }, { login: 0, text: said }]);
  const next = harness.restarted();
  t.equal(codeOf(await next.signIn()), 'auth.too_many_attempts', 'also after a restart');
  t.equal(next.desk.records.count('signin_block'), WRITTEN_IN_ROW + others - 5 + 2);
});

t.test('failures whose event is too large for the log are not forgotten', async (t) => {
  const harness = await openDesk();
  for (let n = 0; n < WRITTEN_IN_ROW + 5; n += 1)
    await harness.signIn({ ...wrong, login: 5000 + n });
  harness.now += 1000;
  harness.changesMax = 3;
  t.equal(codeOf(await harness.signIn(wrong)), 'invalid_input');
  harness.changesMax = Number.POSITIVE_INFINITY;
  harness.now += 1000;
  const said = '5 more sign-ins failed, 0 more blocks began';
  await harness.signIn(wrong);
  t.match(harness.log.at(-1)?.journal, [{ text: 'sign-in failed' }, { login: 0, text: said }]);
  t.equal(harness.restarted().desk.records.count('signin_block'), WRITTEN_IN_ROW + 5 + 1);
});

t.test('a server that stops writes down the failures that are not written yet', async (t) => {
  const harness = await openDesk();
  for (let i = 0; i < WRITTEN_IN_ROW; i += 1) await harness.signIn({ ...wrong, login: 5000 + i });
  for (let i = 0; i < 5; i += 1) await harness.signIn(wrong);
  t.equal(codeOf(await harness.restarted().signIn()), 'ok', 'none of them is');
  dataOf(await harness.desk.keepAttempts());
  t.equal(codeOf(await harness.restarted().signIn()), 'auth.too_many_attempts');
});

/** So many more records are there as others left them. */
const withRecords = (
  { desk, now }: DeskHarness,
  count: number,
  record: (n: number) => Partial<SigninBlockRecord> & { readonly key: string },
): void => {
  const changes = Array.from({ length: count }, (_, n) => {
    const whole = { failures: [], counts: [], blocks: 0, blocked_until: 0, ...record(n) };
    return { kind: 'signin_block', key: whole.key, version: 1, record: whole };
  });
  const { configVersion: config_version, seq } = desk.records;
  const event = { type: 'desk', time: now, by: 0, ip: '', config_version, changes, journal: [] };
  desk.fold(event as never, seq + 1);
};

t.test('failures of others push out no block that is in force', async (t) => {
  const harness = await openDesk();
  for (let i = 0; i < 5; i += 1) await harness.signIn(wrong);
  const failures = [harness.now];
  withRecords(harness, BLOCKS_MAX, (n) => ({ key: `${5000 + n}@${ADDRESS}`, failures }));
  for (let i = 0; i < 5; i += 1) await harness.signIn({ ...wrong, ip: `198.51.100.${i}` });
  t.ok(harness.desk.records.count('signin_block') <= BLOCKS_MAX);
  t.equal(codeOf(await harness.signIn()), 'auth.too_many_attempts');
});

t.test('while all that is counted is blocked, who is not counted waits', async (t) => {
  const harness = await openDesk();
  const blocked_until = harness.now + 60 * MINUTE;
  withRecords(harness, BLOCKS_MAX, (n) => ({ key: `${5000 + n}@${ADDRESS}`, blocked_until }));
  t.equal(codeOf(await harness.signIn(wrong)), 'auth.invalid_credentials');
  t.equal(codeOf(await harness.signIn()), 'ok', 'who is counted does not');
  const other = { ip: '198.51.100.4' };
  t.equal(waitOf(await harness.signIn(other)), NO_ROOM_MS / 1000);
  t.equal(codeOf(await harness.desk.handle('auth.checkBlocked', other)), 'ok', 'nor do sockets');
  t.equal(waitOf(await harness.signIn({ login: 5000 })), 3600, 'and no block has gone');
  harness.now = blocked_until;
  t.equal(codeOf(await harness.signIn({ ...wrong, ...other })), 'auth.invalid_credentials');
  t.equal(codeOf(await harness.signIn({ ip: '198.51.100.5' })), 'ok');
});

t.test('addresses that antiflood blocks leave room for logins', async (t) => {
  const harness = await openAntiflood({ antiflood_connections: 2 });
  const blocked_until = harness.now + 60 * MINUTE;
  withRecords(harness, ADDRESS_BLOCKS_MAX, (n) => ({ key: `@10.${n}`, blocked_until }));
  t.equal(await checkBlocked(harness), 'ok');
  for (let i = 0; i < 3; i += 1) t.equal(await checkBlocked(harness), 'auth.too_many_attempts');
  t.equal(harness.desk.records.count('signin_block'), ADDRESS_BLOCKS_MAX);
  harness.now += 3001;
  t.equal(await checkBlocked(harness), 'ok', 'refused while attempts follow each other closely');
});

t.test('who waits for an event goes on when the database shows it', async (t) => {
  const catchUp = new CatchUp();
  const gone: number[] = [];
  const waits = [3, 5, 0].map((seq) => catchUp.until(seq).then((there) => there && gone.push(seq)));
  await waits[2];
  t.same(gone, [0]);
  catchUp.reached(4);
  await waits[0];
  t.same(gone, [0, 3]);
  catchUp.reached(5);
  await waits[1];
  t.same(gone, [0, 3, 5]);
  t.equal(await catchUp.until(2), true);
});

t.test('a projection that does not get on is not waited for without end', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  const waits = new CatchUp().until(1);
  mock.timers.tick(PATIENCE_MS);
  t.equal(await waits, false);
  const short = new CatchUp().until(1, 10);
  mock.timers.tick(10);
  t.equal(await short, false);
});
