// Rows that staff follow by masks, as folds of frames.

import fc from 'fast-check';
import t from 'tap';
import {
  compileMask,
  foldChanged,
  foldDeals,
  foldRows,
  noRows,
  type RowChannelName,
  type StaffFrame,
} from '../../../pages/live/rows.js';
import { maskListFits } from '../../../wire/base/mask.js';
import { holds } from '../../support/values.js';

const MASK = 'real\\*';
const snapshot = (channel: string, part: number, parts: number, rows: object[]): StaffFrame => ({
  event: 'snapshot',
  data: { channel, group: MASK, part, parts, rows, seq: '1' },
});
const change = (group: string, rows: object): StaffFrame => ({
  event: 'deal',
  account_seq: 1,
  data: { login: 7, group, positions: [], orders: [], ...rows },
});
const fold = <Name extends RowChannelName>(channel: Name, ...frames: readonly StaffFrame[]) =>
  foldRows(channel, MASK, compileMask(MASK), noRows(), frames);

t.test('Rows of a mask come in parts, change, and go when they are over', async (t) => {
  const parts = [
    snapshot('positions', 1, 2, [{ id: 1, group: 'real\\a' }]),
    snapshot('positions', 2, 2, [{ id: 2, group: 'real\\a' }]),
  ];
  t.match(fold('positions', parts[0]!), { isWhole: false });
  const both = fold('positions', ...parts);
  t.same([both.isWhole, [...both.rows.keys()]], [true, [1, 2]]);
  const frames = [
    change('real\\a', {
      positions: [
        { id: 1, closed: true },
        { id: 3, closed: false },
      ],
    }),
    change('demo\\a', { positions: [{ id: 4, closed: false }] }),
  ];
  const after = foldRows('positions', MASK, compileMask(MASK), both, frames);
  t.same([...after.rows.keys()], [2, 3], 'a row of another group is not taken in');
  t.match(after.rows.get(3), { login: 7, group: 'real\\a' });
  t.same([...both.rows.keys()], [1, 2], 'the rows before are as they were');
});

t.test('A new snapshot voids earlier rows; one of another mask changes nothing', async (t) => {
  const first = snapshot('orders', 1, 1, [{ id: 1 }]);
  const again = snapshot('orders', 1, 1, [{ id: 2 }]);
  t.same([...fold('orders', first, again).rows.keys()], [2]);
  const other = { ...again, data: { ...(again.data as object), group: '*' } };
  t.same([...fold('orders', first, other).rows.keys()], [1]);
  const ended = change('real\\a', { orders: [{ id: 1, state: 'filled' }] });
  t.equal(fold('orders', first, ended).rows.size, 0);
});

t.test('Money changes the accounts that the snapshot had', async (t) => {
  const known = snapshot('accounts', 1, 1, [{ login: 7, balance: '1.00', credit: '0.00' }]);
  const rows = [
    { login: 7, equity: '2.00' },
    { login: 8, equity: '3.00' },
  ];
  const { rows: after } = fold('accounts', known, { event: 'account_money', data: { rows } });
  t.same([...after], [[7, { login: 7, equity: '2.00' }]]);
});

t.test('Deals of a mask are held, the newest 500', async (t) => {
  const dealt = (group: string, ...ids: readonly number[]) =>
    change(group, { deals: ids.map((id) => ({ id })), time: '2026-01-01T00:00:00Z' });
  const frames = [dealt('real\\a', 1, 2), dealt('demo\\a', 3)];
  const few = foldDeals(compileMask(MASK), new Map(), frames);
  t.same([...few.keys()], [1, 2]);
  t.match(few.get(2), { login: 7, group: 'real\\a', time: '2026-01-01T00:00:00Z' });
  const many = Array.from({ length: 500 }, (_, at) => at + 2);
  const full = foldDeals(compileMask(MASK), few, [dealt('real\\a', ...many)]);
  t.same([full.size, full.has(1), full.has(501)], [500, false, true]);
});

t.test('Changed rows replace those of their key, and ended ones go', async (t) => {
  const rows = new Map([['EURUSD', { symbol: 'EURUSD', positions: 2 }]]);
  const changed = [
    { symbol: 'EURUSD', positions: 0 },
    { symbol: 'XAUUSD', positions: 1 },
  ];
  const after = foldChanged(
    rows,
    changed,
    ({ symbol }) => symbol,
    ({ positions }) => positions === 0,
  );
  t.same([...after.keys()], ['XAUUSD']);
});

t.test('Masks take the groups that the server takes', async (t) => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'B', '\\', '*', ',', '!', ' '),
    maxLength: 8,
  });
  const group = fc.string({ unit: fc.constantFrom('a', 'b', '\\', ' '), maxLength: 6 });
  t.notOk(compileMask('ab*b')('ab'), 'parts of a mask do not overlap');
  holds(t, fc.tuple(text, group), 500, ([mask, of]) => {
    return compileMask(mask)(of) === maskListFits(mask, of);
  });
});
