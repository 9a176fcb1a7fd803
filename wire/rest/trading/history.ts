// An account's history over REST: pages of orders, deals and closed positions.

import { type TSchema, Type } from '@sinclair/typebox';
import { FENCE, READ_AT } from '../../base/fence.js';
import { Named, Time } from '../../base/schema.js';

/** Default and maximum number of rows in a page. */
const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1000;
const PAGE_MAX = 1_000_000_000;

/** A period (`from` inclusive, `to` exclusive), a symbol, a page, and the projection fence. */
export const HistoryParams = Named('HistoryParams', {
  from: Type.Optional(Time()),
  to: Type.Optional(Time()),
  symbol: Type.Optional(Type.String({ minLength: 1, maxLength: 32 })),
  page: Type.Integer({ minimum: 1, maximum: PAGE_MAX, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: LIMIT_MAX, default: LIMIT_DEFAULT }),
  ...FENCE,
});

/** A page of rows. While the fence is above the checkpoint, the page is empty and says so. */
export const pageOf = <T extends TSchema>(row: T) =>
  Named(`${row.title}Page`, {
    items: Type.Array(row),
    page: Type.Integer(),
    total: Type.Integer(),
    ...READ_AT,
  });
