// The checks before an order: their order, and what each refuses.

import t from 'tap';
import { ROWS_MAX } from '../../../engine/checks/checks.js';
import type { PlatformMode, PlatformModeStep } from '../../../wire/settings/config.js';
import type { SymbolRecord } from '../../../wire/settings/symbols.js';
import {
  codeOf,
  EngineHarness,
  NOON,
  openAccount,
  type Setup,
  type Wish,
} from '../../support/engine-harness.js';
import { commission, row, rule, symbol } from '../../support/settings-records.js';
import { limit, open } from '../waiting.js';

type Circumstance = Setup & { readonly quoted?: boolean };

const engine = ({ quoted = true, ...given }: Circumstance = {}): EngineHarness =>
  new EngineHarness({
    balance: '10000',
    ...given,
    ...(quoted && { quotes: { EURUSD: ['1.10000', '1.10012'] } }),
  });

t.test('the first check that fails answers, in the order of the rules', async (t) => {
  // Everything is wrong at once; each step puts right what the step before refused.
  const wrong: Circumstance = {
    switches: { trading_enabled: false },
    group: { symbols: [], limit_positions: 1 },
    symbol: {
      trade_access: 'close_only',
      trade_sessions: [],
      order_flags: ['limit'],
      fill_flags: [],
      execution_mode: 'instant',
      volume_limit: '0.5',
    },
    balance: '1',
    quoted: false,
  };
  const flags: SymbolRecord['order_flags'] = ['market', 'sl', 'tp', 'limit'];
  const sessions = [{ day: 3, from_min: 0, to_min: 1440 }];
  const steps: readonly [code: string, put: (given: Circumstance) => Circumstance, wish?: Wish][] =
    [
      ['trade.disabled', (given) => ({ ...given, switches: {} })],
      ['trade.symbol_not_found', (g) => ({ ...g, group: { ...g.group, symbols: [row('*')] } })],
      ['trade.close_only', (g) => ({ ...g, symbol: { ...g.symbol, trade_access: 'full' } })],
      ['trade.market_closed', (g) => ({ ...g, symbol: { ...g.symbol, trade_sessions: sessions } })],
      ['trade.off_quotes', (g) => ({ ...g, quoted: true })],
      ['trade.invalid_order_kind', (g) => ({ ...g, symbol: { ...g.symbol, order_flags: flags } })],
      ['trade.invalid_volume', (g) => ({ ...g, symbol: { ...g.symbol, volume_step: '0.0001' } })],
      ['trade.invalid_fill', (g) => ({ ...g, symbol: { ...g.symbol, fill_flags: ['fok'] } })],
      ['trade.invalid_request', (g) => g],
      ['trade.invalid_price', (g) => ({ ...g, symbol: { ...g.symbol, execution_mode: 'market' } })],
      ['trade.invalid_stops', (g) => g],
      ['trade.limit_positions', (g) => ({ ...g, group: { ...g.group, limit_positions: 0 } })],
      ['trade.limit_volume', (g) => ({ ...g, symbol: { ...g.symbol, volume_limit: '0' } })],
      ['trade.no_money', (g) => ({ ...g, balance: '10000' })],
    ];
  let given = wrong;
  let sl = '1.09999';
  let asked: { price?: string } = {};
  for (const [code, putRight] of steps) {
    const made = engine(given);
    made.give({ resting: [{ kind: 'limit', price_order: '1.00000', volume: '0.1' }] });
    const answered = made.code({ ...open, ...asked, volume: '1.0003', sl });
    t.equal(answered, code);
    t.equal(made.events.length, 0, `${code} is no event`);
    given = putRight(given);
    if (code === 'trade.invalid_request') asked = { price: '1.100005' };
    if (code === 'trade.invalid_stops') sl = '1.09000';
    if (code === 'trade.invalid_order_kind') sl = '1.10001';
  }
  t.equal(engine(given).code({ ...open, volume: '1.0003' }), 'ok');
});

t.test('a read-only session may not trade, and before anything else is looked at', async (t) => {
  const made = engine({ switches: { enabled: false } });
  t.equal(made.code(open, { read_only: true }), 'trade.read_only');
});

t.test('a request that comes too late does nothing', async (t) => {
  const late = new Date(NOON - 1).toISOString();
  t.equal(engine().code({ ...open, valid_until: late }), 'trade.canceled');
  const intime = new Date(NOON).toISOString();
  t.equal(engine().code({ ...open, valid_until: intime }), 'ok');
});

t.test('trade access looks at what a request opens', async (t) => {
  const refused = (access: SymbolRecord['trade_access'], side: 'buy' | 'sell'): string =>
    engine({ symbol: { trade_access: access } }).code({ ...open, side });
  t.equal(refused('long_only', 'sell'), 'trade.long_only');
  t.equal(refused('long_only', 'buy'), 'ok');
  t.equal(refused('short_only', 'buy'), 'trade.short_only');
  t.equal(refused('disabled', 'buy'), 'trade.disabled');
  const netting = engine({
    symbol: { trade_access: 'close_only' },
    group: { margin_mode: 'netting' },
    held: [{ price_open: '1.10000' }],
  });
  t.equal(netting.code({ ...open, side: 'sell', volume: '1.01' }), 'trade.close_only');
  t.equal(netting.code({ ...open, side: 'sell' }), 'ok', 'it only reduces');
});

t.test('a dated contract can only be closed outside of its life', async (t) => {
  const day = (offset: number): string => new Date(NOON + offset).toISOString();
  t.equal(engine({ symbol: { starts_at: day(1) } }).code(open), 'trade.close_only');
  t.equal(engine({ symbol: { ends_at: day(0) } }).code(open), 'trade.close_only');
  t.equal(engine({ symbol: { starts_at: day(0), ends_at: day(1) } }).code(open), 'ok');
});

t.test('a server that takes no openings closes positions in every symbol', async (t) => {
  const made = engine({ group: { margin_mode: 'netting' } });
  t.equal(made.code(open), 'ok');
  made.closeOnly = true;
  t.equal(made.code(open), 'trade.close_only');
  t.equal(made.code({ ...open, side: 'sell' }), 'ok', 'it only reduces');
  t.equal(engine({ symbol: { trade_access: 'disabled' } }).code(open), 'trade.disabled');
});

t.test('the platform mode bounds what traders may do, and not what staff do', async (t) => {
  const step = (mode: PlatformMode, after: number): PlatformModeStep => ({
    mode,
    at: new Date(NOON + after).toISOString(),
    text: '',
  });
  const modes = [step('close_only', 0), step('closed', 10), step('open', 20)];
  const made = engine({ platform: { modes }, held: [{ id: 3, price_open: '1.10000' }] });
  made.now -= 1;
  t.equal(made.code(open), 'ok', 'it is only planned');
  made.now += 1;
  t.equal(made.code(open), 'trade.close_only');
  t.equal(made.code({ kind: 'close', position_id: 3, volume: '0.1' }), 'ok');
  t.equal(codeOf(made.deal(open)), 'ok', 'staff open');
  made.now += 10;
  t.equal(made.code(open), 'trade.disabled');
  t.match(made.trade({ kind: 'close', position_id: 3 }), {
    message: 'The platform is closed for trade.',
  });
  t.equal(codeOf(made.deal({ kind: 'close', position_id: 3 })), 'ok', 'staff close');
  made.now += 10;
  t.equal(made.code(open), 'ok');
});

t.test('kinds and stops must be allowed by the symbol', async (t) => {
  const flagged = (flags: SymbolRecord['order_flags'], wish: Wish): string => {
    const held = [{ id: 3, price_open: '1.10000' }];
    return engine({ symbol: { order_flags: flags }, held }).code(wish);
  };
  const stop: Wish = { kind: 'modify', position_id: 3, sl: '1.09000' };
  t.equal(flagged(['limit'], open), 'trade.invalid_order_kind');
  t.equal(flagged(['market'], { ...open, tp: '1.2' }), 'trade.invalid_order_kind');
  t.equal(flagged(['market', 'tp'], { ...open, tp: '1.2' }), 'ok');
  t.equal(flagged(['market'], stop), 'trade.invalid_order_kind');
  t.equal(flagged(['sl'], stop), 'ok');
});

t.test('an opening needs a conversion rate', async (t) => {
  const made = new EngineHarness({
    symbols: [symbol('EURGBP'), symbol('GBPUSD'), symbol('EURUSD')],
    quotes: { EURGBP: ['0.85000', '0.85010'] },
    balance: '10000',
  });
  const wish = { ...open, symbol: 'EURGBP' };
  t.equal(made.code(wish), 'trade.off_quotes');
  made.quote('GBPUSD', '1.27000', '1.27010');
  t.equal(made.code(wish), 'trade.off_quotes', 'margin in EUR needs EURUSD');
  made.quote('EURUSD', '1.10000', '1.10010');
  t.equal(made.code(wish), 'ok');
});

t.test('an opening needs the rates of its commissions, what closes does not', async (t) => {
  const names = ['EURUSD', 'GBPUSD'];
  const symbols = names.map((name) => symbol(name, { currency_margin: 'USD' }));
  for (const rule of [
    commission({}, { mode: 'specified', currency: 'GBP' }),
    commission({ charge: 'daily', range: 'turnover_money', turnover_currency: 'GBP' }),
  ]) {
    const made = engine({ symbols, group: { margin_mode: 'netting', commissions: [rule] } });
    t.equal(made.code(open), 'trade.off_quotes');
    made.give({ held: [{ id: 3, side: 'sell', volume: '0.50', price_open: '1.1' }] });
    t.equal(made.code({ ...open, volume: '0.20' }), 'ok', 'it only reduces');
    t.equal(made.code({ kind: 'close', position_id: 3 }), 'ok');
    made.quote('GBPUSD', '1.27000', '1.27010');
    t.equal(made.code(open), 'ok');
  }
});

t.test('only the oldest position closes where the group says so', async (t) => {
  const made = engine({ group: { fifo_close: true } });
  const sides = ['buy', 'buy', 'sell'] as const;
  made.give({ held: sides.map((side, at) => ({ id: at + 1, side, price_open: '1.10000' })) });
  t.equal(made.code({ kind: 'close', position_id: 2 }), 'trade.fifo_prohibited');
  const by: Wish = { kind: 'close_by', position_id: 1, by_position_id: 3 };
  t.equal(made.code(by), 'trade.fifo_prohibited');
  t.equal(made.code({ kind: 'close', position_id: 1 }), 'ok');
});

t.test('no order goes against a position or order where hedging is forbidden', async (t) => {
  const group = { hedge_prohibited: true };
  const made = engine({ group, held: [{ price_open: '1.10000' }] });
  t.equal(made.code({ ...open, side: 'sell' }), 'trade.hedge_prohibited');
  t.equal(made.code(open), 'ok');
  const waiting = engine({ group, resting: [{ kind: 'limit', price_order: '1.00000' }] });
  t.equal(waiting.code({ ...open, side: 'sell' }), 'trade.hedge_prohibited');
});

t.test('counts of account and group bound orders, positions and symbols', async (t) => {
  const other = { ...open, symbol: 'GBPUSD' };
  const far = limit({ price: '1.00000' });
  const symbols = [symbol('EURUSD'), symbol('GBPUSD')];
  const quotes = { EURUSD: ['1.10000', '1.10010'], GBPUSD: ['1.27000', '1.27010'] } as const;
  const netting = { margin_mode: 'netting', limit_positions: 1 } as const;
  const rows: readonly [given: Setup, ...asked: (readonly [wish: Wish, code: string])[]][] = [
    // The account's own limit counts.
    [
      { group: { limit_orders: 5 }, switches: { limit_orders: 1 } },
      [far, 'ok'],
      [far, 'trade.limit_orders'],
    ],
    [{ group: { limit_positions: 2 } }, [far, 'ok'], [open, 'ok'], [open, 'trade.limit_positions']],
    // What opens no new symbol is no position more, whether it waits or not.
    [
      { group: netting },
      [open, 'ok'],
      [open, 'ok'],
      [limit(), 'ok'],
      [limit({ symbol: 'GBPUSD', price: '1.26000' }), 'trade.limit_positions'],
    ],
    [{ group: { limit_symbols: 1 } }, [open, 'ok'], [other, 'trade.limit_positions']],
  ];
  for (const [given, ...asked] of rows) {
    const made = new EngineHarness({ balance: '10000', symbols, quotes, ...given });
    const codes = asked.map(([wish]) => made.code(wish));
    t.same(codes.join(), asked.map(([, code]) => code).join());
  }
});

t.test('without limits an account still has only so many orders and positions', async (t) => {
  const made = engine();
  const far = { kind: 'limit', price_order: '1.00000' } as const;
  made.give({ resting: Array.from({ length: ROWS_MAX - 1 }, () => far) });
  made.nextOrder(1_000_000);
  const position_id = made.trade(open).result?.position_id;
  t.equal(made.state.positions.size, 1, 'one more is the last');
  t.equal(made.code(open), 'trade.limit_positions');
  const pending = limit({ price: '1.00000' });
  t.equal(made.code(pending), 'trade.limit_orders');
  t.equal(made.code({ kind: 'close', position_id } as Wish), 'ok');
});

t.test('amounts beyond the ledger are refused', async (t) => {
  const made = engine({ symbol: { volume_max: '90000000' }, balance: '1000000000' });
  t.equal(made.code({ ...open, volume: '90000000' }), 'trade.limit_money');
});

t.test('a future is worth its price in ticks, whatever its contract size', async (t) => {
  const future = {
    calc_mode: 'futures',
    currency_margin: 'USD',
    contract_size: '1',
    tick_size: '0.01',
    tick_value: '1000000',
    margin_initial: '0',
    digits: 2,
    volume_max: '1000000',
  } as const;
  const made = new EngineHarness({
    symbol: future,
    quotes: { EURUSD: ['4500.00'] },
    balance: '1000000000',
  });
  t.equal(made.code({ ...open, volume: '1000000' }), 'trade.limit_money');
  t.equal(made.code({ ...open, volume: '0.05' }), 'ok');
});

t.test('an amount that only the deposit currency cannot hold is refused', async (t) => {
  const made = new EngineHarness({
    symbols: [
      symbol('EURUSD', { volume_max: '10000000', margin_initial: '1' }),
      symbol('USDJPY', { digits: 3 }),
    ],
    group: { currency: 'JPY', currency_digits: 0 },
    quotes: { EURUSD: ['1.10000'], USDJPY: ['150.000'] },
    balance: '100000000000',
  });
  t.equal(made.code({ ...open, volume: '300000' }), 'trade.limit_money');
  t.equal(made.code({ ...open, volume: '200000' }), 'ok');
});

t.test('a request is refused without a routing rule, and takes its id', async (t) => {
  const made = openAccount({ routing: [rule({ enabled: false })], balance: '10000' });
  const sent = made.trade(open);
  t.ok(sent.ok);
  t.match(sent.result, { code: 'trade.rejected', message: 'no routing rule', status: 'rejected' });
  t.equal(made.events[0]?.orders[0]?.state, 'rejected');
  t.equal(made.events[0]?.remembered?.request_id, sent.result?.request_id);
});

t.test('more than a position holds is told as that, however much it is', async (t) => {
  const made = engine();
  t.equal(made.code(open), 'ok');
  const [position_id = 0] = made.state.positions.keys();
  const close = (volume: string) => made.code({ kind: 'close', position_id, volume });
  for (const volume of ['1.01', '90071992547409', '999999999999999999', '1.000000001']) {
    t.equal(close(volume), 'trade.invalid_close_volume', volume);
  }
  for (const volume of ['0', '-1', '-999999999999999999', '0.000000001', '0.015']) {
    t.equal(close(volume), 'trade.invalid_volume', volume);
  }
});
