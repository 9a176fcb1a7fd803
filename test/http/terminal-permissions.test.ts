// Which terminals an account and its group may use, and sessions that a change keeps out.

import t from 'tap';
import type { Audience, Right } from '../../wire/identity.js';
import { httpFor, STAFF_PASSWORD, type Terminal } from '../support/http-harness.js';
import { GROUP } from './audiences.js';

const KIND = { staff: 'manager', trader: 'desktop' } as const;
const OTHER = { staff: 'admin', trader: 'ios' } as const;
const TAG = {
  staff: '[POST /admin/v1/auth/login #17]',
  trader: '[POST /trader/v1/auth/login #17]',
} as const;

const me = async (terminal: Terminal) => (await terminal.ask('GET', '/auth/me')).code;
const refresh = async (terminal: Terminal) => {
  const body = terminal.refresh === '' ? {} : { body: { refresh_token: terminal.refresh } };
  return (await terminal.ask('POST', '/auth/refresh', body)).code;
};

const LOGIN = { staff: '1', trader: '1001' } as const;

for (const audience of ['staff', 'trader'] as const satisfies readonly Audience[]) {
  for (const [whose, kind, key] of [
    ['an account', 'account', LOGIN[audience]],
    ['a group', 'group', GROUP[audience]],
  ] as const) {
    t.test(
      `A terminal that ${whose} of ${audience} may not use is refused, from now on and at once ` +
        TAG[audience],
      async (t) => {
        const { harness, signedIn, terminal } = await httpFor(t);
        const shut = await signedIn(audience, { terminal: KIND[audience] });
        const late = await signedIn(audience, { terminal: KIND[audience] });
        const open = await signedIn(audience, { terminal: OTHER[audience] });
        await harness.patch(kind, key, { terminals: [OTHER[audience]] });
        t.equal(await me(shut), 'auth.session_expired');
        t.equal(await refresh(late), 'auth.session_expired');
        t.equal(await me(open), 'ok');
        t.equal(await refresh(open), 'ok');
        const again = await terminal(audience).signIn({ terminal: KIND[audience] });
        t.match(again, { status: 403, code: 'auth.terminal_not_allowed' });
        t.equal((await terminal(audience).signIn({ terminal: OTHER[audience] })).code, 'ok');
      },
    );
  }
}

t.test('The api terminal needs its switch beside the permission', async (t) => {
  const { harness, signedIn, terminal } = await httpFor(t);
  const api_hash = harness.desk.records.get('account', '1001')?.record.master_hash;
  await harness.patch('account', '1001', { api_hash, terminals: ['api'] });
  const off = await terminal('trader').signIn({ terminal: 'api' });
  t.equal(off.code, 'auth.terminal_not_allowed');
  await harness.patch('account', '1001', { api_enabled: true });
  const program = await signedIn('trader', { terminal: 'api' });
  await harness.patch('account', '1001', { api_enabled: false });
  t.equal(await me(program), 'auth.session_expired');
});

t.test(
  'An account shows its terminals, also one that was opened before there were any',
  async (t) => {
    const { harness, signedIn } = await httpFor(t);
    const staff = await signedIn('staff');
    const shown = async () => (await staff.ask('GET', '/accounts/1001')).data;
    await harness.patch('account', '1001', { terminals: ['web'], password_change_enabled: false });
    t.match(await shown(), { terminals: ['web'], password_change_enabled: false });
    const bare = { terminals: undefined, password_change_enabled: undefined } as never;
    await harness.patch('account', '1001', bare);
    t.match(await shown(), {
      terminals: ['admin', 'manager', 'web', 'android', 'ios', 'desktop', 'api'],
      password_change_enabled: true,
    });
    t.equal((await signedIn('trader')).access === '', true, 'and signs in everywhere');
  },
);

t.test('A group of before lets in at every terminal', async (t) => {
  const { harness, signedIn } = await httpFor(t);
  const staff = await signedIn('staff');
  const id = harness.desk.records.get('group', 'demo\\standard')?.record.id ?? 0;
  const log = harness.log.map((event) => ({
    ...event,
    changes: event.changes.map((change) => {
      const { terminals, ...before } = (change.record ?? {}) as { terminals?: unknown };
      return change.kind === 'group' ? { ...change, record: before } : change;
    }),
  }));
  harness.log.splice(0, harness.log.length, ...log);
  const later = harness.restarted();
  t.equal((await later.signIn()).ok, true);
  await later.desk.adoptEarlier();
  t.match(later.desk.records.get('group', 'demo\\standard')?.record, {
    id,
    terminals: ['admin', 'manager', 'web', 'android', 'ios', 'desktop', 'api'],
  });
  t.match((await staff.ask('GET', `/groups/${id}`)).data, { id });
});

t.test('A group is shut to terminals over REST, and opened again', async (t) => {
  const { harness, signedIn } = await httpFor(t);
  const staff = await signedIn('staff');
  const client = await signedIn('trader', { terminal: 'web' });
  const group = harness.desk.records.get('group', 'demo\\standard');
  const path = `/groups/${group?.record.id}`;
  const change = (version: number, terminals: readonly string[]) =>
    staff.ask('PATCH', path, { body: { version, terminals } });
  const version = group?.version ?? 0;
  t.match((await change(version, ['ios'])).data, { terminals: ['ios'] });
  t.equal(await me(client), 'auth.session_expired');
  t.equal((await change(version + 1, ['web', 'ios'])).code, 'ok');
  t.equal(await me(client), 'ok', 'the session is in time still');
  t.equal((await change(version + 2, ['fax'])).code, 'invalid_input');
});

/** What is changed of whom, and what becomes of a session that was open. */
const CHANGES = [
  ['disabled', 'account', { enabled: false }, 'auth.session_expired'],
  [
    'archived',
    'account',
    { enabled: false, archived_at: '2026-01-01T00:00:00.000Z' },
    'auth.session_expired',
  ],
  ['inactive', 'staff', { active: false }, 'auth.session_expired'],
  ['moved to other staff', 'account', { group: 'managers\\administrators' }, 'ok'],
] as const;

for (const [what, kind, fields, code] of CHANGES) {
  t.test(
    `Staff who are ${what}: the session is ${code === 'ok' ? 'as good as new' : 'over'}`,
    async (t) => {
      const { harness, hire, signedIn } = await httpFor(t);
      const rights: readonly Right[] = ['accounts.view'];
      const login = await hire({ rights });
      const clerk = await signedIn('staff', { login, password: STAFF_PASSWORD });
      const chief = await signedIn('staff');
      await harness.patch(kind, String(login), fields);
      t.equal(await me(clerk), code);
      t.equal(
        [...harness.desk.sessions()].length,
        code === 'ok' ? 2 : 1,
        'it is ended, not hidden',
      );
      t.equal(await me(chief), 'ok', 'others go on');
    },
  );
}

t.test('New rights, scope and group of staff count for the very next request', async (t) => {
  const { harness, hire, signedIn } = await httpFor(t);
  const login = await hire({ rights: ['accounts.view'] });
  const clerk = await signedIn('staff', { login, password: STAFF_PASSWORD });
  const read = async () => (await clerk.ask('GET', '/accounts/1001')).code;
  t.equal(await read(), 'ok');
  await harness.patch('staff', String(login), { group_scope: ['real\\*'] });
  t.equal(await read(), 'forbidden');
  await harness.patch('staff', String(login), { group_scope: ['*'], rights: [] });
  t.equal(await read(), 'forbidden');
  await harness.patch('staff', String(login), { rights: ['accounts.view'] });
  t.equal(await read(), 'ok');
  await harness.patch('account', String(login), { group: 'managers\\administrators' });
  t.match((await clerk.ask('GET', '/auth/me')).data, { group: 'managers\\administrators' });
});

t.test('A client who is moved to another group goes on there', async (t) => {
  const { harness, signedIn } = await httpFor(t);
  const client = await signedIn('trader');
  await harness.patch('account', '1001', { group: 'demo\\netting' });
  t.match((await client.ask('GET', '/auth/me')).data, { group: 'demo\\netting' });
});
