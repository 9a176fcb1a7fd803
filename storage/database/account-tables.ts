// The tables of accounts: a column for each field by which lists filter and sort.
//
// Accounts of one group of which all are hidden, or none, make a bucket. A reader sees a bucket
// whole or not at all, so every index begins with it: the rows that a reader sees by a field are
// the merged ranges of some buckets.

/** A text field is sorted by so many characters; longer texts are in `long`, too. */
export const SORTED_CHARS = 160;
/** Logins in a block; the number of accounts of each block and bucket is kept. */
export const BLOCK_LOGINS = 4096;

/** What columns hold, and their types in SQLite. */
const TYPES = {
  text: 'TEXT',
  whole: 'INTEGER',
  flag: 'INTEGER',
  time: 'INTEGER',
  money: 'REAL',
} as const;

/**
 * The columns that lists sort by. Texts are folded; money is in whole currency, so that accounts of
 * any digits compare; times are in ms; 0 = not set; a leverage of 0 follows the group.
 */
export const ACCOUNT_COLUMNS = {
  name: 'text',
  last_name: 'text',
  middle_name: 'text',
  email: 'text',
  phone: 'text',
  country: 'text',
  city: 'text',
  company: 'text',
  comment: 'text',
  agent: 'whole',
  client_id: 'whole',
  leverage: 'whole',
  balance: 'money',
  credit: 'money',
  enabled: 'flag',
  trading_enabled: 'flag',
  created_at: 'time',
  updated_at: 'time',
  last_access: 'time',
} as const satisfies Readonly<Record<string, keyof typeof TYPES>>;

/** A column of the table `accounts` by which lists sort. */
export type AccountColumn = keyof typeof ACCOUNT_COLUMNS;

const names = Object.keys(ACCOUNT_COLUMNS) as readonly AccountColumn[];
const declared = names.map((name) => `${name} ${TYPES[ACCOUNT_COLUMNS[name]]} NOT NULL`).join(', ');
const indexes = names.map((name) => `CREATE INDEX accounts_${name} ON accounts (bucket, ${name});`);

/** SQL that creates the tables. */
export const ACCOUNT_TABLES = `
  CREATE TABLE accounts (
    login INTEGER PRIMARY KEY, bucket INTEGER NOT NULL, ${declared}, long TEXT NOT NULL
  ) STRICT;
  CREATE INDEX accounts_bucket ON accounts (bucket);
  ${indexes.join('\n  ')}
  -- Every group has two: of hidden accounts, and of the others.
  CREATE TABLE account_buckets (
    id INTEGER PRIMARY KEY, "group" TEXT NOT NULL, hidden INTEGER NOT NULL,
    folded TEXT NOT NULL, licence_company TEXT NOT NULL, leverage_default INTEGER NOT NULL,
    currency TEXT NOT NULL, currency_digits INTEGER NOT NULL, count INTEGER NOT NULL,
    UNIQUE ("group", hidden)
  ) STRICT;
  -- The number of accounts by block of logins, so that a late page begins near its first row.
  CREATE TABLE account_blocks (
    block INTEGER NOT NULL, bucket INTEGER NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (block, bucket)
  ) STRICT, WITHOUT ROWID;
`;
