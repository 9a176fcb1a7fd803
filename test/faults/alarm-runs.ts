// Damage behind a running server, and a server that is wrong itself: its audit tells of each, and
// of nothing else.

import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { pathsOf } from '../../actors/folder/folder.js';
import { LEDGERS, openProjection } from '../../storage/database/schema.js';
import { logFiles, nameOf } from '../../storage/log/log.js';
import { copyBuild, type Mistake, putMistake } from '../meta/canaries/copy.js';
import { now } from '../support/clock.js';
import { until } from '../support/guard.js';
import { ServerProcess } from '../support/server-process.js';
import { replaceRow, rowsIn } from '../support/stored-rows.js';
import { OrderLoad } from './order-load.js';
import { complaints, figure, journalOf } from './said.js';

const LOAD = { traders: 2 };

/** Waits for a round of the audit that began after now. */
const wholeRound = async (server: ServerProcess): Promise<void> => {
  const since = now() / 1000;
  await until('round of the audit', async () => {
    const ended = await figure(server, 'audit_round_ended_seconds');
    return ended - (await figure(server, 'audit_round_seconds')) > since;
  });
};

/** Changes a balance in the database, and takes the first deal of another account out. */
const damageRows = async (t: Test, server: ServerProcess): Promise<void> => {
  const db = openProjection(pathsOf(server.data).database);
  t.teardown(() => db.close());
  const [one, other] = rowsIn(db, LEDGERS).toReversed();
  if (one === undefined || other === undefined) throw new Error('there are not two accounts');
  const { login: first, balance } = one;
  const { login: second } = other;
  replaceRow(db, LEDGERS, first, first, { ...one, balance: balance + 1 });
  db.prepare(
    `UPDATE entries SET deal_id = 0 WHERE deal_id =
     (SELECT MIN(deal_id) FROM entries WHERE login = ? AND deal_id > 0 AND position_id = 0)`,
  ).run(second);
  t.hasStrict(await server.record('the database is not what the account is in memory'), {
    login: first,
    what: 'balance of the ledger',
    expected: String(balance),
    found: String(balance + 1),
  });
  const sums = await server.record('a balance is not the sum of its deals');
  t.hasStrict(sums, { login: second, what: 'balance' });
  t.equal(Number(sums.found) - Number(sums.expected), 100_000_00, 'the deposit is missing');
  t.equal(await figure(server, 'alarms_total{check="rows"}'), 1);
  t.equal(await figure(server, 'alarms_total{check="balance"}'), 1);
  t.equal(complaints(server).length, 2);
  const texts = await until('lines of the journal', () => {
    const found = journalOf(server.data, '%instead of%').sort();
    return found.length === 2 && found;
  });
  t.ok(texts[0]?.startsWith(`a balance is not the sum of its deals: account ${second}, `));
};

/** Changes a word in the log, wherever it stands. */
const damageLog = async (t: Test, server: ServerProcess): Promise<void> => {
  const { log } = pathsOf(server.data);
  for (const first of logFiles(log)) {
    const path = join(log, nameOf(first));
    const bytes = readFileSync(path);
    const file = openSync(path, 'r+');
    for (let at = bytes.indexOf('deposit'); at >= 0; at = bytes.indexOf('deposit', at + 1)) {
      writeSync(file, 'D', at);
    }
    closeSync(file);
  }
  const { check, seq: bad, what } = await server.record('the log is damaged');
  t.same({ check, what }, { check: 'chain', what: 'the checksum does not fit' });
  const seq = await figure(server, 'seq');
  t.ok(Number(bad) > 0 && Number(bad) <= seq, `event ${bad} of ${seq}`);
  t.equal(await figure(server, 'alarms_total{check="chain"}'), 1);
};

/** Has so many orders done, and then changes what is stored: each change is told, and no order. */
export const changeBehind = async (t: Test, orders: number): Promise<void> => {
  const server = await ServerProcess.start({ args: ['--trade-rate', '0'], alarms: true });
  t.teardown(() => server.kill());
  const load = await OrderLoad.start(server, LOAD);
  await load.run(orders, () => load.cut());
  await load.connect(server);
  await load.settle();
  await wholeRound(server);
  t.same(complaints(server), []);
  t.equal(await figure(server, 'alarms_standing'), 0);
  t.ok((await figure(server, 'audit_accounts_total')) > LOAD.traders, 'accounts were looked at');
  await t.test('rows of the database', (t) => damageRows(t, server));
  await t.test('a batch of the log', (t) => damageLog(t, server));
};

/** The ledger in memory is another one than the event tells. */
const WRONG_LEDGER: Mistake = {
  file: 'engine/account/account.js',
  from: 'state.ledger = event.ledger;',
  to: 'state.ledger = { ...event.ledger, balance: event.ledger.balance + 1 };',
};

/** A server that keeps another balance than it writes is found out. */
export const keepWrong = async (t: Test): Promise<void> => {
  const folder = t.testdir({});
  copyBuild(folder);
  t.ok(putMistake(folder, WRONG_LEDGER));
  const server = await ServerProcess.start({ build: join(folder, 'dist'), alarms: true });
  t.teardown(() => server.kill());
  const { login } = await server.openAccount();
  const isAlarmed = (msg: string): boolean =>
    server.records.some((record) => record.msg === msg && record.login === login);
  await until('alarm of the rows', () =>
    isAlarmed('the database is not what the account is in memory'),
  );
  await until('alarm of the balance', () => isAlarmed('a balance is not the sum of its deals'));
};
