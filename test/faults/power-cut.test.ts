// Two hundred power cuts in one recorded run, and a server that answers too early.

import { join } from 'node:path';
import t from 'tap';
import { copyBuild, type Mistake, putMistake } from '../canaries/copy.js';
import { earlyAnswers } from './early.js';
import { cutPower } from './power-cut-runs.js';
import { noStrace } from './strace.js';
import { recordRun } from './traced-run.js';

const skip = noStrace() ?? false;

/** The log's thread says that a batch is durable before it writes it. */
const EARLY: Mistake = {
  file: 'actors/log/log-thread.js',
  from: 'const first = log.append(parts.length, parts);',
  to: `const first = log.head().seq + 1;
    const written = sources.filter(({ taken }) => taken > 0);
    announce(first, gathered);
    log.append(parts.length, parts);
    for (const { reader } of written) reader.free();`,
};
const ORDERS = 60;

t.test('After 200 power cuts all that was answered is in the log', { skip }, (t) =>
  cutPower(t, 200),
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
