// An engine that goes by the settings that shards are told: what a change means for an account.

import { EngineHarness } from '../support/engine-harness.js';
import type { HttpHarness } from '../support/http-harness.js';

/** The group of the account. */
export const GROUP = 'demo\\standard';

/**
 * An account with 1,000,000 USD and EURUSD, GBPUSD at 1. Asked for, it has the settings that other
 * threads hold by now.
 */
export const engineOf = ({ harness }: HttpHarness): (() => EngineHarness) => {
  const engine = new EngineHarness({ switches: { group: GROUP } });
  const current = (): EngineHarness => {
    engine.configure(() => harness.copied);
    return engine;
  };
  for (const name of ['EURUSD', 'GBPUSD']) current().quote(name, '1.00000', '1.00000');
  engine.deposit('1000000');
  return current;
};
