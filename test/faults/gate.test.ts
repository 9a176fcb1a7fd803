// The validity gate: kills under too little load are made again, and too many are a failure.

import t from 'tap';
import { type Kill, ValidityGate } from './gate.js';

const GOOD: Kill = { acknowledged: 400, loadMs: 1100, unanswered: 60, isCommitting: true };
const WEAK: readonly Partial<Kill>[] = [{ acknowledged: 200 }, { loadMs: 900 }, { unanswered: 49 }];

t.test('Kills under enough load count', async (t) => {
  const gate = new ValidityGate(2);
  for (const kill of [GOOD, { ...GOOD, isCommitting: false }]) {
    t.ok(gate.isOpen);
    gate.take(kill);
  }
  t.notOk(gate.isOpen);
  t.equal(gate.fault, undefined);
  t.match(gate.summary, /^2 kills count and 0 do not, 364 orders a second, 50 %/);
});

t.test('Kills under too little load do not, and are made again', async (t) => {
  const gate = new ValidityGate(1);
  for (const weak of WEAK.slice(1)) gate.take({ ...GOOD, ...weak });
  t.ok(gate.isOpen);
  gate.take(GOOD);
  t.notOk(gate.isOpen);
  t.equal(gate.fault, undefined);
});

t.test('Too many of them are a failure that says so', async (t) => {
  const gate = new ValidityGate(1);
  for (const weak of WEAK) gate.take({ ...GOOD, ...weak });
  t.notOk(gate.isOpen);
  t.match(gate.fault, /too few kills came under load: 182\/s, 60 under way; .*49 under way/);
  const calm = new ValidityGate(1);
  for (let run = 0; run < 3; run += 1) calm.take({ ...GOOD, isCommitting: false });
  t.notOk(calm.isOpen);
  t.match(calm.fault, /only 0 % of the kills came while the log committed/);
});
