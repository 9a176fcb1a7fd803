// Hashing worker: Argon2id over passwords, in a thread of its own at low priority.

import { setPriority } from 'node:os';
import { hashSync, verifySync } from '@node-rs/argon2';
import { failpoint } from '../shared/failpoint.js';
import { HASH_PARAMETERS } from './parameters.js';

/**
 * The tasks of the hashing pool: to hash each password, or to find the hash that a password fits.
 */
export type HashingTask =
  | { readonly op: 'hash'; readonly passwords: readonly string[] }
  | { readonly op: 'match'; readonly hashes: readonly string[]; readonly password: string };

const LOW_PRIORITY = 10;
const CURRENT_THREAD = 0;
setPriority(CURRENT_THREAD, LOW_PRIORITY);

/** The package's algorithm is Argon2id unless told otherwise. */
const options = {
  memoryCost: HASH_PARAMETERS.m,
  timeCost: HASH_PARAMETERS.t,
  parallelism: HASH_PARAMETERS.p,
};

const asked = failpoint('hashing.task', 1);

/** Hashes, or the index of the hash that fits; -1 = none. */
export default (task: HashingTask): readonly string[] | number => {
  asked();
  return task.op === 'hash'
    ? task.passwords.map((password) => hashSync(password, options))
    : task.hashes.findIndex((stored) => verifySync(stored, task.password));
};
