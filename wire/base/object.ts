// Objects of which it is not known yet what fields they have.

/** Fields by name. */
export type Fields = Readonly<Record<string, unknown>>;

/** Is it an object, and no list? */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Data that may be large: JSON as UTF-8, made where it is known. */
export interface Json {
  readonly json: Uint8Array<ArrayBuffer>;
}

/** JSON with its entity tag, by which a client that has it already says so. */
export interface TaggedJson extends Json {
  readonly etag: string;
}

/**
 * A row that is still being made: a copy, changed by assignment before it is handed out. Naming a
 * member again after a spread costs ten times as much as assigning it.
 */
export type Mutable<T> = {
  -readonly [K in keyof T]: T[K];
};

/** A record with the server's fields. */
export type Stamped<R> = R & Stamps;

/** The fields that the server sets on every setting. */
interface Stamps {
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
}
