// Holds fills at providers against their model, and no position may have two closes at a provider.

import type { AccountEvent } from '../../../wire/trading/events.js';
import type { Queued } from '../../../wire/trading/queued.js';
import type { Deal, Order, Position } from '../../../wire/trading/records.js';
import { dec } from '../../model/decimal.js';
import { afterFill, type Held } from '../../model/provider-fills.js';
import type { Faults, Oracle } from './oracle.js';

const heldOf = ({ id, side, volume, price_open, sl, tp, trail_pts }: Position): Held => ({
  id,
  side,
  volume: dec(volume),
  priceOpen: dec(price_open),
  sl: dec(sl),
  tp: dec(tp),
  trailPts: trail_pts,
});

/** A position in words; the stop loss of one that trails follows the market. */
const textOf = ({ id, side, volume, priceOpen, sl, tp, trailPts }: Held): string => {
  const stops = trailPts === 0 ? `sl ${sl}` : `trails ${trailPts}`;
  return `#${id} ${side} ${volume} at ${priceOpen} ${stops} tp ${tp}`;
};

const textsOf = (held: readonly Held[]): string => held.map(textOf).sort().join(', ');

const plain = ({ kind }: Queued): string => kind.replace('dealer_', '');
const CLOSES = ['close', 'close_by', 'sl', 'tp', 'stopout_position'];

/** Follows the rows of one account from event to event. */
export class FillOracle implements Oracle {
  private readonly positions = new Map<number, Position>();
  private readonly orders = new Map<number, Order>();
  private readonly queue = new Map<number, Queued>();
  /** Orders of which some part was filled. */
  private readonly filled = new Set<number>();

  constructor(private readonly netting: (group: string) => boolean) {}

  emitted(event: AccountEvent): Faults {
    const { cause, deals } = event;
    const isReport = cause.source === 'gateway' && cause.kind !== 'bust';
    const fills = isReport ? deals.filter(({ symbol }) => symbol !== '') : [];
    const expected = fills.map((deal) => this.expected(event, deal));
    const besides = this.closedBesides(event);
    this.adopt(event);
    const faults = expected.flatMap(([symbol, texts]) => {
      const found = textsOf(this.of(symbol));
      return found === texts ? [] : [`a part leaves ${found}, by the model ${texts}`];
    });
    return [...faults, ...besides, ...this.closedTwice()];
  }

  /** In hedging nothing is closed here while a close of it is at its provider. */
  private closedBesides({ group, cause, deals }: AccountEvent): Faults {
    if (this.netting(group) || cause.source === 'gateway' || cause.kind === 'bust') return [];
    const closing = deals.filter(
      ({ entry, reason, external_id }) =>
        /out/.test(entry) && reason !== 'rollover' && external_id === '',
    );
    const ids = this.closesSent();
    return closing
      .filter(({ position_id }) => ids.includes(position_id))
      .map(({ position_id }) => `position ${position_id} is closed beside its provider`);
  }

  private of(symbol: string): Held[] {
    return [...this.positions.values()].filter((one) => one.symbol === symbol).map(heldOf);
  }

  private expected({ group }: AccountEvent, deal: Deal): readonly [symbol: string, texts: string] {
    const { order_id: orderId, symbol, action, volume, price } = deal;
    const order = this.orders.get(orderId);
    const row = [...this.queue.values()].find(
      (one) => one.order_id === orderId && !plain(one).startsWith('pending_'),
    );
    if (order === undefined || row === undefined) return [symbol, `no fill of order ${orderId}`];
    const after = afterFill(this.netting(group), this.of(symbol), {
      orderId,
      side: action === 'buy' ? 'buy' : 'sell',
      volume: dec(volume),
      price: dec(price),
      closes: row.position_id,
      isFirst: !this.filled.has(orderId),
      sl: dec(order.sl),
      tp: dec(order.tp),
      trailPts: order.trail_pts,
    });
    return [symbol, textsOf(after)];
  }

  private adopt({ positions, orders, queued, deals }: AccountEvent): void {
    for (const row of positions) {
      if (row.closed) this.positions.delete(row.id);
      else this.positions.set(row.id, row);
    }
    for (const row of orders) {
      if (row.done_at > 0) this.orders.delete(row.id);
      else this.orders.set(row.id, row);
    }
    for (const row of queued) {
      if (row.state === 'gone') this.queue.delete(row.id);
      else this.queue.set(row.id, row);
    }
    for (const { order_id } of deals) this.filled.add(order_id);
  }

  /** The positions whose closes are at a provider. */
  private closesSent(): readonly number[] {
    const sent = [...this.queue.values()].filter((row) => row.state === 'sent');
    return sent.filter((row) => CLOSES.includes(plain(row))).map((row) => row.position_id);
  }

  private closedTwice(): Faults {
    const ids = this.closesSent();
    const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
    return twice.map((id) => `position ${id} is closed twice at its provider`);
  }
}
