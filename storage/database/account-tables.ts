// The tables of accounts, clients and applications: a column for each field by which lists filter
// and sort.
//
// Accounts of one group of which all are hidden, or none, make a bucket. A reader sees a bucket
// whole or not at all, so every index begins with it: the rows that a reader sees by a field are
// the merged ranges of some buckets. Clients of which the accounts lie in the same buckets make a
// bucket of clients; those without accounts make one for each owner. Applications of one group and
// state make a bucket.

/** A text field is sorted by so many characters; longer texts are in `long`, too. */
export const SORTED_CHARS = 160;
/** Ids in a block; the number of rows of each block is kept. */
export const BLOCK_IDS = 4096;

/** The kinds of values in columns, and their types in SQLite. */
const TYPES = {
  text: 'TEXT',
  whole: 'INTEGER',
  flag: 'INTEGER',
  time: 'INTEGER',
  money: 'REAL',
} as const;

/**
 * The columns that lists sort by. Texts are folded; money is in whole currency, so that accounts of
 * any digits compare; times are in ms; 0 = not set; a leverage of 0 follows the group. Messages to
 * groups greet by `written_name`, the name as it was written.
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

/** The columns by which lists of clients filter, like the columns of accounts. */
export const CLIENT_COLUMNS = {
  name: 'text',
  last_name: 'text',
  email: 'text',
  phone: 'text',
  company: 'text',
} as const satisfies Readonly<Record<string, keyof typeof TYPES>>;

/** The columns by which lists of applications filter. */
export const APPLICATION_COLUMNS = {
  email: 'text',
  created_at: 'time',
} as const satisfies Readonly<Record<string, keyof typeof TYPES>>;

const declared = (columns: Readonly<Record<string, keyof typeof TYPES>>): string =>
  Object.entries(columns)
    .map(([name, type]) => `${name} ${TYPES[type]} NOT NULL`)
    .join(', ');
const names = Object.keys(ACCOUNT_COLUMNS) as readonly AccountColumn[];
const indexes = names.map((name) => `CREATE INDEX accounts_${name} ON accounts (bucket, ${name});`);

/** The number of rows by block of ids, so that a late page begins near its first row. */
const blocksOf = (table: string): string => `CREATE TABLE ${table} (
    block INTEGER NOT NULL, bucket INTEGER NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (block, bucket)
  ) STRICT, WITHOUT ROWID;`;

/** The name of the index of a table's texts by parts of three characters. */
export const partsIndex = (table: string): string => `${table}_parts`;

/** Its SQL: an entry has all texts of a row, joined, of which it keeps the parts alone. */
const partsOf = (table: string): string => `CREATE VIRTUAL TABLE ${partsIndex(table)} USING fts5(
    texts, content = '', contentless_delete = 1, detail = none,
    tokenize = 'trigram case_sensitive 1'
  );`;

/** SQL that creates the tables. */
export const ACCOUNT_TABLES = `
  CREATE TABLE accounts (
    login INTEGER PRIMARY KEY, bucket INTEGER NOT NULL, ${declared(ACCOUNT_COLUMNS)},
    long TEXT NOT NULL, written_name TEXT NOT NULL
  ) STRICT;
  CREATE INDEX accounts_bucket ON accounts (bucket);
  CREATE INDEX accounts_linked ON accounts (client_id, bucket) WHERE client_id > 0;
  ${indexes.join('\n  ')}
  -- Accounts with a text that was cut, which counts look at apart.
  CREATE INDEX accounts_long ON accounts (login) WHERE long <> '';
  ${partsOf('accounts')}
  -- Every group has two: of hidden accounts, and of the others.
  CREATE TABLE account_buckets (
    id INTEGER PRIMARY KEY, "group" TEXT NOT NULL, hidden INTEGER NOT NULL,
    folded TEXT NOT NULL, licence_company TEXT NOT NULL, leverage_default INTEGER NOT NULL,
    currency TEXT NOT NULL, currency_digits INTEGER NOT NULL, count INTEGER NOT NULL,
    UNIQUE ("group", hidden)
  ) STRICT;
  ${blocksOf('account_blocks')}
  CREATE TABLE clients (
    id INTEGER PRIMARY KEY, bucket INTEGER NOT NULL, owner INTEGER NOT NULL,
    ${declared(CLIENT_COLUMNS)}, long TEXT NOT NULL
  ) STRICT;
  CREATE INDEX clients_bucket ON clients (bucket);
  ${partsOf('clients')}
  -- The buckets of the accounts in order, with commas between; without accounts the owner.
  CREATE TABLE client_buckets (
    id INTEGER PRIMARY KEY, accounts TEXT NOT NULL, owner INTEGER NOT NULL, count INTEGER NOT NULL,
    UNIQUE (accounts, owner)
  ) STRICT;
  ${blocksOf('client_blocks')}
  CREATE TABLE applications (
    id INTEGER PRIMARY KEY, bucket INTEGER NOT NULL, ${declared(APPLICATION_COLUMNS)},
    long TEXT NOT NULL
  ) STRICT;
  CREATE INDEX applications_bucket ON applications (bucket);
  CREATE INDEX applications_email ON applications (bucket, email);
  CREATE INDEX applications_created_at ON applications (bucket, created_at);
  ${partsOf('applications')}
  CREATE TABLE application_buckets (
    id INTEGER PRIMARY KEY, "group" TEXT NOT NULL, status TEXT NOT NULL, count INTEGER NOT NULL,
    UNIQUE ("group", status)
  ) STRICT;
  ${blocksOf('application_blocks')}
`;
