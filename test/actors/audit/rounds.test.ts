// Rounds of the audit over accounts and log, their alarms, and how the auditor ends.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { NEWEST_EVENT } from '../../../actors/audit/account-audit.js';
import { AccountRounds, type RoundDeps } from '../../../actors/audit/account-rounds.js';
import { Alarms } from '../../../actors/audit/alarms.js';
import { Auditor } from '../../../actors/audit/auditor.js';
import { type ChainEnd, ChainProcess } from '../../../actors/audit/chain-process.js';
import { ChainRounds } from '../../../actors/audit/chain-rounds.js';
import { CopyRounds } from '../../../actors/audit/copy-rounds.js';
import type { PageResult } from '../../../actors/audit/page-audit.js';
import { pathsOf } from '../../../actors/folder/folder.js';
import type { LogLine } from '../../../actors/messages.js';
import { LOG_FOLDER } from '../../../storage/database/database.js';
import type { CopyPart } from '../../../storage/log/copy-check.js';
import { type ScanResult, scan } from '../../../storage/log/scan.js';
import { ok, refuse } from '../../../wire/base/codes.js';
import { deferred } from '../../support/deferred.js';
import { fillFolder } from '../commands/data-folder.js';

const LOGIN = 1001;
const PAGE = { seq: 10, bytes: new Uint8Array(), ends: [0], next: 0 };
const SUM = { check: 'balance', login: LOGIN, what: 'balance', expected: '1', found: '2' } as const;

const result = (part: Partial<PageResult> = {}): PageResult => ({
  left: undefined,
  checkpoint: PAGE.seq,
  workedMs: 0,
  findings: [],
  moved: new Map(),
  ...part,
});

/** Runs rounds for so many seconds, in no time. */
const run = async (
  seconds: number,
  answers: Partial<Pick<RoundDeps, 'page' | 'look' | 'hasten'>>,
) => {
  const lines: LogLine[] = [];
  const alarms = new Alarms({ log: (line) => void lines.push(line), note: async () => true });
  const figures = () => ({
    ended: rounds.metrics().audit_round_ended_seconds !== 0,
    standing: alarms.open,
  });
  let now = 0;
  const pauses: number[] = [];
  const rounds = new AccountRounds({
    shards: 1,
    page: async () => PAGE,
    hasten: () => {},
    look: async () => ok(result()),
    ...answers,
    alarms,
    log: (line) => void lines.push(line),
    pause: async (ms) => {
      pauses.push(ms);
      now += ms / 1000;
      return now < seconds;
    },
  });
  await rounds.run();
  return { lines, alarms, pauses, ...figures() };
};

t.test('A round ends when all accounts were looked at', async (t) => {
  t.match(await run(10, {}), { ended: true, standing: 0, lines: [] });
});

t.test('What a page shows is waited for in the database', async (t) => {
  const awaited = new Set<number>();
  await run(10, { hasten: (seq) => void awaited.add(seq) });
  t.same([...awaited], [PAGE.seq]);
});

t.test('A reader rests 96 times as long as it worked, at most two seconds', async (t) => {
  const longest = async (workedMs: number) => {
    const { pauses } = await run(10, { look: async () => ok(result({ workedMs })) });
    return Math.max(...pauses.slice(1, 3));
  };
  t.same([await longest(1), await longest(10), await longest(60_000)], [96, 960, 2_000]);
});

t.test('A shard that does not answer leaves the round and its alarms without an end', async (t) => {
  t.match(await run(600, { page: async () => undefined }), { ended: false, standing: 0 });
  const pages = Array(4).fill(PAGE);
  const { lines, standing } = await run(600, {
    page: async () => pages.shift(),
    look: async () => ok(result({ findings: [SUM] })),
  });
  t.equal(lines.length, 1);
  t.equal(standing, 1, 'it was not looked whether that holds again');
});

t.test('What an actor has lost is an alarm when it is looked at again', async (t) => {
  const mark = { account_seq: 5, updated_at: 1 };
  const lost = { ...SUM, check: 'rows', what: NEWEST_EVENT } as const;
  const { lines } = await run(10, {
    look: async ({ reached }) =>
      ok(
        reached.get(LOGIN) === mark
          ? result({ findings: [lost] })
          : result({ moved: new Map([[LOGIN, mark]]) }),
      ),
  });
  t.match(lines, [{ level: 'error', record: { check: 'rows', what: NEWEST_EVENT } }]);
});

t.test('A database that cannot be read for a minute is one alarm', async (t) => {
  const failed = refuse('internal', 'disk I/O error');
  t.match(await run(50, { look: async () => failed }), {
    lines: [{ level: 'warn', record: { error: 'disk I/O error' } }],
    standing: 0,
  });
  let looks = 0;
  const { lines, standing, ended } = await run(3600, {
    look: async () => {
      looks += 1;
      return failed;
    },
  });
  t.match(lines, [
    { level: 'warn' },
    { level: 'error', record: { check: 'database', seq: 10, what: /disk I\/O error/ } },
  ]);
  t.equal(lines.length, 2);
  t.equal(standing, 1);
  t.notOk(ended);
  t.ok(looks < 400, `${looks} looks in an hour`);
});

t.test('A database that stands still behind the log is one alarm, until it goes on', async (t) => {
  const behind = (checkpoint: number) => ok(result({ checkpoint }));
  const { lines, standing } = await run(300, { look: async () => behind(3) });
  t.match(lines, [{ level: 'error', record: { check: 'database', seq: 10, what: /event 3/ } }]);
  t.equal(lines.length, 1);
  t.equal(standing, 1);
  let looks = 0;
  const after = await run(300, {
    look: async () => {
      looks += 1;
      return looks < 20 ? behind(3) : ok(result());
    },
  });
  t.equal(after.lines.length, 1);
  t.match(after, { standing: 0, ended: true });
  looks = 0;
  const slow = await run(300, {
    look: async () => {
      looks += 1;
      return behind((looks >> 2) / 1000);
    },
  });
  t.same(slow.lines, [], 'one that comes further is only slow');
});

const WHOLE: ScanResult = { ok: true, last: 9, hash: '', bytes: 900 };
const endedBy = (how: string, words = ''): ChainEnd => ({ ok: 'ended', how, words });

/** Runs rounds over these answers; what was told, waited and started meanwhile. */
const runChain = async (answers: readonly (ScanResult | ChainEnd)[]) => {
  const left = [...answers];
  const lines: LogLine[] = [];
  const waits: number[] = [];
  let starts = 0;
  const log = (line: LogLine): void => void lines.push(line);
  const alarms = new Alarms({ log, note: async () => true }, ['chain']);
  const process = {
    scan: async () => left.shift() ?? WHOLE,
    start: () => {
      starts += 1;
    },
  };
  const pause = async (ms: number) => {
    if (ms > 0) waits.push(ms / 1000);
    return ms === 0 || left.length > 0;
  };
  const copyPart = async () => {};
  const rounds = new ChainRounds({ process, alarms, log, pause, copyPart });
  await rounds.run();
  const { audit_chain_ended_seconds: at = 0 } = rounds.metrics();
  return { lines, waits, starts, standing: alarms.open, wasWhole: at > 0 };
};

t.test('A process that is killed is a warning, and the log is verified again', async (t) => {
  const { lines, waits, starts, standing, wasWhole } = await runChain([
    endedBy('SIGKILL'),
    endedBy('exit code 1', 'Error: EMFILE'),
    endedBy('spawn EAGAIN'),
    WHOLE,
    endedBy('SIGTERM'),
    WHOLE,
  ]);
  const found = lines.map(({ level, record: { error, words } }) => [level, error, words]);
  t.same(found, [
    ['warn', 'SIGKILL', undefined],
    ['warn', 'exit code 1', 'Error: EMFILE'],
    ['warn', 'spawn EAGAIN', undefined],
    ['warn', 'SIGTERM', undefined],
  ]);
  t.same(waits, [5, 10, 15, 20, 15, 40, 15, 15, 10, 15, 15], 'longer each time, until all is well');
  t.equal(starts, 4);
  t.equal(standing, 0);
  t.ok(wasWhole);
});

t.test('A bad part is an alarm, and the log is verified from its beginning', async (t) => {
  const bad: ScanResult = { ok: false, seq: 7, hash: '', what: 'the checksum does not fit' };
  const { lines, standing, wasWhole } = await runChain([bad, bad]);
  const record = { check: 'chain', seq: 7, what: 'the checksum does not fit' };
  t.match(lines, [{ level: 'error', record }], 'told once');
  t.equal(lines.length, 1);
  t.equal(standing, 1);
  t.notOk(wasWhole);
});

t.test('A damaged copy is an alarm, and its newest file is begun again', async (t) => {
  const answers: (CopyPart | ChainEnd)[] = [];
  const asked: number[] = [];
  const lines: LogLine[] = [];
  let renewed = 0;
  const log = (line: LogLine): void => void lines.push(line);
  const alarms = new Alarms({ log, note: async () => true }, ['copy']);
  const process = {
    checkCopy: async (from: number) => {
      asked.push(from);
      return answers.shift() ?? { next: 0, lacks: 0, faults: [] };
    },
  };
  const renewCopy = (): void => {
    renewed += 1;
  };
  const rounds = new CopyRounds({ process, alarms, renewCopy });
  const take = async (...parts: (CopyPart | ChainEnd)[]): Promise<void> => {
    answers.push(...parts);
    for (const _ of parts) await rounds.part();
  };
  const fault = { seq: 40, what: 'it differs', mended: true, newest: false };
  const good = { next: 0, lacks: 0, faults: [] };
  const differs = { next: 90, lacks: 0, faults: [fault] };
  await take(differs, endedBy('SIGKILL'), { ...good, lacks: 95 });
  t.same(asked, [1, 90, 90]);
  t.match(lines, [{ level: 'error', record: { check: 'copy', seq: 40, what: 'it differs' } }]);
  t.equal(renewed, 0, 'what is on its way is not missed');
  await take({ ...good, lacks: 97 });
  t.equal(alarms.open, 0, 'what was written again is found good');
  await take({ ...good, lacks: 97 });
  t.match(lines[1], { record: { seq: 97, what: 'its newest file is gone' } });
  t.equal(renewed, 1);
  await take({ ...good, faults: [{ ...fault, mended: false, newest: true }] });
  t.equal(renewed, 2);
  t.ok((rounds.metrics().audit_copy_ended_seconds ?? 0) > 0);
});

/** A process over a log of so many events, and what its scan comes to. */
const chainOf = (t: Test, events: number) => {
  const data = t.testdir();
  fillFolder(data, events);
  const folder = pathsOf(data).log;
  const whole = scan(folder, 1);
  if (!whole.ok) throw new Error(whole.what);
  const chain = new ChainProcess(folder);
  t.teardown(() => chain.stop());
  return { chain, whole };
};

t.test('Parts of the log follow each other to its end', async (t) => {
  const { chain, whole } = chainOf(t, 40);
  const part = Math.ceil(whole.bytes / 5);
  t.same(
    await chain.checkCopy(1),
    { next: 0, lacks: 0, faults: [] },
    'and the copy is what the log is',
  );
  let from = 1;
  let parts = 0;
  for (let more = true; more; parts += 1) {
    const result = await chain.scan(from, part);
    if (result.ok !== true) throw new Error(JSON.stringify(result));
    t.ok(result.last >= from, `part ${parts} ends at ${result.last}`);
    from = result.last;
    more = result.bytes >= part;
  }
  t.equal(from, whole.last);
  t.ok(parts > 2, `${parts} parts`);
});

t.test('Signals of a stop leave it at its work, and its own end is told', async (t) => {
  const { chain, whole } = chainOf(t, 4);
  t.same(await chain.scan(1, 1e9), whole);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    chain.kill(signal);
    t.same(await chain.scan(1, 1e9), whole, signal);
  }
  chain.stop();
  t.match(await chain.scan(3, 1), { ok: 'ended', how: 'SIGKILL' });
  t.match(await chain.scan(1, 1), { ok: 'ended', how: 'SIGKILL' });
  chain.start();
  t.same(await chain.scan(1, 1e9), whole, 'it is started again');
});

const alarmsLogged = () => {
  const lines: LogLine[] = [];
  const notes: string[] = [];
  const log = (line: LogLine): void => void lines.push(line);
  const note = async (text: string, login = 0) => notes.push(`${login} ${text}`) > 0;
  return { lines, notes, alarms: new Alarms({ log, note }, ['balance']) };
};

const facts = (login: number, found: string) => ({ login, what: 'balance', expected: '1', found });

t.test('An alarm is told once until it changes, and again when it was over', async (t) => {
  const { lines, notes, alarms } = alarmsLogged();
  for (let round = 0; round < 3; round += 1) {
    alarms.raise('balance', facts(1001, '2'));
    alarms.roundEnded();
  }
  t.match(lines, [{ level: 'error', record: { check: 'balance', login: 1001, found: '2' } }]);
  t.equal(lines.length, 1);
  t.same(notes, [
    '1001 a balance is not the sum of its deals: account 1001, balance: 2 instead of 1',
  ]);
  alarms.raise('balance', facts(1001, '3'));
  t.equal(lines.length, 2, 'it has changed');
  t.equal(alarms.open, 1);
  alarms.roundEnded();
  alarms.roundEnded();
  t.equal(alarms.open, 0, 'a round did not find it');
  alarms.raise('balance', facts(1001, '3'));
  t.equal(lines.length, 3);
  t.same(alarms.metrics(), { 'alarms_total{check="balance"}': 3 });
});

t.test('Of a thousand alarms in a round a hundred are told', async (t) => {
  const { lines, notes, alarms } = alarmsLogged();
  for (let login = 0; login < 1000; login += 1) alarms.raise('balance', facts(login, '2'));
  t.equal(lines.length, 101, 'and one line that says so');
  t.equal(notes.length, 100, 'the journal has them too');
  t.same(alarms.metrics(), { 'alarms_total{check="balance"}': 1000 });
});

/** Nothing answers in the time that a test has. */
const never = <T>(): Promise<T> => new Promise(() => {});
const EMPTY_PAGE = { seq: 1, bytes: new Uint8Array(), ends: [], next: 0 };

for (const silent of ['shard', 'reader'] as const) {
  t.test(`A ${silent} that does not answer keeps no stop waiting`, async (t) => {
    const data = t.testdir();
    mkdirSync(join(data, LOG_FOLDER));
    const asked = deferred();
    const auditor = new Auditor({
      data,
      shards: 1,
      log: () => {},
      note: never,
      hasten: () => {},
      renewCopy: () => {},
      look: () => {
        asked.resolve();
        return never();
      },
      shard: () => ({
        ask: <T>() => {
          if (silent === 'reader') return Promise.resolve(EMPTY_PAGE as T);
          asked.resolve();
          return never<T>();
        },
      }),
    });
    auditor.start();
    await asked.promise;
    await auditor.stop();
    t.pass('it has ended');
  });
}
