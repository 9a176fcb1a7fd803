// Hashing: the desk's way to the thread that hashes passwords, cleans HTML and checks
// licence keys.

import type { Outcome } from '../../wire/base/codes.js';
import { refuse } from '../../wire/base/codes.js';
import type { LicenceClaims } from '../../wire/settings/licence.js';
import { FairPool } from '../shared/fair-pool.js';
import type { FairShare } from '../shared/fair-queue.js';
import { createWorkerPool } from '../shared/worker-pool.js';
import type { HashingTask } from './hashing-worker.js';

/** Time after which a refused caller should try again, in seconds. */
const RETRY_SEC = 1;

const busy = refuse(
  'auth.too_many_attempts',
  `Too many sign-ins at a time; try again. retry_after=${RETRY_SEC}`,
);

/** A hasher over a thread of its own. */
interface HashingThread extends Hasher {
  waiting(): number;
  /** Refuses the waiting jobs, and ends the thread with its running job. */
  close(): Promise<void>;
}

/** Starts the hashing thread: one, so that sign-ins take no processor time from orders. */
export const startHashing = (onError: (error: Error) => void): HashingThread => {
  const entry = new URL('./hashing-worker.js', import.meta.url);
  const pool = new FairPool(createWorkerPool(entry, onError), busy);
  const ask = <T>(share: FairShare, task: HashingTask): Promise<Outcome<T>> =>
    pool.ask(share, task);
  return {
    hash: (passwords, share) => ask(share, { op: 'hash', passwords }),
    match: (hashes, password, share) => ask(share, { op: 'match', hashes, password }),
    clean: (html, share) => ask(share, { op: 'clean', html }),
    licence: async (key, vendorKey, share) => {
      const read = await ask<Outcome<LicenceClaims>>(share, { op: 'licence', key, vendorKey });
      return read.ok ? read.data : read;
    },
    waiting: () => pool.waiting,
    close: () => pool.close(),
  };
};

/** Slow work for the desk, done in the hashing thread; refused when too many jobs wait. */
export interface Hasher {
  hash(passwords: readonly string[], share: FairShare): Promise<Outcome<readonly string[]>>;
  /** Index of the first hash that the password matches, or -1; one job compares them in turn. */
  match(hashes: readonly string[], password: string, share: FairShare): Promise<Outcome<number>>;
  /** HTML without anything that can run or load; see clean-html.ts. */
  clean(html: string, share: FairShare): Promise<Outcome<string>>;
  /** The claims of a licence key, if the vendor signed it; see licence-key.ts. */
  licence(key: string, vendorKey: string, share: FairShare): Promise<Outcome<LicenceClaims>>;
}
