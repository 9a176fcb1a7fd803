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
    if (result.ok !== true) throw new Error(JSON.stringify(result));
    t.ok(result.last >= from, `part ${parts} ends at ${result.last}`);
    from = result.last;
    more = result.bytes >= part;
  }
  t.equal(from, whole.last);
  t.ok(parts > 2, `${parts} parts`);
});

t.test(
  'Signals of a stop leave it at its work, and its own end is told with its words',
  async (t) => {
    const data = t.testdir();
    fillFolder(data, 4);
    const folder = pathsOf(data).log;
    const chain = new ChainProcess(folder);
    t.teardown(() => chain.stop());
    const whole = scan(folder, 1);
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
  },
);
