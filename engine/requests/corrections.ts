// Corrections: what changes a position or the ledger without a deal.

import { emptyRow } from '../../wire/base/field-table.js';
import type { Mutable } from '../../wire/base/object.js';
import {
  formatExact,
  formatShortest,
  PRICE_EXTRA,
  parseScaled,
  VOLUME_SCALE,
} from '../../wire/base/scale.js';
import type {
  LedgerCorrectCommand,
  PositionChangeCommand,
  PositionDeleteCommand,
} from '../../wire/trading/commands.js';
import type { JournalLine } from '../../wire/trading/events.js';
import { CORRECTION, type Correction, type Position } from '../../wire/trading/records.js';
import { type RefusedPosition, refusedText } from '../../wire/trading/refused-positions.js';
import { copyLedger, copyPosition } from '../account/copies.js';
import { fail, failWith, lotsText } from '../account/failed.js';
import type { Execution, Fault, Turn } from '../account/types.js';
import { amountFault } from '../checks/amount-limit.js';
import {
  missingPosition,
  quoteFault,
  rateFault,
  readPrice,
  readVolume,
  volumeFault,
  volumeLimitFault,
} from '../checks/checks.js';
import { openingFault } from '../checks/funds.js';
import { farPrice, isNearMarket, stopsFault } from '../checks/price-levels.js';
import { planFill } from '../deals/deals.js';
import { closePrice, pricesOf } from '../margin/money.js';
import type { EngineSymbol, GroupPrices } from '../settings/symbols.js';
import { digestOf } from '../turn/digest.js';
import { addEvent, conflict, refusal, resultOf } from '../turn/turn.js';
import { dealPrice } from './decide.js';

/** The positions that a waiting request or a working order concerns (§4.12.2). */
const positionsUnderWay = ({ state }: Turn): ReadonlySet<number> => {
  const waiting = [...state.queue.values()].filter(({ state }) => state !== 'quoted');
  return new Set(
    [...waiting, ...state.orders.values()].flatMap(({ position_id, by_position_id }) => [
      position_id,
      by_position_id,
    ]),
  );
};

const correctionOf = (
  turn: Turn,
  command: PositionDeleteCommand | PositionChangeCommand,
  row: Position,
): Correction => ({
  id: turn.ctx.nextDealId(),
  request_id: command.request_id,
  kind: command.op,
  position_id: row.id,
  login: row.login,
  symbol: row.symbol,
  side: row.side,
  volume: row.volume,
  dealer: command.dealer,
  at: turn.now,
  swap: row.swap,
  currency_digits: row.currency_digits,
  balance: 0,
  credit: 0,
});

const deletedRow = (turn: Turn, position: Position): Position => ({
  ...position,
  volume: 0,
  swap: 0,
  closed: true,
  updated_at: turn.now,
});

/** The journal's line of a deleted position. */
const deletionLine = ({ login, id, symbol, volume }: Position): JournalLine => {
  const lots = formatShortest(volume, VOLUME_SCALE);
  return { kind: 'trade', login, text: `position #${id} ${symbol}: deletion done, ${lots} lots` };
};

/**
 * Deletes positions without a deal, by one event: the balance does not move (§4.12). A
 * position that is missing or under way stays, and the result has its code; when all stay, the
 * command is refused.
 */
export const deletePositions = (turn: Turn, command: PositionDeleteCommand): Execution => {
  const { request_id, position_ids, dealer } = command;
  const { state, basis } = turn;
  if (!state.switches.enabled) return refusal(turn, request_id, 'trade.disabled');
  const underWay = positionsUnderWay(turn);
  const found: Position[] = [];
  const left: RefusedPosition[] = [];
  for (const id of position_ids) {
    const position = state.positions.get(id);
    if (position === undefined) left.push([id, missingPosition(turn, id)]);
    else if (underWay.has(id)) left.push([id, 'trade.locked']);
    else found.push(position);
  }
  const refused = refusedText(left);
  const [first] = found;
  if (first === undefined) {
    const code = left[0]?.[1] ?? 'trade.position_not_found';
    return refusal(turn, request_id, code, undefined, { refused });
  }

  // The checks have passed: from here on the request id is used up.
  const isOne = found.length === 1;
  const outcome = isOne ? { position_id: first.id, volume: first.volume } : {};
  const symbol = isOne ? basis.group.held(first.symbol) : undefined;
  const result = resultOf(turn, request_id, symbol, { ...outcome, refused });
  addEvent(turn, {
    kind: 'correction',
    cause: { kind: 'position_delete', source: 'dealer', dealer, request_id },
    positions: found.map((position) => deletedRow(turn, position)),
    corrections: found.map((position) => correctionOf(turn, command, position)),
    journal: found.map(deletionLine),
    remembered: { request_id, digest: digestOf(command), result },
  });
  return { ok: true, events: turn.events, result };
};

const CHANGED = ['price_open', 'volume', 'sl', 'tp'] as const;

/** Describes a changed field of a position, with its values before and after. */
const changeText =
  (before: Position, after: Position) =>
  (name: (typeof CHANGED)[number]): string => {
    const scale = name === 'volume' ? VOLUME_SCALE : before.digits + PRICE_EXTRA;
    const [from, to] = [before[name], after[name]].map((value) => formatShortest(value, scale));
    return `${name} from ${from} to ${to}`;
  };

/** The corrected fields of a position; undefined = the text is no price or volume. */
type CorrectedFields = {
  readonly [K in 'price_open' | 'volume' | 'sl' | 'tp']: number | undefined;
};

const correctedFields = (
  symbol: EngineSymbol,
  command: PositionChangeCommand,
  row: Position,
): CorrectedFields => {
  const price = (name: 'price_open' | 'sl' | 'tp'): number | undefined =>
    command[name] === undefined ? row[name] : readPrice(symbol, command[name]);
  const volume = command.volume === undefined ? row.volume : readVolume(command.volume);
  return { price_open: price('price_open'), volume, sl: price('sl'), tp: price('tp') };
};

/** The opening price that the deals of a position gave, whatever staff have corrected since. */
const dealtPrice = ({ price_dealt, price_open }: Position): number => price_dealt || price_open;

/** Checks a corrected opening price as a price. */
const priceOpenFault = (turn: Turn, { price_open }: CorrectedFields): Fault =>
  price_open === undefined || price_open === 0
    ? failWith(turn, 'trade.invalid_price', { field: 'price_open' })
    : undefined;

/**
 * Checks the bounds of corrections by staff without `config.symbols`, so that corrections of one
 * position never make more money than a price of a dealer could (§4.12):
 *
 * - The opening price stays near the opening price of the position's deals. Near the present
 *   opening price or the market would not do: a series of corrections would go as far as it likes.
 * - The volume does not grow. An added volume at an opening price that has a profit would be money,
 *   and with that money the volume could grow again.
 * - A volume shrinks only while the opening price is near the market: with it its loss goes.
 */
const boundsFault = (
  turn: Turn,
  symbol: EngineSymbol,
  row: Position,
  { price_open = 0, volume = 0 }: CorrectedFields,
  market: number,
): Fault => {
  const dealt = dealtPrice(row);
  if (price_open !== row.price_open && !isNearMarket(symbol, price_open, [dealt])) {
    return farPrice(turn, symbol, 'price_open', dealt, { of: 'the price of its deals' });
  }
  if (volume > row.volume) {
    const max = lotsText(row.volume);
    return fail(turn, 'trade.invalid_volume', () => ({
      message: `volume: must be at most ${max}, as it is; more takes config.symbols.`,
      figures: { field: 'volume', max },
    }));
  }
  if (volume === row.volume || isNearMarket(symbol, price_open, [market])) return undefined;
  const what = 'price_open, at which the volume changes';
  return farPrice(turn, symbol, 'price_open', market, { what });
};

/**
 * Checks the free margin of a position that grows, as an opening of the added volume at the market
 * does (§4.12).
 */
const growthFault = (
  turn: Turn,
  symbol: EngineSymbol,
  { id, side, reason }: Position,
  added: number,
  prices: GroupPrices,
): Fault => {
  const market = dealPrice(side, prices);
  const fault = quoteFault(turn, symbol, prices) ?? rateFault(turn, symbol, side, market);
  if (fault !== undefined) return fault;
  const target = turn.basis.group.netting ? (turn.state.positions.get(id) ?? null) : null;
  const plan = planFill(turn, symbol, side, added, market, target);
  return amountFault(turn, symbol, added, market) ?? openingFault(turn, plan, reason, null);
};

/** Checks the fields that a correction changes. */
const changeFault = (
  turn: Turn,
  symbol: EngineSymbol,
  row: Position,
  fields: CorrectedFields,
  isBounded: boolean,
): Fault => {
  const { volume, sl, tp } = fields;
  const [newSl, newTp] = [sl === row.sl ? 0 : sl, tp === row.tp ? 0 : tp];
  const prices = pricesOf(symbol, turn.ctx);
  const close = closePrice(row.side, prices.bid, prices.ask);
  const movesStops = newSl !== 0 || newTp !== 0;
  const added = (volume ?? 0) - row.volume;
  const holding = turn.state.holdings.get(symbol.name);
  return (
    priceOpenFault(turn, fields) ??
    (added === 0 ? undefined : volumeFault(turn, symbol, volume)) ??
    (isBounded ? boundsFault(turn, symbol, row, fields, close) : undefined) ??
    (added > 0 ? volumeLimitFault(turn, symbol, holding, row.side, added) : undefined) ??
    (movesStops ? quoteFault(turn, symbol, prices) : undefined) ??
    (movesStops ? stopsFault(turn, symbol, row.side, newSl, newTp, close, true) : undefined) ??
    (positionsUnderWay(turn).has(row.id) ? 'trade.locked' : undefined) ??
    (added > 0 ? growthFault(turn, symbol, row, added, prices) : undefined)
  );
};

/**
 * Changes the opening price, the volume and the stops of a position without a deal; the balance
 * does not move, and margin and profit follow. Closed positions and deals in lists stay as dealt.
 */
export const changePosition = (turn: Turn, command: PositionChangeCommand): Execution => {
  const { request_id, position_id, dealer } = command;
  const { state, basis } = turn;
  if (!state.switches.enabled) return refusal(turn, request_id, 'trade.disabled');
  const position = state.positions.get(position_id);
  if (position === undefined) {
    return refusal(turn, request_id, missingPosition(turn, position_id));
  }
  const symbol = basis.group.held(position.symbol);
  if (symbol === undefined) return refusal(turn, request_id, 'trade.symbol_not_found');
  const fields = correctedFields(symbol, command, position);
  const fault = changeFault(turn, symbol, position, fields, command.unbounded !== true);
  if (fault !== undefined) return refusal(turn, request_id, fault, symbol);
  const changed: Mutable<Position> = { ...copyPosition(position), ...(fields as Position) };
  const names = CHANGED.filter((name) => changed[name] !== position[name]);
  if (names.length === 0) return refusal(turn, request_id, 'trade.no_changes', symbol);

  // All checks have passed: from here on the request id is used up.
  changed.updated_at = turn.now;
  const dealt = dealtPrice(position);
  changed.price_dealt = changed.price_open === dealt ? 0 : dealt;
  const before = position.volume;
  const correction = { ...correctionOf(turn, command, position), swap: 0 };
  correction.volume = before - changed.volume;
  const changes = names.map(changeText(position, changed)).join(', ');
  const text = `position #${position_id} corrected: ${changes}`;
  const result = resultOf(turn, request_id, symbol, { position_id, volume: changed.volume });
  addEvent(turn, {
    kind: 'correction',
    cause: { kind: 'position_change', source: 'dealer', dealer, request_id },
    positions: [changed],
    corrections: [correction],
    journal: [{ kind: 'trade', login: state.login, text }],
    remembered: { request_id, digest: digestOf(command), result },
  });
  return { ok: true, events: turn.events, result };
};

/** The sentence for a correction that was computed from rows older than the newest event. */
export const CHANGED_MEANWHILE = 'The account changed meanwhile; try again.';

/**
 * Sets balance and credit to the sums of the account's deals. Refused with `conflict` when they are
 * that already, or when the account had an event since the deals were summed up.
 */
export const correctLedger = (turn: Turn, command: LedgerCorrectCommand): Execution => {
  const { request_id, account_seq, dealer } = command;
  const { login, ledger, switches } = turn.state;
  const { currency_digits: digits } = turn.basis.group.record;
  if (switches.archived) return refusal(turn, request_id, 'trade.disabled');
  if (ledger.account_seq !== account_seq) {
    return conflict(turn, request_id, CHANGED_MEANWHILE);
  }
  const balance = parseScaled(command.balance, digits);
  const credit = parseScaled(command.credit, digits);
  if (balance === undefined || credit === undefined) {
    const field = balance === undefined ? 'balance' : 'credit';
    const limit = fail(turn, 'trade.limit_money', () => ({
      message: `${field}: has at most ${digits} digits after the point, and is within the ledger.`,
      figures: { field },
    }));
    return refusal(turn, request_id, limit);
  }
  if (balance === ledger.balance && credit === ledger.credit) {
    return conflict(turn, request_id, 'Balance and credit are the sums of the deals.');
  }

  // All checks have passed: from here on the request id is used up.
  const after = copyLedger(ledger);
  after.balance = balance;
  after.credit = credit;
  const correction: Correction = {
    ...emptyRow(CORRECTION),
    id: turn.ctx.nextDealId(),
    request_id,
    kind: 'ledger',
    login,
    dealer,
    at: turn.now,
    currency_digits: digits,
    balance: balance - ledger.balance,
    credit: credit - ledger.credit,
  };
  const change = (from: number, to: number): string =>
    `${formatExact(from, digits, digits)} to ${formatExact(to, digits, digits)}`;
  const text =
    `balance corrected from ${change(ledger.balance, balance)}, ` +
    `credit from ${change(ledger.credit, credit)}`;
  const result = resultOf(turn, request_id, undefined, {});
  const digest = digestOf({ op: 'ledger_correct' });
  addEvent(turn, {
    kind: 'correction',
    cause: { kind: 'ledger_correct', source: 'dealer', dealer, request_id },
    ledger: after,
    corrections: [correction],
    journal: [{ kind: 'account', login, text }],
    remembered: { request_id, digest, result },
  });
  return { ok: true, events: turn.events, result };
};
