// Damage to the files of a data folder is noticed or does no harm; `prove` says so of any folder.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Test } from 'tap';
import { verify } from '../../actors/commands/verify.js';
import { tryCrashes } from '../../actors/drill/crash-cases.js';
import { tryDamages } from '../../actors/drill/damage-cases.js';
import { DrillProgress } from '../../actors/drill/progress.js';
import { type TestFolder, testFolderOf } from '../../actors/drill/test-folder.js';
import { MARK_FILE, makeWorkFolder } from '../../actors/folder/work-folder.js';
import { makeFolder } from '../../storage/database/database.js';
import { copyBuild, putMistake } from '../meta/canaries/copy.js';
import { until } from '../support/guard.js';
import { RUN } from '../support/run.js';
import { ServerProcess } from '../support/server-process.js';
import { tradedFolder } from './traded-folder.js';

const folderFor = async (t: Test, seed: number): Promise<TestFolder> => {
  const data = await tradedFolder(t);
  const work = `${data}-work`;
  mkdirSync(work);
  const progress = new DrillProgress(() => {});
  const folder = await testFolderOf(data, work, { keyFile: '', seed, progress });
  if (!folder.ok) throw new Error(folder.message);
  return folder.data;
};

/** Does so many cases of damage to copies of a folder: each does no harm, or is told of. */
export const damageFiles = async (t: Test, cases: number, seed: number): Promise<void> => {
  const tried = await tryDamages(await folderFor(t, seed), cases);
  t.equal(tried.length, cases);
  const broken = tried.filter(({ wrong }) => wrong.length > 0);
  t.same(broken, [], `seed ${seed}`);
};

/** A server that ends by itself while `prove` tries it does not hold, and what it said is told. */
export const endUnderProve = async (t: Test, _: number, seed: number): Promise<void> => {
  const folder = await folderFor(t, seed);
  process.env.BROKERD_FAILPOINT = 'log.batch:30';
  const tried = await tryCrashes(folder, { kills: 0, points: 1, failures: 0 });
  delete process.env.BROKERD_FAILPOINT;
  t.match(tried, [
    { wrong: [/server said .*failpoint log.batch/, 'the server ended by itself: exit code 1'] },
  ]);
};

/** How `prove` ended, what it printed, and how it told its progress. */
interface Proved {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `prove` of a build. */
const prove = (build: string, args: readonly string[]): Promise<Proved> =>
  new Promise((resolve) => {
    const main = join(build, 'dist', 'bin', 'main.js');
    const child = spawn(process.execPath, [main, 'prove', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.once('close', (code) => resolve({ code: code ?? -1, stdout, stderr }));
  });

/** `prove` finds nothing in a running server's folder, by each change only by its copies. */
export const proveGood = async (t: Test): Promise<void> => {
  const data = await tradedFolder(t);
  const whole = verify(data);
  const server = await ServerProcess.start({ data });
  t.teardown(() => server.kill());
  const only = RUN === 'test' ? ['--only', 'copies'] : [];
  const args = ['--data', data, '--cases', '1', '--json', ...only];
  const { code, stdout, stderr } = await prove('.', args);
  t.equal(code, 0, stdout + stderr);
  t.match(stderr, /^brokerd prove: copies .+\nbrokerd prove: checks the copy\n/);
  t.match(stderr, /\nbrokerd prove: copy 2 of 2: a backup taken and restored: held\n$/);
  const sections = [
    { name: 'Damage to files', tried: 1, held: 1 },
    { name: 'Crashes at work', tried: 3, held: 3 },
    { name: 'Rebuild and restore', tried: 2, held: 2 },
  ];
  t.match(JSON.parse(stdout), { broken: 0, sections: sections.slice(RUN === 'test' ? -1 : 0) });
  t.equal((await server.stop()).code, 0);
  const { state_hash } = whole.ok ? whole.data : {};
  t.match(verify(data), { data: { state_hash } }, 'the folder is as it was');
};

/** An interrupted `prove` takes its copies along, and those of one that was killed. */
const interrupt = async (t: Test, data: string): Promise<void> => {
  const work = `${data}-works`;
  makeFolder(work);
  const alive = makeWorkFolder(join(work, 'brokerd-prove-'));
  const dead = join(work, 'brokerd-prove-dead00');
  makeFolder(dead);
  writeFileSync(join(dead, MARK_FILE), '');
  const main = join('dist', 'bin', 'main.js');
  const args = [main, 'prove', '--data', data, '--work', work, '--only', 'damage'];
  const child = spawn(process.execPath, args, { stdio: 'ignore', detached: true });
  const ended = new Promise((resolve) => child.once('close', (_, by) => resolve(by)));
  await until('copy of prove', () =>
    readdirSync(work).some((name) => existsSync(join(work, name, 'damage-0'))),
  );
  // As Ctrl-C does it: to the whole group.
  process.kill(-(child.pid as number), 'SIGINT');
  t.equal(await ended, 'SIGINT');
  t.same(readdirSync(work), [basename(alive.folder)]);
  alive.remove();
};

/** `prove` finds a server that checks no checksums; an interrupted one leaves nothing. */
export const proveBad = async (t: Test): Promise<void> => {
  const data = await tradedFolder(t);
  await interrupt(t, data);
  const build = `${data}-build`;
  mkdirSync(build);
  copyBuild(build);
  const isPut = putMistake(build, {
    file: 'storage/log/batch.js',
    from: 'crc32(stored.subarray(4)) === stored.readUInt32LE(0)',
    to: 'true',
  });
  t.ok(isPut);
  const args = ['--data', data, '--only', 'damage', '--cases', '1'];
  const { code, stdout } = await prove(build, args);
  t.equal(code, 1, stdout);
  t.match(stdout, /NOT HELD, Damage to files: case 0 .*newest event/);
};
