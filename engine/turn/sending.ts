// The request to a gateway: it is stored in the waiting row, where the gateway's actor reads it.

import { formatShortest, VOLUME_SCALE } from '../../wire/base/scale.js';
import type { Queued } from '../../wire/trading/queued.js';
import type { Deal } from '../../wire/trading/records.js';
import type { Turn } from '../account/types.js';
import { LOT } from '../numbers/exact.js';
import type { EngineGateway } from '../settings/gateway-plan.js';
import { placementUntil } from './deadlines.js';
import { plainKind } from './locks.js';

/** A volume in the provider's unit: lots, or units of the contract (trading-rules §4.5). */
const quantityOf = (gateway: EngineGateway, volume: number, contractSize: number): string =>
  gateway.units
    ? formatShortest((BigInt(volume) * BigInt(contractSize)) / BigInt(LOT), VOLUME_SCALE)
    : formatShortest(volume, VOLUME_SCALE);

/** The form of an order at its provider. A market request that bounds its price goes as a limit. */
const sentAs = (row: Queued, gateway: EngineGateway): string => {
  const kind = plainKind(row);
  if (kind === 'pending_modify') return 'modify';
  if (kind === 'pending_cancel') return 'cancel';
  if (row.order_kind !== 'limit') return row.price_worst === 0 ? 'market' : 'limit';
  return kind === 'activate' && gateway.coverage === 'Market' ? 'market' : 'limit';
};

/** The row of a request that is sent to a gateway now; placements get a deadline (§4.5). */
export const sentTo = (turn: Turn, row: Queued, gatewayId: number): Queued => {
  const gateway = turn.ctx.settings.gateways.get(gatewayId);
  const symbol = turn.basis.group.held(row.symbol);
  const sent: Queued = {
    ...row,
    state: 'sent',
    gateway_id: gatewayId,
    offered_to: 0,
    taken_by: 0,
    due_at: 0,
    timeout_at: 0,
    ...(row.clear_stops ? { sl: 0, tp: 0, trail_pts: 0 } : {}),
  };
  if (gateway === undefined || symbol === undefined) return sent;
  const sent_as = sentAs(row, gateway);
  const priced = sent_as === 'limit' || sent_as === 'modify';
  const placing = sent_as === 'limit' || sent_as === 'market';
  return {
    ...sent,
    sent_as,
    quantity: quantityOf(gateway, row.volume, symbol.contract_size),
    sent_price: priced ? gateway.limitOf(symbol, row.deal_side, row.price_worst || row.price) : 0,
    // A market request does not rest at the provider: volume that the
    // bound does not fill at once ends.
    fill: row.price_worst !== 0 && row.fill === 'return' ? 'ioc' : row.fill,
    timeout_at: placing ? placementUntil(turn, gateway) : 0,
  };
};

/**
 * The row by which the server cancels an order at its provider; `cancels` is the action that does,
 * as in `Queued`.
 */
export const cancelRow = (turn: Turn, resting: Queued, cancels: string): Queued => ({
  ...resting,
  cancels,
  id: turn.ctx.nextOrderId(),
  request_id: '',
  digest: '',
  source: 'server',
  dealer: 0,
  kind: 'pending_cancel',
  received_at: turn.now,
  state: 'sent',
  sent_as: 'cancel',
  due_at: 0,
  timeout_at: 0,
  timed_out: false,
  deal_ids: '',
  busted: 0,
  sent_value: '',
  held: '',
  ends_as: '',
});

/** The value at the provider after a deal of the row is added, or taken back (`sign` -1). */
export const valueAfter = (
  { sent_value }: Pick<Queued, 'sent_value'>,
  { volume, price_gateway }: Pick<Deal, 'volume' | 'price_gateway'>,
  sign: 1 | -1,
): string => String(BigInt(sent_value) + BigInt(sign * volume) * BigInt(price_gateway));
