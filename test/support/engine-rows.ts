// Rows set by the test: accounts with the holdings that it needs, without trades.

import type { SettingsEffect } from '../../engine/settings/settings.js';
import { emptyRow } from '../../wire/base/field-table.js';
import { parseScaled, parseScaledBig } from '../../wire/base/scale.js';
import type { GroupRecord } from '../../wire/settings/groups.js';
import type { SymbolRecord } from '../../wire/settings/symbols.js';
import {
  ORDER,
  type Order,
  type OrderKind,
  POSITION,
  type Position,
  type Side,
} from '../../wire/trading/records.js';
import type { EngineHarness } from './engine-harness.js';

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

/** What a test says of a position; of EURUSD unless it names another symbol. */
export interface HeldSketch extends Sketch {
  readonly name?: string;
  readonly price_open: string;
  readonly swap?: string;
  readonly trail_pts?: number;
}

/** What a test says of a resting order; of EURUSD unless it names another symbol. */
export interface RestingSketch extends Sketch {
  readonly name?: string;
  readonly kind: OrderKind;
  readonly price_order: string;
  readonly expires_at?: number;
}

/** Money and rows that an account has without the trades that led there; the rest stays. */
export interface Rows {
  readonly balance?: string;
  readonly credit?: string;
  readonly blocked?: string;
  readonly positions?: readonly Position[];
  readonly orders?: readonly Order[];
  /** Positions and orders by what a test says of them. */
  readonly held?: readonly HeldSketch[];
  readonly resting?: readonly RestingSketch[];
}

/** What a position and an order have in common; one lot bought at a rate of 1 when not given. */
const sketched = (engine: EngineHarness, name: string, sketch: Sketch) => {
  rows += 1;
  const { digits, contract_size } = engine.symbol(name);
  const scaled = (text: string): number => parseScaled(text, digits + 3) as number;
  const row = {
    id: sketch.id ?? rows,
    login: 1001,
    symbol: name,
    side: sketch.side ?? 'buy',
    sl: scaled(sketch.sl ?? '0'),
    tp: scaled(sketch.tp ?? '0'),
    rate_margin: parseScaledBig(sketch.rate_margin ?? '1', 12) as bigint,
    contract_size,
    digits,
  };
  return { row, scaled, size: volume(sketch.volume ?? '1') };
};

/** A held position. */
export const heldPosition = (engine: EngineHarness, name: string, sketch: HeldSketch): Position => {
  const { row, scaled, size } = sketched(engine, name, sketch);
  const { currency_digits } = engine.settings.group[0] ?? { currency_digits: 2 };
  return {
    ...emptyRow(POSITION),
    ...row,
    volume: size,
    price_open: scaled(sketch.price_open),
    trail_pts: sketch.trail_pts ?? 0,
    swap: parseScaled(sketch.swap ?? '0', currency_digits) as number,
    rate_profit: 10n ** 12n,
    currency_digits,
  };
};

/** A resting order. */
export const restingOrder = (engine: EngineHarness, name: string, sketch: RestingSketch): Order => {
  const { row, scaled, size } = sketched(engine, name, sketch);
  return {
    ...emptyRow(ORDER),
    ...row,
    kind: sketch.kind,
    state: 'placed',
    fill: 'return',
    volume_initial: size,
    volume_current: size,
    price_order: scaled(sketch.price_order),
    expires_at: sketch.expires_at ?? 0,
    currency_digits: 2,
  };
};

/** Changes fields of the group, or of every symbol. */
export const alter = (
  engine: EngineHarness,
  { group: fields, symbol: more }: { group?: Partial<GroupRecord>; symbol?: Partial<SymbolRecord> },
): SettingsEffect =>
  engine.configure(({ group, symbol }) => ({
    ...(fields && { group: group.map((one) => ({ ...one, ...fields })) }),
    ...(more && { symbol: symbol.map((one) => ({ ...one, ...more })) }),
  }));
