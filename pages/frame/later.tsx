// Parts of views that are loaded when they are first shown.

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Skeleton } from '../ui/loaded.js';

/** A component whose module is loaded when it is first drawn. */
export const later = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> => {
  let known: ComponentType<Props> | null = null;
  return (props: Props) => {
    const [loaded, setLoaded] = useState({ Part: known, error: null as unknown });
    useEffect(() => {
      if (known !== null) return;
      load().then(
        (Part) => {
          known = Part;
          setLoaded({ Part, error: null });
        },
        (error: unknown) => setLoaded({ Part: null, error }),
      );
    }, []);
    const { Part, error } = loaded;
    // The frame says that the view has failed, and offers to load the page again.
    if (error !== null) throw error;
    return Part === null ? <Skeleton rows={1} /> : <Part {...props} />;
  };
};
