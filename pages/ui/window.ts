// The window: its size, and the question of the browser before what was typed is lost.

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

const NARROW = '(width < 720px)';

/** Is the window narrow, as on a phone? */
export const isNarrow = signal(false);

const query = globalThis.matchMedia?.(NARROW);
if (query !== undefined) {
  isNarrow.value = query.matches;
  query.addEventListener('change', ({ matches }) => {
    isNarrow.value = matches;
  });
}

const askBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();

/** While `isDirty`, the browser asks before the page is closed or loaded again. */
export const useUnsaved = (isDirty: boolean): void =>
  useEffect(() => {
    if (!isDirty) return undefined;
    addEventListener('beforeunload', askBeforeLeaving);
    return () => removeEventListener('beforeunload', askBeforeLeaving);
  }, [isDirty]);
