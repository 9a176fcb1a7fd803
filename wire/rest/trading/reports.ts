// Reports that are answered at once: daily rows and exposure across accounts.

import { type Static, Type } from '@sinclair/typebox';
import { Decimal, Id, Named } from '../../base/schema.js';
import { section } from '../../fields/words.js';
import type { Settings } from '../../settings/config.js';
import { GROUP_FILTERS } from '../lists/group-filters.js';
import { PAGE } from '../lists/page-params.js';
import { DailyParams } from './account-trades.js';
import { pageOf } from './history.js';
import { DailyShape } from './shapes.js';

const filters = section('Filters');
const symbolField = section('Symbol');
const volume = section('Volume');

/** Filters and page of the daily report; dates of the server clock, both inclusive. */
export const DailyReportParams = Named('DailyReportParams', {
  group: filters(
    'Groups',
    'Mask of the groups that accounts had on the day; empty = all in scope.',
    GROUP_FILTERS.group,
  ),
  company: filters(
    'Company',
    'Company of these groups, in any letter case.',
    GROUP_FILTERS.company,
  ),
  login: filters('Login', 'Account whose lines are listed.', Type.Optional(Id())),
  from: DailyParams.properties.from,
  to: DailyParams.properties.to,
  ...PAGE,
});
export type DailyReportParams = Static<typeof DailyReportParams>;

/** A page of the daily report. */
export const DailyReportPage = pageOf(DailyShape);

/** Filters of the exposure report. */
export const ExposureParams = Named('ExposureParams', GROUP_FILTERS);

/** The open volume of a symbol in lots. */
export const ExposureRow = Named('ExposureRow', {
  symbol: symbolField('Symbol', 'Name of the symbol.', Type.String()),
  symbol_id: symbolField('Symbol id', 'Id of the symbol.', Type.Integer()),
  buy_volume: volume('Bought', 'Open volume of buy positions.', Decimal(), 'lots'),
  sell_volume: volume('Sold', 'Open volume of sell positions.', Decimal(), 'lots'),
  net_volume: volume(
    'Net',
    'Bought less sold; negative = more is sold than bought.',
    Decimal(),
    'lots',
  ),
  positions: volume('Positions', 'Number of open positions.', Type.Integer(), 'count'),
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
