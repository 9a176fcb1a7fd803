// Values that the tab keeps for a staff user until they are settled: a closed dialog and a reload
// lose none of them.

import { useState } from 'preact/hooks';
import { browserParts } from '../live/browser.js';
import { useStaffStore } from './store.js';

const parsed = <T>(text: string): T | null => {
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
};

/**
 * The value that the tab keeps under this name, and its setter; null = no value. A value belongs to
 * the signed-in staff user: the next user of the tab does not get it. Keep no secret here.
 */
export const useKept = <T>(name: string): readonly [T | null, (value: T | null) => void] => {
  const { keptByTab } = browserParts();
  const { session } = useStaffStore();
  const key = `brokerd.${session.who.value?.login}.${name}`;
  const [value, setValue] = useState(() => parsed<T>(keptByTab.getItem(key) ?? 'null'));
  const set = (next: T | null): void => {
    if (next === null) keptByTab.removeItem(key);
    else keptByTab.setItem(key, JSON.stringify(next));
    setValue(next);
  };
  return [value, set];
};
