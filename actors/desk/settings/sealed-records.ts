// The keys under which records are sealed, as the log shows without any key.

import { existsSync } from 'node:fs';
import { batchOf, eventsOf } from '../../../storage/log/batch.js';
import { storedFrom } from '../../../storage/log/scan.js';
import { type Outcome, ok, refuse } from '../../../wire/base/codes.js';
import { unpackEvent } from '../../../wire/codec/unpack.js';
import type { DeskEvent } from '../../../wire/trading/events.js';
import type { pathsOf } from '../../folder/folder.js';
import { scanOf } from '../../folder/scan.js';
import { fitKeys } from '../../secrets/keyfile.js';
import type { Key, Keys } from '../../secrets/seal.js';
import { keyIdsIn } from './re-encrypt.js';

/** Most records that a sentence names. */
const NAMED = 5;

/** The present sealed records with the ids of their keys, by the events of the log. */
export class SealedRecords {
  readonly #ids = new Map<string, readonly string[]>();

  /** Follows the next event. Events may be followed again from the first one on. */
  follow({ changes }: DeskEvent): void {
    for (const { kind, key, record } of changes) {
      const ids = record === null ? [] : keyIdsIn(kind, key, record);
      if (ids.length > 0) this.#ids.set(`${kind} ${key}`, ids);
      else this.#ids.delete(`${kind} ${key}`);
    }
  }

  /** The records whose keys are not among these, in words; undefined = there are none. */
  lacking(keys: readonly Key[]): string | undefined {
    const known = new Set(keys.map(({ id }) => id));
    const missing = new Set<string>();
    const records: string[] = [];
    for (const [record, ids] of this.#ids) {
      const unknown = ids.filter((id) => !known.has(id));
      for (const id of unknown) missing.add(id);
      if (unknown.length > 0) records.push(record);
    }
    if (records.length === 0) return undefined;
    const some = records.slice(0, NAMED).join(', ');
    const lacks = `lacks ${[...missing].join(', ')}`;
    return `${lacks}, with which ${records.length} records are sealed (${some})`;
  }
}

/** The sealed records of a log. Refuses with `internal` a log that is damaged or cannot be read. */
const sealedIn = (log: string): Outcome<SealedRecords> => {
  const scan = scanOf(log);
  if (scan.ok === 'unread') return refuse('internal', scan.what);
  if (!scan.ok) {
    const damage = `the log is damaged at event ${scan.seq}: ${scan.what}`;
    return refuse('internal', `${damage}; brokerd verify reports the losses`);
  }
  const sealed = new SealedRecords();
  for (const { first, value } of storedFrom(log, 1)) {
    for (const { bytes } of eventsOf(batchOf(first, value))) {
      const event = unpackEvent(bytes);
      if (event.type === 'desk') sealed.follow(event);
    }
  }
  return ok(sealed);
};

/**
 * Checks that keys belong to a data folder: by `key.check`, as `fitKeys` does; without this file
 * by the records of the log, which name their keys. Refuses with `invalid_input` keys that are not,
 * with `internal` a log that must be read and cannot. `keyCheck` may be the file of a copy.
 */
export const fitFolder = (
  { log, keyCheck }: Pick<ReturnType<typeof pathsOf>, 'log' | 'keyCheck'>,
  keys: Keys,
): Outcome<undefined> => {
  if (!existsSync(keyCheck) && existsSync(log)) {
    const sealed = sealedIn(log);
    if (!sealed.ok) return sealed;
    const lacking = sealed.data.lacking(keys);
    if (lacking !== undefined) {
      const why = `the key is not that of the data folder: the key file ${lacking}`;
      return refuse('invalid_input', why);
    }
  }
  return fitKeys(keyCheck, keys);
};
