// The words of fields whose name has the same meaning everywhere: their schemas need no words.

import { type FieldWords, ownWords, type WordsByField, wordsIn } from './words.js';

/** The common words by the name of the field. */
export const COMMON_WORDS: WordsByField = wordsIn({
  Identity: {
    id: ['Id', 'Number of the record; set by the server.'],
    login: ['Login', 'Number of the account.'],
    name: ['Name', 'Name of the record.'],
    group: ['Group', 'Path of the group; backslashes separate the parts.'],
    symbol: ['Symbol', 'Name of the symbol.'],
    request_id: ['Request id', 'UUID of the request; the same id takes effect once.'],
    position_id: ['Position', 'Id of the position.'],
    order_id: ['Order', 'Id of the order.'],
    request: ['Request', 'Id of the request that waits for dealers.', 'id'],
    expert_id: ['Expert', 'Number that the trading program gives itself; 0 = none.', 'id'],
    comment: ['Comment', 'Text of the user for the record.'],
    description: ['Description', 'Text for people, which the server does not use.'],
    enabled: ['Enabled', 'Is the record in use?'],
  },
  Trade: {
    side: ['Side', 'Bought or sold.'],
    volume: ['Volume', 'Size.', 'lots'],
    sl: [
      'Stop loss',
      'Price at which the loss is cut; none = 0 in a request, null in an answer.',
      'price',
    ],
    tp: [
      'Take profit',
      'Price at which the profit is taken; none = 0 in a request, null in an answer.',
      'price',
    ],
    trail_pts: ['Trailing stop', 'Distance at which the stop loss follows the market; 0 = off.'],
    deviation_pts: ['Deviation', 'Distance from the price asked for that is still accepted.'],
    price_current: [
      'Current price',
      'Price at which the position would be closed or the order triggered now; null = no ' +
        'quote yet.',
      'price',
    ],
    reason: ['Reason', 'Cause: a terminal, a dealer, a stop, the end of a day.'],
    origin: ['Origin', 'Origin of the request.'],
  },
  Prices: {
    bid: ['Bid', 'Price at which clients sell.', 'price'],
    ask: ['Ask', 'Price at which clients buy.', 'price'],
    price: ['Price', 'Price of the request or the execution.', 'price'],
    digits: ['Digits', 'Decimals of the prices of the symbol.', 'count'],
    contract_size: ['Contract size', 'Units of the base asset in one lot.', 'contract units'],
    rate_profit: [
      'Profit rate',
      'From the profit currency into the deposit currency; 0 = not known.',
      'rate',
    ],
    rate_margin: [
      'Margin rate',
      'From the margin currency into the deposit currency; 0 = not known.',
      'rate',
    ],
  },
  Money: {
    currency: ['Currency', 'Code of the currency.'],
    currency_digits: ['Currency digits', 'Decimals of amounts in the deposit currency.', 'count'],
    amount: [
      'Amount',
      'Amount; above zero in favour of the account, below zero against it.',
      'money',
    ],
    balance: ['Balance', 'Money of the account without open positions.', 'money'],
    credit: ['Credit', 'Money lent to the account, which it cannot withdraw.', 'money'],
    equity: [
      'Equity',
      'Balance, credit, floating result and swap together, less the blocked money.',
      'money',
    ],
    margin: ['Margin', 'Money that positions and orders bind.', 'money'],
    profit: ['Profit', 'Result without swaps and commissions.', 'money'],
    swap: ['Swap', 'Swaps for positions kept overnight.', 'money'],
    commission: ['Commission', 'Commission charged; below zero where the account paid.', 'money'],
    fee: ['Fee', 'Fee charged; below zero where the account paid.', 'money'],
    leverage: ['Leverage', 'Factor by which a position may exceed its margin.', 'ratio'],
  },
  Execution: {
    dealer: ['Dealer', 'Login of the dealer; 0 = none.'],
    gateway_id: ['Gateway', 'Id of the gateway that executed the deal or order; 0 = none.'],
    external_id: ['External id', 'Id that the provider gave; empty = none.'],
    seq: [
      'Sequence number',
      'Number of the event in the log, as text, because the number may exceed 2^53.',
    ],
    message: ['Message', 'The outcome in words; empty where there is nothing to say.'],
    code: ['Code', 'Result code; `ok` on success.'],
    error: ['Error', 'Reason of the refusal or failure; empty = none.'],
  },
  Filter: {
    from: ['From', 'Start of the period, inclusive; omitted = the oldest stored row.'],
    to: ['To', 'End of the period, exclusive; omitted = now.'],
    text: ['Text', 'Words of the line.'],
  },
  Page: {
    items: ['Items', 'The rows of the page.'],
    page: ['Page', 'Number of the page, from 1 on.', 'number'],
    limit: ['Limit', 'Most rows of a page.', 'count'],
    before: ['Before', 'Position of the row before which the page ends.'],
    total: ['Total', 'All rows that match.', 'count'],
  },
  Profile: {
    last_name: ['Last name', 'Family name of the owner.'],
    last_ip: ['Last address', 'Address of the newest sign-in; empty = none yet.'],
    last_access: ['Last access', 'Newest sign-in; null = none yet.'],
    ip: ['Address', 'Address of the network that the caller came from.'],
  },
  Record: {
    version: ['Version', 'Rises with each change; a change names the version last read.', 'number'],
    created_at: ['Created', 'Time of creation.'],
    updated_at: ['Updated', 'Time of the newest change.'],
    position: ['Position', 'Place in the order of the list, from 1 on.', 'number'],
    has_password: ['Password stored', 'Is a password stored? The password is never shown.'],
  },
  Connection: {
    has_gateway_password: ['Second password stored', 'Is a password stored?'],
  },
});

/** The words of a field: its own, or the common ones of its name; undefined = it has none. */
export const wordsOf = (name: string, schema: object): FieldWords | undefined =>
  ownWords(schema) ?? COMMON_WORDS.get(name);
