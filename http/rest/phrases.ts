// Phrases that the descriptions of several routes share.

/** The trigger of `not_found` where an account is named. */
export const NO_ACCOUNT = 'the account is unknown, or hidden from the caller';

/** The trigger of `timeout` at reads of the database. */
export const NOT_SHOWN = 'the database does not have an event yet that the session was shown';

/** The sentence about the delay of lists behind execution. */
export const FOLLOWS =
  'The list follows execution by up to half a second; `min_projection_seq` asks for a ' +
  'list with the event whose `seq` an answer named.';

/** The sentence about the live values of rows. */
export const ALIVE =
  'Values are live where the account answers within 250 ms; `live` says whether.';

/** The accounts of a list across accounts. */
export const LISTED =
  'Only accounts that the caller sees are covered: groups in scope, staff accounts ' +
  'with `config.staff`, hidden accounts with `accounts.hidden`.';

/** The effect of an Idempotency-Key. */
export const ONCE = 'With an `Idempotency-Key`, a UUID, a repeated request does nothing twice.';

/** The query of examples of lists of the past. */
export const SINCE = { from: '2026-01-01T00:00:00Z', limit: 20 };
