// What is looked at before a database of an earlier version is made anew from the log.

import { statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import t from 'tap';
import { openFolder } from '../../actors/boot.js';
import { pathsOf } from '../../actors/tools/folder.js';
import { frameEvents } from '../../storage/batch.js';
import { Log } from '../../storage/log.js';
import { openProjection } from '../../storage/schema.js';
import { packEvent } from '../../wire/pack.js';
import { buildDeskEvent } from '../support/build.js';

/** A folder whose log has one event, and whose database is of before and knows of so many. */
const usedFolder = (root: string, known: number): string => {
  const data = join(root, 'data');
  const paths = pathsOf(data);
  const log = Log.open(paths.log);
  log.append(1, frameEvents([packEvent(buildDeskEvent())]));
  log.close();
  const db = openProjection(paths.database);
  db.prepare('UPDATE checkpoint SET seq = ?').run(known);
  db.pragma('user_version = 4');
  db.close();
  return data;
};

const checkpointIn = (data: string): unknown => {
  const db = new BetterSqlite(pathsOf(data).database, { readonly: true });
  try {
    return db.prepare('SELECT seq FROM checkpoint').pluck().get();
  } finally {
    db.close();
  }
};

t.test('a database that lacks a part of its last page is not used', async (t) => {
  for (const missing of [1, 4_096, 8_191]) {
    const data = usedFolder(join(t.testdir(), String(missing)), 1);
    const { database } = pathsOf(data);
    truncateSync(database, statSync(database).size - missing);
    await t.rejects(openFolder(data, join(data, 'key'), { closeOnlyBelow: 0, ballast: 0 }), {
      message: /brokerd.db cannot be used: its last page is cut off; brokerd rebuild makes it anew/,
    });
  }
});

t.test('a database of before stays where the log does not have all that it has', async (t) => {
  const data = usedFolder(t.testdir(), 5);
  await t.rejects(openFolder(data, join(data, 'key'), { closeOnlyBelow: 0, ballast: 0 }), {
    message: 'the log ends at event 1 but the database holds 5',
  });
  t.equal(checkpointIn(data), 5, 'nothing of it is lost');
});
