// Writes a trader's history, or the journal as staff see it, as CSV.
//
//   node dist/examples/export-csv.js deals --from 2026-01-01T00:00:00Z > deals.csv
//   node dist/examples/export-csv.js journal > journal.csv
//
// Lists: deals, orders, positions (a trader signs in), journal (staff sign in).

import { csvLine, readCurrent, signInStaff, signInTrader, unwrap } from 'brokerd/client';
import { commandLine } from './command-line.js';

const LIMIT = 1000;

const USAGE = 'export-csv.js [deals|orders|positions|journal] [--from TIME] [--to TIME]';

const { values, positionals, account, misused } = commandLine(
  USAGE,
  { from: { type: 'string' }, to: { type: 'string' } },
  true,
);
const [what = 'deals'] = positionals;
/** The end is fixed: otherwise new rows would move unread rows from page to page. */
const to = values.to ?? new Date().toISOString();
const period = { to, limit: LIMIT, ...(values.from !== undefined && { from: values.from }) };

const client = await (what === 'journal' ? signInStaff(account) : signInTrader(account));
const { rest } = client;

/** Reads a page of each kind. */
const READERS = {
  deals: (page: number) =>
    unwrap(rest.GET('/trader/v1/history/deals', { params: { query: { ...period, page } } })),
  orders: (page: number) =>
    unwrap(rest.GET('/trader/v1/history/orders', { params: { query: { ...period, page } } })),
  positions: (page: number) =>
    unwrap(rest.GET('/trader/v1/history/positions', { params: { query: { ...period, page } } })),
  journal: (page: number) =>
    unwrap(rest.GET('/admin/v1/journal', { params: { query: { ...period, page } } })),
};

const isKnown = (name: string): name is keyof typeof READERS => name in READERS;
if (!isKnown(what)) throw misused(`${what}: one of ${Object.keys(READERS).join(', ')}`);

let names: string[] | undefined;
for (let page = 1; ; page += 1) {
  // A list that lags behind the log is empty: that is not the end of the rows.
  const { items } = await readCurrent(async () => READERS[what](page));
  for (const row of items) {
    names ??= Object.keys(row);
    if (row === items[0] && page === 1) process.stdout.write(csvLine(names));
    const cells: Readonly<Record<string, unknown>> = row;
    process.stdout.write(csvLine(names.map((name) => cells[name])));
  }
  if (items.length < LIMIT) break;
}
await client.signOut();
