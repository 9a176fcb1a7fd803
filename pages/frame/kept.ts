// A state that the tab keeps until it is settled, over dialogs that are closed and over reloads.

import { useState } from 'preact/hooks';
import { browserParts } from '../live/browser.js';

/** The state of this name in this tab, and how it is set; null = there is none. */
export const useKept = <T>(name: string): readonly [T | null, (value: T | null) => void] => {
  const { keptByTab } = browserParts();
  const [value, setValue] = useState<T | null>(() => JSON.parse(keptByTab.getItem(name) ?? 'null'));
  const set = (next: T | null): void => {
    if (next === null) keptByTab.removeItem(name);
    else keptByTab.setItem(name, JSON.stringify(next));
    setValue(next);
  };
  return [value, set];
};
