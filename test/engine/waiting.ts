// What tests of waiting requests share: brokers with rules, what waits, and what came of it.

import type { GatewayRecord } from '../../wire/settings/connections.js';
import type { RoutingRecord } from '../../wire/settings/routing.js';
import type { SymbolRecord } from '../../wire/settings/symbols.js';
import type { DealerCommand } from '../../wire/trading/commands.js';
import type { Queued } from '../../wire/trading/queued.js';
import type { TradeResult } from '../../wire/trading/records.js';
import { gatewayOf, type Params } from '../support/connections.js';
import {
  codeOf,
  type EngineHarness,
  openAccount,
  type Setup,
  type Wish,
} from '../support/engine-harness.js';
import { rule } from '../support/settings-records.js';

/** A client buys a lot. */
export const open: Extract<Wish, { kind: 'open' }> = {
  kind: 'open',
  symbol: 'EURUSD',
  side: 'buy',
  volume: '1',
};

type RequestKinds = RoutingRecord['request_kinds'];

/** A client of a broker with these rules in their order. */
export const ruled = (
  rules: readonly Partial<RoutingRecord>[],
  symbol: Partial<SymbolRecord> = {},
  setup: Setup = {},
): EngineHarness => openAccount({ rules, symbol, ...setup });

/** Has dealer 7, who is on line, decide on requests of these kinds; the rest is confirmed. */
export const attend = (engine: EngineHarness, ...request_kinds: RequestKinds): void => {
  engine.online.add(7);
  const desk = rule({ action: 'dealer', dealers: [7], request_kinds });
  engine.configure(() => ({ routing: [desk, rule({ id: 2, position: 2 })] }));
};

/** A broker whose dealer 7 has the requests of some kinds. */
export const attended = (
  kinds: RequestKinds,
  symbol: Partial<SymbolRecord> = {},
): EngineHarness => {
  const engine = openAccount({ symbol });
  attend(engine, ...kinds);
  return engine;
};

/** The newest outcome that is remembered of a request. */
export const outcome = (engine: EngineHarness, id: string | undefined): TradeResult | undefined =>
  engine.events.filter((event) => event.remembered?.request_id === id).at(-1)?.remembered?.result;

/** The one request or offer that stands. Throws when there is none or another. */
export const waiting = (engine: EngineHarness): Queued => {
  const [row, ...others] = engine.state.queue.values();
  if (row === undefined || others.length > 0) throw new Error('not one request waits');
  return row;
};

/** Has dealer 7 take the one request that waits and answer it; the code of his answer. */
export const answer = (
  engine: EngineHarness,
  action: DealerCommand['action'],
  more: Partial<DealerCommand> = {},
): string => {
  const { id } = waiting(engine);
  engine.says('take', id);
  return codeOf(engine.says(action, id, more));
};

/** Gateway 5; it counts in units and lets limit orders wait here. */
export const gateway = (params: Params = {}, more: object = {}): GatewayRecord =>
  gatewayOf(5, params, more);

/** Everything goes to gateways 4 and 5. */
export const cover: Partial<RoutingRecord> = { action: 'gateway', dealers: [4, 5] };

/** A broker that covers everything at gateway 5, which is on line. */
export const covered = (
  params: Params = {},
  more: { symbol?: Partial<SymbolRecord>; gateway?: Partial<GatewayRecord>; setup?: Setup } = {},
) => {
  const setup = { ...more.setup, gateways: [gateway(params, more.gateway)] };
  const engine = ruled([cover], more.symbol, setup);
  engine.connected.add(5);
  return engine;
};

type Pending = Extract<Wish, { kind: 'pending' }>;

/** A broker whose provider holds limit orders, with one of a lot that it has placed: order 1. */
export const placedThere = (more: Partial<Pending> = {}): EngineHarness => {
  const engine = covered({ 'Limit Orders Coverage Mode': 'Gateway' });
  engine.trade(limit(more));
  engine.reports('new', 1);
  return engine;
};

/** A broker whose provider has filled 0.4 of the lot that a client buys, which is order 1. */
export const partFilled = (wish: Partial<typeof open> = { fill: 'ioc' }) => {
  const engine = covered();
  const { result } = engine.trade({ ...open, ...wish });
  engine.reports('new', 1);
  engine.reports('trade', 1, fill('0.4', '1.10010', '0.6'));
  return { engine, request_id: result?.request_id };
};

/** A client places a limit order for a lot. */
export const limit = (more: Partial<Pending> = {}): Pending => ({
  ...{ ...open, kind: 'pending', order_kind: 'limit', price: '1.09000' },
  ...more,
});

/** A provider's trade: lots, price, lots left. */
export const fill = (lots: string, at: string, leaves: string, execution_id = 'E1') => ({
  volume: lots,
  price: at,
  leaves,
  execution_id,
});
