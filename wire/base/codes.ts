// Result codes: each has an HTTP status and a default message. Answers use no other codes.

const TABLE = {
  ok: [200, ''],
  invalid_input: [400, 'The request is not valid.'],
  'auth.password_same': [400, 'The new password equals the current password.'],
  'auth.password_weak': [
    400,
    'A password has 8 to 16 characters: lower and upper case letters, a digit and a symbol.',
  ],
  'auth.code_invalid': [400, 'The e-mailed code is wrong or has expired.'],
  'auth.invalid_credentials': [401, 'The login or the password is wrong.'],
  'auth.session_expired': [401, 'The session is over; sign in again.'],
  'auth.otp_invalid': [401, 'The one-time code is wrong.'],
  'auth.otp_not_set': [401, 'One-time codes must be set up to continue.'],
  'auth.otp_required': [401, 'A one-time code is needed: send the request again with a code.'],
  'auth.refresh_reused': [401, 'An old refresh token was used; the session is closed.'],
  'auth.csrf_invalid': [403, 'The X-CSRF-Token header does not match the session.'],
  'auth.invalid_terminal': [403, 'This kind of terminal or session cannot use this route.'],
  'auth.otp_enrol_required': [403, 'The group requires one-time codes; set up codes first.'],
  'auth.password_change_required': [403, 'The password must be changed first.'],
  'auth.password_change_not_allowed': [403, 'This account may not change its password.'],
  'auth.account_disabled': [403, 'The account is disabled.'],
  'auth.ip_not_allowed': [403, 'Sign-in is not allowed from this address.'],
  'auth.not_staff': [403, 'The account has no staff access.'],
  'auth.terminal_not_allowed': [403, 'The account may not use this terminal kind.'],
  forbidden: [403, 'Your rights do not allow this action, or this target is outside your scope.'],
  confirmation_required: [403, 'This action needs a confirmation code.'],
  not_found: [404, 'Not found.'],
  conflict: [409, 'The change is a duplicate, has a stale version, or its target is in use.'],
  'auth.account_changed': [
    409,
    'The request names another account than the account that is signed in.',
  ],
  'auth.too_many_attempts': [429, 'Too many attempts; try again later.'],
  internal: [500, 'The server failed; the request id helps to find out why.'],
  timeout: [
    504,
    'No answer in time, and the outcome is unknown: read the outcome before you ' +
      'send the request again.',
  ],
  'trade.invalid_request': [400, 'The trade request is malformed or contradicts itself.'],
  'trade.invalid_volume': [400, 'The volume is below the minimum, above the maximum or off step.'],
  'trade.invalid_close_volume': [400, 'The volume is more than the position holds.'],
  'trade.invalid_price': [400, 'The price is off tick, on the wrong side or too near.'],
  'trade.invalid_stops': [400, 'Stop loss or take profit is on the wrong side or too near.'],
  'trade.invalid_expiration': [400, 'This lifetime is not allowed, or lies in the past.'],
  'trade.invalid_fill': [400, 'This fill policy is not allowed for the symbol.'],
  'trade.invalid_order_kind': [400, 'The symbol or the group does not allow this kind of order.'],
  'trade.no_changes': [400, 'The modification equals the present values.'],
  'trade.disabled': [403, 'The account, group, symbol or server is closed for trade.'],
  'trade.read_only': [403, 'A read-only session cannot trade.'],
  'trade.expert_disabled': [403, 'Automated trading is not allowed.'],
  'trade.long_only': [403, 'Only buying opens positions in this symbol.'],
  'trade.short_only': [403, 'Only selling opens positions in this symbol.'],
  'trade.close_only': [403, 'Positions can only be closed.'],
  'trade.symbol_not_found': [404, 'The symbol is unknown or not offered to the group.'],
  'trade.order_not_found': [404, 'The account has no such order.'],
  'trade.position_not_found': [404, 'The account has no such position.'],
  'trade.market_closed': [409, 'The market is closed.'],
  'trade.off_quotes': [409, 'There is no fresh price or no conversion rate.'],
  'trade.requote': [409, 'The price moved; the answer has the new price.'],
  'trade.price_changed': [409, 'The price moved while the request was processed.'],
  'trade.rejected': [409, 'The request was rejected.'],
  'trade.canceled': [409, 'The request was withdrawn before execution.'],
  'trade.no_money': [409, 'There is not enough free margin, balance or credit.'],
  'trade.limit_orders': [409, 'The account has the most pending orders that it may have.'],
  'trade.limit_positions': [409, 'The account has the most positions that it may have.'],
  'trade.limit_volume': [409, 'The volume limit of the symbol in this direction is reached.'],
  'trade.limit_money': [409, 'The amount is beyond the range of the ledger.'],
  'trade.frozen': [409, 'The price is within the freeze level.'],
  'trade.locked': [409, 'The order or position is being processed.'],
  'trade.order_changed': [409, 'The order was changed, filled or closed meanwhile.'],
  'trade.position_closed': [409, 'The position was closed meanwhile.'],
  'trade.close_order_exists': [409, 'A close of this position is already waiting.'],
  'trade.hedge_prohibited': [409, 'The group forbids opposite positions.'],
  'trade.fifo_prohibited': [409, 'The group closes the oldest position first.'],
  'trade.too_many_requests': [429, 'Too many trade requests; nothing was done.'],
  'trade.no_connection': [503, 'The chosen gateway is not on line.'],
  'trade.timeout': [504, 'No answer in time; ask trade_status for the outcome.'],
} as const satisfies Record<string, readonly [number, string]>;

/** A result code: category first. The meaning of a code never changes. */
export type Code = keyof typeof TABLE;

/** All codes. */
export const CODES = Object.keys(TABLE) as readonly Code[];

/** The HTTP status of a code. */
export const statusOf = (code: Code): number => TABLE[code][0];

/** The default message of a code. */
export const messageOf = (code: Code): string => TABLE[code][1];

/**
 * An expected failure: a value, never an exception. `message` overrides the code's sentence; `data`
 * helps to mend the request: the fields at fault, the limits that they exceed.
 */
export interface Refusal<C extends Code = Code> {
  readonly ok: false;
  readonly code: C;
  readonly message: string;
  readonly data?: object;
}

/** Builds a refusal; the message names the field or text at fault where there is one. */
export const refuse = <C extends Code>(
  code: C,
  message: string = messageOf(code),
  data?: object,
): Refusal<C> =>
  data === undefined ? { ok: false, code, message } : { ok: false, code, message, data };

/** A result or a refusal with one of the codes. */
export type Outcome<T, C extends Code = Code> =
  | { readonly ok: true; readonly data: T }
  | Refusal<C>;

/**
 * The data of an outcome that cannot be a refusal, such as a change that the server makes itself.
 * Throws at a refusal: it is a defect of the program.
 */
export const unwrap = <T>(outcome: Outcome<T>): T => {
  if (outcome.ok) return outcome.data;
  throw new Error(`refused unexpectedly: ${outcome.message}`);
};

/** Builds a success with its data; `refuse` builds the other outcome. */
export const ok = <T>(data: T): { readonly ok: true; readonly data: T } => ({ ok: true, data });
