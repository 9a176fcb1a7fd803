// The list of what must be safe, and how the tests that it names came out.

import { readFileSync } from 'node:fs';
import { type Kept, keptOf } from '../meta/runner/tap.js';

/** An item of the list, by the number that it has in the project's plan, and what shows it. */
export interface Item {
  readonly item: number;
  readonly says: string;
  readonly tests: readonly Shown[];
}

/** A test that shows an item; what stands in a title for several is written `${…}`. */
export interface Shown {
  readonly file: string;
  readonly title: string;
}

/** The list. */
export const readList = (): Item[] =>
  JSON.parse(readFileSync('test/hostile/security.json', 'utf8')) as Item[];

const RESULT = /^ *((?:not )?ok) \d+ - (.*)$/gm;
const LEFT_OUT = /# (?:SKIP|TODO)\b/i;

const SPECIAL = /[.*+?^()|[\]\\{}$]/g;

const matcher = (title: string): RegExp => {
  const parts = title.split(/\$\{[^}]*\}/).map((part) => part.replace(SPECIAL, '\\$&'));
  return new RegExp(parts.join('.+'));
};

/**
 * Why a test is not known to hold by what was kept of its file: not run, left out, or failed;
 * undefined = it held.
 */
export const notHeld = (
  { file, title }: Shown,
  kept: readonly Kept[] = keptOf(file),
): string | undefined => {
  if (kept.length === 0) return 'its file was not run';
  const fits = matcher(title);
  const runs = kept
    .flatMap(({ text }) => [...text.replaceAll('\\#', '#').matchAll(RESULT)])
    .filter(([, , said = '']) => fits.test(said));
  if (runs.length === 0) return 'it was not run';
  if (runs.some(([, , said = '']) => LEFT_OUT.test(said))) return 'it was left out';
  return runs.every(([, result]) => result === 'ok') ? undefined : 'it failed';
};
