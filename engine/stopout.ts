// Stop-out: which position is given up next, and how much of it.

import type { Ledger, Money, Position, Side } from '../wire/records.js';
import { newAccount } from './account.js';
import { accessFault, isOpen, type Prices, quoteFault } from './checks.js';
import { blockedGrowth, planCharges, planFill, reduced } from './deals.js';
import { dealPrice } from './decide.js';
import { gatewayOf } from './gateways.js';
import { isHeld } from './locks.js';
import { opposite, positionMargin } from './margin.js';
import { floatingOf, pricesOf, symbolOf, termsOf, valuation } from './money.js';
import type { EngineSymbol } from './symbols.js';
import type { Turn } from './turn.js';
import type { Draft, Holding } from './types.js';

/** A position to be given up, and how much of it. */
export interface Given {
  readonly holding: Holding;
  readonly position: Position;
  /** ×10^8 */
  readonly volume: number;
}

/** A symbol that can trade now, and its positions about which nothing is under way. */
interface Tradable {
  readonly holding: Holding;
  readonly symbol: EngineSymbol;
  readonly prices: Prices;
  readonly positions: readonly Position[];
}

const tradables = (turn: Turn): readonly Tradable[] => {
  const found: Tradable[] = [];
  for (const holding of turn.state.holdings.values()) {
    if (holding.positions.length === 0) continue;
    const symbol = symbolOf(turn.basis, holding);
    const prices = pricesOf(symbol, turn.ctx);
    if (!symbol.offered || !isOpen(turn, symbol)) continue;
    if (accessFault(turn, symbol, null) !== undefined) continue;
    if (quoteFault(turn, symbol, prices) !== undefined) continue;
    const free = ({ id, gateway_id: home }: Position): boolean =>
      !isHeld(turn.state, id) && (home === 0 || gatewayOf(turn, symbol, [home]) !== undefined);
    const positions = holding.positions.every(free)
      ? holding.positions
      : holding.positions.filter(free);
    found.push({ holding, symbol, prices, positions });
  }
  return found;
};

/** Real netting accounts close at most `volume_max` at a time (trading-rules §3.12). */
const atMost = (turn: Turn, symbol: EngineSymbol, volume: number): number => {
  const { netting, demo } = turn.basis.group;
  return netting && !demo ? Math.min(volume, symbol.volume_max) : volume;
};

/** The tradable position with the lowest profit, whole; the lowest id of equals (§3.12). */
export const worstOf = (turn: Turn): Given | undefined => {
  let worst: Given | undefined;
  let least = 0;
  for (const { holding, symbol, positions } of tradables(turn)) {
    const profits = floatingOf(turn, holding, positions);
    for (const [at, position] of positions.entries()) {
      const profit = profits[at] as number;
      const first = worst !== undefined && profit === least && position.id < worst.position.id;
      if (worst !== undefined && profit >= least && !first) continue;
      worst = { holding, position, volume: atMost(turn, symbol, position.volume) };
      least = profit;
    }
  }
  return worst;
};

/** Does the stop-out test hold for such money, with so many positions? */
export type Test = (money: Money, positions: number) => boolean;

/** A position of which a part may be closed, at most so much (engine/README.md §3.1, §3.2). */
interface Candidate extends Given {
  readonly symbol: EngineSymbol;
  readonly prices: Prices;
  /** Its standalone margin. */
  readonly margin: number;
}

const lotsOf = (positions: readonly Position[], side: Side): number => {
  let lots = 0;
  for (const position of positions) if (position.side === side) lots += position.volume;
  return lots;
};

/** The position with the largest margin on the side that holds more lots. */
const candidateOf = (turn: Turn, tradable: Tradable): Candidate | undefined => {
  const { holding, symbol, positions } = tradable;
  const more = lotsOf(holding.positions, 'buy') - lotsOf(holding.positions, 'sell');
  const side = more > 0 ? 'buy' : 'sell';
  const terms = termsOf(turn.basis, symbol);
  let found: Candidate | undefined;
  for (const position of positions) {
    if (position.side !== side || more === 0) continue;
    const margin = positionMargin(terms, position);
    if (found !== undefined && margin <= found.margin) continue;
    const volume = atMost(turn, symbol, Math.min(position.volume, Math.abs(more)));
    found = { ...tradable, position, margin, volume };
  }
  return found;
};

/** The account's money after closing so much of a candidate, and its positions then (§3.2). */
const trialOf = (
  turn: Turn,
  { symbol, prices, position }: Candidate,
  volume: number,
): readonly [money: Money, positions: number] => {
  const { state, basis } = turn;
  const side = opposite(position.side);
  const plan = planFill(turn, symbol, side, volume, dealPrice(side, prices), position);
  const charges = planCharges(turn, plan, 'so');
  const ledger: Draft<Ledger> = { ...state.ledger };
  ledger.balance += plan.profit + plan.swap + charges.commission + charges.fee;
  ledger.commission_blocked += blockedGrowth(turn, charges);
  const blocks = basis.group.netting && basis.group.record.profit_blocked_till_eod;
  if (blocks) ledger.profit_blocked += Math.max(plan.profit, 0);
  const left = reduced(plan, position, turn.now);
  const rows = [...state.positions.values()].map((row) => (row === position ? left : row));
  const positions = rows.filter((row) => !row.closed);
  const orders = [...state.orders.values()];
  const after = newAccount(state.switches, ledger, positions, orders, [...state.queue.values()]);
  return [valuation(after, turn.ctx).money, positions.length];
};

/** The number of steps that ends the test where one step less does not, by bisection (§3.4). */
const stepsNeeded = (most: number, holdsAt: (steps: number) => boolean): number => {
  if (holdsAt(most)) return most;
  let low = 0;
  let high = most;
  while (high - low > 1) {
    const mid = Math.floor((low + high) / 2);
    if (holdsAt(mid)) low = mid;
    else high = mid;
  }
  return high;
};

/**
 * Of the position with the largest margin as much as ends the test, where the group closes in parts
 * and that frees margin (engine/README.md §3); undefined: the rule of whole positions stands.
 */
export const partOf = (turn: Turn, money: Money, test: Test): Given | undefined => {
  const { stopout_close, stopout_mode } = turn.basis.group.record;
  if (stopout_close !== 'partial' || stopout_mode !== 'percent' || money.margin === 0) {
    return undefined;
  }
  const candidates = tradables(turn)
    .map((tradable) => candidateOf(turn, tradable))
    .filter((one) => one !== undefined)
    .sort((a, b) => b.margin - a.margin || a.position.id - b.position.id);
  const chosen = candidates.find((one) => trialOf(turn, one, one.volume)[0].margin < money.margin);
  if (chosen === undefined) return undefined;
  const step = chosen.symbol.volume_step;
  const closed = (steps: number): number => Math.min(steps * step, chosen.volume);
  const steps = stepsNeeded(Math.ceil(chosen.volume / step), (count) =>
    test(...trialOf(turn, chosen, closed(count))),
  );
  return { ...chosen, volume: closed(steps) };
};
