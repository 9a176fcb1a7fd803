// After a crash: the server is started again, and what must hold then is asserted.

import { stateHash } from '../../actors/commands/state-hash.js';
import { verify } from '../../actors/commands/verify.js';
import { ServerProcess, type StartOptions } from '../support/server-process.js';
import type { Assert } from '../support/trader.js';
import { faultsOf } from './checker.js';
import type { DeskLoad } from './desk-load.js';
import { NO_HISTORY, type Recorded } from './history.js';
import type { OrderLoad } from './order-load.js';

/** How a server ends that was killed. */
export const KILLED = { code: null, signal: 'SIGKILL' } as const;

/**
 * The state of a quiet server whose database is up to date is its log's, and log and database
 * are right and hold what clients were told.
 */
export const assertWhole = async (
  t: Assert,
  data: string,
  history: Recorded = NO_HISTORY,
): Promise<void> => {
  const [log, memory] = await Promise.all([verify(data), stateHash(data)]);
  if (!log.ok || !memory.ok) throw new Error(log.ok ? 'no state hash' : log.message);
  t.same(log.data.violations, [], 'the ledger that the log tells is right');
  const { seq, state_hash } = log.data;
  t.same(memory.data, { seq, state_hash }, 'the server is in the state that its log tells');
  t.same(faultsOf(data, history), [], 'all that was acknowledged is there, and whole');
};

/**
 * Starts a server again that ended, connects its traders, who ask again for what they were not
 * answered and for what they were, and asserts that all that was acknowledged is there, that
 * nothing is half done or done twice, and that its state is its log's.
 */
export const recover = async (
  t: Assert,
  options: StartOptions & { readonly data: string },
  load: OrderLoad,
  desk?: DeskLoad,
): Promise<ServerProcess> => {
  const server = await ServerProcess.start(options);
  await load.connect(server);
  await Promise.all([load.repeat(), desk?.repeat()]);
  await load.settle();
  await assertWhole(t, options.data, load.history);
  load.history.forget();
  return server;
};
