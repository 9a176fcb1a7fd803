// The deals of a position, for a bust. The deals of an order, for its booked volume.

import { VOLUME_SCALE } from '../../../wire/base/scale.js';
import {
  DEALS_MAX,
  type DealInPosition,
  type DealKey,
  type ExecutionKey,
  type FillKey,
} from '../../../wire/queries/deal-queries.js';
import type { Queries } from '../../../wire/queries/queries.js';
import { providerBustId } from '../../../wire/trading/bust-ids.js';
import type { Deal, Order } from '../../../wire/trading/records.js';
import type { Database, Statement } from '../../database/database.js';
import { LEDGERS, storedRow } from '../../database/schema.js';
import {
  DEAL_PLACE,
  type DealPlace,
  NEWEST_DEAL_SEQ,
  rowOf,
  type StoredEvents,
  type StoredOrders,
} from './entries.js';
import { fencedRead } from './fenced-read.js';

/** One lot as a volume. */
const LOT = 10n ** BigInt(VOLUME_SCALE);

type PositionQuery = Queries['deal.position']['input'];
type BookedQuery = Queries['fill.booked']['input'];

/** Reads deals together with all deals of their positions. */
export class PositionDeals {
  readonly #place: Statement;
  readonly #ofPosition: Statement;
  readonly #ledger: Statement;
  readonly #readLedger = storedRow(LEDGERS);

  /** `isKnown` says whether a request of a provider had its effect on an account. */
  constructor(
    private readonly db: Database,
    private readonly events: StoredEvents,
    private readonly orders: StoredOrders,
    private readonly isKnown: (login: number, requestId: string) => boolean,
  ) {
    this.#place = db.prepare(`SELECT ${DEAL_PLACE} FROM entries WHERE deal_id = ? AND deal_id > 0`);
    this.#ofPosition = db
      .prepare(
        `SELECT deal_id, ${NEWEST_DEAL_SEQ} FROM entries
         WHERE position_id = ? AND position_id > 0 AND deal_id > 0
         ORDER BY deal_id LIMIT ${DEALS_MAX + 1}`,
      )
      .raw();
    this.#ledger = db
      .prepare('SELECT row FROM account_rows WHERE login = ? AND kind = ? AND id = login')
      .pluck();
  }

  /** The deal of a key, with all deals of its position in their newest form. */
  find(query: PositionQuery): Queries['deal.position']['output'] {
    return fencedRead(this.db, query, { found: null }, () => ({ found: this.#find(query) }));
  }

  /**
   * Is a fill booked? The booked volume, with that which staff declined to book, is compared with
   * the provider's total, which does not count volume that the provider took back. A fill without a
   * total is found by its execution id.
   */
  isBooked(query: BookedQuery): Queries['fill.booked']['output'] {
    return fencedRead(this.db, query, { booked: false }, () => ({
      booked: this.#isBooked(query),
    }));
  }

  #isBooked(fill: FillKey): boolean {
    const { total, is_units } = fill;
    if (total === null) return this.#executed(fill) !== undefined;
    const order = this.#orderOf(fill);
    if (order === undefined) return total === 0n;
    let counted = BigInt(order.volume_declined);
    for (const place of this.#ofOrder(order, fill)) {
      if (!this.#isUncounted(place)) counted += BigInt(this.#dealAt(place).volume);
    }
    if (counted === 0n) return total === 0n;
    // Units that are no exact volume are booked without what exceeds its last decimal.
    return (total * LOT) / (is_units ? BigInt(order.contract_size) : LOT) <= counted;
  }

  /** Has the provider of a deal taken it back, whatever the deal's state here? */
  #isUncounted(place: DealPlace): boolean {
    return this.#bustedBy(place) === 'gateway' || this.#isCounted(place);
  }

  /** Was only the provider's total of the order lowered by it? */
  #isCounted({ login, deal_id }: DealPlace): boolean {
    return this.isKnown(login, providerBustId(deal_id));
  }

  /** The party that took a deal back; null = none. */
  #bustedBy(place: DealPlace): DealInPosition['busted_by'] {
    const { action } = this.#dealAt(place);
    if (action !== 'buy_canceled' && action !== 'sell_canceled') return null;
    const { cause } = this.events.event(place.seq);
    return cause.source === 'gateway' ? 'gateway' : 'dealer';
  }

  #find(key: DealKey): DealInPosition | null {
    const place = 'deal_id' in key ? this.#placeOf(key.deal_id) : this.#executed(key);
    if (place === undefined) return null;
    const { login, deal_id, position_id: position } = place;
    const deals = position === 0 ? this.#dealAlone(deal_id) : this.#dealsOf(position);
    const { account_seq } = this.#readLedger(this.#ledger.get(login, LEDGERS.kind) as Buffer);
    return {
      login,
      deal: this.#dealAt(place),
      deals,
      account_seq,
      busted_by: this.#bustedBy(place),
      is_counted: this.#isCounted(place),
    };
  }

  #placeOf(dealId: number): DealPlace | undefined {
    return this.#place.get(dealId) as DealPlace | undefined;
  }

  #executed(key: ExecutionKey): DealPlace | undefined {
    const order = this.#orderOf(key);
    if (order === undefined) return undefined;
    for (const place of this.#ofOrder(order, key)) {
      if (this.#dealAt(place).external_id === key.execution_id) return place;
    }
    return undefined;
  }

  /** The order of an execution, open or ended; undefined = the account has no such order. */
  #orderOf({ login, order_id }: ExecutionKey): Order | undefined {
    const order = this.orders.find(order_id)?.order;
    return login === 0 || login === order?.login ? order : undefined;
  }

  /** The deals of an order at a gateway, the newest first. */
  *#ofOrder(order: Order, { gateway_id }: ExecutionKey): Generator<DealPlace> {
    for (const place of this.orders.dealsOf(order.login, order.id)) {
      if (this.#dealAt(place).gateway_id === gateway_id) yield place;
    }
  }

  /** A deal of no position, such as a payment. */
  #dealAlone(id: number): readonly Deal[] {
    const found = this.events.deal(id);
    return found === undefined ? [] : [found.deal];
  }

  #dealsOf(positionId: number): readonly Deal[] {
    const found = this.#ofPosition.all(positionId) as [id: number, seq: number][];
    return found.map(([id, seq]) => this.#deal(seq, id));
  }

  #dealAt({ deal_id, seq }: DealPlace): Deal {
    return this.#deal(seq, deal_id);
  }

  #deal(seq: number, id: number): Deal {
    return rowOf(this.events.event(seq).deals, id);
  }
}
