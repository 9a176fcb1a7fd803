// Rounds over the log: damage is an alarm; a process that ended for another reason is not.

import t from 'tap';
import { Alarms } from '../../actors/audit/alarms.js';
import type { ChainEnd } from '../../actors/audit/chain-process.js';
import { ChainRounds } from '../../actors/audit/chain-rounds.js';
import type { LogLine } from '../../actors/messages.js';
import type { ScanResult } from '../../storage/scan.js';

const WHOLE: ScanResult = { ok: true, last: 9, hash: '', bytes: 900 };
const ended = (how: string, words = ''): ChainEnd => ({ ok: 'ended', how, words });

/** Runs rounds over these answers; what was told, waited and started meanwhile. */
const run = async (answers: readonly (ScanResult | ChainEnd)[]) => {
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
  const rounds = new ChainRounds({ process, alarms, log, pause });
  await rounds.run();
  const { audit_chain_ended_seconds: at = 0 } = rounds.metrics();
  return { lines, waits, starts, standing: alarms.standing, wasWhole: at > 0 };
};

t.test('A process that is killed is a warning, and the log is verified again', async (t) => {
  const { lines, waits, starts, standing, wasWhole } = await run([
    ended('SIGKILL'),
    ended('exit code 1', 'Error: EMFILE'),
    ended('spawn EAGAIN'),
    WHOLE,
    ended('SIGTERM'),
    WHOLE,
  ]);
  t.same(
    lines.map(({ level, record: { error, words } }) => [level, error, words]),
    [
      ['warn', 'SIGKILL', undefined],
      ['warn', 'exit code 1', 'Error: EMFILE'],
      ['warn', 'spawn EAGAIN', undefined],
      ['warn', 'SIGTERM', undefined],
    ],
  );
  t.same(waits, [5, 10, 15, 20, 15, 40, 15, 15, 10, 15, 15], 'longer each time, until all is well');
  t.equal(starts, 4);
  t.equal(standing, 0);
  t.ok(wasWhole);
});

t.test('A part that crashes the process twice is damage', async (t) => {
  for (const how of ['SIGSEGV', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGABRT']) {
    const { lines, standing, wasWhole } = await run([ended(how), ended(how)]);
    t.match(lines, [
      { level: 'warn', record: { error: how } },
      { level: 'error', record: { check: 'chain', seq: 1, what: `cannot be read: ${how}` } },
    ]);
    t.equal(standing, 1);
    t.notOk(wasWhole);
  }
  const { lines, standing } = await run([ended('SIGSEGV'), ended('SIGKILL'), ended('SIGSEGV')]);
  t.ok(lines.every(({ level }) => level === 'warn'));
  t.equal(standing, 0, 'a crash that does not come again may be for want of memory');
});
