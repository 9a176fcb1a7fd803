// The trader's account as a fold of frames: each event once, whatever comes first.

import t from 'tap';
import {
  type AccountFrame,
  type AccountState,
  foldAccount,
  NO_ACCOUNT,
} from '../../../pages/live/account.js';

type Numbered = Extract<AccountFrame, { readonly account_seq: number }>;

const money = (balance: string) => ({ balance, equity: balance, margin: '0.00' });
const position = (id: number, more: object = {}) => ({ id, volume: '0.1', closed: false, ...more });
const order = (id: number, state: string) => ({ id, state });

const picture = (account_seq: number, more: object = {}): AccountFrame => {
  const account = { login: 1001, so_state: 'none', so_at: null };
  const data = { account, money: money('100.00'), positions: [], orders: [], account_seq, ...more };
  return { event: 'account', data } as unknown as AccountFrame;
};

const event = (name: string, account_seq: number, more: object = {}): Numbered => {
  const rows = { deals: [], orders: [], positions: [], so_state: 'none', money: money('99.00') };
  const data = { login: 1001, time: '2026-01-01T00:00:00Z', ...rows, ...more };
  return { event: name, seq: '9', account_seq, data } as unknown as Numbered;
};

const fold = (...frames: readonly AccountFrame[]): AccountState =>
  frames.reduce(foldAccount, NO_ACCOUNT);
const idsOf = (rows: ReadonlyMap<number, unknown>): readonly number[] => [...rows.keys()];

t.test('A deal opens a position, a later one closes it; ended orders go', async (t) => {
  const opened = event('deal', 6, {
    positions: [position(1)],
    orders: [order(2, 'filled'), order(3, 'placed')],
    deals: [{ id: 11 }, { id: 12 }],
  });
  const after = fold(picture(5), opened);
  t.same(idsOf(after.positions), [1]);
  t.same(idsOf(after.orders), [3]);
  t.match(after.deals, [{ id: 12, time: '2026-01-01T00:00:00Z' }, { id: 11 }], 'newest first');
  t.match(after.money, { balance: '99.00' });
  const closing = event('deal', 7, {
    positions: [position(1, { closed: true })],
    orders: [order(3, 'canceled')],
  });
  const closed = foldAccount(after, closing);
  t.same([closed.positions.size, closed.orders.size, closed.account_seq], [0, 0, 7]);
  t.same(idsOf(after.positions), [1], 'the state before is as it was');
});

t.test('Events before the picture wait for it; those in it change nothing', async (t) => {
  const late = event('deal', 7, { positions: [position(7)] });
  const inPicture = event('deal', 6, { positions: [position(6)] });
  const state = fold(inPicture, late, picture(6, { positions: [position(5)] }));
  t.same(idsOf(state.positions), [5, 7]);
  t.equal(state.account_seq, 7);
  t.equal(foldAccount(state, late), state, 'an event that comes twice changes nothing');
});

t.test('A picture that is older than an event brings the terms alone', async (t) => {
  const state = fold(picture(5), event('deal', 6, { positions: [position(1)] }));
  const account = { login: 1001, so_state: 'none', leverage: 50 };
  const again = foldAccount(state, picture(5, { account }));
  t.match(again, { facts: { leverage: 50 }, account_seq: 6, money: { balance: '99.00' } });
  t.same(idsOf(again.positions), [1]);
});

t.test('A margin call is dated by its event, and its end leaves the moment', async (t) => {
  const low = { balance: '50.00', equity: '40.00', margin: '60.00', margin_level: '66.67' };
  const called = fold(picture(5), event('margin_call', 6, { so_state: 'margin_call', money: low }));
  const moment = { so_at: '2026-01-01T00:00:00Z', so_level: '66.67', so_equity: '40.00' };
  t.match(called.facts, { so_state: 'margin_call', so_margin: '60.00', ...moment });
  const over = foldAccount(called, event('margin_call_ended', 7));
  t.match(over.facts, { so_state: 'none', ...moment });
});
