// Parts of texts: an index leads to the rows that may have them.
//
// The index has the texts of a row by parts of three characters each. Rows that have such parts of
// a longer part may lack it, or have it in another column, so conditions are tested, too.

import { partsIndex } from '../../database/account-tables.js';
import { atMost, type Database } from '../../database/database.js';

/** Characters of a part in the index. */
const INDEXED_CHARS = 3;
/** Most of the parts in a longer one that the index is asked for: each takes time for each row. */
const ASKED_MAX = 6;

/**
 * The query to the index for the rows that may have a part of a text; undefined = the part is too
 * short, or has a character that the index leaves out.
 */
export const partsQueryOf = (part: string): string | undefined => {
  const characters = [...part];
  if (characters.length < INDEXED_CHARS || part.includes('\0')) return undefined;
  const last = characters.length - INDEXED_CHARS;
  const asked = Array.from({ length: Math.min(last + 1, ASKED_MAX) }, (_, n) => {
    const at = last < ASKED_MAX ? n : Math.round((n * last) / (ASKED_MAX - 1));
    return characters.slice(at, at + INDEXED_CHARS).join('');
  });
  return [...new Set(asked)].map((one) => `"${one.replaceAll('"', '""')}"`).join(' AND ');
};

/**
 * Ids in ascending order of the rows of a table that may have what the index is asked for (one or
 * more of `partsQueryOf`); undefined = more than `most`.
 */
export const idsByParts = (
  db: Database,
  table: string,
  queries: readonly string[],
  most: number,
): readonly number[] | undefined => {
  const find = db
    .prepare(`SELECT rowid FROM ${partsIndex(table)}(?) ORDER BY rowid ${atMost('?')}`)
    .pluck();
  const ids = find.all(queries.join(' AND '), most + 1) as number[];
  return ids.length > most ? undefined : ids;
};
