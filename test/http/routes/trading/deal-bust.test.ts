// Deals that staff or providers take back.

import type { Test } from 'tap';
import { bustExecution, isFillBooked } from '../../../../actors/front/busted-executions.js';
import {
  DEALS_MAX,
  type DealInPosition,
  type FillKey,
} from '../../../../wire/queries/deal-queries.js';
import { refused } from '../accounts/staff-desk.js';
import { testsWith } from '../tags.js';
import { PositionsDesk } from './positions-desk.js';

const RIGHTS = ['trades.view', 'trades.edit', 'trades.delete'] as const;

const opened = async (t: Test, margin_mode: 'hedging' | 'netting') => {
  const desk = await PositionsDesk.open(t, { margin_mode });
  const staff = await desk.http.staff({ rights: [...RIGHTS] });
  const login = await desk.trader();
  const id = desk.trade(login, { volume: '0.30' });
  const deal = desk.events.at(-1)?.deals[0]?.id ?? 0;
  const bust = (of = deal) => staff.post(`/deals/${of}/bust`);
  return { desk, staff, login, id, deal, bust };
};
type Given = Awaited<ReturnType<typeof opened>>;

const test = testsWith('positions', (t) => opened(t, 'hedging'));
const testNetting = testsWith('positions', (t) => opened(t, 'netting'));

test`A deal of a closed position is taken back once, its money returned`(async (t, given) => {
  const { desk, staff, login, id, deal, bust } = given;
  const { balance } = desk.shard.state(login).ledger;
  desk.shard.quote('EURUSD', '1.20000', '1.20010');
  desk.close(login, id);
  const closing = desk.events.at(-1)?.deals[0]?.id ?? 0;
  t.not(desk.shard.state(login).ledger.balance, balance);
  const events = desk.events.length;
  const { data } = await bust(closing);
  t.match(data, { login, position_id: id, volume: '0.3', repeated: false });
  t.equal((data as { deal_ids: number[] }).deal_ids[0], closing);
  const event = desk.events[events];
  t.match(event, {
    kind: 'deal',
    cause: { kind: 'bust', source: 'dealer', dealer: staff.login },
    deals: [
      { id: closing, action: 'sell_canceled' },
      { action: 'correction', position_id: id },
    ],
    positions: [{ id, closed: false, volume: 30_000_000 }],
  });
  t.same(event?.journal, [
    { kind: 'trade', login, text: `deal #${closing} busted: sell 0.3 EURUSD at 1.20000` },
  ]);
  t.equal(desk.shard.state(login).ledger.balance, balance);
  t.match(await bust(closing), { code: 'ok', data: { ...(data as object), repeated: true } });
  t.equal(desk.events.length, events + 1, 'it is taken back once');
  t.match(await bust(deal), { code: 'ok', data: { position_id: id } });
  t.equal(desk.shard.state(login).positions.size, 0, 'nothing is left of it');
  const shown = await staff.get(`/accounts/${login}/deals`);
  const { items } = shown.data as { items: { id: number; action: string }[] };
  const actions = items.filter((one) => one.id === deal || one.id === closing);
  t.same(actions.map(({ action }) => action).sort(), ['buy_canceled', 'sell_canceled']);
});

test`An account that goes on meanwhile is read again`(async (t, { desk, login, deal, bust }) => {
  let more = 2;
  desk.before = (op) => {
    if (op === 'bust' && more > 0) desk.place(login);
    if (op === 'bust') more -= 1;
  };
  t.match(await bust(), { code: 'ok', data: { deal_ids: [deal] } });
  t.equal(desk.called.filter(({ op }) => op === 'bust').length, 3);
});

test`A deal that cannot be taken back is refused, and nothing changes`(async (t, given) => {
  const { desk, login, id, bust } = given;
  const events = desk.events.length;
  refused(t, await bust(99_999), 'not_found');
  const deposit = desk.events[0]?.deals[0]?.id ?? 0;
  t.equal((await bust(deposit)).code, 'trade.invalid_request');
  desk.isBehind = true;
  t.equal((await bust()).code, 'timeout');
  desk.isBehind = false;
  t.equal(desk.events.length, events);
  await given.staff.post('/positions/delete', { ids: [id] });
  t.equal((await bust()).code, 'trade.order_changed');
  t.equal(desk.shard.state(login).positions.size, 0);
});

test`A provider takes back what it executed, by its execution id`(async (t, { desk, login }) => {
  desk.cover();
  const order = desk.trade(login, { volume: '0.50' });
  desk.fill(login, order, '1.10020', 'E-77');
  const dealt = desk.events.findLast(({ deals }) => deals.length > 0)?.deals[0];
  t.match(dealt, { gateway_id: 5, external_id: 'E-77' });
  const take = (gateway_id: number, of: number, execution_id: string) =>
    bustExecution(desk.client, {
      login: of,
      order_id: order,
      gateway_id,
      execution_id,
      report: '',
    });
  t.match(await take(5, login, 'E-78'), { ok: false, code: 'not_found' });
  t.match(await take(6, login, 'E-77'), { ok: false, code: 'not_found' }, 'of another gateway');
  t.match(await take(5, login + 1, 'E-77'), { ok: false, code: 'not_found' });
  t.match(await take(5, login, 'E-77'), {
    ok: true,
    data: { position_id: dealt?.position_id, deal_ids: [dealt?.id], repeated: false },
  });
  const event = desk.events.at(-1);
  t.match(event, {
    cause: { kind: 'bust', source: 'gateway', dealer: 0 },
    deals: [{ id: dealt?.id, action: 'buy_canceled' }],
  });
  const text = `deal #${dealt?.id} busted: buy 0.5 EURUSD at 1.10020, by gateway 5`;
  t.same(event?.journal, [{ kind: 'trade', login, text }]);
  t.match(await take(5, 0, 'E-77'), { ok: true, data: { repeated: true } }, 'by its order alone');
  t.equal(desk.events.at(-1), event, 'once');
});

/** More deals than were once looked at among the newest of an account. */
const LATER_DEALS = 2_100;

test`A provider takes back what it executed however many deals came since`(
  async (t, { desk, login }) => {
    desk.cover();
    const order = desk.trade(login, { volume: '0.50' });
    desk.fill(login, order, '1.10020', 'E-77');
    const working = desk.trade(login, { volume: '0.50', fill: 'ioc' });
    desk.fill(login, working, '1.10020', 'E-78', { volume: '0.2', leaves: '0.3' });
    desk.pay(login, LATER_DEALS);
    const take = (order_id: number, execution_id: string) =>
      bustExecution(desk.client, { login, order_id, gateway_id: 5, execution_id, report: '' });
    t.match(await take(order, 'E-77'), { ok: true, data: { repeated: false } }, 'ended');
    t.match(await take(working, 'E-78'), { ok: true, data: { repeated: false } }, 'working');
    t.match(await take(working, 'E-77'), { ok: false, code: 'not_found' }, 'of another order');
  },
);

/** What the provider of the account's one order has taken back of it. */
const bustedOf = (desk: PositionsDesk, login: number) =>
  [...desk.shard.state(login).queue.values()].map((row) => row.busted);

/** An order of half a lot at gateway 5, of which some is filled; what the provider takes back. */
const coveredOrder = (desk: PositionsDesk, login: number) => {
  desk.cover();
  const order = desk.trade(login, { volume: '0.50', fill: 'ioc' });
  const fill = (execution_id: string, volume: string, leaves: string) =>
    desk.fill(login, order, '1.10020', execution_id, { volume, leaves });
  const take = (execution_id: string) =>
    bustExecution(desk.client, { login, order_id: order, gateway_id: 5, execution_id, report: '' });
  return { order, fill, take };
};

test`What staff and the provider take back at the same time counts once`(
  async (t, { desk, login, bust }) => {
    const { fill, take } = coveredOrder(desk, login);
    fill('E-1', '0.2', '0.3');
    const id = desk.events.findLast(({ deals }) => deals.length > 0)?.deals[0]?.id ?? 0;
    let isFirst = true;
    desk.before = async (op) => {
      if (op !== 'bust' || !isFirst) return;
      isFirst = false;
      t.match(await bust(id), { code: 'ok', data: { repeated: false } });
    };
    t.match(await take('E-1'), { ok: true, data: { repeated: false } });
    t.same(bustedOf(desk, login), [20_000_000]);
    t.match(await take('E-1'), { ok: true, data: { repeated: true } });
    t.same(bustedOf(desk, login), [20_000_000]);
  },
);

/** Some of an order of the provider is filled into a position whose volume staff have corrected. */
const filledIntoCorrected = async ({ desk, staff, login, id }: Given) => {
  const order = coveredOrder(desk, login);
  await staff.patch(`/positions/${id}`, { volume: '0.20' });
  order.fill('E-1', '0.2', '0.3');
  const [deal] = desk.events.findLast(({ deals }) => deals.length > 0)?.deals ?? [];
  return { ...order, deal };
};

testNetting`What cannot be counted now is asked for again`(async (t, given) => {
  const { desk, login } = given;
  const { take } = await filledIntoCorrected(given);
  desk.answer = ({ data: { is_counted } }) => (is_counted ? 'trade.timeout' : undefined);
  t.match(await take('E-1'), { ok: false, code: 'trade.timeout' });
  t.same(bustedOf(desk, login), [0]);
});

test`A deal among more than a thousand is refused, and lowers its provider's total`(
  async (t, { desk, login }) => {
    const { order, fill } = coveredOrder(desk, login);
    fill('E-1', '0.2', '0.3');
    const key = { login, order_id: order, gateway_id: 5, execution_id: 'E-1', report: '' };
    const client: typeof desk.client = {
      ...desk.client,
      query: async (...given) => {
        const read = await desk.client.query(...given);
        const { found } = (read.ok ? read.data : {}) as { found: DealInPosition };
        const deals = Array.from({ length: DEALS_MAX + 1 }, () => found.deals[0]);
        return { ...read, data: { found: { ...found, deals } } } as typeof read;
      },
    };
    t.match(await bustExecution(client, key), { ok: false, code: 'trade.rejected' });
    t.same(bustedOf(desk, login), [20_000_000]);
  },
);

test`What is booked of an order goes by its provider's total`(async (t, given) => {
  const { desk, login, bust } = given;
  const { order, fill, take } = coveredOrder(desk, login);
  fill('E-1', '0.2', '0.3');
  const id = desk.events.findLast(({ deals }) => deals.length > 0)?.deals[0]?.id ?? 0;
  fill('untold 0.5', '0.3', '0');
  const isBooked = (execution_id: string, total: bigint | null, more: Partial<FillKey> = {}) => {
    const key = { login: 0, gateway_id: 5, order_id: order, execution_id, is_units: true };
    return isFillBooked(desk.client, { ...key, total, ...more });
  };
  const UNIT = 10n ** 8n;
  t.ok(await isBooked('E-2', 50_000n * UNIT), 'under another execution id');
  t.notOk(await isBooked('E-1', 50_001n * UNIT), 'although the id is known');
  t.ok(await isBooked('E-2', UNIT / 2n, { is_units: false }), 'in lots');
  t.notOk(await isBooked('E-2', UNIT, { is_units: false }));
  t.notOk(await isBooked('E-2', UNIT, { gateway_id: 6 }), 'at another gateway');
  t.ok(await isBooked('E-1', null), 'without a total by the id');
  t.notOk(await isBooked('E-2', null));
  await bust(id);
  t.ok(await isBooked('E-2', 50_000n * UNIT), 'the provider counts what staff took back');
  await take('E-1');
  t.notOk(await isBooked('E-2', 50_000n * UNIT), 'until it takes it back itself');
  t.ok(await isBooked('E-2', 30_000n * UNIT));
  await take('untold 0.5');
  t.notOk(await isBooked('E-3', UNIT), 'nothing is left of what it had executed');
  desk.isBehind = true;
  t.equal(await isBooked('E-1', null), undefined);
});
