// Journal lines about the server, symbols and applications, and who may read them.

import type { ChangedField, JournalLine } from '../../../wire/trading/events.js';
import type { Transaction } from '../store/transaction.js';

type LineKind = JournalLine['kind'];

/** A function that adds a line about no single account; users who can read `setting` see it. */
const noteAbout =
  (setting: string) =>
  (tx: Transaction, kind: LineKind, text: string, changes: readonly ChangedField[] = []): void => {
    const values = changes.length > 0 && { changes };
    tx.journal.push({ kind, login: 0, text, ...values, setting });
  };

/** Adds a line about an event of the server; users who can read logical servers see it. */
export const noteServer = noteAbout('logical_server');

/** Adds a line about a symbol's market; users who can read symbols see it. */
export const noteSymbol = noteAbout('symbol');

/** The subject of lines about applications, beside their group. */
export const APPLICATION_LINES = 'application';

/** Adds a line about an application; users with the right who reach its group see it. */
export const noteApplication = (
  tx: Transaction,
  group: string,
  text: string,
  changes: readonly ChangedField[] = [],
): void => {
  const values = changes.length > 0 && { changes };
  tx.journal.push({
    ...{ kind: 'account', login: 0, text, ...values },
    ...{ setting: APPLICATION_LINES, group },
  });
};
