// The key file: the keys under which the log stores secrets. It is made at the first start.

import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { writeWhole } from '../../storage/files/whole-file.js';
import { type Outcome, ok, refuse } from '../../wire/base/codes.js';
import { hmac, KEY_BYTES, type Key, type Keys, keyOf } from './seal.js';

/** Name of the key file in the data folder, unless another is given. */
export const KEY_FILE = 'key';
/** Name of the file that identifies the key with which the data folder was used. */
export const KEY_CHECK_FILE = 'key.check';
const OTHERS = 0o077;

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** A new key. */
export const newKey = (): Key => keyOf(randomBytes(KEY_BYTES));

/** One key a line, the current one first; each with its id, so that a changed digit is noticed. */
const textOf = (keys: readonly Key[]): string =>
  keys.map(({ id, bytes }) => `${id} ${bytes.toString('hex')}\n`).join('');

/** A key from an operator: one line of hex without an id. */
const BARE = /^[0-9a-f]{64}\s*$/i;
const LINE = /^[0-9a-f]{16} ([0-9a-f]{64})$/;

const parsed = (text: string): Keys | undefined => {
  if (BARE.test(text)) return [keyOf(Buffer.from(text.trim(), 'hex'))];
  const hex = text.split('\n').flatMap((line) => LINE.exec(line)?.[1] ?? []);
  const [first, ...others] = hex.map((digits) => keyOf(Buffer.from(digits, 'hex')));
  const keys: Keys | undefined = first && [first, ...others];
  return keys !== undefined && textOf(keys) === text ? keys : undefined;
};

/** Makes a key file, completely or not at all; an existing one is not changed. */
const makeKey = (path: string): void =>
  writeWhole(path, textOf([newKey()]), (made, real) => {
    linkSync(made, real);
    rmSync(made);
  });

/** Replaces the keys in the key file; after a crash it has either the old or the new ones. */
export const replaceKeys = (path: string, keys: Keys): void => writeWhole(path, textOf(keys));

/** The keys in a key file, whoever may read it; undefined when it holds none. */
export const keysIn = (path: string): Keys | undefined => parsed(readFileSync(path, 'utf8'));

const readKeys = (path: string): Outcome<Keys> => {
  const wrong = (what: string) => refuse('invalid_input', `the key file ${path} ${what}`);
  const file = openSync(path, 'r');
  try {
    const { mode, uid } = fstatSync(file);
    if ((mode & OTHERS) !== 0) {
      return wrong(`is open to others (mode ${(mode & 0o777).toString(8)})`);
    }
    if (uid !== (process.getuid?.() ?? uid)) return wrong(`belongs to another user (${uid})`);
    const keys = parsed(readFileSync(file, 'utf8'));
    return keys === undefined ? wrong('does not hold keys of 64 hex digits') : ok(keys);
  } finally {
    closeSync(file);
  }
};

/**
 * Reads the keys of a key file. With `make` a missing file is made, readable only by its owner.
 * Refuses with `invalid_input` when it is missing or malformed, belongs to another user, or is
 * readable by others.
 */
export const openKeys = (path: string, make = true): Outcome<Keys> => {
  try {
    return readKeys(path);
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
  }
  if (!make) return refuse('invalid_input', `there is no key file ${path}: bring the old one back`);
  makeKey(path);
  return readKeys(path);
};

const tagOf = (key: Key): string => hmac(key, '', 'check').toString('hex');

/**
 * The reason why keys are not those with which a data folder was used, by its `key.check`;
 * undefined = they are, or the file is missing.
 */
export const keyCheckFault = (path: string, keys: Keys): string | undefined => {
  if (!existsSync(path)) return undefined;
  const noted = readFileSync(path, 'utf8').trim();
  if (keys.some((key) => tagOf(key) === noted)) return undefined;
  return `the key is not that of the data folder (see ${path})`;
};

/**
 * Checks that the keys are those with which the data folder was used. The current key is stored as
 * a tag that does not reveal it. Refuses with `invalid_input` when the stored key is not among
 * them, because secrets could not be decrypted.
 */
export const fitKeys = (path: string, keys: Keys): Outcome<undefined> => {
  const fault = keyCheckFault(path, keys);
  if (fault !== undefined) return refuse('invalid_input', fault);
  const tag = `${tagOf(keys[0])}\n`;
  if (!existsSync(path) || readFileSync(path, 'utf8') !== tag) writeWhole(path, tag);
  return ok(undefined);
};
