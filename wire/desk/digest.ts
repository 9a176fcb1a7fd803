// The digest of a body: what an act with a key, or a confirmation, is for.

import { createHash } from 'node:crypto';
import type { Fields } from '../base/object.js';

/** JSON with the members of objects sorted by name, as in RFC 8785. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(',')}}`;
};

/** SHA-256 in hex of a body without some of its members. */
export const digestOf = (body: Fields, without: readonly string[]): string => {
  const bare = Object.entries(body).filter(([name]) => !without.includes(name));
  return createHash('sha256')
    .update(canonical(Object.fromEntries(bare)))
    .digest('hex');
};
