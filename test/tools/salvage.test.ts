// Salvage: what the log lost, its shadow gives back, and what neither has is named.

import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { pathsOf } from '../../actors/tools/folder.js';
import { rebuild } from '../../actors/tools/rebuild.js';
import { salvage } from '../../actors/tools/salvage.js';
import { verify } from '../../actors/tools/verify.js';
import { dropDatabase } from '../../storage/database.js';
import { Log, nameOf } from '../../storage/log.js';
import { shadowFiles } from '../../storage/shadow.js';
import { runCommand } from '../support/command.js';
import { dump, fillFolder } from './data-folder.js';

const spoil = (path: string, text: string): void => {
  const bytes = readFileSync(path);
  bytes[bytes.indexOf(text)] = 0;
  writeFileSync(path, bytes);
};

const logFile = (data: string): string => join(pathsOf(data).log, nameOf(1));
const shadowFile = (data: string): string => shadowFiles(pathsOf(data).log)[0] as string;

t.test('A log damaged in the middle comes back whole from its shadow', async (t) => {
  const data = t.testdir();
  fillFolder(data, 20);
  const whole = await verify(data);
  const rows = dump(pathsOf(data).database);
  spoil(logFile(data), 'digest 10');
  t.match(await salvage(data), {
    ok: true,
    data: { seq: 22, from_log: 11, from_shadow: 11, damage: /event 12/, lost: null },
  });
  t.same(await verify(data), whole);
  t.match(await rebuild(data), { ok: true });
  t.same(dump(pathsOf(data).database), rows);
  t.ok(existsSync(`${pathsOf(data).log}.damaged`), 'the damaged one is kept');
  t.match(await salvage(data), { ok: true, data: { damage: null, kept_at: null } }, 'all is well');
});

t.test('A log that nothing can open comes back from its shadow alone', async (t) => {
  const data = t.testdir();
  fillFolder(data);
  const whole = await verify(data);
  writeFileSync(logFile(data), Buffer.alloc(50_000, 3));
  t.match(await salvage(data), { ok: true, data: { seq: 11, from_log: 0, from_shadow: 11 } });
  t.same(await verify(data), whole);
});

t.test('What log and shadow lack at different places they give each other', async (t) => {
  const data = t.testdir();
  fillFolder(data, 20);
  const whole = await verify(data);
  spoil(logFile(data), 'digest 10');
  spoil(shadowFile(data), 'digest 15');
  t.match(await salvage(data), { data: { seq: 22, from_log: 12, from_shadow: 10, lost: null } });
  t.same(await verify(data), whole);
});

t.test('A start leaves the only good copy of an event to the salvage', async (t) => {
  const data = t.testdir();
  fillFolder(data, 20);
  const whole = await verify(data);
  spoil(logFile(data), 'digest 10');
  spoil(shadowFile(data), 'digest 5');
  const shadow = readFileSync(shadowFile(data));
  t.throws(() => Log.open(pathsOf(data).log), /the log is damaged at event 12/);
  t.same(readFileSync(shadowFile(data)), shadow, 'the shadow is as it was');
  t.match(await salvage(data), { data: { seq: 22, lost: null } });
  t.same(await verify(data), whole);
});

t.test('What neither log nor shadow has is named', async (t) => {
  const data = t.testdir();
  fillFolder(data, 20);
  for (const path of [logFile(data), shadowFile(data)]) spoil(path, 'digest 15');
  const lost = { first: 17, last: 22, events: 6, in_shadow: 5, accounts: [1001] };
  t.match(await salvage(data), {
    data: { seq: 16, lost: { ...lost, seconds: Number, since: String, until: String } },
  });
  const kept = `${pathsOf(data).log}.damaged`;
  t.ok(existsSync(join(kept, 'brokerd.db')), 'the database still shows what is lost');
  t.notOk(existsSync(pathsOf(data).database));

  const other = join(t.testdirName, 'other');
  fillFolder(other, 20);
  spoil(logFile(other), 'digest 20');
  rmSync(shadowFile(other));
  t.match(await salvage(other), {
    data: { seq: 21, from_shadow: 0, damage: /event 22/, lost: { first: 22, last: 22 } },
  });
});

t.test('What lies in the log behind a gap is told, though it cannot be brought back', async (t) => {
  const data = t.testdir();
  fillFolder(data, 20);
  spoil(logFile(data), 'digest 10');
  rmSync(shadowFile(data));
  const lost = {
    ...{ first: 12, last: 22, events: 11, in_shadow: 0, in_log: 10, rows_to: 22 },
    ...{ accounts: [1001], since: '2026-03-02T09:00:00.009Z', until: '2026-03-02T09:00:00.020Z' },
  };
  const told = await verify(data);
  t.match(told, { ok: false, data: { accounts: [1001], from_log: 0, from_shadow: 0, lost } });
  t.match(told, {
    message:
      /12 to 22 are lost, behind the gap 10 still lie in the log .* of accounts 1001, until .*22/,
  });
  dropDatabase(pathsOf(data).database);
  t.match(await verify(data), { data: { lost: { ...lost, rows_to: null } } }, 'by itself, too');
  t.match(await salvage(data), { data: { seq: 11, lost: { ...lost, rows_to: null } } });
});

t.test('Accounts of which nothing can be read are not known, not none', async (t) => {
  const data = t.testdir();
  fillFolder(data, 20);
  spoil(logFile(data), 'digest 20');
  rmSync(shadowFile(data));
  const lost = { first: 22, last: 22, in_log: 0, accounts: null, rows_to: 22, until: null };
  t.match(await verify(data), { data: { accounts: null, lost } });
});

t.test('A salvage that could not get everything fails, and says what', async (t) => {
  const data = t.testdir();
  fillFolder(data, 20);
  for (const path of [logFile(data), shadowFile(data)]) spoil(path, 'digest 15');
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
  t.equal((await runCommand(['salvage', '--data', data])).code, 0, 'then the log is whole');
});

t.test('A log that was replaced by an older one is noticed by its shadow', async (t) => {
  const data = t.testdir();
  fillFolder(data, 5);
  const old = readFileSync(logFile(data));
  rmSync(pathsOf(data).log, { recursive: true });
  fillFolder(data, 9);
  writeFileSync(logFile(data), old);
  t.throws(() => Log.open(pathsOf(data).log), /it was cut/);
  t.match(await salvage(data), { data: { seq: 11, from_log: 7, from_shadow: 4 } });
  t.match(await verify(data), { data: { seq: 11, broken: 0 } });
});

t.test('A torn end of the shadow is cut off and written again at the start', async (t) => {
  const data = t.testdir();
  fillFolder(data);
  const path = shadowFile(data);
  const bytes = readFileSync(path);
  truncateSync(path, bytes.length - 20);
  Log.open(pathsOf(data).log).close();
  t.same(readFileSync(path), bytes);
  rmSync(path);
  Log.open(pathsOf(data).log).close();
  t.same(readFileSync(path), bytes, 'even one that is gone');
});
