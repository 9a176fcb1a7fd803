// Words of symbols, by the sections of their form.

import type { SchemaWords, Sections } from './field-words.js';

/** The fields that a group's row may override, as the form of a symbol shows them. */
export const SYMBOL_SECTIONS: Sections = {
  Trade: {
    trade_access: ['Trade access', 'What may be done: nothing, buy, sell, close, or everything.'],
    execution_mode: ['Execution', 'On request, instantly, at market or at an exchange.'],
    fill_flags: ['Fill policies', 'Policies allowed for market orders.'],
    order_flags: ['Order kinds', 'Kinds of orders, and stops, that are allowed.'],
    expiration_flags: ['Lifetimes', 'Lifetimes allowed for pending orders.'],
    gtc_mode: ['Good till cancelled', 'Whether orders and stops outlive the trading day.'],
    stops_level: ['Stops level', 'Least distance of stops and orders from the price.', 'points'],
    freeze_level: ['Freeze level', 'Nearer to the price nothing can be changed.', 'points'],
  },
  Volume: {
    volume_min: ['Minimum volume', 'Smallest size of a trade.', 'lots'],
    volume_max: ['Maximum volume', 'Largest size of a trade.', 'lots'],
    volume_step: ['Volume step', 'Sizes are multiples of it.', 'lots'],
    volume_limit: ['Volume limit', 'Most in one direction, orders included; 0 = none.', 'lots'],
  },
  Margin: {
    margin_initial: ['Initial margin', 'Money for a lot; 0 = by formula.', 'margin currency'],
    margin_maintenance: [
      'Maintenance margin',
      'Money for a lot held; 0 = as initial.',
      'margin currency',
    ],
    margin_hedged: [
      'Hedged margin',
      'Contract size of a covered lot, or money where initial margin is set.',
      'ratio',
    ],
    hedged_larger_leg: ['Larger leg', 'Is the margin of the larger side charged when hedged?'],
    margin_recalc_rates: [
      'Current rates',
      'Are margin rates of positions renewed at the end of a day?',
    ],
    margin_check_process: ['Check at execution', 'Is margin checked again when it is executed?'],
    margin_check_sltp: [
      'Check at stops',
      'Does a stop stay where the margin does not allow its trade?',
    ],
    margin_rates: ['Margin rates', 'Factors of the margin by side and kind of order.'],
  },
  Swap: {
    swap_mode: ['Swap mode', 'How swaps are counted.'],
    swap_long: [
      'Swap of buys',
      'For a night; above zero in favour of the client.',
      'currency or percent',
    ],
    swap_short: [
      'Swap of sells',
      'For a night; above zero in favour of the client.',
      'currency or percent',
    ],
    swap_triple_day: ['Triple day', 'Weekday whose night counts three times.'],
    swap_multipliers: [
      'Night factors',
      'How often each night counts, Sunday first; null = by the triple day.',
      'ratio',
    ],
    swap_days_in_year: ['Days of a year', 'Divides yearly percents.', 'days'],
    swap_holidays: ['Holidays', 'Does a holiday pay no swap, and the day before for it?'],
  },
};

export const SYMBOL_WORDS: SchemaWords = {
  Symbol: {
    Identity: {
      id: ['Symbol id', 'Number of the symbol, also its slot on the price board.'],
      path: ['Path', 'Folders and name, joined by backslashes; unique in any letter case.'],
      name: ['Name', 'Last part of the path; fixed once it is made.'],
      description: ['Description', 'The instrument in words.'],
      isin: ['ISIN', 'International number of the security; empty = none.'],
      exchange: ['Exchange', 'Where the instrument is listed.'],
      category: ['Category', 'Class of the instrument.'],
      country: ['Country', 'Country of the instrument.'],
      color: ['Color', 'Color in lists.'],
      currency_base: ['Base currency', 'What is bought and sold.'],
      currency_profit: ['Profit currency', 'What prices and results are in.'],
      currency_margin: ['Margin currency', 'What margin is counted in.'],
      status: ['Status', 'Active, switched off, or before or after its dates.'],
    },
    Price: {
      digits: ['Digits', 'Decimals of the prices.', 'count'],
      tick_size: ['Tick size', 'Smallest step of the price; 0 = one point.', 'price'],
      tick_value: [
        'Tick value',
        'Value of a tick of one lot; 0 = by the contract size.',
        'profit currency',
      ],
      calc_mode: ['Calculation', 'How margin and result are counted.'],
      profit_conversion: ['Conversion', 'Are results converted at the rate of deal or market?'],
      chart_mode: ['Chart', 'Are bars made of bids or of trades?'],
      source_symbol_id: ['Source', 'Symbol whose quotes are used; null = its own.'],
      spread: ['Spread', 'Fixed spread; 0 = as feeds send it.', 'points'],
      spread_balance_bid: ['Bid shift', 'Moves the bid.', 'points'],
      spread_balance_ask: ['Ask shift', 'Moves the ask.', 'points'],
      quote_max_delay_sec: ['Age of quotes', 'Older quotes are not traded at; 0 = any age.'],
    },
    Trade: {
      ...SYMBOL_SECTIONS.Trade,
      request_timeout_sec: ['Offer life', 'How long an offered price stands.'],
      instant_max_volume: [
        'Instant volume',
        'Larger trades are executed on request; 0 = none are.',
        'lots',
      ],
      instant_price_age_sec: [
        'Instant age',
        'Oldest price that is dealt at; 0 = any that is not better than the market.',
      ],
      instant_dev_profit_pts: ['Gain kept', 'Move in favour of the client that is passed over.'],
      instant_dev_loss_pts: ['Loss borne', 'Move against the client that is passed over.'],
      manual_quote_pts: [
        'Manual quotes',
        'Farthest price of staff from the market, or of corrections from the deals, or move of a ' +
          'quick edit; 0 = only a first one.',
      ],
      filter_pts: [
        'Filter',
        'A quote of a datafeed further than this from the last accepted one is held back; ' +
          '0 = none.',
      ],
      filter_count: [
        'Confirmed by',
        'Further quotes after which a new level is accepted.',
        'count',
      ],
      filter_sec: ['Confirmed within', 'Time in which these quotes must come.'],
      starts_at: ['First day', 'Before it positions are closed only; null = none.'],
      ends_at: ['Last day', 'After it positions are closed only; null = none.'],
    },
    Volume: SYMBOL_SECTIONS.Volume ?? {},
    Margin: SYMBOL_SECTIONS.Margin ?? {},
    Swap: SYMBOL_SECTIONS.Swap ?? {},
    Sessions: {
      quote_sessions: ['Quote sessions', 'When quotes are taken, on the server clock.'],
      trade_sessions: ['Trade sessions', 'When the symbol trades, on the server clock.'],
    },
  },
  TradingSession: {
    Session: {
      day: ['Weekday', '0 = Sunday to 6 = Saturday.', 'number'],
      from_min: ['From', 'Minute of the day, server clock, at which it starts.'],
      to_min: ['To', 'Minute of the day at which it ends, exclusive.'],
    },
  },
  MarginRate: {
    Margin: {
      order_kind: ['Order kind', 'Kind of order that the factor is for.'],
      initial: ['Initial', 'Factor of the initial margin.', 'ratio'],
      maintenance: ['Maintenance', 'Factor of the margin held; 0 = as initial.', 'ratio'],
    },
  },
  HolidayCheckQuery: {
    Filter: {
      symbol: ['Symbol', 'Name of the symbol, in any letter case.'],
      date: ['Date', 'Day on the server clock, `YYYY-MM-DD`; nothing = today.'],
    },
  },
};
