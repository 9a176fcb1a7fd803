// Lists of accounts: what every way of reading them finds is what a plain sort and filter finds.

import t, { type Test } from 'tap';
import { type SeededRandom, seededRandom } from '../../../actors/drill/seeded-random.js';
import { SORTED_CHARS } from '../../../storage/database/account-tables.js';
import { openReader } from '../../../storage/database/database.js';
import { slicedTable } from '../../../storage/read/lists/accounts.js';
import { RIGHTS } from '../../../wire/accounts/rights.js';
import { foldedName } from '../../../wire/base/folded-name.js';
import type {
  AccountSelection,
  AccountWindowQuery,
} from '../../../wire/queries/account-queries.js';
import type { Queries } from '../../../wire/queries/queries.js';
import { ACCOUNT_FIELDS } from '../../../wire/rest/accounts/account-lists.js';
import type { ListFilter, Operator } from '../../../wire/rest/lists/list-fields.js';
import type { RecordChange } from '../../../wire/trading/events.js';
import {
  accountChange,
  buildAccountEvent,
  buildDeskEvent,
  buildLedger,
  MONDAY,
} from '../../support/build.js';
import { projecting } from '../../support/opened.js';
import { countOf } from '../../support/run.js';
import { finished } from '../../support/stored-lists.js';

const VIEWER = { rights: RIGHTS, group_scope: ['*'] };
const GROUPS = ['demo\\a', 'demo\\b', 'real\\a', 'real\\a\\vip', 'real\\ab', 'managers\\x'];
const DEFAULTS = [100, 200, 100, 500, 50, 1];

type Field = keyof typeof ACCOUNT_FIELDS;
/** A row as the model sorts and filters it. */
type ModelRow = Readonly<Record<Exclude<Field, 'login'>, number | string>> & {
  readonly login: number;
  readonly path: string;
  readonly hidden: boolean;
};

const groupChange = (path: string, leverage: number): RecordChange => ({
  kind: 'group',
  key: path,
  version: 1,
  record: {
    path,
    company: path.startsWith('real') ? 'Real Ltd' : 'Demo Ltd',
    leverage_default: leverage,
    currency: 'USD',
    currency_digits: 2,
  },
});

const time = (ms: number): string => new Date(ms).toISOString();

/** Random accounts, as events and as the model's rows. */
const randomAccounts = (random: SeededRandom, count: number) => {
  const rows: ModelRow[] = [];
  const changes: RecordChange[] = [];
  const ledgers = [];
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const word = () => pick(['Ann', 'bo', 'Ćiro', 'DORA', 'ann', '😀i', '～i', '\u200bbo', '']);
  for (let n = 0; n < count; n += 1) {
    const login = 1_001 + 3 * n;
    const at = random(GROUPS.length);
    const path = GROUPS[at] as string;
    const hidden = random(20) === 0;
    const own = pick([0, 0, 100, 500]);
    const texts = {
      name: `${word()} ${word()}`,
      last_name: word(),
      middle_name: '',
      email: `${n % 97}@example.com`,
      phone: pick(['+1', '+2']),
      country: pick(['AT', 'DE', 'FR', 'IT', 'ES']),
      city: `City ${random(900)}`,
      company: n % 50 === 0 ? 'Ä'.repeat(200) + (n % 3) : '',
      comment: '',
    };
    const created = MONDAY + random(1_000) * 1_000;
    const record = {
      ...texts,
      group: path,
      hidden,
      agent: pick([0, 0, 7]),
      client_id: pick([null, 5, 6]),
      leverage_own: own,
      enabled: random(10) > 0,
      trading_enabled: true,
      created_at: time(created),
      updated_at: time(MONDAY),
    };
    changes.push(accountChange(login, record));
    const seen = random(3) === 0 ? MONDAY + random(50) : 0;
    if (seen > 0) {
      const access = { login, at: time(seen), ip: '' };
      changes.push({ kind: 'access', key: String(login), version: 1, record: access });
    }
    const balance = random(4) === 0 ? random(300) : 0;
    if (balance > 0) {
      const ledger = buildLedger({ login, balance, credit: 5, currency_digits: 2 });
      ledgers.push(buildAccountEvent({ login, ledger }));
    }
    rows.push({
      ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, foldedName(text)])),
      login,
      group: path,
      path,
      hidden,
      agent: record.agent,
      client_id: record.client_id ?? 0,
      leverage: own || (DEFAULTS[at] as number),
      balance: balance / 100,
      credit: balance > 0 ? 0.05 : 0,
      enabled: record.enabled ? 1 : 0,
      trading_enabled: 1,
      created_at: created,
      updated_at: MONDAY,
      last_access: seen,
    } as unknown as ModelRow);
  }
  return { rows, changes, ledgers };
};

/** Opens a database with these accounts. */
const openAccounts = (t: Test, count: number) => {
  const random = seededRandom(26);
  const groups = GROUPS.map((path, at) => groupChange(path, DEFAULTS[at] as number));
  const { db, add } = projecting(t, buildDeskEvent({ changes: groups }));
  const { rows, changes, ledgers } = randomAccounts(random, count);
  for (let at = 0; at < changes.length; at += 500) {
    add(buildDeskEvent({ changes: changes.slice(at, at + 500) }));
  }
  add(...ledgers);
  return { random, rows, add, db, table: slicedTable(db) };
};

/** Texts are sorted by their first characters. */
const sortedBy = (value: number | string) =>
  typeof value === 'string' ? value.slice(0, SORTED_CHARS) : value;

const compare = (a: number | string, b: number | string): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
};

const fits = (row: ModelRow, { field, or = [], op, value }: ListFilter): boolean => {
  const held = row[field as Field];
  const declared = ACCOUNT_FIELDS[field as Field];
  if (op === 'unset') return (held === 0) === (value === 1);
  if ('optional' in declared && held === 0) return false;
  if (op === 'in') return (value as readonly number[]).includes(held as number);
  if (op === 'has') {
    return [field, ...or].some((one) => String(row[one as Field]).includes(String(value)));
  }
  if (op === 'starts') return String(held).startsWith(String(value));
  const order = compare(held, value as number | string);
  return (
    { eq: order === 0, ne: order !== 0, lt: order < 0, le: order <= 0, gt: order > 0 }[
      op as 'eq'
    ] ?? order >= 0
  );
};

const pickOp = (random: SeededRandom, ops: readonly Operator[]): Operator =>
  ops[random(ops.length)] as Operator;

/** A filter of a random field with an operand that some rows have. */
const randomFilter = (random: SeededRandom, rows: readonly ModelRow[]): ListFilter => {
  const fields = Object.entries(ACCOUNT_FIELDS);
  const [field, { type }] = fields[random(fields.length)] as (typeof fields)[number];
  const held = rows[random(rows.length)]?.[field as Field] ?? 0;
  if (type === 'bool') return { field, op: 'eq', value: held };
  if (type === 'text') {
    const op = pickOp(random, ['eq', 'ne', 'has', 'starts']);
    const text = String(held);
    const part = [...text].slice(op === 'has' ? 1 : 0, 4).join('');
    const or =
      op === 'has' && field !== 'group' && random(2) === 0 ? { or: ['city', 'company'] } : {};
    return { field, ...or, op, value: op === 'has' || op === 'starts' ? part : text };
  }
  const op = pickOp(random, ['eq', 'ne', 'lt', 'le', 'gt', 'ge']);
  return { field, op, value: held };
};

const base = (query: Partial<AccountWindowQuery>): AccountWindowQuery => ({
  session: '',
  viewer: VIEWER,
  filters: [],
  binding: { key: 'key', query: JSON.stringify(query.filters ?? []) + query.sort + query.dir },
  sort: 'login',
  dir: 'asc',
  edge: 'first',
  limit: 100,
  ...query,
});

const windowOf = (table: ReturnType<typeof slicedTable>, query: Partial<AccountWindowQuery>) => {
  const found = finished(table['accounts.window'](base(query)));
  if (found === 'invalid_cursor') throw new Error(found);
  return { ...found, logins: found.items.map(([login]) => login) };
};

/** Random queries, one by each field at least. */
const QUERIES = countOf({ test: 30, deep: 400, soak: 400 });
/** So many that no filter is read whole where many fit. */
const { random, rows, add, table } = openAccounts(t, 9_000);

t.test('Windows, counts and pages of random queries are those of a plain sort and filter', (t) => {
  const sorts = Object.keys(ACCOUNT_FIELDS) as Field[];
  for (let run = 0; run < Math.max(sorts.length, QUERIES); run += 1) {
    const sort = sorts[run % sorts.length] as Field;
    const dir = random(2) === 0 ? 'asc' : 'desc';
    const way = dir === 'asc' ? 1 : -1;
    const filters = Array.from({ length: random(3) }, () => randomFilter(random, rows));
    const scope = [['*'], ['real\\*'], ['real\\a*,!*ab', 'demo\\b']][random(3)] as string[];
    const rights = RIGHTS.filter((right) => right !== 'accounts.hidden' || random(2) === 0);
    const viewer = { rights, group_scope: scope };
    const says = JSON.stringify({ sort, dir, filters, scope });
    const selection: AccountSelection = { viewer, filters };
    const inScope = (path: string) =>
      scope.length === 2
        ? ['real\\a', 'real\\a\\vip', 'demo\\b'].includes(path)
        : scope[0] === '*' || path.startsWith('real');
    const expected = rows
      .filter((row) => inScope(row.path) && (!row.hidden || rights.includes('accounts.hidden')))
      .filter((row) => filters.every((filter) => fits(row, filter)))
      .sort((a, b) => way * (compare(sortedBy(a[sort]), sortedBy(b[sort])) || a.login - b.login))
      .map(({ login }) => login);
    const query = { ...selection, sort, dir, limit: 7 } as const;
    const first = windowOf(table, query);
    t.same(first.logins, expected.slice(0, 7), says);
    const last = windowOf(table, { ...query, edge: 'last' });
    t.same(last.logins, expected.slice(-7), says);
    t.same([first.has_before, last.has_after], [false, false]);
    t.same([first.has_after, last.has_before], Array(2).fill(expected.length > 7), says);
    const at = random(Math.max(1, expected.length));
    const around = windowOf(table, { ...query, edge: 'around', anchor: expected[at] ?? 1 });
    const begin = Math.max(0, Math.min(at - 3, expected.length - 7));
    t.same(around.logins, expected.slice(begin, begin + 7), says);
    if (around.after !== null && around.before !== null) {
      const { after, before } = around;
      const end = begin + around.logins.length;
      const next = windowOf(table, { ...query, edge: 'after', cursor: after });
      t.same(next.logins, expected.slice(end, end + 7), says);
      t.same([next.has_before, next.has_after], [true, expected.length > end + 7], says);
      const back = windowOf(table, { ...query, edge: 'before', cursor: before });
      t.same(back.logins, expected.slice(Math.max(0, begin - 7), begin), says);
      t.same([back.has_before, back.has_after], [begin > 7, true], says);
    }
    t.equal(
      finished(table['accounts.count']({ session: '', ...selection })),
      expected.length,
      says,
    );
    const byLogin = expected.toSorted((a, b) => a - b);
    const skip = 7 * random(Math.ceil(expected.length / 7) + 1);
    const page = finished(
      table['accounts.page']({
        ...selection,
        session: '',
        is_fenced: false,
        page: skip / 7 + 1,
        limit: 7,
      } as Queries['accounts.page']['input']),
    );
    t.same(
      page.items.map(([login]) => login),
      byLogin.slice(skip, skip + 7),
      says,
    );
    t.equal(page.total, expected.length, says);
  }
  t.end();
});

t.test('Texts that are cut are counted whole', (t) => {
  const long = foldedName('Ä'.repeat(200));
  const has = (field: Field, value: string): ListFilter => ({ field, op: 'has', value });
  const ne = (field: Field, value: string): ListFilter => ({ field, op: 'ne', value });
  const enabled: ListFilter = { field: 'enabled', op: 'eq', value: 1 };
  const viewers = [
    { viewer: VIEWER, sees: () => true },
    {
      viewer: {
        rights: RIGHTS.filter((right) => right !== 'accounts.hidden'),
        group_scope: ['real\\*'],
      },
      sees: ({ path, hidden }: ModelRow) => path.startsWith('real') && !hidden,
    },
  ];
  for (const filters of [
    [has('company', 'ä0')],
    // More than the index of parts finds in a step.
    [has('city', 'y 1')],
    [has('company', 'ä0'), enabled],
    [has('email', '@'), has('company', 'ä0')],
    [ne('company', `${long}0`)],
    [ne('company', long.slice(0, SORTED_CHARS))],
    [has('email', 'example'), ne('company', `${long}1`), enabled],
  ]) {
    const fitting = rows.filter((row) => filters.every((filter) => fits(row, filter)));
    for (const { viewer, sees } of viewers) {
      const found = finished(table['accounts.count']({ session: '', viewer, filters }));
      t.equal(found, fitting.filter(sees).length, JSON.stringify({ ...viewer, filters }));
      t.ok(found > 0);
    }
  }
  t.end();
});

t.test('Accounts are found by parts of texts that few have, also after a change', (t) => {
  const has = (field: Field, value: string): ListFilter => ({ field, op: 'has', value });
  const sets = [
    [has('city', '12')],
    [has('city', 'y 123')],
    [has('city', 'y 12'), has('name', 'ann')],
    [{ ...has('last_name', 'y 123'), or: ['city', 'company'] }],
    [has('company', foldedName('Ä'.repeat(SORTED_CHARS + 20)))],
    [has('company', 'ää0')],
    [has('name', '😀i ć')],
    [has('name', '“a"')],
    [has('last_name', 'y 123')],
    [has('city', 'y 123\0')],
  ];
  const check = (rows: readonly ModelRow[]) => {
    for (const filters of sets) {
      const fitting = rows.filter((row) => filters.every((filter) => fits(row, filter)));
      const logins = fitting.map(({ login }) => login);
      const says = JSON.stringify(filters);
      const selection = { viewer: VIEWER, filters };
      const paging = { ...selection, session: '', is_fenced: false, page: 1, limit: 1_000 };
      const page = finished(table['accounts.page'](paging as Queries['accounts.page']['input']));
      t.same(
        page.items.map(([login]) => login),
        logins,
        says,
      );
      t.equal(
        finished(table['accounts.count']({ session: '', ...selection })),
        logins.length,
        says,
      );
      const window = windowOf(table, { filters, sort: 'login', limit: 1_000 });
      t.same(window.logins, logins, says);
    }
  };
  check(rows);
  const [moved, renamed, gone] = rows.filter(({ city }) => city === 'city 123') as [
    ModelRow,
    ModelRow,
    ModelRow,
  ];
  const changed = (row: ModelRow, of: object) => {
    const { login, path, last_name, email, company } = row;
    return accountChange(login, { last_name, email, company, group: path, ...of });
  };
  add(
    buildDeskEvent({
      changes: [
        changed(moved, { name: moved.name, city: 'Town 5' }),
        changed(renamed, { name: '“A"nn', city: renamed.city }),
        { kind: 'account', key: String(gone.login), version: 2, record: null },
      ],
    }),
  );
  check(
    rows.flatMap((row) => {
      if (row === gone) return [];
      if (row === moved) return [{ ...row, city: 'town 5' }];
      return row === renamed ? [{ ...row, name: foldedName('“A"nn') }] : [row];
    }),
  );
  t.end();
});

t.test(
  'A page and its checkpoint are of one state, whatever is written while it is read ' +
    '[GET /admin/v1/accounts #11]',
  async (t) => {
    const { db, rows, add } = openAccounts(t, 600);
    const reader = openReader(db.name);
    t.teardown(() => reader.close());
    const lists = slicedTable(reader);
    const [{ login } = { login: 0 }] = rows.filter(({ hidden }) => !hidden);
    const pay = (balance: number) =>
      add(
        buildAccountEvent({ login, ledger: buildLedger({ login, balance, currency_digits: 2 }) }),
      );
    pay(1_000);
    const read = () =>
      lists['accounts.page']({
        ...{ viewer: VIEWER, filters: [], session: '', page: 1, limit: 100 },
        ...{ is_fenced: true, min_projection_seq: '1' },
      });
    const before = finished(read());
    t.match(before, { consistency: 'current' });
    const paused = read();
    t.equal(paused.next().done, false, 'the read has begun');
    pay(2_500);
    t.same(finished(paused), before, 'neither the rows nor the checkpoint are of later');
    const after = finished(read());
    t.equal(BigInt(after.projection_seq), BigInt(before.projection_seq) + 1n);
    t.notSame(after.items, before.items);
  },
);
