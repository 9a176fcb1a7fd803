// Which build of better-sqlite3 has the database: version 13 for Node.js 22 and later, else 12.

import { createRequire } from 'node:module';
import type BetterSqlite from 'better-sqlite3';

export type Database = BetterSqlite.Database;
export type Statement = BetterSqlite.Statement;

const require = createRequire(import.meta.url);

/** The oldest Node.js that version 13 runs in: in an older one it ends the process. */
const NODE_OF_13 = 22;

/**
 * The constructor of databases. Version 12 is compiled against the headers of Node.js: those of
 * 24.19 and later make it abort when a statement is collected as garbage, so that it has the older
 * Node.js alone. Version 13 brings its binaries, of a stable interface.
 */
const load = (): typeof BetterSqlite => {
  const [major] = process.versions.node.split('.');
  if (Number(major) >= NODE_OF_13) return require('better-sqlite3-13') as typeof BetterSqlite;
  try {
    return require('better-sqlite3') as typeof BetterSqlite;
  } catch (cause) {
    const help = 'install a C++ compiler, python3 and make, then run `npm install` again';
    throw new Error(`better-sqlite3 is not there for Node.js ${major}: ${help}`, { cause });
  }
};

let Constructor: typeof BetterSqlite | undefined;

/** Opens a database file; throws when it cannot. */
export const openSqlite = (path: string, options: BetterSqlite.Options): Database => {
  Constructor ??= load();
  return new Constructor(path, options);
};
