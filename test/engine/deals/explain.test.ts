// Explanations: every event with a deal says what was decided on, and what it did to the margin.

import t from 'tap';
import type { GroupRecord } from '../../../wire/settings/groups.js';
import type { AccountEvent } from '../../../wire/trading/events.js';
import { EngineHarness, openAccount } from '../../support/engine-harness.js';
import { price } from '../../support/engine-rows.js';
import { commission, row, rule } from '../../support/settings-records.js';
import { answer, attended, limit, open, ruled, waiting } from '../waiting.js';

/** A group that adds three points to the Ask and takes one from the Bid. */
const MARKED: Partial<GroupRecord> = {
  symbols: [row('*', { spread_diff: 4, spread_diff_bid: 1 })],
};

const made = (group: Partial<GroupRecord> = {}): EngineHarness => openAccount({ group });

const last = (engine: EngineHarness): AccountEvent => engine.events.at(-1) as AccountEvent;
const dealt = (engine: EngineHarness): AccountEvent =>
  engine.events.findLast(({ deals }) => deals.length > 0) as AccountEvent;

t.test("a deal shows the prices before and after the group's markup", async (t) => {
  const engine = made(MARKED);
  engine.trade(open);
  t.match(last(engine).explain, {
    rule_id: 1,
    symbol_bid: price('1.10000'),
    symbol_ask: price('1.10010'),
    bid: price('1.09999'),
    ask: price('1.10013'),
    quote_at: engine.now,
    margin_before: 0,
    margin_after: 110_013,
    margin_free_before: 1_000_000,
  });
  t.equal(last(engine).deals[0]?.price, price('1.10013'));
});

t.test('a fired stop loss shows its level as the price asked for', async (t) => {
  const engine = made(MARKED);
  engine.give({ held: [{ price_open: '1.10000', sl: '1.09500' }] });
  engine.tick('EURUSD', '1.09321', '1.09331');
  t.match(dealt(engine), {
    cause: { kind: 'sl', source: 'server', request_id: '' },
    explain: {
      price_asked: price('1.09500'),
      symbol_bid: price('1.09321'),
      bid: price('1.09320'),
      margin_before: 100_000,
      margin_after: 0,
      trigger: 'sl 1.09500',
    },
  });
});

t.test('an activated order shows the price it waited for', async (t) => {
  const engine = made();
  engine.trade(limit({ order_kind: 'stop', price: '1.10500' }));
  engine.tick('EURUSD', '1.10550', '1.10560');
  t.match(dealt(engine), {
    cause: { kind: 'activate' },
    explain: { price_asked: price('1.10500'), ask: price('1.10560'), trigger: 'stop 1.10500' },
  });
});

t.test('a stop-out shows what the levels were, and a compensation what was free', async (t) => {
  const engine = new EngineHarness({
    group: { so_compensation: true },
    routing: [rule({ id: 4 })],
    balance: '1500',
    held: [{ id: 5, price_open: '1.00000' }],
  });
  engine.tick('EURUSD', '0.98000', '0.98010');
  const [close, paid] = engine.events.filter(({ deals }) => deals.length > 0);
  t.match(close?.explain, {
    rule_id: 4,
    trigger: 'so -50.00%/-500.00/1000.00',
    margin_before: 100_000,
    margin_free_before: -150_000,
  });
  t.match(paid?.deals, [{ action: 'so_compensation', profit: 50_000 }]);
  t.match(paid?.explain, { rule_id: 0, bid: 0, margin_free_before: -50_000, margin_after: 0 });
});

t.test('a request that waited shows when it came', async (t) => {
  const engine = ruled([{ action: 'delay', action_value: '500' }, {}]);
  const came = engine.now;
  engine.trade(open);
  engine.timer(came + 500);
  t.match(dealt(engine), { time: came + 500, explain: { rule_id: 2, received_at: came } });
  engine.trade({ kind: 'modify', position_id: 1, sl: '1.09000' });
  engine.timer(engine.now + 500);
  t.equal(engine.events.at(-1)?.explain, null, 'what made no deal is not explained');
});

t.test('a deal that a dealer confirmed names him, and when the request came', async (t) => {
  const engine = attended([]);
  const came = engine.now;
  engine.trade(open);
  const { id } = waiting(engine);
  engine.says('take', id);
  engine.now += 3000;
  engine.says('confirm', id);
  t.match(dealt(engine).explain, { action: 'dealer', decided_by: 7, received_at: came });
});

t.test("a deal at a dealer's quote names him, and did not wait", async (t) => {
  const engine = attended([], { execution_mode: 'request', request_timeout_sec: 5 });
  engine.trade({ kind: 'price', symbol: 'EURUSD', side: 'buy', volume: '1' });
  answer(engine, 'confirm', { bid: '1.10015', ask: '1.10021' });
  engine.trade({ ...open, price: '1.10021' });
  t.match(dealt(engine).explain, { decided_by: 7, received_at: 0, price_asked: price('1.10021') });
});

t.test('a closed pair is explained once for both its deals', async (t) => {
  const engine = made({ commissions: [commission({ entry: 'out' })] });
  for (const side of ['buy', 'sell'] as const) {
    engine.trade({ ...open, side });
  }
  engine.trade({ kind: 'close_by', position_id: 1, by_position_id: 2 });
  t.equal(last(engine).deals.length, 2);
  t.match(last(engine).explain, { rule: 'rest', charges: { 'standard lots': -200 } });
});

t.test('each commission rule that charged is named with its amount', async (t) => {
  const engine = made({
    commissions: [
      commission({ name: 'lots' }, { value: '3.5' }),
      commission({ name: 'desk', kind: 'fee' }, { value: '0.2' }),
      commission({ name: 'partner', kind: 'agent' }, { value: '1' }),
      commission({ name: 'sells', side: 'sell' }),
    ],
  });
  engine.trade({ ...open, volume: '2' });
  t.same(last(engine).explain?.charges, { 'standard lots': -700, 'fee desk': -40 });
  t.match(last(engine).deals, [{ commission: -700, fee: -40 }]);
});

t.test('a payment shows what it did to free margin and which deal it follows from', async (t) => {
  const engine = made();
  t.match(last(engine), { cause: { dealer: 7 }, explain: { rule_id: 0, margin_free_before: 0 } });
  const derived = { source: 'server', dealer: 0, from_login: 1002, from_deal: 77 } as const;
  const execution = engine.deposit('1.50', { action: 'agent', ...derived });
  t.ok(execution.ok);
  t.match(last(engine).explain, { from_login: 1002, from_deal: 77, margin_free_before: 1_000_000 });
});

t.test("the agent's payment names the deal that it is paid for", async (t) => {
  const engine = openAccount({
    switches: { agent: 2000 },
    group: { commissions: [commission({ kind: 'agent' })] },
  });
  engine.trade(open);
  const [deal] = last(engine).deals;
  t.match(last(engine).derived, [{ login: 2000, from_login: 1001, from_deal: deal?.id }]);
});
