// Trades that staff close, cancel or strip of their stops in one request, and positions that they
// delete.

import { type Static, Type } from '@sinclair/typebox';
import { Id, Named, WholeText, Words } from '../../base/schema.js';
import { confirmFields } from '../../fields/confirm-fields.js';
import { section } from '../../fields/words.js';
import { StaffOrder, StaffPosition } from './positions.js';

const actions = section('Actions');
const trades = section('Trades');
const result = section('Result');
const trade = section('Trade');
const preview = section('Preview');

/** Most trades that one request handles, and most ids that it names of a kind. */
export const BULK_TRADES_MAX = 1000;
const IDS_MAX = 10_000;

const flag = () => Type.Optional(Type.Boolean());
const ids = () => Type.Optional(Type.Array(Id(), { maxItems: IDS_MAX }));

/** At least one action; the trades of a symbol, or those that are named. */
export const BulkCloseBody = Named('BulkCloseBody', {
  close_positions: actions('Close positions', 'Are positions closed?', flag()),
  delete_orders: actions('Delete orders', 'Are pending orders cancelled?', flag()),
  clear_stops: actions(
    'Clear stops',
    'Are stop loss and take profit set to 0 where one is set?',
    flag(),
  ),
  symbol: Type.Optional(Type.String({ maxLength: 64 })),
  groups: trades(
    'Groups',
    'Mask of group paths; empty = all in scope.',
    Type.Optional(Type.String({ maxLength: 128 })),
  ),
  positions: trades(
    'Positions',
    'Ids of positions; with ids neither symbol nor groups count.',
    ids(),
    'id',
  ),
  orders: trades('Orders', 'Ids of orders.', ids(), 'id'),
  comment: Type.Optional(WholeText(64)),
  preview: actions(
    'Preview',
    'Does the request only report its effects, without changing anything?',
    flag(),
  ),
  ...confirmFields,
});
export type BulkCloseBody = Static<typeof BulkCloseBody>;

/** The operations on a trade. */
const BULK_OPERATIONS = ['close', 'delete', 'clear_stops'] as const;
export type BulkOperation = (typeof BULK_OPERATIONS)[number];

/** The outcome of one trade request; `queued` = it waits for a dealer or a provider. */
const BulkCloseResult = Named('BulkCloseResult', {
  code: result('Code', 'Result code of the trade request.', Type.String()),
  id: Type.Integer(),
  kind: trade('Kind', 'Position or order.', Words(['position', 'order'] as const)),
  login: Type.Integer(),
  message: result('Message', 'The result in a sentence.', Type.String()),
  operation: trade('Operation', 'Operation on the trade.', Words(BULK_OPERATIONS)),
  status: result(
    'Status',
    'Done, waiting at a dealer or provider, or rejected.',
    Words(['done', 'queued', 'rejected'] as const),
  ),
  symbol: Type.String(),
});
export type BulkCloseResult = Static<typeof BulkCloseResult>;

/** The trades of a preview, or the outcome of each; `total` counts those beyond the limit, too. */
export const BulkCloseReply = Named('BulkCloseReply', {
  positions: preview('Positions', 'Positions of a preview.', Type.Array(StaffPosition)),
  orders: preview('Orders', 'Orders of a preview.', Type.Array(StaffOrder)),
  results: result('Results', 'The outcome of each trade request.', Type.Array(BulkCloseResult)),
  total: result(
    'Total',
    'Number of trades that fit; a request handles 1000.',
    Type.Integer(),
    'count',
  ),
});

/** Positions of any accounts to delete without a deal. */
export const PositionDeleteBody = Named('PositionDeleteBody', {
  ids: trades(
    'Positions',
    'Ids of positions of any accounts.',
    Type.Array(Id(), { minItems: 1, maxItems: BULK_TRADES_MAX }),
  ),
});

const DeleteResultItem = Named('DeleteResultItem', {
  error: result('Error', 'Code of a refusal by execution; empty = none.', Type.String()),
  id: Type.Integer(),
  /** 0 = unknown. */
  login: Type.Integer(),
  result: result(
    'Result',
    'Deleted, not found, out of reach, or refused by execution.',
    Words(['deleted', 'not_found', 'forbidden', 'error'] as const),
  ),
});
export type DeleteResultItem = Static<typeof DeleteResultItem>;

/** The outcome of each position, by id. */
export const DeleteResult = Named('DeleteResult', {
  deleted: result('Deleted', 'Number of positions that were deleted.', Type.Integer(), 'count'),
  items: result(
    'Items',
    'Result for each position, in the order of the ids.',
    Type.Array(DeleteResultItem),
  ),
});
