// Live values of drawn rows: the socket has no profits of staff, so that they are read over REST,
// the pages alone whose rows are drawn.

import { useEffect, useRef, useState } from 'preact/hooks';
import { byLogin, type OwnedTrade } from '../../lists/trade-rows.js';
import { attempt } from '../../live/refusal.js';
import type { StaffLive } from '../../live/staff.js';

/** Rows of a page, and most pages that are read at a time. */
const PAGE_ROWS = 200;
const PAGES_MAX = 5;
/** The time in ms between two readings. */
const READ_MS = 3_000;

/** Reads a page of the same rows, by login and id. */
type ReadPage<Value> = (page: number, limit: number) => Promise<readonly Value[]>;

/** The pages, by login and id, on which drawn rows are. */
const pagesOf = (rows: readonly OwnedTrade[], drawn: readonly OwnedTrade[]): readonly number[] => {
  const places = new Map([...rows].sort(byLogin).map(({ id }, at) => [id, at]));
  const pages = drawn.flatMap(({ id }) => {
    const place = places.get(id);
    return place === undefined ? [] : [Math.floor(place / PAGE_ROWS) + 1];
  });
  return [...new Set(pages)].slice(0, PAGES_MAX);
};

/** Live values of the drawn rows by their id, and what tells which are drawn. */
export const useLiveValues = <Value extends OwnedTrade>(
  live: StaffLive,
  rows: readonly OwnedTrade[],
  read: ReadPage<Value>,
  filters: string,
) => {
  const [values, setValues] = useState<ReadonlyMap<number, Value>>(new Map());
  const newest = useRef(rows);
  newest.current = rows;
  const drawn = useRef<readonly OwnedTrade[]>([]);
  const hasRows = rows.length > 0;
  useEffect(() => {
    if (!hasRows) return undefined;
    return live.poll(async () => {
      const pages = pagesOf(newest.current, drawn.current);
      const answers = await Promise.all(pages.map((page) => attempt(read(page, PAGE_ROWS))));
      const found = answers.flatMap((answer) => (answer.ok ? answer.value : []));
      if (found.length > 0) setValues(new Map(found.map((row) => [row.id, row])));
    }, READ_MS);
  }, [live, filters, hasRows]);
  const onDrawn = (shown: readonly OwnedTrade[]): void => {
    drawn.current = shown;
  };
  return { values, onDrawn };
};
