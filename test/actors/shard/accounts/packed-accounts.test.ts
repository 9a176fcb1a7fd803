// Packed accounts, and what groups see of the symbols, held against what is made again.

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import type { GroupSymbolView } from '../../../../actors/client.js';
import { GroupViews } from '../../../../actors/front/group-view.js';
import { PackedAccounts } from '../../../../actors/shard/accounts/packed-accounts.js';
import { leave, newAccount } from '../../../../engine/account/account.js';
import type { AccountState } from '../../../../engine/account/types.js';
import {
  emptyRow,
  type FieldTable,
  type FieldType,
  type Row,
} from '../../../../wire/base/field-table.js';
import { NO_SETTINGS, type Settings, SWITCHES } from '../../../../wire/settings/config.js';
import { settingsWith } from '../../../../wire/settings/settings-delta.js';
import { QUEUED, type Queued } from '../../../../wire/trading/queued.js';
import {
  LEDGER,
  type Ledger,
  ORDER,
  type Order,
  POSITION,
  type Position,
} from '../../../../wire/trading/records.js';
import { buildLedger, buildOrder, buildPosition, MONDAY } from '../../../support/build.js';
import { group, row, symbol } from '../../../support/engine-harness.js';
import { SeededRandom } from '../../../support/lives/random.js';
import { firstSettings, randomDelta } from '../../../support/lives/settings-steps.js';
import { countOf } from '../../../support/run.js';
import { switches } from '../../../support/shard-harness.js';

const BLOCK_BYTES = 1 << 14;

const whole = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -130, max: 300 }));

const valuesOf = (type: FieldType): fc.Arbitrary<unknown> => {
  if (typeof type !== 'string') return fc.constantFrom(...type.choices);
  if (type === 'text') return fc.string({ unit: 'grapheme', maxLength: 40 });
  if (type === 'bool') return fc.boolean();
  if (type === 'rate') return fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n });
  if (type === 'list') return fc.array(whole, { maxLength: 16 });
  if (type !== 'object') return whole;
  const name = fc.constantFrom('terminal', 'ip', 'session', ...Array.from('abcdefghijklmnop'));
  return fc.dictionary(name, fc.oneof(whole, fc.string()), { noNullPrototype: true });
};

/** Rows with something in every field, but for what they are given. */
const rowOf = <T extends FieldTable>(table: T, given: Partial<Row<T>>): fc.Arbitrary<Row<T>> =>
  fc
    .record(
      Object.fromEntries(Object.entries(table).map(([name, type]) => [name, valuesOf(type)])),
      { noNullPrototype: true },
    )
    .map((row) => ({ ...row, ...given }) as unknown as Row<T>);

const rowsOf = <T extends { readonly id: number }>(row: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.uniqueArray(row, { maxLength: 4, selector: ({ id }) => id });

const ids = fc.array(fc.nat(), { maxLength: 40 });

/** Accounts of all sorts. */
const accountOf = (login: number): fc.Arbitrary<AccountState> =>
  fc
    .tuple(
      rowOf(SWITCHES, { login }),
      rowOf(LEDGER, {}),
      rowsOf(rowOf(POSITION, { closed: false })),
      rowsOf(rowOf(ORDER, { state: 'placed' })),
      rowsOf(rowOf(QUEUED, { state: 'queued' })),
      fc.record({ positions: ids, orders: ids }),
    )
    .map(([own, ledger, positions, orders, queue, gone]) => {
      const state = newAccount(own, ledger, positions, orders, queue);
      for (const id of gone.positions) leave(state, 'positions', id);
      for (const id of gone.orders) leave(state, 'orders', id);
      return state;
    });

/** A state with its tables as lists: their order counts. */
const listed = (state: AccountState | undefined): unknown =>
  state && {
    ...state,
    positions: [...state.positions],
    orders: [...state.orders],
    queue: [...state.queue],
    holdings: [...state.holdings],
  };
const areSame = (one: AccountState | undefined, other: AccountState | undefined): boolean =>
  isDeepStrictEqual(listed(one), listed(other));

interface Rows {
  readonly positions?: readonly Position[];
  readonly orders?: readonly Order[];
  readonly queue?: readonly Queued[];
}

const account = (login: number, { positions, orders, queue }: Rows = {}): AccountState =>
  newAccount(switches(login), buildLedger({ login }), positions, orders, queue);

/** An account as most are. */
const usual = (login: number, volume = 1): AccountState =>
  account(login, {
    positions: [
      buildPosition({ id: 2 * login, login, volume }),
      buildPosition({ id: 2 * login + 1, login, symbol: 'XAUUSD', volume }),
    ],
  });

const holderOf = (positions: number): AccountState =>
  account(1, {
    positions: Array.from({ length: positions }, (_, n) => buildPosition({ id: n + 1 })),
  });

/** What these accounts take when nothing was ever replaced. */
const bytesOf = (states: Iterable<AccountState>): number => {
  const packed = new PackedAccounts(BLOCK_BYTES);
  for (const state of states) packed.put(state);
  return packed.bytes;
};

t.test('an account comes back as it was put, with its rows in their order', async (t) => {
  const packed = new PackedAccounts();
  const property = fc.property(accountOf(7), (state) => {
    packed.put(state);
    const first = packed.get(7);
    return areSame(first, state) && first !== packed.get(7);
  });
  fc.assert(property, { numRuns: countOf({ test: 60, deep: 300, soak: 300 }), seed: 1 });
  const orders = [30, 10, 20].map((id) => buildOrder({ id, kind: 'limit', state: 'placed' }));
  packed.put(account(8, { orders }));
  t.same([...(packed.get(8)?.orders.keys() ?? [])], [30, 10, 20]);
  t.equal(packed.get(8)?.holdings.get('EURUSD')?.orders.length, 3);
});

t.test('what closed last is still known, and apart from what is packed', async (t) => {
  const packed = new PackedAccounts();
  const state = account(1);
  packed.put(state);
  t.equal(packed.get(1)?.gone, newAccount(switches(2)).gone, 'nothing is shared by all');
  for (let id = 1; id <= 40; id += 1) leave(state, 'orders', id);
  packed.put(state);
  const found = packed.get(1) as AccountState;
  t.strictSame(found.gone, state.gone);
  leave(found, 'positions', 99);
  t.strictSame(packed.get(1)?.gone, state.gone);
});

t.test('an account is idle without rows while no level is reached', async (t) => {
  const packed = new PackedAccounts(BLOCK_BYTES);
  const ledger = buildLedger({ login: 1 });
  const isIdle = (...[own, ...rows]: [Ledger, Position[], Order[], Queued[]]): boolean => {
    packed.put(newAccount(switches(1), own, ...rows));
    return packed.isIdle(1);
  };
  t.notOk(packed.isIdle(1), 'nor one that is not here');
  t.ok(isIdle(ledger, [], [], []));
  t.notOk(isIdle(ledger, [buildPosition({ id: 1, login: 1 })], [], []));
  t.notOk(isIdle(ledger, [], [buildOrder({ id: 1, login: 1 })], []));
  t.notOk(isIdle(ledger, [], [], [{ ...emptyRow(QUEUED), id: 1, login: 1 }]));
  t.notOk(isIdle({ ...ledger, so_state: 'margin_call' }, [], [], []));
});

t.test('random puts and deletes leave what a plain table has', async () => {
  const logins = [0, 1, 2, 3, 1001, 4_000_000_000];
  const step = fc.constantFrom(...logins).chain((login) =>
    fc.record({
      login: fc.constant(login),
      state: fc.option(accountOf(login), { freq: 4, nil: undefined }),
    }),
  );
  const property = fc.property(fc.array(step, { minLength: 30, maxLength: 60 }), (steps) => {
    const packed = new PackedAccounts(BLOCK_BYTES);
    const plain = new Map<number, AccountState>();
    for (const { login, state } of steps) {
      if (state !== undefined) packed.put(state);
      else packed.delete(login);
      if (state !== undefined) plain.set(login, state);
      else plain.delete(login);
      if (packed.size !== plain.size || packed.has(login) !== plain.has(login)) return false;
      if (!logins.every((one) => areSame(packed.get(one), plain.get(one)))) return false;
    }
    return isDeepStrictEqual(new Set(packed.logins()), new Set(plain.keys()));
  });
  fc.assert(property, { numRuns: countOf({ test: 5, deep: 25, soak: 25 }), seed: 2 });
});

t.test('many accounts are kept apart while they move, and holes stay few', async (t) => {
  const packed = new PackedAccounts(BLOCK_BYTES);
  const plain = new Map<number, AccountState>();
  let drawn = 1;
  const roll = (sides: number): number => {
    drawn = (Math.imul(drawn, 1_103_515_245) + 12_345) >>> 1;
    return (drawn >>> 8) % sides;
  };
  let wrong = 0;
  let wide = 0;
  const steps = countOf({ test: 5000, deep: 20_000, soak: 20_000 });
  for (let n = 0; n < steps; n += 1) {
    const login = 1 + roll(500);
    const state = roll(8) === 0 ? { ...holderOf(1 + roll(30)), login } : usual(login, n);
    const own = { ...state, switches: switches(login) };
    if (roll(4) > 0) {
      packed.put(own);
      plain.set(login, own);
    } else {
      packed.delete(login);
      plain.delete(login);
    }
    const other = 1 + roll(500);
    if (!areSame(packed.get(other), plain.get(other))) wrong += 1;
    if (n % 1000 < 999) continue;
    if (packed.bytes > 1.5 * bytesOf(plain.values()) + 2 * BLOCK_BYTES) wide += 1;
  }
  t.same([wrong, wide], [0, 0]);
  t.ok([...plain].every(([login, state]) => areSame(packed.get(login), state)));
  t.equal(packed.size, plain.size);
});

t.test('memory stays bounded when one account among many is put again and again', async (t) => {
  const packed = new PackedAccounts(BLOCK_BYTES);
  const others = Array.from({ length: 1000 }, (_, n) => usual(n + 1));
  for (const state of others) packed.put(state);
  const bound = 1.5 * packed.bytes + 2 * BLOCK_BYTES;
  const forms = [usual(500, 2), usual(500, 3)] as const;
  let most = 0;
  for (let n = 0; n < 20_000; n += 1) {
    packed.put(forms[n & 1] as AccountState);
    most = Math.max(most, packed.bytes);
  }
  t.ok(most <= bound, `${most} of ${bound} bytes`);
  t.ok(areSame(packed.get(500), forms[1]));
  t.ok(others.every((state) => state.login === 500 || areSame(packed.get(state.login), state)));
});

t.test('memory is given back when most accounts are deleted, or all', async (t) => {
  const packed = new PackedAccounts(BLOCK_BYTES);
  const states = Array.from({ length: 3000 }, (_, n) => usual(n + 1));
  for (const state of states) packed.put(state);
  const left = states.filter(({ login }) => login % 100 === 0);
  for (const login of packed.logins()) if (login % 100 > 0) packed.delete(login);
  const logins = left.map(({ login }) => login);
  t.same(new Set(packed.logins()), new Set(logins));
  t.ok(packed.bytes <= 1.5 * bytesOf(left) + 2 * BLOCK_BYTES, `${packed.bytes} bytes`);
  t.ok(left.every((state) => areSame(packed.get(state.login), state)));
  for (const { login } of left) packed.delete(login);
  t.ok(packed.bytes <= 2 * BLOCK_BYTES);
  t.equal(packed.size, 0);
});

t.test('an account larger than a block is packed too, and leaves nothing', async (t) => {
  const packed = new PackedAccounts(BLOCK_BYTES);
  for (let n = 0; n < 50; n += 1) {
    for (const positions of [3000, 5, 30]) {
      const state = holderOf(positions);
      packed.put(state);
      if (n === 0) t.ok(areSame(packed.get(1), state), `${positions} positions`);
    }
    packed.put(usual(2, n));
  }
  t.ok(areSame(packed.get(2), usual(2, 49)));
  packed.delete(1);
  t.equal(packed.get(1), undefined);
  t.ok(packed.bytes <= 3 * BLOCK_BYTES, `${packed.bytes} bytes`);
});

t.test('an account is asked for a row without being unpacked', async (t) => {
  const packed = new PackedAccounts();
  const positions = [buildPosition({ id: 5 }), buildPosition({ id: 3 })];
  const orders = [buildOrder({ id: 9, state: 'placed' }), buildOrder({ id: 5, state: 'placed' })];
  packed.put(account(1, { positions, orders, queue: [{ ...emptyRow(QUEUED), id: 4 }] }));
  packed.put(account(2));
  const held = (login: number, kind: 'orders' | 'positions'): number[] =>
    [3, 4, 5, 9].filter((id) => packed.holds(login, kind, id));
  t.same(held(1, 'positions'), [3, 5]);
  t.same(held(1, 'orders'), [5, 9]);
  t.same([...held(2, 'positions'), ...held(2, 'orders')], []);
  t.same(held(3, 'orders'), [], 'one that is not here has none');
});

t.test('a glance tells what passes over all accounts look at', async (t) => {
  const packed = new PackedAccounts();
  const cancel_on_disconnect = { s1: 30, s2: 0 };
  const ledger = buildLedger({ day_ended_at: MONDAY, cancel_on_disconnect });
  const some = switches(1, { archived: true, created_at: MONDAY - 1, group: 'demo\\vip' });
  packed.put(newAccount(some, ledger, [buildPosition({ id: 3 }), buildPosition({ id: 5 })]));
  t.strictSame(packed.glance(1), {
    switches: {
      ...{ version: 1, group: 'demo\\vip', created_at: MONDAY - 1 },
      ...{ archived: true, hidden: false },
    },
    ledger: { day_ended: 0, cancel_on_disconnect, day_ended_at: MONDAY },
    positions: { size: 2 },
  });
  t.equal(packed.glance(2), undefined);
});

const SYMBOLS = 20;

const shownOf = (one: GroupSymbolView | undefined): unknown =>
  one && [one.id, one.name, one.path, one.digits, one.showing(), one.price(100_000, 110_000)];

/** All that can be asked. */
const picture = (views: GroupViews): unknown[] => {
  const seen: unknown[] = [];
  const paths = ['real\\a', 'real\\b', 'demo\\a', 'gone'];
  for (let id = 1; id <= SYMBOLS; id += 1) {
    const symbol = views.symbols.byId(id);
    seen.push(symbol, symbol && views.symbols.named(symbol.name.toLowerCase()));
    for (const path of paths) {
      const view = views.group(path);
      seen.push(shownOf(view?.byId(id)), shownOf(symbol && view?.named(symbol.name.toLowerCase())));
    }
  }
  for (const path of paths) {
    const view = views.group(path);
    seen.push(Array.from(view?.all() ?? [], shownOf), view && String(view.list().json));
  }
  return seen;
};

t.test('whatever changes, groups see what they would see of the settings again', async () => {
  const property = fc.property(fc.integer(), fc.integer({ min: 1, max: 10 }), (seed, steps) => {
    const random = new SeededRandom(seed);
    let settings = firstSettings(random, SYMBOLS);
    const views = new GroupViews(settings);
    for (let step = 0; step < steps; step += 1) {
      if (random.chance(0.5)) picture(views);
      const delta = randomDelta(random, settings.version + 1, SYMBOLS);
      settings = settingsWith(settings, delta);
      views.take({ settings, delta: random.chance(0.1) ? null : delta });
    }
    if (!isDeepStrictEqual(picture(views), picture(new GroupViews(settings)))) {
      throw new Error('they see something else');
    }
  });
  fc.assert(property, { numRuns: countOf({ test: 15, deep: 60, soak: 60 }), seed: 5 });
});

t.test('a group is shown its own values, and nothing of the server’s working', async (t) => {
  const settings: Settings = {
    ...NO_SETTINGS,
    symbol: [symbol('EURUSD', { id: 1 }), symbol('USDJPY', { id: 2, digits: 3 })],
    group: [group({ symbols: [row('EUR*', { spread_diff: 4, volume_min: '0.5' })] })],
  };
  const view = new GroupViews(settings).group('real\\std');
  t.equal(view?.named('usdjpy'), undefined, 'it is not offered');
  const euro = view?.named('eurusd');
  t.match(euro?.showing(), { name: 'EURUSD', volume_min: '0.5', volume_max: '100' });
  t.notOk('quote_max_delay_sec' in (euro?.showing() ?? {}));
  t.match(JSON.parse(String(view?.list().json)), [{ id: 1, ...euro?.showing() }]);
  t.equal(view?.list().json, view?.list().json, 'its list is made once');
  t.same(euro?.price(110_000_000, 110_010_000), [110_000_000, 110_014_000]);
});
