// Sessions and the renewal of what older keys have sealed.

import t from 'tap';
import { keyUse } from '../../../../actors/desk/settings/re-encrypt.js';
import { codePlace } from '../../../../actors/desk/types/otp.js';
import { recordCipher } from '../../../../actors/secrets/record-cipher.js';
import { type Keys, keyOf } from '../../../../actors/secrets/seal.js';
import { hashToken } from '../../../../actors/secrets/tokens.js';
import { ok } from '../../../../wire/base/codes.js';
import {
  ADDRESS,
  codeOf,
  type DeskHarness,
  dataOf,
  openDesk,
} from '../../../support/desk-harness.js';

const verified = async (harness: DeskHarness, token: string) =>
  dataOf(await harness.desk.handle('auth.verify', { access_hash: hashToken(token) }));

t.test('the use of an old refresh token closes the session, however old it is', async (t) => {
  const harness = await openDesk();
  const first = dataOf(await harness.signIn());
  let newest = first;
  for (let i = 0; i < 40; i += 1) {
    harness.now += 60_000;
    newest = dataOf(await harness.refresh(newest));
  }
  t.equal(codeOf(await harness.refresh(first)), 'auth.refresh_reused');
  t.equal(await verified(harness, newest.access_token), null);
  t.equal(codeOf(await harness.refresh(newest)), 'auth.session_expired');
  t.match(harness.sent.at(-1)?.sessions, [{ id: first.session.id, copy: null }]);
  t.match(harness.log.at(-1)?.journal, [{ kind: 'auth', login: 1001 }]);
});

t.test('of two uses at the same moment one wins and the session lives on', async (t) => {
  const harness = await openDesk();
  const first = dataOf(await harness.signIn());
  const both = await Promise.all([harness.refresh(first), harness.refresh(first)]);
  t.same(both.map(codeOf), ['ok', 'auth.session_expired']);
  const winner = dataOf(both[0]);
  t.ok(await verified(harness, winner.access_token));
});

t.test('the second use of a refresh token closes the session at once', async (t) => {
  const harness = await openDesk();
  const first = dataOf(await harness.signIn());
  const owner = dataOf(await harness.refresh(first));
  t.equal(codeOf(await harness.refresh(first)), 'auth.refresh_reused');
  t.equal(await verified(harness, owner.access_token), null);
});

t.test('whose answer was lost repeats the use by its key, for a minute', async (t) => {
  const harness = await openDesk();
  const first = dataOf(await harness.signIn());
  const use = { use: 'key-1' };
  const lost = dataOf(await harness.refresh(first, use));
  harness.now += 30_000;
  const again = dataOf(await harness.refresh(first, { ...use, ip: '198.51.100.7' }));
  t.equal(again.session.id, first.session.id);
  t.equal(await verified(harness, lost.access_token), null, 'what was lost ends with it');
  harness.now += 30_000;
  const newest = dataOf(await harness.restarted().refresh(first, use));
  t.ok(newest, 'also after a restart');
  harness.now += 1;
  const late = codeOf(await harness.refresh(first, use));
  t.equal(late, 'auth.refresh_reused', 'counted from the first use');
  t.equal(await verified(harness, newest.access_token), null);
});

t.test('a key repeats the use of its token alone', async (t) => {
  const harness = await openDesk();
  const first = dataOf(await harness.signIn());
  const use = { use: 'key-1' };
  const second = dataOf(await harness.refresh(first, use));
  dataOf(await harness.refresh(second, use));
  t.equal(codeOf(await harness.refresh(first, use)), 'auth.refresh_reused');
});

t.test('a refresh is refused without harm when something else does not fit', async (t) => {
  const harness = await openDesk();
  const web = dataOf(await harness.signIn({ terminal: 'web' }));
  const cases = [
    [{ csrf_token: 'x' }, 'auth.csrf_invalid'],
    [{ browser: false }, 'auth.invalid_terminal'],
    [{ audience: 'staff' }, 'auth.invalid_terminal'],
    [{ account: '1002' }, 'auth.account_changed'],
    [{ refresh_token: 'forged' }, 'auth.session_expired'],
    [{ refresh_token: `${web.refresh_token.slice(0, -2)}AA` }, 'auth.session_expired'],
  ] as const;
  for (const [input, code] of cases) t.equal(codeOf(await harness.refresh(web, input)), code);
  t.equal(codeOf(await harness.refresh(web, { account: '1001' })), 'ok', 'the token still works');
});

t.test('a session ends with its time, kept signed in or not', async (t) => {
  const harness = await openDesk();
  const usual = dataOf(await harness.signIn());
  const kept = dataOf(await harness.signIn({ keep_signed_in: true }));
  harness.now += 12 * 3_600_000;
  t.equal(codeOf(await harness.refresh(usual)), 'auth.session_expired');
  t.equal(codeOf(await harness.refresh(kept)), 'ok');
  harness.now += 30 * 86_400_000;
  t.equal(codeOf(await harness.refresh(kept)), 'auth.session_expired');
});

t.test('a refresh and the end of its session never leave a session behind', async (t) => {
  const harness = await openDesk();
  const tokens = dataOf(await harness.signIn());
  const leaving = { audience: 'trader', session: tokens.session.id, ip: ADDRESS } as const;
  const ended = harness.desk.handle('auth.logout', leaving);
  const codes = (await Promise.all([ended, harness.refresh(tokens)])).map(codeOf);
  t.same(codes, ['ok', 'auth.session_expired']);
  t.equal(harness.desk.records.count('session'), 0);
});

t.test('new rights of a staff user reach the copies of live sessions', async (t) => {
  const harness = await openDesk();
  const staff = dataOf(await harness.signInStaff());
  await harness.patch('staff', '1', { rights: ['accounts.view'], group_scope: ['demo\\*'] });
  const change = harness.sent.at(-1)?.sessions?.find((one) => one.id === staff.session.id);
  t.match(change?.copy, { rights: ['accounts.view'], group_scope: ['demo\\*'] });
});

const OLD = keyOf(Buffer.alloc(32, 7));
const NEW = keyOf(Buffer.alloc(32, 8));
const BOTH: Keys = [NEW, OLD];
const always = (): boolean => true;

/** Mail servers, a gateway with a sealed parameter, and an e-mail, all sealed under the old key. */
const openFull = async (servers = 2): Promise<DeskHarness> => {
  const harness = await openDesk();
  for (let n = 0; n < servers; n += 1) {
    await harness.create('mail_server', {
      name: `Mail ${n}`,
      server: 'mail.example:25',
      sender_email: 'a@mail.example',
      password: `pass-${n}`,
    });
  }
  await harness.create('gateway', {
    name: 'Out',
    module: 'fix44',
    server: 'fix.example:1',
    password: 'fix-pass',
    enabled: false,
  });
  const email = { server_id: null, to: 'b@mail.example', subject: 'Code', text: 'It is 123456' };
  await harness.write((tx, now) => harness.desk.mailQueue.add(tx, [email], now));
  const secret = recordCipher([OLD]).seal('seed', codePlace(1001, 'secret'));
  const codes = { login: 1001, secret, pending: '', pending_at: 0, last_step: 0, in_row: 0 };
  await harness.write((tx) => tx.put('otp', { ...codes, wrong: [] }));
  return harness;
};

const needs = (harness: DeskHarness) => keyUse(harness.desk.records, BOTH, harness.now);
const names = ({ id }: { id: string }, harness: DeskHarness): number =>
  [...harness.desk.records.everything()].filter(({ record }) =>
    JSON.stringify(record).includes(`"${id}.`),
  ).length;

t.test('what an older key sealed is sealed under the new one, and unchanged besides', async (t) => {
  const before = await openFull();
  t.equal(needs(before).records.length, 5);
  const harness = before.restarted(BOTH);
  const shown = async () => {
    const list = await harness.ask('settings.list', { kind: 'mail_server', query: {} });
    return Buffer.from(dataOf(list).json).toString();
  };
  const list = await shown();
  await harness.desk.renewSecrets(always);
  t.same(needs(harness), { records: [], sessions: 0, until: '' });
  t.equal(names(OLD, harness), 0);
  t.equal(names(NEW, harness), 5);
  t.equal(await shown(), list, 'staff see no change');
  t.match(harness.log.at(-1)?.journal, [{ kind: 'system', text: /sealed under key/ }]);
  const events = harness.log.length;
  await harness.desk.renewSecrets(always);
  t.equal(harness.log.length, events, 'once');
});

t.test('with the new key alone everything opens afterwards', async (t) => {
  const before = await openFull();
  const test = async (harness: DeskHarness, id: number) =>
    codeOf(await harness.ask('mail-servers.test', { id, to: 'c@mail.example' }));
  t.equal(await test(before.restarted([NEW]), 1), 'invalid_input', 'not before');
  const harness = before.restarted(BOTH);
  await harness.desk.renewSecrets(always);
  const alone = harness.restarted([NEW]);
  t.equal(await test(alone, 1), 'ok');
  t.equal(await test(alone, 2), 'ok');
  const secret = alone.desk.records.get('otp', '1001')?.record.secret ?? '';
  t.equal(recordCipher([NEW]).open(secret, codePlace(1001, 'secret')), 'seed');
});

t.test('a renewal that is broken off goes on where it was', async (t) => {
  const before = await openFull(300);
  const harness = before.restarted(BOTH);
  let parts = 0;
  await harness.desk.renewSecrets(() => {
    parts += 1;
    return parts < 2;
  });
  const left = needs(harness).records.length;
  t.ok(left > 0 && left < 303, `${left} are left`);
  const later = harness.restarted();
  t.equal(needs(later).records.length, left);
  await later.desk.renewSecrets(always);
  t.same(needs(later).records, []);
});

t.test('what does not open stays as it is, and holds its key', async (t) => {
  const harness = (await openFull(1)).restarted(BOTH);
  const strange = `${OLD.id}.${'A'.repeat(60)}`;
  await harness.write((tx) => {
    tx.exchange('mail_server', '1', (record) => ({ ...record, password: strange }));
    return ok(null);
  });
  await harness.desk.renewSecrets(always);
  t.same(needs(harness).records, ['mail_server 1'], 'it is named');
});

t.test('sessions go on over a change of the key, and move to it when refreshed', async (t) => {
  const before = await openDesk();
  const staff = dataOf(await before.signInStaff());
  const trader = dataOf(await before.signIn());
  const harness = before.restarted(BOTH);
  t.equal(needs(harness).sessions, 2);
  const access_hash = staff.session.access_hash;
  const found = dataOf(await harness.desk.handle('auth.verify', { access_hash }));
  t.equal(found?.csrf_token, staff.session.csrf_token, 'the csrf token holds');
  const renewed = dataOf(await harness.refresh(staff));
  t.not(renewed.session.csrf_token, staff.session.csrf_token);
  t.equal(needs(harness).sessions, 1);
  dataOf(await harness.refresh(trader));
  t.equal(needs(harness).sessions, 0);
  t.equal(codeOf(await harness.restarted([NEW]).refresh(renewed)), 'ok', 'the old key may go');
});
