// Commands for accounts, made of what a provider reports about their orders.

import { cutText } from '../../../wire/base/schema.js';
import { serverId } from '../../../wire/base/uuid.js';
import type { GatewayCommand } from '../../../wire/trading/commands.js';
import type { WorkingOrder } from './working-order.js';

/** Namespace of the request ids of reports. */
const REPORT_NAMESPACE = '5b1c8f62-93a4-5d0b-8c57-2f6d1e9a7b30';
/** The longest text of a provider that is kept. */
const TEXT_MAX = 128;

/** A command without the parts that are the same for all reports about an order. */
export type ReportPart = Pick<GatewayCommand, 'report'> &
  Partial<
    Pick<
      GatewayCommand,
      'execution_id' | 'volume' | 'price' | 'leaves' | 'total' | 'change_id' | 'text'
    >
  >;

/**
 * The command of a report about an order of a gateway. `id` separates the report from others about
 * the order: the request id is made from it, so that the report takes effect once.
 */
export const commandOf = (
  gateway_id: number,
  { placement, externalId }: Pick<WorkingOrder, 'placement' | 'externalId'>,
  id: string,
  part: ReportPart,
): GatewayCommand => {
  const { order_id } = placement;
  return {
    op: 'gateway',
    request_id: serverId(REPORT_NAMESPACE, `${gateway_id} ${order_id} ${id}`),
    gateway_id,
    order_id,
    external_id: externalId,
    ...part,
    ...(part.text !== undefined && { text: cutText(part.text, TEXT_MAX) }),
  };
};
