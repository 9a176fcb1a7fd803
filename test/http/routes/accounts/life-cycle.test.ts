// The life cycle of accounts: states, groups, leverage, and who may change them.

import t from 'tap';
import type { Right } from '../../../../wire/accounts/rights.js';
import {
  ACCOUNT_STATES,
  type LifeCycleState,
  STAFF_STEPS,
  type StaffStep,
} from '../../../../wire/accounts/states.js';
import { type Fields, httpFor, type Terminal } from '../../../support/http-harness.js';
import { test } from '../tags.js';
import { refused } from './staff-desk.js';

const http = await httpFor(t);
const { harness } = http;
const admin = await http.signedIn('staff');

const EDITOR: readonly Right[] = ['accounts.view', 'accounts.edit'];
const EXPIRED = { enabled: false, archived_at: '2026-01-01T00:00:00.000Z' } as const;

const open = (more: Fields = {}): Promise<number> => http.openAccount(more);
const step = (login: number, name: string, by: Terminal = admin) =>
  by.post(`/accounts/${login}/${name}`);
const read = (login: number) => admin.read<Fields>(`/accounts/${login}`);
const move = async (login: number, group: string, more: Fields = {}, by: Terminal = admin) => {
  const { version } = await read(login);
  return by.post(`/accounts/${login}/group`, { version, group, ...more });
};

/** The steps that bring a new account into a state. */
const WAYS: Readonly<Record<LifeCycleState, readonly StaffStep[]>> = {
  active: [],
  disabled: ['disable'],
  archived: ['archive'],
  expired: [],
};

const accountIn = async (state: LifeCycleState): Promise<number> => {
  const login = await open();
  for (const name of WAYS[state]) await step(login, name);
  if (state === 'expired') await harness.patch('account', String(login), EXPIRED);
  t.equal((await read(login)).account_state, state);
  return login;
};

t.test('From each state each step leads where the table says, or is refused', async (t) => {
  for (const state of ACCOUNT_STATES) {
    for (const [name, { from, to, past }] of Object.entries(STAFF_STEPS)) {
      const login = await accountIn(state);
      const before = harness.log.length;
      const answer = await step(login, name);
      const says = `${name} from ${state}`;
      if (state === to) {
        t.match(answer, { code: 'ok', data: { account_state: to } }, says);
        t.equal(harness.log.length, before, `${says} changes nothing`);
      } else if ((from as readonly string[]).includes(state)) {
        t.match(answer, { code: 'ok', data: { account_state: to } }, says);
        const text = `account ${login} ${past}`;
        t.same(http.lines(), [{ kind: 'account', login, text }]);
      } else {
        refused(t, answer, 'conflict', new RegExp(`^The account is ${state}`));
        t.equal((await read(login)).account_state, state);
      }
    }
  }
});

t.test('A disabled account has no session, and signs in again once it is enabled', async (t) => {
  const login = await open();
  const trader = await http.signedIn('trader', { login });
  t.equal((await trader.me()).code, 'ok');
  await step(login, 'disable');
  t.equal((await trader.me()).code, 'auth.session_expired');
  t.match(harness.sent.at(-1)?.accounts, [{ login, enabled: false, archived: false }]);
  t.equal((await http.terminal('trader').signIn({ login })).code, 'auth.account_disabled');
  await step(login, 'enable');
  t.equal((await http.terminal('trader').signIn({ login })).code, 'ok');
});

t.test('What an account has stays with it over archive and restore', async (t) => {
  const login = await open({ trading_enabled: true, city: 'Bonn' });
  const archived = (await step(login, 'archive')).data as Fields;
  t.match(archived, { enabled: false, archived_at: String, trading_enabled: true });
  t.match(harness.sent.at(-1)?.accounts, [{ login, archived: true }]);
  const restored = (await step(login, 'restore')).data as Fields;
  t.match(restored, { enabled: false, archived_at: null, trading_enabled: true, city: 'Bonn' });
  t.ok(Number(restored.policy_revision) > Number(archived.policy_revision));
});

test`An account that holds something is not archived, and one that is silent neither`(async (t) => {
  const [busy, silent] = [await open(), await open()];
  harness.busy.add(busy);
  harness.silent.add(silent);
  refused(t, await step(busy, 'archive'), 'conflict', /The account has 1 position and 2 orders\./);
  refused(t, await step(silent, 'archive'), 'conflict', /does not answer/);
  t.equal((await step(busy, 'disable')).code, 'ok', 'it can be disabled');
  t.same(harness.held, [], 'and is held no longer');
});

t.test('Accounts move to a group that can keep what they have', async (t) => {
  for (const group of [
    { path: 'demo\\euro', currency: 'EUR' },
    { path: 'demo\\other', currency: 'USD', symbols: [] },
  ]) {
    await harness.write((tx) => tx.create('group', group));
  }
  const login = await open();
  t.match((await move(login, 'demo\\other')).data, { group: 'demo\\other', currency: 'USD' });
  const text = `account ${login} moved from demo\\standard to demo\\other`;
  t.same(http.lines(), [{ kind: 'account', login, text }]);
  t.match(harness.sent.at(-1)?.accounts, [{ login, group: 'demo\\other' }]);
  await move(login, 'demo\\standard');
  harness.holdings.set(login, ['EURUSD']);
  refused(
    t,
    await move(login, 'demo\\other'),
    'conflict',
    /^group: the group does not offer EURUSD/,
  );
  refused(
    t,
    await move(login, 'demo\\netting'),
    'conflict',
    /^group: is netting, .* hedging mode$/,
  );
  refused(t, await move(login, 'demo\\euro'), 'conflict', /^group: has EUR, .* history in USD$/);
  harness.holdings.delete(login);
  t.equal((await move(login, 'demo\\netting')).code, 'ok');
  harness.paid.add(login);
  refused(t, await move(login, 'demo\\euro'), 'conflict', /history in USD/);
  harness.paid.delete(login);
  t.match((await move(login, 'demo\\euro')).data, { currency: 'EUR' });
});

t.test('Money of a demo account does not become real by a move', async (t) => {
  const login = await open();
  harness.paid.add(login);
  refused(t, await move(login, 'real\\standard'), 'conflict', /^group: .* demo account/);
  harness.paid.delete(login);
  t.equal((await move(login, 'real\\standard')).code, 'ok', 'it was never used');
});

t.test('An agent and its accounts stay both demo or both real', async (t) => {
  const [login, agent] = [await open(), await open()];
  const { version } = (await read(login)) as { version: number };
  const body = { version, agent };
  t.equal((await admin.patch(`/accounts/${login}`, body)).code, 'ok');
  refused(t, await move(login, 'real\\standard'), 'conflict', /^group: its agent .* demo account/);
  harness.agents.add(agent);
  refused(
    t,
    await move(agent, 'real\\standard'),
    'conflict',
    /^group: .* must stay a demo account/,
  );
  t.equal((await move(agent, 'demo\\netting')).code, 'ok', 'it stays a demo account');
  harness.agents.delete(agent);
  const off = { version: version + 1, agent: 0 };
  t.equal((await admin.patch(`/accounts/${login}`, off)).code, 'ok');
  for (const one of [login, agent]) t.equal((await move(one, 'real\\standard')).code, 'ok');
});

t.test('A move names a group, and rests on a version', async (t) => {
  const login = await open();
  const { log } = harness;
  const written = log.length;
  refused(t, await move(login, 'demo\\nowhere'), 'not_found', /^group: /);
  refused(t, await move(login, 'managers\\dealers'), 'invalid_input', /^group: staff/);
  refused(t, await move(login, 'demo\\netting', { version: 99 }), 'conflict', /^version: /);
  t.equal((await move(login, 'demo\\standard')).code, 'ok', 'to where it is');
  t.equal(log.length, written);
  await step(login, 'archive');
  refused(t, await move(login, 'demo\\netting'), 'conflict', /archived/);
});

t.test('The individual leverage is set, and left to the group by 0', async (t) => {
  const login = await open();
  const lever = async (leverage: number, more: Fields = {}) => {
    const { version } = await read(login);
    return admin.post(`/accounts/${login}/leverage`, { version, leverage, ...more });
  };
  t.match((await lever(30)).data, { leverage: 30, leverage_inherited: false });
  t.match(harness.sent.at(-1)?.accounts, [{ login, leverage_own: 30 }]);
  t.match((await lever(0)).data, { leverage_inherited: true });
  refused(t, await lever(30, { version: 99 }), 'conflict', /^version: /);
  for (const wrong of [-1, 10_001, 1.5]) refused(t, await lever(wrong), 'invalid_input');
});

t.test('The next login is told, and not taken', async (t) => {
  const ask = (group: string) =>
    admin.get(`/accounts/next-login?group=${encodeURIComponent(group)}`);
  const { login } = (await ask('demo\\standard')).data as { login: number };
  t.match((await ask('demo\\netting')).data, { login });
  t.equal(await open(), login);
  t.match((await ask('demo\\standard')).data, { login: login + 1 });
  refused(t, await ask('demo\\nowhere'), 'not_found');
});

t.test('Nobody disables the own account, or moves one out of the scope', async (t) => {
  const login = await open();
  for (const name of Object.keys(STAFF_STEPS)) refused(t, await step(999_999, name), 'not_found');
  refused(t, await step(1, 'disable'), 'forbidden', /own account/);
  const near = await http.staff({ rights: EDITOR, group_scope: ['demo\\standard'] });
  refused(t, await move(login, 'demo\\netting', {}, near), 'forbidden');
  t.equal((await step(login, 'disable', near)).code, 'ok');
});
