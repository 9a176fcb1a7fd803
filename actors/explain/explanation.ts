// Explanations: the event of a deal as an answer with decimals as text, and its sentences.

import { type Digits, showRow } from '../../wire/base/field-table.js';
import { formatExact, formatShortest, PRICE_EXTRA, shownPrice } from '../../wire/base/scale.js';
import type { Explanation } from '../../wire/rest/trading/deals.js';
import type { AccountEvent } from '../../wire/trading/events.js';
import {
  CREDIT_ACTIONS,
  DEAL,
  type Deal,
  type Explain,
  ORDER,
  type Order,
  POSITION,
  TRADE_RESULT,
} from '../../wire/trading/records.js';
import { sentencesOf } from './sentences.js';

/** An account's event, and its seq. */
export interface FoundEvent {
  readonly seq: number;
  readonly event: AccountEvent;
}

const time = (ms: number): string => new Date(ms).toISOString();
const timeOrNull = (ms: number): string | null => (ms === 0 ? null : time(ms));

/** The amounts by which a deal moved balance and credit; none for a cancelled deal. */
const movedBy = ({ action, profit, swap, commission, fee }: Deal): readonly [number, number] => {
  if (action === 'buy_canceled' || action === 'sell_canceled') return [0, 0];
  const amount = profit + swap + commission + fee;
  return CREDIT_ACTIONS.includes(action) ? [0, amount] : [amount, 0];
};

const moneyOf = ({ ledger, money, deals, explain }: AccountEvent): Explanation['money'] => {
  const digits = ledger.currency_digits;
  const shown = (amount: number): string => formatExact(amount, digits, digits);
  let [balance, credit] = [ledger.balance, ledger.credit];
  for (const deal of deals) {
    const [onBalance, onCredit] = movedBy(deal);
    balance -= onBalance;
    credit -= onCredit;
  }
  return {
    balance_before: shown(balance),
    balance_after: shown(ledger.balance),
    credit_before: shown(credit),
    credit_after: shown(ledger.credit),
    margin_before: explain && shown(explain.margin_before),
    margin_after: shown(money.margin),
    margin_free_before: explain && shown(explain.margin_free_before),
    margin_free_after: shown(money.margin_free),
    equity_after: shown(money.equity),
    margin_level_after: formatExact(money.margin_level, 2, 2),
    leverage: money.leverage,
  };
};

const causeOf = ({ cause, remembered, explain }: AccountEvent): Explanation['cause'] => {
  const result = remembered?.result;
  const shown = result && showRow(TRADE_RESULT, result, { ...result, currency_digits: 0 });
  return {
    ...cause,
    received_at: timeOrNull(explain?.received_at ?? 0),
    decided_by: explain?.decided_by ?? 0,
    result: shown
      ? {
          code: String(shown.code),
          message: String(shown.message),
          status: String(shown.status),
          volume: String(shown.volume),
          price: shown.price as string | null,
        }
      : null,
    from_login: explain?.from_login ?? 0,
    from_deal: explain?.from_deal ?? 0,
  };
};

/** The quote: the event's if it has one, else the group's prices stored with the deal. */
const quoteOf = (explain: Explain | null, deal: Deal): Explanation['quote'] => {
  if (explain === null || explain.quote_at === 0) {
    const { market_bid, market_ask, digits } = deal;
    if (market_bid === 0) return null;
    const [bid, ask] = [shownPrice(market_bid, digits), shownPrice(market_ask, digits)];
    return { symbol_bid: null, symbol_ask: null, bid, ask, at: null };
  }
  const { digits, quote_at } = explain;
  return {
    symbol_bid: shownPrice(explain.symbol_bid, digits),
    symbol_ask: shownPrice(explain.symbol_ask, digits),
    bid: shownPrice(explain.bid, digits),
    ask: shownPrice(explain.ask, digits),
    at: time(quote_at),
  };
};

/** The provider's part in the deal; its price has the three further decimals that are stored. */
const gatewayOf = (event: AccountEvent, deal: Deal): Explanation['gateway'] => {
  const { gateway_id: id, price_gateway, external_id: execution_id, digits } = deal;
  if (price_gateway === 0) return null;
  const order = event.orders.find((one) => one.id === deal.order_id);
  return {
    id,
    name: event.explain?.gateway ?? '',
    price: formatShortest(price_gateway, digits + PRICE_EXTRA),
    markup: formatExact(event.explain?.markup ?? 0, digits + PRICE_EXTRA, digits),
    order_id: order?.external_id ?? '',
    execution_id,
  };
};

/** Parses labels, which are the kind, a space and the name of the rule. */
const chargesOf = ({ charges }: Explain, digits: number): Explanation['charges'] =>
  Object.entries(charges).map(([label, amount]) => {
    const cut = label.indexOf(' ');
    return {
      kind: label.slice(0, cut),
      rule: label.slice(cut + 1),
      amount: formatExact(Number(amount), digits, digits),
    };
  });

/**
 * Do the event's charges belong to this deal? The charges of a trade are on the event's first deal;
 * an end of day charges by payments, not by the trades of a reopen.
 */
const isCharged = ({ cause, deals }: AccountEvent, deal: Deal): boolean => {
  if (deal.entry === 'none') return deal.action.startsWith('commission');
  return cause.kind !== 'end_of_day' && deals[0] === deal;
};

const decidedOn = (event: AccountEvent, deal: Deal) => {
  const { explain } = event;
  if (explain === null) {
    return { config_version: null, trigger: '', rule: null, price_asked: null, charges: [] };
  }
  const { config_version, trigger, rule_id, rule, action, price_asked } = explain;
  return {
    config_version,
    trigger,
    rule: action === '' ? null : { id: rule_id, name: rule, action },
    price_asked: shownPrice(price_asked, explain.digits),
    charges: isCharged(event, deal) ? chargesOf(explain, deal.currency_digits) : [],
  };
};

/** Rows are shown with their own digits. */
const shownOrder = (order: Order | undefined) => order && showRow(ORDER, order, order);

/**
 * Explains a deal by its events, oldest first: the event that created it, then events that changed
 * it. Throws when the first event does not contain it.
 */
export const explanationOf = (
  dealId: number,
  [made, ...later]: readonly [FoundEvent, ...FoundEvent[]],
): Explanation => {
  const { seq, event } = made;
  const deal = event.deals.find(({ id }) => id === dealId);
  if (deal === undefined) throw new Error(`event ${seq} holds no deal ${dealId}`);
  const position = event.positions.find(({ id }) => id === deal.position_id);
  const digits: Digits = deal;
  const facts = {
    login: event.login,
    group: event.group,
    seq: String(seq),
    time: time(event.time),
    ...decidedOn(event, deal),
    quote: quoteOf(event.explain, deal),
    gateway: gatewayOf(event, deal),
    event_deals: event.deals.map(({ id }) => id),
    deal: showRow(DEAL, deal, digits),
    order: shownOrder(event.orders.find(({ id }) => id === deal.order_id)) ?? null,
    position: position ? showRow(POSITION, position, position) : null,
    cause: causeOf(event),
    money: moneyOf(event),
    derived: event.derived.map(({ login, action, amount, currency = '' }) => ({
      login,
      action,
      amount,
      currency,
    })),
    changes: later.map((one) => ({
      seq: String(one.seq),
      time: time(one.event.time),
      action: one.event.deals.find(({ id }) => id === dealId)?.action ?? '',
    })),
  };
  return { ...facts, sentences: sentencesOf(facts) };
};
