// A tab of a browser in memory, for the live store of pages: its clock, frames and kept texts.

import type { ConnectOptions } from '../../../client/client.js';
import type { KeptTexts, LiveParts } from '../../../pages/live/parts.js';
import { HandClock } from '../hand-clock.js';

class Texts implements KeptTexts {
  readonly texts = new Map<string, string>();
  getItem(name: string): string | null {
    return this.texts.get(name) ?? null;
  }
  setItem(name: string, text: string): void {
    this.texts.set(name, text);
  }
  removeItem(name: string): void {
    this.texts.delete(name);
  }
}

/** A tab. `parts` are what the store gets; a reload keeps `kept` and `keptByTab`. */
export class Tab {
  readonly kept: Texts;
  readonly keptByTab: Texts;
  /** The frames that were asked for. */
  frames: (() => void)[] = [];
  /** The version of the page at the server. */
  pageTag = 'page-1';
  #isHidden = false;
  #ids = 0;
  readonly #keptListeners = new Set<() => void>();
  readonly #shown = new Set<() => void>();
  readonly #hidden = new Set<() => void>();

  constructor(
    readonly clock: LiveParts['clock'] & Pick<HandClock, 'advance'> = new HandClock(),
    readonly connect: ConnectOptions = { url: 'https://broker.example' },
    before?: Tab,
  ) {
    this.kept = before?.kept ?? new Texts();
    this.keptByTab = before?.keptByTab ?? new Texts();
    this.#ids = before?.ids ?? 0;
  }

  /** The number of ids that were made. */
  get ids(): number {
    return this.#ids;
  }

  /** The tab after a reload. */
  reloaded(): Tab {
    return new Tab(this.clock, this.connect, this);
  }

  readonly parts = (): LiveParts => ({
    connect: this.connect,
    clock: this.clock,
    kept: this.kept,
    keptByTab: this.keptByTab,
    onKept: (run) => {
      this.#keptListeners.add(run);
      return () => this.#keptListeners.delete(run);
    },
    nextFrame: (run) => void this.frames.push(run),
    isHidden: () => this.#isHidden,
    onShown: (run) => {
      this.#shown.add(run);
      return () => this.#shown.delete(run);
    },
    onHidden: (run) => {
      this.#hidden.add(run);
      return () => this.#hidden.delete(run);
    },
    pageTag: async () => this.pageTag,
    uuid: () => {
      this.#ids += 1;
      return `00000000-0000-4000-8000-${String(this.#ids).padStart(12, '0')}`;
    },
  });

  /** Another tab has changed a kept text. */
  keptElsewhere(name: string, text: string): void {
    this.kept.setItem(name, text);
    for (const run of this.#keptListeners) run();
  }

  /** Draws the frame that was asked for. */
  draw(): void {
    const frames = this.frames;
    this.frames = [];
    for (const run of frames) run();
  }

  hide(): void {
    this.#isHidden = true;
    for (const run of this.#hidden) run();
  }

  show(): void {
    this.#isHidden = false;
    for (const run of this.#shown) run();
  }
}
