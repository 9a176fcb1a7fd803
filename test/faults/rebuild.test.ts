// The database is a view of the log: deleted, it comes back with equal contents.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { runCommand } from '../support/command.js';
import { ServerProcess } from '../support/server-process.js';
import { bringBack, makeAnew, makeUp } from './rebuild-runs.js';

const data = mkdtempSync(join(tmpdir(), 'brokerd-rebuild-'));
t.teardown(() => rmSync(data, { recursive: true, force: true }));

t.test('A database that was deleted comes back from the log', (t) => bringBack(t, data));

t.test('With a database of before a server trades while it makes up for it', (t) =>
  makeUp(t, data),
);

t.test('A database with flipped bits is made anew, row for row as it was', (t) =>
  makeAnew(t, data),
);

t.test('A running server keeps the tools that write out, and hands out backups', async (t) => {
  const server = await ServerProcess.start({ data });
  const rebuild = await runCommand(['rebuild', '--data', data]);
  t.not(rebuild.code, 0);
  t.match(rebuild.stderr, /in use|running/);
  const copy = `${data}-copy`;
  t.teardown(() => rmSync(copy, { recursive: true, force: true }));
  const backup = await runCommand(['backup', '--data', data, '--to', copy]);
  t.equal(backup.code, 0, backup.stderr);
  const now = await runCommand(['state-hash', '--data', data]);
  t.equal((await server.stop()).code, 0);
  const restored = join(data, 'restored');
  const restore = await runCommand(['restore', '--data', restored, '--from', copy]);
  t.equal(restore.code, 0, restore.stderr);
  const verified = await runCommand(['verify', '--data', restored]);
  t.hasStrict(verified.record, { state_hash: now.record.state_hash, seq: now.record.seq });
});
