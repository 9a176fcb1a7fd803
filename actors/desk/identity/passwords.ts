// Passwords: generation, strength, and renewal of hashes.

import {
  isStrongPassword,
  PASSWORD_MAX,
  PASSWORD_MIN,
  type PasswordKind,
} from '../../../wire/accounts/password.js';
import { type Refusal, refuse } from '../../../wire/base/codes.js';
import { HASH_PARAMETERS } from '../../hashing/parameters.js';

const { m, t, p } = HASH_PARAMETERS;
const NO_SALT = 'AAECAwQFBgcICQoLDA0ODw';
const NO_DIGEST = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8';

/** A hash that no password matches: comparing with it takes as long as with a real one. */
export const DUMMY_HASH = `$argon2id$v=19$m=${m},t=${t},p=${p}$${NO_SALT}$${NO_DIGEST}`;

/** 64 characters that are hard to confuse and need no quoting in a shell. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789%+-:=@_.';

/** A strong password of 16 characters that begins with a letter. */
export const generatePassword = (random: (bytes: number) => Buffer): string => {
  for (;;) {
    const bytes = random(PASSWORD_MAX);
    const password = [...bytes].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
    if (/^[A-Za-z]/.test(password) && isStrongPassword(password)) return password;
  }
};

/** Refuses a password that is too weak for a group. */
export const weakness = (
  field: string,
  password: string,
  minLength: number = PASSWORD_MIN,
): Refusal | undefined =>
  isStrongPassword(password, minLength)
    ? undefined
    : refuse(
        'auth.password_weak',
        `${field}: needs ${minLength} to ${PASSWORD_MAX} characters: lower and upper case ` +
          'letters, a digit and a symbol',
      );

/** The refusal of a password that equals another password of the account. */
export const alike = (field: string, other: PasswordKind): Refusal =>
  refuse('invalid_input', `${field}: must differ from the ${other} password`);

/** Was the hash made with weaker parameters than the current ones? */
export const isOutdated = (stored: string): boolean => {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(stored);
  if (found === null) return true;
  return Number(found[1]) < HASH_PARAMETERS.m || Number(found[2]) < HASH_PARAMETERS.t;
};
