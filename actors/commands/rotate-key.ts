// The command rotate-key: gives the server a new key, and removes old keys that nothing needs.

import { existsSync } from 'node:fs';
import { type Outcome, ok, refuse } from '../../wire/base/codes.js';
import { type KeyUse, keyUse } from '../desk/settings/re-encrypt.js';
import { pathsOf, underLock } from '../folder/folder.js';
import { backupFault, midwayFault, noLog, remainsFault } from '../folder/layout.js';
import { newKey, replaceKeys } from '../secrets/keyfile.js';
import type { Keys } from '../secrets/seal.js';
import { killpoint } from '../shared/failpoint.js';
import { folderKeys, withDesk } from './offline.js';
import { databaseFaultOf, scanLog } from './verify.js';

/** The id of the key in use, the ids of older keys, kept or removed, and the ended sessions. */
interface Rotated {
  readonly key_id: string;
  readonly kept: readonly string[];
  readonly retired: readonly string[];
  readonly sessions_ended?: number;
}

const rotatedBy = ([current, ...older]: Keys, retired: Keys | readonly [] = []): Rotated => ({
  key_id: current.id,
  kept: older.map(({ id }) => id),
  retired: retired.map(({ id }) => id),
});

const NAMED = 5;

const stillNeeded = ({ records, sessions, until }: KeyUse): string => {
  const some = records.slice(0, NAMED).join(', ');
  const sealed = `${records.length} records are sealed with it (${some}); a start seals them again`;
  const used =
    `${sessions} sessions began with it; the last ends at ${until} or at its refresh; ` +
    '--end-sessions ends them';
  const said = [...(records.length > 0 ? [sealed] : []), ...(sessions > 0 ? [used] : [])];
  return `an older key is still needed: ${said.join('; ')}`;
};

const retire = async (
  data: string,
  path: string,
  keys: Keys,
  endSessions: boolean,
): Promise<Outcome<Rotated>> => {
  const [current, ...older] = keys;
  if (older.length === 0) return refuse('conflict', 'there is one key: no older one is kept');
  // Without the log nothing shows which secrets need the older keys.
  if (!existsSync(pathsOf(data).log)) return noLog(data);
  const good = scanLog(data);
  if (!good.ok) return good;
  const remains = good.data.last === 0 ? remainsFault(data) : undefined;
  if (remains !== undefined) return refuse('conflict', remains);
  // A record that the database lacks may be sealed under an older key.
  const fault = databaseFaultOf(data);
  if (fault !== undefined) return refuse('internal', `${fault}; brokerd rebuild comes first`);
  let sessions_ended = 0;
  const found = await withDesk(data, keys, async (desk) => {
    const use = keyUse(desk.records, keys, Date.now());
    if (!endSessions || use.records.length > 0) return use;
    sessions_ended = await desk.endOldSessions();
    return { ...use, sessions: 0 };
  });
  if (found.records.length + found.sessions > 0) return refuse('conflict', stillNeeded(found));
  replaceKeys(path, [current]);
  const rotated = rotatedBy([current], older as unknown as Keys);
  return ok({ ...rotated, ...(endSessions && { sessions_ended }) });
};

/**
 * Gives the server a new key for encryption from its next start on; that start also re-encrypts the
 * secrets under older keys. With `retiring` the older keys are removed: refused with `conflict`
 * while a record needs one, or a session, which `endSessions` ends instead; with `not_found`
 * without a log, with `internal` when the database is not what the log makes. Refuses with
 * `conflict` while a server runs, because it reads keys only at start, in a backup, and in a folder
 * where a salvage or restore was ended midway; with `invalid_input` a key that is not that of the
 * folder.
 */
export const rotateKey = (
  data: string,
  keyFile: string,
  retiring: boolean,
  endSessions = false,
): Promise<Outcome<Rotated>> =>
  underLock(data, async () => {
    const unfit = backupFault(data) ?? midwayFault(data);
    if (unfit !== undefined) return refuse('conflict', unfit);
    const path = keyFile === '' ? pathsOf(data).key : keyFile;
    const keys = folderKeys(data, keyFile);
    if (!keys.ok) return keys;
    if (retiring) return retire(data, path, keys.data, endSessions);
    const after: Keys = [newKey(), ...keys.data];
    const written = killpoint('key.rotated');
    written();
    replaceKeys(path, after);
    written();
    return ok(rotatedBy(after));
  });
