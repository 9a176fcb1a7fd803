// Daily rows across accounts: newest day first, then by login, from the sets of accounts by day.

import { isStaffGroup, isTechnicalGroup } from '../../../wire/accounts/group-kinds.js';
import { seesAll, viewOf } from '../../../wire/accounts/scope.js';
import { showRow } from '../../../wire/base/field-table.js';
import { foldedName } from '../../../wire/base/folded-name.js';
import {
  addLogin,
  addLogins,
  BITS_BYTES,
  blockOf,
  countBits,
  loginsOfBits,
} from '../../../wire/base/login-set.js';
import { listFits, maskListOf } from '../../../wire/base/mask.js';
import type { CountedPage } from '../../../wire/queries/fenced-query.js';
import type { DailiesQuery } from '../../../wire/queries/report-queries.js';
import { DAILY, type Daily, dailyId } from '../../../wire/trading/daily.js';
import type { Database } from '../../database/database.js';
import { DailyRows } from '../daily-rows.js';
import { fencedSteps, type SlicedRead } from './sliced-read.js';

/** Accounts and sets of accounts that are read in one step: some ms. */
const STEP_ACCOUNTS = 5_000;
const STEP_SETS = 256;
/** After each day that a date can name. */
const DAY_MAX = 10_000 * 366;

/** Accounts by block, as bits. */
type Bits = Map<number, Uint8Array>;

/** The accounts that a list is about: these, or all but these. */
interface ListedAccounts {
  readonly bits: Bits;
  readonly areLeftOut: boolean;
}

interface DailyBucket {
  readonly id: number;
  readonly group: string;
  readonly hidden: number;
}

const addTo = (bits: Bits, login: number): void => {
  const block = blockOf(login);
  const held = bits.get(block) ?? new Uint8Array(BITS_BYTES);
  bits.set(block, held);
  addLogin(held, login);
};

/** Takes from the bits of a block the bits that are not of the accounts. */
const restrict = (of: Uint8Array, block: number, { bits, areLeftOut }: ListedAccounts): void => {
  const others = bits.get(block);
  if (others === undefined) {
    if (!areLeftOut) of.fill(0);
    return;
  }
  for (const [at, byte] of others.entries()) {
    of[at] = (of[at] as number) & (areLeftOut ? ~byte : byte);
  }
};

const BLOCKS = 'SELECT block, group_id, logins FROM daily_logins WHERE day = ?';

const statements = (db: Database) => ({
  buckets: db.prepare('SELECT id, "group", hidden FROM account_buckets'),
  logins: db
    .prepare(
      `SELECT login FROM accounts INDEXED BY accounts_bucket
       WHERE bucket = ? AND login > ? ORDER BY login LIMIT ${STEP_ACCOUNTS}`,
    )
    .pluck(),
  bucket: db.prepare('SELECT bucket FROM accounts WHERE login = ?').pluck(),
  groups: db.prepare('SELECT id, "group", company FROM daily_groups'),
  dayBefore: db.prepare('SELECT MAX(day) FROM daily_logins WHERE day < ? AND day >= ?').pluck(),
  ofDay: db.prepare(`${BLOCKS} ORDER BY block`).raw(),
  ofBlock: db.prepare(`${BLOCKS} AND block = ?`).raw(),
});

/** The accounts of a block and group that have a row for a day. */
type BlockRow = readonly [block: number, group: number, logins: Buffer];

/** The ids of the rows of one page, gathered on the way over all of them. */
class PageIds {
  readonly ids: number[] = [];
  total = 0;

  constructor(
    private readonly skip: number,
    private readonly limit: number,
  ) {}

  /** The next accounts that have a row for the day. */
  add(day: number, block: number, bits: Uint8Array): void {
    const count = countBits(bits);
    const left = this.limit - this.ids.length;
    if (left > 0 && this.total + count > this.skip) {
      const from = Math.max(0, this.skip - this.total);
      const logins = loginsOfBits(block, bits).slice(from, from + left);
      this.ids.push(...logins.map((login) => dailyId(day, login)));
    }
    this.total += count;
  }
}

/** Reads daily rows by one connection. */
export class DailyLists {
  readonly #sql: ReturnType<typeof statements>;
  readonly #rows: DailyRows;

  constructor(private readonly db: Database) {
    this.#sql = statements(db);
    this.#rows = new DailyRows(db);
  }

  /** One page, and the number of rows on all pages. */
  *page(query: DailiesQuery): SlicedRead<CountedPage> {
    const { page } = query;
    const read = function* (this: DailyLists) {
      const { ids, total } = yield* this.#ids(query);
      return { items: this.#rows.all(ids).map(shown), total, page };
    }.bind(this);
    return yield* fencedSteps(this.db, query, { items: [], total: 0, page }, read);
  }

  *#ids(query: DailiesQuery): SlicedRead<PageIds> {
    const { page, limit, from = 0, to = DAY_MAX, login } = query;
    const found = new PageIds((page - 1) * limit, limit);
    const groups = this.#groupsOf(query);
    if (groups.size === 0) return found;
    const accounts = yield* this.#accountsOf(query);
    for (let day = this.#dayBefore(to + 1, from); day !== null; day = this.#dayBefore(day, from)) {
      const rows =
        login === undefined ? this.#sql.ofDay.all(day) : this.#sql.ofBlock.all(day, blockOf(login));
      yield* addDay(found, day, rows as BlockRow[], groups, accounts);
    }
    return found;
  }

  /** The newest day with rows before a day, not before `from`; null = none. */
  #dayBefore(day: number, from: number): number | null {
    return this.#sql.dayBefore.get(day, from) as number | null;
  }

  /** The numbers of the groups of then that the list is asked for. */
  #groupsOf({ group, company }: DailiesQuery): ReadonlySet<number> {
    const wanted = company === undefined ? undefined : foldedName(company);
    const masks = group === undefined ? undefined : maskListOf(group);
    const all = this.#sql.groups.all() as { id: number; group: string; company: string }[];
    const fit = all.filter(
      (one) =>
        (masks === undefined || listFits(masks, one.group)) &&
        (wanted === undefined || foldedName(one.company) === wanted),
    );
    return new Set(fit.map(({ id }) => id));
  }

  /**
   * The accounts that the reader sees by their groups of now, of which staff and technical ones are
   * left out. A reader who sees all also sees accounts that are gone.
   */
  *#accountsOf({ viewer, login }: DailiesQuery): SlicedRead<ListedAccounts> {
    const sees = viewOf(viewer);
    const areLeftOut = seesAll(viewer);
    const isListed = ({ group, hidden }: DailyBucket): boolean =>
      sees(group, hidden === 1) && !isStaffGroup(group) && !isTechnicalGroup(group);
    const buckets = this.#sql.buckets.all() as DailyBucket[];
    const ids = buckets.filter((one) => isListed(one) !== areLeftOut).map(({ id }) => id);
    const bits: Bits = new Map();
    if (login !== undefined) {
      const bucket = this.#sql.bucket.get(login) as number | undefined;
      const isOne = bucket !== undefined && ids.includes(bucket);
      if (isOne !== areLeftOut) addTo(bits, login);
      return { bits, areLeftOut: false };
    }
    for (const id of ids) yield* this.#addBucket(id, bits);
    return { bits, areLeftOut };
  }

  *#addBucket(bucket: number, bits: Bits): SlicedRead<void> {
    for (let after = 0; ; ) {
      const logins = this.#sql.logins.all(bucket, after) as number[];
      for (const login of logins) addTo(bits, login);
      const last = logins.at(-1);
      if (last === undefined || logins.length < STEP_ACCOUNTS) return;
      after = last;
      yield;
    }
  }
}

const shown = (row: Daily): Record<string, unknown> =>
  showRow(DAILY, row, { digits: 0, currency_digits: row.currency_digits });

/** Adds the rows of a day, of which `rows` are in the order of their blocks. */
function* addDay(
  found: PageIds,
  day: number,
  rows: readonly BlockRow[],
  groups: ReadonlySet<number>,
  accounts: ListedAccounts,
): SlicedRead<void> {
  const bits = new Uint8Array(BITS_BYTES);
  let begun = 0;
  for (const [at, [block, group, logins]] of rows.entries()) {
    if (groups.has(group)) addLogins(bits, logins);
    if (rows[at + 1]?.[0] === block) continue;
    restrict(bits, block, accounts);
    found.add(day, block, bits);
    bits.fill(0);
    if (at - begun < STEP_SETS) continue;
    begun = at;
    yield;
  }
  yield;
}
