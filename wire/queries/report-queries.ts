// Queries of reports: daily rows and open volume across accounts.

import type { Viewer } from '../accounts/scope.js';
import type { ReportRowsParams, ReportSection } from '../rest/trading/report-jobs.js';
import type { CountedPage, Fenced, Paged, ReadAt } from './fenced-query.js';

/**
 * A page of daily rows across accounts: newest day first, then by login. The group of now decides
 * whether the reader sees an account; group and company are the day's. Days are counted from
 * 1970 by the server date, both inclusive.
 */
export interface DailiesQuery extends Fenced, Paged {
  readonly viewer: Viewer;
  /** A list of masks of group paths. */
  readonly group?: string;
  /** The name of a company, in any letter case. */
  readonly company?: string;
  readonly login?: number;
  readonly from?: number;
  readonly to?: number;
}

/** The open volume over accounts in groups that the reader sees. */
export interface ExposureQuery extends Fenced {
  readonly viewer: Viewer;
  /** A list of masks of group paths. */
  readonly group?: string;
  /** Group paths of which one is the account's. */
  readonly groups?: readonly string[];
}

/** The open volume of a symbol in lots, and the number of its positions. */
export interface SymbolExposure {
  readonly symbol: string;
  readonly buy_volume: string;
  readonly sell_volume: string;
  readonly net_volume: string;
  readonly positions: number;
}

/** The tables of a report: a page of the rows of one, or of each. */
export interface SectionsQuery extends ReportRowsParams {
  readonly job: number;
}

/** The exposure of each symbol with open positions. */
export interface ExposureSums {
  readonly rows: readonly SymbolExposure[];
}

/** The queries of reports, with inputs and answers. */
export interface ReportQueries {
  'reports.daily': { input: DailiesQuery; output: CountedPage };
  'reports.exposure': { input: ExposureQuery; output: ExposureSums & ReadAt };
  /** The tables of a report; null = its result is gone. */
  'reports.sections': {
    input: SectionsQuery;
    output: { readonly sections: readonly ReportSection[] } | null;
  };
}
