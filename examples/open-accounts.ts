// Opens accounts from a CSV file, as staff. A second run opens the missing accounts and makes the
// missing deposits.
//
//   node dist/examples/open-accounts.js accounts.csv
//
// Columns: login, group, master_password, investor_password, name, email, deposit. The login
// makes a row happen once: an existing account is left as it is, and the request id of a deposit is
// derived from the login.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { BrokerError, confirmed, csvLine, signInStaff, unwrap } from 'brokerd/client';
import { commandLine } from './command-line.js';
import { readCsv } from './csv.js';

const { positionals, account, misused } = commandLine('open-accounts.js FILE.csv', {}, true);
const [path] = positionals;
if (path === undefined) throw misused('name the CSV file');

/** The same UUID (version 8) for the same text. */
const uuidOf = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `${variant}${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
};

const client = await signInStaff(account);
const { rest } = client;

/**
 * Opens the account of a row. An existing account with that login and e-mail address is the row's.
 */
const open = async (row: Readonly<Record<string, string>>): Promise<string> => {
  const { group = '', master_password = '', investor_password = '', name = '', email = '' } = row;
  const login = Number(row.login);
  if (!Number.isSafeInteger(login) || login < 1) throw new Error('login: a whole number is needed');
  try {
    const body = { login, group, master_password, investor_password, name, email };
    await unwrap(rest.POST('/admin/v1/accounts', { body }));
    return 'opened';
  } catch (error) {
    if (!(error instanceof BrokerError) || error.code !== 'conflict') throw error;
    const params = { path: { login } };
    const there = await unwrap(rest.GET('/admin/v1/accounts/{login}', { params }));
    if (there.email !== email) throw error;
    return 'there';
  }
};

/** Pays a deposit in; repeated calls pay only once. */
const payIn = async (login: number, amount: string): Promise<void> => {
  const params = { path: { login } };
  const request_id = uuidOf(`opening deposit of ${login}`);
  const payment = { request_id, action: 'balance', amount, comment: 'opening deposit' } as const;
  await confirmed(rest, (given) => {
    const body = { ...payment, ...given };
    return unwrap(rest.POST('/admin/v1/accounts/{login}/balance', { params, body }));
  });
};

process.stdout.write(csvLine(['login', 'outcome']));
for (const row of readCsv(readFileSync(path, 'utf8'))) {
  let outcome: string;
  try {
    outcome = await open(row);
    if (row.deposit) await payIn(Number(row.login), row.deposit);
  } catch (error) {
    outcome = error instanceof Error ? error.message : String(error);
    process.exitCode = 1;
  }
  process.stdout.write(csvLine([row.login, outcome]));
}
await client.signOut();
