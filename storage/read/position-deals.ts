// The deals of a position: what a bust reads.

import {
  DEALS_MAX,
  type DealInPosition,
  type DealKey,
  type Queries,
} from '../../wire/desk/queries.js';
import type { Deal } from '../../wire/trading/records.js';
import type { Database, Statement } from '../database/database.js';
import { LEDGERS, storedRow } from '../database/schema.js';
import { NEWEST_DEAL_SEQ, rowOf, type StoredEvents } from './entries.js';
import { fencedRead } from './fence.js';

/** Newest deals of an account among which an execution is searched: 10 µs each. */
const SEARCHED_MAX = 2000;

type PositionQuery = Queries['deal.position']['input'];

/** Where a deal stands: its account, its id and its position. */
type DealPlace = readonly [login: number, deal_id: number, position_id: number];

/** Reads deals together with all deals of their positions. */
export class PositionDeals {
  readonly #db: Database;
  readonly #events: StoredEvents;
  readonly #place: Statement;
  readonly #owner: Statement;
  readonly #newest: Statement;
  readonly #ofPosition: Statement;
  readonly #ledger: Statement;
  readonly #readLedger = storedRow(LEDGERS);

  constructor(db: Database, events: StoredEvents) {
    this.#db = db;
    this.#events = events;
    this.#place = db
      .prepare('SELECT login, deal_id, position_id FROM entries WHERE deal_id = ? AND deal_id > 0')
      .raw();
    this.#owner = db
      .prepare('SELECT login FROM entries WHERE order_id = ? AND order_id > 0 LIMIT 1')
      .pluck();
    this.#newest = db
      .prepare(
        `SELECT login, deal_id, position_id, ${NEWEST_DEAL_SEQ} FROM entries
         WHERE login = ? AND time > 0 AND deal_id > 0 ORDER BY time DESC LIMIT ${SEARCHED_MAX}`,
      )
      .raw();
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
    return fencedRead(this.#db, query, { found: null }, () => ({ found: this.#find(query) }));
  }

  #find(key: DealKey): DealInPosition | null {
    const place = 'deal_id' in key ? this.#placeOf(key.deal_id) : this.#executed(key);
    if (place === undefined) return null;
    const [login, deal_id, position] = place;
    const deals = position === 0 ? this.#dealAlone(deal_id) : this.#dealsOf(position);
    const ledger = this.#readLedger(this.#ledger.get(login, LEDGERS.kind) as Buffer);
    return { login, deal_id, deals, account_seq: ledger.account_seq };
  }

  #placeOf(dealId: number): DealPlace | undefined {
    return this.#place.get(dealId) as DealPlace | undefined;
  }

  /** A provider takes back what it has executed lately: the newest deals are searched. */
  #executed(key: Exclude<DealKey, { deal_id: number }>) {
    const { gateway_id, execution_id } = key;
    const login = key.login || (this.#owner.get(key.order_id) as number | undefined) || 0;
    const deals = this.#newest.all(login) as unknown as [...DealPlace, seq: number][];
    for (const [owner, id, position, seq] of deals) {
      const deal = this.#deal(seq, id);
      // Execution ids of some providers begin anew with each day.
      const isOfOrder = deal.gateway_id === gateway_id && deal.order_id === key.order_id;
      const isIt = isOfOrder && deal.external_id === execution_id;
      if (isIt) return [owner, id, position] as const;
    }
    return undefined;
  }

  /** A deal of no position, such as a payment. */
  #dealAlone(id: number): readonly Deal[] {
    const found = this.#events.deal(id);
    return found === undefined ? [] : [found.deal];
  }

  #dealsOf(positionId: number): readonly Deal[] {
    const found = this.#ofPosition.all(positionId) as [id: number, seq: number][];
    return found.map(([id, seq]) => this.#deal(seq, id));
  }

  #deal(seq: number, id: number): Deal {
    return rowOf(this.#events.event(seq).deals, id);
  }
}
