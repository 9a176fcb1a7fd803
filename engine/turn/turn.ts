// A turn: one call into the engine for one account, its events, and its answer.

import { type Code, messageOf } from '../../wire/base/codes.js';
import { emptyRow } from '../../wire/base/field-table.js';
import type { Mutable } from '../../wire/base/object.js';
import type { TradeCommand, TradeRequest } from '../../wire/trading/commands.js';
import type { Daily } from '../../wire/trading/daily.js';
import type {
  AccountEvent,
  AccountEventKind,
  Cause,
  DerivedCommand,
  JournalLine,
  Remembered,
  RequestKind,
} from '../../wire/trading/events.js';
import type { Queued } from '../../wire/trading/queued.js';
import {
  type Correction,
  type Deal,
  type Explain,
  type Ledger,
  MONEY,
  type Money,
  type Order,
  type Position,
  type Reason,
  type TradeResult,
} from '../../wire/trading/records.js';
import { apply, isFinal } from '../account/account.js';
import { basisOf } from '../account/basis.js';
import { copyLedger } from '../account/copies.js';
import { withoutOrders } from '../account/order-charges.js';
import { endedAs, hasBegun, mayBecome } from '../account/order-states.js';
import type { AccountState, Context, Execution, Turn } from '../account/types.js';
import { beginValuation, pricesOf, valuationOf } from '../margin/money.js';
import type { RoutingResult } from '../settings/routing.js';
import type { EngineSymbol } from '../settings/symbols.js';
import { digestOf } from './digest.js';
import { isCancelled, providerRow } from './locks.js';
import { cancelRow } from './sending.js';
import { staffLine } from './staff-line.js';

/** Begins a turn. */
export const beginTurn = (state: AccountState, ctx: Context): Turn => {
  beginValuation(state);
  const now = Math.max(ctx.now, state.ledger.updated_at);
  const basis = basisOf(state, ctx);
  return {
    state,
    ctx,
    now,
    basis,
    events: [],
    notes: [],
    dealer: false,
    valuation: null,
    failed: null,
  };
};

/** The fields of an event that differ between changes. */
export interface Change {
  readonly kind: AccountEventKind;
  readonly cause: Cause;
  /** The ledger after the change; `addEvent` sets number, time and digits. */
  readonly ledger?: Mutable<Ledger>;
  readonly orders?: readonly Order[];
  readonly deals?: readonly Deal[];
  readonly positions?: readonly Position[];
  readonly remembered?: Remembered | null;
  /** `addEvent` sets the margins, and explains an event that has deals and no explanation. */
  readonly explain?: Mutable<Explain> | null;
  readonly derived?: readonly DerivedCommand[];
  readonly queued?: readonly Queued[];
  readonly daily?: Daily | null;
  readonly corrections?: readonly Correction[];
  /** Instead of the line of a request of staff; absent = that line, if it is one. */
  readonly journal?: readonly JournalLine[];
}

const NO_ROWS: readonly never[] = [];

/** Stands in an event until its rows are applied and the account is valued. */
const NO_MONEY: Money = emptyRow(MONEY);

/**
 * Adds the facts of a waiting request, or of the accepted offer, to an explanation. A dealer or a
 * provider had it by a rule that may have another name by now, or be gone.
 */
const addWaiting = (explain: Mutable<Explain>, row: Queued, requestId: string): void => {
  if (row.request_id === requestId) explain.received_at = row.received_at;
  explain.decided_by = row.taken_by || row.offered_by;
  if (row.taken_by === 0 && row.gateway_id === 0) return;
  explain.config_version = row.config_version;
  explain.rule_id = row.rule_id;
  explain.rule = row.rule_name;
  explain.action = row.rule_action;
};

/** The explanation of a change's deals, as far as the change has one. */
const reasonsOf = (turn: Turn, { deals = NO_ROWS, explain = null, queued, cause }: Change) => {
  const [first] = deals;
  if (first === undefined) return explain;
  const symbol = first.symbol === '' ? undefined : turn.basis.group.held(first.symbol);
  const reasons = explain ?? explainOf(turn, symbol ?? null, null, '');
  const [row] = queued ?? NO_ROWS;
  // A correction has no rule: the row only counts the volume that the provider has taken back.
  if (row !== undefined && cause.kind !== 'bust') addWaiting(reasons, row, cause.request_id);
  return reasons;
};

/** Does the change end the row itself? Then the order is released without its provider's word. */
const endsRow = ({ queued = NO_ROWS }: Change, row: Queued): boolean =>
  queued.some(({ id, state }) => id === row.id && state === 'gone');

/**
 * Replaces the end of orders that are at a provider by a cancel there: they end by the provider's
 * report, which may report a fill (trading-rules §4.5). Changes by reports of gateways are not
 * altered.
 */
export const endedAtProvider = (turn: Turn, change: Change): Change => {
  if (change.cause.source === 'gateway') return change;
  const cancels: Queued[] = [];
  let kept = 0;
  const orders = change.orders?.map((order) => {
    const row = isFinal(order) ? providerRow(turn.state, order.id) : undefined;
    const stored = turn.state.orders.get(order.id);
    if (row === undefined || stored === undefined || endsRow(change, row)) return order;
    kept += 1;
    if (isCancelled(turn.state, order.id)) return stored;
    cancels.push(cancelRow(turn, row, change.cause.kind));
    const asked = order.state !== 'expired' && mayBecome(stored.state, 'request_cancel');
    return asked ? { ...stored, state: 'request_cancel' as const } : stored;
  });
  if (kept === 0 || orders === undefined) return change;
  return { ...change, orders, queued: [...(change.queued ?? []), ...cancels] };
};

/**
 * Throws if an order's state changes in a way that its life cycle does not allow (trading-rules
 * §4.8).
 */
const holdMoves = ({ orders: working }: AccountState, orders: readonly Order[]): void => {
  for (const { id, state } of orders) {
    const from = working.get(id)?.state ?? 'started';
    if (!mayBecome(from, state)) throw new Error(`order ${id} cannot go from ${from} to ${state}`);
  }
};

/** The journal lines of a change: its own or the line of staff, then the lines of earlier steps. */
const journalOf = (turn: Turn, event: AccountEvent, own?: readonly JournalLine[]) => {
  const { notes } = turn;
  const lines = own ?? staffLine(event);
  return notes.length === 0 ? lines : [...lines, ...notes.splice(0)];
};

/**
 * Makes an event and applies it to the account. It adds explanations to deals, ends the partner of
 * an ended order, and cancels orders at their provider instead of ending them.
 */
export const addEvent = (turn: Turn, asked: Change): AccountEvent => {
  const { state, basis } = turn;
  const change = state.queue.size === 0 ? asked : endedAtProvider(turn, asked);
  const explain = reasonsOf(turn, change);
  if (explain !== null) {
    const { money } = valuationOf(turn);
    explain.margin_before = money.margin;
    explain.margin_free_before = money.margin_free;
  }
  const ledger: Mutable<Ledger> = change.ledger ?? copyLedger(state.ledger);
  ledger.currency_digits = basis.group.record.currency_digits;
  ledger.account_seq = state.ledger.account_seq + (change.kind === 'setting' ? 0 : 1);
  ledger.updated_at = turn.now;
  const orders = change.orders ?? NO_ROWS;
  ledger.order_charges = withoutOrders(ledger, orders.filter(isFinal));
  const positions = change.positions ?? NO_ROWS;
  const queued = change.queued ?? NO_ROWS;
  holdMoves(state, orders);
  const event: Mutable<AccountEvent> = {
    type: 'account',
    kind: change.kind,
    login: state.login,
    group: state.switches.group,
    account_seq: ledger.account_seq,
    time: turn.now,
    cause: change.cause,
    ledger,
    money: NO_MONEY,
    orders,
    deals: change.deals ?? NO_ROWS,
    positions,
    remembered: change.remembered ?? null,
    explain,
    derived: change.derived ?? NO_ROWS,
    queued,
    daily: change.daily ?? null,
    corrections: change.corrections ?? NO_ROWS,
    journal: NO_ROWS,
  };
  event.journal = journalOf(turn, event, change.journal);
  apply(state, event);
  turn.valuation = null;
  event.money = valuationOf(turn).money;
  if (explain !== null) explain.margin_after = event.money.margin;
  turn.events.push(event);
  for (const order of orders) if (order.oco_order_id !== 0) endPartner(turn, order);
  return event;
};

/**
 * Ends the partner of a one-cancels-other pair when an order begins to fill or ends (§4.10.3). A
 * fill that is held for staff counts, too.
 */
const endPartner = (turn: Turn, order: Order): void => {
  const partner = turn.state.orders.get(order.oco_order_id);
  if (partner === undefined || hasBegun(partner)) return;
  if (!hasBegun(order) && !isFinal(order)) return;
  if (isCancelled(turn.state, partner.id)) return;
  const over = partner.expires_at !== 0 && partner.expires_at <= turn.now;
  const ended: Mutable<Order> = { ...partner };
  ended.state = endedAs(partner.state, over ? 'expired' : 'canceled');
  ended.done_at = turn.now;
  addEvent(turn, { kind: 'order', cause: serverCause('oco'), orders: [ended] });
};

/** The cause of an action by the server itself. */
export const serverCause = (kind: RequestKind): Cause => ({
  kind,
  source: 'server',
  dealer: 0,
  request_id: '',
});

/** A trade result for a request about a symbol, with the prices at that time. */
export const resultOf = (
  turn: Turn,
  requestId: string,
  symbol: EngineSymbol | undefined,
  outcome: Partial<TradeResult>,
): TradeResult => {
  const prices = symbol === undefined ? undefined : pricesOf(symbol, turn.ctx);
  return {
    request_id: requestId,
    code: outcome.code ?? 'ok',
    message: outcome.message ?? '',
    status: outcome.status ?? 'done',
    order_id: outcome.order_id ?? 0,
    deal_ids: outcome.deal_ids ?? '',
    position_id: outcome.position_id ?? 0,
    volume: outcome.volume ?? 0,
    price: outcome.price ?? 0,
    bid: outcome.bid ?? prices?.bid ?? 0,
    ask: outcome.ask ?? prices?.ask ?? 0,
    digits: symbol?.digits ?? 0,
    done_at: turn.now,
    refused: outcome.refused ?? '',
  };
};

/**
 * Refuses a request by the checks: no event, no id taken. `data` are the check's figures, `more`
 * further fields of the result.
 */
export const refusal = (
  turn: Turn,
  requestId: string,
  code: Code,
  symbol?: EngineSymbol,
  more: Partial<TradeResult> = {},
): Execution => {
  const report = turn.failed?.code === code ? turn.failed.report() : undefined;
  const message = report?.message ?? messageOf(code);
  const outcome = { ...more, code, message, status: 'rejected' } as const;
  const result = resultOf(turn, requestId, symbol, outcome);
  return { ok: false, code, message, ...(report && { data: report.figures }), result };
};

/** A refusal for which trading has no code. */
export const conflict = (turn: Turn, requestId: string, message: string): Execution => {
  const refused = { code: 'conflict', message } as const;
  const result = resultOf(turn, requestId, undefined, { ...refused, status: 'rejected' });
  return { ok: false, ...refused, result };
};

/** A trade request of one kind. */
export type RequestOf<K extends TradeRequest['kind']> = Extract<TradeRequest, { kind: K }>;

/** The turn of a trade request. */
export interface RequestTurn extends Turn {
  readonly command: TradeCommand;
  readonly request: TradeRequest;
  readonly cause: Cause;
}

/** The request kind for routing and events: requests by dealers have kinds of their own. */
const kindOf = (command: TradeCommand): RequestKind => {
  const { kind } = command.request;
  return command.source === 'dealer' && kind !== 'price' ? `dealer_${kind}` : kind;
};

/** Begins the turn of a trade request. */
export const beginRequest = (
  state: AccountState,
  ctx: Context,
  command: TradeCommand,
): RequestTurn => {
  beginValuation(state);
  return {
    state,
    ctx,
    now: Math.max(ctx.now, state.ledger.updated_at),
    basis: basisOf(state, ctx),
    events: [],
    notes: [],
    valuation: null,
    failed: null,
    command,
    request: command.request,
    dealer: command.source === 'dealer',
    cause: {
      kind: kindOf(command),
      source: command.source,
      dealer: command.dealer,
      request_id: command.request.request_id,
    },
  };
};

/** Refuses a trade request by the checks. */
export const refuseRequest = (turn: RequestTurn, code: Code, symbol?: EngineSymbol): Execution =>
  refusal(turn, turn.request.request_id, code, symbol);

/** The stored outcome of a trade request. */
const rememberedOf = (turn: RequestTurn, result: TradeResult): Remembered => ({
  request_id: turn.request.request_id,
  digest: digestOf(turn.request),
  result,
});

/** Ends a request without an order: if no rows changed, its outcome is an event of its own. */
export const answer = (turn: RequestTurn, result: TradeResult): Execution => {
  addEvent(turn, {
    kind: 'trade_result',
    cause: turn.cause,
    remembered: rememberedOf(turn, result),
  });
  return { ok: true, events: turn.events, result };
};

/** A quote for requests without a symbol. */
const NO_QUOTE = { bid: 0, ask: 0, time: 0 } as const;
const NO_CHARGES = {} as const;

/**
 * The explanation of a deal: the deciding rule (null = none was tried), the symbol's quote and the
 * group's prices (none for a null symbol), and in words the trigger of the server's act.
 */
export const explainOf = (
  turn: Turn,
  symbol: EngineSymbol | null,
  route: RoutingResult | null,
  trigger: string,
): Mutable<Explain> => {
  const quote = symbol === null ? NO_QUOTE : turn.ctx.quote(symbol.id);
  const { bid, ask } = symbol === null ? NO_QUOTE : pricesOf(symbol, turn.ctx);
  return {
    config_version: turn.ctx.settings.version,
    rule_id: route?.rule?.id ?? 0,
    rule: route?.rule?.name ?? '',
    action: route?.action ?? '',
    symbol_bid: quote.bid,
    symbol_ask: quote.ask,
    bid,
    ask,
    quote_at: quote.time,
    margin_before: 0,
    margin_after: 0,
    trigger,
    digits: symbol?.digits ?? 0,
    currency_digits: turn.basis.group.record.currency_digits,
    price_asked: 0,
    received_at: 0,
    margin_free_before: 0,
    charges: NO_CHARGES,
    from_login: 0,
    from_deal: 0,
    decided_by: 0,
    gateway: '',
    markup: 0,
  };
};

const TERMINAL_REASONS: Readonly<Record<string, Reason>> = {
  web: 'web',
  android: 'mobile',
  ios: 'mobile',
  api: 'api',
};

/** The reason of an order from a client or dealer (trading-rules §2.2, reasons). */
export const reasonOf = (command: TradeCommand): Reason => {
  if (command.source === 'dealer') return 'dealer';
  const { request } = command;
  if ('expert_id' in request && (request.expert_id ?? 0) > 0) return 'expert';
  return TERMINAL_REASONS[command.origin.terminal] ?? 'client';
};

/** The origin in the form that orders store. */
export const originOf = (command: TradeCommand): Readonly<Record<string, string | number>> => {
  const { origin } = command;
  return command.source === 'dealer' ? { ...origin, dealer: command.dealer } : origin;
};
