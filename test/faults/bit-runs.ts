// Bits and pages of a database that change: a start tells, or what it loads is as it was.

import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { databaseDamage } from '../../actors/commands/database-check.js';
import { TYPE_TABLE } from '../../actors/desk/types/record-types.js';
import { type SeededRandom, seededRandom } from '../../actors/drill/seeded-random.js';
import { readCheckpoint, readTotals } from '../../storage/database/checkpoint.js';
import { type Database, dropDatabase, usable } from '../../storage/database/database.js';
import {
  ACCOUNT_ROWS,
  DERIVED,
  ENTRIES,
  isOutdated,
  LEDGERS,
  ORDERS,
  openProjection,
  POSITIONS,
  QUEUE,
  SWITCHED,
} from '../../storage/database/schema.js';
import { Projection } from '../../storage/projection/projection.js';
import { knownRows } from '../../storage/read/queries.js';
import {
  accountsOf,
  allRecordsOf,
  derivedPending,
  requestKeys,
} from '../../storage/read/snapshot.js';
import { emptyRow } from '../../wire/base/field-table.js';
import { packEvent } from '../../wire/codec/pack.js';
import { QUEUED } from '../../wire/trading/queued.js';
import { eventsOf } from '../histories/history.js';
import { buildAccountEvent, packedBatch } from '../support/build.js';

/** A recorded history that has records of all kinds, but for those of one event that is added. */
const HISTORY = 'everything';
/** With these the tables have inner pages. */
const PAGE_BYTES = 512;

/** What waits: a commission for an agent, and a request. */
const waiting = (): Buffer => {
  const request_id = '0b3c1f2e-7a55-4c1d-9d52-000000000001';
  const commission = { ...{ action: 'agent', amount: '1.25', comment: '' }, from_login: 1001 };
  return packEvent(
    buildAccountEvent({
      derived: [{ ...commission, request_id, login: 1002 } as never],
      queued: [{ ...emptyRow(QUEUED), id: 1, login: 1001, symbol: 'EURUSD', state: 'queued' }],
    }),
  );
};

/** Makes the database of a server that was stopped, with free pages. */
const makeDatabase = (path: string): void => {
  const db = openProjection(path);
  const events = [...eventsOf(HISTORY), waiting()];
  new Projection(db).project([packedBatch(1, events)]);
  db.pragma('journal_mode = DELETE');
  db.pragma(`page_size = ${PAGE_BYTES}`);
  db.exec('VACUUM; CREATE TABLE gone AS SELECT * FROM entries; DROP TABLE gone');
  db.close();
};

const everyone = (): boolean => true;

/** A hash of all that a start loads, byte for byte. */
const loaded = (db: Database): string => {
  const parts: (Uint8Array | string)[] = [];
  const put = (part: unknown): void => {
    parts.push(part instanceof Uint8Array ? hash('sha1', part) : JSON.stringify(part));
  };
  put([readCheckpoint(db), readTotals(db).write()]);
  for (const { switches, ledger, positions, orders, queue } of accountsOf(db, everyone)) {
    put(switches);
    put(ledger);
    for (const rows of [positions, orders, queue]) {
      put(rows.length);
      for (const row of rows) put(row);
    }
  }
  for (const kind of TYPE_TABLE.names) for (const record of allRecordsOf(db, kind)) put(record);
  put([...requestKeys(db, everyone)]);
  put(derivedPending(db));
  return hash('sha256', parts.join('\n'));
};

/** Told by its doing: a database of an earlier version. */
const MADE_ANEW = 'it is made again';

/** What comes of a start: a hash of what it loads, or why it does not. */
const start = (path: string): { readonly hash?: string; readonly fault?: string } => {
  try {
    if (isOutdated(path)) return { fault: MADE_ANEW };
    return usable(path, () => {
      const db = openProjection(path);
      try {
        new Projection(db);
        knownRows(db);
        return { hash: loaded(db) };
      } finally {
        db.close();
      }
    });
  } catch (error) {
    return { fault: (error as Error).message };
  }
};

/** Pages of a kind: of a table or an index, leaves or inner ones; or free ones. */
interface Pages {
  readonly name: string;
  readonly pages: readonly number[];
}

/** The tables that a start loads from; their names are those of the schema. */
const LOADED = [ACCOUNT_ROWS.name, ENTRIES.name, DERIVED, 'records', 'checkpoint'];
/** The kinds of rows of accounts. */
const KINDS = [SWITCHED, LEDGERS, POSITIONS, ORDERS, QUEUE];

/** Throws when there is no row of a table or kind that a start loads: nothing would be harmed. */
const refuseEmpty = (db: Database): void => {
  for (const table of LOADED) {
    if (db.prepare(`SELECT 1 FROM ${table}`).get() === undefined) {
      throw new Error(`the table ${table} has no row`);
    }
  }
  const find = db.prepare('SELECT 1 FROM account_rows WHERE kind = ?');
  const missing = KINDS.filter(({ kind }) => find.get(kind) === undefined);
  if (missing.length > 0) throw new Error(`no row of ${missing.map(({ name }) => name)}`);
};

/** What a start reads: the tables that it loads from, their indexes, and what opens a database. */
const readNames = (db: Database): string[] => {
  const named = LOADED.map((name) => `'${name}'`).join(', ');
  const names = db
    .prepare(
      `SELECT name FROM sqlite_schema
       WHERE rootpage > 0 AND (tbl_name IN (${named}) OR name LIKE '%_parts_config')`,
    )
    .pluck()
    .all() as string[];
  return [...names, 'sqlite_schema'];
};

const pagesOf = (path: string): { readonly bytes: number; readonly groups: readonly Pages[] } => {
  const db = openProjection(path);
  refuseEmpty(db);
  const names = readNames(db);
  const bytes = db.pragma('page_size', { simple: true }) as number;
  const count = db.pragma('page_count', { simple: true }) as number;
  const used = db.prepare('SELECT name, pagetype, pageno FROM dbstat').all() as {
    readonly name: string;
    readonly pagetype: string;
    readonly pageno: number;
  }[];
  db.close();
  const groups = new Map<string, number[]>();
  const free = new Set(Array.from({ length: count }, (_, n) => n + 1));
  for (const { name, pagetype, pageno } of used) {
    free.delete(pageno);
    if (!names.includes(name)) continue;
    const group = `${name} ${pagetype}`;
    groups.set(group, [...(groups.get(group) ?? []), pageno]);
  }
  groups.set('free', [...free]);
  return { bytes, groups: [...groups].map(([name, pages]) => ({ name, pages })) };
};

/** What SQLite's own file has before the head of its first page. */
const FILE_HEAD = 100;
/** The head of a page and its first pointers to cells; and where it says that cells begin. */
const PAGE_HEAD = 32;
const CELLS_AT = 5;

/** A byte of a page: of its head, or of its cells. */
const byteOf = (file: Buffer, page: number, pageBytes: number, random: SeededRandom): number => {
  const at = (page - 1) * pageBytes;
  const head = at + (page === 1 ? random(2) * FILE_HEAD : 0);
  if (random(2) === 0) return head + random(PAGE_HEAD);
  const cells = file.readUInt16BE((page === 1 ? FILE_HEAD : at) + CELLS_AT);
  const from = cells < pageBytes ? cells : 0;
  return at + from + random(pageBytes - from);
};

/** One in so many cases changes a page instead of a bit. */
const PAGES_EVERY = 8;

/** Changes a bit of a page, or has another page's bytes or none there; says what it did. */
const harm = (file: Buffer, page: number, pageBytes: number, random: SeededRandom): string => {
  const at = (page - 1) * pageBytes;
  if (random(PAGES_EVERY) === 0) {
    const other = random(file.length / pageBytes);
    if (random(2) === 0) file.fill(0, at, at + pageBytes);
    else file.copy(file, at, other * pageBytes, (other + 1) * pageBytes);
    return `page ${page}, now zeros or page ${other + 1}`;
  }
  const byte = byteOf(file, page, pageBytes, random);
  const bit = 1 << random(8);
  file.writeUInt8(file.readUInt8(byte) ^ bit, byte);
  return `bit ${bit} of byte ${byte} in page ${page}`;
};

/**
 * Harms a database in so many ways, pages of each kind at least once, one at a time; a start must
 * tell, or it did no harm.
 */
export const harmDatabase = async (t: Test, count: number, seed: number): Promise<void> => {
  const folder = t.testdir({});
  const whole = join(folder, 'whole.db');
  const harmed = join(folder, 'harmed.db');
  makeDatabase(whole);
  const wanted = start(whole);
  t.ok(wanted.hash, `${wanted.fault}`);
  const { bytes, groups } = pagesOf(whole);
  t.notOk(
    groups.some(({ pages }) => pages.length === 0),
    'there are pages of all kinds',
  );
  const cases = Math.max(count, groups.length);
  const file = readFileSync(whole);
  const random = seededRandom(seed);
  const silent: string[] = [];
  let faulty = 0;
  for (let n = 0; n < cases; n += 1) {
    const { name, pages } = groups[n % groups.length] as Pages;
    const page = pages[random(pages.length)] as number;
    const copy = Buffer.from(file);
    const what = `${harm(copy, page, bytes, random)} (${name})`;
    dropDatabase(harmed);
    writeFileSync(harmed, copy);
    const found = start(harmed);
    if (found.fault !== undefined) {
      faulty += 1;
      if (found.fault !== MADE_ANEW && databaseDamage(harmed) === undefined) {
        silent.push(`${what}: verify does not say ${found.fault}`);
      }
    } else if (found.hash !== wanted.hash) silent.push(what);
  }
  t.same(silent, [], `seed ${seed}`);
  // Far fewer than usual would mean that the cases do not harm what is read.
  t.ok(faulty > cases / 6, `${faulty} of ${cases} were told`);
};
