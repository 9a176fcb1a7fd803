// Passwords: which characters a password needs, and the longest one that a request may hold.

import { Type } from '@sinclair/typebox';
import { secretText } from '../base/schema.js';

/** The passwords that an account may have; the phone password signs in nowhere. */
export const PASSWORD_KINDS = ['master', 'investor', 'phone', 'api'] as const;
export type PasswordKind = (typeof PASSWORD_KINDS)[number];

/** Bounds of a password's length, in characters. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 16;

/** Bytes (UTF-8) of a password in a request; a longer one is refused before it is hashed. */
const PASSWORD_BYTES_MAX = 256;

/** A password in a request. Whether it is strong enough depends on the account's group. */
export const PasswordText = () =>
  secretText(Type.String({ maxLength: PASSWORD_BYTES_MAX, maxBytes: PASSWORD_BYTES_MAX }));

const SYMBOL = /[^\p{L}\p{N}\s]/u;

/** Has it 8 (or the group's minimum) to 16 characters, lower, upper, digit and symbol? */
export const isStrongPassword = (text: string, minLength: number = PASSWORD_MIN): boolean => {
  const length = [...text].length;
  if (length < Math.max(minLength, PASSWORD_MIN) || length > PASSWORD_MAX) return false;
  return /\p{Ll}/u.test(text) && /\p{Lu}/u.test(text) && /\p{Nd}/u.test(text) && SYMBOL.test(text);
};
