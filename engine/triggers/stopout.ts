// Stop-out: the next position to close, and how much of it.

import type { Money, Position, Side } from '../../wire/trading/records.js';
import { symbolOf, termsOf } from '../account/basis.js';
import type { Holding, Turn } from '../account/types.js';
import { accessFault, isOpen, quoteFault } from '../checks/checks.js';
import { blockedGrowth, planCharges, planFill, reduced } from '../deals/deals.js';
import { legsOf, marginNear, marginWith, reservedOf } from '../margin/account-margin.js';
import { heldLegs, opposite, positionMargin, prospectNow } from '../margin/margin.js';
import { floatingOf, pricesOf, valuationOf, valuePrice } from '../margin/money.js';
import { closeProfit } from '../margin/profit.js';
import { dealPrice } from '../requests/decide.js';
import { gatewayOf } from '../requests/gateway-choice.js';
import type { EngineSymbol, GroupPrices } from '../settings/symbols.js';
import { isHeld } from '../turn/locks.js';

/** A position to close, and the volume. */
export interface StopOutVolume {
  readonly holding: Holding;
  readonly position: Position;
  /** ×10^8 */
  readonly volume: number;
}

/** A symbol that can trade now. */
interface Tradable {
  readonly holding: Holding;
  readonly symbol: EngineSymbol;
  readonly prices: GroupPrices;
}

/** Is the position free for a stop-out: is no request about it in progress? */
const isFree = (turn: Turn, { id, gateway_id: home }: Position): boolean =>
  !isHeld(turn.state, id) && (home === 0 || gatewayOf(turn, [home]) !== undefined);

const tradables = (turn: Turn): readonly Tradable[] => {
  const found: Tradable[] = [];
  for (const holding of turn.state.holdings.values()) {
    if (holding.positions.length === 0) continue;
    const symbol = symbolOf(turn.basis, holding);
    const prices = pricesOf(symbol, turn.ctx);
    if (!symbol.offered || !isOpen(turn, symbol)) continue;
    if (accessFault(turn, symbol, null) !== undefined) continue;
    if (quoteFault(turn, symbol, prices) !== undefined) continue;
    found.push({ holding, symbol, prices });
  }
  return found;
};

/**
 * The volume limited to `volume_max`, for netting accounts that are not demo (trading-rules §3.12).
 */
const atMost = (turn: Turn, symbol: EngineSymbol, volume: number): number => {
  const { netting, demo } = turn.basis.group;
  return netting && !demo ? Math.min(volume, symbol.volume_max) : volume;
};

/** The whole tradable position with the lowest profit; of equal ones the lowest id (§3.12). */
export const worstOf = (turn: Turn): StopOutVolume | undefined => {
  let worst: StopOutVolume | undefined;
  let least = 0;
  for (const { holding, symbol } of tradables(turn)) {
    const free = (position: Position): boolean => isFree(turn, position);
    const all = holding.positions.every(free);
    const positions = all ? holding.positions : holding.positions.filter(free);
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

/** The inputs of the stop-out test. */
export type Tested = Pick<Money, 'equity' | 'margin'>;

/** Does the stop-out test hold for this money and this number of positions? */
type Test = (money: Tested, positions: number) => boolean;

/** A position with its margin alone. */
interface Ranked {
  readonly position: Position;
  readonly margin: number;
}

/**
 * The positions of each symbol and side, sorted by their margin alone. They are sorted once for all
 * steps of a stop-out: closed positions are skipped, partly closed ones sorted again.
 */
export class Ranking {
  /** Ascending by margin, so that the dearest position is last; equal ones by descending id. */
  readonly #ranked = new Map<string, Ranked[]>();

  /** The dearest position of a side that can be closed (§3.12.6). */
  dearest(turn: Turn, holding: Holding, symbol: EngineSymbol, side: Side): Ranked | undefined {
    const key = `${holding.name} ${side}`;
    const ranked = this.#ranked.get(key) ?? rankedOf(turn, holding, symbol, side);
    this.#ranked.set(key, ranked);
    for (let at = ranked.length - 1; at >= 0; at -= 1) {
      const one = ranked[at] as Ranked;
      const position = turn.state.positions.get(one.position.id);
      if (position === undefined) {
        if (at === ranked.length - 1) ranked.pop();
      } else if (position !== one.position) {
        this.#ranked.delete(key);
        return this.dearest(turn, holding, symbol, side);
      } else if (isFree(turn, position)) return one;
    }
    return undefined;
  }
}

const rankedOf = (turn: Turn, holding: Holding, symbol: EngineSymbol, side: Side): Ranked[] => {
  const terms = termsOf(turn.basis, symbol);
  return holding.positions
    .filter((position) => position.side === side)
    .map((position) => ({ position, margin: positionMargin(terms, position) }))
    .sort((a, b) => a.margin - b.margin || b.position.id - a.position.id);
};

/**
 * A position that may be closed in part: `volume` is the most that may be closed (§3.12.6,
 * §3.12.7).
 */
interface Candidate extends StopOutVolume, Tradable, Ranked {}

/** The position with the largest margin on the side with more lots. */
const candidateOf = (turn: Turn, tradable: Tradable, ranking: Ranking): Candidate | undefined => {
  const { holding, symbol } = tradable;
  const { buy, sell } = legsOf(holding);
  const more = buy.volume - sell.volume;
  if (more === 0) return undefined;
  const found = ranking.dearest(turn, holding, symbol, more > 0 ? 'buy' : 'sell');
  if (found === undefined) return undefined;
  const volume = atMost(turn, symbol, Math.min(found.position.volume, Math.abs(more)));
  return { ...tradable, ...found, volume };
};

/** The inputs of a candidate's trials that do not depend on the volume (§3.12.7). */
interface Trial {
  readonly candidate: Candidate;
  /**
   * Equity without the position's floating profit, and margin without the scope of the candidate's
   * symbol.
   */
  readonly equity: number;
  readonly margin: number;
}

const trialOf = (turn: Turn, candidate: Candidate): Trial => {
  const { state, basis, ctx } = turn;
  const { holding, symbol, position } = candidate;
  const { money } = valuationOf(turn);
  const [floating = 0] = floatingOf(turn, holding, [position]);
  const near = marginNear(state, basis, symbol, ctx);
  return { candidate, equity: money.equity - floating, margin: money.margin - near };
};

/**
 * Equity, margin and number of positions as they would be after closing `volume` (§3.12.7).
 */
const tried = (
  turn: Turn,
  trial: Trial,
  volume: number,
): readonly [money: Tested, positions: number] => {
  const { state, basis, ctx } = turn;
  const { holding, symbol, prices, position } = trial.candidate;
  const side = opposite(position.side);
  const plan = planFill(turn, symbol, side, volume, dealPrice(side, prices), position);
  const charges = planCharges(turn, plan, 'so');
  const rest = reduced(plan, position, turn.now);
  const price = valuePrice(position.side, holding.prices);
  const floating = rest.closed ? 0 : closeProfit(symbol, rest, rest.volume, price, ctx).profit;
  const blocks = basis.group.netting && basis.group.record.profit_blocked_till_eod;
  const blocked = blockedGrowth(turn, charges) + (blocks ? Math.max(plan.profit, 0) : 0);
  const realised = plan.profit + charges.commission + charges.fee - blocked;
  const left = heldLegs(symbol, legsOf(holding).without([plan]));
  const near = marginWith(state, basis, symbol, prospectNow(left, reservedOf(holding)), ctx);
  const tested = { equity: trial.equity + floating + realised, margin: trial.margin + near };
  return [tested, state.positions.size - (rest.closed ? 1 : 0)];
};

/**
 * By bisection, the smallest number of steps after which the stop-out test no longer holds; `most`
 * if it holds even then (§3.12.9).
 */
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
 * The smallest part of the position with the largest margin that ends the stop-out, for groups that
 * close in parts, if it frees margin (§3.12.5); undefined: whole positions are closed.
 */
export const partOf = (
  turn: Turn,
  money: Money,
  test: Test,
  ranking: Ranking,
): StopOutVolume | undefined => {
  const { stopout_close, stopout_mode } = turn.basis.group.record;
  if (stopout_close !== 'partial' || stopout_mode !== 'percent' || money.margin === 0) {
    return undefined;
  }
  const candidates = tradables(turn)
    .map((tradable) => candidateOf(turn, tradable, ranking))
    .filter((one) => one !== undefined)
    .sort((a, b) => b.margin - a.margin || a.position.id - b.position.id)
    .map((one) => trialOf(turn, one));
  const frees = (trial: Trial): boolean =>
    tried(turn, trial, trial.candidate.volume)[0].margin < money.margin;
  const chosen = candidates.find(frees);
  if (chosen === undefined) return undefined;
  const { candidate } = chosen;
  const step = candidate.symbol.volume_step;
  const closed = (steps: number): number => Math.min(steps * step, candidate.volume);
  const steps = stepsNeeded(Math.ceil(candidate.volume / step), (count) =>
    test(...tried(turn, chosen, closed(count))),
  );
  return { ...candidate, volume: closed(steps) };
};
