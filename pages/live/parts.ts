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
  /** A new UUID. */
  readonly uuid: () => string;
}
