// Damage to the files of a data folder is noticed or does no harm; `prove` says so of any folder.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { pathsOf } from '../../actors/tools/folder.js';
import { DAMAGES } from '../../actors/tools/prove/damage.js';
import { diceOf } from '../../actors/tools/prove/dice.js';
import { copyData } from '../../actors/tools/prove/ground.js';
import { dropDatabase, lockFolder, makeFolder, openReader } from '../../storage/database.js';
import { copyBuild, putMistake } from '../canaries/copy.js';
import { runCommand } from '../support/command.js';
import { ServerProcess } from '../support/server-process.js';
import { damage, inTradedFolder } from './damage-runs.js';

const CASES = 50;
const SEED = 1;
const BIT = DAMAGES[0];
const LOOK_MS = 20;

/** Runs `prove` of a build, however long it takes; answers its exit code and what it printed. */
const prove = (build: string, args: readonly string[]): Promise<{ code: number; stdout: string }> =>
  new Promise((resolve) => {
    const main = join(build, 'dist', 'bin', 'main.js');
    const child = spawn(process.execPath, [main, 'prove', ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.once('close', (code) => resolve({ code: code ?? -1, stdout }));
  });

/** A row of a database as it lies in the file. */
const ledgerIn = (path: string): { readonly login: number; readonly row: Buffer } => {
  const db = openReader(path);
  try {
    return db.prepare('SELECT login, row FROM ledgers').get() as ReturnType<typeof ledgerIn>;
  } finally {
    db.close();
  }
};

t.test('In a folder of a server that traded', (t) =>
  inTradedFolder(async (data) => {
    const state = async (of: string) => (await runCommand(['verify', '--data', of])).record;
    const whole = await state(data);

    await t.test('damage to any file is noticed or does no harm', (t) =>
      damage(t, data, CASES, SEED),
    );

    await t.test('a start names the damaged event, and salvage brings it back', async (t) => {
      const harmed = `${data}-harmed`;
      copyData(data, harmed);
      dropDatabase(pathsOf(harmed).database);
      BIT?.harm(harmed, diceOf(SEED), '');
      const server = ServerProcess.launch({ data: harmed });
      t.equal((await server.ended).code, 1);
      const event = /damaged at event (\d+): the checksum/.exec(server.output())?.[1];
      t.ok(event, server.output());
      const told = await runCommand(['verify', '--data', harmed]);
      t.equal(told.code, 1);
      t.match(told.record, { first: Number(event), last: whole.seq, lost: null });
      t.match(told.stderr, /next: brokerd salvage/);
      t.equal((await runCommand(['salvage', '--data', harmed])).code, 0);
      t.same(await state(harmed), whole);
      const again = await ServerProcess.start({ data: harmed });
      t.match((await runCommand(['state-hash', '--data', harmed])).record, {
        state_hash: whole.state_hash,
      });
      t.equal((await again.stop()).code, 0);
    });

    await t.test('a start names the row of the database that changed', async (t) => {
      const harmed = `${data}-rotten`;
      copyData(data, harmed);
      const { database } = pathsOf(harmed);
      const file = readFileSync(database);
      const ledger = ledgerIn(database);
      const at = file.indexOf(ledger.row) + ledger.row.length - 1;
      file.writeUInt8(file.readUInt8(at) ^ 1, at);
      writeFileSync(database, file);
      const why = `row ${ledger.login} of ledgers is not what was written`;
      const help = 'brokerd rebuild makes it anew from the log';
      const sentence = `${database} cannot be used: ${why}; ${help}`;
      const server = ServerProcess.launch({ data: harmed });
      t.equal((await server.ended).code, 1);
      t.match(server.output(), sentence);
      const told = await runCommand(['verify', '--data', harmed]);
      t.equal(told.code, 1);
      t.match(told.stderr, `the log is good, but ${sentence}`);
      const { seq, state_hash } = whole;
      t.match(told.record, { seq, state_hash, database: sentence, next: 'brokerd rebuild' });
      t.equal((await runCommand(['rebuild', '--data', harmed])).code, 0);
      t.same(await state(harmed), whole);
    });

    await t.test('prove finds nothing, of a running server too', async (t) => {
      const server = await ServerProcess.start({ data });
      const { code, stdout } = await prove('.', ['--data', data, '--cases', '1', '--json']);
      t.equal(code, 0, stdout);
      t.match(JSON.parse(stdout), {
        broken: 0,
        sections: [
          { name: 'Damage to files', tried: 1, held: 1 },
          { name: 'Crashes at work', tried: 2, held: 2 },
          { name: 'Rebuild and restore', tried: 2, held: 2 },
        ],
      });
      t.equal((await server.stop()).code, 0);
      t.match(await state(data), { state_hash: whole.state_hash }, 'the folder is as it was');
    });

    await t.test(
      'an interrupted prove takes its copies along, and those of a dead one',
      async (t) => {
        const work = `${data}-works`;
        const [dead, alive] = ['dead', 'alive'].map((name) => join(work, `brokerd-prove-${name}`));
        for (const folder of [dead, alive]) makeFolder(folder as string);
        const lock = lockFolder(alive as string);
        const main = join('dist', 'bin', 'main.js');
        const args = [main, 'prove', '--data', data, '--work', work, '--only', 'damage'];
        const child = spawn(process.execPath, args, { stdio: 'ignore', detached: true });
        const ended = new Promise((resolve) => child.once('close', (_, by) => resolve(by)));
        const isAtWork = () =>
          readdirSync(work).some((name) => existsSync(join(work, name, 'damage-0')));
        while (!isAtWork()) await sleep(LOOK_MS);
        // As Ctrl-C does it: to the whole group.
        process.kill(-(child.pid as number), 'SIGINT');
        t.equal(await ended, 'SIGINT');
        t.same(readdirSync(work), ['brokerd-prove-alive']);
        if (lock.ok) lock.data.release();
      },
    );

    await t.test('prove finds a server that checks no checksums', async (t) => {
      const build = `${data}-build`;
      mkdirSync(build);
      copyBuild(build);
      const isPut = putMistake(build, {
        file: 'storage/batch.js',
        from: 'crc32(stored.subarray(4)) === stored.readUInt32LE(0)',
        to: 'true',
      });
      t.ok(isPut);
      const args = ['--data', data, '--only', 'damage', '--cases', '1'];
      const { code, stdout } = await prove(build, args);
      t.equal(code, 1, stdout);
      t.match(stdout, /NOT HELD, Damage to files: case 0 .*newest event/);
    });
  }),
);
