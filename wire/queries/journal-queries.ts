// Queries of the journal.

import type { JournalViewer } from '../accounts/scope.js';
import type { JournalRow } from '../rest/accounts/journal.js';
import type { Fenced, ReadAt } from './fenced-query.js';

/** The position of a journal line. */
export interface JournalPlace {
  readonly time: number;
  readonly id: number;
}

/** Lines of the journal, newest first; times are ms, `from` inclusive, `to` exclusive. */
export interface JournalQuery extends Fenced {
  readonly from: number;
  readonly to: number;
  readonly login?: number;
  /** The user who caused the lines. */
  readonly by?: number;
  readonly kind?: string;
  /** A substring of the text; letter case is ignored. */
  readonly text?: string;
  /** The reader, on whom the visible lines depend. */
  readonly viewer: JournalViewer;
  /** Continue after this line. */
  readonly behind?: JournalPlace;
  /** Lines to skip, lines to return, and lines to count at most. */
  readonly skip: number;
  readonly limit: number;
  readonly count: number;
}

/** The result of searching a bounded number of journal lines. */
export interface JournalPart extends ReadAt {
  readonly items: readonly JournalRow[];
  /** Matching lines, at most `count`. */
  readonly found: number;
  /** More lines may match after this line; null = none. */
  readonly behind: JournalPlace | null;
}

/** The queries of the journal, with inputs and answers. */
export interface JournalQueries {
  journal: { input: JournalQuery; output: JournalPart };
}
