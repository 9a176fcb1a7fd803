// Lists of a view: made once, with the clock of the page.

import { useMemo } from 'preact/hooks';
import { type Fence, type List, type ListPage, makeList } from '../live/lists.js';

const afterMs = (ms: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/** A list that lives as long as its view; other `inputs` make another list. */
export const useList = <Row, Query extends object, Page extends ListPage<Row>>(
  read: (query: Query & Fence) => Promise<Page>,
  keyOf: (row: Row) => string | number,
  inputs: readonly unknown[],
): List<Row, Query, Page> => useMemo(() => makeList(read, keyOf, { after: afterMs }), inputs);
