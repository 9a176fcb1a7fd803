// The deals of an account's positions, and their sums (trading-rules §3.14).

import type { AccountEvent } from '../../../wire/trading/events.js';
import type { Correction, Deal } from '../../../wire/trading/records.js';

/** Closed positions whose deals are kept: a deal of theirs may be taken back. */
const CLOSED_MAX = 3;

/** Is it a trade that was not taken back? */
export const isTrade = ({ action }: Deal): boolean => action === 'buy' || action === 'sell';
/** Was the deal taken back? */
export const isCancelled = ({ action }: Deal): boolean => action.endsWith('_canceled');
const signed = (deal: Deal): number => (deal.action.startsWith('buy') ? deal.volume : -deal.volume);

/** The volume weighted mean of two prices, half away from zero. */
const mean = (price: number, volume: number, added: number, addedVolume: number): number => {
  const whole = BigInt(volume + addedVolume);
  const sum = BigInt(price) * BigInt(volume) + BigInt(added) * BigInt(addedVolume);
  return Number((2n * sum + whole) / (2n * whole));
};

/** What deals add up to in id order; volume is positive for a buy. */
interface NetVolume {
  readonly volume: number;
  readonly price: number;
}

/** Of a position without deals. */
export const FLAT: NetVolume = { volume: 0, price: 0 };

const netAfter = ({ volume, price }: NetVolume, deal: Deal): NetVolume => {
  const change = signed(deal);
  const after = volume + change;
  if (volume === 0 || after * volume < 0) return { volume: after, price: deal.price };
  if (change * volume < 0) return { volume: after, price };
  return { volume: after, price: mean(price, Math.abs(volume), deal.price, deal.volume) };
};

/** A position as its deals tell of it. */
interface Held {
  net: NetVolume;
  /** Its deals that were not cancelled, in id order. */
  deals: Deal[];
  /** The order that opened it. */
  readonly order: number;
}

/** Follows the deals of one account, position by position. */
export class PositionDeals {
  readonly held = new Map<number, Held>();
  /** Positions that closed last. */
  readonly #closed = new Map<number, Held>();

  /** Something has happened. */
  emitted({ deals, corrections, positions }: AccountEvent): void {
    for (const deal of deals) {
      if (isCancelled(deal)) this.cancel(deal);
      else if (isTrade(deal)) this.add(deal);
    }
    for (const correction of corrections) {
      const row = positions.find(({ id }) => id === correction.position_id);
      this.correct(correction, row?.price_open ?? 0);
    }
  }

  /** The deals of positions that are held or closed last, by position. */
  *of(which: 'held' | 'closed'): Iterable<readonly Deal[]> {
    const positions = which === 'held' ? this.held : this.#closed;
    for (const { deals } of positions.values()) if (deals.length > 0) yield [...deals];
  }

  /** A trade was made; the volume before, and its position after. */
  add(deal: Deal): { readonly before: number; readonly held: Held } {
    const { position_id: id } = deal;
    const held = this.#of(deal);
    const before = held.net.volume;
    this.#closed.delete(id);
    held.net = netAfter(held.net, deal);
    held.deals.push(deal);
    if (held.net.volume === 0) this.#close(id, held);
    else this.held.set(id, held);
    return { before, held };
  }

  /** The amounts of a cancelled deal were booked: other deals take them back. */
  cancel(deal: Deal): void {
    const { position_id: id } = deal;
    const held = this.#of(deal);
    const left = held.deals.filter((one) => one.id !== deal.id);
    const volume = held.net.volume - signed(deal);
    held.net = left.length < held.deals.length ? left.reduce(netAfter, FLAT) : { volume, price: 0 };
    held.deals = left;
    this.#closed.delete(id);
    if (held.net.volume === 0) this.held.delete(id);
    else this.held.set(id, held);
  }

  /**
   * A position that is deleted goes with its deals; what is busted away stays without volume. A
   * corrected one goes on from what staff made it: the price is its row's.
   */
  correct({ position_id: id, kind, side, volume }: Correction, price: number): void {
    const held = this.held.get(id);
    if (held === undefined || kind === 'bust') return;
    if (kind === 'position_delete') this.held.delete(id);
    else held.net = { volume: held.net.volume - (side === 'buy' ? volume : -volume), price };
  }

  #of({ position_id: id, order_id: order }: Deal): Held {
    return this.held.get(id) ?? this.#closed.get(id) ?? { net: FLAT, deals: [], order };
  }

  #close(id: number, held: Held): void {
    this.held.delete(id);
    this.#closed.set(id, held);
    const [oldest] = this.#closed.keys();
    if (this.#closed.size > CLOSED_MAX && oldest !== undefined) this.#closed.delete(oldest);
  }
}
