// The browser's own parts.

import { randomUuid } from '../../client/session/platform.js';
import type { KeptTexts, LiveParts } from './parts.js';

export { randomUuid };

/** A browser may forbid storage: then nothing is kept. */
const keptBy = (storage: () => Storage): KeptTexts => {
  const tried = <T>(run: (of: Storage) => T, otherwise: T): T => {
    try {
      return run(storage());
    } catch {
      return otherwise;
    }
  };
  return {
    getItem: (name) => tried((of) => of.getItem(name), null),
    setItem: (name, text) => tried((of) => of.setItem(name, text), undefined),
    removeItem: (name) => tried((of) => of.removeItem(name), undefined),
  };
};

const onVisibility = (state: DocumentVisibilityState, run: () => void): (() => void) => {
  const changed = (): void => {
    if (document.visibilityState === state) run();
  };
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
};

/** The parts of the page that this code runs in. */
export const browserParts = (): LiveParts => ({
  connect: { url: location.origin },
  clock: {
    now: () => Date.now(),
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  },
  kept: keptBy(() => localStorage),
  keptByTab: keptBy(() => sessionStorage),
  onKept: (run) => {
    addEventListener('storage', run);
    return () => removeEventListener('storage', run);
  },
  nextFrame: (run) => void requestAnimationFrame(run),
  isHidden: () => document.visibilityState === 'hidden',
  onShown: (run) => onVisibility('visible', run),
  onHidden: (run) => onVisibility('hidden', run),
  pageTag: async () => {
    try {
      const page = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' });
      return page.ok ? page.headers.get('etag') : null;
    } catch {
      return null;
    }
  },
  uuid: randomUuid,
});
