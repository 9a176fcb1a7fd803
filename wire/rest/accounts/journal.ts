// The journal over REST: who did what, newest first.

import { type Static, Type } from '@sinclair/typebox';
import { Id, Named, Time, WholeText, Words } from '../../base/schema.js';
import { FENCE, READ_AT } from '../../fields/fence.js';
import type { JournalLine } from '../../trading/events.js';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1000;
const TEXT_LENGTH_MAX = 128;

/** Lines that are counted and paged; a shorter period shows older ones. */
export const JOURNAL_LINES_MAX = 10_000;

const KINDS = [
  'auth',
  'config',
  'account',
  'trade',
  'system',
] as const satisfies readonly JournalLine['kind'][];

/** A period (`from` inclusive, `to` exclusive), the subjects of lines, and a page. */
export const JournalParams = Named('JournalParams', {
  from: Type.Optional(Time()),
  to: Type.Optional(Time()),
  login: Type.Optional(Id()),
  /** The staff user who did it. */
  by: Type.Optional(Id()),
  kind: Type.Optional(Words(KINDS)),
  text: Type.Optional(WholeText(TEXT_LENGTH_MAX, 1)),
  page: Type.Integer({ minimum: 1, maximum: JOURNAL_LINES_MAX, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT }),
  ...FENCE,
});
export type JournalParams = Static<typeof JournalParams>;

const without = (name: 'login' | 'by') => Type.Omit(JournalParams, [name]).properties;

/** The same for the lines about one account. */
export const AccountJournalParams = Named('AccountJournalParams', without('login'));
/** The same for what one staff user did. */
export const StaffJournalParams = Named('StaffJournalParams', without('by'));

/** A changed field with its text before and after. */
const JournalChange = Named('JournalChange', {
  field: Type.String(),
  from: Type.String(),
  to: Type.String(),
});

/**
 * A line. `by` is the staff user who did it; 0 = the server, the trader of the account, or a staff
 * user whom the reader may not see, in which case `ip` is empty.
 */
export const JournalRow = Named('JournalRow', {
  id: Type.Integer(),
  time: Time(),
  by: Type.Integer(),
  ip: Type.String(),
  kind: Words(KINDS),
  login: Type.Integer(),
  text: Type.String(),
  /** The changed fields of the record. */
  changes: Type.Array(JournalChange),
});
export type JournalRow = Static<typeof JournalRow>;

/** A page. With `has_more`, `total` is not complete: older lines may match. */
export const JournalPage = Named('JournalPage', {
  items: Type.Array(JournalRow),
  page: Type.Integer(),
  total: Type.Integer(),
  has_more: Type.Boolean(),
  ...READ_AT,
});
export type JournalPage = Static<typeof JournalPage>;
