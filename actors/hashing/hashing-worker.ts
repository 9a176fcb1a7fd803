// The hashing worker: Argon2id for passwords, the cleaning of HTML, and the checks of licence
// keys, in a low-priority thread of its own.

import { hashSync, verifySync } from '@node-rs/argon2';
import type { Outcome } from '../../wire/base/codes.js';
import type { LicenceClaims } from '../../wire/settings/licence.js';
import { cleanHtml } from '../html/clean-html.js';
import { readLicenceKey } from '../secrets/licence-key.js';
import { failpoint } from '../shared/failpoint.js';
import { BACKGROUND, schedule } from '../shared/scheduling.js';
import { HASH_PARAMETERS } from './parameters.js';

/**
 * The tasks of the pool: hash each password, find the hash that a password matches, clean HTML,
 * or check a licence key.
 */
export type HashingTask =
  | { readonly op: 'hash'; readonly passwords: readonly string[] }
  | { readonly op: 'match'; readonly hashes: readonly string[]; readonly password: string }
  | { readonly op: 'clean'; readonly html: string }
  | { readonly op: 'licence'; readonly key: string; readonly vendorKey: string };

schedule(BACKGROUND);

/** The package's default algorithm is Argon2id. */
const options = {
  memoryCost: HASH_PARAMETERS.m,
  timeCost: HASH_PARAMETERS.t,
  parallelism: HASH_PARAMETERS.p,
};

const asked = failpoint('hashing.task', 1);

/** The hashes; the index of the matching hash, -1 = none; cleaned HTML; or what the key says. */
export default (
  task: HashingTask,
): readonly string[] | number | Promise<string> | Outcome<LicenceClaims> => {
  asked();
  if (task.op === 'clean') return cleanHtml(task.html);
  if (task.op === 'licence') return readLicenceKey(task.key, task.vendorKey);
  return task.op === 'hash'
    ? task.passwords.map((password) => hashSync(password, options))
    : task.hashes.findIndex((stored) => verifySync(stored, task.password));
};
