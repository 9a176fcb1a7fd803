// One-time codes taken away by staff, for who has lost the app.

import t from 'tap';
import { RIGHTS } from '../../wire/rights.js';
import { opening, staffCaller } from '../support/desk-harness.js';
import {
  type HttpHarness,
  httpFor,
  STAFF_PASSWORD,
  type Terminal,
} from '../support/http-harness.js';
import { type Owner, ownerOf } from './authenticated.js';

const reset = (staff: Terminal, login: number) =>
  staff.ask('POST', `/accounts/${login}/otp/reset`, { body: {} });

/** A client whose codes are on. */
const client = async (one: HttpHarness): Promise<Owner & { readonly login: number }> => {
  const created = await one.harness.desk.handle('accounts.create', {
    caller: staffCaller(),
    body: opening(),
  });
  if (!created.ok) throw new Error(created.message);
  const { login } = created.data;
  return { ...(await ownerOf(one, 'trader', { login, password: 'Master-1x' })), login };
};

t.test('A client who has lost the app signs in by the password after a reset', async (t) => {
  const one = await httpFor(t);
  const { login, terminal } = await client(one);
  const staff = await one.signedIn('staff');
  t.same((await reset(staff, login)).data, { enabled: false, required: false });
  t.equal((await terminal.ask('GET', '/auth/me')).code, 'auth.session_expired', 'signed out');
  const again = await one.signedIn('trader', { login, password: 'Master-1x' });
  t.same((await again.ask('GET', '/auth/otp')).data, { enabled: false, required: false });
  const event = one.harness.log.find(({ journal }) =>
    journal.some(({ text }) => text === 'one-time codes taken away'),
  );
  t.match(event, { by: 1, journal: [{ kind: 'auth', login }] });
});

t.test('Where the group demands codes they are set up anew after a reset', async (t) => {
  const one = await httpFor(t);
  const { login } = await client(one);
  await one.harness.patch('group', 'demo\\standard', { otp_required: true });
  t.same((await reset(await one.signedIn('staff'), login)).data, {
    enabled: false,
    required: true,
  });
  const again = await one.signedIn('trader', { login, password: 'Master-1x' });
  t.match((await again.ask('GET', '/auth/me')).data, { must_enrol_otp: true });
});

t.test('There is nothing to take away from who has no codes, or is not there', async (t) => {
  const staff = await (await httpFor(t)).signedIn('staff');
  t.equal((await reset(staff, 1001)).code, 'conflict');
  t.equal((await reset(staff, 987_654)).code, 'not_found');
});

t.test('Nobody takes codes from himself, from the stronger, or out of scope', async (t) => {
  const one = await httpFor(t);
  const { login } = await client(one);
  const strong = await ownerOf(one, 'staff');
  t.equal((await reset(strong.terminal, 1)).code, 'forbidden', 'himself');
  const weaker = async (group_scope: readonly string[], staffToo: boolean): Promise<Terminal> => {
    const rights = ['accounts.password', ...(staffToo ? ['config.staff'] : [])] as never;
    const hired = await one.hire({ rights, group_scope });
    return one.signedIn('staff', { login: hired, password: STAFF_PASSWORD });
  };
  t.equal((await reset(await weaker(['*'], true), 1)).code, 'forbidden', 'the stronger');
  t.equal((await reset(await weaker(['*'], false), 1)).code, 'forbidden', 'not staff at all');
  t.equal((await reset(await weaker(['real\\*'], true), login)).code, 'forbidden', 'out of scope');
  t.equal((await reset(await weaker(['demo\\*'], false), login)).code, 'ok', 'in scope');
  t.match((await strong.terminal.ask('GET', '/auth/otp')).data, { enabled: true });
});

t.test('Staff keep their codes from whoever holds less than they do, in any respect', async (t) => {
  const one = await httpFor(t);
  const rights = ['accounts.password', 'config.staff'] as const;
  const powers = { rights, group_scope: ['managers\\*'], logs_months: 3 };
  const signedIn = (login: number) => one.signedIn('staff', { login, password: STAFF_PASSWORD });
  const taker = await signedIn(await one.hire(powers));
  for (const more of [{ group_scope: ['*'] }, { logs_months: 0 }, { rights: RIGHTS }]) {
    const login = await one.hire({ ...powers, ...more });
    const { terminal } = await ownerOf(one, 'staff', { login, password: STAFF_PASSWORD });
    t.equal((await reset(taker, login)).code, 'forbidden', Object.keys(more).join());
    t.match((await terminal.ask('GET', '/auth/otp')).data, { enabled: true });
  }
  const equal = await one.hire(powers);
  await ownerOf(one, 'staff', { login: equal, password: STAFF_PASSWORD });
  t.equal((await reset(taker, equal)).code, 'ok');
});

t.test('The command that lets an administrator in again takes his codes away', async (t) => {
  const one = await httpFor(t);
  await ownerOf(one, 'staff');
  const made = await one.harness.desk.handle('staff.administrator', { login: 1 });
  if (!made.ok) throw new Error(made.message);
  const { password } = made.data;
  t.equal((await one.terminal('staff').signIn({ password })).code, 'ok');
});
