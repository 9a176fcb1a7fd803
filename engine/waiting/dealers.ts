// The dealers' desk: waiting requests are offered, taken and answered (trading-rules §4.4).

import type { Code } from '../../wire/base/codes.js';
import type { DealerCommand, DealerGoneCommand } from '../../wire/trading/commands.js';
import type { Cause } from '../../wire/trading/events.js';
import type { Queued } from '../../wire/trading/queued.js';
import { fail, lotsText, priceText, wrong } from '../account/failed.js';
import type { Execution, Fault, Turn } from '../account/types.js';
import { accountFault, badVolume, readPrice, readVolume } from '../checks/checks.js';
import { farPrice, isNearMarket, offTick, onTick, worsePrice } from '../checks/price-levels.js';
import { boundOf, hasRequotes, isWorse } from '../checks/worst-price.js';
import { pricesOf } from '../margin/money.js';
import { carryOut } from '../requests/checked-request.js';
import { dealPrice, decline, sendTo } from '../requests/decide.js';
import { homeOf } from '../requests/gateway-choice.js';
import { loginsOf, offeredOn } from '../requests/queued.js';
import type { Accepted, CheckedRequest, Offered } from '../requests/request.js';
import { asksDealers, type RoutingRule, routeBy, ruleById } from '../settings/routing.js';
import { CHANGES, plainKind } from '../turn/locks.js';
import {
  addEvent,
  answer,
  type RequestOf,
  type RequestTurn,
  refusal,
  refuseRequest,
  resultOf,
} from '../turn/turn.js';
import { noteAct, noteLeft, pairText } from './dealer-line.js';
import { handlerOf, refuseRow, requestOfRow, resume } from './resume.js';

/** Kinds of requests that execute a deal: the dealer sets the price. */
const DEALING: ReadonlySet<string> = new Set([
  'open',
  'close',
  'activate',
  'sl',
  'tp',
  'stopout_position',
]);

/** Kinds of requests that can be confirmed in part. */
const DIVISIBLE: ReadonlySet<string> = new Set(['open', 'close', 'activate']);

/** The refusal of a dealer who takes a request without being on line. */
const OFF_LINE =
  'You are not on line as a dealer of this account: follow the channel `dealing` on a socket of ' +
  'staff, and keep the socket open.';

/** The refusal of a requote in an execution mode without offers. */
const NO_REQUOTES = (mode: string): string =>
  `In ${mode} execution there are no requotes: confirm at a price, reject or return the request.`;

const done = (turn: Turn): Execution => ({ ok: true, events: turn.events, result: null });

/** Refuses a dealer's act, in the name of the waiting request if there is one. */
const refuse = (turn: Turn, code: Code, row?: Queued): Execution =>
  row === undefined
    ? refusal(turn, '', code)
    : refusal(turn, row.request_id, code, turn.basis.group.held(row.symbol));

/** Refuses by the check that failed last. */
const refuseFailed = (turn: Turn, row: Queued): Execution => refuse(turn, turn.failed!.code, row);

/** The dealer rule at which a request waits; undefined when it no longer exists. */
const ruleOf = (turn: Turn, row: Queued): RoutingRule | undefined => {
  const rule = ruleById(turn.ctx.settings.routing, row.rule_id);
  return rule !== undefined && asksDealers(rule) ? rule : undefined;
};

const store = (turn: Turn, row: Queued): void => {
  const { cause } = requestOfRow(turn, row);
  addEvent(turn, { kind: 'setting', cause, queued: [row] });
};

/** Offers a request to the next dealer, or routes it again when its rule was deleted. */
const offerOn = (turn: Turn, row: Queued): void => {
  const rule = ruleOf(turn, row);
  if (rule === undefined) resume(turn, { ...row, state: 'queued', taken_by: 0, rule_id: 0 });
  else store(turn, offeredOn(turn, row, rule));
};

/** Did all dealers who may answer return the request (trading-rules §4.4)? */
const isReturned = ({ ctx, state }: Turn, row: Queued, rule: RoutingRule): boolean => {
  const returned = loginsOf(row.returned);
  if (returned.length === 0) return false;
  if (rule.action === 'dealer') return rule.dealers.every((login) => returned.includes(login));
  return !ctx.anyDealerOnline(state.switches, returned);
};

/**
 * Ends the wait of a request that no dealer has decided: it is refused with the message, or decided
 * as the `otherwise` of its rule says (§4.4.10).
 */
const endWait = (turn: Turn, row: Queued, code: Code, message: string): void => {
  const rule = ruleOf(turn, row);
  if (rule === undefined || rule.otherwise === 'reject') {
    const route = rule === undefined ? null : routeBy(rule, row.clear_stops);
    refuseRow(turn, row, decline(route, code, message));
    return;
  }
  resume(turn, {
    ...row,
    state: 'queued',
    served: `${row.served} ${rule.id}`.trim(),
    offered_to: 0,
    taken_by: 0,
    returned: '',
    due_at: 0,
    timeout_at: 0,
  });
};

/** Ends the wait when all dealers have returned the request; false when one may still take it. */
const endReturned = (turn: Turn, row: Queued): boolean => {
  const rule = ruleOf(turn, row);
  if (rule === undefined || !isReturned(turn, row, rule)) return false;
  endWait(turn, row, 'trade.rejected', 'No dealer decided: all have returned it, or left.');
  return true;
};

/**
 * Takes a request back from a dealer; its wait ends when all dealers of its rule have returned it.
 */
const giveBack = (turn: Turn, row: Queued, dealer: number): void => {
  const returned = `${row.returned} ${dealer}`.trim();
  const left: Queued = { ...row, state: 'queued', taken_by: 0, returned };
  if (!endReturned(turn, left)) offerOn(turn, left);
};

/**
 * Handles the deadline of a request that waits for dealers: the request is offered to the next
 * dealer, or ends unanswered (§4.4).
 */
export const passTime = (turn: Turn, row: Queued): void => {
  if (row.timeout_at <= turn.now) endWait(turn, row, 'trade.timeout', 'No dealer decided in time.');
  else if (row.state === 'queued') offerOn(turn, row);
};

/** Refuses with a sentence of its own. */
const failAs = (turn: Turn, code: Code, message: string): Code =>
  fail(turn, code, () => ({ message, figures: {} }));

/**
 * Checks whether the dealer can take the request now: `conflict` = the dealer is not on line,
 * `forbidden` = others are asked, `trade.locked` = it is taken.
 */
const takeFault = (turn: Turn, row: Queued, dealer: number): Fault => {
  const { ctx, state } = turn;
  const { id, offered_to, taken_by } = row;
  if (row.state !== 'queued') {
    return failAs(turn, 'trade.locked', `Dealer ${taken_by} has taken request ${id}.`);
  }
  if (!ctx.dealerOnline(dealer, state.switches)) return failAs(turn, 'conflict', OFF_LINE);
  if (loginsOf(row.returned).includes(dealer)) {
    return failAs(turn, 'forbidden', `Dealer ${dealer} has returned request ${id}.`);
  }
  if (offered_to !== 0) {
    if (offered_to === dealer) return undefined;
    return failAs(turn, 'forbidden', `Request ${id} is offered to dealer ${offered_to} now.`);
  }
  const rule = ruleOf(turn, row);
  const isNamed = rule?.action !== 'dealer' || rule.dealers.includes(dealer);
  if (isNamed) return undefined;
  return failAs(turn, 'forbidden', `Rule ${rule?.name} asks other dealers for request ${id}.`);
};

const take = (turn: Turn, row: Queued, dealer: number): Execution => {
  const fault = takeFault(turn, row, dealer);
  if (fault !== undefined) return refuse(turn, fault, row);
  noteAct(turn, row, { dealer, action: 'take' });
  store(turn, { ...row, state: 'taken', taken_by: dealer, offered_to: dealer, due_at: 0 });
  return done(turn);
};

/**
 * The lots that a dealer confirms: all, or a part if the fill policy allows parts; undefined = the
 * check has failed.
 */
const volumeOf = (
  turn: Turn,
  checked: CheckedRequest,
  text: string | undefined,
): number | undefined => {
  const { symbol, volume: whole, terms } = checked;
  if (text === undefined) return whole;
  const volume = readVolume(text);
  if (volume === whole) return volume;
  const lots = lotsText(whole);
  if (homeOfAnswer(turn, checked) !== 0 || !DIVISIBLE.has(plainKind(checked))) {
    failAs(turn, 'trade.invalid_volume', `volume: this request is confirmed whole, ${lots} lots.`);
  } else if (volume === undefined || volume > whole || volume % symbol.volume_step !== 0) {
    badVolume(turn, symbol, whole, true);
  } else if (terms.fill === 'fok') {
    failAs(turn, 'trade.invalid_fill', `volume: must be all ${lots} lots, the fill is fok.`);
  } else return volume;
  return undefined;
};

/**
 * The worst price at which a dealer may confirm: the price of a limit order, or the worst price
 * that the client's price and deviation allow (§4.2, §4.11); 0 = any.
 */
const worstOf = (checked: CheckedRequest): number => {
  const { kind, order_kind, price, price_worst } = checked;
  if (kind === 'activate' && order_kind === 'limit') return price;
  const isMarket = plainKind(checked) === 'open' || plainKind(checked) === 'close';
  return isMarket ? boundOf(checked) : price_worst;
};

/**
 * The prices near which a dealer's price must lie: the current price, the price when the request
 * came, and the price or level of the order if it triggered the request.
 */
const marketOf = (turn: Turn, row: Queued, checked: CheckedRequest): readonly number[] => {
  const { symbol, deal_side, offer, price } = checked;
  const isMarket = ['open', 'close', 'price'].includes(plainKind(checked));
  const current = dealPrice(deal_side, pricesOf(symbol, turn.ctx));
  return [current, dealPrice(deal_side, row), offer?.price ?? 0, isMarket ? 0 : price];
};

/** The price that a dealer confirms; default: the offered or the current price. */
const priceOf = (
  turn: Turn,
  row: Queued,
  checked: CheckedRequest,
  text: string | undefined,
): number | undefined => {
  const { symbol, deal_side, offer } = checked;
  if (!DEALING.has(plainKind(checked))) return checked.price;
  const current = offer?.price ?? dealPrice(deal_side, pricesOf(symbol, turn.ctx));
  const price = text === undefined ? current : readPrice(symbol, text);
  if (price === undefined || price <= 0 || !onTick(symbol, price)) {
    return offTick(turn, symbol, 'price');
  }
  const worst = worstOf(checked);
  if (isWorse(deal_side, price, worst)) {
    worsePrice(turn, symbol, deal_side, worst);
    return undefined;
  }
  const isNear = text === undefined || isNearMarket(symbol, price, marketOf(turn, row, checked));
  if (!isNear) farPrice(turn, symbol, 'price', current);
  return isNear ? price : undefined;
};

/** Bid and Ask of a dealer's offer; undefined when they are invalid. */
const offeredOf = (
  turn: Turn,
  row: Queued,
  checked: CheckedRequest,
  { bid, ask, dealer }: DealerCommand,
): Offered | undefined => {
  const { symbol } = checked;
  const [low, high] = [readPrice(symbol, bid) ?? 0, readPrice(symbol, ask) ?? 0];
  if (low <= 0 || !onTick(symbol, low)) return offTick(turn, symbol, 'bid');
  if (high <= 0 || !onTick(symbol, high)) return offTick(turn, symbol, 'ask');
  if (high < low) {
    failAs(turn, 'trade.invalid_price', 'bid: must not be above ask.');
    return undefined;
  }
  const market = pricesOf(symbol, turn.ctx);
  const isBidNear = isNearMarket(symbol, low, [market.bid, row.bid]);
  const isAskNear = isNearMarket(symbol, high, [market.ask, row.ask]);
  if (isBidNear && isAskNear) return { bid: low, ask: high, dealer };
  if (isBidNear) farPrice(turn, symbol, 'ask', market.ask);
  else farPrice(turn, symbol, 'bid', market.bid);
  return undefined;
};

/**
 * The gateway that executes a dealer's confirmation of a request about an order or position at a
 * provider; 0 = the request is executed here (trading-rules §4.5).
 */
const homeOfAnswer = (turn: Turn, checked: CheckedRequest): number => {
  const kind = plainKind(checked);
  const isSent = DEALING.has(kind) || CHANGES.has(kind);
  return isSent ? homeOf(turn, checked) : 0;
};

/** The confirmed figures, in words: lots and price of a deal, or the prices of an offer. */
const figuresOf = (
  row: Queued,
  { price, volume }: Pick<Accepted, 'price' | 'volume'>,
  offered: Offered | null,
): string => {
  if (offered !== null) return ` at ${pairText(offered.bid, offered.ask, row)}`;
  const lots = volume === 0 ? '' : `, ${lotsText(volume)} lots`;
  return price === 0 ? lots : `${lots} at ${priceText(price, row)}`;
};

/** Refuses a price without a meaning: a request for a price takes a quote, only a deal `price`. */
const pricesFault = (
  turn: Turn,
  checked: CheckedRequest,
  { price, bid, ask }: DealerCommand,
): Fault => {
  const kind = plainKind(checked);
  if (kind !== 'price' && (bid ?? ask) !== undefined) {
    return wrong(turn, bid === undefined ? 'ask' : 'bid', 'only a request for a price takes it.');
  }
  if (price === undefined || DEALING.has(kind)) return undefined;
  return wrong(turn, 'price', 'this request makes no deal.');
};

const confirm = (turn: Turn, row: Queued, command: DealerCommand): Execution => {
  const checked = answeredBy(turn, row, command.dealer);
  const useless = pricesFault(turn, checked, command);
  if (useless !== undefined) return refuse(turn, useless, row);
  const volume = volumeOf(turn, checked, command.volume);
  if (volume === undefined) return refuseFailed(turn, row);
  const home = homeOfAnswer(turn, checked);
  const price = priceOf(turn, row, checked, command.price);
  if (price === undefined) return refuseFailed(turn, row);
  const quotes = command.bid !== undefined || command.ask !== undefined;
  const offered = quotes ? offeredOf(turn, row, checked, command) : null;
  if (offered === undefined) return refuseFailed(turn, row);
  const handler = handlerOf(row);
  const prices = pricesOf(checked.symbol, turn.ctx);
  const fault = handler.revalidate(turn, checked, prices);
  const route = routeBy(ruleOf(turn, row) ?? null, row.clear_stops);
  const outcome = fault === undefined ? '' : `, refused (${fault})`;
  noteAct(turn, row, command, figuresOf(row, { price, volume }, offered) + outcome);
  if (fault !== undefined) {
    refuseRow(turn, row, decline(route, fault), checked.cause);
    return done(turn);
  }
  if (home !== 0) {
    carryOut(turn, checked, sendTo(turn, route, [home], command.dealer), handler);
    return done(turn);
  }
  const accepted: Accepted = { ok: true, route, price, volume };
  handler.execute(turn, checked, offered === null ? accepted : { ...accepted, offered });
  return done(turn);
};

/** The request that a dealer answers; its outcome names the dealer. */
const answeredBy = (turn: Turn, row: Queued, dealer: number): CheckedRequest => {
  const checked = requestOfRow(turn, row);
  const order = checked.order === null ? null : { ...checked.order, dealer };
  return { ...checked, order, cause: { ...checked.cause, dealer } };
};

const requote = (turn: Turn, row: Queued, command: DealerCommand): Execution => {
  const checked = answeredBy(turn, row, command.dealer);
  const kind = plainKind(row);
  if (kind === 'price') return confirm(turn, row, command);
  if (kind !== 'open' && kind !== 'close') return refuse(turn, 'trade.invalid_request', row);
  const { symbol } = checked;
  if (!hasRequotes(symbol)) {
    failAs(turn, 'trade.invalid_request', NO_REQUOTES(symbol.execution_mode));
    return refuse(turn, 'trade.invalid_request', row);
  }
  const offered = offeredOf(turn, row, checked, command);
  if (offered === undefined) return refuseFailed(turn, row);
  noteAct(turn, row, command, ` at ${pairText(offered.bid, offered.ask, row)}`);
  const route = routeBy(ruleOf(turn, row) ?? null, row.clear_stops);
  refuseRow(turn, row, { ...decline(route, 'trade.requote'), offered }, checked.cause);
  return done(turn);
};

const reject = (turn: Turn, row: Queued, command: DealerCommand): Execution => {
  const { dealer, text = '' } = command;
  const { cause } = answeredBy(turn, row, dealer);
  noteAct(turn, row, command, text === '' ? '' : ` (${text})`);
  const route = routeBy(ruleOf(turn, row) ?? null, row.clear_stops);
  refuseRow(turn, row, decline(route, 'trade.rejected', text === '' ? undefined : text), cause);
  return done(turn);
};

/**
 * Processes a dealer's answer to a waiting request (trading-rules §4.4). Refused without changes:
 * `trade.order_changed` when it no longer waits, `conflict` when a dealer who is not on line takes
 * it, `forbidden` when it is offered to others, `trade.invalid_request` for a requote in an
 * execution mode without requotes, `trade.locked` when another dealer or no dealer has taken it;
 * also for wrong volumes or prices.
 */
export const dealerSays = (turn: Turn, command: DealerCommand): Execution => {
  const { id, dealer, action } = command;
  const row = turn.state.queue.get(id);
  if (row === undefined || (row.state !== 'queued' && row.state !== 'taken')) {
    return refuse(turn, 'trade.order_changed');
  }
  if (action === 'take') return take(turn, row, dealer);
  const isHeld = row.state === 'taken';
  if (!isHeld || row.taken_by !== dealer) {
    const holder = isHeld ? `Dealer ${row.taken_by} has taken request ${id}` : 'Take it first';
    return refuse(turn, failAs(turn, 'trade.locked', `${holder}.`), row);
  }
  if (action === 'confirm') return confirm(turn, row, command);
  if (action === 'requote') return requote(turn, row, command);
  if (action === 'reject') return reject(turn, row, command);
  noteAct(turn, row, command);
  giveBack(turn, row, dealer);
  return done(turn);
};

/**
 * Handles a dealer who went offline: taken requests are returned, offered ones go to the next
 * dealer (§4.4).
 */
export const dealerGone = (turn: Turn, { dealer }: DealerGoneCommand): Execution => {
  for (const row of [...turn.state.queue.values()]) {
    if (row.state === 'taken' && row.taken_by === dealer) {
      noteLeft(turn, row, dealer);
      giveBack(turn, row, dealer);
    } else if (row.state !== 'queued' || endReturned(turn, row)) continue;
    else if (row.offered_to === dealer) offerOn(turn, row);
  }
  return done(turn);
};

/**
 * Withdraws a waiting request: its order is cancelled (trading-rules §4.4); `by` is the cause, by
 * default the request itself.
 */
export const withdraw = (turn: Turn, row: Queued, by?: Cause): void => {
  refuseRow(turn, row, decline(null, 'trade.canceled'), by);
};

/**
 * Cancels an order whose request waits for dealers and is taken by none: the order and the request
 * end (trading-rules §4.4). Undefined = no such request.
 */
export const withdrawOrder = (
  turn: RequestTurn,
  { order_id }: RequestOf<'pending_cancel'>,
): Execution | undefined => {
  const row = turn.state.queue.get(order_id);
  if (row === undefined || row.order_id !== row.id || row.state !== 'queued') return undefined;
  const shut = accountFault(turn);
  if (shut !== undefined) return refuseRequest(turn, shut);
  withdraw(turn, row);
  const { symbol, volume, price } = row;
  const outcome = { order_id, volume, price };
  const result = resultOf(turn, turn.request.request_id, turn.basis.group.held(symbol), outcome);
  return answer(turn, result);
};
