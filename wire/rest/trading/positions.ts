// Open and closed positions for staff, across accounts.

import { type Static, type TObject, Type } from '@sinclair/typebox';
import { Decimal, Id, Named, OrNull, Time, Uuid } from '../../base/schema.js';
import { confirmFields } from '../../fields/confirm-fields.js';
import { READ_AT } from '../../fields/fence.js';
import { section } from '../../fields/words.js';
import { POSITION_CHANGES } from '../../trading/commands.js';
import { EXPORT_FILE } from '../lists/export-file.js';
import { GROUP_FILTERS } from '../lists/group-filters.js';
import { PAGE } from '../lists/page-params.js';
import { historyPageOf, pageOf } from './history.js';
import { ClosedPositionShape, OpenOrderShape, OpenPositionShape } from './shapes.js';

const filters = section('Filters');
const live = section('Live');
const totals = section('Totals');
const page = section('Page');
const result = section('Result');

/** The accounts and symbols that a list covers; a filter left out or empty covers all. */
const COVERAGE = {
  ...GROUP_FILTERS,
  login: filters('Login', 'Account whose trades are listed.', Type.Optional(Id())),
  symbol: filters(
    'Symbol',
    'Exact name of the symbol, in any letter case.',
    Type.Optional(Type.String({ maxLength: 64 })),
  ),
};

/** Filters and page of a list of open positions or working orders. */
export const OpenParams = Named('OpenParams', { ...COVERAGE, ...PAGE });
export type OpenParams = Static<typeof OpenParams>;

/** Filters and page of the list of working orders; `held`: those alone that have a held fill. */
export const OpenOrderParams = Named('OpenOrderParams', {
  ...COVERAGE,
  held: filters(
    'Held fills',
    'True = only orders that have a held fill; false or omitted = all orders.',
    Type.Optional(Type.Boolean()),
  ),
  ...PAGE,
});

/** Filters of an export of open positions or working orders. */
export const OpenExportParams = Named('OpenExportParams', { ...COVERAGE, ...EXPORT_FILE });

const CLOSED = {
  ...COVERAGE,
  action: filters(
    'Action',
    'A value that is taken and not used.',
    Type.Optional(Type.String({ maxLength: 128 })),
  ),
  from: Type.Optional(Time()),
  to: Type.Optional(Time()),
};

/** Filters and page of closed positions; the times are the times of the close. */
export const ClosedParams = Named('ClosedParams', { ...CLOSED, ...PAGE });
export type ClosedParams = Static<typeof ClosedParams>;

/** Filters of an export of closed positions. */
export const ClosedExportParams = Named('ClosedExportParams', { ...CLOSED, ...EXPORT_FILE });
export type ClosedExportParams = Static<typeof ClosedExportParams>;

const LIVE = {
  live: live(
    'Live',
    'Did the account answer in time? If not, the row has the values of the opening.',
    Type.Boolean(),
  ),
};

/** A position in lists across accounts. */
export const StaffPosition: TObject = Named('StaffPosition', {
  ...OpenPositionShape.properties,
  ...LIVE,
});
/** A working order in lists across accounts. */
export const StaffOrder: TObject = Named('StaffOrder', {
  ...OpenOrderShape.properties,
  group: Type.String(),
  ...LIVE,
});

export const StaffPositionPage = pageOf(StaffPosition);
export const StaffOrderPage = pageOf(StaffOrder);

/** The number of rows of a list. */
export const PositionCount = Named('PositionCount', { total: Type.Integer(), ...READ_AT });

/** Sums over all closed positions that match; amounts of several currencies are simply added. */
const ClosedTotals = Named('ClosedTotals', {
  count: totals('Count', 'Number of closed positions.', Type.Integer(), 'count'),
  volume: totals('Volume', 'Closed size of all closed positions.', Decimal(), 'lots'),
  profit: totals('Profit', 'Result of all closed positions.', Decimal(), 'money'),
  swap: totals('Swap', 'Swap of all closed positions.', Decimal(), 'money'),
  commission: totals('Commission', 'Commission of all closed positions.', Decimal(), 'money'),
  fee: totals('Fee', 'Fee of all closed positions.', Decimal(), 'money'),
});

/** A page of closed positions with the sums over all pages. */
export const ClosedPage = Named('ClosedPage', {
  ...pageOf(ClosedPositionShape).properties,
  totals: page('Totals', 'Sums over all pages.', ClosedTotals),
});

/** The same of one account, whose list is also read by cursors, by staff and by the trader. */
export const AccountClosedPage = Named('AccountClosedPage', {
  ...historyPageOf(ClosedPositionShape).properties,
  totals: page('Totals', 'Sums over all pages; null with a cursor.', OrNull(ClosedTotals)),
});

/** The position in a path. */
export const PositionPath = Named('PositionPath', { id: Id() });

/** Corrects fields of an open position; at least one of them. */
export const PositionPatchBody = Named('PositionPatchBody', {
  ...POSITION_CHANGES,
  ...confirmFields,
});

/** A correction of a position, which is on disk as the event `seq`. */
export const PositionCorrection = Named('PositionCorrection', {
  login: Type.Integer(),
  request_id: Uuid(),
  position_id: Type.Integer(),
  /** Lots of the position afterwards. */
  volume: Decimal(),
  repeated: result(
    'Repeated',
    'Did an earlier request with the same key make the change?',
    Type.Boolean(),
  ),
  seq: Type.String(),
});
