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
export interface ExecutionsClient extends Pick<ActorsClient, 'query' | 'call'> {
  /** Seq of the newest event in the log, which the front need not have delivered. */
  newestSeq(): number;
}

/** The database has to show all that is committed: gateways ask once reports are. */
const fenceOf = (client: Pick<ExecutionsClient, 'newestSeq'>) => ({
  session: '',
  min_projection_seq: String(client.newestSeq()),
});

/** Is a fill booked? Undefined while the database cannot tell. */
export const isFillBooked = async (
  client: Omit<ExecutionsClient, 'call'>,
  fill: FillKey,
): Promise<boolean | undefined> => {
  const read = await client.query(GATEWAY, 'fill.booked', { ...fenceOf(client), ...fill });
  if (!read.ok || read.data.consistency === 'projection_pending') return undefined;
  return read.data.booked;
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
      find: () => client.query(GATEWAY, 'deal.position', { ...fenceOf(client), ...bust }),
      call: (owner, asked) => client.call(GATEWAY, owner, 'bust', asked, requestId),
    },
    'gateway',
  );
  if ('ok' in busted) return busted;
  const { success, code, message, data } = JSON.parse(busted.text);
  return success ? done(data) : refuse(code, message);
};
