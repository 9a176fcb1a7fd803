// Accounts of the desk, the hashing of their passwords, and its locks.

import t from 'tap';
import {
  DUMMY_HASH,
  generatePassword,
  isOutdated,
} from '../../../../actors/desk/identity/passwords.js';
import { Locks } from '../../../../actors/desk/store/locks.js';
import { startHashing } from '../../../../actors/hashing/hashing.js';
import { OWNER_JOBS_MAX, SERVER_SHARE } from '../../../../actors/shared/fair-queue.js';
import { isStrongPassword } from '../../../../wire/accounts/password.js';
import { RIGHTS } from '../../../../wire/accounts/rights.js';
import type { Caller } from '../../../../wire/desk/caller.js';
import type { AccountCreate } from '../../../../wire/rest/accounts/accounts.js';
import { isDeleted } from '../../../../wire/settings/switches.js';
import {
  codeOf,
  type DeskHarness,
  dataOf,
  openDesk,
  opening,
} from '../../../support/desk-harness.js';

const create = (harness: DeskHarness, body: Partial<AccountCreate> = {}) =>
  harness.ask('accounts.create', { body: opening(body) });

/** What the administrator holds from now on; the callers below are told as holding everything. */
const hold = (harness: DeskHarness, powers: Partial<Pick<Caller, 'rights' | 'group_scope'>>) =>
  harness.patch('staff', '1', { rights: RIGHTS, group_scope: ['*'], ...powers });

t.test('traders take the next free login from 1001, staff from 1', async (t) => {
  const harness = await openDesk();
  t.equal(dataOf(await create(harness)).login, 1002);
  t.equal(dataOf(await create(harness, { login: 1003 })).login, 1003);
  t.equal(dataOf(await create(harness)).login, 1004, 'a taken one is passed over');
  t.equal(dataOf(await create(harness, { group: 'managers\\dealers' })).login, 2);
  t.equal(codeOf(await create(harness, { login: 1003 })), 'conflict');
  const again = harness.restarted();
  t.equal(dataOf(await create(again)).login, 1005);
});

t.test('accounts opened at the same moment get different logins', async (t) => {
  const harness = await openDesk();
  const made = await Promise.all(Array.from({ length: 10 }, () => create(harness)));
  t.equal(new Set(made.map((one) => dataOf(one).login)).size, 10);
  const same = await Promise.all([
    create(harness, { login: 4000 }),
    create(harness, { login: 4000 }),
  ]);
  t.same(same.map(codeOf), ['ok', 'conflict']);
});

t.test('who loses the right while passwords are hashed opens no account', async (t) => {
  const harness = await openDesk();
  for (const less of [{ rights: [] }, { group_scope: ['real\\*'] }]) {
    await hold(harness, {});
    const opened = create(harness, { login: 4000 });
    const [answer] = await Promise.all([opened, hold(harness, less)]);
    t.equal(codeOf(answer), 'forbidden');
  }
  await hold(harness, {});
  t.equal(codeOf(await create(harness, { login: 4000 })), 'ok', 'there is none yet');
});

t.test('a full hashing queue refuses an opening', async (t) => {
  const harness = await openDesk();
  harness.hasher.full = true;
  t.equal(codeOf(await create(harness)), 'auth.too_many_attempts');
});

t.test("a manual quote has its symbol's digits; the journal has both prices", async (t) => {
  const harness = await openDesk();
  const publishQuote = (symbol: string, bid: string, ask: string) =>
    harness.ask('quotes.publish', { symbol, bid, ask });
  const answer = dataOf(await publishQuote('EURUSD', '1.1', '1.10020'));
  t.match(answer, { symbol: 'EURUSD', bid: '1.10000', ask: '1.10020' });
  t.same(harness.manualQuotes, [[1, 110_000_000, 110_020_000]]);
  const line = (text: string) => ({ by: 1, changes: [], journal: [{ kind: 'trade', text }] });
  t.match(harness.log.at(-1), line('manual quote of EURUSD: 1.1 / 1.10020, none before'));
  t.equal(codeOf(await publishQuote('NONE', '1', '1')), 'not_found');
  for (const [bid, ask] of [
    ['1.100001', '1.2'],
    ['0', '1.1'],
    ['-1', '1.1'],
    ['1.2', '1.1'],
    ['1.1', 'x'],
  ] as const) {
    t.equal(codeOf(await publishQuote('EURUSD', bid, ask)), 'invalid_input', `${bid} / ${ask}`);
  }
  for (const ask of ['40000000.00001', '99999999999']) {
    t.match(await publishQuote('EURUSD', '1.1', ask), {
      code: 'invalid_input',
      message: 'ask: prices of this symbol are at most 40000000.00000',
    });
  }
  t.equal(harness.manualQuotes.length, 1);
  t.equal(codeOf(await publishQuote('EURUSD', '1.2', '1.2')), 'ok');
  const both = 'manual quote of EURUSD: 1.2 / 1.2, before 1.10000 / 1.10020';
  t.match(harness.log.at(-1), line(both));
});

t.test('a group that an account is being opened in is not deleted', async (t) => {
  const harness = await openDesk();
  const path = 'real\\new';
  const { id } = await harness.create('group', { path, currency: 'USD' });
  harness.onSent = ({ accounts = [] }) => {
    for (const news of accounts) {
      if (!isDeleted(news)) harness.used[news.group] = { positions: 0, orders: 0, accounts: 1 };
    }
  };
  const commit = harness.holdWrites();
  const opened = create(harness, { group: path });
  await new Promise(setImmediate);
  const removed = harness.ask('settings.remove', { kind: 'group', id });
  await new Promise(setImmediate);
  commit();
  t.equal(codeOf(await opened), 'ok');
  t.equal(codeOf(await removed), 'conflict');
});

t.test("a password is hashed with today's Argon2id parameters and fits itself", async (t) => {
  const pool = startHashing((error) => t.error(error));
  const [one = '', two = ''] = dataOf(
    await pool.hash(['First-pass1', 'Second-pass2'], SERVER_SHARE),
  );
  t.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  t.equal(Buffer.from(one.split('$')[4] ?? '', 'base64').length, 16, 'a salt of 16 bytes');
  t.equal(dataOf(await pool.match([one, two], 'Second-pass2', SERVER_SHARE)), 1);
  t.equal(dataOf(await pool.match([one, two], 'First-pass1', SERVER_SHARE)), 0);
  t.equal(dataOf(await pool.match([one, DUMMY_HASH], 'Other-pass3', SERVER_SHARE)), -1);
  await pool.close();
});

t.test('one owner has a bounded number of jobs in the queue of the hashing thread', async (t) => {
  const pool = startHashing((error) => t.error(error));
  const match = () => pool.match([DUMMY_HASH], 'x', SERVER_SHARE);
  const jobs = Array.from({ length: OWNER_JOBS_MAX + 20 }, match);
  const answers = await Promise.all(jobs);
  const refused = answers.filter((answer) => !answer.ok);
  t.ok(refused.length >= 19, `${refused.length} refused`);
  t.match(refused[0], { code: 'auth.too_many_attempts', message: /retry_after=1/ });
  t.ok(answers.every((answer) => codeOf(answer) !== 'ok' || dataOf(answer) === -1));
  t.equal(codeOf(await match()), 'ok', 'and there is room again');
  await pool.close();
});

t.test("a hash is outdated when its parameters are weaker than today's", async (t) => {
  t.equal(isOutdated(DUMMY_HASH), false);
  t.equal(isOutdated('$argon2id$v=19$m=65536,t=3,p=4$a$b'), false);
  t.equal(isOutdated('$argon2id$v=19$m=4096,t=2,p=1$a$b'), true);
  t.equal(isOutdated('$argon2id$v=19$m=19456,t=1,p=1$a$b'), true);
  t.equal(isOutdated('$argon2i$v=19$m=19456,t=2,p=1$a$b'), true);
  t.equal(isOutdated('plain'), true);
});

t.test('passwords have 8 to 16 characters of four classes', async (t) => {
  for (const good of ['Abcdef1!', 'Abcdefghijklm1!x', 'Übergrößen1 #'])
    t.ok(isStrongPassword(good), good);
  const short = ['Abcde1!', 'abcdef1!', 'ABCDEF1!', 'Abcdefg!', 'Abcdefg1'];
  for (const bad of [...short, 'Abcdefghijklm1!xy']) t.notOk(isStrongPassword(bad), bad);
  t.notOk(isStrongPassword('Abcdef1 '), 'a space is no symbol');
  t.notOk(isStrongPassword('Abcdef1!', 9), 'shorter than its group asks');
  let byte = 0;
  const random = (bytes: number) =>
    Buffer.from(Array.from({ length: bytes }, () => (byte = (byte * 197 + 61) % 251)));
  for (let i = 0; i < 50; i += 1) t.ok(isStrongPassword(generatePassword(random)));
});

/** Turns after which work that could begin has begun. */
const TURNS_MAX = 100;

/** Work that notes when it begins and ends, and ends when it is let. */
const watched = (locks: Locks) => {
  const seen: string[] = [];
  const letEnd = new Map<string, () => void>();
  const begin = (name: string, names: readonly string[], shared: readonly string[] = []) => {
    const work = async (): Promise<void> => {
      seen.push(`${name} begins`);
      await new Promise<void>((resolve) => {
        letEnd.set(name, resolve);
      });
      seen.push(`${name} ends`);
    };
    return locks.hold(names, work, shared);
  };
  const end = async (name: string, work: Promise<void>): Promise<void> => {
    for (let turns = 0; turns < TURNS_MAX && !letEnd.has(name); turns += 1) await Promise.resolve();
    if (!letEnd.has(name)) throw new Error(`${name} never began`);
    letEnd.get(name)?.();
    await work;
  };
  return { seen, begin, end };
};

t.test('work on one name runs in the order it came, work on another beside it', async (t) => {
  const { seen, begin, end } = watched(new Locks());
  const works = [begin('a1', ['a']), begin('a2', ['a']), begin('b1', ['b'])] as const;
  await end('b1', works[2]);
  await end('a1', works[0]);
  await end('a2', works[1]);
  t.same(
    seen.filter((line) => line.startsWith('a')),
    ['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends'],
  );
  t.ok(seen.indexOf('b1 ends') < seen.indexOf('a1 ends'));
});

t.test('work that shares a name runs together, and beside none that holds it alone', async (t) => {
  const { seen, begin, end } = watched(new Locks());
  const names = ['alone 1', 'shared 1', 'shared 2', 'alone 2', 'shared 3'];
  const works = names.map((name) =>
    name.startsWith('alone') ? begin(name, ['a'], ['a']) : begin(name, [], ['a']),
  );
  for (const name of ['alone 1', 'shared 2', 'shared 1', 'alone 2', 'shared 3']) {
    await end(name, works[names.indexOf(name)] as Promise<void>);
  }
  t.same(seen, [
    ...['alone 1 begins', 'alone 1 ends', 'shared 1 begins', 'shared 2 begins'],
    ...['shared 2 ends', 'shared 1 ends', 'alone 2 begins', 'alone 2 ends'],
    ...['shared 3 begins', 'shared 3 ends'],
  ]);
});

t.test('names in any order and twice never wait for each other in a ring', async (t) => {
  const { seen, begin, end } = watched(new Locks());
  const first = begin('first', ['a', 'b', 'a']);
  const second = begin('second', ['b', 'a']);
  await end('first', first);
  await end('second', second);
  t.same(seen, ['first begins', 'first ends', 'second begins', 'second ends']);
});

t.test('work that throws gives its names back', async (t) => {
  const locks = new Locks();
  const failing = locks.hold(['a'], async () => {
    throw new Error('the log is gone');
  });
  await t.rejects(failing, /the log is gone/);
  t.equal(await locks.hold(['a'], async () => 'free'), 'free');
});
