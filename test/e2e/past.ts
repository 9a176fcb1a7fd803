// The past by hand: records as they would stand if time had passed, written into a stopped log.

import { join } from 'node:path';
import { catchUp } from '../../actors/tools/rebuild.js';
import { frameEvents } from '../../storage/batch.js';
import { DATABASE_FILE, LOG_FOLDER } from '../../storage/database.js';
import { Log } from '../../storage/log.js';
import { openProjection } from '../../storage/schema.js';
import { readCheckpoint, recordOf } from '../../storage/snapshot.js';
import type { DeskEvent } from '../../wire/events.js';
import { packEvent } from '../../wire/pack.js';

/** Fields that a record is to have. */
export interface Rewrite {
  readonly kind: 'account' | 'access' | 'platform';
  readonly key: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Changes records of a data folder whose server is down, in one event. */
export const rewrite = (data: string, rewrites: readonly Rewrite[]): void => {
  const db = openProjection(join(data, DATABASE_FILE));
  catchUp(db, join(data, LOG_FOLDER));
  const { config_version } = readCheckpoint(db);
  const changes = rewrites.map(({ kind, key, fields }) => {
    const known = recordOf(db, kind, key);
    if (known === undefined) throw new Error(`there is no ${kind} ${key}`);
    const version = known.version + 1;
    const stamp = kind === 'account' ? { version } : {};
    return { kind, key, version, record: { ...known.record, ...fields, ...stamp } };
  });
  db.close();
  const settings = rewrites.some(({ kind }) => kind === 'platform') ? 1 : 0;
  const event: DeskEvent = {
    type: 'desk',
    time: Date.now(),
    by: 0,
    ip: '',
    config_version: config_version + settings,
    changes,
    journal: [],
  };
  const log = Log.open(join(data, LOG_FOLDER));
  log.append(1, frameEvents([packEvent(event)]));
  log.close();
};
