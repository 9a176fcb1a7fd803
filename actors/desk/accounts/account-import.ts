// Imports of accounts: which rows are opened, each once for its request, and what is paid in.

import { paymentMax } from '../../../wire/base/amounts.js';
import { ok } from '../../../wire/base/codes.js';
import { inScope } from '../../../wire/base/mask.js';
import type { Fields } from '../../../wire/base/object.js';
import { formatExact, parseScaledBig } from '../../../wire/base/scale.js';
import { compile } from '../../../wire/base/schema.js';
import { uuidV8 } from '../../../wire/base/uuid.js';
import type { JudgedRow } from '../../../wire/desk/account-operations.js';
import { digestOf } from '../../../wire/desk/digest.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import { type AccountCreate, AccountImportRow } from '../../../wire/rest/accounts/accounts.js';
import { powersOf, rightFault } from '../access/authority.js';
import type { DeskContext, Handlers } from '../state/desk-context.js';
import type { RecordReader } from '../store/record-type.js';
import type { DeskAccounts } from './accounts.js';
import { providerAccountOps } from './provider-accounts.js';

const rowFault = compile(AccountImportRow);
const PASSWORDS = Object.keys(AccountImportRow.properties).filter((name) =>
  name.endsWith('_password'),
);
const ZERO = /^0(?:[.,]0+)?$/;

const hasDeposit = ({ deposit }: Fields): boolean =>
  deposit !== undefined && !(typeof deposit === 'string' && ZERO.test(deposit));

/**
 * Refuses a deposit below 0, and one with more digits than the currency of a group in scope has, or
 * above the largest payment.
 */
const depositFault = (
  reader: RecordReader,
  scope: readonly string[],
  { group: path, deposit }: Fields,
): string | undefined => {
  if (Number(deposit) < 0) return 'deposit: must not be negative';
  const group = reader.get('group', String(path))?.record;
  if (group === undefined || !inScope(scope, group.path)) return undefined;
  const { currency, currency_digits: digits } = group;
  const amount = parseScaledBig(String(deposit), digits);
  const most = paymentMax(digits);
  if (amount !== undefined && amount > most) {
    return `deposit: may be at most ${formatExact(most, digits, digits)} ${currency}`;
  }
  if (amount !== undefined) return undefined;
  const step = formatExact(1, digits, digits);
  return `deposit: must be a multiple of ${step} ${currency} (${digits} digits after the point)`;
};

/** Judges the rows: a login of an earlier row, the form, then the deposit. */
const begin = (
  { records }: DeskContext,
  { caller, request_id, rows }: DeskOps['accounts.import_begin']['input'],
): DeskAnswer<'accounts.import_begin'> => {
  const lacking = rows.some(hasDeposit)
    ? rightFault(records, caller.login, 'accounts.balance')
    : undefined;
  if (lacking !== undefined) return lacking;
  const { group_scope } = powersOf(records, caller.login);
  const logins = new Set<unknown>();
  const judged = rows.map((given, at): JudgedRow => {
    const { login } = given;
    const isTaken = Boolean(login) && logins.has(login);
    logins.add(login);
    const pays = hasDeposit(given);
    const fault = isTaken
      ? `login: ${login} is that of an earlier row`
      : (rowFault(given) ?? (pays ? depositFault(records, group_scope, given) : undefined) ?? null);
    if (fault !== null || !pays) return { fault, deposit: null };
    const payment = {
      ...{ request_id: uuidV8(request_id, `deposit ${at + 1}`), action: 'balance' },
      ...{ amount: String(given.deposit), comment: 'Deposit', side: '' as const },
    };
    return { fault, deposit: payment };
  });
  return ok(judged);
};

/** Opens the account of a row as an account alone is opened. */
const openRow = async (
  accounts: DeskAccounts,
  { caller, request_id, row, given, dry_run }: DeskOps['accounts.import_row']['input'],
): Promise<DeskAnswer<'accounts.import_row'>> => {
  const { deposit: _, ...account } = given;
  const once = { key: `${request_id}/${row}`, digest: digestOf(given, PASSWORDS) };
  const input = { caller, body: account as AccountCreate, once };
  const found = dry_run ? accounts.openable(input) : await accounts.create(input);
  return found.ok ? ok({ login: found.data.login }) : found;
};

/** The operations of imports of accounts, from lists and from providers, by name. */
export const accountImportOps = (context: DeskContext, accounts: DeskAccounts) =>
  ({
    ...providerAccountOps(context, accounts),
    'accounts.import_begin': (input) => begin(context, input),
    'accounts.import_row': (input) => openRow(accounts, input),
  }) satisfies Partial<Handlers>;
