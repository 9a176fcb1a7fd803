// The sentences of an explained deal, for support staff to read out.

import { parseScaled } from '../../wire/base/scale.js';
import type { Explanation } from '../../wire/rest/trading/deals.js';

type Facts = Omit<Explanation, 'sentences'>;

/** Money operations by action: the words for a deposit and for a withdrawal. */
const PAYMENTS: Readonly<Record<string, readonly [gain: string, charge: string]>> = {
  balance: ['deposit', 'withdrawal'],
  charge: ['charge given back', 'charge'],
  correction: ['correction', 'correction'],
  commission: ['commission given back', 'commission'],
  commission_daily: ['daily commission given back', 'daily commission'],
  commission_monthly: ['monthly commission given back', 'monthly commission'],
  agent: ["agent's commission", "agent's commission taken back"],
  agent_daily: ["agent's daily commission", "agent's daily commission taken back"],
  agent_monthly: ["agent's monthly commission", "agent's monthly commission taken back"],
  interest: ['interest', 'interest'],
  swap: ['swap', 'swap'],
  dividend: ['dividend', 'dividend'],
  dividend_franked: ['franked dividend', 'franked dividend'],
  tax: ['tax given back', 'tax'],
  transfer: ['transfer in', 'transfer out'],
  so_compensation: ['compensation of a negative balance', 'compensation taken back'],
  credit: ['credit', 'credit taken back'],
  bonus: ['bonus', 'bonus taken back'],
  so_compensation_credit: ['credit', 'removal of the credit that a stop-out left'],
};

/** Control characters that JSON allows, and characters that change the writing direction. */
const UNSEEN = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Quotes a text from a user, so that it can neither end the quotes nor the line, nor control a
 * terminal.
 */
const quoted = (text: string): string =>
  JSON.stringify(text).replace(
    UNSEEN,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const isTrade = ({ deal }: Facts): boolean => deal.entry !== 'none';

const payment = ({ deal, login }: Facts): string => {
  const amount = String(deal.profit);
  const [gain, charge] = PAYMENTS[String(deal.action)] ?? [String(deal.action), deal.action];
  const what = amount.startsWith('-') ? charge : gain;
  const about = deal.position_id === 0 ? '' : ` for position ${deal.position_id}`;
  const comment = deal.comment === '' ? '' : `, ${quoted(String(deal.comment))}`;
  return `Deal ${deal.id} of account ${login}: ${what} of ${amount}${about}${comment}.`;
};

const effect = ({ deal, order, position }: Facts): string => {
  const id = deal.position_id;
  const closed = `closing ${deal.volume_closed} of position ${id}, open at ${deal.price_position}`;
  switch (deal.entry) {
    case 'in':
      return position?.volume === deal.volume ? `opening position ${id}` : `into position ${id}`;
    case 'inout':
      return `${closed}, and turning it to ${deal.action} ${position?.volume ?? ''}`;
    case 'out_by': {
      const ids = [order?.position_id, order?.by_position_id];
      const other = ids.find((one) => one !== id);
      return `${closed}, by the opposite position ${other}`;
    }
    default:
      return closed;
  }
};

const what = (facts: Facts): string => {
  const { deal, login, order } = facts;
  if (!isTrade(facts)) return payment(facts);
  const did = deal.action === 'buy' ? 'bought' : 'sold';
  const dealt = `${did} ${deal.volume} ${deal.symbol} at ${deal.price}`;
  const by = order === null ? '' : ` (order ${order.id})`;
  return `Deal ${deal.id} of account ${login} ${dealt}${by}, ${effect(facts)}.`;
};

const originOf = ({ order }: Facts): string => {
  const { terminal = '', ip = '' } = (order?.origin ?? {}) as Readonly<Record<string, string>>;
  const from = terminal === '' ? '' : ` from terminal ${terminal}`;
  return ip === '' ? from : `${from} at ${ip}`;
};

/** The requester: a provider's report is the cause of its deal, and the order names the request. */
const requestOf = ({ cause, order }: Facts) =>
  cause.source === 'gateway' && order !== null
    ? {
        isDealer: cause.kind.startsWith('dealer_'),
        dealer: order.dealer,
        request_id: order.request_id,
      }
    : { ...cause, isDealer: cause.source === 'dealer' };

const asked = (facts: Facts): string => {
  const { kind } = facts.cause;
  const { isDealer, dealer, request_id } = requestOf(facts);
  const who = isDealer ? `Dealer ${dealer}` : 'The client';
  const word = kind.replace('dealer_', '').replaceAll('_', ' ');
  return `${who} asked for it (${word})${originOf(facts)} with request ${request_id}.`;
};

/** The price with which the levels of a position or order are compared. */
const seen = ({ deal, quote }: Facts): string => {
  if (quote === null) return 'the price';
  return deal.action === 'buy' ? `Ask ${quote.ask}` : `Bid ${quote.bid}`;
};

const level = (facts: Facts, name: string, trail = ''): string => {
  const { deal, price_asked, quote } = facts;
  const price = price_asked ?? '';
  const at = quote?.at == null ? '' : ` at ${quote.at}`;
  const which = `${name} ${price} of position ${deal.position_id}${trail}`;
  return `${which} was reached: ${seen(facts)}${at}.`;
};

const stopLoss = (facts: Facts): string => {
  const points = Number(facts.position?.trail_pts ?? 0);
  const trail = points === 0 ? '' : `, which trailed the market by ${points} points,`;
  return level(facts, 'Stop loss', trail);
};

const activated = (facts: Facts): string => {
  const { order, price_asked, quote } = facts;
  const at = quote?.at == null ? '' : ` at ${quote.at}`;
  const name = `${order?.side} ${String(order?.kind).replace('_', ' ')} order ${order?.id}`;
  const placed = `placed ${order?.created_at}${originOf(facts)}`;
  const price = price_asked ?? order?.price_order;
  return `The price ${price} of ${name}, ${placed}, was reached: ${seen(facts)}${at}.`;
};

const STOP_OUT = /^so (-?[\d.]+)%\/(-?[\d.]+)\/(-?[\d.]+)$/;

const stoppedOut = (facts: Facts): string => {
  const { deal, trigger } = facts;
  if (deal.action === 'so_compensation') {
    return 'The stop-out left no position and a balance below zero, which the group makes good.';
  }
  if (!isTrade(facts)) return 'The group takes the credit away with a compensated balance.';
  const [, at, equity, margin] = STOP_OUT.exec(trigger) ?? [];
  const levels = `margin level ${at} %, equity ${equity}, margin ${margin}`;
  const worst = `position ${deal.position_id} was the next to be given up`;
  return at === undefined
    ? `The account was stopped out (${trigger}); ${worst}.`
    : `The account was stopped out at ${levels}; ${worst}.`;
};

const paid = (facts: Facts): string => {
  const { source, dealer, request_id, from_deal, from_login } = facts.cause;
  if (from_deal > 0) {
    return `It follows from deal ${from_deal} of account ${from_login} (request ${request_id}).`;
  }
  const who = source === 'dealer' ? `Staff login ${dealer}` : 'The server';
  return `${who} made it with request ${request_id}.`;
};

const takenBack = ({ cause }: Facts): string => {
  const who = cause.source === 'dealer' ? `dealer ${cause.dealer}` : 'the provider';
  return `A trade was taken back by ${who}.`;
};

const REASONS: Readonly<Record<string, (facts: Facts) => string>> = {
  sl: stopLoss,
  tp: (facts) => level(facts, 'Take profit'),
  activate: activated,
  stopout_position: stoppedOut,
  balance: paid,
  end_of_day: ({ trigger }) => `The server made it at the ${trigger || 'end of day'}.`,
  bust: takenBack,
};

const why = (facts: Facts): string => {
  const { kind, source } = facts.cause;
  const reason = REASONS[kind];
  if (reason !== undefined) return reason(facts);
  return source === 'server' ? `The server did it by itself (${kind}).` : asked(facts);
};

const DECISIONS: Readonly<Record<string, string>> = {
  confirm_market_price: 'confirmed it at the market price',
  confirm_request_price: 'confirmed it at the price asked for',
  dealer: 'gave it to its dealers',
  online_dealers: 'gave it to the dealers on line',
  gateway: 'sent it to a gateway',
};

/** A close-by has its own price, independent of the market. */
const PAIRED = "confirmed it at the opposite position's open price";

/** The dealer who confirmed a waiting request, or whose quote was accepted. */
const dealerOf = ({ cause, deal, gateway }: Facts): string => {
  const { decided_by, received_at } = cause;
  if (decided_by === 0) return '';
  const confirmed = gateway === null ? `confirmed it at ${deal.price}` : 'confirmed it';
  return ` Dealer ${decided_by} ${received_at === null ? 'had quoted the price' : confirmed}.`;
};

const decided = (facts: Facts): string[] => {
  const { rule, cause } = facts;
  if (rule === null) return [];
  const by = dealerOf(facts);
  const paired = cause.kind.endsWith('close_by') && rule.action.startsWith('confirm_');
  const decision = paired
    ? PAIRED
    : (DECISIONS[rule.action] ?? `said ${rule.action}, which cannot stop it here`);
  if (rule.id > 0) return [`Routing rule ${rule.id} ${quoted(rule.name)} ${decision}.${by}`];
  return [
    `No routing rule decided; what the server does by itself runs at the market price then.${by}`,
  ];
};

/** The provider that executed it: its price, and ours. */
const executed = ({ gateway, deal }: Facts): string[] => {
  if (gateway === null) return [];
  const { id, name, price, markup, order_id, execution_id } = gateway;
  const ids = `its order ${quoted(order_id)}, execution ${quoted(execution_id)}`;
  const what = `Gateway ${id} ${quoted(name)} had it executed at ${price} (${ids})`;
  const added = Number(markup) === 0 ? 'without a markup' : `with a markup of ${markup}`;
  return [`${what}; ${added} the price is ${deal.price}.`];
};

const waited = ({ cause, time }: Facts): string[] => {
  if (cause.received_at === null) return [];
  const seconds = (Date.parse(time) - Date.parse(cause.received_at)) / 1000;
  return [`The request came at ${cause.received_at} and was decided ${seconds} s later.`];
};

/**
 * Points by which the deal is better (above zero) or worse for the client than the requested price.
 */
const slippage = ({ deal, price_asked }: Facts): number => {
  const digits = Number(deal.digits);
  const asked = parseScaled(price_asked ?? '', digits) ?? 0;
  const dealt = parseScaled(String(deal.price), digits) ?? 0;
  return deal.action === 'buy' ? asked - dealt : dealt - asked;
};

const askedPrice = (facts: Facts): string[] => {
  if (facts.price_asked === null) return [];
  const points = slippage(facts);
  const asked = `the price asked for, ${facts.price_asked}`;
  if (points === 0) return [`It was dealt at ${asked}.`];
  const way = points > 0 ? 'better' : 'worse';
  return [`It was dealt ${Math.abs(points)} points ${way} for the client than ${asked}.`];
};

const priced = ({ quote }: Facts): string[] => {
  if (quote === null) return [];
  const { symbol_bid, symbol_ask, bid, ask, at } = quote;
  if (at === null) return [`The account's prices were ${bid} / ${ask}.`];
  const plain = bid === symbol_bid && ask === symbol_ask;
  const marked = plain
    ? 'the group adds nothing to it'
    : `the group's markups make it ${bid} / ${ask}`;
  return [`The quote of ${at} was ${symbol_bid} / ${symbol_ask}; ${marked}.`];
};

const money = (facts: Facts): string[] => {
  const { deal, charges, derived, event_deals } = facts;
  const { balance_before, balance_after, credit_before, credit_after } = facts.money;
  const parts = ['profit', 'swap', 'commission', 'fee'].map((name) => `${name} ${deal[name]}`);
  const sums = isTrade(facts) ? [`Its money: ${parts.join(', ')}.`] : [];
  const rules = charges.map(
    ({ kind, rule, amount }) => `Commission rule ${quoted(rule)} (${kind}) charged ${amount}.`,
  );
  const others = derived.map(
    ({ login, action, amount, currency }) =>
      `Account ${login} is paid ${`${amount} ${currency}`.trim()} for it (${action}).`,
  );
  const together = event_deals.length > 1 ? `, with deals ${event_deals.join(', ')} together` : '';
  const moved = [
    ['balance', balance_before, balance_after],
    ['credit', credit_before, credit_after],
  ].flatMap(([name, before, after]) =>
    before === after ? [] : [`The ${name} went from ${before} to ${after}${together}.`],
  );
  return [...sums, ...rules, ...others, ...moved];
};

const margin = ({ money: sums }: Facts): string[] => {
  const { margin_before, margin_after, margin_free_before, margin_free_after } = sums;
  if (margin_before === null || margin_free_before === null) return [];
  const bound = `The margin was ${margin_before} before and ${margin_after} after`;
  return [`${bound}, the free margin ${margin_free_before} and ${margin_free_after}.`];
};

const left = ({ position }: Facts): string[] => {
  if (position === null) return [];
  const { id, side, volume, price_open, closed } = position;
  if (closed) return [`Position ${id} is closed.`];
  return [`Position ${id} is ${side} ${volume} at ${price_open} afterwards.`];
};

const recorded = ({ seq, time, config_version, changes }: Facts): string[] => {
  const under = config_version === null ? '' : `, under version ${config_version} of the settings`;
  const later = changes.map(
    (one) => `It was changed to ${one.action} at ${one.time} (event ${one.seq}).`,
  );
  return [`This is event ${seq} of the log, of ${time}${under}.`, ...later];
};

/** All sentences of an explained deal, in order. */
export const sentencesOf = (facts: Facts): string[] => [
  what(facts),
  why(facts),
  ...waited(facts),
  ...decided(facts),
  ...executed(facts),
  ...askedPrice(facts),
  ...priced(facts),
  ...money(facts),
  ...margin(facts),
  ...left(facts),
  ...recorded(facts),
];
