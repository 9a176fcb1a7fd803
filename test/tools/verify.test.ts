// Verify: a good log gives its state hash, a bad one its first bad event, a wrong sum its account.

import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { pathsOf } from '../../actors/tools/folder.js';
import { LedgerCheck } from '../../actors/tools/ledger-check.js';
import { verify } from '../../actors/tools/verify.js';
import { inSnapshot, openReader } from '../../storage/database.js';
import { nameOf } from '../../storage/log.js';
import { recordKinds, recordsOf } from '../../storage/snapshot.js';
import { accountHash, addHash, hashText, NO_HASH, recordHash } from '../../storage/state-hash.js';
import type { AccountEvent } from '../../wire/events.js';
import { readAccounts } from '../storage/opened.js';
import {
  buildAccountEvent,
  buildDeal,
  buildDeskEvent,
  buildLedger,
  buildMoney,
  buildOrder,
  buildPosition,
} from '../support/build.js';
import { fillFolder, history, writeLog } from './data-folder.js';

t.test('The fold of the log has the hash of what the database shows', async (t) => {
  const data = t.testdir();
  fillFolder(data);
  const db = openReader(pathsOf(data).database);
  let sum = NO_HASH;
  inSnapshot(db, () => {
    for (const account of readAccounts(db)) sum = addHash(sum, accountHash(account));
    for (const kind of recordKinds(db)) {
      for (const { key, version, record } of recordsOf(db, kind)) {
        sum = addHash(sum, recordHash(kind, key, version, record));
      }
    }
  });
  db.close();
  const verified = await verify(data);
  t.match(verified, {
    ok: true,
    data: {
      seq: 11,
      state_hash: hashText(sum),
      amounts: { 'USD balance': '10000.00', 'USD sell': '5.72' },
      broken: 0,
    },
  });
});

t.test('A deleted record and a closed position leave no trace in the hash', async (t) => {
  const [short, long] = [join(t.testdir(), 'a'), join(t.testdir(), 'b')];
  const extra = { kind: 'symbol', key: '7', version: 1, record: { id: 7 } };
  const events = history(0);
  writeLog(short, events);
  writeLog(long, [
    ...events,
    buildDeskEvent({ changes: [extra] }),
    buildDeskEvent({ changes: [{ ...extra, version: 2, record: null }] }),
  ]);
  const [a, b] = [await verify(short), await verify(long)];
  t.equal(a.ok && a.data.state_hash, b.ok && b.data.state_hash);
});

t.test('A damaged log is refused with its first bad event', async (t) => {
  const data = t.testdir();
  fillFolder(data, 40);
  const path = join(pathsOf(data).log, nameOf(1));
  const bytes = readFileSync(path);
  const at = bytes.indexOf('digest 20');
  bytes[at] = 'D'.charCodeAt(0);
  writeFileSync(path, bytes);
  t.match(await verify(data), { ok: false, message: /bad at event 22: the checksum/ });
});

t.test('A damaged log tells what is at stake, whose it is, and what helps', async (t) => {
  const data = t.testdir();
  fillFolder(data, 40);
  const path = join(pathsOf(data).log, nameOf(1));
  const bytes = readFileSync(path);
  bytes[bytes.indexOf('digest 20')] = 0;
  writeFileSync(path, bytes);
  t.match(await verify(data), {
    data: {
      damage: { seq: 22, what: /checksum/ },
      ...{ first: 22, last: 42, events: 21, from_shadow: 21, from_log: 0 },
      ...{ accounts: [1001], lost: null, next: 'brokerd salvage' },
    },
  });
});

t.test('A log that is shorter than its database is no whole one', async (t) => {
  const [data, old] = [join(t.testdir(), 'a'), join(t.testdirName, 'b')];
  fillFolder(data, 9);
  fillFolder(old, 4);
  rmSync(pathsOf(data).log, { recursive: true });
  renameSync(pathsOf(old).log, pathsOf(data).log);
  t.match(await verify(data), {
    ok: false,
    message: /bad at event 7: it is gone; the database ends at 11.*7 to 11 are lost.*rebuild/,
    data: { lost: { first: 7, last: 11, events: 5, in_shadow: 0, seconds: null } },
  });
});

const broken = (change: (event: AccountEvent) => AccountEvent): readonly string[] => {
  const check = new LedgerCheck();
  const events = history(4).filter((event) => event.type === 'account');
  for (const [index, event] of events.entries()) {
    check.follow(index + 2, index === 2 ? change(event) : event, 'USD');
  }
  return check.violations.filter(({ seq }) => seq === 4).map(({ what }) => what);
};

t.test('A cent that a sum of doubles loses is missed', async (t) => {
  const check = new LedgerCheck();
  const paid = (account_seq: number, profit: number, balance: number): AccountEvent => ({
    ...buildAccountEvent({ account_seq, deals: [buildDeal({ action: 'balance', profit })] }),
    ledger: buildLedger({ balance }),
  });
  check.follow(1, paid(1, 2 ** 53, 2 ** 53), 'USD');
  check.follow(2, paid(2, 1, 2 ** 53 + 1), 'USD');
  t.match(check.violations, [
    { seq: 2, what: 'balance 9007199254740992, its deals 9007199254740993' },
  ]);
});

t.test('Each broken invariant of the ledger is named at its event', async (t) => {
  const ledger = (of: object) => (event: AccountEvent) => ({
    ...event,
    ledger: { ...event.ledger, ...of },
  });
  const cases: [(event: AccountEvent) => AccountEvent, RegExp][] = [
    [ledger({ balance: 1 }), /^balance 1, its deals 1000136$/],
    [ledger({ credit: 5 }), /^credit 5, its deals 0$/],
    [(event) => ({ ...event, account_seq: 9 }), /event 9 where 3/],
    [(event) => ({ ...event, money: buildMoney({ margin: -1 }) }), /margin -1/],
    [
      (event) => ({ ...event, positions: [buildPosition({ id: 2, volume: 5, closed: false })] }),
      /position 2 holds 5, its deals 0/,
    ],
    [
      (event) => ({ ...event, positions: [buildPosition({ id: 77, volume: 5 })] }),
      /position 77 holds 5, its deals 0/,
    ],
    [(event) => ({ ...event, orders: [buildOrder({ volume_initial: 3 })] }), /do not add up/],
    [(event) => ({ ...event, orders: [buildOrder({ state: 'filled' })] }), /done_at 0/],
  ];
  t.same(
    broken((event) => event),
    [],
    'nothing is broken in the history itself',
  );
  for (const [change, what] of cases) t.match(broken(change), [what], String(what));
});
