// The requests that a shard shows to gateways: requests that are sent to providers.

import type { AccountState } from '../../engine/account/types.js';
import { providerRow } from '../../engine/turn/locks.js';
import type { GatewayCommand } from '../../wire/trading/commands.js';
import type { AccountEvent } from '../../wire/trading/events.js';
import { type Queued, type ShownRequests, sentRequestOf } from '../../wire/trading/queued.js';
import type { Order } from '../../wire/trading/records.js';
import type { ShardOutput } from './shard-output.js';

/** The parts of its shard that sending uses. */
interface SendingShard {
  readonly accounts: { get(login: number): { readonly state: AccountState } | undefined };
  /** The waiting requests by id, as they were before the event that is being recorded. */
  readonly rows: { readonly waiting: ReadonlyMap<number, Queued> };
  readonly deps: { readonly output: Pick<ShardOutput, 'sent'> };
}

/** The order of a request that has ended, of which nobody asks any more. */
const NO_ORDER: Pick<Order, 'volume_current' | 'contract_size'> = {
  volume_current: 0,
  contract_size: 0,
};

/** Shows requests at providers, and knows which gateways are online. */
export class ShardSending {
  #online: ReadonlySet<number> = new Set();

  constructor(private readonly shard: SendingShard) {}

  /** Is the gateway's session logged on? */
  isOnline(gateway: number): boolean {
    return this.#online.has(gateway);
  }

  /** Replaces the gateways that are online. */
  replace(online: readonly number[]): void {
    this.#online = new Set(online);
  }

  /** Shows all requests at providers, and that these are all; called when the shard has started. */
  begin(shard: number): void {
    for (const row of this.shard.rows.waiting.values()) {
      const state = this.shard.accounts.get(row.login)?.state;
      if (row.state === 'sent' && state !== undefined) this.#show(row, row, state.orders, null);
    }
    const mark: ShownRequests = { shard };
    this.shard.deps.output.sent(0, JSON.stringify(mark));
  }

  /** Shows the requests of an event that are at a provider, or were. */
  changed({ orders }: AccountState, event: AccountEvent): void {
    const { waiting } = this.shard.rows;
    const judged = event.remembered?.request_id ?? '';
    for (const row of event.queued) {
      const before = waiting.get(row.id);
      if (row.state === 'sent' || before?.state === 'sent') this.#show(row, before, orders, judged);
    }
  }

  /**
   * Shows the request of a report that has changed nothing: the gateway's reports so far are no
   * longer on their way.
   */
  unchanged(state: AccountState, { order_id, gateway_id, request_id }: GatewayCommand): void {
    const row = providerRow(state, order_id);
    if (row?.gateway_id === gateway_id) this.#show(row, row, state.orders, request_id);
  }

  #show(
    row: Queued,
    before: Queued | undefined,
    orders: AccountState['orders'],
    judged: string | null,
  ): void {
    const order = orders.get(row.order_id) ?? NO_ORDER;
    const text = JSON.stringify(sentRequestOf(row, before, order, judged));
    this.shard.deps.output.sent(row.login, text);
  }
}
