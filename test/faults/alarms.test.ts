// The running server checks itself: silent while all is well, loud when something is not.

import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { pathsOf } from '../../actors/tools/folder.js';
import { nameOf } from '../../storage/log.js';
import { openProjection } from '../../storage/schema.js';
import { copyBuild, type Mistake, putMistake } from '../canaries/copy.js';
import { type LogRecord, ServerProcess } from '../support/server-process.js';
import { signInStaff, Trader } from '../support/trader.js';
import { History } from './history.js';
import { OrderLoad } from './order-load.js';

const LOAD = { traders: 4 };
const ORDERS = 2000;
/** They mostly wait: side by side. */
t.jobs = 3;

/** From one look at the figures to the next. */
const LOOK_MS = 100;

/** A figure of `/metrics`, its name with its labels. */
const figure = async (server: ServerProcess, name: string): Promise<number> => {
  const text = await (await fetch(server.url('/metrics'))).text();
  const line = text.split('\n').find((one) => one.startsWith(`brokerd_${name} `));
  if (line === undefined) throw new Error(`/metrics has no ${name}`);
  return Number(line.split(' ')[1]);
};

/** Waits for a round that began after now. */
const wholeRound = async (server: ServerProcess): Promise<void> => {
  const now = Date.now() / 1000;
  for (;;) {
    const ended = await figure(server, 'audit_round_ended_seconds');
    const took = await figure(server, 'audit_round_seconds');
    if (ended - took > now) return;
    await sleep(LOOK_MS);
  }
};

const errors = ({ records }: ServerProcess): LogRecord[] =>
  records.filter(({ level }) => level === 'error');

t.test(
  'Nothing is told of wild trading, and all of what is changed behind it',
  { buffered: true },
  async (t) => {
    const server = await ServerProcess.start({ args: ['--trade-rate', '0'], alarms: true });
    t.teardown(() => server.kill());
    const load = await OrderLoad.prepare(server, await signInStaff(server), new History(), LOAD);
    await load.connect(server);
    await load.price();
    await load.run(ORDERS, () => load.cut());
    await load.connect(server);
    await load.settle();
    await wholeRound(server);
    t.same(errors(server), []);
    t.equal(await figure(server, 'alarms_standing'), 0);
    t.ok((await figure(server, 'audit_accounts_total')) > LOAD.traders, 'accounts were looked at');

    const db = openProjection(pathsOf(server.data).database);
    t.teardown(() => db.close());
    const [first, second] = db
      .prepare('SELECT login FROM ledgers ORDER BY login DESC LIMIT 2')
      .pluck()
      .all() as [number, number];
    const balance = db.prepare('SELECT balance FROM ledgers WHERE login = ?').pluck().get(first);
    db.prepare('UPDATE ledgers SET balance = balance + 1 WHERE login = ?').run(first);
    db.prepare(
      `DELETE FROM deals WHERE id =
       (SELECT MIN(id) FROM deals WHERE login = ? AND position_id = 0)`,
    ).run(second);
    t.hasStrict(await server.record('the database is not what the account is in memory'), {
      login: first,
      what: 'balance of the ledger',
      expected: String(balance),
      found: String(Number(balance) + 1),
    });
    const sums = await server.record('a balance is not the sum of its deals');
    t.hasStrict(sums, { login: second, what: 'balance' });
    t.equal(Number(sums.found) - Number(sums.expected), 100_000_00, 'the deposit is missing');
    t.equal(await figure(server, 'alarms_total{check="rows"}'), 1);
    t.equal(await figure(server, 'alarms_total{check="balance"}'), 1);
    t.equal(errors(server).length, 2);
    await server.stop();
    const noted = db.prepare("SELECT text FROM journal WHERE text LIKE '%instead of%'").pluck();
    const texts = noted.all().sort() as string[];
    t.equal(texts.length, 2, 'the journal has both');
    t.ok(texts[0]?.startsWith(`a balance is not the sum of its deals: account ${second}, `));
  },
);

t.test('A batch of the log that has changed is told', { buffered: true }, async (t) => {
  const server = await ServerProcess.start({ alarms: true });
  t.teardown(() => server.kill());
  const trader = await Trader.enter(server, await signInStaff(server), { deposit: '12345' });
  const { seq } = (await trader.socket.request<{ seq: string }>('account')).data;
  await trader.rest.fenced('/history/deals?limit=1', seq);
  const path = join(pathsOf(server.data).log, nameOf(1));
  const bytes = readFileSync(path);
  const file = openSync(path, 'r+');
  for (let at = bytes.indexOf('deposit'); at >= 0; at = bytes.indexOf('deposit', at + 1)) {
    writeSync(file, 'D', at);
  }
  closeSync(file);
  const { check, seq: bad, what } = await server.record('the log is damaged');
  t.same({ check, what }, { check: 'chain', what: 'the checksum does not fit' });
  t.ok(Number(bad) > 0 && Number(bad) <= Number(seq), `event ${bad} of ${seq}`);
  t.equal(await figure(server, 'alarms_total{check="chain"}'), 1);
});

/** The ledger in memory is another one than the event tells. */
const WRONG_LEDGER: Mistake = {
  file: 'engine/account.js',
  from: 'state.ledger = event.ledger;',
  to: 'state.ledger = { ...event.ledger, balance: event.ledger.balance + 1 };',
};

t.test(
  'A server that keeps another balance than it writes is found out',
  { buffered: true },
  async (t) => {
    const folder = t.testdir({});
    copyBuild(folder);
    t.ok(putMistake(folder, WRONG_LEDGER));
    const server = await ServerProcess.start({ build: join(folder, 'dist'), alarms: true });
    t.teardown(() => server.kill());
    const { login } = await Trader.enter(server, await signInStaff(server));
    const told = (msg: string): boolean =>
      server.records.some((record) => record.msg === msg && record.login === login);
    while (!told('the database is not what the account is in memory')) await sleep(LOOK_MS);
    while (!told('a balance is not the sum of its deals')) await sleep(LOOK_MS);
  },
);
