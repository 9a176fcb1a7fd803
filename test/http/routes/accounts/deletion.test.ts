// Deletion of accounts: of which, with what goes with them, and that a login is never used again.

import t from 'tap';
import { staffCaller } from '../../../support/desk-harness.js';
import { type Fields, httpFor, type Terminal } from '../../../support/http-harness.js';
import { refused } from './staff-desk.js';

const http = await httpFor(t);
const { harness } = http;
const admin = await http.signedIn('staff');

const open = (more: Fields = {}): Promise<number> => http.openAccount(more);
const remove = (login: number, by: Terminal = admin) => by.delete(`/accounts/${login}`);
const create = (login = 0) =>
  admin.post('/accounts', {
    group: 'demo\\standard',
    master_password: 'Master-1x',
    investor_password: 'Investor-1x',
    login,
  });
const nextLogin = () => admin.read<{ login: number }>('/accounts/next-login?group=demo%5Cstandard');
const listed = async (): Promise<number[]> => {
  const data = await admin.read<{ items: { login: number }[] }>('/accounts?limit=1000');
  return data.items.map((one) => one.login);
};

t.test('An account that was never used goes with its sessions and out of all lists', async (t) => {
  const login = await open();
  const trader = await http.signedIn('trader', { login });
  t.ok((await listed()).includes(login));
  t.match(await remove(login), { code: 'ok', data: null });
  const text = `account ${login} deleted`;
  t.same(http.lines(), [{ kind: 'account', login, text }]);
  t.match(harness.sent.at(-1)?.accounts, [{ login, deleted: true }], 'other threads are told');
  t.equal((await trader.me()).code, 'auth.session_expired');
  t.not((await http.terminal('trader').signIn({ login })).code, 'ok');
  t.equal((await admin.get(`/accounts/${login}`)).code, 'not_found');
  t.equal((await remove(login)).code, 'not_found');
  t.notOk((await listed()).includes(login));
  t.same(harness.held, [], 'and it is held no longer');
  const again = harness.restarted();
  t.equal(again.desk.records.get('account', String(login)), undefined, 'after a restart, too');
});

t.test('The drafts of an account go with it, and files that nothing else uses', async (t) => {
  const [login, other] = [await open(), await open()];
  const save = async (owner: number, names: readonly string[]): Promise<void> => {
    const trader = await http.signedIn('trader', { login: owner });
    const { id } = await trader.made<{ id: number }>('/mail/drafts', { subject: 'Later' });
    const caller = staffCaller({ login: owner, audience: 'trader' });
    for (const name of names) {
      const file = { name, bytes: Buffer.from(`content of ${name}`) };
      t.match(await harness.ask('mail.attach', { id, file }, caller), { ok: true });
    }
  };
  await save(login, ['own.txt', 'shared.txt']);
  await save(login, []);
  await save(other, ['shared.txt']);
  const stored = () => {
    const counts: Record<string, number> = {};
    for (const { kind } of harness.desk.records.everything()) {
      if (/^(file|mail)/.test(kind)) counts[kind] = (counts[kind] ?? 0) + 1;
    }
    return counts;
  };
  t.same(stored(), { file: 2, file_piece: 2, mail_draft: 3, mailbox: 2 });
  t.match(await remove(login), { code: 'ok' });
  t.same(stored(), { file: 1, file_piece: 1, mail_draft: 1, mailbox: 1 });
});

t.test('The login of a deleted account is never given out again', async (t) => {
  const { login: next } = await nextLogin();
  const ahead = next + 1;
  t.equal((await create(ahead)).code, 'ok');
  t.equal((await remove(ahead)).code, 'ok');
  refused(t, await create(ahead), 'conflict', /^login: taken/);
  t.match((await create()).data, { login: next });
  t.match(await nextLogin(), { login: ahead + 1 });
  t.match((await create()).data, { login: ahead + 1 });
});

t.test('An account that was used stays, and so does one that cannot be looked at', async (t) => {
  const [paid, busy, silent, agent] = [await open(), await open(), await open(), await open()];
  harness.agents.add(agent);
  harness.paid.add(paid);
  harness.busy.add(busy);
  harness.silent.add(silent);
  refused(t, await remove(paid), 'conflict', /has a history; archive it/);
  refused(t, await remove(agent), 'conflict', /agent of another account/);
  refused(t, await remove(busy), 'conflict', /The account has 1 position and 2 orders\./);
  refused(t, await remove(silent), 'conflict', /does not answer/);
  harness.isBehind = true;
  const unseen = await open();
  refused(t, await remove(unseen), 'conflict', /cannot determine now/);
  harness.isBehind = false;
  for (const login of [paid, busy, silent, agent, unseen]) {
    const data = await admin.read<Fields>(`/accounts/${login}`);
    t.equal(data.account_state, 'active', 'and goes on as before');
  }
});

t.test('Nobody deletes a staff user’s account, or the own one', async (t) => {
  const login = await http.hire();
  refused(t, await remove(login), 'conflict', /staff profile/);
  refused(t, await remove(1), 'forbidden', /delete yourself/);
});

t.test('An account that trades between its archiving and its deletion stays', async (t) => {
  const login = await open();
  let looks = 0;
  harness.onCaughtUp = async () => {
    looks += 1;
    if (looks === 2) harness.paid.add(login);
  };
  refused(t, await remove(login), 'conflict', /has a history/);
  harness.onCaughtUp = async () => {};
  t.equal((await admin.read<Fields>(`/accounts/${login}`)).account_state, 'archived');
});
