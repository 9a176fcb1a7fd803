// Many random lives at once: the runs that a test file asks for, and what must befall somebody.
// A process runs slowly until its code is compiled: few files of many lives cost half the time.

import fc from 'fast-check';
import type { Test } from 'tap';
import { CALC_MODES } from '../../wire/symbols.js';
import { type Life, live, type Seen } from './model-life.js';
import type { Scope } from './model-settings.js';

const STEPS = 50;
/** A step that shrinking leaves out; hardly one is left out from the start. */
const STEP = fc.option(fc.nat({ max: 2 ** 31 - 1 }), { freq: 100_000 });

/** How many worlds the lives of a test share: making one takes as long as some lives. */
const WORLDS = 500;

/** Lives in the worlds of a seed. */
const livesOf = (seed: number): fc.Arbitrary<Life> =>
  fc.record({
    world: fc.integer({ min: seed, max: seed + WORLDS - 1 }),
    steps: fc.array(STEP, { minLength: STEPS, maxLength: STEPS }),
  });

/** What must befall accounts in any large number of lives; else the test proves too little. */
const BEFALLS: readonly string[] = [
  ...CALC_MODES.map((mode) => `deal ${mode}`),
  ...['in', 'out', 'inout', 'out_by', 'none'].map((entry) => `entry ${entry}`),
  ...['client', 'web', 'mobile', 'api', 'expert', 'dealer', 'sl', 'tp', 'so', 'rollover'].map(
    (reason) => `reason ${reason}`,
  ),
  ...['balance', 'credit', 'bonus', 'charge', 'tax'].map((action) => `action ${action}`),
  ...['so_compensation', 'interest'].map((action) => `action ${action}`),
  ...['commission_daily', 'commission_monthly'].map((action) => `action ${action}`),
  ...['open', 'close', 'close_by', 'modify', 'pending', 'pending_modify', 'pending_cancel'].flatMap(
    (kind) => [`cause ${kind}`, `cause dealer_${kind}`],
  ),
  ...[
    'activate',
    'activate_stop_limit',
    'sl',
    'tp',
    'expiration',
    'balance',
    'end_of_day',
    'trail',
    'oco',
  ].map((kind) => `cause ${kind}`),
  ...['margin_call', 'stop_out', 'stopout_order', 'stopout_position'].map(
    (kind) => `cause ${kind}`,
  ),
  'ok',
  ...[
    'invalid_request',
    'invalid_volume',
    'invalid_close_volume',
    'invalid_price',
    'invalid_stops',
    'invalid_expiration',
    'invalid_fill',
    'invalid_order_kind',
    'no_changes',
    'read_only',
    'long_only',
    'short_only',
    'close_only',
    'symbol_not_found',
    'order_not_found',
    'position_not_found',
    'market_closed',
    'off_quotes',
    'requote',
    'rejected',
    'no_money',
    'limit_orders',
    'limit_positions',
    'limit_volume',
    'limit_money',
    'frozen',
    'hedge_prohibited',
    'fifo_prohibited',
  ].map((code) => `trade.${code}`),
];

/** What must befall accounts so often in 1,000 lives. */
const OFTEN: Readonly<Record<string, number>> = {
  'cause trail': 120,
  'cause oco': 80,
  'cause stopout_position': 20,
  'stop-out of a part': 1,
  'stop-out that waits': 2,
  'settings changed': 400,
  'deal of a symbol by trades': 10,
  'margin overdrawn': 10,
};

/** Lives so many lives; a failure tells the smallest one that still fails. */
export const liveMany = (
  t: Test,
  runs: number,
  seed: number,
  scope: Scope,
  rare: readonly string[] = [],
): void => {
  const seen: Seen = new Map();
  const check = fc.check(
    fc.property(livesOf(seed), (life) => {
      const faults = live(life, scope, seen);
      if (faults.length > 0) throw new Error(faults.join('\n'));
    }),
    { numRuns: runs, seed },
  );
  if (check.failed) {
    const { errorInstance, counterexample } = check;
    const why = errorInstance instanceof Error ? errorInstance.message : 'it failed';
    t.fail(`${why}\nkeep it in model-seeds.json: ${JSON.stringify(counterexample?.[0])}`);
    return;
  }
  t.equal(check.numRuns, runs, `${runs} lives agree`);
  const lacking = [...BEFALLS, ...rare].filter((name) => !seen.has(name));
  t.same(lacking, [], 'everything befalls somebody');
  for (const [name, least] of Object.entries(OFTEN)) {
    const times = ((seen.get(name) ?? 0) * 1000) / runs;
    t.ok(times >= least, `${name}: ${times} in 1,000 lives`);
  }
};
