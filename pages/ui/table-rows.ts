// The rows of a long table that are drawn: those in sight and a few beside.

import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type VirtualItem,
  Virtualizer,
} from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useState } from 'preact/hooks';

/** Rows above and below those in sight. */
const BESIDE = 8;

/** The part of the rows that is drawn. */
interface DrawnRows {
  readonly items: readonly VirtualItem[];
  /** Heights in px of what is left out before and after. */
  readonly before: number;
  readonly after: number;
  readonly scrollTo: (index: number) => void;
}

/** Follows the scrolling of an element over so many rows of one height. */
export const useDrawnRows = (
  scroller: RefObject<HTMLElement | null>,
  count: number,
  height: number,
): DrawnRows => {
  const [, draw] = useReducer((times: number) => times + 1, 0);
  const options = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: BESIDE,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => draw(null),
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(options));
  virtualizer.setOptions({ ...virtualizer.options, ...options });
  useEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => virtualizer._willUpdate());
  useLayoutEffect(() => virtualizer.measure(), [height]);
  const items = virtualizer.getVirtualItems();
  const all = virtualizer.getTotalSize();
  return {
    items,
    before: items[0]?.start ?? 0,
    after: all - (items.at(-1)?.end ?? 0),
    scrollTo: (index) => virtualizer.scrollToIndex(index),
  };
};
