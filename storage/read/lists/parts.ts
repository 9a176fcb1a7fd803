// Parts of texts: an index leads to the rows that may have them.
//
// The index has the texts of a row by parts of three characters each. Rows that have all such parts
// of a longer part may lack it, or have it in another column, so conditions are tested, too.

import { partsIndex } from '../../database/account-tables.js';
import type { Database } from '../../database/database.js';
import type { Selection } from './conditions.js';

/** Characters of a part in the index. */
const INDEXED_CHARS = 3;

/**
 * What the index is asked for the rows that may have a part of a text; undefined = it is too short,
 * or has a character that the index leaves out.
 */
export const partsMatch = (part: string): string | undefined => {
  const characters = [...part];
  if (characters.length < INDEXED_CHARS || part.includes('\0')) return undefined;
  const indexed = characters
    .slice(INDEXED_CHARS - 1)
    .map((_, at) => characters.slice(at, at + INDEXED_CHARS).join(''));
  return [...new Set(indexed)].map((one) => `"${one.replaceAll('"', '""')}"`).join(' AND ');
};

/**
 * Ids in ascending order of the rows of a list that may have all parts that a selection asks for;
 * undefined = it asks for none that the index has, or more than `most` rows may have them.
 */
export const idsByParts = (
  db: Database,
  { list, conditions }: Pick<Selection, 'list' | 'conditions'>,
  most: number,
): readonly number[] | undefined => {
  const match = conditions.flatMap(({ parts }) => parts ?? []).join(' AND ');
  if (match === '') return undefined;
  const index = partsIndex(list.table);
  const find = db.prepare(`SELECT rowid FROM ${index}(?) ORDER BY rowid LIMIT 0 + ?`).pluck();
  const ids = find.all(match, most + 1) as number[];
  return ids.length > most ? undefined : ids;
};
