// Figures of machines as people read them: bytes by their size, durations, shares.

import { computed } from '@preact/signals';
import { language } from '../../texts/language.js';

const NONE = '–';
const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;
const STEP = 1_000;

const formats = computed(() => {
  const short = new Intl.NumberFormat(language.value, { maximumFractionDigits: 1 });
  const fine = new Intl.NumberFormat(language.value, { maximumFractionDigits: 3 });
  return { short, fine };
});

/** A rate, a count or a share; small ones have more digits. */
export const countText = (value: number | null | undefined): string => {
  if (value == null) return NONE;
  const { short, fine } = formats.value;
  return (value !== 0 && Math.abs(value) < 1 ? fine : short).format(value);
};

/** Bytes in the unit that fits: `1.2 GB`. */
export const bytesText = (value: number | null | undefined): string => {
  if (value == null) return NONE;
  const last = UNITS.length - 1;
  const at = Math.min(last, Math.max(0, Math.floor(Math.log(value || 1) / Math.log(STEP))));
  return `${formats.value.short.format(value / STEP ** at)} ${UNITS[at]}`;
};

/** Bytes in a second. */
export const rateText = (value: number | null | undefined): string =>
  value == null ? NONE : `${bytesText(value)}/s`;

/** A duration in ms. */
export const msText = (value: number | null | undefined): string =>
  value == null ? NONE : `${countText(value)} ms`;

/** A share in percent. */
export const percentText = (value: number | null | undefined): string =>
  value == null ? NONE : `${countText(value)} %`;

/** The places of values without a value beside them: no line of a plot reaches these. */
export const loneValues = (values: ArrayLike<number | null | undefined>): number[] =>
  Array.from(values).flatMap((value, at) =>
    value != null && values[at - 1] == null && values[at + 1] == null ? [at] : [],
  );
