// Symbol names at datafeeds and gateways: names for deleted symbols are removed.

import type { Transaction } from '../store/transaction.js';

/** Removes the translations of deleted symbols, because their ids may be used again. */
export const dropTranslates = (tx: Transaction): void => {
  const gone = tx.changes.filter(({ kind, record }) => kind === 'symbol' && record === null);
  if (gone.length === 0) return;
  const ids = new Set(gone.map(({ key }) => Number(key)));
  for (const kind of ['datafeed', 'gateway'] as const) {
    for (const { key, record } of [...tx.all(kind)]) {
      const translates = record.translates.filter((one) => !ids.has(one.symbol_id));
      if (translates.length === record.translates.length) continue;
      tx.amend(kind, key, { translates });
    }
  }
};
