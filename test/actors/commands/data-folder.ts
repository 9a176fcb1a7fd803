// A data folder for tests of the commands: a log with a little history and its database.

import fs, { mkdirSync, readFileSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import type { Test } from 'tap';
import { catchUp } from '../../../actors/commands/made-database.js';
import { pathsOf } from '../../../actors/folder/folder.js';
import { openKeys } from '../../../actors/secrets/keyfile.js';
import { openProjection } from '../../../storage/database/schema.js';
import { frameEvents } from '../../../storage/log/batch.js';
import { Log, type LogOptions, nameOf } from '../../../storage/log/log.js';
import { packEvent } from '../../../wire/codec/pack.js';
import type { Event } from '../../../wire/trading/events.js';
import {
  accountChange,
  buildAccountEvent,
  buildDeal,
  buildDeskEvent,
  buildLedger,
  buildOrder,
  buildPosition,
  buildResult,
  MONDAY,
} from '../../support/build.js';

const LOT = 1e8;
const GROUP = {
  kind: 'group',
  key: 'demo\\standard',
  version: 1,
  record: { path: 'demo\\standard', currency: 'USD', currency_digits: 2 },
};
const CLIENT = {
  kind: 'client',
  key: '1',
  version: 1,
  record: { id: 1, version: 1, kind: 'person', name: 'Ada', accounts: [], owner: 1 },
};

const requestId = (n: number): string => `0b3c1f2e-7a55-4c1d-9d52-${String(n).padStart(12, '0')}`;

const openedAccount = (login: number) =>
  accountChange(login, {
    name: '',
    api_enabled: false,
    limit_orders: 0,
    limit_positions: 0,
    agent: 0,
    created_at: new Date(MONDAY).toISOString(),
    archived_at: null,
    hidden: false,
  });

/**
 * Opens with one group, two accounts and a client; then account 1001 pays in, buys, and closes each
 * buy.
 */
export const history = (trades: number): Event[] => {
  const opening = buildDeskEvent({
    changes: [GROUP, openedAccount(1001), openedAccount(1002), CLIENT],
    journal: [{ kind: 'account', login: 1001, text: 'opened' }],
  });
  let balance = 1_000_000;
  const events: Event[] = [
    opening,
    buildAccountEvent({
      deals: [buildDeal({ symbol: '', action: 'balance', entry: 'none', profit: balance })],
      ledger: buildLedger({ balance, account_seq: 1, updated_at: MONDAY }),
    }),
  ];
  for (let n = 1; n <= trades; n += 1) {
    const id = 2 * n;
    const opens = n % 2 === 1;
    const position = opens ? id : id - 2;
    const profit = opens ? 0 : 150;
    balance += profit - 7;
    const time = MONDAY + n;
    const done = {
      volume_initial: LOT,
      volume_filled: LOT,
      state: 'filled',
      done_at: time,
    } as const;
    events.push(
      buildAccountEvent({
        account_seq: n + 1,
        time,
        orders: [buildOrder({ id, position_id: position, ...done })],
        deals: [
          buildDeal({
            id,
            order_id: id,
            position_id: position,
            action: opens ? 'buy' : 'sell',
            entry: opens ? 'in' : 'out',
            volume: LOT,
            price: 108_950_000 + n,
            profit,
            commission: -7,
            created_at: time,
          }),
        ],
        positions: [
          buildPosition({
            id: position,
            volume: opens ? LOT : 0,
            closed: !opens,
            updated_at: time,
          }),
        ],
        ledger: buildLedger({ balance, account_seq: n + 1, updated_at: time }),
        remembered: {
          request_id: requestId(n),
          digest: `digest ${n}`,
          result: buildResult({ request_id: requestId(n), order_id: id, deal_ids: String(id) }),
        },
      }),
    );
  }
  return events;
};

/** Writes events into the log of a data folder, each in a batch of its own. */
export const writeLog = (
  data: string,
  events: readonly Event[],
  options: LogOptions = {},
): void => {
  const log = Log.open(pathsOf(data).log, options);
  for (const event of events) log.append(1, frameEvents([packEvent(event)]));
  log.close();
};

/** A data folder with log, database and key, none of them open. */
export const fillFolder = (
  data: string,
  trades: number | readonly Event[] = 9,
  options: LogOptions = {},
): void => {
  mkdirSync(data, { recursive: true });
  const { key, log, database } = pathsOf(data);
  writeLog(data, typeof trades === 'number' ? history(trades) : trades, options);
  openKeys(key);
  const db = openProjection(database);
  catchUp(db, log);
  db.close();
};

/** A filled data folder of a test. */
export const filledFolder = (t: Pick<Test, 'testdir'>, trades?: number): string => {
  const data = t.testdir();
  fillFolder(data, trades);
  return data;
};

/** Overwrites a byte of a file where a text stands in it. */
export const spoil = (path: string, text: string): void => {
  const bytes = readFileSync(path);
  // Pages that are free again may still have an older copy of it.
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) bytes[at] = 0;
  writeFileSync(path, bytes);
};

const PAGE = 4096;

/** The pages of a file in which a text begins. */
const pagesWith = (path: string, text: string): ReadonlySet<number> => {
  const bytes = readFileSync(path);
  const pages = new Set<number>();
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) {
    pages.add(Math.floor(at / PAGE));
  }
  return pages;
};

/**
 * Does something while the disk does not give those pages of files in which a text begins, as the
 * kernel tells it: a read ends before such a page, and fails with EIO where it begins with one.
 */
export const unreadable = async <T>(
  paths: readonly string[],
  text: string,
  act: () => Promise<T>,
): Promise<T> => {
  const { readSync } = fs;
  const bad = new Map(paths.map((path) => [realpathSync(path), pagesWith(path, text)]));
  fs.readSync = ((file: number, bytes: Buffer, offset: number, length: number, at: number) => {
    const pages = bad.get(readlinkSync(`/proc/self/fd/${file}`));
    const first = Math.floor(at / PAGE);
    for (let page = first; pages !== undefined && page * PAGE < at + length; page += 1) {
      if (!pages.has(page)) continue;
      if (page === first) throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
      return readSync(file, bytes, offset, page * PAGE - at, at);
    }
    return readSync(file, bytes, offset, length, at);
  }) as typeof readSync;
  syncBuiltinESMExports();
  try {
    return await act();
  } finally {
    fs.readSync = readSync;
    syncBuiltinESMExports();
  }
};

/** The file of a data folder's log. */
export const logFile = (data: string): string => join(pathsOf(data).log, nameOf(1));
