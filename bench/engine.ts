// Bench `engine`: market orders executed and applied a second on one core, without I/O.
//
// Each account buys 0.10 EURUSD and closes it in turn, beside the positions that it holds. An
// execution applies its events to its account. `replays_per_sec` is the number of events that a
// copy of the account takes a second, as in a replay. Rounds of orders, replays and the yardstick
// take turns in one process. Prices stand still, so the cost of ticks is not included.
//
// Cases: hedging and netting with 16 accounts, which stay in a core's caches; hedging with 256 and
// 10,000 accounts, which do not; hedging under a leverage profile by value over all symbols.

import {
  type AccountState,
  apply,
  compileSettings,
  execute,
  newAccount,
} from '../engine/engine.js';
import type { Quote } from '../engine/settings/quotes.js';
import { accountSwitches, group, requestId, rule, symbol } from '../test/support/engine-harness.js';
import { NO_SETTINGS } from '../wire/settings/config.js';
import type { GroupRecord } from '../wire/settings/groups.js';
import type { LeverageProfileRecord } from '../wire/settings/leverage.js';
import type { TradeCommand, TradeRequest } from '../wire/trading/commands.js';
import type { AccountEvent } from '../wire/trading/events.js';
import { Desk } from './load/desk.js';
import { median, rounded } from './measure/measures.js';
import { perSecond } from './measure/processor.js';

/** Positions of each account from the start, one in each symbol. */
const HELD = 3;
const ROUNDS = 5;
const ROUND_MS = 800;
/** Orders between two reads of the clock. */
const SLICE = 512;

const SYMBOLS = ['EURUSD', 'GBPUSD', 'AUDUSD', 'NZDUSD'];

const profile: LeverageProfileRecord = {
  id: 1,
  name: 'tiers',
  enabled: true,
  rules: [
    {
      name: 'all',
      mask: '*',
      range_basis: 'value',
      currency: '',
      description: '',
      tiers: [
        { range_from: '0', range_to: '100000', initial: '1', maintenance: '1' },
        { range_from: '100000', range_to: '0', initial: '2', maintenance: '1.5' },
      ],
    },
  ],
};

/** A case: its group's differences, and the accounts that trade in turn. */
interface Case {
  readonly group: Partial<GroupRecord>;
  readonly accounts: number;
}

/** Few accounts stay in a core's caches; with many, every order fetches its account from memory. */
const CASES: Readonly<Record<string, Case>> = {
  hedging: { group: {}, accounts: 16 },
  netting: { group: { margin_mode: 'netting' }, accounts: 16 },
  hedging_256: { group: {}, accounts: 256 },
  hedging_10000: { group: {}, accounts: 10_000 },
  hedging_leverage: { group: { leverage_profile_id: 1 }, accounts: 16 },
};

/** Prices do not move. */
const QUOTE: Quote = { bid: 110_000_000, ask: 110_002_000, time: 1_700_000_000_000, last: 0 };

const command = (request: TradeRequest): TradeCommand => ({
  op: 'trade',
  request,
  source: 'client',
  dealer: 0,
  read_only: false,
  origin: { terminal: 'desktop', ip: '10.0.0.1', session: 's1' },
});

const open = (name: string, side: 'buy' | 'sell', request_id: string): TradeCommand =>
  command({ kind: 'open', request_id, symbol: name, side, volume: '0.10' });

/** An account, and a copy that follows its events. */
class Trader {
  private readonly live: AccountState;
  private readonly copy: AccountState;
  private opened = 0;
  /** Events until a pair of opening and close is complete. */
  private readonly newest: AccountEvent[] = [];
  private pair: readonly AccountEvent[] = [];
  private replayed = 0;

  constructor(
    login: number,
    private readonly desk: Desk,
    private readonly netting: boolean,
  ) {
    const switches = accountSwitches(login, { created_at: desk.now });
    this.live = newAccount(switches);
    this.copy = newAccount(switches);
    this.run({
      op: 'balance',
      action: 'balance',
      amount: '1000000',
      comment: '',
      request_id: requestId(),
      skip_margin_check: false,
      source: 'dealer',
      dealer: 7,
    });
    for (const name of SYMBOLS.slice(0, HELD)) this.run(open(name, 'buy', requestId()));
    for (const event of this.newest) apply(this.copy, event);
    this.newest.length = 0;
    this.order(requestId());
    this.order(requestId());
    this.pair = [...this.newest];
  }

  /** Applies the next event of an opening and its close, repeatedly, as a replay does. */
  replay(): void {
    const event = this.pair[this.replayed % this.pair.length];
    if (event !== undefined) apply(this.copy, event);
    this.replayed += 1;
  }

  /** Buys, then sells the position. */
  order(request_id: string): void {
    if (this.opened === 0) this.opened = this.run(open('EURUSD', 'buy', request_id));
    else {
      const position_id = this.opened;
      this.opened = 0;
      this.run(
        this.netting
          ? open('EURUSD', 'sell', request_id)
          : command({ kind: 'close', request_id, position_id }),
      );
    }
  }

  private run(asked: Parameters<typeof execute>[1]): number {
    const execution = execute(this.live, asked, this.desk);
    if (!execution.ok) throw new Error(execution.message);
    if (this.pair.length === 0) this.newest.push(...execution.events);
    return execution.result?.position_id ?? 0;
  }
}

const traders = ({ group: more, accounts }: Case): Trader[] => {
  const settings = compileSettings({
    ...NO_SETTINGS,
    symbol: SYMBOLS.map((name, at) => ({ ...symbol(name), id: at + 1 })),
    group: [group(more)],
    routing: [rule()],
    leverage_profile: [profile],
  });
  const desk = new Desk(settings, () => QUOTE);
  const netting = more.margin_mode === 'netting';
  return Array.from({ length: accounts }, (_, at) => new Trader(1001 + at, desk, netting));
};

/** The yardstick: parses a market order's frame from JSON and writes its answer. */
const FRAME = JSON.stringify(open('EURUSD', 'buy', '5f0c7a52-9d1e-4c6b-8a4e-000000000000').request);
let written = 0;
const roundTrip = (): void => {
  const { request_id } = JSON.parse(FRAME) as { request_id: string };
  const answer = { request_id, code: 'ok', status: 'done', order_id: written, volume: '0.1' };
  written += JSON.stringify(answer).length & 1;
};

const rate = (work: (piece: number) => void): number => perSecond(ROUND_MS, SLICE, work);

const ids = Array.from({ length: 4096 }, requestId);

const measure = (one: Case) => {
  const all = traders(one);
  const trade = (piece: number): void =>
    all[piece % all.length]?.order(ids[piece % ids.length] as string);
  const replay = (piece: number): void => all[piece % all.length]?.replay();
  rate(trade);
  rate(replay);
  rate(roundTrip);
  const orders: number[] = [];
  const replays: number[] = [];
  const trips: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    trips.push(rate(roundTrip));
    orders.push(rate(trade));
    replays.push(rate(replay));
  }
  return {
    orders_per_sec: Math.round(median(orders)),
    replays_per_sec: Math.round(median(replays)),
    round_trips_per_sec: Math.round(median(trips)),
    share: rounded(median(orders) / median(trips), 3),
  };
};

/** Runs the bench; returns its result line. */
export const engine = async (): Promise<Record<string, unknown>> => ({
  held: HELD,
  rounds: ROUNDS,
  results: Object.entries(CASES).map(([name, one]) => ({
    case: name,
    accounts: one.accounts,
    ...measure(one),
  })),
});
