// The command release: lets the platform of a copy act, or of a folder that was moved.

import { existsSync } from 'node:fs';
import { type Outcome, ok, refuse } from '../../wire/base/codes.js';
import { callControl } from '../folder/control.js';
import { lockData, pathsOf } from '../folder/folder.js';
import { backupFault, midwayFault, noLog } from '../folder/layout.js';
import { folderKeys, withDesk } from './offline.js';
import { scanLog } from './verify.js';

const releaseHere = async (data: string, keyFile: string): Promise<Outcome<unknown>> => {
  const unfit = backupFault(data) ?? midwayFault(data);
  if (unfit !== undefined) return refuse('conflict', unfit);
  const good = scanLog(data);
  if (!good.ok) return good;
  const keys = folderKeys(data, keyFile);
  if (!keys.ok) return keys;
  return withDesk(data, keys.data, (desk) => desk.handle('platform.release', { caller: null }));
};

/**
 * Releases a data folder at its present place, with a journal line: through the server if one runs,
 * which then connects at once, else in the folder itself. Refuses with `not_found` where there is
 * no log, with `conflict` a backup, and a key file that is not that of the folder.
 */
export const release = async (
  data: string,
  keyFile = '',
): Promise<Outcome<{ readonly released: string }>> => {
  const { log, control } = pathsOf(data);
  if (!existsSync(log)) return noLog(data);
  const lock = await lockData(data);
  if (!lock.ok) {
    const answer = await callControl(control, 'release');
    if (!answer.ok) return answer.code === 'not_found' ? lock : answer;
    return ok({ released: data });
  }
  try {
    const released = await releaseHere(data, keyFile);
    return released.ok ? ok({ released: data }) : released;
  } finally {
    lock.data.release();
  }
};
