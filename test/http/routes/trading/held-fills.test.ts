// Fills of providers that are held: staff book or bust them, or the provider takes them back.

import { randomUUID } from 'node:crypto';
import type { Test } from 'tap';
import { bustExecution, isFillBooked } from '../../../../actors/front/busted-executions.js';
import { refused } from '../accounts/staff-desk.js';
import { testsWith } from '../tags.js';
import { PositionsDesk } from './positions-desk.js';

/** A page of orders. */
interface HeldPage {
  readonly items: readonly { readonly id: number }[];
}

const RIGHTS = ['trades.view', 'trades.edit', 'trades.delete'] as const;

const opened = async (t: Test) => {
  const desk = await PositionsDesk.open(t, { margin_mode: 'hedging' });
  const staff = await desk.http.staff({ rights: [...RIGHTS] });
  const login = await desk.trader();
  desk.cover();
  const order_id = desk.trade(login, { volume: '0.50', fill: 'ioc' });
  desk.fill(login, order_id, '1000000', 'E-1', { volume: '0.2', leaves: '0.3' });
  const body = (action: string, execution_id = 'E-1') => ({
    ...{ order_id, execution_id, action },
  });
  const path = `/accounts/${login}/held-fills`;
  const decide = (action: string, execution_id?: string, headers = {}) =>
    staff.post(path, body(action, execution_id), { headers });
  return { desk, staff, login, order_id, body, path, decide };
};

const test = testsWith('positions', opened);

test`Staff see what is held of an order, and book it once`(async (t, given) => {
  const { desk, staff, login, order_id, decide } = given;
  const shown = await staff.get(`/accounts/${login}/orders`);
  t.match(shown.data, { items: [{ id: order_id, volume_held: '0.2' }] });
  t.match(await decide('book', 'E-2'), {
    code: 'trade.order_not_found',
    message: 'The execution id "E-2" is unknown: the order holds no such fill.',
  });
  const listed = async (query: string, by = staff): Promise<unknown> =>
    (await by.read<HeldPage>(`/positions/orders${query}`)).items.map(({ id }) => id);
  const other = desk.trade(login, { volume: '0.50', fill: 'ioc' });
  t.same(await listed(''), [order_id, other]);
  t.same(await listed('?held=false'), [order_id, other]);
  t.same(await listed('?held=true'), [order_id], 'all orders of which a fill is held');
  t.same(await listed(`?held=true&symbol=eurusd&login=${login}`), [order_id]);
  t.same(await listed('?held=true&symbol=GBPUSD'), []);
  t.same(await listed(`?held=true&login=${login + 1}`), []);
  const scoped = await desk.http.staff({ rights: [...RIGHTS], group_scope: ['none\\*'] });
  t.same(await listed('?held=true', scoped), []);
  const headers = { 'idempotency-key': randomUUID() };
  const booked = await decide('book', 'E-1', headers);
  t.match(booked.data, { login, order_id, deal_ids: [Number], repeated: false });
  t.match(await decide('book', 'E-1', headers), {
    data: { ...(booked.data as object), repeated: true },
  });
  t.equal((await decide('book')).code, 'trade.order_not_found', 'once');
  t.equal(desk.shard.state(login).positions.size, 1);
  t.same(await listed('?held=true'), [], 'decided, it is listed no more');
  t.match(desk.lines().at(-1), { login, text: /was held and is booked by/ });
});

test`What is asked wrongly is refused, and a decision is confirmed`(async (t, given) => {
  const { desk, staff, login, body, path } = given;
  const ask = (fields: object, by = staff) => by.post(path, { ...body('bust'), ...fields });
  refused(t, await ask({ login }), 'invalid_input', /login/);
  refused(t, await ask({ action: 'forget' }), 'invalid_input');
  const careful = await desk.http.staff({ rights: [...RIGHTS, 'confirm_actions'] });
  t.equal((await ask({}, careful)).code, 'confirmation_required');
});

test`What staff have declined counts in the provider's total of an order that has ended`(
  async (t, { desk, login, order_id, decide }) => {
    t.equal((await decide('bust')).code, 'ok');
    const [open] = desk.shard.state(login).orders.values();
    t.match(open, { volume_held: 0, volume_declined: 20_000_000 });
    desk.fill(login, order_id, '1.10020', 'E-2', { volume: '0.3', leaves: '0' });
    t.equal(desk.shard.state(login).orders.size, 0);
    const key = { login: 0, gateway_id: 5, order_id, execution_id: 'E-2', is_units: false };
    const isBooked = (total: bigint) => isFillBooked(desk.client, { ...key, total });
    t.equal(await isBooked(50_000_000n), true, 'sent again, the fill of 0.3 lots is booked');
    t.equal(await isBooked(50_000_001n), false);
  },
);

test`A provider that takes a held fill back is heard once`(async (t, given) => {
  const { desk, login, order_id, decide } = given;
  const key = { login, gateway_id: 5, order_id, execution_id: 'E-1', report: 'B-1 0' };
  t.match(await decide('bust'), { code: 'ok', data: { deal_ids: [] } });
  t.match(await bustExecution(desk.client, key), { ok: true, data: { repeated: false } });
  t.match(await bustExecution(desk.client, key), { ok: true, data: { repeated: true } });
  const [row] = desk.shard.state(login).queue.values();
  t.match(row, { busted: 20_000_000, held: '' });
  t.match(desk.lines().at(-1), { text: /taken back by the provider/ });
  // The ids of the provider begin again: they name other fills, that are held or booked.
  desk.fill(login, order_id, '1000000', 'E-1', { volume: '0.1', leaves: '0.4' });
  const next = { ...key, report: 'B-1 0.2' };
  t.match(await bustExecution(desk.client, next), { ok: true, data: { repeated: false } });
  desk.fill(login, order_id, '1.10020', 'E-1', { volume: '0.1', leaves: '0.4' });
  const last = { ...key, report: 'B-1 0.3' };
  t.match(await bustExecution(desk.client, last), { ok: true, data: { deal_ids: [Number] } });
  t.equal(desk.shard.state(login).positions.size, 0);
  t.match(await bustExecution(desk.client, next), { ok: true, data: { repeated: true } });
});
