// The browser's own parts.

import type { KeptTexts, LiveParts } from './parts.js';

/** A new UUID. `crypto.randomUUID` exists on secure pages alone; this is from the same source. */
export const randomUuid = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};

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
  connect: { url: location.origin, uuid: randomUuid },
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
