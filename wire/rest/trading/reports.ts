// Reports that are answered at once: daily rows and exposure across accounts.

import { type Static, Type } from '@sinclair/typebox';
import { Day, Decimal, Id, Named } from '../../base/schema.js';
import { GroupFilter } from '../../base/setting-fields.js';
import type { Settings } from '../../settings/config.js';
import { pageOf } from './history.js';
import { DailyShape } from './shapes.js';

/** Which groups a report covers; what is left out or empty covers all. */
const GROUPS = {
  group: Type.Optional(GroupFilter()),
  /** The company of the groups. */
  company: Type.Optional(Type.String({ maxLength: 128 })),
};

/** Filters and page of the daily report; dates of the server clock, both inclusive. */
export const DailyReportParams = Named('DailyReportParams', {
  ...GROUPS,
  login: Type.Optional(Id()),
  from: Type.Optional(Day()),
  to: Type.Optional(Day()),
  page: Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
});
export type DailyReportParams = Static<typeof DailyReportParams>;

/** A page of the daily report. */
export const DailyReportPage = pageOf(DailyShape);

/** Filters of the exposure report. */
export const ExposureParams = Named('ExposureParams', { ...GROUPS });

/** The open volume of a symbol in lots. */
export const ExposureRow = Named('ExposureRow', {
  symbol: Type.String(),
  symbol_id: Type.Integer(),
  buy_volume: Decimal(),
  sell_volume: Decimal(),
  /** Buy less sell. */
  net_volume: Decimal(),
  /** The number of open positions. */
  positions: Type.Integer(),
});
export type ExposureRow = Static<typeof ExposureRow>;

/** The rows in the order of symbols, with the names and ids that symbols have by the settings. */
export const exposureRows = (
  rows: readonly Omit<ExposureRow, 'symbol_id'>[],
  { symbol }: Pick<Settings, 'symbol'>,
): ExposureRow[] => {
  const ids = new Map(symbol.map(({ name, id }) => [name.toLowerCase(), { name, id }]));
  const shown = rows.map((row) => {
    const { name = row.symbol, id = 0 } = ids.get(row.symbol.toLowerCase()) ?? {};
    return { ...row, symbol: name, symbol_id: id };
  });
  return shown.sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
};
