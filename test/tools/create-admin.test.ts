// Create-admin: whoever runs the machine gets a staff login, with a server or without.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { ADMINISTRATORS } from '../../actors/desk/administrators.js';
import { FAILURES_MAX } from '../../actors/desk/attempts.js';
import { serveControl } from '../../actors/tools/control.js';
import { createAdmin } from '../../actors/tools/create-admin.js';
import { pathsOf } from '../../actors/tools/folder.js';
import { openKeys } from '../../actors/tools/keyfile.js';
import { withDesk } from '../../actors/tools/offline.js';
import { verify } from '../../actors/tools/verify.js';
import { lockFolder, makeFolder, openReader } from '../../storage/database.js';
import { recordOf } from '../../storage/snapshot.js';
import { done } from '../../wire/codes.js';
import { RIGHTS, STAFF_TERMINALS, TERMINALS } from '../../wire/identity.js';
import { API_SERVER } from '../../wire/servers.js';
import {
  ADMIN_PASSWORD,
  admit,
  codeOf,
  openDesk,
  opening,
  staffCaller,
} from '../support/desk-harness.js';

t.test('In an empty folder the first administrator is made, with every right', async (t) => {
  const data = join(t.testdir(), 'data');
  const made = await createAdmin(data, '', { password: 'Abcdef1!' });
  t.same(made, { ok: true, data: { login: 1, password: 'Abcdef1!', new_platform: data } });
  const next = await createAdmin(data, '', {});
  t.match(next, { ok: true, data: { login: 2, password: /^\S{8,16}$/, new_platform: undefined } });
  const db = openReader(pathsOf(data).database);
  t.match(recordOf(db, 'staff', '2')?.record, { rights: RIGHTS, group_scope: ['*'], active: true });
  t.match(recordOf(db, 'account', '1')?.record, { master_hash: /^\$argon2id\$/ });
  db.close();
  t.match(await verify(data), { ok: true, data: { broken: 0 } });
});

t.test('Whatever shut an administrator out, he signs in again', async (t) => {
  const harness = await openDesk();
  const password = ADMIN_PASSWORD;
  const signIn = (login: number) => harness.signInStaff({ login, password, terminal: 'admin' });
  const restore = async (login: number) => {
    t.not(codeOf(await signIn(login)), 'ok');
    const made = await harness.desk.handle('staff.administrator', { login, password });
    t.equal(codeOf(made), 'ok');
    t.equal(codeOf(await signIn(login)), 'ok');
  };
  const shut: readonly (() => Promise<void>)[] = [
    () => harness.patch('account', '1', { enabled: false }),
    () => harness.patch('account', '1', { terminals: ['web'] }),
    () => harness.patch('staff', '1', { active: false }),
    () => harness.patch('staff', '1', { ip_allow: ['192.0.2.1'] }),
    () => harness.patch('staff', '1', { rights: [] }),
    () => harness.patch('group', ADMINISTRATORS, { connection_enabled: false }),
    () => harness.patch('group', ADMINISTRATORS, { terminals: ['web'] }),
    () => admit(harness, { antiflood_enabled: true, antiflood_connections: 1 }),
    async () => {
      const wrong = { login: 1, password: `${password}x`, terminal: 'admin' } as const;
      for (let tries = 0; tries < FAILURES_MAX; tries += 1) await harness.signInStaff(wrong);
    },
  ];
  for (const shutOut of shut) {
    await shutOut();
    await restore(1);
  }
  await harness.patch('staff', '1', { logs_months: 1, reports_months: 2 });
  const again = await harness.desk.handle('staff.administrator', { login: 1, password });
  t.equal(codeOf(again), 'ok');
  const profile = harness.desk.records.get('staff', '1')?.record;
  t.match(profile, { logs_months: 0, reports_months: 0 }, 'he may see, and give, all history');
  const { record } = harness.desk.records.get('group', ADMINISTRATORS) ?? {};
  t.same(record?.terminals, ['admin', 'manager', 'web'], 'others stay shut');
  const body = opening({ group: 'managers\\dealers', login: 50 });
  t.equal(
    codeOf(await harness.desk.handle('accounts.create', { caller: staffCaller(), body })),
    'ok',
  );
  await admit(harness, { allow_managers: false });
  await restore(50);
});

t.test('What holds others off stays when an administrator is let in', async (t) => {
  const harness = await openDesk();
  const from = async (login: number, ip: string, tries: number) => {
    const wrong = { login, ip, password: 'Wrong-1x', terminal: 'admin' } as const;
    for (let n = 0; n < tries; n += 1) await harness.signInStaff(wrong);
  };
  await admit(harness, { antiflood_enabled: true, antiflood_errors: FAILURES_MAX });
  await from(1, '192.0.2.7', FAILURES_MAX);
  await from(2, '192.0.2.8', FAILURES_MAX);
  await admit(harness, { antiflood_connections: 1 });
  t.equal(codeOf(await harness.desk.handle('staff.administrator', { login: 1 })), 'ok');
  const blocks = Array.from(harness.desk.records.all('signin_block'), ({ key }) => key);
  t.same(blocks.sort(), ['2@192.0.2.8', '@192.0.2.8']);
  const { access } = harness.desk.records.get('logical_server', API_SERVER)?.record ?? {};
  t.match(access, { antiflood_enabled: true, antiflood_connections: 20 });
});

t.test('The command opens what is shut in the data folder', async (t) => {
  const data = join(t.testdir(), 'data');
  t.match(await createAdmin(data, '', { password: 'Abcdef1!' }), { ok: true });
  const keys = openKeys(pathsOf(data).key, false);
  if (!keys.ok) throw new Error(keys.message);
  const shut = await withDesk(data, keys.data, (desk) =>
    desk.writer.change(['settings'], { by: 0, ip: '' }, (draft) => {
      draft.amend('account', '1', { enabled: false, terminals: [] });
      draft.amend('group', ADMINISTRATORS, { connection_enabled: false, terminals: [] });
      return done(null);
    }),
  );
  t.ok(shut.ok);
  t.match(await createAdmin(data, '', { login: 1, password: 'Abcdef2!' }), { ok: true });
  const db = openReader(pathsOf(data).database);
  t.match(recordOf(db, 'account', '1')?.record, { enabled: true, terminals: TERMINALS });
  const group = recordOf(db, 'group', ADMINISTRATORS)?.record;
  t.match(group, { connection_enabled: true, terminals: STAFF_TERMINALS });
  db.close();
});

t.test('A weak password is refused and changes nothing', async (t) => {
  const data = join(t.testdir(), 'data');
  t.match(await createAdmin(data, '', { password: 'short' }), { code: 'auth.password_weak' });
  t.match(await verify(data), { data: { seq: 0 } });
});

t.test('What is no login is refused before anything is written', async (t) => {
  const data = join(t.testdir(), 'data');
  for (const input of [{ login: 'x' }, { login: 0.5 }, { login: 3, right: 1 }, undefined]) {
    t.match(await createAdmin(data, '', input as never), { code: 'invalid_input' });
  }
  t.match(await verify(data), { data: { seq: 0 } });
});

t.test('A key file that is named must be there', async (t) => {
  const data = join(t.testdir(), 'data');
  const refused = await createAdmin(data, join(t.testdirName, 'no-key'), {});
  t.match(refused, { ok: false, code: 'invalid_input', message: /no key file/ });
  t.match(await createAdmin(data, '', {}), { ok: true });
  rmSync(pathsOf(data).key);
  const lost = await createAdmin(data, '', {});
  t.match(lost, { code: 'invalid_input', message: /no key file/ }, 'a used folder gets no new one');
});

t.test('A running server is asked to do it', async (t) => {
  const data = join(t.testdir(), 'data');
  makeFolder(data);
  const lock = lockFolder(data);
  const server = await serveControl(pathsOf(data).control, {
    'create-admin': async (input) => done(input),
  });
  t.same(await createAdmin(data, '', { login: 7 }), { ok: true, data: { login: 7 } });
  await server.close();
  if (lock.ok) lock.data.release();
});
