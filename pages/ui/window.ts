// The window: its size.

import { signal } from '@preact/signals';

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
