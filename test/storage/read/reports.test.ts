// Reports of random platforms against a slow reading of the same events.

import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import t from 'tap';
import { slicedTable } from '../../../storage/read/lists/accounts.js';
import { isStaffGroup } from '../../../wire/accounts/group-kinds.js';
import { RIGHTS, type Right } from '../../../wire/accounts/rights.js';
import type { Viewer } from '../../../wire/accounts/scope.js';
import { emptyRow } from '../../../wire/base/field-table.js';
import { maskListFits } from '../../../wire/base/mask.js';
import { dateText } from '../../../wire/base/time.js';
import { DAILY, type Daily, dailyId } from '../../../wire/trading/daily.js';
import type { Event } from '../../../wire/trading/events.js';
import type { Position } from '../../../wire/trading/records.js';
import {
  accountChange,
  buildAccountEvent,
  buildDeskEvent,
  buildPosition,
} from '../../support/build.js';
import { projecting } from '../../support/opened.js';
import { RUN } from '../../support/run.js';
import { finished } from '../../support/stored-lists.js';

const GROUPS = ['demo\\a', 'real\\b', 'real\\c', 'managers\\d', 'real\\technical'];
/** Logins of three blocks, with one that lies alone. */
const LOGINS = [1, 2, 4095, 4096, 4100, 1_000_000, 1_000_001];
const FIRST_DAY = 20_000;

const login = fc.constantFrom(...LOGINS);
const group = fc.constantFrom(...GROUPS);
const step = fc.oneof(
  fc.record({ act: fc.constant('move' as const), login, group, hidden: fc.boolean() }),
  fc.record({ act: fc.constant('delete' as const), login }),
  fc.record({ act: fc.constant('day' as const), logins: fc.subarray(LOGINS) }),
  fc.record({
    act: fc.constant('position' as const),
    login,
    id: fc.integer({ min: 1, max: 6 }),
    symbol: fc.constantFrom('EURUSD', 'XAUUSD'),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    volume: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 2 ** 53 - 1 })),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** What a slow reader keeps of the events. */
class SlowReader {
  readonly accounts = new Map<number, { group: string; hidden: boolean }>();
  readonly dailies: Daily[] = [];
  readonly positions = new Map<number, Position>();
  readonly #traded = new Set<number>();
  #day = FIRST_DAY;

  /** The events of a step. */
  events(step: Step): Event[] {
    switch (step.act) {
      case 'move':
        this.accounts.set(step.login, step);
        return [buildDeskEvent({ changes: [accountChange(step.login, step)] })];
      case 'delete': {
        // Accounts that ever traded are not deleted.
        if (this.#traded.has(step.login) || !this.accounts.delete(step.login)) return [];
        const change = { ...accountChange(step.login), record: null };
        return [buildDeskEvent({ changes: [change] })];
      }
      case 'day':
        this.#day += 1;
        return step.logins.flatMap((of) => this.#ended(of));
      case 'position':
        return this.#position(step);
    }
  }

  #ended(of: number): Event[] {
    const account = this.accounts.get(of);
    if (account === undefined || !isListed(account.group)) return [];
    const id = dailyId(this.#day, of);
    const date = dateText(this.#day * 86_400_000);
    const company = `Company of ${account.group}`;
    const named = { id, date, login: of, group: account.group, company };
    const daily = { ...emptyRow(DAILY), ...named };
    this.dailies.push(daily);
    return [buildAccountEvent({ login: of, daily })];
  }

  #position({ login: of, id, symbol, side, volume }: Extract<Step, { act: 'position' }>): Event[] {
    const before = this.positions.get(id);
    if (!this.accounts.has(before?.login ?? of) || (volume === 0 && before === undefined)) {
      return [];
    }
    const row = before === undefined ? { id, login: of, symbol, side } : before;
    this.#traded.add(row.login);
    const position = buildPosition({ ...row, volume, closed: volume === 0 });
    if (volume === 0) this.positions.delete(id);
    else this.positions.set(id, position);
    return [buildAccountEvent({ login: row.login, positions: [position] })];
  }

  /** Does the viewer see the account? */
  sees(of: number, { rights, group_scope }: Viewer): boolean {
    const account = this.accounts.get(of);
    const isMaster = rights.length === RIGHTS.length && group_scope.includes('*');
    if (account === undefined) return isMaster;
    const { group: path, hidden } = account;
    return (
      group_scope.some((mask) => maskListFits(mask, path)) &&
      (!isStaffGroup(path) || rights.includes('config.staff')) &&
      (!hidden || rights.includes('accounts.hidden'))
    );
  }
}

const isListed = (path: string): boolean => !isStaffGroup(path) && !path.includes('technical');

const viewer = fc.record({
  rights: fc.constantFrom<readonly Right[]>(RIGHTS, [], ['accounts.hidden'], ['config.staff']),
  group_scope: fc.constantFrom<readonly string[]>(['*'], ['real\\*'], ['demo\\*', 'real\\c'], []),
});
const asked = fc.record(
  {
    group: fc.constantFrom('real\\*', '*,!demo\\*', 'none'),
    company: fc.constantFrom('company of REAL\\b', 'Company of demo\\a'),
    login,
    from: fc.integer({ min: FIRST_DAY, max: FIRST_DAY + 8 }),
    to: fc.integer({ min: FIRST_DAY, max: FIRST_DAY + 8 }),
  },
  { requiredKeys: [] },
);

t.test('pages and sums are those of a slow reading of the events', async (t) => {
  const steps = fc.array(step, { minLength: 5, maxLength: 40 });
  const page = fc.record({ page: fc.integer({ min: 1, max: 3 }), limit: fc.constantFrom(3, 1000) });
  const platform = fc.property(steps, viewer, asked, page, (taken, viewer, asked, page) => {
    const { db, add } = projecting(t);
    const slow = new SlowReader();
    for (const one of taken) {
      const events = slow.events(one);
      if (events.length > 0) add(...events);
    }
    const table = slicedTable(db);
    const fit = slow.dailies
      .filter(
        (row) =>
          slow.sees(row.login, viewer) &&
          isListed(slow.accounts.get(row.login)?.group ?? '') &&
          (asked.group === undefined || maskListFits(asked.group, row.group)) &&
          (asked.company === undefined ||
            asked.company.toLowerCase() === row.company.toLowerCase()) &&
          (asked.login === undefined || asked.login === row.login) &&
          row.date >= dateText((asked.from ?? FIRST_DAY) * 86_400_000) &&
          row.date <= dateText((asked.to ?? FIRST_DAY + 99) * 86_400_000),
      )
      .sort((a, b) => (a.date === b.date ? a.login - b.login : a.date < b.date ? 1 : -1));
    const found = finished(table['reports.daily']({ session: '', viewer, ...asked, ...page }));
    const begin = (page.page - 1) * page.limit;
    t.equal(found.total, fit.length);
    t.same(
      found.items.map(({ id }) => id),
      fit.slice(begin, begin + page.limit).map(({ id }) => id),
    );
    const { rows } = finished(table['reports.exposure']({ session: '', viewer }));
    const open = [...slow.positions.values()].filter(
      (row) =>
        slow.sees(row.login, viewer) && !isStaffGroup(slow.accounts.get(row.login)?.group ?? ''),
    );
    const lots = (symbol: string, side: string) =>
      open
        .filter((row) => row.symbol === symbol && row.side === side)
        .reduce((sum, row) => sum.plus(new Decimal(row.volume).div(1e8)), new Decimal(0));
    const symbols = [...new Set(open.map(({ symbol }) => symbol))].sort();
    t.same(
      [...rows].sort((a, b) => (a.symbol < b.symbol ? -1 : 1)),
      symbols.map((symbol) => {
        const [buy, sell] = [lots(symbol, 'buy'), lots(symbol, 'sell')];
        return {
          symbol,
          buy_volume: buy.toFixed(),
          sell_volume: sell.toFixed(),
          net_volume: buy.minus(sell).toFixed(),
          positions: open.filter((row) => row.symbol === symbol).length,
        };
      }),
    );
    t.same(db.prepare('SELECT * FROM exposure WHERE positions <= 0').all(), []);
  });
  fc.assert(platform, { numRuns: RUN === 'test' ? 15 : 200 });
});

t.test('a day with many sets of accounts is read in steps', async (t) => {
  const { db } = projecting(t);
  const put = db.prepare('INSERT INTO daily_logins VALUES (?, ?, ?, 0, ?)');
  const names = db.prepare(`INSERT INTO daily_groups VALUES (?, ?, 'Acme', '', 0, 0, 0)`);
  const [groups, blocks] = [2, 1_000];
  for (let group = 1; group <= groups; group += 1) {
    names.run(group, `real\\${group}`);
    for (let block = 0; block < blocks; block += 1) {
      put.run(FIRST_DAY, block, group, Buffer.from([group, 0]));
    }
  }
  const master = { rights: RIGHTS, group_scope: ['*'] };
  const asked = { session: '', viewer: master, page: 9, limit: 1000 };
  const read = slicedTable(db)['reports.daily'](asked);
  let steps = 0;
  for (let step = read.next(); ; step = read.next(), steps += 1) {
    if (!step.done) continue;
    t.match(step.value, { items: [], total: groups * blocks });
    break;
  }
  t.ok(steps >= 7, `${steps} steps`);
});
