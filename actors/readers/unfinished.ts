// Unfinished reads, which a reader thread returns in place of an answer.

/** The read goes on under this number, or there is no room for it. */
export interface Unfinished {
  readonly unfinished: number | 'no_room';
}

/** Makes the value that a thread returns for a read without an answer so far. */
export const unfinished = (at: number | 'no_room'): Unfinished => ({ unfinished: at });

/** Is it not an answer? No answer of a query has this member. */
export const isUnfinished = (value: unknown): value is Unfinished =>
  typeof value === 'object' && value !== null && 'unfinished' in value;
