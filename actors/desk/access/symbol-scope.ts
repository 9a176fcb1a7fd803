// Whom a symbol concerns: the groups that have it, and the symbols that take prices from it.

import { isStaffGroup } from '../../../wire/accounts/group-kinds.js';
import { inScope } from '../../../wire/base/mask.js';
import { offerOf } from '../../../wire/settings/groups.js';
import type { SymbolRecord } from '../../../wire/settings/symbols.js';
import type { RecordReader } from '../store/record-type.js';
import { powersOf } from './authority.js';

/** A symbol and those that take their prices from it, directly or through others. */
export const pricedBy = (reader: RecordReader, symbol: SymbolRecord): readonly SymbolRecord[] => {
  const found = new Map([[symbol.id, symbol]]);
  const all = [...reader.all('symbol')].map(({ record }) => record);
  for (let known = 0; known < found.size; ) {
    known = found.size;
    for (const one of all) if (found.has(one.source_symbol_id ?? 0)) found.set(one.id, one);
  }
  return [...found.values()];
};

/** Does a trading group outside the scope of a staff user have one of the symbols? */
export const isBeyondScope = (
  reader: RecordReader,
  by: number,
  symbols: readonly SymbolRecord[],
): boolean => {
  const { group_scope } = powersOf(reader, by);
  for (const { record: group } of reader.all('group')) {
    if (inScope(group_scope, group.path) || isStaffGroup(group.path)) continue;
    if (symbols.some((symbol) => offerOf(group, symbol) !== undefined)) return true;
  }
  return false;
};
