// Executions of providers as the database has them: fills that are booked or are taken back.

import { randomUUID } from 'node:crypto';
import { done, type Outcome, refuse } from '../../wire/base/codes.js';
import type { Caller } from '../../wire/desk/operations.js';
import type { ExecutionKey, FillKey } from '../../wire/desk/queries.js';
import type { ActorsClient } from '../client.js';
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

/** The runtime as a gateway's questions reach it. */
export type ExecutionsClient = Pick<ActorsClient, 'query' | 'call'>;

/** The database has to show all that is committed: gateways ask once reports are. */
const COMMITTED = { session: '', waits_for: 'surely' } as const;

/** Is a fill booked? Undefined while the database cannot tell. */
export const isFillBooked = async (
  client: Pick<ExecutionsClient, 'query'>,
  fill: FillKey,
): Promise<boolean | undefined> => {
  const read = await client.query(GATEWAY, 'fill.booked', { ...COMMITTED, ...fill });
  return read.ok ? read.data.booked : undefined;
};

/**
 * Takes back the deal of a provider's execution, among the newest of the account. It may be asked
 * again: a deal is taken back once. Refused as `bustDeal` and the account say: with `not_found`
 * when there is no such deal, for instance.
 */
export const bustExecution = async (
  client: ExecutionsClient,
  bust: ExecutionKey,
): Promise<Outcome<Busted>> => {
  const requestId = randomUUID();
  const busted = await bustDeal(
    {
      find: () => client.query(GATEWAY, 'deal.position', { ...COMMITTED, ...bust }),
      call: (owner, asked) => client.call(GATEWAY, owner, 'bust', asked, requestId),
    },
    'gateway',
  );
  if ('ok' in busted) return busted;
  const { success, code, message, data } = JSON.parse(busted.text);
  return success ? done(data) : refuse(code, message);
};
