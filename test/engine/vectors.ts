// Reads the worked examples that the rules come with.

import { readFileSync } from 'node:fs';

/** One worked example: an id, what goes in, what must come out. */
export interface Vector<I, E> {
  readonly id: string;
  readonly section: string;
  readonly input: I;
  readonly expect: E;
}

const file = new URL('../../../test/vectors.json', import.meta.url);
const data = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly currency_digits: Readonly<Record<string, number>>;
  readonly vectors: readonly Vector<unknown, unknown>[];
};

/** Digits of each currency of the examples. */
export const CURRENCY_DIGITS = data.currency_digits;

/** Ids of all worked examples, in order. */
export const VECTOR_IDS: readonly string[] = data.vectors.map((vector) => vector.id);

/** The worked example with the id. Throws when there is none. */
export const vector = <I, E>(id: string): Vector<I, E> => {
  const found = data.vectors.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no worked example ${id}`);
  return found as Vector<I, E>;
};
