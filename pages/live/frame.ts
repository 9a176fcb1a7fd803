// Frames of the screen: changes are gathered and drawn together, once a frame.

import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals';

/** The changes that wait for the next frame. */
export interface Frames {
  /** Asks for `draw` in the next frame: asked for twice, it runs once. It sets signals. */
  readonly want: (draw: () => void) => void;
  /** Draws at once what waits, for instance before an alarm is shown. */
  readonly drawNow: () => void;
}

/**
 * Makes the frames of a tab. The first change asks for one frame; in it all that waits is drawn in
 * one batch. A hidden tab draws nothing until it is shown.
 */
export const makeFrames = (nextFrame: (run: () => void) => void): Frames => {
  const wanted = new Set<() => void>();
  let isAsked = false;
  const drawNow = (): void => {
    const drawn = [...wanted];
    wanted.clear();
    batch(() => {
      for (const draw of drawn) draw();
    });
  };
  const want = (draw: () => void): void => {
    wanted.add(draw);
    if (isAsked) return;
    isAsked = true;
    nextFrame(() => {
      isAsked = false;
      drawNow();
    });
  };
  return { want, drawNow };
};

/** Values by key, with a signal for each key that a view asks for. */
interface KeyedSignals<Key, Value> {
  /** The value as it is drawn; undefined = there is none. */
  readonly of: (key: Key) => ReadonlySignal<Value | undefined>;
  /** The newest value, which may not be drawn yet. */
  readonly newest: (key: Key) => Value | undefined;
  /** Replaces a value; the signal follows in the next frame. */
  readonly put: (key: Key, value: Value) => void;
  /** Removes a value that will not come back. */
  readonly drop: (key: Key) => void;
  /** All newest values. */
  readonly all: () => ReadonlyMap<Key, Value>;
}

/** Makes values by key. Until the next frame only the newest value of each key is held. */
export const makeKeyed = <Key, Value>(frames: Frames): KeyedSignals<Key, Value> => {
  const values = new Map<Key, Value>();
  const signals = new Map<Key, Signal<Value | undefined>>();
  const changed = new Set<Key>();
  const draw = (): void => {
    for (const key of changed) {
      const shown = signals.get(key);
      if (shown !== undefined) shown.value = values.get(key);
      if (!values.has(key)) signals.delete(key);
    }
    changed.clear();
  };
  const change = (key: Key): void => {
    if (!signals.has(key)) return;
    changed.add(key);
    frames.want(draw);
  };
  return {
    of: (key) => {
      let shown = signals.get(key);
      if (shown === undefined) {
        shown = signal(values.get(key));
        signals.set(key, shown);
      }
      return shown;
    },
    newest: (key) => values.get(key),
    put: (key, value) => {
      values.set(key, value);
      change(key);
    },
    drop: (key) => {
      values.delete(key);
      change(key);
    },
    all: () => values,
  };
};
