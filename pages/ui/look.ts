// The look of the pages: theme, palette, height of rows, language, single-letter keys. Kept in the
// browser for the page of the sign-in, and at the server with the login.

import { effect, type Signal, signal } from '@preact/signals';
import type { Preferences } from '../live/preferences.js';
import { isLanguage, language } from '../texts/language.js';
import { lettersWork } from './keys.js';

/** Themes: that of the system, or a fixed one. */
export const THEMES = ['system', 'light', 'dark'] as const;
/** Colours of up and down: green and red, or blue and orange for people who mistake these. */
export const PALETTES = ['usual', 'safe'] as const;
/** Heights of rows; phones always have those for fingers. */
export const ROW_SIZES = ['compact', 'normal', 'touch'] as const;

/** The theme. */
export const theme = signal<(typeof THEMES)[number]>('system');
/** The colours of up and down. */
export const palette = signal<(typeof PALETTES)[number]>('usual');
/** The height of rows. */
export const rowSize = signal<(typeof ROW_SIZES)[number]>('compact');

/** The key of the look in the browser's storage and in the preferences. */
const KEPT = 'brokerd.look';
const KEY = 'look';

type Look = Readonly<Record<string, unknown>>;

const lookNow = (): Look => ({
  theme: theme.value,
  palette: palette.value,
  rows: rowSize.value,
  language: language.value,
  letters: lettersWork.value,
});

const take = <T extends string>(into: Signal<T>, known: readonly T[], value: unknown): void => {
  const found = known.find((one) => one === value);
  if (found !== undefined) into.value = found;
};

const takeLook = (look: Look): void => {
  take(theme, THEMES, look.theme);
  take(palette, PALETTES, look.palette);
  take(rowSize, ROW_SIZES, look.rows);
  if (isLanguage(look.language)) language.value = look.language;
  if (typeof look.letters === 'boolean') lettersWork.value = look.letters;
};

/** Heights of rows in px by the style sheet, for tables that draw a part of their rows. */
export const rowHeight = (): number => {
  const text = getComputedStyle(document.documentElement).getPropertyValue('--row');
  return Number.parseInt(text, 10) || 24;
};

/** Takes the kept look, and keeps what is changed; called once at the start. */
export const startLook = (): void => {
  try {
    takeLook(JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Look);
  } catch {
    // Storage may be forbidden, or hold something else: the look is the usual one.
  }
  effect(() => {
    const look = lookNow();
    const { dataset } = document.documentElement;
    dataset.theme = theme.value;
    dataset.palette = palette.value;
    dataset.rows = rowSize.value;
    document.documentElement.lang = language.value;
    try {
      localStorage.setItem(KEPT, JSON.stringify(look));
    } catch {
      // As above.
    }
  });
};

/** Takes the look of the login once it is read, and saves changes there; the answer ends that. */
export const followLook = (preferences: Preferences): (() => void) => {
  let saved = '';
  return effect(() => {
    if (!preferences.isRead.value) return;
    const look = lookNow();
    const text = JSON.stringify(look);
    if (saved === '') {
      const kept = preferences.of<Look | null>(KEY, null).peek();
      saved = text;
      if (kept !== null) {
        takeLook(kept);
        saved = JSON.stringify(lookNow());
        return;
      }
    }
    if (text === saved) return;
    saved = text;
    preferences.set(KEY, look);
  });
};
