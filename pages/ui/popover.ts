// Where popovers stand: beside what they belong to, within the window, moved when that moves.

import {
  autoUpdate,
  computePosition,
  flip,
  offset,
  type Placement,
  shift,
  size,
} from '@floating-ui/dom';
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** A place on the screen, such as that of the pointer. */
interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/** An element or a point that a popover belongs to. */
export type Anchor = HTMLElement | ScreenPoint;

const rectOf = (anchor: Anchor) =>
  anchor instanceof HTMLElement
    ? anchor
    : { getBoundingClientRect: () => new DOMRect(anchor.x, anchor.y, 0, 0) };

/** Shows the element as a popover beside its anchor while `anchor` is there. */
export const usePopover = (
  element: RefObject<HTMLElement | null>,
  anchor: Anchor | null,
  placement: Placement = 'bottom-start',
): void => {
  useLayoutEffect(() => {
    const popover = element.current;
    if (popover === null || anchor === null) return undefined;
    popover.showPopover();
    const reference = rectOf(anchor);
    const place = async (): Promise<void> => {
      const middleware = [
        offset(4),
        flip(),
        shift({ padding: 4 }),
        size({
          padding: 4,
          apply: ({ availableHeight }) =>
            popover.style.setProperty('max-height', `${Math.max(96, availableHeight)}px`),
        }),
      ];
      const { x, y } = await computePosition(reference, popover, {
        placement,
        strategy: 'fixed',
        middleware,
      });
      popover.style.setProperty('left', `${x}px`);
      popover.style.setProperty('top', `${y}px`);
    };
    if (!(anchor instanceof HTMLElement)) {
      void place();
      return undefined;
    }
    return autoUpdate(anchor, popover, () => void place());
  }, [anchor, placement]);
};
