// Which gateway a request goes to (trading-rules §4.5).

import type { Turn } from '../account/types.js';
import type { EngineGateway } from '../settings/gateway-plan.js';
import { plainKind, providerRow } from '../turn/locks.js';
import type { RoutableRequest } from './request.js';

/** The first gateway of a list that is online, whatever its symbols (trading-rules §4.5). */
export const gatewayOf = ({ ctx }: Turn, ids: readonly number[]): EngineGateway | undefined => {
  for (const id of ids) {
    const gateway = ctx.settings.gateways.get(id);
    if (gateway?.enabled === true && ctx.gatewayOnline(id)) return gateway;
  }
  return undefined;
};

/**
 * The gateway at which the order or position of a request was opened, and which must also close or
 * change it; 0 = none (trading-rules §4.5).
 */
export const homeOf = ({ state, basis }: Turn, routable: RoutableRequest): number => {
  const { order, position_id, symbol, deal_side } = routable;
  if (position_id !== 0) return state.positions.get(position_id)?.gateway_id ?? 0;
  if (order !== null && state.queue.size > 0) {
    const kind = plainKind(routable);
    const isChange = kind === 'pending_modify' || kind === 'pending_cancel';
    if (isChange) return providerRow(state, order.id)?.gateway_id ?? 0;
  }
  if (!basis.group.netting || routable.kind.includes('pending')) return 0;
  const held = state.holdings.get(symbol.name)?.positions[0];
  return held !== undefined && held.side !== deal_side ? held.gateway_id : 0;
};
