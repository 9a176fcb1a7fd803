// Runs the desk without a server, on a data folder whose lock the caller holds.

import { randomBytes } from 'node:crypto';
import { readCheckpoint } from '../../storage/database/checkpoint.js';
import { openProjection } from '../../storage/database/schema.js';
import { frameEvents } from '../../storage/log/batch.js';
import { Log } from '../../storage/log/log.js';
import { type Outcome, ok } from '../../wire/base/codes.js';
import { packEvent } from '../../wire/codec/pack.js';
import type { DeskEvent } from '../../wire/trading/events.js';
import { Desk } from '../desk/desk.js';
import { fitFolder } from '../desk/settings/sealed-records.js';
import { storedRecords } from '../desk/store/stored.js';
import { pathsOf } from '../folder/folder.js';
import { markReleased, unreleasedBecause } from '../folder/release.js';
import { startHashing } from '../hashing/hashing.js';
import { assertOneHistory } from '../main/one-history.js';
import { openKeys } from '../secrets/keyfile.js';
import type { Keys } from '../secrets/seal.js';
import { catchUp } from './made-database.js';

/**
 * The keys of a folder, of a key file (empty = the one in the folder, which is made if `mayMake`).
 * Refuses a key file that cannot be opened, and a key file of another folder.
 */
export const folderKeys = (data: string, keyFile: string, mayMake = false): Outcome<Keys> => {
  const paths = pathsOf(data);
  const isOwn = keyFile === '';
  const keys = openKeys(isOwn ? paths.key : keyFile, isOwn && mayMake);
  const fits = keys.ok ? fitFolder(paths, keys.data) : keys;
  return fits.ok ? keys : fits;
};

/** Calls `work` with the desk of a folder; its changes are in log and database on return. */
export const withDesk = async <T>(
  data: string,
  keys: Keys,
  work: (desk: Desk) => Promise<T>,
): Promise<T> => {
  const paths = pathsOf(data);
  const log = Log.open(paths.log);
  const database = openProjection(paths.database);
  const failed = (error: Error): never => {
    throw error;
  };
  const hashing = startHashing(failed);
  try {
    assertOneHistory(paths.log, readCheckpoint(database));
    catchUp(database, paths.log);
    const desk = new Desk({
      stored: storedRecords(database),
      write: async (event: DeskEvent) => log.append(1, frameEvents([packEvent(event)])),
      distribute: async () => {},
      caughtUp: async () => true,
      hasher: hashing,
      vendorKey: '',
      keys,
      now: Date.now,
      random: randomBytes,
      hold: async () => undefined,
      usage: async () => null,
      free: () => {},
      deposit: async () => {},
      publishManualQuote: async () => failed(new Error('there is no market')),
      correctBars: async () => failed(new Error('there is no market')),
      unreleased: () => unreleasedBecause(data) !== '',
      release: async () => {
        markReleased(data);
        return ok(null);
      },
      // The jobs wait for the server: their queue is not started.
      reports: {
        run: () => failed(new Error('no report is made')),
        hasResult: () => true,
        drop: () => {},
        sweep: () => {},
        close: async () => {},
      },
      mail: { send: async () => failed(new Error('no e-mail is sent')), close: () => {} },
      decide: (decision) => decision(),
      failed: (_msg, error) => failed(error),
      connections: async () => null,
      reconnect: async () => false,
      transactions: async () => null,
      providerAccounts: async () => failed(new Error('there are no gateways')),
      offeredSymbols: async () => failed(new Error('there is no market')),
    });
    desk.load();
    const outcome = await work(desk);
    catchUp(database, paths.log);
    return outcome;
  } finally {
    await hashing.close();
    database.close();
    log.close();
  }
};
