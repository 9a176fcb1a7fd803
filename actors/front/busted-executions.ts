// Executions of providers as the database has them; providers take back what they have executed.

import { randomUUID } from 'node:crypto';
import { done, type Outcome, refuse } from '../../wire/base/codes.js';
import type { Caller } from '../../wire/desk/operations.js';
import type { Queries } from '../../wire/desk/queries.js';
import type { ActorsClient } from '../client.js';
import type { ProviderExecution } from '../messages.js';
import { type Busted, bustDeal } from '../shared/busts.js';

/** The caller for what gateways report. */
const GATEWAY: Caller = {
  session: '',
  login: 0,
  audience: 'staff',
  terminal: '',
  ip: '',
  read_only: false,
  rights: [],
  group_scope: [],
};

/** Finds the deal of an execution. The database has to show all that the front has seen. */
const findExecution = (
  client: Pick<ActorsClient, 'query' | 'seq'>,
  execution: ProviderExecution,
): Promise<Outcome<Queries['deal.position']['output']>> => {
  const behind = { session: '', min_projection_seq: String(client.seq()) };
  return client.query(GATEWAY, 'deal.position', { ...behind, ...execution });
};

/** Is a deal of an execution booked? Undefined while the database cannot tell. */
export const isExecutionBooked = async (
  client: Pick<ActorsClient, 'query' | 'seq'>,
  execution: ProviderExecution,
): Promise<boolean | undefined> => {
  const read = await findExecution(client, execution);
  if (!read.ok || read.data.consistency === 'projection_pending') return undefined;
  return read.data.found !== null;
};

/**
 * Takes back the deal of a provider's execution, among the newest of the account. It may be asked
 * again: a deal is taken back once. Refused as `bustDeal` and the account say: with `not_found`
 * when there is no such deal, for instance.
 */
export const bustExecution = async (
  client: Pick<ActorsClient, 'query' | 'call' | 'seq'>,
  bust: ProviderExecution,
): Promise<Outcome<Busted>> => {
  const requestId = randomUUID();
  const busted = await bustDeal(
    {
      find: () => findExecution(client, bust),
      call: (owner, asked) => client.call(GATEWAY, owner, 'bust', asked, requestId),
    },
    'gateway',
  );
  if ('ok' in busted) return busted;
  const { success, code, message, data } = JSON.parse(busted.text);
  return success ? done(data) : refuse(code, message);
};
