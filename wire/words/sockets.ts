// Words of the events of live sockets; fields that routes have, too, are described there.

import type { SchemaWords } from './field-words.js';
import { TRADING_WORDS } from './trading.js';

export const SOCKET_WORDS: SchemaWords = {
  Cause: {
    Cause: {
      kind: ['Kind', 'What the account was asked to do, or what the server did by itself.'],
      source: ['Source', 'Who asked: the client, a dealer, the server or a provider.'],
    },
  },
  Correction: {
    Correction: {
      kind: ['Kind', 'A position that staff deleted, a deal that was taken back, or a ledger.'],
      at: ['Time', 'When it happened.'],
      dealer: ['Dealer', 'Login of the dealer; 0 = none.', 'id'],
      balance: ['Balance', 'What was added to the balance, so that it is the sum of the deals.'],
      credit: ['Credit', 'What was added to the credit, so that it is the sum of the deals.'],
    },
  },
  Change: {
    Event: {
      event: ['Event', 'Name of the event for which the answer stands: `deal`, `order` …'],
      data: ['Data', 'The rows that it changed, and the money afterwards.'],
    },
  },
  TradeAnswer: {
    ...TRADING_WORDS.TradeResult,
    Changes: {
      changes: [
        'Changes',
        'The event for which the answer stands. The member is absent where nothing changed, ' +
          'where more followed from the request, and in stored results.',
      ],
    },
  },
  Execution: {
    Account: {
      group: ['Group', 'Group of the account at that time.'],
    },
    Rows: {
      deals: ['Deals', 'The deals that were made; of a deal that was taken back its row now.'],
      orders: ['Orders', 'The orders that changed, as they are now.'],
      positions: ['Positions', 'The positions that changed, as they are now.'],
      money: ['Money', 'Money of the account afterwards.'],
      so_state: ['Stop-out state', 'Is the account in a margin call or a stop-out?'],
    },
    Cause: {
      cause: ['Cause', 'What caused it.'],
      time: ['Time', 'When it happened.', 'time'],
    },
    Outcome: {
      result: ['Result', 'The outcome of the request.'],
      corrections: ['Corrections', 'What changed without a deal: one row of each position.'],
    },
  },
};
