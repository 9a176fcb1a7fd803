// A log that could not be read is not called damaged: who read it may have ended for other reasons.

import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { openFolder } from '../../actors/boot.js';
import { backup } from '../../actors/tools/backup.js';
import { explain } from '../../actors/tools/explain.js';
import { pathsOf } from '../../actors/tools/folder.js';
import { salvage } from '../../actors/tools/salvage.js';
import { scanInChild } from '../../actors/tools/scan.js';
import { verify } from '../../actors/tools/verify.js';
import { EMPTY_HEAD, frameEvents, hashOf, sealBatch } from '../../storage/batch.js';
import { LogFile, nameOf } from '../../storage/log.js';
import { scan } from '../../storage/scan.js';
import { MAIN } from '../support/command.js';
import { crashingOnce, during, ending } from './child-ends.js';
import { fillFolder } from './data-folder.js';

const KILLED = 'the log could not be read here: SIGKILL; nothing is known of it';
/** Room enough for any of the commands, not for a log that is written to. */
const LIMIT_KIB = 2_500_000;

/** Runs a command in a small address space; what it printed. */
const limited = (command: string, data: string): Promise<string> =>
  new Promise((resolve) => {
    const line = `ulimit -v ${LIMIT_KIB}; exec "$0" "$@"`;
    const args = ['-c', line, process.execPath, MAIN, command, '--data', data];
    execFile('sh', args, (error, stdout, stderr) =>
      resolve(`${error?.signal ?? error?.code ?? 0} ${stdout}${stderr}`),
    );
  });

const spoil = (data: string, text: string): void => {
  const path = join(pathsOf(data).log, nameOf(1));
  const bytes = readFileSync(path);
  bytes[bytes.indexOf(text)] = 0;
  writeFileSync(path, bytes);
};

/** What bears the log's name: itself, one that is made, one that was damaged. */
const logsIn = (data: string): string[] =>
  readdirSync(data).filter((name) => name.startsWith('log'));

t.test(
  'What ends the child that reads a log tells nothing of it, unless it is a crash',
  async (t) => {
    const data = t.testdir();
    fillFolder(data);
    const { log } = pathsOf(data);
    const scanned = (option: string) => during(option, () => scanInChild(log));
    t.same(await scanned(ending('scan-child', 'SIGKILL')), { ok: 'unread', what: KILLED });
    t.match(await scanned(ending('scan-child', 1)), { ok: 'unread', what: /here: exit code 1;/ });
    const crashed = await scanned(ending('scan-child', 'SIGSEGV'));
    t.match(crashed, { ok: false, seq: 1, what: 'cannot be read: SIGSEGV' }, 'twice');
    t.same(
      await scanned(crashingOnce('scan-child', false, join(data, 'done'))),
      scan(log, 1),
      'once',
    );
    const node = process.execPath;
    process.execPath = join(data, 'nothing');
    t.match(await scanInChild(log), { ok: 'unread', what: /here: spawn .* ENOENT;/ });
    process.execPath = node;
  },
);

t.test('No command calls a log damaged of which it knows nothing', async (t) => {
  const data = t.testdir();
  fillFolder(data);
  const copy = `${data}-copy`;
  await during(ending('scan-child', 'SIGKILL'), async () => {
    await t.rejects(openFolder(data, '', { closeOnlyBelow: 1, ballast: 0 }), { message: KILLED });
    for (const refused of [
      await verify(data),
      await salvage(data),
      await backup(data, copy),
      await explain(data, 2),
    ]) {
      t.same(refused, { ok: false, code: 'internal', message: KILLED });
    }
  });
  t.notOk(existsSync(copy));
  t.same(logsIn(data), ['log']);
});

t.test('A salvage that cannot read what is good of the log leaves it alone', async (t) => {
  const data = t.testdir();
  fillFolder(data);
  spoil(data, 'digest 5');
  const salvaged = during(ending('good-child', 'SIGKILL'), () => salvage(data));
  await t.rejects(salvaged, { message: KILLED });
  t.same(logsIn(data), ['log']);
  t.match(await salvage(data), { ok: true, data: { lost: null } });
});

t.test(
  'Where memory is limited a crash tells nothing, and a map that is too large is told',
  async (t) => {
    const data = t.testdir();
    fillFolder(data);
    const crashed = await during(ending('scan-child', 'SIGSEGV'), () => limited('verify', data));
    t.match(crashed, /^1 brokerd verify: the log could not be read here: SIGSEGV;/);
    spoil(data, 'digest 5');
    const salvaged = await limited('salvage', data);
    t.match(salvaged, /^1 brokerd: its map needs .* MiB, the limit \(ulimit -v\) is 2442/);
    t.same(logsIn(data), ['log'], 'nothing is left behind');
  },
);

t.test('The look at a crash holds its first batch against the one before', async (t) => {
  const folder = t.testdir();
  const file = new LogFile(join(folder, nameOf(1)), 64 << 20, false);
  const many = 10_000;
  const put = (first: number, count: number, previous: Buffer): Buffer => {
    const events = frameEvents(Array.from({ length: count }, () => Buffer.alloc(8)));
    const stored = Buffer.concat([Buffer.alloc(40), events]);
    sealBatch(stored, count, previous);
    file.put(first, stored);
    return hashOf(stored);
  };
  const hash = put(1, many, EMPTY_HEAD.hash);
  put(many + 1, 1, Buffer.alloc(32, 1));
  file.close();
  const torn = { ok: false, seq: many + 1, hash: hash.toString('hex'), what: /hash/ };
  t.match(scan(folder, 1), torn);
  const looked = await during(crashingOnce('scan-child', true, join(folder, 'done')), () =>
    scanInChild(folder),
  );
  t.match(looked, torn);
});
