// The parts of the browser that the live store needs; tests bring their own.

import type { Clock, ConnectOptions } from '../../client/index.js';

/** Texts kept by name, as `localStorage` and `sessionStorage` keep them. */
export interface KeptTexts {
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
  removeItem(name: string): void;
}

/** The parts of the browser. */
export interface LiveParts {
  /** The server's address, and replaced parts of the client's platform. */
  readonly connect: ConnectOptions;
  readonly clock: Clock;
  /** Kept for all tabs of the origin, across restarts of the browser. */
  readonly kept: KeptTexts;
  /** Kept for this tab alone, across its reloads. */
  readonly keptByTab: KeptTexts;
  /** Calls `run` when another tab has changed `kept`. The returned function ends that. */
  readonly onKept: (run: () => void) => () => void;
  /** Runs once before the next frame is drawn; a hidden tab draws none. */
  readonly nextFrame: (run: () => void) => void;
  readonly isHidden: () => boolean;
  /** Calls `run` each time the tab is shown, or hidden. The returned function ends that. */
  readonly onShown: (run: () => void) => () => void;
  readonly onHidden: (run: () => void) => () => void;
  /** The ETag of the page as the server has it now; null = the server did not say. */
  readonly pageTag: () => Promise<string | null>;
  readonly uuid: () => string;
}

/**
 * Runs `run` now, and again so many ms after it has ended, while the tab is shown; a tab that is
 * shown again runs it at once. The returned function ends that.
 */
export const pollWhileShown = (
  run: () => Promise<unknown>,
  ms: number,
  { clock, isHidden, onShown }: Pick<LiveParts, 'clock' | 'isHidden' | 'onShown'>,
): (() => void) => {
  let isOver = false;
  let isRunning = false;
  let stopTimer: () => void = () => undefined;
  const again = (): void => {
    isRunning = false;
    if (!isOver) stopTimer = clock.after(ms, start);
  };
  const start = (): void => {
    stopTimer();
    if (isOver || isRunning || isHidden()) return;
    isRunning = true;
    // A list shows by itself why it could not be read.
    run().then(again, again);
  };
  const stopShown = onShown(start);
  start();
  return () => {
    isOver = true;
    stopTimer();
    stopShown();
  };
};
