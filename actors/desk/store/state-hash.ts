// The state hash of the desk's records.

import { addHash, NO_HASH, recordHash } from '../../../storage/read/state-hash.js';
import { markAlive } from '../../shared/heartbeat.js';
import type { Records } from './records.js';

/** The hash of the desk's records; types outside memory are read from the database. */
export const deskHash = (records: Records): string => {
  let sum = NO_HASH;
  for (const { kind, key, version, record } of records.everything()) {
    markAlive();
    sum = addHash(sum, recordHash(kind, key, version, record as Readonly<Record<string, unknown>>));
  }
  return String(sum);
};
