// Words of groups, their symbol rows and commission rules, by the sections of their forms.

import type { SchemaWords } from './field-words.js';
import { SYMBOL_SECTIONS } from './symbols.js';

export const GROUP_WORDS: SchemaWords = {
  Group: {
    Identity: {
      path: ['Path', 'Folders and name; fixed once the group has an account.'],
      company: ['Company', 'Company that its accounts belong to.'],
      currency: ['Deposit currency', 'Currency of its accounts; fixed once it has one.'],
      currency_digits: ['Currency digits', 'Decimals of amounts; nothing = by ISO 4217.', 'count'],
      status: ['Status', 'May its accounts trade, only connect, or neither?'],
    },
    Margin: {
      margin_mode: ['Margin mode', 'Hedging: many positions of a symbol; netting: one.'],
      stopout_mode: ['Stop-out mode', 'Are the two levels in percent of margin or in money?'],
      margin_call: ['Margin call', 'Level at which the account is warned.', 'currency or percent'],
      stop_out: ['Stop-out', 'Level at which positions are closed.', 'currency or percent'],
      stopout_close: ['Stop-out closes', 'Whole positions, or as much as is needed?'],
      so_hedged: [
        'Stop-out of hedges',
        'Do accounts without margin stop out when equity is negative?',
      ],
      so_compensation: ['Compensation', 'Is a negative balance after a stop-out set to zero?'],
      so_compensation_credit: ['Credit removed', 'Does a compensation take the credit away?'],
      free_margin_mode: ['Free margin', 'Which floating results count for the free margin.'],
      profit_blocked_till_eod: ['Block profit', 'Are profits unusable until the day ends?'],
      leverage_default: ['Leverage', 'Leverage of accounts without an own one.', 'ratio'],
      leverage_profile_id: ['Leverage profile', 'Floating leverage; null = none.'],
    },
    Limits: {
      limit_orders: ['Order limit', 'Most pending orders of an account; 0 = none.', 'count'],
      limit_positions: ['Position limit', 'Most positions of an account; 0 = none.', 'count'],
      limit_symbols: ['Symbol limit', 'Most symbols that a terminal watches; 0 = none.', 'count'],
      history_days: ['History', 'How far back traders see; 0 = everything.'],
    },
    Trading: {
      trading_enabled: ['Trading', 'May its accounts trade?'],
      swaps_enabled: ['Swaps', 'Are swaps charged?'],
      expiration_enabled: ['Expiration', 'May pending orders have an end?'],
      hedge_prohibited: ['No opposite positions', 'Are positions against each other refused?'],
      fifo_close: ['Oldest first', 'Must the oldest position be closed first?'],
      transfer_mode: ['Transfers', 'Between which accounts traders may move money; stored only.'],
    },
    Access: {
      connection_enabled: ['Connection', 'May its accounts sign in?'],
      terminals: ['Terminals', 'Kinds of terminals that its accounts may use.'],
      otp_required: ['Codes required', 'Must its accounts use one-time codes?'],
      password_change_first_login: ['New password', 'Must the first sign-in change it?'],
      password_min_length: ['Password length', 'Least number of characters.', 'count'],
    },
    Messages: {
      mail_enabled: ['Mail', 'May its accounts send and get internal mail?'],
      reports_enabled: ['Statements', 'Are statements made for its accounts?'],
      news_mode: ['News', 'No news, headlines, or whole texts.'],
      deposit_url: ['Deposit page', 'Where traders pay in; empty = none.'],
      withdraw_url: ['Withdrawal page', 'Where traders ask for money; empty = none.'],
      support_url: ['Support page', 'Where traders get help; empty = none.'],
    },
    Interest: {
      interest_rate: ['Interest', 'A year, on the balance.', 'percent'],
      interest_days: ['Days of a year', 'Divides the yearly rate.', 'days'],
    },
    Demo: {
      demo_deposit: ['Demo deposit', 'Money that a new demo account gets.', 'money'],
      demo_inactivity_days: ['Demo inactivity', 'Idle demo accounts end after it; 0 = never.'],
    },
    Symbols: { symbols: ['Symbols', 'Offered symbols; the first row that fits decides.'] },
    Commissions: { commissions: ['Commissions', 'Rules of commissions and fees.'] },
  },
  GroupSymbol: {
    Identity: {
      position: ['Position', 'Place among the rows, from 1 on.', 'number'],
      mask: ['Mask', 'Symbols of the row: names or paths, `*` and `!` allowed.'],
    },
    ...SYMBOL_SECTIONS,
    Price: {
      spread_diff: ['Spread markup', 'Widens the spread of the symbol.', 'points'],
      spread_diff_bid: ['Part of the bid', 'Part of the markup taken from the bid.', 'points'],
    },
  },
  CommissionRule: {
    Identity: {
      name: ['Name', 'Name of the rule, as charges name it.'],
      mask: ['Mask', 'Symbols that it is charged for: names or paths.'],
      kind: ['Kind', 'Commission, a share for the agent, or a fee.'],
    },
    Charge: {
      charge: ['Charged', 'At once, at the end of the day or of the month.'],
      range: ['Range of', 'What the tiers measure.'],
      turnover_currency: ['Turnover currency', 'Currency of turnovers; empty = deposit.'],
    },
    Filter: {
      entry: ['Entry', 'Deals that open, that close, or all.'],
      side: ['Side', 'Deals that buy, that sell, or all.'],
      profit_filter: ['Result', 'Deals with a profit, with a loss, or all.'],
      reasons: ['Reasons', 'Reasons of deals; empty = all.'],
    },
    Tiers: {
      min_per: ['Bounds per', 'Do minimum and maximum bound all deals of an order, or each deal?'],
      tiers: ['Tiers', 'Rates by range.'],
    },
  },
  CommissionTier: {
    Range: {
      range_from: ['From', 'Start of the range, as the rule measures.', 'currency or percent'],
      range_to: ['To', 'End of the range; 0 = open.', 'currency or percent'],
    },
    Charge: {
      mode: ['Mode', 'Currency, points or percent that the value is in.'],
      currency: ['Currency', 'Currency of the mode `specified`; empty = none.'],
      type: ['Per', 'For each deal or for each lot.'],
      value: ['Value', 'The rate.', 'currency or percent'],
      min: ['Minimum', 'Least charge of an order or deal; 0 = none.', 'money'],
      max: ['Maximum', 'Most charge of an order or deal; 0 = none.', 'money'],
    },
  },
};
