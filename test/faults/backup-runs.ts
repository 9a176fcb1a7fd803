// Backups of servers at work: the state at one event, with all that was acknowledged before.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import { backup } from '../../actors/tools/backup.js';
import { hashAt, verify } from '../../actors/tools/verify.js';
import { ServerProcess } from '../support/server-process.js';
import { signInStaff } from '../support/trader.js';
import { faultsOf } from './checker.js';
import { type Asked, History, NO_HISTORY } from './history.js';
import { OrderLoad } from './order-load.js';

const ORDERS = 200;

/** Copies a server at work, and holds the copy against its log. */
const copyOnce = async (t: Test): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'brokerd-backup-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const [data, copy] = [join(folder, 'data'), join(folder, 'copy')];
  const server = await ServerProcess.start({ data, args: ['--trade-rate', '0'] });
  t.teardown(() => server.kill());
  const history = new History();
  const load = await OrderLoad.prepare(server, await signInStaff(server), history, { traders: 2 });
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
};

/** As that, so often. */
export const copyAtWork = async (t: Test, copies: number): Promise<void> => {
  for (let n = 0; n < copies; n += 1) await copyOnce(t);
};
