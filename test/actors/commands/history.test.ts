// Log and database belong together, the copy's end is the same to all, and a salvage that was ended
// midway leaves a folder in which nothing new begins.

import { appendFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { rebuild } from '../../../actors/commands/rebuild.js';
import { salvage } from '../../../actors/commands/salvage.js';
import { verify } from '../../../actors/commands/verify.js';
import { seededRandom } from '../../../actors/drill/seeded-random.js';
import { ANY_ROOM } from '../../../actors/drill/test-folder.js';
import { newLogOf, pathsOf, salvageNoteOf } from '../../../actors/folder/folder.js';
import { openFolder } from '../../../actors/main/boot.js';
import { historyFault } from '../../../actors/main/one-history.js';
import { readCheckpoint } from '../../../storage/database/checkpoint.js';
import { dropDatabase } from '../../../storage/database/database.js';
import { openProjection } from '../../../storage/database/schema.js';
import { batchOf, frameEvents, lastSeq } from '../../../storage/log/batch.js';
import { Log } from '../../../storage/log/log.js';
import { copyFiles } from '../../../storage/log/log-copy.js';
import { scan, storedFrom } from '../../../storage/log/scan.js';
import { Projection } from '../../../storage/projection/projection.js';

import { packEvent } from '../../../wire/codec/pack.js';
import { runCommand } from '../../support/command.js';
import { countOf } from '../../support/run.js';
import { filledFolder, fillFolder, history, logFile, spoil, writeLog } from './data-folder.js';

const starting = async (data: string): Promise<void> => {
  const { lock } = await openFolder(data, '', ANY_ROOM);
  lock.release();
};

t.test('A database of another log of equal length is refused until it is made again', async (t) => {
  const [data, other] = [join(t.testdir(), 'a'), join(t.testdirName, 'b')];
  fillFolder(data, 9);
  const [opening, paid, ...traded] = history(9);
  fillFolder(other, [opening, { ...paid, time: 1 }, ...traded] as never);
  await starting(data);
  const databases = [data, other].map((one) => pathsOf(one).database) as [string, string];
  renameSync(databases[0], join(data, 'mine'));
  renameSync(databases[1], databases[0]);
  renameSync(join(data, 'mine'), databases[1]);
  for (const one of [data, other]) {
    const both = /two histories: event 11 is in batch [0-9a-f]{24}… .* but batch [0-9a-f]{24}…/;
    t.match(verify(one), { ok: false, message: both, data: { next: 'brokerd rebuild' } });
    await t.rejects(starting(one), { message: both }, 'by a start');
    await t.rejects(starting(one), { message: /brokerd rebuild makes the database again/ });
    const database_kept_at = `${pathsOf(one).database}.kept`;
    t.match(await rebuild(one), { ok: true, data: { database_kept_at } });
    t.match(verify(one), { ok: true });
    await starting(one);
  }
});

const CHECKPOINTS = countOf({ test: 60, deep: 1_000, soak: 1_000 });

t.test('At every checkpoint the log that it was made from is known from another one', async (t) => {
  const random = seededRandom(CHECKPOINTS);
  const packed = history(CHECKPOINTS).map(packEvent);
  const data = t.testdir();
  const logs = ['a', 'b'].map((name) => {
    const folder = join(data, name);
    const log = Log.open(folder);
    for (let at = 0; at < packed.length; ) {
      const some = packed.slice(at, at + 1 + random(3));
      log.append(some.length, frameEvents(some));
      at += some.length;
    }
    log.close();
    return folder;
  }) as [string, string];
  const db = openProjection(join(data, 'a.db'));
  t.teardown(() => db.close());
  const projection = new Projection(db);
  const faults: (string | undefined)[] = [];
  let same = 0;
  for (const { first, value } of storedFrom(logs[0], 1)) {
    const batch = batchOf(first, value);
    // Within a batch, too.
    for (const until of [first, lastSeq(batch)]) projection.project([batch], until);
    const checkpoint = readCheckpoint(db);
    if (checkpoint.seq !== lastSeq(batch)) throw new Error('it does not follow');
    faults.push(historyFault(logs[0], checkpoint));
    if (historyFault(logs[1], checkpoint) === undefined) same += 1;
  }
  t.same(new Set(faults), new Set([undefined]));
  // Both begin alike until the first batch of another size.
  t.ok(same < 10, `${same} of ${faults.length}`);
});

/** What a file of the copy may end with when the power goes, none of it a whole record. */
const TORN: readonly (readonly [name: string, bytes: () => Buffer])[] = [
  ['nothing', () => Buffer.alloc(0)],
  ['part of a head', () => Buffer.alloc(5, 1)],
  ['a head alone', () => Buffer.from('14000000000000000010000000', 'hex')],
  [
    'a batch that is damaged',
    () => Buffer.concat([Buffer.from('1400000000000000ff000000', 'hex'), Buffer.alloc(255)]),
  ],
];

t.test('All know where a newest file of the copy without a whole record ends', async (t) => {
  for (const [name, bytes] of TORN) {
    const data = filledFolder(t, 9);
    const { log } = pathsOf(data);
    const begin = (first: number): void =>
      appendFileSync(join(log, `log-${String(first).padStart(16, '0')}.seg`), bytes());
    begin(12);
    t.match(scan(log, 1), { ok: true, last: 11 }, `${name}: the next file was just begun`);
    Log.open(log).close();
    begin(20);
    const gone = /it is gone; the copy ends at 19/;
    t.match(scan(log, 1), { ok: false, seq: 12, what: gone }, name);
    t.throws(() => Log.open(log), { message: /log ends at 11 but its copy at 19/ }, name);
    if (name !== TORN[0]?.[0]) continue;
    t.match(verify(data), { ok: false, message: gone });
    await t.rejects(starting(data), { message: gone });
    t.match(await salvage(data), { data: { seq: 11, lost: { first: 12, last: 19 } } });
    t.match(verify(data), { ok: true });
  }
});

t.test('A salvage that is killed midway goes on, and nothing new begins meanwhile', async (t) => {
  const data = filledFolder(t, 9);
  const whole = verify(data);
  const { log, database } = pathsOf(data);
  mkdirSync(`${log}.damaged-7`);
  spoil(logFile(data), 'digest 5');
  const killed = await runCommand(['salvage', '--data', data], {
    BROKERD_KILLPOINT: 'salvage.renamed:1',
  });
  t.not(killed.code, 0);
  t.notOk(existsSync(log));
  dropDatabase(database);
  const why = /a salvage was ended midway; run brokerd salvage/;
  await t.rejects(starting(data), { message: why });
  const admin = await runCommand(['create-admin', '--data', data]);
  t.equal(admin.code, 1);
  t.match(admin.stderr, why);
  t.match(await salvage(data), { ok: true, data: { seq: 11, lost: null } });
  t.same(verify(data), whole);
  await starting(data);
  t.ok(existsSync(`${log}.damaged-8`), 'behind those of earlier salvages');
});

t.test('A salvage killed at its end keeps the database and lists lost events', async (t) => {
  const data = filledFolder(t, 20);
  const { log, database } = pathsOf(data);
  for (const path of [logFile(data), copyFiles(log)[0] as string]) spoil(path, 'digest 15');
  const killed = await runCommand(['salvage', '--data', data], {
    BROKERD_KILLPOINT: 'salvage.renamed:2',
  });
  t.not(killed.code, 0);
  const why = /a salvage was ended midway; run brokerd salvage/;
  await t.rejects(starting(data), { message: why });
  for (const refused of [verify(data), await rebuild(data)]) {
    t.match(refused, { code: 'conflict', message: why });
  }
  const lost = { first: 17, last: 22, rows_to: 22 };
  const kept = { kept_at: `${log}.damaged`, database_kept_at: `${database}.kept` };
  t.match(await salvage(data), { data: { seq: 16, lost, ...kept } });
  t.ok(existsSync(`${database}.kept`));
  t.notOk(existsSync(database));
  t.match(await salvage(data), { data: { damage: null } });
  await starting(data);
});

t.test('A log that is brought back while a salvage was ended midway is good again', async (t) => {
  const data = filledFolder(t);
  const { log } = pathsOf(data);
  // It was ended before it moved the damaged log.
  mkdirSync(newLogOf(log));
  writeFileSync(salvageNoteOf(log), JSON.stringify({ kept_at: `${log}.damaged` }));
  await t.rejects(starting(data), { message: /a salvage was ended midway/ });
  t.match(await salvage(data), { ok: true, data: { damage: null } });
  await starting(data);
  t.match(verify(data), { ok: true });
});

t.test('A log of which a salvage could save nothing is no new platform either', async (t) => {
  const data = filledFolder(t, 9);
  const { log } = pathsOf(data);
  writeFileSync(logFile(data), Buffer.alloc(50_000, 3));
  for (const path of copyFiles(log)) rmSync(path);
  t.match(await salvage(data), { data: { seq: 0, lost: { last: 11 } } });
  await t.rejects(starting(data), { message: /has no log with events, but .*log.damaged: bring/ });
  const admin = await runCommand(['create-admin', '--data', data]);
  t.match(admin.stderr, /has no log with events, but .*log.damaged: bring/);
});

t.test('Beside a log that was cut create-admin says so', async (t) => {
  const data = filledFolder(t, 9);
  const { log } = pathsOf(data);
  rmSync(log, { recursive: true });
  writeLog(data, history(4));
  const admin = await runCommand(['create-admin', '--data', data]);
  t.match(admin.stderr, /the log ends at event 6 but the database holds 11/);
});

t.test('What a salvage left is no place for a new platform', async (t) => {
  for (const names of [['log.new'], ['log.damaged'], ['log.damaged', 'log.damaged-2']]) {
    const data = t.testdir();
    for (const name of names) mkdirSync(join(data, name));
    const why = /has no log with events, but .*: bring the log back, restore a copy/;
    await t.rejects(starting(data), { message: why });
    t.match(await salvage(data), { code: 'not_found' });
  }
  const data = t.testdir();
  writeFileSync(join(data, 'log.damaged.txt'), 'notes');
  await starting(data);
});
