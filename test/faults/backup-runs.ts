// Backups of servers at work: the state at one event, with all that was acknowledged before.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import { backup } from '../../actors/tools/backup.js';
import { Fold } from '../../actors/tools/fold.js';
import { pathsOf } from '../../actors/tools/folder.js';
import { verify } from '../../actors/tools/verify.js';
import { batchOf, eventsOf } from '../../storage/batch.js';
import { storedFrom } from '../../storage/scan.js';
import { hashText } from '../../storage/state-hash.js';
import { unpackEvent } from '../../wire/unpack.js';
import { ServerProcess } from '../support/server-process.js';
import { signInStaff } from '../support/trader.js';
import { faultsOf } from './checker.js';
import { type Asked, History, NO_HISTORY } from './history.js';
import { OrderLoad } from './order-load.js';
import { assertWhole } from './recovery.js';

const ORDERS = 500;

/** The state that a folder's log comes to at an event. */
const hashAt = (data: string, last: number): string => {
  const fold = new Fold();
  for (const { first, value } of storedFrom(pathsOf(data).log, 1)) {
    for (const { seq, bytes } of eventsOf(batchOf(first, value))) {
      if (seq <= last) fold.apply(unpackEvent(bytes));
    }
  }
  return hashText(fold.hash());
};

/** Copies a server at work, holds the copy against its log, and starts a server from it. */
export const copyAtWork = async (t: Test): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'brokerd-backup-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const [data, copy] = [join(folder, 'data'), join(folder, 'copy')];
  const server = await ServerProcess.start({ data, args: ['--trade-rate', '0'] });
  t.teardown(() => server.kill());
  const history = new History();
  const load = await OrderLoad.prepare(server, await signInStaff(server), history, { traders: 4 });
  await load.connect(server);
  await load.price();
  let before: readonly Asked[] = [];
  let copied: ReturnType<typeof backup> | undefined;
  await load.run(ORDERS, () => {
    before = history.asked.map((asked) => ({ ...asked }));
    copied = backup(data, copy);
    void copied.finally(() => load.cut());
  });
  const made = await copied;
  if (made?.ok !== true) throw new Error(`no backup: ${JSON.stringify(made)}; ${server.output()}`);
  t.ok(history.acknowledged > ORDERS, `${history.acknowledged} orders were acknowledged`);

  const { seq } = made.data;
  t.match(await verify(copy), {
    ok: true,
    data: { seq, state_hash: hashAt(data, seq), violations: [] },
  });
  t.same(faultsOf(copy, { ...NO_HISTORY, asked: before }), [], 'all from before is there');
  t.equal((await server.stop()).code, 0);
  const other = await ServerProcess.start({ data: copy });
  t.teardown(() => other.kill());
  await assertWhole(t, copy);
  t.equal((await other.stop()).code, 0);
};
