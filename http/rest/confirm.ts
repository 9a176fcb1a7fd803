// Confirmed requests: the digest that binds a confirmation to its request.

import { createHash } from 'node:crypto';
import type { Code, Outcome } from '../../wire/base/codes.js';
import { done, refuse } from '../../wire/base/codes.js';
import { CONFIRM_FIELDS } from '../../wire/base/confirm-fields.js';
import type { Fields } from '../../wire/base/object.js';
import type { Caller } from '../../wire/desk/operations.js';
import type { Confirm, HandlerContext } from './route.js';

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

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Asks the desk whether the caller confirmed this request; that uses up the confirmation. A refusal
 * has as `data` the body with which `POST /admin/v1/confirmations` gives the confirmation.
 */
export const confirmRequest = async (
  { action, unless, field }: Confirm,
  caller: Caller,
  body: Fields,
  door: Pick<HandlerContext<Code>, 'desk'>,
): Promise<Outcome<null>> => {
  if (unless !== undefined && body[unless] === true) return done(null);
  if (field !== undefined && body[field] === undefined) return done(null);
  const digest = digestOf(body, CONFIRM_FIELDS);
  const used = await door.desk('confirmations.use', {
    caller,
    action,
    digest,
    token: textOf(body.confirm_token),
    code: textOf(body.confirm_code),
  });
  if (used.ok || used.code !== 'confirmation_required') return used;
  return refuse(used.code, used.message, { action, digest });
};
