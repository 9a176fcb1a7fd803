// Corrections of open positions: price, volume and stops, without a deal.

import { randomUUID } from 'node:crypto';
import { LedgerCheck } from '../../../../actors/commands/ledger-check.js';
import { refused } from '../accounts/staff-desk.js';
import { testsWith } from '../tags.js';
import { PositionsDesk } from './positions-desk.js';

const test = testsWith('positions', async (t) => {
  const desk = await PositionsDesk.open(t);
  const staff = await desk.http.staff({ rights: ['trades.view', 'trades.edit'] });
  const login = await desk.trader();
  const id = desk.trade(login, { volume: '0.30' });
  const change = (body: object, key: string = randomUUID(), of = id) =>
    staff.patch(`/positions/${of}`, body, { headers: { 'idempotency-key': key } });
  const position = () => desk.shard.state(login).positions.get(id);
  return { desk, staff, login, id, change, position };
});

test`A position is corrected by one event without a deal`(async (t, given) => {
  const { desk, staff, login, id, change, position } = given;
  const before = desk.shard.state(login).ledger.balance;
  const events = desk.events.length;
  const key = randomUUID();
  const body = { price_open: '1.09100', volume: '0.20', sl: '1.05000', tp: '0' };
  t.match(await change(body, key), { code: 'ok', data: { position_id: id, volume: '0.2' } });
  t.match(position(), { volume: 20_000_000, price_open: 109_100_000, sl: 105_000_000, tp: 0 });
  const [event, ...more] = desk.events.slice(events);
  t.same(more, []);
  t.match(event, {
    kind: 'correction',
    cause: { kind: 'position_change', source: 'dealer', dealer: staff.login },
    deals: [],
    corrections: [{ kind: 'position_change', position_id: id, volume: 10_000_000 }],
    money: { profit: 18_000 },
  });
  t.equal(desk.shard.state(login).ledger.balance, before);
  const text =
    `position #${id} corrected: price_open from 1.1001 to 1.091, volume from 0.3 to 0.2, ` +
    'sl from 0 to 1.05';
  t.same(event?.journal, [{ kind: 'trade', login, text }]);
  t.match(await change(body, key), { code: 'ok', data: { repeated: true } });
  t.equal(desk.events.length, events + 1, 'the same key corrects once');
  t.match(await staff.get(`/positions/${id}`), {
    data: { volume: '0.2', price_open: /^1\.09100/, price_dealt: /^1\.10010/ },
  });
});

test`A corrected position closes whole, and deals and corrections sum up to it`(
  async (t, given) => {
    const { desk, login, id, change } = given;
    const whole = await desk.http.staff({ rights: ['trades.edit', 'config.symbols'] });
    const more = { body: { volume: '0.50' } };
    t.equal((await whole.ask('PATCH', `/positions/${id}`, more)).code, 'ok');
    t.equal((await change({ volume: '0.10' })).code, 'ok');
    desk.close(login, id);
    const { positions } = desk.shard.state(login);
    t.equal(positions.size, 0);
    const check = new LedgerCheck();
    for (const [at, event] of desk.events.entries()) {
      if (event.login === login)
        check.follow(at + 1, event, { currency: 'USD', margin_mode: 'hedging' });
    }
    t.same(check.violations, []);
  },
);

test`Staff make a volume smaller near the market; config.symbols also makes volumes larger`(
  async (t, { desk, id, change, position }) => {
    const whole = await desk.http.staff({ rights: ['trades.edit', 'config.symbols'] });
    const by = (body: object) => whole.patch(`/positions/${id}`, body);
    t.equal((await by({ price_open: '1.05000' })).code, 'ok');
    const far = await change({ volume: '0.01' });
    t.match(far, { code: 'trade.invalid_price', message: /^price_open, .*1000 points/ });
    for (const volume of ['50', '0.31']) {
      const more = await change({ volume });
      t.match(more, { code: 'trade.invalid_volume', message: /^volume: must be at most 0.3,/ });
    }
    t.equal((await by({ volume: '0.20' })).code, 'ok', 'config.symbols may');
    t.equal((await by({ price_open: '1.09500', volume: '0.40' })).code, 'ok');
    t.equal((await change({ volume: '0.35' })).code, 'ok');
    t.match(position(), { volume: 35_000_000 });
  },
);

test`A larger volume needs the free margin that opening it would need`(
  async (t, { desk, id, change, position }) => {
    const whole = await desk.http.staff({ rights: ['trades.edit', 'config.symbols'] });
    const by = (body: object) => whole.patch(`/positions/${id}`, body);
    for (const body of [{ volume: '99' }, { volume: '99', price_open: '1.09500' }]) {
      const message = /^[0-9.]+ USD are required, [0-9.]+ are there \(margin_free\)/;
      t.match(await by(body), { code: 'trade.no_money', message });
    }
    t.match(position(), { volume: 30_000_000 });
    t.equal((await by({ volume: '0.50' })).code, 'ok');
    t.equal((await change({ volume: '0.10' })).code, 'ok', 'less needs none');
  },
);

test`What cannot be is refused with its code`(async (t, { desk, login, id, change }) => {
  const events = desk.events.length;
  for (const [body, code] of [
    [{ price_open: '0' }, 'trade.invalid_price'],
    [{ volume: '0' }, 'trade.invalid_volume'],
    [{ volume: '0.001' }, 'trade.invalid_volume'],
    [{ sl: '1.20000' }, 'trade.invalid_stops'],
    [{ volume: '0.30' }, 'trade.no_changes'],
    [{}, 'trade.no_changes'],
  ] as const) {
    t.equal((await change(body)).code, code, JSON.stringify(body));
  }
  t.equal((await change({ sl: 'x' })).code, 'invalid_input');
  refused(t, await change({ sl: '0' }, randomUUID(), 99_999), 'not_found');
  t.equal(desk.events.length, events);
  desk.close(login, id);
  t.equal((await change({ sl: '1.05000' })).code, 'trade.position_closed');
});
