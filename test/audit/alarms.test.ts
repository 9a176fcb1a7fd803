// Alarms: each is told once until it changes, and a flood of them is only counted.

import t from 'tap';
import { Alarms } from '../../actors/audit/alarms.js';
import type { LogLine } from '../../actors/messages.js';

const build = () => {
  const lines: LogLine[] = [];
  const notes: string[] = [];
  const log = (line: LogLine): void => void lines.push(line);
  const note = async (text: string, login = 0) => notes.push(`${login} ${text}`) > 0;
  return { lines, notes, alarms: new Alarms({ log, note }, ['balance']) };
};

const facts = (login: number, found: string) => ({ login, what: 'balance', expected: '1', found });

t.test('An alarm is told once until it changes, and again when it was over', async (t) => {
  const { lines, notes, alarms } = build();
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
  t.equal(alarms.standing, 1);
  alarms.roundEnded();
  alarms.roundEnded();
  t.equal(alarms.standing, 0, 'a round did not find it');
  alarms.raise('balance', facts(1001, '3'));
  t.equal(lines.length, 3);
  t.same(alarms.metrics(), { 'alarms_total{check="balance"}': 3 });
});

t.test('Of a thousand alarms in a round a hundred are told', async (t) => {
  const { lines, notes, alarms } = build();
  for (let login = 0; login < 1000; login += 1) alarms.raise('balance', facts(login, '2'));
  t.equal(lines.length, 101, 'and one line that says so');
  t.equal(notes.length, 100, 'the journal has them too');
  t.same(alarms.metrics(), { 'alarms_total{check="balance"}': 1000 });
});
