// The process that verifies the log: part after part to its end, and damage wherever it is.

import t from 'tap';
import { ChainProcess } from '../../actors/audit/chain-process.js';
import { pathsOf } from '../../actors/tools/folder.js';
import { scan } from '../../storage/scan.js';
import { fillFolder } from '../tools/data-folder.js';

t.test('Parts of the log follow each other to its end', async (t) => {
  const data = t.testdir();
  fillFolder(data, 40);
  const folder = pathsOf(data).log;
  const whole = scan(folder, 1);
  if (!whole.ok) throw new Error(whole.what);
  const chain = new ChainProcess(folder);
  t.teardown(() => chain.stop());
  const part = Math.ceil(whole.bytes / 5);
  let from = 1;
  let parts = 0;
  for (let more = true; more; parts += 1) {
    const result = await chain.scan(from, part);
    if (!result.ok) throw new Error(result.what);
    t.ok(result.last >= from, `part ${parts} ends at ${result.last}`);
    from = result.last;
    more = result.bytes >= part;
  }
  t.equal(from, whole.last);
  t.ok(parts > 2, `${parts} parts`);
});

t.test('A process that has ended says so instead of an answer', async (t) => {
  const data = t.testdir();
  fillFolder(data, 4);
  const folder = pathsOf(data).log;
  const chain = new ChainProcess(folder);
  const asked = chain.scan(3, 1);
  chain.stop();
  const answer = await asked;
  t.equal(chain.alive, false);
  t.match(answer, { ok: false, seq: 3, what: /SIGKILL/ });
  t.match(await chain.scan(1, 1), { ok: false, seq: 1 });
});
