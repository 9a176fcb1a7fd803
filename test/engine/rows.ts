// Rows given by hand: accounts that hold what a test needs without the trades that led there.

import { moneyOf, newAccount } from '../../engine/engine.js';
import { emptyRow } from '../../wire/fields.js';
import {
  LEDGER,
  type Money,
  ORDER,
  type Order,
  type OrderKind,
  POSITION,
  type Position,
  type Side,
} from '../../wire/records.js';
import { parseScaled, parseScaledBig } from '../../wire/scale.js';
import type { EngineHarness } from '../support/engine-harness.js';

/** A price of a symbol with five digits, ×10^8. */
export const price = (text: string): number => parseScaled(text, 8) as number;

/** A volume ×10^8. */
export const volume = (text: string): number => parseScaled(text, 8) as number;

let rows = 0;

/** What a test says of a position or order; the rest is as a trade would leave it. */
interface Sketch {
  readonly id?: number;
  readonly side?: Side;
  readonly volume?: string;
  readonly rate_margin?: string;
  readonly sl?: string;
  readonly tp?: string;
}

/** A held position; one lot bought at a rate of 1 unless it is said otherwise. */
export const heldPosition = (
  engine: EngineHarness,
  name: string,
  sketch: Sketch & { readonly price_open: string; readonly swap?: string },
): Position => {
  rows += 1;
  const { digits, contract_size } = engine.symbol(name);
  const { currency_digits } = engine.settings.group[0] ?? { currency_digits: 2 };
  const scaled = (text: string): number => parseScaled(text, digits + 3) as number;
  return {
    ...emptyRow(POSITION),
    id: sketch.id ?? rows,
    login: 1001,
    symbol: name,
    side: sketch.side ?? 'buy',
    volume: volume(sketch.volume ?? '1'),
    price_open: scaled(sketch.price_open),
    sl: scaled(sketch.sl ?? '0'),
    tp: scaled(sketch.tp ?? '0'),
    swap: parseScaled(sketch.swap ?? '0', currency_digits) as number,
    rate_profit: 10n ** 12n,
    rate_margin: parseScaledBig(sketch.rate_margin ?? '1', 12) as bigint,
    contract_size,
    digits,
    currency_digits,
  };
};

/** A resting order; one lot bought at a rate of 1 unless it is said otherwise. */
export const restingOrder = (
  engine: EngineHarness,
  name: string,
  sketch: Sketch & { readonly kind: OrderKind; readonly price_order: string },
): Order => {
  rows += 1;
  const { digits, contract_size } = engine.symbol(name);
  const scaled = (text: string): number => parseScaled(text, digits + 3) as number;
  const size = volume(sketch.volume ?? '1');
  return {
    ...emptyRow(ORDER),
    id: sketch.id ?? rows,
    login: 1001,
    symbol: name,
    kind: sketch.kind,
    side: sketch.side ?? 'buy',
    state: 'placed',
    fill: 'return',
    volume_initial: size,
    volume_current: size,
    price_order: scaled(sketch.price_order),
    sl: scaled(sketch.sl ?? '0'),
    tp: scaled(sketch.tp ?? '0'),
    rate_margin: parseScaledBig(sketch.rate_margin ?? '1', 12) as bigint,
    contract_size,
    digits,
    currency_digits: 2,
  };
};

/** Gives the broker's account these rows; what is not named stays. */
export const withRows = (
  engine: EngineHarness,
  given: {
    readonly balance?: string;
    readonly credit?: string;
    readonly blocked?: string;
    readonly positions?: readonly Position[];
    readonly orders?: readonly Order[];
  },
): void => {
  const { state } = engine;
  const digits = engine.settings.group[0]?.currency_digits ?? 2;
  const scaled = (text: string | undefined, kept: number): number =>
    text === undefined ? kept : (parseScaled(text, digits) as number);
  const old = state.ledger;
  const ledger = {
    ...(old.login === 0 ? emptyRow(LEDGER) : old),
    balance: scaled(given.balance, old.balance),
    credit: scaled(given.credit, old.credit),
    commission_blocked: scaled(given.blocked, old.commission_blocked),
  };
  const positions = given.positions ?? [...state.positions.values()];
  const orders = given.orders ?? [...state.orders.values()];
  engine.state = newAccount(state.switches, ledger, positions, orders);
  engine.nextOrder(Math.max(1000, ...positions.map((row) => row.id + 1)));
};

/** Live money of the broker's account. */
export const money = (engine: EngineHarness): Money => moneyOf(engine.state, engine.ctx);
