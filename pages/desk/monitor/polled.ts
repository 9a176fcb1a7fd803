// A reading that the monitor repeats while a user looks at it.

import { useEffect, useState } from 'preact/hooks';
import { type Attempt, attempt, type Refusal } from '../../live/refusal.js';
import type { StaffLive } from '../../live/staff.js';

/** Time in ms between two readings. */
const POLL_MS = 30_000;

/**
 * Repeats a read call. `value` is the newest answer, null before the first one. `refusal` is the
 * refusal of the newest call, null after an answer. A change of `needs` begins anew.
 */
export const usePolled = <T>(
  live: StaffLive,
  read: () => Promise<T>,
  needs: readonly unknown[],
): { readonly value: T | null; readonly refusal: Refusal | null } => {
  const [state, setState] = useState<{ value: T | null; refusal: Refusal | null }>({
    value: null,
    refusal: null,
  });
  useEffect(() => {
    let isOver = false;
    const take = (got: Attempt<T>): void => {
      if (isOver) return;
      setState((before) =>
        got.ok
          ? { value: got.value, refusal: null }
          : { value: before.value, refusal: got.refusal },
      );
    };
    const stop = live.poll(async () => take(await attempt(read())), POLL_MS);
    return () => {
      isOver = true;
      stop();
    };
  }, needs);
  return state;
};
