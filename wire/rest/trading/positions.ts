// Open and closed positions for staff, across accounts.

import { type Static, type TObject, Type } from '@sinclair/typebox';
import { Decimal, Id, Named, Time, Uuid } from '../../base/schema.js';
import { GroupFilter } from '../../base/setting-fields.js';
import { confirmFields } from '../../fields/confirm-fields.js';
import { READ_AT } from '../../fields/fence.js';
import { POSITION_CHANGES } from '../../trading/commands.js';
import { EXPORT_FILE } from '../lists/export-file.js';
import { historyPageOf, pageOf } from './history.js';
import { ClosedPositionShape, OpenOrderShape, OpenPositionShape } from './shapes.js';

const PAGE = {
  page: Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
};

/** Which accounts and symbols a list covers; what is left out or empty covers all. */
const COVERAGE = {
  group: Type.Optional(GroupFilter()),
  /** The company of the accounts' groups. */
  company: Type.Optional(Type.String({ maxLength: 128 })),
  login: Type.Optional(Id()),
  /** The exact name, in any letter case. */
  symbol: Type.Optional(Type.String({ maxLength: 64 })),
};

/** Filters and page of a list of open positions or working orders. */
export const OpenParams = Named('OpenParams', { ...COVERAGE, ...PAGE });
export type OpenParams = Static<typeof OpenParams>;

/** Filters and page of the list of working orders; `held`: those alone that have a held fill. */
export const OpenOrderParams = Named('OpenOrderParams', {
  ...COVERAGE,
  held: Type.Optional(Type.Boolean()),
  ...PAGE,
});

/** Filters of an export of open positions or working orders. */
export const OpenExportParams = Named('OpenExportParams', { ...COVERAGE, ...EXPORT_FILE });

const CLOSED = {
  ...COVERAGE,
  /** Not used. */
  action: Type.Optional(Type.String({ maxLength: 128 })),
  from: Type.Optional(Time()),
  to: Type.Optional(Time()),
};

/** Filters and page of closed positions; the times are those of the close. */
export const ClosedParams = Named('ClosedParams', { ...CLOSED, ...PAGE });
export type ClosedParams = Static<typeof ClosedParams>;

/** Filters of an export of closed positions. */
export const ClosedExportParams = Named('ClosedExportParams', { ...CLOSED, ...EXPORT_FILE });
export type ClosedExportParams = Static<typeof ClosedExportParams>;

const LIVE = {
  live: Type.Boolean({
    description:
      'Are price, profit and margin live? Else the account did not answer in time: the price is ' +
      'that of the opening, and profit and margin are 0.',
  }),
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
  count: Type.Integer(),
  volume: Decimal(),
  profit: Decimal(),
  swap: Decimal(),
  commission: Decimal(),
  fee: Decimal(),
});

/** A page of closed positions with the sums over all pages. */
export const ClosedPage = Named('ClosedPage', {
  ...pageOf(ClosedPositionShape).properties,
  totals: ClosedTotals,
});

/** The same of one account, whose list is also read by cursors. */
export const AccountClosedPage = Named('AccountClosedPage', {
  ...historyPageOf(ClosedPositionShape).properties,
  totals: Type.Union([ClosedTotals, Type.Null()]),
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
  /** Was it made by an earlier request of the same key? */
  repeated: Type.Boolean(),
  seq: Type.String(),
});
