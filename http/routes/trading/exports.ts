// Exports of trades across accounts, as CSV files.

import { ok, refuse } from '../../../wire/base/codes.js';
import {
  ClosedExportParams,
  OpenExportParams,
  StaffOrder,
  StaffPosition,
} from '../../../wire/rest/trading/positions.js';
import { ClosedPositionShape } from '../../../wire/rest/trading/shapes.js';
import { withLive } from '../../rest/account-values.js';
import { coverageOf, periodOf } from '../../rest/coverage.js';
import { EXPORT_ROWS_MAX, exportRoute, inOrder } from '../../rest/export.js';
import { ALIVE, LISTED } from '../../rest/phrases.js';

const most = EXPORT_ROWS_MAX;

/** The differences between open trades: the query of ids, and which rows are picked by them. */
const OPEN = {
  positions: {
    ids: 'open.position_ids',
    without_staff: true,
    picks: { positions: 'all', orders: 'none' },
  },
  orders: {
    ids: 'open.order_ids',
    without_staff: false,
    picks: { positions: 'none', orders: 'all' },
  },
} as const;

const openExport = (
  kind: keyof typeof OPEN,
  given: Pick<Parameters<typeof exportRoute>[0], 'name' | 'path' | 'says' | 'row'>,
) =>
  exportRoute({
    ...given,
    details: `${LISTED} ${ALIVE}`,
    example: { symbol: 'EURUSD' },
    rights: ['trades.view'],
    query: OpenExportParams,
    select: async ({ caller, query, requestId }, context) => {
      const covered = coverageOf(caller, query, context.settings());
      const { ids: name, without_staff, picks } = OPEN[kind];
      const found = await context.query(caller, name, { ...covered, without_staff, most });
      if (!found.ok) return found;
      const { viewer, session } = covered;
      const rows = async (ids: readonly number[]) => {
        const named = { positions: [], orders: [], [kind]: ids };
        const covered = { viewer, session, waits_for: 'nothing', ids: named } as const;
        const asked = { ...covered, ...picks, limit: ids.length };
        const picked = await context.query(caller, 'open.picked', asked);
        if (!picked.ok) return picked;
        const sorted = inOrder(ids, picked.data[kind]);
        return ok(await withLive(kind, sorted, { caller, requestId }, context));
      };
      return ok({ found: found.data, rows });
    },
  });

export const exports = [
  openExport('positions', {
    name: 'positions.export',
    path: '/admin/v1/positions/export',
    says: 'Answers open positions across accounts as a CSV file, with live values.',
    row: StaffPosition,
  }),
  openExport('orders', {
    name: 'positions.orders.export',
    path: '/admin/v1/positions/orders/export',
    says: 'Answers working orders across accounts as a CSV file, with live prices.',
    row: StaffOrder,
  }),
  exportRoute({
    name: 'positions.closed.export',
    path: '/admin/v1/positions/closed/export',
    says: 'Answers closed positions across accounts as a CSV file, newest first.',
    details: `${LISTED} A group mask fits the group at the close.`,
    example: { from: '2026-01-01T00:00:00Z' },
    rights: ['trades.view'],
    query: ClosedExportParams,
    row: ClosedPositionShape,
    select: async ({ caller, query }, context) => {
      const period = periodOf(query);
      if (typeof period === 'string') return refuse('invalid_input', period);
      const covered = coverageOf(caller, query, context.settings());
      const found = await context.query(caller, 'closed.ids', { ...covered, ...period, most });
      if (!found.ok) return found;
      const { viewer } = covered;
      const rows = async (ids: readonly number[]) => {
        const read = await context.query(caller, 'closed.rows', { viewer, ids });
        return read.ok ? ok(inOrder(ids, read.data)) : read;
      };
      return ok({ found: found.data, rows });
    },
  }),
];
