// What staff takes back: positions without a deal (§4.12), and busted trades.

import t from 'tap';
import { emptyRow } from '../../../wire/base/field-table.js';
import { eventFrame } from '../../../wire/codec/event-frames.js';
import { packEvent } from '../../../wire/codec/pack.js';
import { unpackEvent } from '../../../wire/codec/unpack.js';
import { bustId } from '../../../wire/trading/bust-ids.js';
import type { PositionDeleteCommand } from '../../../wire/trading/commands.js';
import type { AccountEvent } from '../../../wire/trading/events.js';
import { QUEUED, type Queued } from '../../../wire/trading/queued.js';
import type { Deal } from '../../../wire/trading/records.js';
import { refusedIn } from '../../../wire/trading/refused-positions.js';
import {
  codeOf,
  type EngineHarness,
  NOON,
  openAccount,
  requestId,
  type Setup,
} from '../../support/engine-harness.js';
import { alter, price, restingOrder, volume } from '../../support/engine-rows.js';
import { Invariants } from '../../support/lives/invariants.js';
import { commission } from '../../support/settings-records.js';
import { open, ruled } from '../waiting.js';

const sell = { ...open, side: 'sell' } as const;

const made = (netting = false): EngineHarness => {
  const engine = openAccount({ group: { margin_mode: netting ? 'netting' : 'hedging' } });
  engine.trade({ ...sell, volume: '0.30' });
  return engine;
};

const deletion = (...position_ids: readonly number[]): PositionDeleteCommand => ({
  op: 'position_delete',
  request_id: requestId(),
  position_ids,
  dealer: 7,
});

t.test('the position is gone, the balance and the deals are what they were', async (t) => {
  const engine = made();
  const watch = new Invariants(false);
  const { balance } = engine.state.ledger;
  const command = deletion(1);
  const execution = engine.run(command);
  const event = engine.events.at(-1);
  t.match(event, {
    kind: 'correction',
    cause: { kind: 'position_delete', source: 'dealer', dealer: 7 },
    deals: [],
    positions: [{ id: 1, volume: 0, closed: true, swap: 0 }],
    corrections: [
      {
        id: 3,
        request_id: command.request_id,
        kind: 'position_delete',
        position_id: 1,
        symbol: 'EURUSD',
        side: 'sell',
        volume: 30_000_000,
        dealer: 7,
        at: NOON,
      },
    ],
    remembered: { request_id: command.request_id },
  });
  t.match(execution.result, { status: 'done', code: 'ok', position_id: 1, volume: 30_000_000 });
  t.equal(engine.state.ledger.balance, balance);
  t.match(event?.money, { profit: 0, margin: 0 });
  const found = engine.events.flatMap((one) => watch.follow(one));
  t.same(found, [], 'deals and corrections sum to the position');
  t.equal(codeOf(engine.run(deletion(1))), 'trade.position_closed');
  t.equal(codeOf(engine.run(deletion(99))), 'trade.position_not_found');
});

t.test('the accrued swap goes with it and is told', async (t) => {
  const held = [{ id: 5, price_open: '1.1', swap: '-12.34' }];
  const engine = openAccount({ balance: '10000', held });
  engine.run(deletion(5));
  const correction = { swap: -1234, currency_digits: 2, side: 'buy' } as const;
  t.match(engine.events.at(-1)?.corrections, [correction]);
  const event = engine.events.at(-1) as AccountEvent;
  t.equal(event.positions[0]?.swap, 0);
  const frame = Buffer.from(eventFrame(packEvent(event), 1)).toString();
  t.match(frame, '"corrections":[{"id":1,');
  t.match(frame, '"swap":"-12.34"');
  t.match(engine.events.at(-1)?.money, { swap: 0, equity: 1_000_000 });
});

t.test('several positions go by one event; missing and locked ones have a code', async (t) => {
  const row = { price_open: '1.1', swap: '0' };
  const held = [5, 6, 7, 8].map((id) => ({
    ...row,
    id,
    ...(id < 7 && { swap: `${2 * id - 10}` }),
  }));
  const engine = openAccount({ balance: '10000', held });
  const queued: Queued = { ...emptyRow(QUEUED), id: 50, login: 1001, symbol: 'EURUSD' };
  engine.state.queue = new Map([[50, { ...queued, position_id: 7, state: 'queued' }]]);
  const before = engine.events.length;
  const command = deletion(3, 5, 6, 7);
  const { result } = engine.run(command);
  const events = engine.events.slice(before);
  t.match(events, [
    {
      kind: 'correction',
      positions: [
        { id: 5, closed: true, volume: 0, swap: 0 },
        { id: 6, closed: true, volume: 0, swap: 0 },
      ],
      corrections: [
        { id: 1, position_id: 5, swap: 0, request_id: command.request_id },
        { id: 2, position_id: 6, swap: 200, request_id: command.request_id },
      ],
      journal: [
        { login: 1001, text: 'position #5 EURUSD: deletion done, 1 lots' },
        { login: 1001, text: 'position #6 EURUSD: deletion done, 1 lots' },
      ],
      remembered: { request_id: command.request_id, result },
    },
  ]);
  t.equal(events.length, 1);
  t.match(result, { code: 'ok', status: 'done', position_id: 0 });
  const refused = [...refusedIn(result?.refused)];
  t.same(refused, [
    [3, 'trade.position_not_found'],
    [7, 'trade.locked'],
  ]);
  t.same([...engine.state.positions.keys()], [7, 8]);
  const packed = packEvent(events[0] as AccountEvent);
  t.same(unpackEvent(packed), events[0], 'one record has all of it');
  const frame = JSON.parse(Buffer.from(eventFrame(packed, 1)).toString()).data;
  t.match(frame.corrections, [{ position_id: 5 }, { position_id: 6 }]);

  const none = engine.run(deletion(3, 5, 7));
  t.equal(codeOf(none), 'trade.position_not_found');
  t.same(
    [...refusedIn(none.result?.refused).values()],
    ['trade.position_not_found', 'trade.position_closed', 'trade.locked'],
  );
  t.equal(engine.events.length, before + 1, 'where nothing can be deleted there is no event');
});

t.test('in netting the next order opens a new position', async (t) => {
  const engine = made(true);
  engine.run(deletion(1));
  engine.trade({ ...open, volume: '0.10' });
  t.match(engine.positions, [{ id: 2, side: 'buy', volume: 10_000_000 }]);
  t.match(engine.events.at(-1)?.deals, [{ entry: 'in', profit: 0 }]);
});

t.test('it asks for no quote, session or switch, but for an enabled account', async (t) => {
  const engine = made();
  alter(engine, {
    symbol: { trade_sessions: [], trade_access: 'disabled' },
    group: { trading_enabled: false },
  });
  engine.state.switches = { ...engine.state.switches, trading_enabled: false };
  t.equal(codeOf(engine.run(deletion(1))), 'ok');
  const closed = made();
  closed.state.switches = { ...closed.state.switches, enabled: false };
  t.equal(codeOf(closed.run(deletion(1))), 'trade.disabled');
  t.equal(closed.state.positions.size, 1);
});

t.test('a position about which a request waits is locked', async (t) => {
  const waits = (of: Partial<Queued>): string => {
    const engine = made();
    const queued: Queued = { ...emptyRow(QUEUED), id: 50, login: 1001, symbol: 'EURUSD', ...of };
    engine.state.queue = new Map([[50, queued]]);
    return codeOf(engine.run(deletion(1)));
  };
  t.equal(waits({ position_id: 1, state: 'queued' }), 'trade.locked');
  t.equal(waits({ by_position_id: 1, state: 'sent' }), 'trade.locked');
  t.equal(waits({ position_id: 1, state: 'quoted' }), 'ok', 'an offer is no request');
  t.equal(waits({ position_id: 2, state: 'queued' }), 'ok');
  const engine = made();
  const order = restingOrder(engine, 'EURUSD', { kind: 'limit', price_order: '1' });
  engine.give({ orders: [{ ...order, id: 60, position_id: 1, state: 'partial' }] });
  t.equal(codeOf(engine.run(deletion(1))), 'trade.locked');
});

t.test('deleting what was gaining may bring the stop-out', async (t) => {
  const held = [{ price_open: '1.0' }, { price_open: '1.2' }];
  const engine = openAccount({ balance: '2000', held });
  engine.run(deletion(1));
  const kinds = engine.events.slice(-4).map(({ cause }) => cause.kind);
  t.match(kinds, ['position_delete', 'stop_out', 'stopout_position', 'margin_call']);
});

const dealsOf = (engine: EngineHarness, id: number): Deal[] =>
  engine.deals.filter((deal) => deal.position_id === id);

const take = (engine: EngineHarness, deal: Deal | undefined, deals: readonly Deal[]): string =>
  codeOf(engine.bust(deal, deals));

/** Takes back a deal of position 1: its first, its second. */
const bust = (engine: EngineHarness, at: number): string => {
  const deals = dealsOf(engine, 1);
  return take(engine, deals[at], deals);
};

const quoteHigher = (engine: EngineHarness): void => engine.quote('EURUSD', '1.10110', '1.10120');

const netting = (symbol: Setup['symbol'] = {}) =>
  ruled([{}], symbol, { group: { margin_mode: 'netting' } });

/** A night costs a lot 4.00. */
const SWAPS: Setup['symbol'] = {
  swap_mode: 'money_deposit',
  swap_long: '-4',
  swap_short: '0',
  swap_triple_day: 'none',
};

/** Ends the day, and goes on a minute later. */
const overNight = (engine: EngineHarness): void => {
  engine.endDay();
  engine.now += 60_000;
};

t.test('an opening that is taken back leaves no position', async (t) => {
  const engine = ruled([{}]);
  engine.trade(open);
  const [{ id } = { id: 0 }] = dealsOf(engine, 1);
  t.equal(bust(engine, 0), 'ok');
  t.equal(engine.state.positions.size, 0);
  t.match(engine.events.at(-1), {
    ...{ kind: 'deal', cause: { kind: 'bust', dealer: 7 } },
    deals: [{ id, action: 'buy_canceled' }],
    positions: [{ id: 1, closed: true }],
  });
  t.equal(engine.state.ledger.balance, 1_000_000);
});

t.test('a close that is taken back opens the position again, and its money goes', async (t) => {
  const engine = ruled([{}]);
  engine.trade({ ...open, volume: '2' });
  quoteHigher(engine);
  engine.trade({ kind: 'close', position_id: 1 });
  t.equal(engine.state.ledger.balance, 1_020_000);
  t.equal(bust(engine, 1), 'ok');
  const [canceled, back] = engine.events.at(-1)?.deals ?? [];
  t.match(canceled, { action: 'sell_canceled' });
  t.match(back, { action: 'correction', profit: -20_000, position_id: 1, dealer: 7 });
  t.equal(engine.state.ledger.balance, 1_000_000);
  const held = { id: 1, side: 'buy', volume: volume('2'), price_open: price('1.10010') };
  t.match(engine.positions, [held]);
});

t.test('a busted stop-out leaves its compensation, which the journal says', async (t) => {
  const engine = ruled([{}], {}, { group: { so_compensation: true } });
  engine.trade({ ...open, volume: '5' });
  engine.tick('EURUSD', '1.05000', '1.05010');
  const [, closing] = dealsOf(engine, 1);
  t.match(closing, { reason: 'so', profit: -2_505_000 });
  t.match(engine.lastDeal, { action: 'so_compensation', profit: 1_505_000 });
  t.equal(bust(engine, 1), 'ok');
  t.match(engine.events.find(({ cause }) => cause.kind === 'bust')?.journal, [
    { text: /^deal #\d+ busted: sell 5 EURUSD/ },
    { text: /^warning: deal #\d+ was a stop-out: if its loss was compensated, that stays$/ },
  ]);
});

t.test('what is left is averaged again', async (t) => {
  const engine = netting();
  engine.trade(open);
  quoteHigher(engine);
  engine.trade(open);
  engine.quote('EURUSD', '1.10210', '1.10220');
  engine.trade({ ...open, volume: '2' });
  t.equal(bust(engine, 1), 'ok');
  const [position] = engine.positions;
  t.equal(position?.volume, volume('3'));
  t.equal(position?.price_open, price('1.1015'), '(1.10010 + 2 × 1.10220) / 3');
});

t.test('without the opening a later deal stands for itself', async (t) => {
  const engine = netting();
  engine.trade(open);
  quoteHigher(engine);
  engine.trade({ ...sell, volume: '0.4' });
  t.equal(bust(engine, 0), 'ok');
  const held = { side: 'sell', volume: volume('0.4'), price_open: price('1.10110') };
  t.match(engine.positions, [held]);
});

t.test('money is no trade, and half of a close-by is not taken back', async (t) => {
  const engine = ruled([{}]);
  engine.trade(open);
  engine.trade(sell);
  const [paid] = engine.deals;
  t.equal(take(engine, paid, paid === undefined ? [] : [paid]), 'trade.invalid_request');
  engine.trade({ kind: 'close_by', position_id: 1, by_position_id: 2 });
  const deals = dealsOf(engine, 1);
  t.equal(take(engine, deals.at(-1), deals), 'trade.invalid_request');
});

/** The deals of a position as they are now: those that were taken back under their new action. */
const newest = (engine: EngineHarness, id: number): Deal[] => [
  ...new Map(dealsOf(engine, id).map((deal) => [deal.id, deal])).values(),
];

t.test('a deal is taken back once, whatever rows the second command rests on', async (t) => {
  const engine = netting();
  engine.trade(open);
  engine.trade({ ...open, volume: '2' });
  const before = dealsOf(engine, 1);
  t.equal(take(engine, before[1], before), 'ok');
  t.equal(take(engine, before[1], before), 'trade.order_changed', 'rows of before');
  const now = newest(engine, 1);
  t.equal(take(engine, now[1], now), 'trade.invalid_request', 'it is no trade any more');
  const [deal] = now as [Deal];
  t.equal(codeOf(engine.bust(deal, now, requestId())), 'trade.invalid_request');
  t.equal(take(engine, deal, before), 'trade.order_changed', 'another deal, rows of before');
  t.match(engine.positions, [{ volume: volume('1') }]);
  const last = engine.events.at(-1);
  t.equal(last?.remembered?.request_id, bustId(before[1]?.id ?? 0));
});

t.test('nothing is taken back in an archived account', async (t) => {
  const engine = ruled([{}]);
  engine.trade(open);
  engine.state.switches = { ...engine.state.switches, archived: true };
  t.equal(bust(engine, 0), 'trade.disabled');
});

/** In netting: a lot bought at 1.10010 and sold at 1.10110, then a position of these. */
const closedThen = (side: 'buy' | 'sell', lots: string): EngineHarness => {
  const engine = netting();
  engine.trade(open);
  quoteHigher(engine);
  engine.trade(sell);
  engine.quote('EURUSD', '1.10210', '1.10220');
  engine.trade({ ...open, side, volume: lots, sl: side === 'buy' ? '1.09' : '1.12' });
  if (bust(engine, 1) !== 'ok') throw new Error('it was not taken back');
  return engine;
};

/** Signed lots of the trades of each position, by id. */
const lotsOf = (engine: EngineHarness, id: number): number =>
  newest(engine, id).reduce((sum, { action, volume: lots }) => {
    if (action === 'buy') return sum + lots;
    return action === 'sell' ? sum - lots : sum;
  }, 0);

t.test('in netting a position that opens again joins the one that is there', async (t) => {
  const rows = [
    ['buy', '1', { side: 'buy', lots: '2', at: '1.10115', sl: '1.09' }, 1_000_000],
    // Sold at 1.10210 what was bought at 1.10010.
    ['sell', '3', { side: 'sell', lots: '2', at: '1.10210', sl: '1.12' }, 1_020_000],
    ['sell', '1', null, 1_020_000],
    ['sell', '0.4', { side: 'buy', lots: '0.6', at: '1.10010', sl: '0' }, 1_008_000],
  ] as const;
  for (const [side, then, wanted, balance] of rows) {
    const engine = closedThen(side, then);
    const [held] = engine.positions;
    const { lots, at, sl } = wanted ?? { lots: '0', at: '0', sl: '0' };
    const shown = { id: 3, volume: volume(lots), price_open: price(at), sl: price(sl) };
    t.match(engine.positions, wanted === null ? [] : [{ side: wanted.side, ...shown }]);
    t.equal(engine.positions.length, wanted === null ? 0 : 1);
    t.equal(engine.state.ledger.balance, balance);
    t.equal(lotsOf(engine, 1), 0);
    const signed = held === undefined ? 0 : held.volume * (held.side === 'buy' ? 1 : -1);
    t.equal(lotsOf(engine, 3), signed, 'its deals make up the position');
  }
  t.match(closedThen('buy', '1').events.at(-1), {
    deals: [
      { action: 'sell_canceled' },
      { action: 'correction', profit: -10_000 },
      { action: 'sell', entry: 'out', position_id: 1, price: price('1.10010'), profit: 0 },
      { action: 'buy', entry: 'in', position_id: 3, price: price('1.10010'), reason: 'correction' },
    ],
    orders: [{ state: 'filled', reason: 'correction' }, { state: 'filled' }],
    positions: [{ id: 1, closed: true }, { id: 3 }],
  });
});

/** Commissions that accrue, and profits that are blocked until the day ends. */
const BLOCKING: Setup['group'] = {
  margin_mode: 'netting',
  profit_blocked_till_eod: true,
  commissions: [
    commission({ name: 'day', charge: 'daily' }),
    commission({ name: 'month', charge: 'monthly', range: 'turnover_volume' }),
    commission({ name: 'agent', charge: 'daily', kind: 'agent' }),
  ],
};

t.test('what a deal blocks is free again when it is taken back', async (t) => {
  const engine = ruled([{}], {}, { group: BLOCKING, switches: { agent: 9 } });
  engine.trade(open);
  quoteHigher(engine);
  const before = engine.state.ledger;
  t.match(before, { commission_blocked: 200, profit_blocked: 0 });
  engine.trade(sell);
  t.match(engine.state.ledger, { commission_blocked: 400, profit_blocked: 10_000 });
  t.equal(bust(engine, 1), 'ok');
  const { commission_blocked, profit_blocked, accruals } = engine.state.ledger;
  t.same({ commission_blocked, profit_blocked }, { commission_blocked: 200, profit_blocked: 0 });
  t.same(accruals, before.accruals);
});

t.test('what a later end of day has charged or released is left alone', async (t) => {
  const engine = ruled([{}], {}, { group: BLOCKING });
  engine.trade(open);
  quoteHigher(engine);
  engine.trade({ ...sell, volume: '0.5' });
  overNight(engine);
  engine.trade({ ...sell, volume: '0.2' });
  t.match(engine.state.ledger, { commission_blocked: 190, profit_blocked: 2_000 });
  t.equal(bust(engine, 1), 'ok');
  t.match(engine.state.ledger, { commission_blocked: 140, profit_blocked: 2_000 });
});

t.test('a swap that a deal paid goes back to its position', async (t) => {
  const engine = ruled([{}], SWAPS);
  engine.trade(open);
  overNight(engine);
  engine.trade({ kind: 'close', position_id: 1, volume: '0.5' });
  t.match(engine.positions, [{ swap: -200 }]);
  t.equal(bust(engine, 1), 'ok');
  t.match(engine.positions, [{ swap: -400, volume: volume('1') }]);
});

t.test('the swap of a position of which nothing is left stands in a correction', async (t) => {
  const swaps = { swap_mode: 'points', swap_long: '-7.1', swap_short: '0' } as const;
  const engine = ruled([{}], swaps);
  engine.trade(open);
  engine.endDay();
  t.match(engine.positions, [{ swap: -2130 }]);
  engine.now += 60_000;
  t.equal(bust(engine, 0), 'ok');
  const event = engine.events.at(-1);
  t.match(event, {
    kind: 'deal',
    deals: [{ action: 'buy_canceled', swap: 0 }],
    positions: [{ id: 1, closed: true, volume: 0, swap: 0 }],
    corrections: [{ kind: 'bust', position_id: 1, side: 'buy', volume: 0, swap: -2130, dealer: 7 }],
  });
  t.ok((event?.corrections[0]?.id ?? 0) > (engine.deals.at(-1)?.id ?? 0));
  t.equal(engine.state.ledger.balance, 1_000_000, 'it was never paid');
});

t.test('what a busted deal and the position had of swap goes together', async (t) => {
  const engine = netting(SWAPS);
  engine.trade(open);
  engine.trade(open);
  overNight(engine);
  engine.trade(sell);
  t.match(engine.positions, [{ swap: -400 }]);
  t.equal(bust(engine, 0), 'ok');
  t.match(engine.events.at(-1)?.corrections, [{ swap: -400, volume: 0 }]);
  const now = newest(engine, 1);
  t.equal(take(engine, now[2], now), 'ok', 'the sale is taken back too, and the second buy stands');
  t.match(engine.positions, [{ id: 1, side: 'buy', swap: -400 }]);
  t.same(engine.events.at(-1)?.corrections, []);
});
