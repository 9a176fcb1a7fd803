// Selects the build of better-sqlite3: version 13 for Node.js 22 and later, else version 12.

import { createRequire } from 'node:module';
import type BetterSqlite from 'better-sqlite3';

export type Database = BetterSqlite.Database;
export type Statement = BetterSqlite.Statement;

const require = createRequire(import.meta.url);

/** The oldest Node.js for version 13, which ends the process in an older Node.js. */
const NODE_OF_13 = 22;

/**
 * The constructor of databases. Version 12 is compiled with the headers of Node.js. With the
 * headers of 24.19 and later it aborts when a statement is collected as garbage, so it is used for
 * the older Node.js only. Version 13 has binaries for a stable interface.
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
