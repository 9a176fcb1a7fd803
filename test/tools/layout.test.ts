// The layout of a data folder: what is not of its kind is named, with its path and what helps.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { openFolder } from '../../actors/boot.js';
import { copyFolder } from '../../actors/tools/backup.js';
import { callControl } from '../../actors/tools/control.js';
import { pathsOf } from '../../actors/tools/folder.js';
import { layoutFault } from '../../actors/tools/layout.js';
import { ANY_ROOM } from '../../actors/tools/prove/ground.js';
import { prove } from '../../actors/tools/prove.js';
import { rebuild } from '../../actors/tools/rebuild.js';
import { salvage } from '../../actors/tools/salvage.js';
import { verify } from '../../actors/tools/verify.js';
import { BarStore } from '../../storage/bars.js';
import { nameOf } from '../../storage/log.js';
import { bytesText } from '../../storage/room.js';
import { shadowFiles } from '../../storage/shadow.js';
import { runCommand } from '../support/command.js';
import { fillFolder } from './data-folder.js';

t.test('A folder in place of any file is named, with what helps', async (t) => {
  const data = t.testdir();
  fillFolder(data, 2);
  t.equal(layoutFault(data), undefined);
  t.equal(layoutFault(join(data, 'none')), undefined);
  const { log, ...files } = pathsOf(data);
  const shadow = shadowFiles(log)[0] as string;
  for (const path of [...Object.values(files), shadow, join(log, nameOf(1))]) {
    rmSync(path, { force: true });
    mkdirSync(path);
    t.match(layoutFault(data), `${path} is a folder where a file should be: `);
    await t.rejects(openFolder(data, '', ANY_ROOM), new Error(layoutFault(data)), 'by a start');
    if (path === join(log, nameOf(1))) break;
    rmSync(path, { recursive: true });
  }
  const told = await runCommand(['verify', '--data', data]);
  t.equal(told.code, 1);
  t.equal(told.stderr, `brokerd verify: ${layoutFault(data)}\n`);
  rmSync(join(log, nameOf(1)), { recursive: true });
  symlinkSync('nothing', join(log, nameOf(1)));
  t.match(layoutFault(data), /1.mdb is a link to nothing: .* salvage/);
  rmSync(log, { recursive: true });
  writeFileSync(log, '');
  t.match(layoutFault(data), `${log} is no folder: bring`);
  t.match(layoutFault(log), `${log} is no folder: choose another`);
});

t.test('What is not there is said to be not there', async (t) => {
  const data = join(t.testdir(), 'none');
  const none = { ok: false, code: 'not_found', message: `there is no data folder ${data}` };
  t.match(await rebuild(data), none);
  t.match(await salvage(data), none);
  t.match(await verify(data), { code: 'not_found', message: `there is no log in ${data}` });
  mkdirSync(data);
  t.match(await rebuild(data), { code: 'not_found', message: `there is no log in ${data}` });
});

t.test('Bars that are no database are moved away; an empty file is a new one', async (t) => {
  const data = t.testdir();
  fillFolder(data, 2);
  const { bars } = pathsOf(data);
  writeFileSync(bars, 'no database at all');
  t.throws(() => BarStore.open(data), { message: /bars.db cannot be used: .*; move it away/ });
  const copied = await copyFolder(data, `${data}-copy`);
  t.match(copied, { code: 'internal', message: /bars.db cannot be copied: .*; move it away/ });
  writeFileSync(bars, '');
  BarStore.open(data).close();
});

t.test('Copies are not proved inside the folder, nor inside a file', async (t) => {
  const data = t.testdir();
  fillFolder(data, 2);
  const options = { keyFile: '', cases: 1, seed: 1, only: 'copies' } as const;
  const within = await prove(data, { ...options, work: join(data, 'work') });
  t.match(within, { code: 'invalid_input', message: /lies in the data folder/ });
  const file = `${data}-file`;
  t.teardown(() => rmSync(file, { force: true }));
  writeFileSync(file, '');
  const inFile = await prove(data, { ...options, work: file });
  t.match(inFile, { code: 'invalid_input', message: /is no folder/ });
});

t.test('A server that is killed while it answers is told as that', async (t) => {
  // The address of a socket is short; what is sent is long, so that some is unread at the end.
  const folder = mkdtempSync(join(tmpdir(), 'brokerd-cut-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'control.sock');
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.destroy());
  });
  await new Promise<void>((listening) => server.listen(path, listening));
  const asked = await callControl(path, 'backup', 'x'.repeat(8 << 20));
  t.match(asked, { code: 'internal', message: /the server ended/ });
  server.close();
});

t.test('Little room is told so that what is there and what is needed differ', async (t) => {
  t.same([300_000, 900_000, 50 << 20].map(bytesText), ['292 KiB', '878 KiB', '50 MiB']);
});
