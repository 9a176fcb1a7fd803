// Confirmed requests: the digest that binds a confirmation to its request.

import { createHash } from 'node:crypto';
import type { Code, Outcome } from '../../wire/base/codes.js';
import { done, refuse } from '../../wire/base/codes.js';
import type { Fields } from '../../wire/base/object.js';
import type { Caller } from '../../wire/desk/caller.js';
import type { Confirm } from '../../wire/rest/accounts/confirmed-acts.js';
import type { HandlerContext } from './route.js';

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

/** The members by which a body is confirmed. */
export interface ConfirmMembers {
  readonly confirm_token?: string | undefined;
  readonly confirm_code?: string | undefined;
}

/** A body without its confirmation. */
export const unconfirmed = <T extends ConfirmMembers>(body: T): Omit<T, keyof ConfirmMembers> => {
  const { confirm_token: _token, confirm_code: _code, ...rest } = body;
  return rest;
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Asks the desk whether the caller confirmed this request; that uses up the confirmation. A refusal
 * has as `data` the body with which `POST /admin/v1/confirmations` gives the confirmation.
 */
export const confirmRequest = async (
  { action, unless, previews, fields }: Confirm,
  caller: Caller,
  { path, body }: Readonly<Record<'path' | 'body', Fields>>,
  door: Pick<HandlerContext<Code>, 'desk'>,
): Promise<Outcome<null>> => {
  if (unless !== undefined && (body[unless] ?? previews) === true) return done(null);
  if (fields?.every((name) => body[name] === undefined)) return done(null);
  // The parameters of the path: a code for one account confirms the same body for no other.
  const digest = digestOf({ ...unconfirmed(body), ...path }, []);
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
