// The parameters of lists that are read by pages.

import { Type } from '@sinclair/typebox';

const PAGE_MAX = 1_000_000_000;

/** The parameter `page`: the number of the page, from 1 on. */
export const pageNumber = (most = PAGE_MAX) =>
  Type.Integer({ minimum: 1, maximum: most, default: 1 });

/** The parameters `page` and `limit`; `usual` is the number of rows when no limit is given. */
export const pageParams = (most: number, usual: number) => ({
  page: pageNumber(),
  limit: Type.Integer({ minimum: 1, maximum: most, default: usual }),
});

/** The parameters of most lists. */
export const PAGE = pageParams(1000, 100);
