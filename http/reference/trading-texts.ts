// Texts of trading, prices, history and live sockets.

import type { OperationTexts } from './operation-text.js';

const HISTORY =
  'The list follows execution by up to half a second; `min_projection_seq` asks for one that has ' +
  'what an answer named.';
const CURSORS =
  'A program reads on by cursors: `after=start`, then `after` of each answer, until an answer ' +
  'has no rows; later it goes on from the same cursor. No row comes twice, and none is missed. ' +
  'Cursors are good for all lists and filters of the account, and do not expire.';
const query = { from: '2026-01-01T00:00:00Z', limit: 20 };
const SILENT = { not_found: 'the account does not trade', 'trade.timeout': 'execution is silent' };

/** The refusals of upgrades; they are answered like those of any request. */
const UPGRADE = {
  invalid_input: 'the request asks for no upgrade, or for no protocol that is spoken here',
  'auth.too_many_attempts':
    'the account has `sockets_per_account` sockets open, or antiflood blocks the address',
  'trade.too_many_requests': 'the account sends more requests than `requests_per_sec`',
};

export const tradingTexts: OperationTexts = {
  'trades.create': {
    says:
      'Opens, closes and changes positions and orders; `kind` says which. It is answered when it ' +
      'is on disk. Sent again with the same `request_id` it does nothing, and answers the first ' +
      'result with `repeated`.',
    errors: {
      conflict: 'the request id was used for another request',
      not_found: 'the account does not trade',
    },
    example: {
      body: {
        request_id: '0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a01',
        kind: 'open',
        symbol: 'EURUSD',
        side: 'buy',
        volume: '0.10',
      },
    },
  },
  'trades.status': {
    says: 'For a client whose answer was lost. Results are kept as long as the account.',
    errors: {
      not_found: 'the account made no such request',
      conflict: 'the request id was used for another request',
    },
    example: { path: { request_id: '0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a01' } },
  },
  'account.read': {
    says: 'All of it is of one moment, after the event `seq`; a socket goes on at `account_seq`.',
    errors: SILENT,
  },
  'positions.list': {
    says: 'Profit and price are of the newest quotes.',
    errors: SILENT,
  },
  'orders.list': {
    says: 'Orders that are over are in the history.',
    errors: SILENT,
  },
  'deals.explain': {
    says: 'What log and database know of a deal, as data and in sentences to be read to a client.',
    errors: { not_found: 'there is no such deal, or its account is hidden from the caller' },
    example: { path: { id: 2 } },
  },
  'accounts.orders.release': {
    says:
      'For an order at a provider that never answers, or whose gateway is gone. What was filled ' +
      'stays, the rest is canceled here; the journal warns. The provider is not asked: what it ' +
      'fills later is a warning of the journal, too. With an `Idempotency-Key`, a UUID, a ' +
      'repeated request does nothing twice.',
    errors: {
      not_found: 'there is no such account',
      'trade.order_not_found': 'no working order of this id is at a provider',
      conflict: 'the gateway is on line, and no cancel of the order is unanswered',
    },
    example: { path: { login: 1001, id: 2 } },
  },
  'accounts.held_fills': {
    says:
      'For a fill whose price is further from the quote than `fill_deviation_max` of its ' +
      'gateway: nothing is booked of it, its order shows `volume_held` and stays open, and the ' +
      'journal warns with the execution. `book` makes the deal at the price of the provider; ' +
      '`bust` leaves it out, also when the provider goes on counting it. With an ' +
      '`Idempotency-Key`, a UUID, a repeated request does nothing twice. The journal has a line.',
    errors: {
      not_found: 'there is no such account',
      'trade.order_not_found': 'the order holds no fill of this execution',
      'trade.invalid_request': 'the order cannot have the fill any more',
      conflict: 'an earlier request of the same key asked for something else',
    },
    example: {
      path: { login: 1001 },
      body: { order_id: 2, execution_id: 'E-1', action: 'bust' },
    },
  },
  'deals.bust': {
    says:
      'For a trade that never should have been: its row becomes `buy_canceled` or ' +
      '`sell_canceled`, a deal `correction` returns its money, and its position is what the ' +
      'others leave, even if it was closed. Repeating it does nothing. The journal has a line.',
    errors: {
      not_found: 'there is no such deal, or its account is hidden from the caller',
      'trade.invalid_request': 'it is no trade, was taken back, or is half of a close-by',
      'trade.order_changed': 'the deals of the position do not add up to it: it was corrected',
      'trade.rejected': 'its position has more than 1,000 deals',
      conflict: 'the account never rested',
    },
    example: { path: { id: 2 } },
  },
  'history.orders': { says: `${HISTORY} ${CURSORS}`, example: { query } },
  'history.deals': {
    says: `${HISTORY} ${CURSORS}`,
    example: { query: { ...query, symbol: 'EURUSD' } },
  },
  'history.positions': { says: `${HISTORY} ${CURSORS}`, example: { query } },
  'orders.read': {
    says: '`cause` tells what ended it; it is null while the order works.',
    errors: { not_found: 'the account has no such order, or its group shows less of the past' },
    example: { path: { id: 1 } },
  },
  'accounts.orders.read': {
    says: '`cause` tells what ended it; it is null while the order works.',
    errors: { not_found: 'there is no such account, or it has no such order' },
    example: { path: { login: 1001, id: 1 } },
  },
  'accounts.deals.read': {
    says: 'Payments are deals, too.',
    errors: { not_found: 'there is no such account, or it has no such deal' },
    example: { path: { login: 1001, id: 1 } },
  },
  'deals.read': {
    says: 'Payments are deals, too.',
    errors: { not_found: 'the account has no such deal, or its group shows less of the past' },
    example: { path: { id: 1 } },
  },
  'symbols.list': {
    says: 'Values that the group overrides are those of the group.',
  },
  'quotes.list': {
    says: 'Prices have the markups of the group. Live ones come over the socket.',
    errors: { 'trade.symbol_not_found': 'one of the names is unknown, or not offered' },
    example: { query: { symbols: 'EURUSD,XAUUSD' } },
  },
  'news.list': {
    says:
      'Groups get news whole, headlines alone, or none (`news_mode`). The newest 200 since the ' +
      'start of the server are kept, shared out by datafeed; later ones come as the event `news` ' +
      'of the socket.',
    example: {},
  },
  'bars.list': {
    says:
      'Prices are bids of the group, or trades where the `chart_mode` of the symbol is `last`; ' +
      'the spread is that of the group. Bars of a day and longer follow the server clock, weeks ' +
      'begin on Sunday. The newest bar is still growing. With `after` or `before` the answer ' +
      'goes on from the opening time of a bar. A bar that has ended changes only if staff ' +
      'correct it: the event `bars_corrected` of the channel `bars` names the period. To get the ' +
      'last form of the newest bar, give `after` the time of the bar before it.',
    example: { query: { symbol: 'EURUSD', timeframe: 'm1' } },
  },
  'bars.read': {
    says:
      'The same as `GET /trader/v1/bars`, of any symbol: prices are bids of the symbol, or ' +
      'trades where its `chart_mode` is `last`.',
    errors: { not_found: 'the symbol is unknown' },
    example: { query: { symbol: 'EURUSD', timeframe: 'm1' } },
  },
  'bars.rebuild': {
    says:
      'With `bars` these minutes get the given values. Minutes of the period that are not ' +
      'listed stay. Without `bars` the minutes stay. In both cases the longer bars that contain ' +
      'them are made of the minutes again. The period is at most a day and has ended. Prices ' +
      'stay within `manual_quote_pts` of the bar that is there and of the minutes beside it. The ' +
      'newest minute keeps its close and spread, which are the last quote. The answer shows the ' +
      'first 100 changed bars, the shortest timeframe first; so does the journal. A repeated ' +
      'request changes nothing. Symbols that take their prices from this one have bars of their ' +
      'own.',
    errors: {
      not_found: 'the symbol is unknown',
      conflict: 'no minute of the period is kept and none is given, or the digits have changed',
    },
    example: {
      body: {
        symbol: 'EURUSD',
        from: '2026-01-05T10:00:00Z',
        to: '2026-01-05T10:01:00Z',
        bars: [
          {
            time: '2026-01-05T10:00:00Z',
            ...{ open: '1.17344', high: '1.17350', low: '1.17340', close: '1.17348' },
          },
        ],
      },
    },
  },
  'trades.check': {
    says:
      'Tests a request as `POST /trader/v1/trades` would, with its margin, charges and the value ' +
      'of a point. A refusal is the `code` in the data; the answer itself succeeds.',
    errors: SILENT,
    example: { body: { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' } },
  },
  'watchlists.list': {
    says:
      'In the order in which they were made, without symbols that the group does not trade. An ' +
      'account without a saved list gets the default one, which has the id 0 and no times: save ' +
      'it with a POST on the first change. Without default symbols there is no list. Sockets of ' +
      'the account are told of changes by `config_changed` of kind `watchlists`.',
  },
  'watchlists.create': {
    says: 'The name is trimmed. Repeated symbols are dropped. An account keeps at most 20 lists.',
    errors: {
      invalid_input: 'a symbol is not traded by the group, or the account has 20 lists',
    },
    example: { body: { name: 'Metals', symbols: ['XAUUSD', 'XAGUSD'] } },
  },
  'watchlists.change': {
    says: 'Symbols that are sent take the place of the whole list. No version is sent.',
    errors: {
      not_found: 'the account has no such list',
      invalid_input: 'a symbol is not traded by the group',
    },
    example: { path: { id: 1 }, body: { symbols: ['XAUUSD', 'EURUSD'] } },
  },
  'watchlists.delete': {
    says: 'Its id is not given again.',
    errors: { not_found: 'the account has no such list' },
    example: { path: { id: 1 } },
  },
  'quotes.publish': {
    says: 'Orders and stops are triggered by it as by any price.',
    errors: { not_found: 'the symbol is unknown' },
    example: { body: { symbol: 'EURUSD', bid: '1.17344', ask: '1.17352' } },
  },
  'socket.staff': {
    says:
      'Asked for with `Connection: Upgrade`. Frames are requests with an id, answers and events; ' +
      'a frame over 64 KiB closes it.',
    errors: UPGRADE,
  },
  'socket.trader': {
    says:
      'Asked for with `Connection: Upgrade`. Frames are requests with an id, answers and events; ' +
      'a frame over 64 KiB closes it.',
    errors: { ...UPGRADE, 'trade.disabled': 'the platform is closed for traders' },
  },
};
