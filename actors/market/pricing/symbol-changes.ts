// Changed symbols as the market's parts take them over.

import type { Settings } from '../../../wire/settings/config.js';
import type { SettingsDelta } from '../../../wire/settings/settings-delta.js';
import type { SymbolRecord } from '../../../wire/settings/symbols.js';

/** A symbol that is new or changed; null = it was deleted. */
export interface SymbolChange {
  readonly id: number;
  readonly symbol: SymbolRecord | null;
}

/** The symbols that a change of settings changed. */
export const changedSymbols = ({ changes }: SettingsDelta): readonly SymbolChange[] =>
  changes.flatMap(({ kind, key, record }) =>
    kind === 'symbol' ? [{ id: Number(key), symbol: record }] : [],
  );

/** All symbols of some settings, and known symbols that are not among them. */
export const allSymbols = (
  { symbol: symbols }: Settings,
  known: Iterable<number>,
): readonly SymbolChange[] => {
  const gone = new Set(known);
  for (const { id } of symbols) gone.delete(id);
  return [
    ...Array.from(gone, (id) => ({ id, symbol: null })),
    ...symbols.map((symbol) => ({ id: symbol.id, symbol })),
  ];
};
