// Create-admin: a staff login with every right, made by whoever runs the machine.

import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { frameEvents } from '../../storage/batch.js';
import { lockFolder, makeFolder } from '../../storage/database.js';
import { Log } from '../../storage/log.js';
import { openProjection } from '../../storage/schema.js';
import { done, type Outcome } from '../../wire/codes.js';
import type { DeskOps } from '../../wire/desk.js';
import type { DeskEvent } from '../../wire/events.js';
import { packEvent } from '../../wire/pack.js';
import { Desk } from '../desk/desk.js';
import { storedRecords } from '../desk/stored.js';
import { startHashing } from '../pools/hashing.js';
import { callControl } from './control.js';
import { pathsOf } from './folder.js';
import { openKey } from './keyfile.js';
import { catchUp } from './rebuild.js';
import { scanLog } from './verify.js';

/** Which login (absent = the next free one) and which password (absent = one is made). */
export type AdministratorInput = DeskOps['staff.administrator']['input'];
/** The login and its password, which is kept nowhere. */
export type Administrator = DeskOps['staff.administrator']['output'] & {
  /** The data folder, if there was no platform in it before. */
  readonly new_platform?: string;
};

const createOffline = async (
  data: string,
  key: Buffer,
  input: AdministratorInput,
): Promise<Outcome<Administrator>> => {
  const paths = pathsOf(data);
  const log = Log.open(paths.log);
  const database = openProjection(paths.database);
  const failed = (error: Error): never => {
    throw error;
  };
  const hashing = startHashing(failed);
  try {
    catchUp(database, paths.log);
    const desk = new Desk({
      stored: storedRecords(database),
      write: async (event: DeskEvent) => log.append(1, frameEvents([packEvent(event)])),
      distribute: async () => {},
      hasher: hashing,
      key,
      now: Date.now,
      random: randomBytes,
      hold: async () => undefined,
      throwPrice: async () => failed(new Error('there is no market')),
    });
    desk.load();
    const outcome = await desk.handle('staff.administrator', input);
    catchUp(database, paths.log);
    return outcome;
  } finally {
    await hashing.close();
    database.close();
    log.close();
  }
};

/**
 * Makes an administrator, or gives one a new password and every right: through the server when
 * one runs, else in the data folder itself, which is made when there is none. Refuses a password
 * that is weak, a login outside the staff groups, a key file that does not open.
 */
export const createAdmin = async (
  data: string,
  keyFile: string,
  input: AdministratorInput,
): Promise<Outcome<Administrator>> => {
  const { control, key: ownKey, log } = pathsOf(data);
  makeFolder(data);
  const lock = lockFolder(data);
  if (!lock.ok) {
    return (await callControl(control, 'create-admin', input)) as Outcome<Administrator>;
  }
  try {
    const key = openKey(keyFile === '' ? ownKey : keyFile, keyFile === '' && !existsSync(log));
    if (!key.ok) return key;
    const good = existsSync(log) ? await scanLog(data) : undefined;
    if (good?.ok === false) return good;
    const isNew = (good?.data.last ?? 0) === 0;
    const made = await createOffline(data, key.data, input);
    return made.ok && isNew ? done({ ...made.data, new_platform: resolve(data) }) : made;
  } finally {
    lock.data.release();
  }
};
