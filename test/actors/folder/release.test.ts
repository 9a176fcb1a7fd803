// The place of release: a folder at its own place acts, and a folder at any other place does not.

import { cpSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import t from 'tap';
import { createAdmin } from '../../../actors/commands/create-admin.js';
import { release } from '../../../actors/commands/release.js';
import { salvage } from '../../../actors/commands/salvage.js';
import { ANY_ROOM } from '../../../actors/drill/test-folder.js';
import { pathsOf } from '../../../actors/folder/folder.js';
import { unreleasedBecause } from '../../../actors/folder/release.js';
import { openFolder } from '../../../actors/main/boot.js';

t.test('A new folder is released where it is made, by a start or by create-admin', async (t) => {
  const [started, made] = [join(t.testdir(), 'started'), join(t.testdirName, 'made')];
  const { lock, unreleased } = await openFolder(started, '', ANY_ROOM);
  lock.release();
  t.match(await createAdmin(made, '', {}), { ok: true });
  t.same([unreleased, unreleasedBecause(made)], ['', '']);
  symlinkSync(resolve(made), join(t.testdirName, 'link'));
  t.equal(unreleasedBecause(join(t.testdirName, 'link')), '', 'a link leads to the same place');
});

t.test('A folder at another place, or on another host, waits for its release', async (t) => {
  const data = join(t.testdir(), 'data');
  t.match(await createAdmin(data, '', {}), { ok: true });
  const copy = join(t.testdirName, 'copy');
  cpSync(data, copy, { recursive: true });
  t.equal(unreleasedBecause(copy), `the data folder was released at ${data}`);
  const { released } = pathsOf(data);
  const place = JSON.parse(readFileSync(released, 'utf8')) as { readonly inode: number };
  writeFileSync(released, JSON.stringify({ ...place, inode: place.inode + 1 }));
  t.equal(unreleasedBecause(data), 'the data folder is a copy of the one that was released');
  writeFileSync(released, JSON.stringify({ ...place, host: 'f'.repeat(64) }));
  t.equal(unreleasedBecause(data), 'the data folder was released on another host');
  for (const text of ['', '{"host":1}', 'null', '[]']) {
    writeFileSync(released, text);
    t.match(unreleasedBecause(data), /does not name a place/, text);
  }
  rmSync(released);
  t.equal(unreleasedBecause(data), 'the data folder was restored from a copy');
  t.match(await salvage(data), { ok: true });
  t.match(await createAdmin(data, '', {}), { ok: true });
  t.notOk(existsSync(released), 'nothing but the release makes it act');
  t.same(await release(data), { ok: true, data: { released: data } });
  t.equal(unreleasedBecause(data), '');
  t.match(await release(join(t.testdirName, 'none')), { ok: false, code: 'not_found' });
});
