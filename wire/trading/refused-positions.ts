// Refused positions: the positions that a deletion of several left, as its stored result has them.

import type { Code } from '../base/codes.js';

/** A position by its id, and the code by which it is not deleted. */
export type RefusedPosition = readonly [id: number, code: Code];

/** The text for `refused` of a trade result: `id:code` of each, separated by spaces. */
export const refusedText = (refused: readonly RefusedPosition[]): string =>
  refused.map(([id, code]) => `${id}:${code}`).join(' ');

/** The codes in a text of `refusedText`, by position; of an empty or absent text none. */
export const refusedIn = (text = ''): ReadonlyMap<number, Code> =>
  new Map(
    text
      .split(' ')
      .filter(Boolean)
      .map((one): RefusedPosition => {
        const [id, code] = one.split(':');
        return [Number(id), code as Code];
      }),
  );
