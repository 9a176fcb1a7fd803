// Objects of which it is not known yet what fields they have.

/** Fields by name. */
export type Fields = Readonly<Record<string, unknown>>;

/** Is it an object, and no list? */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
