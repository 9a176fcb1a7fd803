// The words of the fields of trading records, beside the tables of their types.

import type { FieldTable } from '../../base/field-table.js';
import { type WordsByField, type WordTable, wordsIn } from '../../fields/words.js';
import { DAILY, type DaySum } from '../../trading/daily.js';
import { CAUSE } from '../../trading/live-fields.js';
import { WAITING_REQUEST } from '../../trading/queued.js';
import {
  CLOSED_POSITION,
  CORRECTION,
  DEAL,
  MONEY,
  ORDER,
  POSITION,
  TRADE_RESULT,
} from '../../trading/records.js';

/** The words of fields of a record. */
const wordsFor = <T extends FieldTable>(
  _record: T,
  words: WordTable<keyof T & string>,
): WordsByField => wordsIn(words);

export const ORDER_WORDS = wordsFor(ORDER, {
  Identity: {
    id: ['Order', 'Id of the order; a position takes the id of the order that opened it.'],
    position_id: ['Position', 'Id of the position that the order concerns; 0 = none yet.'],
    by_position_id: ['Opposite position', 'Id of the opposite position of a close by; 0 = none.'],
    oco_order_id: [
      'Other order',
      'Other order of a one-cancels-other pair, which ends when this order begins to fill ' +
        'or ends in any way; 0 = none.',
    ],
  },
  Order: {
    kind: ['Kind', 'Kind of the order.'],
    state: ['State', 'State of the order; filled, canceled, rejected and expired are final.'],
    fill: ['Fill', 'Treatment of volume that is not filled at once.'],
    expiration: ['Lifetime', 'Lifetime of the order.'],
    expires_at: ['Expires', 'End of the lifetime; null = none.'],
  },
  Volume: {
    volume_initial: ['Initial volume', 'Size that was ordered.', 'lots'],
    volume_current: ['Open volume', 'Size that is not filled.', 'lots'],
    volume_filled: ['Filled volume', 'Size that is filled.', 'lots'],
    volume_held: ['Held volume', 'Size of fills at the provider that staff decide on.', 'lots'],
    volume_declined: [
      'Declined volume',
      'Lots of fills that staff decided not to book, and the provider still counts.',
      'lots',
    ],
  },
  Price: {
    price_order: [
      'Order price',
      'Price at which the order waits, or that the client asked for; null = none.',
      'price',
    ],
    price_stop_limit: ['Limit price', 'Limit price of a stop-limit; null = none.', 'price'],
    price_filled: ['Fill price', 'Average price of the fills; null = none.', 'price'],
  },
  Times: {
    created_at: ['Created', 'Time at which the order came.'],
    activated_at: ['Activated', 'Time of activation of a pending order; null = not yet.'],
    done_at: ['Done', 'Time at which the order became final; null = the order works.'],
  },
});

export const DEAL_WORDS = wordsFor(DEAL, {
  Identity: {
    id: ['Deal', 'Id of the deal.'],
    order_id: ['Order', 'Id of the order; 0 = a money operation.'],
    position_id: ['Position', 'Id of the position; 0 = a money operation.'],
  },
  Deal: {
    action: ['Action', 'Bought, sold, or the kind of money operation.'],
    entry: ['Entry', 'Opens, closes, reverses, closes by another; none for money.'],
    volume_closed: ['Closed volume', 'Part of the volume that closed a position.', 'lots'],
    value: ['Value', 'Value of the deal.', 'money'],
  },
  Price: {
    price: ['Price', 'Price of the execution; null = a money operation.', 'price'],
    price_position: [
      'Opening price',
      'Opening price of the closed volume; null = the deal closed nothing.',
      'price',
    ],
    price_gateway: ['Provider price', 'Price at the provider; null = none.', 'price'],
    market_bid: ['Market bid', 'Bid at the moment of the deal; null = none.', 'price'],
    market_ask: ['Market ask', 'Ask at the moment of the deal; null = none.', 'price'],
    tick_size: ['Tick size', 'Smallest step of the price; 0 = one point.', 'price'],
    tick_value: ['Tick value', 'Value of a tick of one lot.', 'profit currency'],
  },
  Money: {
    profit: ['Profit', 'Profit of the closed volume, or the amount of a money operation.', 'money'],
    profit_raw: [
      'Raw profit',
      'Profit before the conversion into the deposit currency.',
      'profit currency units',
    ],
    profit_digits: ['Profit digits', 'Decimals of the profit currency.', 'count'],
  },
});

export const POSITION_WORDS = wordsFor(POSITION, {
  Identity: {
    id: ['Position', 'Id of the position, equal to the id of the order that opened the position.'],
  },
  Price: {
    price_open: ['Opening price', 'Average price at which the position was opened.', 'price'],
    price_dealt: [
      'Opening price by its deals',
      'Opening price by the deals, if staff corrected the opening price; else null.',
      'price',
    ],
  },
  State: { closed: ['Closed', 'Was the position closed?'] },
  Times: {
    opened_at: ['Opened', 'Time of the opening.'],
    updated_at: ['Updated', 'Time of the newest deal of the position.'],
  },
});

export const CLOSED_POSITION_WORDS = wordsFor(CLOSED_POSITION, {
  Identity: { id: ['Id', 'Id of the deal that ended the position.'] },
  Price: {
    price_open: ['Opening price', 'Average price at which the position was opened.', 'price'],
    price_close: ['Closing price', 'Average price at which the position was closed.', 'price'],
  },
  Times: {
    opened_at: ['Opened', 'Time of the opening.'],
    closed_at: ['Closed', 'Time of the closing.'],
  },
});

export const MONEY_WORDS = wordsFor(MONEY, {
  Money: {
    blocked: ['Blocked', 'Money that cannot be used until the end of the day.', 'money'],
    profit: ['Floating result', 'Result of open positions at current prices.', 'money'],
    margin_free: ['Free margin', 'Money that new positions can bind.', 'money'],
    margin_level: ['Margin level', 'Equity in parts of the margin; 0 = no margin.', 'percent'],
    calculated_at: ['Calculated', 'Time of the prices.'],
  },
});

/** The sums of a trading day: their titles, and the amounts that they sum. */
const SUMMED: Readonly<Record<DaySum, readonly [title: string, what: string]>> = {
  daily_profit: ['Profit', 'Realised results'],
  daily_swap: ['Swaps', 'Swaps'],
  daily_commission_instant: ['Commission', 'Commission charged at once'],
  daily_commission_turnover: ['Turnover commission', 'Commission by turnover'],
  daily_fee: ['Fees', 'Fees'],
  daily_agent: ['Agent commission', 'Commission paid to agents'],
  daily_deposits: ['Deposits', 'Deposits'],
  daily_withdrawals: ['Withdrawals', 'Withdrawals'],
  daily_credit: ['Credit', 'Credit given and taken back'],
  daily_bonuses: ['Bonuses', 'Bonuses'],
  daily_charges: ['Charges', 'Other charges'],
  daily_compensation: ['Compensation', 'Compensations of negative balances'],
  daily_corrections: ['Corrections', 'Corrections'],
  daily_dividends: ['Dividends', 'Dividends'],
  daily_interest: ['Interest', 'Interest'],
  daily_taxes: ['Taxes', 'Taxes'],
};

/** The words of the sums of a day. */
const sumsOf = (day: string): WordTable<DaySum> => ({
  Day: Object.fromEntries(
    Object.entries(SUMMED).map(([name, [title, what]]) => [
      name,
      [title, `${what} of ${day}.`, 'money'],
    ]),
  ),
});

export const DAY_SUM_WORDS = wordsIn(sumsOf('the current trading day'));

export const DAILY_WORDS = wordsFor(DAILY, {
  Identity: {
    id: ['Id', 'Number made of the day and the login.'],
    date: ['Day', 'Date on the server clock of the day that ended.'],
    company: ['Company', 'Licence company of the group.'],
  },
  Money: {
    commission_blocked: [
      'Blocked commission',
      'Commission to be charged at the end of day or month.',
      'money',
    ],
    interest_accrued: ['Interest', 'Interest that is accrued and not paid.', 'money'],
    balance_prev_day: ['Balance of the day before', 'Amount at the end of the day.', 'money'],
    balance_prev_month: ['Balance of the month before', 'Amount at the end of the day.', 'money'],
    equity_prev_day: ['Equity of the day before', 'Amount at the end of the day.', 'money'],
    equity_prev_month: ['Equity of the month before', 'Amount at the end of the day.', 'money'],
    margin_free: ['Free margin', 'Money that new positions could bind.', 'money'],
    margin_level: ['Margin level', 'Equity in parts of the margin; 0 = no margin.', 'percent'],
  },
  ...sumsOf('the day'),
});

export const WAITING_REQUEST_WORDS = wordsFor(WAITING_REQUEST, {
  Request: {
    kind: ['Request kind', 'Kind of request, with the names that routing rules use.'],
    order_kind: ['Order kind', 'Kind of the order; empty where there is none.'],
    price_stop_limit: [
      'Stop-limit price',
      'Price of the limit order to come; null = none.',
      'price',
    ],
    fill: ['Fill', 'Treatment of a part that cannot be filled.'],
    price_worst: ['Worst price', 'The worst price that the client accepts; null = any.', 'price'],
    by_position_id: ['Closing position', 'The opposite position of a close-by; 0 = none.'],
    received_at: [
      'Received',
      'Time at which the request came; `bid` and `ask` are of the same time.',
    ],
  },
  Dealers: {
    state: [
      'State',
      'Offered to dealers, taken by a dealer, or gone: no dealer can decide any more.',
    ],
    rule_id: ['Rule', 'The routing rule that asks dealers.'],
    timeout_at: ['Until', 'Time at which the request ends without an answer.'],
    offered_to: ['Offered to', 'The dealer who may take the request; 0 = all.', 'id'],
    taken_by: ['Taken by', 'The dealer who has taken the request; 0 = none.', 'id'],
  },
});

export const TRADE_RESULT_WORDS = wordsFor(TRADE_RESULT, {
  Result: {
    code: ['Code', 'Result code; `ok` where something was done.'],
    status: ['Status', 'Done, partly done, placed, queued at a dealer, requoted or rejected.'],
    done_at: ['Done', 'Time of the decision; null = the request waits.'],
  },
  Execution: {
    volume: ['Volume', 'Size that was done or placed.', 'lots'],
    price: [
      'Price',
      'Price of the execution, the placed order or the offer; null = none.',
      'price',
    ],
  },
});

export const CORRECTION_WORDS = wordsFor(CORRECTION, {
  Correction: {
    kind: ['Kind', 'A position that staff deleted, a deal that was taken back, or a ledger.'],
    at: ['Time', 'Time of the event.'],
    dealer: ['Dealer', 'Login of the dealer; 0 = none.'],
    balance: [
      'Balance',
      'Amount that was added to the balance, which then equals the sum of the deals.',
    ],
    credit: [
      'Credit',
      'Amount that was added to the credit, which then equals the sum of the deals.',
    ],
  },
});

/** The cause of an event. */
export const CAUSE_WORDS = wordsFor(CAUSE, {
  Cause: {
    kind: ['Kind', 'Operation that the account was asked for, or that the server did by itself.'],
    source: ['Source', 'The side that asked: the client, a dealer, the server or a provider.'],
  },
});

/** The cause of the end of an order. */
export const ORDER_CAUSE_WORDS = wordsFor(CAUSE, {
  Cause: {
    kind: [
      'Kind',
      'Cause of the end: a request by its kind, `disconnect` = the session did not come ' +
        'back (`cancel_on_disconnect`), `oco` = the other order of the pair, `end_of_day` = ' +
        'the lifetime, or a stop-out.',
    ],
    source: ['Source', 'Client, dealer, server or gateway.'],
    request_id: ['Request', 'Id of the request; empty = the server acted without a request.'],
  },
});
