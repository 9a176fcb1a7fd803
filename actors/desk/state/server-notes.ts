// Journal lines about the server and about symbols, and their readers.

import type { JournalLine } from '../../../wire/trading/events.js';
import type { Transaction } from '../store/transaction.js';

type LineKind = JournalLine['kind'];

/** Adds a line about an event of the server itself: it is for readers of logical servers. */
export const noteServer = (tx: Transaction, kind: LineKind, text: string): void => {
  tx.journal.push({ kind, login: 0, text, setting: 'logical_server' });
};

/** Adds a line about a symbol's market: it is for readers of symbols. */
export const noteSymbol = (tx: Transaction, kind: LineKind, text: string): void => {
  tx.journal.push({ kind, login: 0, text, setting: 'symbol' });
};
