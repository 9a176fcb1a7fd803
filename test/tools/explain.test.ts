// Explain: a deal is found through the database, and without one through the log.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { explain, explainHandler } from '../../actors/tools/explain.js';
import { pathsOf } from '../../actors/tools/folder.js';
import { lockFolder } from '../../storage/database.js';
import { nameOf } from '../../storage/log.js';
import { openProjection } from '../../storage/schema.js';
import { done } from '../../wire/codes.js';
import { buildAccountEvent, buildDeal } from '../support/build.js';
import { bought, explained } from '../support/explained.js';
import { fillFolder, history, writeLog } from './data-folder.js';

/** The seq and the position of an explained deal of a folder. */
const found = async (data: string, deal: number) => {
  const outcome = await explain(data, deal);
  return outcome.ok ? [outcome.data.seq, outcome.data.deal.position_id] : outcome.message;
};

t.test('A deal of a stopped server is found through its database', async (t) => {
  const data = t.testdir();
  fillFolder(data);
  t.same(await found(data, 8), ['6', 6]);
  t.same(await found(data, 9), 'there is no deal 9');
  const lock = lockFolder(data);
  t.ok(lock.ok, 'the folder is free afterwards');
  if (lock.ok) lock.data.release();
});

t.test('What the database does not hold yet is found in the log behind it', async (t) => {
  const data = t.testdir();
  fillFolder(data, 3);
  const [, canceled] = [bought(), buildDeal({ id: 4, action: 'sell_canceled' })];
  const more = buildAccountEvent({ deals: [canceled, bought({ id: 70, position_id: 70 })] });
  writeLog(data, [more]);
  t.same(await found(data, 70), ['6', 70]);
  const changed = await explain(data, 4);
  t.match(changed, { ok: true, data: { seq: '4', changes: [{ action: 'sell_canceled' }] } });
});

t.test('Without a database that can say, the whole log is looked through', async (t) => {
  const data = t.testdir();
  fillFolder(data);
  const { database } = pathsOf(data);
  const db = openProjection(database);
  t.teardown(() => db.close());
  db.exec('DROP TABLE deal_changes');
  t.same(await found(data, 8), ['6', 6], 'a database of before');
  for (const suffix of ['', '-wal', '-shm']) rmSync(database + suffix, { force: true });
  t.same(await found(data, 8), ['6', 6], 'no database');
});

t.test('A damaged log is refused with its first bad event', async (t) => {
  const data = t.testdir();
  fillFolder(data, 20);
  const path = join(pathsOf(data).log, nameOf(1));
  const bytes = readFileSync(path);
  bytes[bytes.indexOf('digest 5')] = 0;
  writeFileSync(path, bytes);
  t.match(await found(data, 4), /the log is bad at event 7: the checksum/);
  t.same(await found(data, 30), ['17', 30], 'what lies behind the damage can be told');
});

t.test('Through the control socket a deal is named by a whole number', async (t) => {
  const one = explained({ deals: [bought()] });
  const handler = explainHandler({ explain: async () => done(one) });
  t.match(await handler({ deal: 12 }), { ok: true, data: { seq: '9' } });
  for (const input of [null, {}, { deal: 'twelve' }, { deal: 1.5 }]) {
    t.match(await handler(input), { ok: false, code: 'invalid_input' });
  }
});

t.test('An empty folder has no log to look through', async (t) => {
  const data = t.testdir();
  t.match(await explain(data, 1), { ok: false, code: 'not_found', message: /no log in/ });
  writeLog(data, history(0));
  t.same(await found(data, 77), 'there is no deal 77');
});
