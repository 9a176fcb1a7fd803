// Imports of accounts: each row is opened as an account alone is, once for its request, and its
// deposit is paid in.

import type { Static } from '@sinclair/typebox';
import { paymentMax } from '../../../wire/base/amounts.js';
import { type Code, done, type Outcome, refuse } from '../../../wire/base/codes.js';
import { inScope } from '../../../wire/base/mask.js';
import type { Fields } from '../../../wire/base/object.js';
import { formatExact, parseScaledBig } from '../../../wire/base/scale.js';
import { compile } from '../../../wire/base/schema.js';
import { uuidV8 } from '../../../wire/base/uuid.js';
import type { Caller, OnceKey } from '../../../wire/desk/caller.js';
import type { Payment } from '../../../wire/desk/payment-operations.js';
import { inputCheck } from '../../../wire/fields/input-faults.js';
import {
  Account,
  type AccountCreate,
  AccountImportBody,
  AccountImportResult,
  AccountImportRow,
  IMPORT_ROWS_MAX,
  UncheckedImport,
} from '../../../wire/rest/accounts/accounts.js';
import type { Settings } from '../../../wire/settings/config.js';
import type { GroupRecord } from '../../../wire/settings/groups.js';
import { digestOf } from '../../rest/confirm.js';
import { csvColumns, csvTable, csvValue } from '../../rest/csv.js';
import { madePayments } from '../../rest/payments.js';
import { type CommonCode, type HandlerContext, route } from '../../rest/route.js';
import { BATCH_ANSWER_MS } from '../../rest/trade-batch.js';

/** Most bytes of a body: a list of so many accounts with long comments. */
const BODY_BYTES_MAX = 1 << 21;

const rowFault = compile(AccountImportRow);
const COLUMNS = AccountImportRow.properties as Readonly<
  Record<string, { readonly type?: string } | undefined>
>;
const PASSWORDS = Object.keys(COLUMNS).filter((name) => name.endsWith('_password'));

/** Columns of exports that a body does not have. */
const EXPORTED = new Set(csvColumns(Account).map(({ name }) => name));
const ZERO = /^0(?:[.,]0+)?$/;
/**
 * The values of these columns for a new account. Staff can change them later, so a row with
 * another value is refused: the import would lose the value. Columns that the server alone sets
 * are ignored.
 */
const OF_NEW: Readonly<Record<string, RegExp>> = {
  ...{ agent: ZERO, client_id: /^$/, enabled: /^true$/i, api_enabled: /^false$/i },
  ...{ balance: ZERO, credit: ZERO, archived_at: /^$/ },
};

/** The rows of a CSV file; an empty cell leaves its field out. */
const csvRows = (csv: string): Outcome<readonly Fields[], 'invalid_input'> => {
  const table = csvTable(csv, IMPORT_ROWS_MAX);
  if (!table.ok) return table;
  const { names, rows, separator } = table.data;
  const wrong = names.findIndex(
    (name, at) =>
      !(Object.hasOwn(COLUMNS, name) || EXPORTED.has(name)) || names.indexOf(name) !== at,
  );
  if (wrong >= 0) {
    const named = `column ${wrong + 1}, ${JSON.stringify(names[wrong])},`;
    return refuse(
      'invalid_input',
      `csv: ${named} is unknown or repeated (separated by ${separator})`,
    );
  }
  if (rows.length === 0 || rows.length > IMPORT_ROWS_MAX) {
    return refuse('invalid_input', `csv: must have 1 to ${IMPORT_ROWS_MAX} rows`);
  }
  const rowOf = ({ cells }: { readonly cells: readonly string[] }): Fields =>
    Object.fromEntries(
      names.flatMap((name, at) => {
        const cell = cells[at] ?? '';
        const isField = Object.hasOwn(COLUMNS, name);
        if (cell === '' || (!isField && (OF_NEW[name]?.test(cell.trim()) ?? true))) return [];
        return [[name, csvValue(COLUMNS[name]?.type, cell)]];
      }),
    );
  return done(rows.map(rowOf));
};

const rowsOf = ({
  accounts,
  csv,
}: Static<typeof UncheckedImport>): Outcome<readonly Fields[], 'invalid_input'> => {
  if (accounts !== undefined && csv === undefined) return done(accounts);
  return csv !== undefined && accounts === undefined
    ? csvRows(csv)
    : refuse('invalid_input', 'accounts: send either accounts or csv');
};

/** An import, and who asks for it. */
interface AskedImport {
  readonly caller: Caller;
  readonly body: Pick<Static<typeof UncheckedImport>, 'request_id'>;
  /** The id of the HTTP request. */
  readonly requestId: string;
}

/** A row as it was sent, of any form. */
type SentRow = Fields & { readonly deposit?: unknown };

const hasDeposit = ({ deposit }: SentRow): boolean =>
  deposit !== undefined && !(typeof deposit === 'string' && ZERO.test(deposit));

/**
 * Refuses a deposit below 0, and one with more digits than the currency of a group in scope has, or
 * above the largest payment.
 */
const depositFault = (
  { group: path, deposit }: SentRow,
  { group_scope }: Caller,
  groups: readonly GroupRecord[],
): string | undefined => {
  if (Number(deposit) < 0) return 'deposit: must not be negative';
  const group = groups.find((one) => one.path === path && inScope(group_scope, one.path));
  if (group === undefined) return undefined;
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

const faultOf = (
  given: SentRow,
  caller: Caller,
  { group }: Pick<Settings, 'group'>,
): string | undefined =>
  rowFault(given) ?? (hasDeposit(given) ? depositFault(given, caller, group) : undefined);

const ASK_AGAIN =
  'Whether the deposit was made is unknown: repeat the request with the same request_id, which ' +
  'does not pay twice.';

/** The row of an opened account whose deposit was refused, or may have been made. */
const withFault = (
  row: AccountImportResult,
  { code, message }: { readonly code: string; readonly message: string },
): AccountImportResult =>
  code === 'trade.timeout'
    ? { ...row, code, message: `deposit: ${ASK_AGAIN}`, status: 'unknown' }
    : { ...row, code, message: `deposit: ${message}`, status: 'rejected' };

/** Pays in the deposits of opened rows, each once; says of which the deposit was not seen made. */
const deposited = async (
  results: readonly AccountImportResult[],
  sent: readonly SentRow[],
  { caller, body, requestId }: AskedImport,
  context: Pick<HandlerContext<CommonCode>, 'call' | 'desk'>,
): Promise<readonly AccountImportResult[]> => {
  const payments = results.flatMap(({ row, login, status }): Payment[] => {
    const given = sent[row - 1] as SentRow;
    if (status !== 'done' || !hasDeposit(given)) return [];
    const request_id = uuidV8(body.request_id, `deposit ${row}`);
    const amount = String(given.deposit);
    return [{ login, request_id, action: 'balance', amount, comment: 'Deposit', side: '' }];
  });
  if (payments.length === 0) return results;
  const made = await madePayments(payments, false, { caller, requestId }, context);
  const rows = made.ok ? made.data : payments.map(({ login }) => ({ ...made, login }));
  const refused = new Map(
    rows.flatMap(({ login, code, message }) => (code === 'ok' ? [] : [[login, { code, message }]])),
  );
  return results.map((one) => {
    const fault = one.status === 'done' ? refused.get(one.login) : undefined;
    return fault === undefined ? one : withFault(one, fault);
  });
};

type RowOutcome = Pick<AccountImportResult, 'login' | 'status'>;

/** The account of a row, opened, or in a dry run looked at. */
const opened = async (
  { desk }: Pick<HandlerContext<CommonCode>, 'desk'>,
  asked: { readonly caller: Caller; readonly body: AccountCreate; readonly once: OnceKey },
  isDry: boolean,
): Promise<Outcome<RowOutcome, Code>> => {
  const found = await desk(isDry ? 'accounts.openable' : 'accounts.create', asked);
  if (!found.ok) return found;
  const { login } = found.data;
  return done({ login, status: login === 0 ? 'valid' : 'done' });
};

export const accountImport = [
  route({
    name: 'accounts.import',
    method: 'POST',
    path: '/admin/v1/accounts/import',
    says: 'Opens accounts from a list or a CSV file, or says what of it could be opened.',
    details:
      'Takes `accounts`, or `csv` with the names of the same fields in its first line; up to 500 ' +
      'rows. Rows are opened in their order, each with the checks and the journal line of an ' +
      'account that is opened alone, and each has its own outcome. A `dry_run` opens nothing and ' +
      'takes no confirmation. A repeated `request_id` of the caller opens only what was not. A ' +
      '`deposit` is paid into the balance once the account is open, and needs ' +
      '`accounts.balance`; a row whose deposit is refused names its login, and is tried again ' +
      'by the same request. A row `unknown` is cleared up by the same request, which never pays ' +
      'twice.',
    rights: ['accounts.view', 'accounts.edit'],
    body: AccountImportBody,
    bodyRefusal: inputCheck(UncheckedImport),
    bodyBytesMax: BODY_BYTES_MAX,
    answerMs: BATCH_ANSWER_MS,
    inTurn: 'account import',
    reply: [AccountImportResult],
    example: {
      body: {
        request_id: '0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a05',
        dry_run: true,
        csv:
          'group,master_password,investor_password,name\r\n' +
          'demo\\standard,Secret-pass1,Reader-pass1,Ada\r\n',
      },
    },
    handle: async ({ caller, body, requestId }, context) => {
      const rows = rowsOf(body);
      if (!rows.ok) return rows;
      if (rows.data.some(hasDeposit)) {
        const payer = await context.desk('payments.begin', { caller, logins: [] });
        if (!payer.ok) return payer;
      }
      const { request_id, dry_run = false } = body;
      const results: AccountImportResult[] = [];
      // One after the other: free logins are given out in the order of the rows.
      for (const [at, given] of rows.data.entries()) {
        const row = at + 1;
        const first = rows.data.findIndex(({ login }) => login === given.login);
        const isTaken = Boolean(given.login) && first < at;
        const fault = isTaken
          ? `login: ${given.login} is that of an earlier row`
          : faultOf(given, caller, context.settings());
        const once = { key: `${request_id}/${row}`, digest: digestOf(given, PASSWORDS) };
        const { deposit: _, ...account } = given;
        const asked = { caller, body: account as AccountCreate, once };
        const outcome =
          fault === undefined
            ? await opened(context, asked, dry_run)
            : refuse('invalid_input', fault);
        results.push(
          outcome.ok
            ? { code: 'ok', message: '', row, ...outcome.data }
            : { code: outcome.code, login: 0, message: outcome.message, row, status: 'rejected' },
        );
      }
      const asked = { caller, body, requestId };
      return done(dry_run ? results : [...(await deposited(results, rows.data, asked, context))]);
    },
  }),
];
