// Stored secrets: a change of the address to which a secret is sent requires the secret again.

import { type Refusal, refuse } from '../../../wire/base/codes.js';
import type { Fields } from '../../../wire/base/object.js';
import type { TakenParam } from '../../../wire/rest/settings/connections.js';
import { PARAM_PREFIX } from '../../../wire/settings/connections.js';
import type { Setting } from '../../../wire/settings/kinds.js';
import { isMask } from '../../secrets/record-cipher.js';

const paramNamed = (fields: Fields, key: string): string | undefined =>
  (fields.params as readonly TakenParam[] | undefined)?.find((one) => one.key === key)?.value;

/** The value of a field, or of a parameter: `params.Token`. */
const fieldOf = (fields: Fields, name: string): unknown =>
  name.startsWith(PARAM_PREFIX)
    ? paramNamed(fields, name.slice(PARAM_PREFIX.length))
    : fields[name];

/** Does a body set or remove the secret? Otherwise the stored one is kept. */
const isGiven = (body: Fields, secret: string): boolean => {
  const value = fieldOf(body, secret);
  return value !== undefined && !(typeof value === 'string' && isMask(value));
};

/**
 * Refuses a change that keeps a secret which would then be sent elsewhere: staff who may change the
 * address of a server could otherwise have its password sent to an address of their own. `body` has
 * the fields as they were given, `after` the record as it would be stored.
 */
export const movedSecretFault = (
  { sentTo }: Setting,
  before: Fields,
  body: Fields,
  after: Fields,
): Refusal | undefined => {
  for (const [secret, fields] of Object.entries(sentTo)) {
    const held = fieldOf(before, secret) ?? '';
    if (held === '' || fieldOf(after, secret) !== held || isGiven(body, secret)) continue;
    const moved = fields.find((name) => fieldOf(after, name) !== fieldOf(before, name));
    if (moved === undefined) continue;
    const again = 'the stored one is not sent elsewhere; send it again, or empty to remove it';
    return refuse('invalid_input', `${secret}: ${moved} changes, and ${again}`);
  }
  return undefined;
};
