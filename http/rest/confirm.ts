// Confirmed requests: a confirmation is bound to its request by a digest.

import type { Code, Outcome } from '../../wire/base/codes.js';
import { ok, refuse } from '../../wire/base/codes.js';
import type { Fields } from '../../wire/base/object.js';
import type { Caller } from '../../wire/desk/caller.js';
import { digestOf } from '../../wire/desk/digest.js';
import type { Confirm } from '../../wire/rest/accounts/confirmed-acts.js';
import type { HandlerContext } from './route.js';

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
  if (unless !== undefined && (body[unless] ?? previews) === true) return ok(null);
  if (fields?.every((name) => body[name] === undefined)) return ok(null);
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
