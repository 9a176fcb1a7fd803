// The triggers of each result code, where they are the same for every operation.

import type { Code } from '../../wire/base/codes.js';

/** Codes of sign-in and of the envelope. */
const GENERAL = {
  invalid_input:
    'a field is missing, unknown, malformed or out of bounds; the message names the field',
  forbidden: 'the session lacks a right, or the target lies outside the scope',
  confirmation_required:
    'the caller confirms such actions, and the code is missing or wrong; `data` is the body for ' +
    '`POST /admin/v1/confirmations`',
  internal: 'the server failed; nothing is known to be done',
  timeout: 'the server is late; the request may still be carried out',
  'auth.password_weak':
    'a password must have 8 to 16 characters, no fewer than the minimum of the group, with lower ' +
    'and upper case letters, a digit and a symbol',
  'auth.session_expired': 'no token, an unknown token, or a token that has expired',
  'auth.invalid_terminal': 'the session is of the other audience, or of another kind of terminal',
  'auth.otp_enrol_required': 'the session may only set up one-time codes until the codes are on',
  'auth.password_change_required':
    'the session may only change its password until the password is changed',
  'auth.csrf_invalid': 'a browser sent no `X-CSRF-Token`, or not the token of its session',
  'auth.account_changed': '`X-APP-Account` names another login than the login that is signed in',
  'auth.too_many_attempts':
    'too many failures of the login or address; `Retry-After` says how long',
} as const satisfies Partial<Record<Code, string>>;

/** Codes of trading: the rules refuse in this order of their kinds. */
const TRADE = {
  'trade.invalid_request': 'the body contradicts itself, or lacks a field',
  'trade.invalid_volume': 'below the minimum, above the maximum, or off the step of the symbol',
  'trade.invalid_close_volume': 'more than the position holds',
  'trade.invalid_price':
    'off tick, on the wrong side of the market, or nearer than the stops level',
  'trade.invalid_stops': 'a stop is on the wrong side, or nearer than the stops level',
  'trade.invalid_expiration': 'the lifetime is not allowed, or ends in the past',
  'trade.invalid_fill': 'the policy is not allowed by the symbol or its execution',
  'trade.invalid_order_kind': 'the symbol does not allow the order kind, or stops',
  'trade.no_changes': 'the position or order has these values already',
  'trade.disabled': 'account, group or symbol is closed for trade',
  'trade.read_only': 'the session was opened with the investor password',
  'trade.expert_disabled': 'programs may not trade on the account',
  'trade.long_only': 'a sell would open a position',
  'trade.short_only': 'a buy would open a position',
  'trade.close_only': 'the symbol, or its dates, let positions only be closed',
  'trade.symbol_not_found': 'unknown, or not offered to the group',
  'trade.order_not_found': 'unknown, or an order of another account',
  'trade.position_not_found': 'unknown, or a position of another account',
  'trade.market_closed': 'outside the sessions, on a holiday, or while a day ends',
  'trade.off_quotes': 'no quote, an old quote, or no rate into the deposit currency',
  'trade.requote':
    'the price moved too far; `bid` and `ask` are the new offer, in market and exchange ' +
    'execution the present prices',
  'trade.price_changed': 'the price moved while the request was processed',
  'trade.rejected': 'a rule, a dealer or the provider refused; the message has their text',
  'trade.canceled':
    '`valid_until` has passed, or the request was withdrawn before the execution: ' +
    'nothing is done',
  'trade.no_money': 'free margin, balance or credit would fall below zero',
  'trade.limit_orders': 'the limit of pending orders of account or group is reached',
  'trade.limit_positions': 'the limit of positions of account or group is reached',
  'trade.limit_volume': 'the volume limit of the symbol in this direction is reached',
  'trade.limit_money': 'the amount does not fit the ledger',
  'trade.frozen': 'the price is within the freeze level of the order or position',
  'trade.locked': 'another request about the order or position is under way',
  'trade.order_changed': 'the order was changed, filled or deleted meanwhile',
  'trade.position_closed': 'the position was closed meanwhile',
  'trade.close_order_exists': 'an order that closes the position works already',
  'trade.hedge_prohibited': 'the group forbids positions against each other',
  'trade.fifo_prohibited': 'the group closes the oldest position first',
  'trade.too_many_requests': 'too many requests wait already; nothing was done',
  'trade.no_connection': 'the gateway that a rule chose is not on line',
  'trade.timeout': 'no answer in time; the outcome is asked for by the request id',
} as const satisfies Partial<Record<Code, string>>;

const TRIGGERS: Readonly<Partial<Record<Code, string>>> = { ...GENERAL, ...TRADE };

/** The trigger of a code in any operation; undefined = each operation has its own. */
export const triggerOf = (code: Code): string | undefined => TRIGGERS[code];
