// Subscriptions of a view, which last while it is drawn.

import { useEffect, useState } from 'preact/hooks';
import type { Followed } from '../live/followed.js';

/** Follows something while the view is drawn; null = it has just been opened. */
export const useFollowed = <Key, Row>(
  follow: () => Followed<Key, Row>,
  by: readonly unknown[],
): Followed<Key, Row> | null => {
  const [followed, setFollowed] = useState<Followed<Key, Row> | null>(null);
  useEffect(() => {
    const made = follow();
    setFollowed(made);
    return made.stop;
  }, by);
  return followed;
};
