// Reports of random platforms against a slow reading of the same events, module by module.

import { Decimal } from 'decimal.js';
import t, { type Test } from 'tap';
import { reportResults } from '../../../storage/reports/results.js';
import { RIGHTS, type Right } from '../../../wire/accounts/rights.js';
import type { Viewer } from '../../../wire/accounts/scope.js';
import { inScope } from '../../../wire/base/mask.js';
import type { ReportSection, ReportTask } from '../../../wire/rest/trading/report-jobs.js';
import {
  REPORT_MODULES,
  type ReportDeclaration,
  reportFieldType,
  reportModule,
} from '../../../wire/settings/report-modules.js';
import type { AccountEvent } from '../../../wire/trading/events.js';
import type { Deal } from '../../../wire/trading/records.js';
import { PositionsDesk } from '../../http/routes/trading/positions-desk.js';
import { countOf } from '../../support/run.js';

const DAY_MS = 86_400_000;
const MODULES = REPORT_MODULES.map(({ module }) => reportModule(module) as ReportDeclaration);
const WEDNESDAY = Date.UTC(2025, 2, 12);
const MONEY =
  /^(balance|charge|correction|commission|agent|interest|swap|dividend|tax|transfer|so_)/;

/** The trader of the demo platform, who has no event. */
const UNUSED = 1001;

type Row = Readonly<Record<string, unknown>>;

/** Numbers that are the same for the same seed. */
const dice = (seed: number) => {
  let state = seed * 2_654_435_761 + 1;
  return (sides: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
};

const VIEWERS: readonly Viewer[] = [
  { rights: RIGHTS, group_scope: ['*'] },
  { rights: [], group_scope: ['*'] },
  { rights: ['accounts.hidden'] as Right[], group_scope: ['demo\\*'] },
  { rights: [], group_scope: ['real\\*'] },
];

/** A platform on which accounts trade at random. */
class Platform {
  readonly #groups = new Map([[UNUSED, { group: 'demo\\standard', hidden: false }]]);
  readonly #open: [login: number, position: number][] = [];

  constructor(
    readonly desk: PositionsDesk,
    private readonly roll: ReturnType<typeof dice>,
  ) {}

  async open(): Promise<void> {
    await this.desk.acme();
    await this.desk.precise();
    const accounts = [{}, { group: 'real\\acme' }, { group: 'real\\precise' }, { hidden: true }];
    for (const given of accounts) {
      const login = await this.desk.trader(given);
      const { group = 'demo\\standard', hidden = false } = given as {
        readonly group?: string;
        readonly hidden?: boolean;
      };
      this.#groups.set(login, { group, hidden });
    }
  }

  /** A day of trades, and its end. */
  day(at: number): void {
    const { desk, roll } = this;
    const logins = [...this.#groups.keys()].filter((login) => login !== UNUSED);
    desk.shard.now = at + 10 * 3_600_000;
    for (let step = 0; step < 20; step += 1) {
      desk.shard.now += 1_000 + roll(100_000);
      const bid = 110_000 + roll(400) - 200;
      desk.shard.quote('EURUSD', `1.${String(bid).slice(1)}`, `1.${String(bid + 10).slice(1)}`);
      const login = logins[roll(logins.length)] as number;
      const act = roll(5);
      if (act === 0) desk.pay(login, 1 + roll(2));
      else if (act === 1 && this.#open.length > 0) {
        const [[owner, position]] = this.#open.splice(roll(this.#open.length), 1) as [
          [number, number],
        ];
        desk.close(owner, position);
      } else if (act === 2) desk.place(login, { volume: '0.1' });
      else {
        const given = { side: roll(2) === 0 ? 'buy' : 'sell', volume: `0.${1 + roll(9)}` };
        this.#open.push([login, desk.trade(login, given)]);
      }
    }
    desk.endDay(logins, `${new Date(at).toISOString().slice(0, 10)}T23:59:59`);
  }

  sees(login: number, { rights, group_scope }: Viewer): boolean {
    const { group = '', hidden = false } = this.#groups.get(login) ?? {};
    return inScope(group_scope, group) && (!hidden || rights.includes('accounts.hidden'));
  }

  groupOf(login: number): string {
    return this.#groups.get(login)?.group ?? '';
  }
}

const firstOf = <T extends { readonly id: number }>(rows: readonly T[]): T[] => [
  ...new Map(rows.toReversed().map((row) => [row.id, row])).values(),
];

/** The rows of a source, read from the events one by one. */
const slowRows = (
  source: string,
  platform: Platform,
  events: readonly AccountEvent[],
): readonly (Row & { readonly login?: number; readonly at: number })[] => {
  const deals = firstOf(events.flatMap((event) => event.deals));
  const currency = 'USD';
  switch (source) {
    case 'deals':
      return deals.map((deal) => ({ ...deal, currency, at: deal.created_at }));
    case 'orders': {
      const ended = ['filled', 'canceled', 'rejected', 'expired'];
      const orders = events.flatMap((event) => event.orders);
      const over = firstOf(orders.filter(({ state }) => ended.includes(state)));
      return over.map((order) => ({ ...order, at: order.done_at }));
    }
    case 'dailies':
      return events.flatMap(({ daily }) =>
        daily === null ? [] : [{ ...daily, at: daily.created_at }],
      );
    case 'closed':
      return events.flatMap(({ positions, time }) =>
        positions
          .filter(({ closed }) => closed)
          .map((position) => {
            const own = deals.filter(({ position_id }) => position_id === position.id);
            const out = own.filter(({ entry }) => entry !== 'in');
            const sum = (
              of: readonly Deal[],
              name: 'volume' | 'profit' | 'swap' | 'commission' | 'fee',
            ) => of.reduce((all, deal) => all + deal[name], 0);
            return {
              ...position,
              ...{ id: out.at(-1)?.id, position_id: position.id, currency, at: time },
              ...{ group: platform.groupOf(position.login), closed_at: time },
              ...{ volume: sum(out, 'volume'), profit: sum(out, 'profit'), swap: sum(own, 'swap') },
              ...{ commission: sum(own, 'commission'), fee: sum(own, 'fee') },
            };
          }),
      );
    case 'accounts': {
      const unused = { login: UNUSED, currency_digits: 2, balance: 0, credit: 0 };
      const ledgers = new Map<number, Row & { readonly login: number }>([[UNUSED, unused]]);
      for (const { login, ledger } of events) ledgers.set(login, ledger);
      return Array.from(ledgers.values(), (ledger) => ({
        ...{ ...ledger, currency, group: platform.groupOf(ledger.login), at: WEDNESDAY },
      }));
    }
    default:
      return [];
  }
};

/** Open volume by symbol: each position as it was in its newest event. */
const exposed = (platform: Platform, events: readonly AccountEvent[], viewer: Viewer): Row[] => {
  const newest = new Map(events.flatMap((event) => event.positions).map((one) => [one.id, one]));
  const open = [...newest.values()].filter(
    ({ closed, login }) => !closed && platform.sees(login, viewer),
  );
  const bySide = (symbol: string, side: string) =>
    open
      .filter((one) => one.symbol === symbol && one.side === side)
      .reduce((sum, { volume }) => sum + volume, 0);
  return [...new Set(open.map(({ symbol }) => symbol))].map((symbol) => {
    const [buy_volume, sell_volume] = [bySide(symbol, 'buy'), bySide(symbol, 'sell')];
    const positions = open.filter((one) => one.symbol === symbol).length;
    return { symbol, buy_volume, sell_volume, net_volume: buy_volume - sell_volume, positions };
  });
};

/** The rows that a module takes, said again. */
const TAKES: Readonly<Record<string, (row: Row) => boolean>> = {
  balance_operations: ({ action }) =>
    MONEY.test(String(action)) || /^(credit|bonus)/.test(String(action)),
  commissions: ({ action, commission, fee }) =>
    commission !== 0 || fee !== 0 || /^(commission|agent)/.test(String(action)),
  swaps: ({ action, swap }) => swap !== 0 || action === 'swap',
  stop_outs: ({ action, reason }) => reason === 'so' || /^so_comp/.test(String(action)),
};

const SCALES: Readonly<Record<string, (row: Row) => readonly [scale: number, decimals?: number]>> =
  {
    money: ({ currency_digits }) => [Number(currency_digits), Number(currency_digits)],
    price: ({ digits }) => [Number(digits) + 3, Number(digits)],
    average: ({ digits }) => [Number(digits) + 3, Number(digits) + 3],
    volume: () => [8],
    size: () => [8],
    percent: () => [2, 2],
    rate: () => [12],
  };

const shown = (type: unknown, value: unknown, row: Row): unknown => {
  const canBeNone = ['time', 'price', 'average'].includes(String(type));
  if (canBeNone && value === 0) return null;
  if (type === 'time') return new Date(Number(value)).toISOString();
  const scale = SCALES[String(type)]?.(row);
  if (scale === undefined) return value;
  const number = new Decimal(String(value)).div(new Decimal(10).pow(scale[0]));
  return number.toFixed(...(scale[1] === undefined ? [] : ([scale[1]] as [number])));
};

/** A column of a row as reports show it. */
const shownOf = (module: ReportDeclaration, name: string, row: Row): unknown =>
  shown(reportFieldType(module, name), row[name], row);

/** Rows in lists of those with the same key. */
const byKey = (rows: readonly Row[], keys: readonly string[]): readonly (readonly Row[])[] => {
  const all = new Map<string, Row[]>();
  for (const row of rows) {
    const key = JSON.stringify(keys.map((name) => row[name]));
    all.set(key, [...(all.get(key) ?? []), row]);
  }
  return [...all.values()];
};

/** The sum of a column as it is shown: the texts of its rows added, with the most decimals. */
const summed = (module: ReportDeclaration, name: string, rows: readonly Row[]): unknown => {
  if (name === 'count') return rows.length;
  const texts = rows.map((row) => String(shownOf(module, name, row)));
  const sum = texts.reduce((all, text) => all.plus(text), new Decimal(0));
  switch (reportFieldType(module, name)) {
    case 'money':
      return sum.toFixed(Math.max(...rows.map(({ currency_digits }) => Number(currency_digits))));
    case 'int':
      return sum.toNumber();
    default:
      return sum.toFixed();
  }
};

/** Columns that the slow reading does not know. */
const UNREAD: readonly string[] = [
  ...['price_open', 'price_close', 'comment', 'reason', 'opened_at', 'company', 'leverage'],
  ...['enabled', 'trading_enabled', 'created_at', 'last_access'],
];

const compare = async (t: Test, platform: Platform, viewer: Viewer): Promise<void> => {
  const { desk } = platform;
  const results = reportResults(desk.reports.folder);
  const [from, to] = [WEDNESDAY, WEDNESDAY + 2 * DAY_MS];
  const period = { from, to, first_day: from / DAY_MS, last_day: to / DAY_MS - 1 };
  for (const [at, module] of MODULES.entries()) {
    const task: ReportTask = {
      ...{ id: at + 1, module: module.module, title: module.title, viewer, period },
      ...{ groups: '', company: '', logins: [] },
    };
    t.match(await desk.reports.run(task).result, { rows: Number });
    const found = results.sections({ job: task.id, page: 1, limit: 1_000 });
    const [section] = (found?.sections ?? []) as [ReportSection];
    const isTaken = (row: Row & { readonly at: number }): boolean =>
      platform.sees(Number(row.login), viewer) &&
      (TAKES[module.module]?.(row) ?? true) &&
      (module.source === 'accounts' || (row.at >= from && row.at < to));
    const taken: readonly Row[] =
      module.source === 'exposure'
        ? exposed(platform, desk.events, viewer)
        : slowRows(module.source, platform, desk.events).filter(isTaken);
    const { group_by } = module;
    const names = module.columns.filter(
      (name) => group_by !== undefined || module.source === 'deals' || !UNREAD.includes(name),
    );
    const rows =
      group_by === undefined
        ? taken.map((row) => names.map((name) => shownOf(module, name, row)))
        : byKey(taken, group_by).map((own) =>
            names.map((name) =>
              module.sums.includes(name)
                ? summed(module, name, own)
                : shownOf(module, name, own[0] as Row),
            ),
          );
    const has = section.rows.map((row) =>
      names.map((name) => row[section.columns.findIndex((one) => one.name === name)]),
    );
    const sorted = (all: readonly (readonly unknown[])[]) =>
      all.map((one) => JSON.stringify(one)).sort();
    t.same(sorted(has), sorted(rows), module.module);
    const totals = byKey(taken, ['currency']).map((own) => ({
      currency: String(own[0]?.currency ?? ''),
      ...Object.fromEntries(module.sums.map((name) => [name, String(summed(module, name, own))])),
    }));
    t.same(section.totals, totals, `totals of ${module.module}`);
  }
};

const PLATFORMS = { test: 2, deep: 200, soak: 400 };
/** Modules about the past. */
const PAST = MODULES.filter(({ inputs }) => inputs.includes('from'));

for (let seed = 1; seed <= countOf(PLATFORMS); seed += 1) {
  t.test(`every module has the rows and totals of a slow reading (platform ${seed})`, async (t) => {
    const platform = new Platform(await PositionsDesk.open(t), dice(seed));
    const { desk } = platform;
    await platform.open();
    platform.day(WEDNESDAY);
    const viewer = VIEWERS[seed % VIEWERS.length] as Viewer;
    const period = {
      ...{ from: WEDNESDAY, to: WEDNESDAY + DAY_MS },
      ...{ first_day: WEDNESDAY / DAY_MS, last_day: WEDNESDAY / DAY_MS },
    };
    const digests = async () => {
      const made = [];
      for (const [at, { module, title }] of PAST.entries()) {
        const task = { id: 100 + at, module, title, viewer, period };
        const of = { groups: '', company: '', logins: [] };
        made.push(await desk.reports.run({ ...task, ...of }).result);
      }
      return made;
    };
    const before = await digests();
    platform.day(WEDNESDAY + DAY_MS);
    t.same(await digests(), before, 'a report of the past is the same whenever it is made');
    await compare(t, platform, viewer);
  });
}

t.test('A report has all rows of one moment, however many reads they take', async (t) => {
  const desk = await PositionsDesk.open(t);
  const login = await desk.trader({});
  const count = 1_100;
  const evening = WEDNESDAY + 20 * 3_600_000;
  for (let done = 0; done < count; done += 1) {
    desk.shard.now = evening;
    desk.pay(login, 1);
  }
  const period = { from: evening, to: evening + 2, first_day: 0, last_day: 0 };
  const viewer = VIEWERS[0] as Viewer;
  for (const logins of [[], [login]]) {
    const task = { id: 1, module: 'deals', title: '', viewer, period, logins };
    const made = await desk.reports.run({ ...task, groups: '', company: '' }).result;
    t.match(made, { rows: count });
    const found = reportResults(desk.reports.folder).sections({ job: 1, page: 1, limit: count });
    const [section] = (found?.sections ?? []) as [ReportSection];
    const at = section.columns.findIndex(({ name }) => name === 'id');
    const ids = section.rows.map((row) => row[at]);
    t.equal(new Set(ids).size, count, 'each deal once');
  }
});
