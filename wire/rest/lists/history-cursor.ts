// Cursors of the history of an account: its rows are read forward or backward from one of them.
//
// A cursor names the row next to which it stands, and is good for every list and filter of the
// account, as long as there is the account.

import { Type } from '@sinclair/typebox';
import { wantedBy } from '../../base/schema.js';
import { section, wordedAs } from '../../fields/words.js';

const pageField = section('Page');

/** Where a row stands: its time in ms, the seq of its event, and its id in the list. */
interface HistoryPlace {
  readonly time: number;
  readonly seq: number;
  readonly id: number;
}

/** The cursors before the first row and behind the last row. */
const START = 'start';
const END = 'end';
const PLACE = '\\d{1,15}-\\d{1,15}-\\d{1,15}';
const CURSOR_LENGTH_MAX = 64;

const Cursor = (name: string, end: string) =>
  Type.Optional(
    Type.String({
      pattern: wantedBy(
        `^(${end}|${PLACE})$`,
        `must be ${end}, or a cursor that an answer of the list gives in ${name}`,
      ),
      maxLength: CURSOR_LENGTH_MAX,
    }),
  );

/** The parameters of a list that is read by cursors; pages by number are read without them. */
export const HISTORY_CURSORS = {
  after: pageField(
    'After',
    'A cursor: rows that came later, from the oldest on; `start` = from the first row ' +
      'on. In an answer: where to go on forward.',
    Cursor('after', START),
  ),
  before: pageField(
    'Before',
    'A cursor: rows that came earlier, from the newest on; `end` = from the last row on. ' +
      'In an answer: where to go on backward.',
    Cursor('before', END),
  ),
};

/** The members of an answer that show where to go on, forward and backward. */
export const HISTORY_GOES_ON = wordedAs(HISTORY_CURSORS, {
  after: Type.Optional(Type.String()),
  before: Type.Optional(Type.String()),
});

/** The cursor that a request names. */
export interface GivenCursors {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

/** A sentence when a request names more than one place. */
export const cursorFault = ({
  after,
  before,
  page,
}: GivenCursors & { readonly page: number }): string | undefined => {
  if (after !== undefined && before !== undefined) return 'after: not together with before';
  const name = after === undefined ? 'before' : 'after';
  return (after ?? before) !== undefined && page > 1
    ? `page: not together with ${name}`
    : undefined;
};

/** The cursor of a row. */
export const writeCursor = ({ time, seq, id }: HistoryPlace): string => `${time}-${seq}-${id}`;

const NUMBER_MAX = Number.MAX_SAFE_INTEGER;
const ENDS: Readonly<Record<string, HistoryPlace>> = {
  [START]: { time: 0, seq: 0, id: 0 },
  [END]: { time: NUMBER_MAX, seq: NUMBER_MAX, id: NUMBER_MAX },
};

/** The place that a cursor names, which fits the schema. */
export const readCursor = (cursor: string): HistoryPlace => {
  const [time = 0, seq = 0, id = 0] = cursor.split('-').map(Number);
  return ENDS[cursor] ?? { time, seq, id };
};
