// Worked examples of account state, stop-out, swaps and commissions, and that none is left out.

import t from 'tap';
import { formatExact } from '../../wire/base/scale.js';
import type { SymbolRecord } from '../../wire/settings/symbols.js';
import { EngineHarness, openAccount } from '../support/engine-harness.js';
import { commission, IN_DOLLARS, marginRate, symbol } from '../support/settings-records.js';
import { needsExactly, type QuoteMap, setQuotes, type TierSketch, tiered } from './examples.js';
import { allShown, example, SHOWN, VECTOR_IDS, vector } from './vectors.js';
import { open } from './waiting.js';

interface AccountInput {
  readonly balance: string;
  readonly credit?: string;
  readonly blocked?: string;
  readonly positions: readonly { id?: number; profit: string; swap?: string; margin?: string }[];
  readonly orders?: readonly { id: number; margin: string }[];
  readonly margin?: string;
  readonly stop_out?: string;
  readonly mode?: 'percent' | 'money';
  readonly free_margin_mode?: 'use_pl';
}

/** An account whose positions earn and bind just what the example says: a symbol for each row. */
const accountBroker = (input: AccountInput, more: object = {}): EngineHarness => {
  const cfd = (name: string, margin: string): SymbolRecord =>
    symbol(name, {
      calc_mode: 'cfd',
      contract_size: '1',
      digits: 2,
      ...IN_DOLLARS,
      margin_initial: margin,
      margin_rates: [
        marginRate('buy', 'limit', '1'),
        ...(margin === '0' ? [marginRate('buy', 'market', '0')] : []),
      ],
    });
  const share = input.positions.length === 1 ? input.margin : undefined;
  const orders = input.orders ?? [];
  const engine = new EngineHarness({
    symbols: [
      ...input.positions.map((row, at) => cfd(`HELD${at}`, row.margin ?? share ?? '0')),
      ...orders.map((row, at) => cfd(`WAIT${at}`, row.margin)),
    ],
    group: {
      margin_call: '0',
      stop_out: input.stop_out ?? '0',
      stopout_mode: input.mode ?? 'percent',
      ...more,
    },
    balance: input.balance,
    credit: input.credit ?? '0',
    blocked: input.blocked ?? '0',
    held: input.positions.map((row, at) => ({
      name: `HELD${at}`,
      id: row.id ?? at + 1,
      side: 'buy',
      volume: '1',
      price_open: '5000.00',
      swap: row.swap ?? '0',
    })),
    resting: orders.map((row, at) => ({
      name: `WAIT${at}`,
      id: row.id,
      kind: 'limit',
      side: 'buy',
      volume: '1',
      price_order: '1.00',
    })),
  });
  input.positions.forEach((row, at) => {
    const close = formatExact(500_000 + Math.round(Number(row.profit) * 100), 2, 2);
    engine.quote(`HELD${at}`, close);
  });
  for (const at of orders.keys()) engine.quote(`WAIT${at}`, '2.00');
  return engine;
};

example('A01 A02', 'equity, free margin and level follow', (t, id) => {
  const { input, expect } = vector<AccountInput, Record<string, string>>(id);
  const modes = id === 'A01' ? ['use_pl'] : ['use_pl', 'not_use', 'profit_only', 'loss_only'];
  for (const free_margin_mode of modes) {
    const engine = accountBroker(input, { free_margin_mode });
    const live = engine.live;
    const wanted = expect[free_margin_mode] ?? expect.margin_free;
    t.equal(engine.money(live.margin_free), wanted, free_margin_mode);
    if (id !== 'A01') continue;
    t.equal(engine.money(live.equity), expect.equity);
    t.equal(formatExact(live.margin_level, 2, 2), expect.margin_level);
  }
});

example('A03', 'an order that the free margin cannot bear is refused', (t, id) => {
  const { expect } = vector<object, { code: string; margin_free_after: string }>(id);
  const make = (): EngineHarness =>
    new EngineHarness({
      group: { commissions: [commission({}, { value: '3.5' })] },
      quotes: { EURUSD: ['1.27900'] },
    });
  const send = (engine: EngineHarness): string => engine.code(open);
  const poor = make();
  poor.give({ balance: '1000.00' });
  t.equal(send(poor), expect.code);
  t.equal(poor.events.length, 0, 'a refusal is no event');
  const missing = -Number(expect.margin_free_after);
  needsExactly(t, make, String(1000 + missing), send);
});

interface Step {
  readonly action: string;
  readonly id: number;
  readonly margin_level?: string;
}

/** Steps of a stop-out as its events tell them. */
const stepsOf = (engine: EngineHarness): Step[] =>
  engine.events.flatMap(({ cause, orders, deals }) => {
    const row = orders[0];
    if (row === undefined) return [];
    const level = /^so (.+)%/.exec(deals[0]?.comment ?? row.comment)?.[1] ?? '';
    const id = cause.kind === 'stopout_order' ? row.id : row.position_id;
    return [{ action: cause.kind, id, margin_level: level }];
  });

example('A04 A05 A06 A08', 'the stop-out gives up one thing after the other', (t, id) => {
  const { input, expect } = vector<
    AccountInput & { stop_out_hedged?: boolean },
    Record<string, string> & { steps: Step[] }
  >(id);
  const compensated = expect.compensation !== undefined;
  const engine = accountBroker(input, {
    so_hedged: input.stop_out_hedged ?? false,
    so_compensation: compensated,
  });
  engine.timer(engine.now);
  const steps = stepsOf(engine);
  const textOf = ({ action, id: row, margin_level }: Step): string =>
    `${action} ${row} ${id === 'A04' || id === 'A05' ? margin_level : ''}`;
  t.equal(steps.map(textOf).join(), expect.steps.map(textOf).join());
  if (id === 'A08') t.match(engine.lastDeal.comment, `/${expect.steps[0]?.margin_level}/`);
  const payments = engine.deals.filter((deal) => deal.volume === 0);
  const found = payments.map((deal) => [deal.action, engine.money(deal.profit)]);
  t.same(found, compensated ? [['so_compensation', expect.compensation]] : []);
  const left = compensated ? expect.balance_after_compensation : expect.balance;
  t.equal(engine.money(engine.state.ledger.balance), left);
  if (id === 'A04') {
    const live = engine.live;
    t.equal(engine.money(live.equity), expect.equity);
    t.equal(engine.money(live.margin), expect.margin);
    t.equal(formatExact(live.margin_level, 2, 2), expect.margin_level);
  }
});

example('A07', 'a stop-out below zero is compensated and the credit taken', (t, id) => {
  const { input, expect } = vector<
    AccountInput,
    { deals: { action: string; profit: string }[]; balance: string; credit: string }
  >(id);
  const engine = accountBroker(
    {
      ...input,
      balance: '1000.00',
      stop_out: '50',
      positions: [{ id: 1, profit: '-1137.98', margin: '100' }],
    },
    { so_compensation: true, so_compensation_credit: true },
  );
  engine.timer(engine.now);
  const paid = engine.deals.filter((deal) => deal.volume === 0);
  const found = paid.map(({ action, profit }) => ({ action, profit: engine.money(profit) }));
  t.same(found, expect.deals);
  t.equal(engine.money(engine.state.ledger.balance), expect.balance);
  t.equal(engine.money(engine.state.ledger.credit), expect.credit);
});

example('A09', 'closing one leg of a hedge must leave free margin', (t, id) => {
  const { expect } = vector<object, { code: string; margin_free_after: string }>(id);
  const make = (): EngineHarness => {
    return new EngineHarness({
      group: { margin_call: '0', stop_out: '0' },
      quotes: { EURUSD: ['1.10300'] },
      held: [
        { id: 61, price_open: '1.10000', rate_margin: '1.1' },
        { id: 62, side: 'sell', price_open: '1.09950', rate_margin: '1.1' },
      ],
    });
  };
  const send = (engine: EngineHarness): string => engine.code({ kind: 'close', position_id: 61 });
  const poor = make();
  poor.give({ balance: '900' });
  t.equal(send(poor), expect.code);
  needsExactly(t, make, String(900 - Number(expect.margin_free_after)), send);
});

example('S11', 'swap leaves with the closed share', (t, id) => {
  const { input, expect } = vector<
    { position: { volume: string; swap: string }; closes: string[] },
    { deals_swap: string[] }
  >(id);
  const held = [{ id: 1, price_open: '1.10000', ...input.position }];
  const engine = openAccount({ balance: '10000', held });
  const swaps = input.closes.map((volume) => {
    engine.trade({ kind: 'close', position_id: 1, volume });
    return engine.money(engine.lastDeal.swap);
  });
  t.same(swaps, expect.deals_swap);
});

interface CommissionInput {
  readonly volume: string;
  readonly basis: string;
  readonly digits?: number;
  readonly entry_filter?: 'in';
  readonly profit?: string;
  readonly quotes?: QuoteMap;
  readonly tiers: readonly TierSketch[];
}

example('C01 C02a C02b C02c C03 C04 C06', 'a deal is charged', (t, id) => {
  const { input, expect } = vector<CommissionInput, { commission: string }>(id);
  const name = Object.keys(input.quotes ?? {})[0] ?? 'EURUSD';
  const engine = new EngineHarness({
    symbols: [symbol(name, { digits: input.digits ?? 5 })],
    group: { commissions: [tiered(input.tiers)] },
    balance: '1000000',
  });
  engine.quote(name, '1.08730');
  setQuotes(engine, input.quotes);
  t.equal(engine.code({ ...open, symbol: name, volume: input.volume }), 'ok');
  t.equal(engine.money(engine.lastDeal.commission), expect.commission);
});

example('C05', 'an entry filter on a reversal charges the new part', (t, id) => {
  const { expect } = vector<CommissionInput, { commission: string }>(id);
  const engine = new EngineHarness({
    group: { margin_mode: 'netting', commissions: [commission({ entry: 'in' }, { value: '3.5' })] },
    quotes: { EURUSD: ['1.10000'] },
    balance: '10000',
    held: [{ price_open: '1.10000' }],
  });
  t.equal(engine.code({ ...open, side: 'sell', volume: '2.5' }), 'ok');
  t.equal(engine.money(engine.lastDeal.commission), expect.commission);
});

example('C08', 'a share of the profit is charged', (t, id) => {
  const { input, expect } = vector<CommissionInput, { commission: string }>(id);
  const engine = new EngineHarness({
    group: { commissions: [tiered(input.tiers, { range: 'profit' })] },
    quotes: { EURUSD: ['1.10540'] },
    balance: '10000',
    held: [{ id: 1, price_open: '1.10000' }],
  });
  engine.trade({ kind: 'close', position_id: 1 });
  t.equal(engine.money(engine.lastDeal.commission), expect.commission);
});

allShown(t, 'account');

t.test('every worked example is run by a test', async (t) => {
  const known = Object.values(SHOWN).flatMap((ids) => ids.split(' '));
  t.same(known.sort(), [...VECTOR_IDS].sort());
});
