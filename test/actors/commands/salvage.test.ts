// Salvage: what comes back of a damaged log, by itself and from its copy, and what is lost.

import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { rebuild } from '../../../actors/commands/rebuild.js';
import { salvage } from '../../../actors/commands/salvage.js';
import { verify } from '../../../actors/commands/verify.js';
import { pathsOf } from '../../../actors/folder/folder.js';
import { dropDatabase, lockFolder } from '../../../storage/database/database.js';
import { EMPTY_HEAD, frameEvents, MORE } from '../../../storage/log/batch.js';
import { Carver } from '../../../storage/log/carver.js';
import { Log } from '../../../storage/log/log.js';
import { copyFiles } from '../../../storage/log/log-copy.js';
import { packEvent } from '../../../wire/codec/pack.js';
import { runCommand } from '../../support/command.js';
import { dump } from '../../support/stored-rows.js';
import { filledFolder, fillFolder, history, logFile, spoil, unreadable } from './data-folder.js';

const copyFile = (data: string): string => copyFiles(pathsOf(data).log)[0] as string;

/** What `verify` tells of twenty trades. */
const WHOLE = await (async () => {
  const data = join(t.testdir(), 'whole');
  fillFolder(data, 20);
  return verify(data);
})();

t.test('A log damaged in the middle comes back whole from its copy', async (t) => {
  const data = filledFolder(t, 20);
  const rows = dump(pathsOf(data).database);
  spoil(logFile(data), 'digest 10');
  t.match(await salvage(data), {
    ok: true,
    data: { seq: 22, from_log: 11, from_copy: 11, damage: /event 12/, lost: null },
  });
  t.same(verify(data), WHOLE);
  t.match(await rebuild(data), { ok: true });
  t.same(dump(pathsOf(data).database), rows);
  t.ok(existsSync(`${pathsOf(data).log}.damaged`), 'the damaged one is kept');
  t.match(await salvage(data), { ok: true, data: { damage: null, kept_at: null } }, 'all is well');
});

t.test('Sectors that the disk does not give are damage like any other', async (t) => {
  const data = filledFolder(t, 20);
  await unreadable([logFile(data)], 'digest 10', async () => {
    const verified = verify(data);
    t.match(verified, { ok: false, message: /cannot be read: EIO/, data: { lost: null } });
    t.match(await salvage(data), { ok: true, data: { seq: 22, lost: null } });
  });
  t.same(verify(data), WHOLE);
  await unreadable([copyFile(data)], 'digest 10', async () => {
    t.match(verify(data), { message: /its copy is not/ });
    Log.open(pathsOf(data).log).close();
    t.match(await salvage(data), { data: { damage: null, copy_mended: [/written again/] } });
  });
  t.same(verify(data), WHOLE);
  t.match(await rebuild(data), { ok: true });
  await unreadable([logFile(data), copyFile(data)], 'digest 20', async () => {
    t.match(verify(data), { ok: false, data: { lost: { last: 22 } } });
    t.match(await salvage(data), { data: { lost: { last: 22, rows_to: 22 } } });
  });
});

t.test('A log that nothing can open comes back from its copy alone', async (t) => {
  const data = filledFolder(t, 20);
  writeFileSync(logFile(data), Buffer.alloc(50_000, 3));
  t.match(await salvage(data), { ok: true, data: { seq: 22, from_log: 0, from_copy: 22 } });
  t.same(verify(data), WHOLE);
});

t.test('What log and copy lack at different places they give each other', async (t) => {
  const data = filledFolder(t, 20);
  spoil(logFile(data), 'digest 10');
  spoil(copyFile(data), 'digest 15');
  t.match(await salvage(data), { data: { seq: 22, from_log: 12, from_copy: 10, lost: null } });
  t.same(verify(data), WHOLE);
});

t.test('A start leaves the only good copy of an event to the salvage', async (t) => {
  const data = filledFolder(t, 20);
  spoil(logFile(data), 'digest 10');
  spoil(copyFile(data), 'digest 5');
  const copy = readFileSync(copyFile(data));
  t.throws(() => Log.open(pathsOf(data).log), /the log is damaged at event 12/);
  t.same(readFileSync(copyFile(data)), copy, 'the copy is as it was');
  t.match(await salvage(data), { data: { seq: 22, lost: null } });
  t.same(verify(data), WHOLE);
});

t.test('What neither log nor copy has is named', async (t) => {
  const data = filledFolder(t, 20);
  for (const path of [logFile(data), copyFile(data)]) spoil(path, 'digest 15');
  const lost = { first: 17, last: 22, events: 6, in_copy: 5, accounts: [1001] };
  t.match(await salvage(data), {
    data: { seq: 16, lost: { ...lost, seconds: Number, since: String, until: String } },
  });
  t.ok(existsSync(`${pathsOf(data).log}.damaged`));
  t.ok(existsSync(`${pathsOf(data).database}.kept`), 'the database still shows what is lost');
  t.notOk(existsSync(pathsOf(data).database));

  const other = join(t.testdirName, 'other');
  fillFolder(other, 20);
  spoil(logFile(other), 'digest 20');
  rmSync(copyFile(other));
  t.match(await salvage(other), {
    data: { seq: 21, from_copy: 0, damage: /event 22/, lost: { first: 22, last: 22 } },
  });
});

t.test('A damaged batch that nothing else tells of is lost all the same', async (t) => {
  const [data, other] = [join(t.testdir(), 'a'), join(t.testdirName, 'b')];
  for (const one of [data, other]) {
    fillFolder(one, 20);
    spoil(logFile(one), 'digest 20');
    rmSync(copyFile(one));
  }
  dropDatabase(pathsOf(data).database);
  const lost = { first: 22, last: 22, events: 1, rows_to: null };
  t.match(verify(data), { data: { lost, from_log: 0, from_copy: 0 } });
  t.match(await salvage(data), { data: { seq: 21, lost, database_kept_at: null } });
  const { database } = pathsOf(other);
  writeFileSync(database, 'no database at all');
  t.match(await salvage(other), { data: { lost, database_kept_at: `${database}.kept` } });
  t.equal(readFileSync(`${database}.kept`, 'utf8'), 'no database at all');

  spoil(logFile(other), 'digest 10');
  writeFileSync(database, 'no database at all');
  const recovered = { lost: null, database_kept_at: `${database}.kept-2` };
  t.match(await salvage(other), { data: recovered }, 'one that cannot be read may have more');
});

t.test('A salvage ends where the log lies on another disk', async (t) => {
  const data = filledFolder(t, 20);
  const { log, database } = pathsOf(data);
  const disk = mkdtempSync('/dev/shm/brokerd-log-');
  t.teardown(() => rmSync(disk, { recursive: true }));
  cpSync(log, disk, { recursive: true });
  rmSync(log, { recursive: true });
  symlinkSync(disk, log);
  for (const path of [logFile(data), copyFile(data)]) spoil(path, 'digest 15');
  const kept = { kept_at: `${log}.damaged`, database_kept_at: `${database}.kept` };
  t.match(await salvage(data), { data: { seq: 16, lost: { last: 22, rows_to: 22 }, ...kept } });
  t.ok(lstatSync(`${log}.damaged`).isSymbolicLink());
  t.match(await salvage(data), { data: { seq: 16, damage: null } });
});

t.test('More batches behind a gap than are remembered are not known', async (t) => {
  const carver = new Carver(pathsOf(filledFolder(t, 20)).log);
  t.teardown(() => carver.close());
  t.equal(carver.beside(EMPTY_HEAD, [], 21), undefined);
  t.equal(carver.beside(EMPTY_HEAD, Array(22).fill(EMPTY_HEAD.hash), 21), undefined);
  const behind = [...(carver.beside(EMPTY_HEAD, [], 22)?.behind ?? [])];
  t.equal(behind.length, 21, 'the first one is next to the end of the chain');
});

t.test('What lies in the log behind a gap is told, though it cannot be brought back', async (t) => {
  const data = filledFolder(t, 20);
  spoil(logFile(data), 'digest 10');
  rmSync(copyFile(data));
  const lost = {
    ...{ first: 12, last: 22, events: 11, in_copy: 0, in_log: 10, rows_to: 22 },
    ...{ accounts: [1001], since: '2026-03-02T09:00:00.009Z', until: '2026-03-02T09:00:00.020Z' },
  };
  const verified = verify(data);
  t.match(verified, { ok: false, data: { accounts: [1001], from_log: 0, from_copy: 0, lost } });
  t.match(verified, {
    message:
      /12 to 22 are lost, behind the gap 10 still lie in the log .* of accounts 1001, until .*22/,
  });
  dropDatabase(pathsOf(data).database);
  t.match(verify(data), { data: { lost: { ...lost, rows_to: null } } }, 'by itself, too');
  t.match(await salvage(data), { data: { seq: 11, lost: { ...lost, rows_to: null } } });
});

t.test('Behind a gap batches are found also at a command of two events', async (t) => {
  const data = t.testdir();
  const log = Log.open(pathsOf(data).log);
  const events = history(20);
  for (let at = 0; at < events.length; at += 2) {
    const unit = frameEvents(events.slice(at, at + 2).map(packEvent));
    unit.writeUInt32LE(unit.readUInt32LE() + MORE);
    log.append(2, unit);
  }
  log.close();
  t.match(verify(data), { ok: true });
  spoil(logFile(data), 'digest 10');
  rmSync(copyFile(data));
  const lost = { first: 11, in_log: 10, accounts: [1001] };
  t.match(verify(data), { data: { lost } });
});

t.test('Accounts of which nothing can be read are not known, not none', async (t) => {
  const data = filledFolder(t, 20);
  spoil(logFile(data), 'digest 20');
  rmSync(copyFile(data));
  const lost = { first: 22, last: 22, in_log: 0, accounts: null, rows_to: 22, until: null };
  t.match(verify(data), { data: { accounts: null, lost } });
});

t.test('A salvage that could not get everything fails, and says what', async (t) => {
  const data = filledFolder(t, 20);
  for (const path of [logFile(data), copyFile(data)]) spoil(path, 'digest 15');
  const verified = await runCommand(['verify', '--data', data]);
  t.equal(verified.code, 1);
  t.match(
    verified.stderr,
    /bad at event 17: .*; 17 to 22 are lost, behind the gap 5 .*; next: brokerd salvage/,
  );
  t.match(verified.record, { first: 17, last: 22, events: 6, lost: { first: 17, last: 22 } });
  const salvaged = await runCommand(['salvage', '--data', data]);
  t.equal(salvaged.code, 1);
  t.match(salvaged.record, { seq: 16, lost: { first: 17, last: 22 }, untraced_seconds: 1 });
  t.match(await salvage(data), { ok: true }, 'then the log is whole');
});

t.test('A log that was replaced by an older one is noticed by its copy', async (t) => {
  const data = filledFolder(t, 5);
  const old = readFileSync(logFile(data));
  rmSync(pathsOf(data).log, { recursive: true });
  fillFolder(data, 9);
  writeFileSync(logFile(data), old);
  t.throws(() => Log.open(pathsOf(data).log), /it was cut/);
  t.match(await salvage(data), { data: { seq: 11, from_log: 7, from_copy: 4 } });
  t.match(verify(data), { data: { seq: 11, broken: 0 } });
});

t.test('A damaged copy of an intact log is told, and written again by a salvage', async (t) => {
  const data = filledFolder(t, 20);
  const path = copyFile(data);
  const bytes = readFileSync(path);
  spoil(path, 'digest 10');
  const next = 'brokerd salvage writes it again, and so does the audit of a running server';
  const message = /the log is good, but its copy is not: log-0{15}1.seg is not what the log is/;
  t.match(verify(data), { code: 'internal', message, data: { next } });
  mkdirSync(`${path}.new`);
  const unmended = /the log is good, but not its copy: log-0{15}1.seg .* cannot be written again/;
  t.match(await salvage(data), { ok: false, code: 'internal', message: unmended });
  rmSync(`${path}.new`, { recursive: true });
  t.match(await salvage(data), { data: { damage: null, copy_mended: [/it was written again/] } });
  t.same(readFileSync(path), bytes);
  t.same(verify(data), WHOLE);
  truncateSync(path, bytes.length - 20);
  t.same(verify(data), WHOLE, 'a killed server may leave the newest batch to the next start');
  truncateSync(path, Math.floor(bytes.length / 2));
  const short = { code: 'internal', data: { next: 'a start writes them again' } };
  t.match(verify(data), { ...short, message: /its copy lacks the events from 1\d on/ });
  rmSync(path);
  t.match(verify(data), { ...short, message: /its copy lacks the events from 1 on/ });
  const lock = lockFolder(data);
  t.same(verify(data), WHOLE, 'a running server may be about to write it');
  if (lock.ok) lock.data.release();
  Log.open(pathsOf(data).log).close();
  t.same(verify(data), WHOLE);
});

t.test('A torn end of the copy is cut off and written again at the start', async (t) => {
  const data = filledFolder(t);
  const path = copyFile(data);
  const bytes = readFileSync(path);
  truncateSync(path, bytes.length - 20);
  Log.open(pathsOf(data).log).close();
  t.same(readFileSync(path), bytes);
  rmSync(path);
  Log.open(pathsOf(data).log).close();
  t.same(readFileSync(path), bytes, 'even one that is gone');
});
