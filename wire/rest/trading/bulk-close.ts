// Trades that staff close, cancel or strip of their stops in one request, and positions that they
// delete.

import { type Static, Type } from '@sinclair/typebox';
import { Id, Named, WholeText, Words } from '../../base/schema.js';
import { confirmFields } from '../../fields/confirm-fields.js';
import { StaffOrder, StaffPosition } from './positions.js';

/** Most trades that one request handles, and most ids that it names of a kind. */
export const BULK_TRADES_MAX = 1000;
const IDS_MAX = 10_000;

const flag = () => Type.Optional(Type.Boolean());
const ids = () => Type.Optional(Type.Array(Id(), { maxItems: IDS_MAX }));

/** At least one action; the trades of a symbol, or those that are named. */
export const BulkCloseBody = Named('BulkCloseBody', {
  close_positions: flag(),
  delete_orders: flag(),
  /** Sets stop loss and take profit to 0 where one is set. */
  clear_stops: flag(),
  symbol: Type.Optional(Type.String({ maxLength: 64 })),
  /** A mask of group paths; empty = every group in scope. */
  groups: Type.Optional(Type.String({ maxLength: 128 })),
  positions: ids(),
  orders: ids(),
  comment: Type.Optional(WholeText(64)),
  /** Lists what would be done, and does nothing. */
  preview: flag(),
  ...confirmFields,
});
export type BulkCloseBody = Static<typeof BulkCloseBody>;

/** What is done to a trade. */
const BULK_OPERATIONS = ['close', 'delete', 'clear_stops'] as const;
export type BulkOperation = (typeof BULK_OPERATIONS)[number];

/** The outcome of one trade request; `queued` = it waits for a dealer or a provider. */
const BulkCloseResult = Named('BulkCloseResult', {
  code: Type.String(),
  id: Type.Integer(),
  kind: Words(['position', 'order'] as const),
  login: Type.Integer(),
  message: Type.String(),
  operation: Words(BULK_OPERATIONS),
  status: Words(['done', 'queued', 'rejected'] as const),
  symbol: Type.String(),
});
export type BulkCloseResult = Static<typeof BulkCloseResult>;

/** The trades of a preview, or the outcome of each; `total` counts those beyond the limit, too. */
export const BulkCloseReply = Named('BulkCloseReply', {
  positions: Type.Array(StaffPosition),
  orders: Type.Array(StaffOrder),
  results: Type.Array(BulkCloseResult),
  total: Type.Integer(),
});

/** Positions of any accounts to delete without a deal. */
export const PositionDeleteBody = Named('PositionDeleteBody', {
  ids: Type.Array(Id(), { minItems: 1, maxItems: BULK_TRADES_MAX }),
});

const DeleteResultItem = Named('DeleteResultItem', {
  /** The code of an error; empty = none. */
  error: Type.String(),
  id: Type.Integer(),
  /** 0 = unknown. */
  login: Type.Integer(),
  result: Words(['deleted', 'not_found', 'forbidden', 'error'] as const),
});
export type DeleteResultItem = Static<typeof DeleteResultItem>;

/** What became of each position, by id. */
export const DeleteResult = Named('DeleteResult', {
  deleted: Type.Integer(),
  items: Type.Array(DeleteResultItem),
});
