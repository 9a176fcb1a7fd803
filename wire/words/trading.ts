// Words of requests, orders, deals, positions, prices and history.

import type { SchemaWords, Sections, WordsRow } from './field-words.js';

const live: Sections = {
  Live: {
    live: ['Live', 'Did the account answer in time? Else the values are those of the opening.'],
  },
};

const order: Sections = {
  Identity: {
    id: ['Order', 'Id of the order; a position takes the id of the order that opened it.'],
    position_id: ['Position', 'Id of the position that it concerns; 0 = none yet.'],
    by_position_id: ['Opposite position', 'Id of the position closed against it; 0 = none.'],
    oco_order_id: [
      'Other order',
      'Other order of a one-cancels-other pair, which ends when this one begins to fill or ends ' +
        'in any way; 0 = none.',
    ],
  },
  Order: {
    kind: ['Kind', 'Kind of the order.'],
    state: ['State', 'Where the order stands; filled, canceled, rejected, expired are final.'],
    fill: ['Fill', 'What happens to volume that is not filled at once.'],
    expiration: ['Lifetime', 'How long the order waits.'],
    expires_at: ['Expires', 'End of the lifetime; null = none.'],
  },
  Volume: {
    volume_initial: ['Initial volume', 'Size that was ordered.', 'lots'],
    volume_current: ['Open volume', 'Size that is not filled.', 'lots'],
    volume_filled: ['Filled volume', 'Size that is filled.', 'lots'],
    volume_held: ['Held volume', 'Size of fills at the provider that staff decide on.', 'lots'],
    volume_declined: [
      'Declined volume',
      'Size of fills that staff decided not to book; the provider counts them.',
      'lots',
    ],
  },
  Price: {
    price_order: [
      'Order price',
      'Price at which it waits, or was asked for; null = none.',
      'price',
    ],
    price_stop_limit: ['Limit price', 'Limit price of a stop-limit; null = none.', 'price'],
    price_filled: ['Fill price', 'Average price of the fills; null = none.', 'price'],
  },
  Times: {
    created_at: ['Created', 'When the order came.'],
    activated_at: ['Activated', 'When the price of a pending order was reached; null = not yet.'],
    done_at: ['Done', 'When the order became final; null = it is working.'],
  },
};

const deal: Sections = {
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
    price_position: ['Opening price', 'Opening price of what was closed; null = nothing.', 'price'],
    price_gateway: ['Provider price', 'Price at the provider; null = none.', 'price'],
    market_bid: ['Market bid', 'Bid at the moment of the deal; null = none.', 'price'],
    market_ask: ['Market ask', 'Ask at the moment of the deal; null = none.', 'price'],
    tick_size: ['Tick size', 'Smallest step of the price; 0 = one point.', 'price'],
    tick_value: ['Tick value', 'Value of a tick of one lot.', 'profit currency'],
  },
  Money: {
    profit: ['Profit', 'Result of what was closed, or the amount of a money operation.', 'money'],
    profit_raw: ['Raw profit', 'Result before its conversion.', 'profit currency units'],
    profit_digits: ['Profit digits', 'Decimals of the profit currency.', 'count'],
  },
};

const position: Sections = {
  Identity: { id: ['Position', 'Id of the position: that of the order that opened it.'] },
  Price: {
    price_open: ['Opening price', 'Average price at which it was opened.', 'price'],
    price_dealt: [
      'Opening price by its deals',
      'Where staff corrected the opening price: the one that its deals gave; else null.',
      'price',
    ],
    price_close: ['Closing price', 'Average price at which it was closed.', 'price'],
  },
  Money: {
    profit: ['Profit', 'Floating result at the current price, without swaps.', 'money'],
    margin: ['Margin', 'Margin of the position by itself; information only.', 'money'],
  },
  State: { closed: ['Closed', 'Was the position closed?'] },
  Times: {
    opened_at: ['Opened', 'When it was opened.'],
    closed_at: ['Closed', 'When it was closed.'],
    updated_at: ['Updated', 'When its newest deal was made.'],
  },
};

/** The figures that help to mend a refused trade. */
const figures: Sections = {
  'Figures of a refusal': {
    field: ['Field', 'Field of the request that is at fault.'],
    min: ['Minimum', 'Least value of the field, in its own unit.'],
    max: ['Maximum', 'Most value of the field, in its own unit.'],
    step: ['Step', 'Values of the field are multiples of it.'],
    allowed: ['Allowed', 'Words that the field may be.'],
    used: ['Used', 'What the account has of what `max` bounds.'],
    required: ['Required', 'Money that the request needs, in `currency`.'],
    free: ['Free', 'Money that there is for it, in `currency`.'],
    currency: ['Currency', 'Currency of the two amounts.'],
    rule: ['Rule', 'The rule that was not kept.'],
    symbol: ['Symbol', 'Name of the symbol at fault.'],
    opens_at: ['Opens at', 'Time at which the market of the symbol opens.'],
    from: ['From currency', 'Currency that nothing converts now.'],
    to: ['To currency', 'Currency that it was to be converted into.'],
  },
};

/** The sums of a trading day: their titles, and what they sum. */
const DAY_SUMS: Readonly<Record<string, readonly [title: string, what: string]>> = {
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

const daySums = (day: string): Sections[string] =>
  Object.fromEntries(
    Object.entries(DAY_SUMS).map(([name, [title, what]]) => [
      name,
      [title, `${what} of ${day}.`, 'money'] as const,
    ]),
  );

/** Money of an account at the ends of periods. */
const ends: Sections[string] = {
  commission_blocked: ['Blocked commission', 'Charged at the end of day or month.', 'money'],
  interest_accrued: ['Interest', 'Accrued and not paid yet.', 'money'],
  balance_prev_day: ['Balance of the day before', 'At its end.', 'money'],
  balance_prev_month: ['Balance of the month before', 'At its end.', 'money'],
  equity_prev_day: ['Equity of the day before', 'At its end.', 'money'],
  equity_prev_month: ['Equity of the month before', 'At its end.', 'money'],
};

const marginLevel: WordsRow = [
  'Margin level',
  'Equity in parts of the margin; 0 = no margin.',
  'percent',
];

export const TRADING_WORDS: SchemaWords = {
  WaitingRequest: {
    Request: {
      kind: ['Request kind', 'What is asked for, as routing rules name it.'],
      order_kind: ['Order kind', 'Kind of the order; empty where there is none.'],
      price_stop_limit: [
        'Stop-limit price',
        'Price of the limit order to come; null = none.',
        'price',
      ],
      fill: ['Fill', 'Whether it may be filled in part.'],
      price_worst: ['Worst price', 'The worst price that the client accepts; null = any.', 'price'],
      by_position_id: ['Closing position', 'The opposite position of a close-by; 0 = none.', 'id'],
      received_at: ['Received', 'When it came; `bid` and `ask` are of then.', 'time'],
    },
    Dealers: {
      state: ['State', 'Offered, taken by a dealer, or gone: dealers have it no longer.'],
      rule_id: ['Rule', 'The routing rule that asks dealers.', 'id'],
      timeout_at: ['Until', 'When it ends without an answer.', 'time'],
      offered_to: ['Offered to', 'The dealer who may take it; 0 = all.', 'id'],
      taken_by: ['Taken by', 'The dealer who has it; 0 = none.', 'id'],
    },
  },
  StaffPosition: { ...position, ...live },
  StaffOrder: { ...order, ...live },
  TradeResult: {
    ...figures,
    Result: {
      code: ['Code', 'Result code; `ok` where something was done.'],
      status: ['Status', 'Done, partly done, placed, queued at a dealer, requoted or rejected.'],
      repeated: ['Repeated', 'Was the request carried out before? This is the first result.'],
      seq: ['Sequence number', 'Event in the log; reads fence on it. Null = nothing was done.'],
      done_at: ['Done', 'When it was decided; null = it waits.'],
    },
    Identity: {
      order_id: ['Order', 'Id of the order; null = none.'],
      deal_ids: ['Deals', 'Ids of the deals that it made.'],
      position_id: ['Position', 'Id of the position; null = none.'],
    },
    Execution: {
      volume: ['Volume', 'Size that was done or placed.', 'lots'],
      price: ['Price', 'Price of the execution or the offer; null = none.', 'price'],
    },
  },
  Order: order,
  EndedOrder: {
    ...order,
    Cause: { cause: ['Cause', 'The event that ended the order; null = the order works.'] },
  },
  Deal: deal,
  Position: position,
  ClosedPosition: {
    ...position,
    Identity: {
      id: ['Id', 'Id of the deal that ended it.'],
      position_id: ['Position', 'Id of the position.'],
    },
  },
  Money: {
    Money: {
      blocked: ['Blocked', 'Money that cannot be used until the end of the day.', 'money'],
      profit: ['Floating result', 'Result of open positions at current prices.', 'money'],
      margin_free: ['Free margin', 'Money that new positions can bind.', 'money'],
      margin_level: marginLevel,
      calculated_at: ['Calculated', 'Time of the prices.'],
    },
  },
  AccountFacts: {
    Account: {
      name: ['Name', 'First name of the owner, or the whole name.'],
      agent: ['Agent', 'Login that gets agent commission; 0 = none.', 'id'],
      enabled: ['Enabled', 'May the account sign in?'],
      trading_enabled: ['Trading enabled', 'May the account trade?'],
      api_enabled: ['Programs', 'May programs sign in with a password of their own?'],
      leverage: ['Leverage', 'The leverage in force; 100 = 1:100.', 'ratio'],
      leverage_inherited: ['Leverage inherited', 'Does it follow the default of the group?'],
      limit_orders: ['Order limit', 'Most working orders; 0 = no limit.', 'count'],
      limit_positions: ['Position limit', 'Most positions; 0 = no limit.', 'count'],
      currency: ['Currency', 'Code of the deposit currency.'],
      margin_mode: ['Margin mode', 'Is there one position of a symbol, or many?'],
    },
    'Margin call': {
      stopout_mode: ['Stop-out mode', 'Are the two levels in percent of the margin, or in money?'],
      margin_call: ['Margin call', 'Level at which the account is warned.', 'currency or percent'],
      stop_out: ['Stop-out', 'Level at which positions are closed.', 'currency or percent'],
      so_state: ['State', 'None, margin call, or stop-out.'],
      so_at: ['Since', 'When the state began; null = it never did.'],
      so_level: ['Level', 'Margin level of that moment.', 'percent'],
      so_equity: ['Equity', 'Equity of that moment.', 'money'],
      so_margin: ['Margin', 'Margin of that moment.', 'money'],
    },
    Money: {
      ...ends,
      profit_blocked: ['Blocked profit', 'Not free until the end of the day.', 'money'],
    },
    Day: { day: ['Day', 'Sums of the current trading day.'] },
  },
  DaySums: { Day: daySums('the current trading day') },
  DailyRow: {
    Identity: {
      id: ['Id', 'Number made of the day and the login.'],
      date: ['Day', 'Date on the server clock of the day that ended.'],
      company: ['Company', 'Licence company of the group.'],
    },
    Money: {
      ...ends,
      margin_free: ['Free margin', 'Money that new positions could bind.', 'money'],
      margin_level: marginLevel,
    },
    Day: daySums('the day'),
  },
  AccountPicture: {
    Account: {
      account: ['Account', 'Login, group, currency and switches of the account.'],
      money: ['Money', 'Its money at current prices.'],
    },
    Trade: {
      positions: ['Positions', 'Open positions, oldest first.'],
      orders: ['Orders', 'Working orders, oldest first.'],
    },
    Events: {
      account_seq: ['Account sequence', 'Newest numbered event; `resume` goes on there.', 'number'],
    },
  },
  OrderCause: {
    Cause: {
      kind: [
        'Kind',
        'What ended the order: a request by its kind, `disconnect` where its session was gone ' +
          'for good (`cancel_on_disconnect`), `oco` the other order of its pair, `end_of_day` ' +
          'its lifetime, or a stop-out.',
      ],
      source: ['Source', 'Client, dealer, server or gateway.'],
      request_id: ['Request', 'Id of the request; empty = the server did it by itself.'],
    },
  },
  TradeOrigin: {
    Origin: {
      terminal: ['Terminal', 'Terminal of the session.'],
      ip: ['Address', 'Address of the network that the request came from.'],
      session: ['Session', 'Id of the session.'],
      dealer: ['Dealer', 'Login of the dealer who traded for the account.', 'id'],
    },
  },
};
