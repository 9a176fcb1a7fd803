// Exports: all rows of a list as a CSV file, made in slices between which other work has its turn.

import { type Static, type TObject, Type } from '@sinclair/typebox';
import type { Right } from '../../wire/accounts/rights.js';
import { type Outcome, ok, refuse } from '../../wire/base/codes.js';
import type { Caller } from '../../wire/desk/caller.js';
import type { RowIds } from '../../wire/queries/position-queries.js';
import type { ExportFile } from '../../wire/rest/lists/export-file.js';
import { csvColumns, csvHead, csvLines } from './csv.js';
import { type CommonCode, type HandlerContext, type RoutePath, route } from './route.js';

/** The mark with which spreadsheets know UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** Most rows of an export: some ten seconds, and some tens of MB of memory. */
export const EXPORT_ROWS_MAX = 100_000;
/** Rows that are read and written at a time: some ms of the main thread. */
const SLICE_ROWS = 500;
/** Most exports of all sessions at a time, because each is whole in memory before it is sent. */
const EXPORTS_MAX = 4;
/** Time limit in ms: each slice may wait for accounts that do not answer. */
const ANSWER_MS = 120_000;

const CSV = 'text/csv';
/** The body of an answer in CSV. */
export const CsvText = Type.String({ contentMediaType: CSV, description: 'CSV by RFC 4180' });

/** The form of the file. */
const FORM =
  'The first line names the columns; a member of an object is named with a dot. A text that a ' +
  'spreadsheet would run as a formula begins with an apostrophe. A row is of the moment at ' +
  'which it was read.';

type ExportedRow = Readonly<Record<string, unknown>>;
type ExportCode = CommonCode | 'auth.too_many_attempts';
type ExportContext = HandlerContext<ExportCode>;

/** The source of an export: the ids of its rows in order, and a function that reads some rows. */
interface ExportSource {
  readonly found: RowIds;
  rows(ids: readonly number[]): Promise<Outcome<readonly ExportedRow[], ExportCode>>;
}

interface ExportInput<Q> {
  readonly caller: Caller;
  readonly query: Q;
  readonly requestId: string;
}

interface ExportDefinition<Q extends TObject> {
  readonly name: string;
  readonly path: RoutePath;
  readonly says: string;
  /** How its rows are chosen; the sentences about every export are added. */
  readonly details: string;
  /** The query of its example. */
  readonly example: Readonly<Record<string, string>>;
  readonly rights: readonly Right[];
  /** The filters of the list. */
  readonly query: Q;
  /** The schema of its rows. */
  readonly row: TObject;
  /** Selects the rows, at most `EXPORT_ROWS_MAX` of them. */
  select(
    input: ExportInput<Static<Q>>,
    context: ExportContext,
  ): Promise<Outcome<ExportSource, ExportCode>>;
}

/** Rows in the order of their ids; rows that are gone are left out. */
export const inOrder = (
  ids: readonly number[],
  rows: readonly ExportedRow[],
): readonly ExportedRow[] => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
};

/** `2026-03-02T09:00:00.000Z` as a part of a file's name. */
const stamp = (now: number): string =>
  new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');

const tooMany = (total: number) =>
  refuse(
    'invalid_input',
    `query: ${total} rows fit, and an export has at most ${EXPORT_ROWS_MAX}; narrow the filters`,
  );
const behind = refuse('timeout', 'The database does not yet have all that the session has seen.');
const crowded = refuse('auth.too_many_attempts', 'Others export now; try again. retry_after=5');

let running = 0;

/** The route of an export; a session makes one at a time. */
export const exportRoute = <Q extends TObject>(given: ExportDefinition<Q>) => {
  const { name, path, says, details, example, rights, query, row, select } = given;
  const columns = csvColumns(row);
  const head = csvHead(columns);

  const partsOf = async (
    input: ExportInput<Static<Q>>,
    context: ExportContext,
  ): Promise<Outcome<readonly Uint8Array[], ExportCode>> => {
    const source = await select(input, context);
    if (!source.ok) return source;
    const { ids, total, consistency } = source.data.found;
    if (consistency === 'projection_pending') return behind;
    if (total > EXPORT_ROWS_MAX) return tooMany(total);
    const { bom = true } = input.query as ExportFile;
    const parts = [Buffer.from(bom ? BYTE_ORDER_MARK + head : head)];
    for (let at = 0; at < ids.length; at += SLICE_ROWS) {
      const rows = await source.data.rows(ids.slice(at, at + SLICE_ROWS));
      if (!rows.ok) return rows;
      if (rows.data.length > 0) parts.push(Buffer.from(csvLines(columns, rows.data)));
    }
    return ok(parts);
  };

  return route({
    name,
    method: 'GET',
    path,
    says,
    details: `${details} ${FORM}`,
    example: { query: example },
    rights,
    query,
    reply: CsvText,
    errors: {
      invalid_input: `a parameter is wrong, or more than ${EXPORT_ROWS_MAX} rows fit`,
      timeout: 'the database does not yet have all that the session has seen',
      'auth.too_many_attempts': 'the session makes other exports, or too many sessions do',
    },
    inTurn: 'export',
    answerMs: ANSWER_MS,
    handle: async ({ caller, query, requestId }, context) => {
      if (running >= EXPORTS_MAX) return crowded;
      running += 1;
      try {
        const parts = await partsOf({ caller, query, requestId }, context);
        if (!parts.ok) return parts;
        const file = `${name.replaceAll('.', '-')}-${stamp(context.now())}.csv`;
        return { file: parts.data, type: `${CSV}; charset=utf-8`, name: file };
      } finally {
        running -= 1;
      }
    },
  });
};
