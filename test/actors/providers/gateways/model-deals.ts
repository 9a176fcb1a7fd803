// The deals of an account as its database has them, and busts of them as staff and gateways ask.

import { randomUUID } from 'node:crypto';
import { type BustAsked, bustDeal } from '../../../../actors/shared/busts.js';
import { ok } from '../../../../wire/base/codes.js';
import type { Caller } from '../../../../wire/desk/caller.js';
import type { DealInPosition, DealKey } from '../../../../wire/queries/deal-queries.js';
import { providerBustId } from '../../../../wire/trading/bust-ids.js';
import type { AccountEvent } from '../../../../wire/trading/events.js';
import type { Deal } from '../../../../wire/trading/records.js';
import { caller, LOGIN, type ShardHarness } from '../../../support/shard-harness.js';

/** A deal in its newest form, and who has taken it back. */
interface ModelDeal {
  readonly deal: Deal;
  readonly busted_by: DealInPosition['busted_by'];
}

const STAFF = caller(7, { audience: 'staff' });
const GATEWAY = caller(0, { audience: 'staff' });

const isTrade = ({ action }: Deal): boolean => action === 'buy' || action === 'sell';

/** The deals of the account's present positions. */
export class ModelDeals {
  readonly #deals = new Map<number, ModelDeal>();
  /** Ids of requests that have had an effect. */
  readonly #known = new Set<string>();

  constructor(
    private readonly shard: ShardHarness,
    private readonly gateway: number,
  ) {}

  /** Takes in what was committed; returns what must not be. */
  see(events: readonly AccountEvent[]): readonly string[] {
    const faults: string[] = [];
    for (const { deals, cause, remembered } of events) {
      if (remembered) this.#known.add(remembered.request_id);
      for (const deal of deals) {
        const before = this.#deals.get(deal.id);
        const source = cause.source === 'gateway' ? 'gateway' : 'dealer';
        if (before !== undefined && isTrade(before.deal) === isTrade(deal)) {
          faults.push(`deal ${deal.id} is changed to ${deal.action} again`);
        }
        this.#deals.set(deal.id, { deal, busted_by: before === undefined ? null : source });
      }
    }
    return faults;
  }

  /** The trades of an order at the provider that nobody has taken back. */
  tradesOf(orderId: number): readonly Deal[] {
    return this.#ofOrder(orderId).filter(isTrade);
  }

  /** The executions of an order that are booked, also those that were taken back. */
  executionsOf(orderId: number): ReadonlySet<string> {
    return new Set(this.#ofOrder(orderId).map(({ external_id }) => external_id));
  }

  #ofOrder(orderId: number): readonly Deal[] {
    return [...this.#deals.values()]
      .map(({ deal }) => deal)
      .filter(({ order_id, gateway_id }) => order_id === orderId && gateway_id === this.gateway);
  }

  /** What the account holds, as a signed volume. */
  held(): number {
    let sum = 0;
    for (const { side, volume } of this.shard.state().positions.values()) {
      sum += side === 'buy' ? volume : -volume;
    }
    return sum;
  }

  /** Takes a deal back; what was committed. */
  async bust(key: DealKey, source: BustAsked['source']): Promise<readonly AccountEvent[]> {
    const events: AccountEvent[] = [];
    const seen = { projection_seq: '0', consistency: 'current' } as const;
    await bustDeal(
      {
        find: async () => ok({ ...seen, found: this.#find(key) }),
        call: async (_, asked) => {
          events.push(...this.#ask('bust', asked, source === 'dealer' ? STAFF : GATEWAY));
          return { status: 200, text: JSON.stringify(this.shard.answers.at(-1)) };
        },
      },
      source,
    );
    return events;
  }

  #find(key: DealKey): DealInPosition | null {
    const found = [...this.#deals.values()].findLast(({ deal }) =>
      'deal_id' in key
        ? deal.id === key.deal_id
        : deal.order_id === key.order_id && deal.external_id === key.execution_id,
    );
    if (found === undefined) return null;
    const { deal, busted_by } = found;
    const deals = [...this.#deals.values()]
      .map((one) => one.deal)
      .filter(({ position_id }) => position_id === deal.position_id)
      .sort((a, b) => a.id - b.id);
    const { account_seq } = this.shard.state().ledger;
    const is_counted = this.#known.has(providerBustId(deal.id));
    return { login: LOGIN, deal, deals, account_seq, busted_by, is_counted };
  }

  /** Deletes the positions, and forgets all deals and answers. */
  flatten(): void {
    const position_ids = [...this.shard.state().positions.keys()];
    if (position_ids.length > 0) {
      this.#ask('position_delete', { request_id: randomUUID(), position_ids }, STAFF);
    }
    this.#deals.clear();
    this.#known.clear();
    this.shard.answers.length = 0;
  }

  /** The account is asked for something; what was committed. */
  #ask(op: string, data: unknown, by: Caller): readonly AccountEvent[] {
    const to = { token: 0, id: randomUUID() };
    const { session, terminal, ip } = by;
    const origin = { session, terminal, ip };
    this.shard.dispatcher.dispatch({ caller: by, origin, login: LOGIN, op, data, to });
    return this.shard.commit();
  }
}
