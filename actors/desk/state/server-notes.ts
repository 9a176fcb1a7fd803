// Journal lines about the server and about symbols, and who may read them.

import type { JournalLine } from '../../../wire/trading/events.js';
import type { Transaction } from '../store/transaction.js';

type LineKind = JournalLine['kind'];

/** Adds a line about an event of the server; users who can read logical servers see it. */
export const noteServer = (tx: Transaction, kind: LineKind, text: string): void => {
  tx.journal.push({ kind, login: 0, text, setting: 'logical_server' });
};

/** Adds a line about a symbol's market; users who can read symbols see it. */
export const noteSymbol = (tx: Transaction, kind: LineKind, text: string): void => {
  tx.journal.push({ kind, login: 0, text, setting: 'symbol' });
};
