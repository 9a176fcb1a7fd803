// Power cuts in one recorded run, and a server that answers too early. An argument says how many.

import { join } from 'node:path';
import t from 'tap';
import { copyBuild, putMistake } from '../canaries/copy.js';
import { EARLY } from '../canaries/mistakes.js';
import { earlyAnswers } from './early.js';
import { cutPower } from './power-cut-runs.js';
import { noStrace } from './strace.js';
import { recordRun } from './traced-run.js';

const skip = noStrace() ?? false;

const CUTS = Number(process.argv[2] ?? 200);
const ORDERS = 60;

t.test(`After ${CUTS} power cuts all that was answered is in the log`, { skip }, (t) =>
  cutPower(t, CUTS),
);

t.test('A server that answers before its commit is noticed', { skip }, async (t) => {
  const folder = t.testdir({});
  copyBuild(folder);
  t.ok(putMistake(folder, EARLY));
  const { recording } = await recordRun(folder, ORDERS, join(folder, 'dist'));
  t.ok(recording.answered.length >= ORDERS);
  const early = earlyAnswers(recording).length;
  t.ok(early > 0, `${early} of ${recording.answered.length} answers came too early`);
});
