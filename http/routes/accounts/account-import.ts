// Imports of accounts from a list or a CSV file: the desk judges and opens each row, then the
// deposits are paid in.

import type { Static } from '@sinclair/typebox';
import { type Outcome, ok, refuse } from '../../../wire/base/codes.js';
import type { Fields } from '../../../wire/base/object.js';
import type { JudgedRow } from '../../../wire/desk/account-operations.js';
import {
  type Payment,
  type PaymentRow,
  paymentRow,
} from '../../../wire/desk/payment-operations.js';
import { inputCheck } from '../../../wire/fields/input-faults.js';
import {
  Account,
  AccountImportBody,
  AccountImportResult,
  AccountImportRow,
  IMPORT_ROWS_MAX,
  UncheckedImport,
} from '../../../wire/rest/accounts/accounts.js';
import type { Asking } from '../../rest/actor-call.js';
import { csvColumns, csvTable, csvValue } from '../../rest/csv.js';
import { madePayments } from '../../rest/payments.js';
import { type CommonCode, type HandlerContext, route } from '../../rest/route.js';
import { BATCH_ANSWER_MS } from '../../rest/trade-batch.js';

/** Time in which rows are opened; the rest of the answer's time is for deposits. */
const OPENING_MS = BATCH_ANSWER_MS - 45_000;

/** The refusal of a row whose turn did not come in the time. */
const NOT_REACHED = refuse(
  'timeout',
  `The row was not tried, because the earlier rows took ${OPENING_MS / 1000} s. Repeat the ` +
    'request with the same request_id, which opens the missing accounts only.',
);

/** Most bytes of a body: a list of so many accounts with long comments. */
const BODY_BYTES_MAX = 1 << 21;

const COLUMNS = AccountImportRow.properties as Readonly<
  Record<string, { readonly type?: string } | undefined>
>;

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
  return ok(rows.map(rowOf));
};

const rowsOf = ({
  accounts,
  csv,
}: Static<typeof UncheckedImport>): Outcome<readonly Fields[], 'invalid_input'> => {
  if (accounts !== undefined && csv === undefined) return ok(accounts);
  return csv !== undefined && accounts === undefined
    ? csvRows(csv)
    : refuse('invalid_input', 'accounts: send either accounts or csv');
};

const ASK_AGAIN =
  'Whether the deposit was made is unknown: repeat the request with the same request_id, which ' +
  'does not pay twice.';

/** The row of an opened account whose deposit was refused, or may have been made. */
const withFault = (
  row: AccountImportResult,
  { code, message, status }: Pick<PaymentRow, 'code' | 'message' | 'status'>,
): AccountImportResult => ({
  ...row,
  ...{ code, status, message: `deposit: ${status === 'unknown' ? ASK_AGAIN : message}` },
});

/** Pays in the deposits of opened rows, each once; says of which the deposit was not seen made. */
const deposited = async (
  results: readonly AccountImportResult[],
  judged: readonly JudgedRow[],
  asking: Asking,
  context: Pick<HandlerContext<CommonCode>, 'call' | 'desk'>,
): Promise<readonly AccountImportResult[]> => {
  const payments = results.flatMap(({ row, login, status }): Payment[] => {
    const deposit = judged[row - 1]?.deposit;
    return status === 'done' && deposit ? [{ login, ...deposit }] : [];
  });
  if (payments.length === 0) return results;
  const made = await madePayments(payments, false, asking, context);
  const rows = made.ok
    ? made.data
    : payments.map((one) => paymentRow(one, { ...made, data: null }));
  const refused = new Map(rows.flatMap((row) => (row.code === 'ok' ? [] : [[row.login, row]])));
  return results.map((one) => {
    const fault = one.status === 'done' ? refused.get(one.login) : undefined;
    return fault === undefined ? one : withFault(one, fault);
  });
};

export const accountImport = [
  route({
    name: 'accounts.import',
    method: 'POST',
    path: '/admin/v1/accounts/import',
    says: 'Opens accounts from a list or a CSV file, or reports which accounts could be opened.',
    details:
      'Takes `accounts`, or `csv` with the names of the same fields in its first line; up ' +
      'to 500 rows. Rows are opened in their order, each with the checks and the journal ' +
      'line of a single opening, and each row has its own outcome. A `dry_run` opens ' +
      'nothing and takes no confirmation. A repeated `request_id` of the caller opens only ' +
      'the missing accounts. A `deposit` is paid into the balance once the account is ' +
      'open, and needs `accounts.balance`; a row whose deposit is refused names its login, ' +
      'and is tried again by the same request. A row `unknown` is cleared up by the same ' +
      'request, which never pays twice. After ' +
      `${OPENING_MS / 1000} s no further row is opened: the rest has the code \`timeout\`, and ` +
      'the same request goes on with it.',
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
      const { request_id, dry_run = false } = body;
      const asked = { caller, request_id };
      const begun = await context.desk('accounts.import_begin', { ...asked, rows: rows.data });
      if (!begun.ok) return begun;
      const results: AccountImportResult[] = [];
      const until = context.now() + OPENING_MS;
      const openRow = (row: number, given: Fields) =>
        context.now() < until
          ? context.desk('accounts.import_row', { ...asked, row, given, dry_run })
          : NOT_REACHED;
      // One after the other: free logins are given out in the order of the rows.
      for (const [at, given] of rows.data.entries()) {
        const row = at + 1;
        const fault = begun.data[at]?.fault ?? null;
        const outcome = fault === null ? await openRow(row, given) : refuse('invalid_input', fault);
        if (!outcome.ok) {
          const { code, message } = outcome;
          results.push({ code, login: 0, message, row, status: 'rejected' });
          continue;
        }
        const { login } = outcome.data;
        results.push({
          code: 'ok',
          message: '',
          row,
          login,
          status: login === 0 ? 'valid' : 'done',
        });
      }
      if (dry_run) return ok(results);
      return ok([...(await deposited(results, begun.data, { caller, requestId }, context))]);
    },
  }),
];
