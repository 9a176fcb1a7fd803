// Parts of texts: an index leads to the rows that may have them.
//
// The index has the texts of a row by parts of three characters each. Rows that have all such parts
// of a longer part may lack it, or have it in another column, so conditions are tested, too.

import { partsIndex } from '../../database/account-tables.js';
import type { Database } from '../../database/database.js';

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
 * Ids in ascending order of the rows of a table that may have what the index is asked for (one or
 * more of `partsMatch`); undefined = more than `most`.
 */
export const idsByParts = (
  db: Database,
  table: string,
  matches: readonly string[],
  most: number,
): readonly number[] | undefined => {
  const find = db
    .prepare(`SELECT rowid FROM ${partsIndex(table)}(?) ORDER BY rowid LIMIT 0 + ?`)
    .pluck();
  const ids = find.all(matches.join(' AND '), most + 1) as number[];
  return ids.length > most ? undefined : ids;
};
