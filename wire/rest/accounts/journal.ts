// The journal over REST: who did what, newest first.

import { type Static, Type } from '@sinclair/typebox';
import { Id, Named, Time, WholeText, Words } from '../../base/schema.js';
import { FENCE, READ_AT } from '../../fields/fence.js';
import { section } from '../../fields/words.js';
import type { JournalLine } from '../../trading/events.js';
import { PAGE, pageNumber } from '../lists/page-params.js';

const page = section('Page');
const filter = section('Filter');
const change = section('Change');
const line = section('Line');

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
  login: filter('Login', 'Lines about this account.', Type.Optional(Id())),
  by: filter('By', 'Actions of this staff user.', Type.Optional(Id()), 'id'),
  kind: filter('Kind', 'Lines of this kind.', Type.Optional(Words(KINDS))),
  text: filter(
    'Text',
    'Lines that contain these words, in any letter case.',
    Type.Optional(WholeText(TEXT_LENGTH_MAX, 1)),
  ),
  ...PAGE,
  page: pageNumber(JOURNAL_LINES_MAX),
  ...FENCE,
});
export type JournalParams = Static<typeof JournalParams>;

const without = (name: 'login' | 'by') => Type.Omit(JournalParams, [name]).properties;

/** The same for the lines about one account. */
export const AccountJournalParams = Named('AccountJournalParams', without('login'));
/** The same for the acts of one staff user. */
export const StaffJournalParams = Named('StaffJournalParams', without('by'));

/** A changed field with its text before and after. */
const JournalChange = Named('JournalChange', {
  field: change('Field', 'Name of the field; a dot leads into lists and objects.', Type.String()),
  from: change(
    'Before',
    'Its text before; a mask = a secret, or a field that is not shown.',
    Type.String(),
  ),
  to: change(
    'After',
    'Its text after; a mask = a secret, or a field that is not shown.',
    Type.String(),
  ),
});

/**
 * A line. `by` is the staff user who did it; 0 = the server, the trader of the account, or a staff
 * user whom the reader may not see, in which case `ip` is empty.
 */
export const JournalRow = Named('JournalRow', {
  id: Type.Integer(),
  time: line('Time', 'Time of the action.', Time()),
  by: line(
    'By',
    'Login of the staff user; 0 = the server, or a user whom the caller may not see.',
    Type.Integer(),
    'id',
  ),
  ip: line(
    'Address',
    'Address of the caller; empty = the server, a trade or payment, or hidden.',
    Type.String(),
  ),
  kind: line('Kind', 'Subject of the line.', Words(KINDS)),
  login: line('Login', 'Account that the line is about; 0 = none.', Type.Integer()),
  text: line('Text', 'Action that was done.', Type.String()),
  changes: line(
    'Changes',
    'Changed fields of the record; empty = the line is about no change.',
    Type.Array(JournalChange),
  ),
});
export type JournalRow = Static<typeof JournalRow>;

/** A page. With `has_more`, `total` is not complete: older lines may match. */
export const JournalPage = Named('JournalPage', {
  items: Type.Array(JournalRow),
  page: Type.Integer(),
  total: Type.Integer(),
  has_more: page('More', 'Are there older rows that were not counted?', Type.Boolean()),
  ...READ_AT,
});
export type JournalPage = Static<typeof JournalPage>;
