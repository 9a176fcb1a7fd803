// Words of lists of trades across accounts, and of acts of staff on many of them.

import type { SchemaWords, Sections } from './field-words.js';

const filters: Sections = {
  Filters: {
    group: ['Groups', 'Mask of group paths; empty = all in scope.'],
    company: ['Company', 'Company of the groups of the accounts, in any letter case.'],
    login: ['Login', 'Account whose trades are listed.'],
    symbol: ['Symbol', 'Exact name of the symbol, in any letter case.'],
  },
};

const days = {
  from: ['From', 'First day; nothing = as far back as is kept.'],
  to: ['To', 'Last day; nothing = the newest.'],
} as const;

const closedFilters: Sections = {
  Filters: { ...filters.Filters, action: ['Action', 'Taken, and not used.'] },
};

/** Whether the values of a row are live. */
const live: Sections = {
  Live: {
    live: ['Live', 'Did the account answer in time? Else the values are those of the opening.'],
  },
};

const sums = (what: string): Sections[string] => ({
  count: ['Count', 'Number of closed positions.', 'count'],
  volume: ['Volume', `Closed size of ${what}.`, 'lots'],
  profit: ['Profit', `Result of ${what}.`, 'money'],
  swap: ['Swap', `Swap of ${what}.`, 'money'],
  commission: ['Commission', `Commission of ${what}.`, 'money'],
  fee: ['Fee', `Fee of ${what}.`, 'money'],
});

const paid = (where: string): Sections[string] => ({
  action: ['Action', `Kind of the money operations ${where}.`],
  comment: ['Comment', 'Text that their deals carry.'],
});

const SIDES = {
  buy: ['Buy side', 'Terms of what is paid for bought lots.'],
  sell: ['Sell side', 'Terms of what is paid for sold lots.'],
} as const;

const AMOUNTS = {
  amount_buy: ['Buy amount', 'Payment for bought lots; signed.', 'money'],
  amount_sell: ['Sell amount', 'Payment for sold lots; signed.', 'money'],
  net_side: ['Net side', 'In net mode the side whose terms apply; empty = none.'],
  amount: ['Net amount', 'In net mode the payment; signed.', 'money'],
} as const;

const LOTS = {
  lots_buy: ['Bought lots', 'Size of the bought positions.', 'lots'],
  lots_sell: ['Sold lots', 'Size of the sold positions.', 'lots'],
} as const;

/** The rows of lists across accounts have these beside the words of their records. */
export const LIVE_WORDS = live;

export const STAFF_TRADE_WORDS: SchemaWords = {
  OpenParams: filters,
  OpenOrderParams: {
    Filters: {
      ...filters.Filters,
      held: ['Held fills', 'True lists only orders that have a held fill; else all.'],
    },
  },
  OpenExportParams: filters,
  ClosedParams: closedFilters,
  ClosedExportParams: closedFilters,
  DailyParams: { Filters: days },
  DailyReportParams: {
    Filters: {
      group: ['Groups', 'Mask of the groups that accounts had on the day; empty = all in scope.'],
      company: ['Company', 'Company of these groups, in any letter case.'],
      login: ['Login', 'Account whose lines are listed.'],
      ...days,
    },
  },
  ExposureParams: {
    Filters: {
      group: ['Groups', 'Mask of group paths; empty = all in scope.'],
      company: ['Company', 'Company of the groups, in any letter case; empty = any.'],
    },
  },
  ExposureRow: {
    Symbol: {
      symbol: ['Symbol', 'Name of the symbol.'],
      symbol_id: ['Symbol id', 'Id of the symbol.'],
    },
    Volume: {
      buy_volume: ['Bought', 'Open volume of buy positions.', 'lots'],
      sell_volume: ['Sold', 'Open volume of sell positions.', 'lots'],
      net_volume: ['Net', 'Bought less sold; negative = more is sold.', 'lots'],
      positions: ['Positions', 'Number of open positions.', 'count'],
    },
  },
  ClosedPage: { Page: { totals: ['Totals', 'Sums over all pages.'] } },
  ClosedTotals: { Totals: sums('all closed positions') },
  BulkCloseBody: {
    Actions: {
      close_positions: ['Close positions', 'Are positions closed?'],
      delete_orders: ['Delete orders', 'Are pending orders cancelled?'],
      clear_stops: ['Clear stops', 'Are stop loss and take profit set to 0 where one is set?'],
      preview: ['Preview', 'Is it only listed what would be done?'],
    },
    Trades: {
      groups: ['Groups', 'Mask of group paths; empty = all in scope.'],
      positions: ['Positions', 'Ids of positions; with ids neither symbol nor groups count.', 'id'],
      orders: ['Orders', 'Ids of orders.', 'id'],
    },
  },
  BulkCloseReply: {
    Preview: {
      positions: ['Positions', 'Positions of a preview.'],
      orders: ['Orders', 'Orders of a preview.'],
    },
    Result: {
      results: ['Results', 'The outcome of each trade request.'],
      total: ['Total', 'Number of trades that fit; a request handles 1000.', 'count'],
    },
  },
  BulkCloseResult: {
    Trade: {
      kind: ['Kind', 'Position or order.'],
      operation: ['Operation', 'What was asked for the trade.'],
    },
    Result: {
      code: ['Code', 'Result code of the trade request.'],
      message: ['Message', 'The result in a sentence.'],
      status: ['Status', 'Done, waiting at a dealer or provider, or rejected.'],
    },
  },
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
  DealerConfirmBody: {
    Answer: {
      volume: ['Volume', 'Lots to execute; all of them where it is left out.', 'lots'],
      price: ['Price', 'Price of the deal; the current one where it is left out.', 'price'],
      bid: ['Bid', 'Of the answer to a price request.', 'price'],
      ask: ['Ask', 'Of the answer to a price request.', 'price'],
    },
  },
  DealerRejectBody: { Answer: { text: ['Text', 'The reason for the client.'] } },
  DealerDone: { Result: { done: ['Done', 'It was executed, and is on disk.'] } },
  PositionCorrection: {
    Result: {
      repeated: ['Repeated', 'Was it made by an earlier request of the same key?'],
    },
  },
  AccountOrderPath: {
    Identity: {
      login: ['Account', 'Login of the account.'],
      id: ['Order', 'Id of the working order.'],
    },
  },
  HeldFillBody: {
    Fill: {
      order_id: ['Order', 'Id of the working order.'],
      execution_id: ['Execution', 'Id of the execution at the provider, as the journal shows it.'],
      action: ['Action', '`book` makes the deal, `bust` leaves it out.'],
    },
  },
  HeldFillDecided: {
    Result: {
      deal_ids: ['Deals', 'The deal of a fill that was booked.'],
      repeated: ['Repeated', 'Was it decided on by an earlier request of the same key?'],
    },
  },
  OrderReleased: {
    Result: {
      volume: ['Volume', 'Lots that were open.', 'lots'],
      repeated: ['Repeated', 'Was it ended by an earlier request of the same key?'],
    },
  },
  PositionDeleteBody: { Trades: { ids: ['Positions', 'Ids of positions of any accounts.'] } },
  DeleteResult: {
    Result: {
      deleted: ['Deleted', 'Number of positions that were deleted.', 'count'],
      items: ['Items', 'What became of each position, by id.'],
    },
  },
  DeleteResultItem: {
    Result: {
      result: ['Result', 'Deleted, not found, out of reach, or refused by execution.'],
      error: ['Error', 'Code of a refusal by execution; empty = none.'],
    },
  },
  PricedPaymentSide: {
    Payment: {
      ...paid('that would be made'),
      currency: ['Currency', 'Currency of the amount per lot; empty = that of the account.'],
      amount_per_lot: ['Amount per lot', 'What is paid for a lot; signed.', 'currency or percent'],
      tax_percent: ['Tax', 'Part of the amount that is kept back.', 'percent'],
    },
  },
  PaymentsPreviewBody: {
    Payment: {
      ...SIDES,
      net: ['Net', 'Is the difference of bought and sold lots paid?'],
      rates: ['Rates', 'Rates of exchange by `FROM->TO`.'],
    },
    Trades: {
      groups: ['Groups', 'Mask of group paths; empty = all in scope.'],
      symbols: ['Symbols', 'Masks of paths or names of symbols, comma-separated; empty = all.'],
      company: ['Company', 'Company of the groups of the accounts.'],
    },
  },
  PaymentsPreviewItem: {
    Account: {
      currency: ['Currency', 'Currency of the account.'],
      digits: ['Digits', 'Decimals of the amounts.', 'count'],
    },
    Lots: LOTS,
    Payment: AMOUNTS,
  },
  PaymentsTotal: {
    Totals: {
      currency: ['Currency', 'Currency of the accounts.'],
      accounts: ['Accounts', 'Number of accounts.', 'count'],
      ...LOTS,
      amount: ['Amount', 'Sum of all payments.', 'money'],
    },
  },
  PaymentsPreview: {
    Payment: {
      items: ['Items', 'Payments by login.'],
      rates_needed: ['Rates needed', 'Every conversion between currencies.'],
      totals: ['Totals', 'Sums by currency.'],
    },
  },
  PaymentRate: {
    Rate: {
      from: ['From', 'Currency of the amount per lot.'],
      to: ['To', 'Currency of the account.'],
      rate: ['Rate', 'The given rate; 0 = none, and the amounts are left out.', 'rate'],
    },
  },
  PaidSide: { Payment: paid('of the side') },
  PaymentsBody: {
    Payment: {
      ...SIDES,
      items: ['Items', 'Payments of accounts.'],
      skip_margin_check: ['Skip check', 'May payments take more than the free margin?'],
    },
  },
  PaymentItem: { Payment: AMOUNTS },
  GroupBalanceBody: {
    Payment: {
      group: ['Groups', 'A list of masks of groups, all of one currency.'],
      action: ['Action', 'Kind of the money operation.'],
      amount: ['Amount', 'What is paid in to each account, or out below zero.', 'money'],
      skip_margin_check: ['Skip check', 'May it take more than the free margin?'],
      after: ['After', 'Accounts up to this login are left out; `next_after` of an answer.', 'id'],
      dry_run: ['Dry run', 'Only count the accounts?'],
    },
  },
  GroupBalanceResult: {
    Payment: {
      total: ['Accounts', 'How many accounts there are behind `after`.', 'count'],
      next_after: ['Next', '`after` of the request that goes on; null = all were asked.', 'id'],
      items: ['Items', 'Payments by login.'],
    },
  },
  BulkBalanceBody: {
    Payment: {
      items: ['Items', 'Money operations of accounts.'],
      skip_margin_check: ['Skip check', 'May they take more than the free margin?'],
    },
  },
  BulkBalanceItem: {
    Payment: {
      action: ['Action', 'Kind of the money operation.'],
      amount: ['Amount', 'What is paid in, or out below zero.', 'money'],
    },
  },
};
