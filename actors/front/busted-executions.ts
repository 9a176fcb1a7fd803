// Executions of providers as the database has them: fills that are booked or are taken back.

import { randomUUID } from 'node:crypto';
import { type Outcome, ok, type Refusal, refuse } from '../../wire/base/codes.js';
import { serverId } from '../../wire/base/uuid.js';
import type { Caller } from '../../wire/desk/caller.js';
import type { FillKey } from '../../wire/queries/deal-queries.js';
import type { ActorsClient } from '../client.js';
import type { BustReport } from '../providers/gateways/gateway-messages.js';
import { type AccountAnswer, type Busted, bustDeal, PASSING_REFUSALS } from '../shared/busts.js';

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

/** Namespace of the request ids by which providers take back what is held of their fills. */
const HELD_NAMESPACE = '0c6b5a52-54a1-5c0e-8f0e-6a1d5b7c9e24';

/**
 * Takes back an execution that is held, or that staff have decided not to book. Refused when the
 * order holds no such fill, with `trade.rejected` when it may hold it together with others, and
 * when the account cannot be asked now.
 */
const bustHeld = async (
  client: Pick<ExecutionsClient, 'call'>,
  { login, gateway_id, order_id, execution_id, report }: BustReport,
  requestId: string,
): Promise<Outcome<Busted>> => {
  if (login === 0) return refuse('trade.order_not_found');
  // Some providers reuse their execution ids each day; the report tells two busts of one id apart.
  const about = `${gateway_id} ${order_id} ${execution_id} ${report}`;
  const request_id = serverId(HELD_NAMESPACE, about);
  const asked = { request_id, order_id, execution_id, action: 'bust' } as const;
  const answer: AccountAnswer | Refusal = await client.call(
    ...([GATEWAY, login, 'held_fill', asked, requestId] as const),
  );
  if (!('status' in answer)) return answer;
  const { success, code, message, data } = JSON.parse(answer.text);
  return success ? ok(data) : refuse(code, message);
};

/**
 * Takes back the deal of a provider's execution, or what is held of it. It may be asked
 * again: a deal is taken back once. Refused as `bustDeal` and the account say: with `not_found`
 * when there is no such deal, for instance.
 */
export const bustExecution = async (
  client: ExecutionsClient,
  bust: BustReport,
): Promise<Outcome<Busted>> => {
  const requestId = randomUUID();
  const held = await bustHeld(client, bust, requestId);
  if (held.ok || PASSING_REFUSALS.has(held.code)) return held;
  const { report: _report, ...key } = bust;
  const busted = await bustDeal(
    {
      find: () => client.query(GATEWAY, 'deal.position', { ...COMMITTED, ...key }),
      call: (owner, asked) => client.call(GATEWAY, owner, 'bust', asked, requestId),
    },
    'gateway',
  );
  if ('ok' in busted) return held.code === 'trade.rejected' ? held : busted;
  const { success, code, message, data } = JSON.parse(busted.text);
  return success ? ok(data) : refuse(code, message);
};
