// Objects whose fields are not known yet.

/** Fields by name. */
export type Fields = Readonly<Record<string, unknown>>;

/** Is the value an object, and not an array? */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Large data as JSON in UTF-8, serialised once by its source. */
export interface Json {
  readonly json: Uint8Array<ArrayBuffer>;
}

/**
 * A row under construction: a copy that is assigned to before it is returned. Listing a member
 * again after a spread costs ten times as much as assigning it.
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
