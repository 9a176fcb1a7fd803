// The key file: the secret that seals what the log holds of others' secrets. Made at first start.

import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { done, type Outcome, refuse } from '../../wire/codes.js';
import { hmac, KEY_BYTES } from './seal.js';

/** Name of the key file in the data folder, unless another is given. */
export const KEY_FILE = 'key';
/** Name of the file that tells whether a key is that of its data folder. */
export const KEY_CHECK_FILE = 'key.check';
const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** Makes a key file that is whole or not there at all, and durable with its folder. */
const makeKey = (path: string): void => {
  const made = `${path}.${process.pid}.new`;
  const file = openSync(made, 'wx', OWNER_ONLY);
  try {
    writeSync(file, `${randomBytes(KEY_BYTES).toString('hex')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    linkSync(made, path);
  } finally {
    rmSync(made);
  }
  const folder = openSync(dirname(path), 'r');
  fsyncSync(folder);
  closeSync(folder);
};

const readKey = (path: string): Outcome<Buffer> => {
  const file = openSync(path, 'r');
  try {
    const mode = fstatSync(file).mode & 0o777;
    if ((mode & OTHERS) !== 0) {
      const bits = mode.toString(8);
      return refuse('invalid_input', `the key file ${path} is open to others (mode ${bits})`);
    }
    const text = readFileSync(file, 'utf8').trim();
    if (!/^[0-9a-f]{64}$/i.test(text)) {
      return refuse('invalid_input', `the key file ${path} does not hold 64 hex digits`);
    }
    return done(Buffer.from(text, 'hex'));
  } finally {
    closeSync(file);
  }
};

/**
 * The key of a file of 64 hex digits. With `make` a missing file is made, readable by its owner
 * alone. Refuses with `invalid_input` when it is missing, malformed, or others may read it.
 */
export const openKey = (path: string, make = true): Outcome<Buffer> => {
  try {
    return readKey(path);
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
  }
  if (!make) return refuse('invalid_input', `there is no key file ${path}: bring the old one back`);
  makeKey(path);
  return readKey(path);
};

/**
 * Is it the key that the data folder was used with? The first one is noted, by a tag that does not
 * tell it. Refuses with `invalid_input` when it is another: what is sealed would not open.
 */
export const fitKey = (path: string, key: Buffer): Outcome<undefined> => {
  const tag = hmac(key, '', 'check').toString('hex');
  if (!existsSync(path)) writeFileSync(path, `${tag}\n`, { mode: OWNER_ONLY });
  if (readFileSync(path, 'utf8').trim() === tag) return done(undefined);
  return refuse('invalid_input', `the key is not that of the data folder (${path} tells)`);
};
