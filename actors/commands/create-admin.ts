// The command create-admin: makes a staff login with every right, or restores access to one.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { makeFolder } from '../../storage/database/database.js';
import { type Outcome, ok, refuse } from '../../wire/base/codes.js';
import type { DeskOps } from '../../wire/desk/operations.js';
import { callControl } from '../folder/control.js';
import { lockData, pathsOf } from '../folder/folder.js';
import { backupFault, remainsFault } from '../folder/layout.js';
import { markReleased } from '../folder/release.js';
import { folderKeys, withDesk } from './offline.js';
import { scanLog } from './verify.js';

/** The login (absent = the next free one) and the password (absent = generated). */
type AdministratorInput = DeskOps['staff.administrator']['input'];
/** The login, and its password if it was generated: it is not stored. */
type Administrator = DeskOps['staff.administrator']['output'] & {
  /** The data folder, if this command created its platform. */
  readonly new_platform?: string;
};

/**
 * Makes an administrator, or gives an existing login a new password and every right: through the
 * server if one runs, else in the data folder itself, which is created if missing. Refuses a weak
 * password, a login outside the staff groups, a backup, and a key file that cannot be opened or is
 * not that of the folder.
 */
export const createAdmin = async (
  data: string,
  keyFile: string,
  input: AdministratorInput,
): Promise<Outcome<Administrator>> => {
  const { control, log } = pathsOf(data);
  const backup = backupFault(data);
  if (backup !== undefined) return refuse('conflict', backup);
  makeFolder(data);
  const lock = await lockData(data);
  if (!lock.ok) {
    return (await callControl(control, 'create-admin', input)) as Outcome<Administrator>;
  }
  try {
    const good = existsSync(log) ? scanLog(data) : undefined;
    if (good?.ok === false) return good;
    const isNew = (good?.data.last ?? 0) === 0;
    const remains = isNew ? remainsFault(data) : undefined;
    if (remains !== undefined) return refuse('conflict', remains);
    const keys = folderKeys(data, keyFile, !existsSync(log));
    if (!keys.ok) return keys;
    if (isNew) markReleased(data);
    const made = await withDesk(data, keys.data, (desk) =>
      desk.handle('staff.administrator', input),
    );
    return made.ok && isNew ? ok({ ...made.data, new_platform: resolve(data) }) : made;
  } finally {
    lock.data.release();
  }
};
