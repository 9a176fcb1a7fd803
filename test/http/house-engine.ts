// An engine that goes by the settings of a house: what a change of them means for an account.

import { Broker } from '../engine/fixture.js';
import type { House } from './house.js';

/** The group of the account. */
export const GROUP = 'demo\\standard';

/**
 * An account with 1,000,000 USD and EURUSD, GBPUSD at 1. Asked for, it has the settings that the
 * house's other threads hold by now.
 */
export const engineOf = ({ office }: House): (() => Broker) => {
  const broker = new Broker({ switches: { group: GROUP } });
  const current = (): Broker => {
    broker.configure(() => office.desk.settings());
    return broker;
  };
  for (const name of ['EURUSD', 'GBPUSD']) current().quote(name, '1.00000', '1.00000');
  broker.pay('1000000');
  return current;
};
