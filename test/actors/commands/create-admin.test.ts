// Create-admin, and the keys by which secrets are sealed.

import fs, {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import t from 'tap';
import { copyFolder } from '../../../actors/commands/backup.js';
import { createAdmin } from '../../../actors/commands/create-admin.js';
import { withDesk } from '../../../actors/commands/offline.js';
import { rebuild } from '../../../actors/commands/rebuild.js';
import { rotateKey } from '../../../actors/commands/rotate-key.js';
import { verify } from '../../../actors/commands/verify.js';
import { ADMINISTRATORS } from '../../../actors/desk/staff/administrators.js';
import { FAILURES_MAX } from '../../../actors/desk/state/attempts.js';
import { codePlace } from '../../../actors/desk/types/otp.js';
import { wrongEnd } from '../../../actors/drill/crash-cases.js';
import { killChildren, QuestionedChild } from '../../../actors/drill/questioned-child.js';
import { ANY_ROOM } from '../../../actors/drill/test-folder.js';
import { serveControl } from '../../../actors/folder/control.js';
import { pathsOf, salvageNoteOf } from '../../../actors/folder/folder.js';
import { openFolder } from '../../../actors/main/boot.js';
import { fitKeys, newKey, openKeys, replaceKeys } from '../../../actors/secrets/keyfile.js';
import { hmac, type Key, keyOf, seal, unseal } from '../../../actors/secrets/seal.js';
import { lockFolder, makeFolder, openReader } from '../../../storage/database/database.js';
import { STAFF_TERMINALS, TERMINALS } from '../../../wire/accounts/identity.js';
import { RIGHTS } from '../../../wire/accounts/rights.js';
import { ok } from '../../../wire/base/codes.js';
import { API_SERVER } from '../../../wire/settings/servers.js';
import { ADMIN_PASSWORD, admit, codeOf, dataOf, openDesk } from '../../support/desk-harness.js';
import { GUARD_MS, IN_VAIN_MS } from '../../support/guard.js';
import { recordOf } from '../../support/stored-rows.js';

t.test('In an empty folder the first administrator is made, with every right', async (t) => {
  const data = join(t.testdir(), 'data');
  const made = await createAdmin(data, '', { password: 'Abcdef1!' });
  const created = { login: 1, new_platform: data };
  t.same(made, { ok: true, data: created }, 'a password that was given is not printed');
  const next = await createAdmin(data, '', {});
  t.match(next, { ok: true, data: { login: 2, password: /^\S{8,16}$/, new_platform: undefined } });
  const db = openReader(pathsOf(data).database);
  t.match(recordOf(db, 'staff', '2')?.record, { rights: RIGHTS, group_scope: ['*'], active: true });
  t.match(recordOf(db, 'account', '1')?.record, { master_hash: /^\$argon2id\$/ });
  db.close();
  t.match(verify(data), { ok: true, data: { broken: 0 } });
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
  await harness.openAccount({ group: 'managers\\dealers', login: 50 });
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
    desk.writer.change(['settings', 'login/1'], { by: 0, ip: '' }, (tx) => {
      tx.amend('account', '1', { enabled: false, terminals: [] });
      tx.amend('group', ADMINISTRATORS, { connection_enabled: false, terminals: [] });
      return ok(null);
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

t.test('A weak password and what is no login are refused before anything is written', async (t) => {
  const data = join(t.testdir(), 'data');
  t.match(await createAdmin(data, '', { password: 'short' }), { code: 'auth.password_weak' });
  for (const input of [{ login: 0.5 }, { login: 3, right: 1 }]) {
    t.match(await createAdmin(data, '', input as never), { code: 'invalid_input' });
  }
  t.match(verify(data), { data: { seq: 0 } });
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
    'create-admin': async (input) => ok(input),
  });
  t.same(await createAdmin(data, '', { login: 7 }), { ok: true, data: { login: 7 } });
  await server.close();
  if (lock.ok) lock.data.release();
});

const key = keyOf(Buffer.alloc(32, 1));
const other = keyOf(Buffer.alloc(32, 2));
const PLACE = 'mail_account/7/password';

t.test('A sealed secret opens in its place and looks different each time', async (t) => {
  const sealed = seal([key], 'Pässword1!', PLACE);
  t.equal(unseal([key], sealed, PLACE), 'Pässword1!');
  t.not(sealed, seal([key], 'Pässword1!', PLACE));
  t.notMatch(sealed, /Password/);
  t.equal(unseal([key], seal([key], '', PLACE), PLACE), '');
  t.equal(sealed.split('.')[0], key.id, 'it names its key');
});

t.test('No changed byte is taken, that of the key it names included', async (t) => {
  const sealed = Buffer.from(seal([key], 'secret', PLACE));
  const changed = Array.from(sealed, (_, at) =>
    [1, 2, 0x20].map((bit) => {
      const bytes = Buffer.from(sealed);
      bytes[at] = (bytes[at] as number) ^ bit;
      return unseal([key, other], bytes.toString('latin1'), PLACE);
    }),
  ).flat();
  t.same(new Set(changed), new Set([undefined]));
  t.equal(unseal([key], sealed.subarray(0, 40).toString(), PLACE), undefined, 'too short');
  t.equal(unseal([key], `${sealed} `, PLACE), undefined, 'another spelling');
});

t.test('A secret does not open in another place or under another key', async (t) => {
  const sealed = seal([key], 'secret', PLACE);
  t.equal(unseal([key], sealed, 'mail_account/8/password'), undefined);
  t.equal(unseal([other], sealed, PLACE), undefined);
  t.equal(unseal([other, key], sealed, PLACE), 'secret', 'an older key still opens it');
  const renamed = sealed.replace(key.id, other.id);
  t.equal(unseal([other, key], renamed, PLACE), undefined, 'under the name of another');
});

t.test('A tag depends on text, purpose and key', async (t) => {
  const tags = [hmac(key, 'a', 'csrf'), hmac(key, 'b', 'csrf'), hmac(key, 'a', 'otp')];
  const all = [...tags, hmac(other, 'a', 'csrf')];
  t.equal(new Set(all.map((tag) => tag.toString('hex'))).size, 4);
  t.same(hmac(key, 'a', 'csrf'), tags[0]);
});

t.test('The key file is made once, for its owner alone', async (t) => {
  const path = join(t.testdir(), 'key');
  t.match(openKeys(path, false), { ok: false, message: /no key file/ });
  const first = dataOf(openKeys(path));
  t.same(dataOf(openKeys(path)), first);
  t.equal(statSync(path).mode & 0o777, 0o600);
  t.equal(first.length, 1);
  t.equal(first[0].bytes.length, 32);
  chmodSync(path, 0o400);
  t.same(dataOf(openKeys(path)), first, 'reading is all that is needed');
});

t.test('A key that is brought is 64 hex digits', async (t) => {
  const path = join(t.testdir(), 'key');
  writeFileSync(path, `${'01'.repeat(32)}\n`, { mode: 0o600 });
  t.same(dataOf(openKeys(path, false)), [key]);
});

t.test('A key file that others may read, or that holds no key, is refused', async (t) => {
  const path = join(t.testdir(), 'key');
  openKeys(path);
  for (const mode of [0o640, 0o604, 0o610, 0o644]) {
    chmodSync(path, mode);
    t.match(openKeys(path), { ok: false, code: 'invalid_input', message: /open to others/ });
  }
  chmodSync(path, 0o600);
  if (process.getuid?.() === 0) {
    chownSync(path, 65_534, 65_534);
    t.match(openKeys(path), { ok: false, message: /another user/ });
    chownSync(path, 0, 0);
  }
  for (const text of ['not a key', '', '\n', `${'0'.repeat(64)}\n${'1'.repeat(64)}\n`]) {
    writeFileSync(path, text);
    t.match(openKeys(path), { ok: false, message: /64 hex digits/ });
  }
});

t.test('No changed byte of a key file gives other keys', async (t) => {
  const path = join(t.testdir(), 'key');
  openKeys(path);
  replaceKeys(path, [newKey(), newKey()]);
  const whole = readFileSync(path);
  for (const [at, byte] of whole.entries()) {
    const changed = Buffer.from(whole);
    changed[at] = byte ^ 1;
    writeFileSync(path, changed);
    t.notOk(openKeys(path).ok, `byte ${at}`);
  }
  for (const cut of [1, 10, 82, 83]) {
    writeFileSync(path, whole.subarray(0, -cut));
    if (cut !== 82) t.notOk(openKeys(path).ok, `${cut} bytes less`);
  }
});

t.test('A data folder takes the keys that it was used with, and no others', async (t) => {
  const path = join(t.testdir(), 'key.check');
  const fits = (...keys: [Key, ...Key[]]) => fitKeys(path, keys).ok;
  t.ok(fits(key));
  t.notOk(fits(other));
  t.ok(fits(other, key), 'the next one is taken with the one before');
  t.notOk(fits(key), 'from then on it is needed');
  t.ok(fits(other));
});

t.test('A linked key file stays a link, and a full disk leaves nothing beside it', async (t) => {
  const folder = join(t.testdir(), 'elsewhere');
  mkdirSync(folder);
  const [real, path] = [join(folder, 'key'), join(t.testdirName, 'key')];
  openKeys(real);
  symlinkSync(real, path);
  replaceKeys(path, [key, other]);
  t.ok(lstatSync(path).isSymbolicLink());
  t.same(dataOf(openKeys(real, false)), [key, other]);
  const { fsyncSync } = fs;
  fs.fsyncSync = () => {
    throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
  };
  syncBuiltinESMExports();
  t.throws(() => replaceKeys(path, [other]), /no space/);
  fs.fsyncSync = fsyncSync;
  syncBuiltinESMExports();
  t.same(readdirSync(folder), ['key']);
  t.same(dataOf(openKeys(path, false)), [key, other], 'the keys are as they were');
});

t.test('No key is taken or given up but by all records that are sealed', async (t) => {
  const data = join(t.testdir(), 'data');
  t.match(await createAdmin(data, '', { password: 'Abcdef1!' }), { ok: true });
  const paths = pathsOf(data);
  const keys = dataOf(openKeys(paths.key, false));
  const secret = seal(keys, 'JBSWY3DP', codePlace(1, 'secret'));
  const enrolled = await withDesk(data, keys, (desk) =>
    desk.writer.change(['login/1'], { by: 0, ip: '' }, (tx) => {
      tx.put('otp', {
        login: 1,
        secret,
        pending: '',
        pending_at: 0,
        last_step: 0,
        in_row: 0,
        wrong: [],
      });
      return ok(null);
    }),
  );
  t.ok(enrolled.ok);
  t.match(verify(data), { ok: true });

  const own = readFileSync(paths.key);
  writeFileSync(paths.key, `${'01'.repeat(32)}\n`);
  rmSync(paths.keyCheck);
  const message = new RegExp(`lacks ${keys[0].id}, with which 1 records are sealed .otp 1.`);
  t.match(verify(data), { code: 'internal', message });
  t.match(await createAdmin(data, '', {}), { code: 'invalid_input', message });
  t.match(await rotateKey(data, '', false), { code: 'invalid_input', message });
  t.match(await copyFolder(data, `${data}-copy`), { message: /is not that .*see its log/ });
  await t.rejects(openFolder(data, '', ANY_ROOM), { message });
  t.notOk(existsSync(paths.keyCheck), 'nothing notes the wrong one');

  writeFileSync(paths.key, own);
  t.match(await rotateKey(data, '', false), { ok: true });
  const db = new BetterSqlite(paths.database);
  db.exec("DELETE FROM records WHERE kind = 'otp'");
  db.close();
  const missing = /otp: 0 rows where 1 were written/;
  t.match(await rotateKey(data, '', true), { code: 'internal', message: missing });
  const started = withDesk(data, keys, async () => ok(null));
  await t.rejects(started, { message: missing }, 'nor does a desk start without codes');
  t.match(await rebuild(data), { ok: true });
  t.match(await rotateKey(data, '', true), { code: 'conflict', message: /\(otp 1\)/ });

  const before = readFileSync(paths.key);
  writeFileSync(salvageNoteOf(paths.log), '{}');
  t.match(await rotateKey(data, '', false), { code: 'conflict', message: /a salvage was ended/ });
  t.same(readFileSync(paths.key), before);
});

const ENTRY = new URL('./asked-child.js', import.meta.url);

t.test('A question after one that was not answered has its own answer', async (t) => {
  const options = { limitMs: GUARD_MS };
  const child = new QuestionedChild(ENTRY, options);
  t.teardown(() => child.kill());
  const first = await child.ask<{ pid: number }>({ say: 'one' });
  t.match(first, { said: 'one', pid: Number });
  for (let n = 0; n < 2; n += 1) {
    options.limitMs = IN_VAIN_MS;
    t.equal(await child.ask({}), 'no answer in 0.1 s');
    options.limitMs = GUARD_MS;
    const next = await child.ask<{ pid: number }>({ say: 'two' });
    t.match(next, { said: 'two' });
    t.notSame(next, first, 'another child');
  }
});

t.test('How a child ended is told, whoever ended it', async (t) => {
  const child = new QuestionedChild(ENTRY, { limitMs: GUARD_MS });
  t.equal(await child.ended, undefined, 'there was none');
  t.equal(await child.ask({ end: 3 }), 'the process ended: exit code 3');
  t.equal(await child.ended, 'exit code 3');
  t.match(await child.ask({ say: 'again' }), { said: 'again' });
  const asked = child.ask({});
  t.equal(await child.kill(), 'SIGKILL');
  t.equal(await asked, 'the process ended: SIGKILL');
  await child.ask({ say: 'once more' });
  killChildren();
  t.equal(await child.ended, 'SIGKILL');
});

t.test('A child that cannot be started is told', async (t) => {
  const node = process.execPath;
  process.execPath = join(t.testdir(), 'nothing');
  t.teardown(() => {
    process.execPath = node;
  });
  const child = new QuestionedChild(ENTRY, { limitMs: GUARD_MS });
  t.match(await child.ask({ say: 'hello' }), /^the process ended: spawn .* ENOENT$/);
});

t.test('Only a kill by prove, or by a point asked for, is a crash that it tries', async (t) => {
  const [point, by] = ['log.announced:20', 'the server ended by itself'];
  t.equal(wrongEnd('SIGKILL', true, undefined), undefined, 'killed at a random moment');
  t.equal(wrongEnd('SIGKILL', false, point), undefined, 'killed at its point');
  t.equal(wrongEnd('SIGKILL', true, point), undefined, 'its point was not reached');
  t.equal(wrongEnd('SIGKILL', false, undefined), `${by}: SIGKILL`, 'somebody else killed it');
  t.equal(wrongEnd('exit code 1', false, undefined), `${by}: exit code 1`);
  t.equal(wrongEnd('exit code 1', false, point), `${by}: exit code 1`);
  t.equal(wrongEnd('exit code 1', true, undefined), `${by}: exit code 1`, 'just before the kill');
});
