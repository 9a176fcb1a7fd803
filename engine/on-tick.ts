// Processes one tick for one account, in the order of the rules; many rows in several parts.

import type { AccountEvent } from '../wire/trading/events.js';
import type { Order } from '../wire/trading/records.js';
import { symbolOf } from './account/basis.js';
import type { AccountState, Context, Holding, Turn } from './account/types.js';
import { isOpen, quoteFault } from './checks/checks.js';
import { pricesOf } from './margin/money.js';
import type { EngineSymbol } from './settings/symbols.js';
import { activate, triggerStopLimit } from './triggers/activation.js';
import { expireDue } from './triggers/expiry.js';
import { testLevels } from './triggers/levels.js';
import { moveTrailing, triggerStop } from './triggers/stops.js';
import { beginTurn } from './turn/turn.js';

/** An action on the rows of a symbol, one by one; rows that are gone are passed over. */
interface Pass {
  readonly symbol: string;
  readonly ids: readonly number[];
  readonly act: (turn: Turn, holding: Holding, symbol: EngineSymbol, id: number) => void;
}

const expire: Pass['act'] = (turn, _holding, _symbol, id) => {
  const order = turn.state.orders.get(id);
  if (order !== undefined) expireDue(turn, [order], Number.POSITIVE_INFINITY);
};

const stop: Pass['act'] = (turn, _holding, symbol, id) => {
  const position = turn.state.positions.get(id);
  if (position !== undefined) triggerStop(turn, symbol, position);
};

const trail: Pass['act'] = (turn, { positions }, symbol) => moveTrailing(turn, symbol, positions);

/** An order acts once at a tick: a stop-limit order that is triggered is not activated by it. */
const acting =
  (act: (turn: Turn, symbol: EngineSymbol, order: Order) => void): Pass['act'] =>
  (turn, _holding, symbol, id) => {
    const order = turn.state.orders.get(id);
    if (order !== undefined) act(turn, symbol, order);
  };
const trigger = acting(triggerStopLimit);
const enter = acting(activate);

const idsOf = (rows: readonly { readonly id: number }[]): readonly number[] =>
  rows.map(({ id }) => id);

/** One step: all trailing stops of a symbol move in one event. */
const ONCE = [0];

const triggering = (turn: Turn, holding: Holding): readonly Pass[] => {
  const symbol = symbolOf(turn.basis, holding);
  if (!symbol.offered || !isOpen(turn, symbol)) return [];
  if (quoteFault(turn, symbol, pricesOf(symbol, turn.ctx)) !== undefined) return [];
  const { name, positions, orders } = holding;
  const stopLimits = orders.filter(({ kind }) => kind === 'stop_limit');
  const others = orders.filter(({ kind }) => kind !== 'stop_limit');
  return [
    { symbol: name, ids: idsOf(positions), act: stop },
    { symbol: name, ids: ONCE, act: trail },
    { symbol: name, ids: idsOf(stopLimits), act: trigger },
    { symbol: name, ids: idsOf(others), act: enter },
  ];
};

const passesOf = (turn: Turn, symbolId: number): readonly Pass[] => {
  const holdings = [...turn.state.holdings.values()].filter(
    (holding) => symbolOf(turn.basis, holding).id === symbolId,
  );
  const expiring = holdings.map(({ name, orders }) => ({
    symbol: name,
    ids: idsOf(orders),
    act: expire,
  }));
  return [...expiring, ...holdings.flatMap((holding) => triggering(turn, holding))];
};

/** The progress of a tick for one account. */
export class TickProgress {
  #passes: readonly Pass[] | undefined;
  #pass = 0;
  #at = 0;

  /** Takes the passes on, until the turn has so many events; true when they are done. */
  advance(turn: Turn, symbolId: number, most: number): boolean {
    this.#passes ??= passesOf(turn, symbolId);
    for (; this.#pass < this.#passes.length; this.#pass += 1, this.#at = 0) {
      const { symbol, ids, act } = this.#passes[this.#pass] as Pass;
      for (; this.#at < ids.length; this.#at += 1) {
        const holding = turn.state.holdings.get(symbol);
        if (holding === undefined) break;
        if (turn.events.length >= most) return false;
        act(turn, holding, symbolOf(turn.basis, holding), ids[this.#at] as number);
      }
    }
    return true;
  }
}

/**
 * Processes a tick of a symbol for an account: expiry, stops by position id, trailing (§4.9.4),
 * stop-limit triggers, activations by order id, then margin call and stop-out (trading-rules §4.7).
 * All events have been applied to the state when it returns. With `most` events or more
 * something may be left: the caller calls again with the same progress, before the next tick.
 */
export const onTick = (
  state: AccountState,
  ctx: Context,
  symbolId: number,
  progress = new TickProgress(),
  most = Number.POSITIVE_INFINITY,
): readonly AccountEvent[] => {
  const turn = beginTurn(state, ctx);
  if (progress.advance(turn, symbolId, most)) testLevels(turn, most);
  return turn.events;
};
