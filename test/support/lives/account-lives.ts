// Many random lives of accounts: the requested runs, and the things that must happen in them.

import fc from 'fast-check';
import type { Test } from 'tap';
import { CODES } from '../../../wire/base/codes.js';
import { CALC_MODES } from '../../../wire/settings/symbols.js';
import { ROUTED_KINDS } from '../../../wire/trading/events.js';
import { ENTRY } from '../../../wire/trading/records.js';
import { type Life, live } from './account-life.js';
import type { OracleKind } from './oracle.js';
import { named, SEVERAL_CORRECTIONS, Seen } from './seen.js';
import type { Scope } from './settings.js';

const STEPS = 50;
/** A step that shrinking leaves out; hardly one is left out from the start. */
const STEP = fc.option(fc.nat({ max: 2 ** 31 - 1 }), { freq: 100_000 });

/** How many worlds lives share, at most one for so many lives: making one takes as long as some. */
const WORLDS = 500;
const LIVES_A_WORLD = 10;

/** Lives in the worlds of a seed. */
const livesOf = (seed: number, runs: number): fc.Arbitrary<Life> =>
  fc.record({
    world: fc.integer({
      min: seed,
      max: seed + Math.min(WORLDS, Math.ceil(runs / LIVES_A_WORLD)) - 1,
    }),
    steps: fc.array(STEP, { minLength: STEPS, maxLength: STEPS }),
  });

/** Kinds of requests that only a dealer's desk or a question for a price has. */
const OF_DESKS = ['price', 'dealer_activate'];
/** What is refused nobody here: what only waits, or what the desk and the account shut. */
const NEVER = [
  ...['expert_disabled', 'price_changed', 'canceled', 'locked', 'order_changed'],
  ...['position_closed', 'close_order_exists', 'too_many_requests', 'no_connection', 'timeout'],
].map((code) => `trade.${code}`);

/** What must befall accounts in any large number of lives; else the test proves too little. */
const BEFALLS: readonly string[] = [
  'ok',
  ...CODES.filter((code) => code.startsWith('trade.') && !NEVER.includes(code)),
  ...named('deal', CALC_MODES),
  ...named('entry', ENTRY.choices),
  ...named('reason', ['client', 'web', 'mobile', 'api', 'expert', 'dealer', 'sl', 'tp', 'so']),
  ...named('reason', ['rollover']),
  ...named('action', ['balance', 'credit', 'bonus', 'charge', 'tax', 'so_compensation']),
  ...named('action', ['interest', 'commission_daily', 'commission_monthly']),
  ...named(
    'cause',
    ROUTED_KINDS.filter((kind) => !OF_DESKS.includes(kind)),
  ),
  ...named('cause', ['balance', 'end_of_day', 'trail', 'oco', 'margin_call', 'stop_out']),
  ...[...named('cause', ['position_delete']), SEVERAL_CORRECTIONS],
];

/** What must befall accounts at a provider. */
const PROVIDED: readonly string[] = [
  ...[
    SEVERAL_CORRECTIONS,
    'restart',
    'part at the provider',
    'close that opens',
    'told trade.close_order_exists',
  ],
  ...named('cause', ['open', 'close', 'close_by', 'sl', 'tp', 'bust', 'position_delete']),
  ...named('cause', ['activate', 'stopout_position', 'end_of_day']),
  ...named('entry', ['in', 'out', 'inout', 'out_by']),
];

/** What befalls somebody in 25,000 lives. */
const RARE = ['action so_compensation_credit', 'trade.order_changed', 'stop-out after waiting'];

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
const RARE_IN = 25_000;
/** A share of a run may have fewer, of which not everything need be seen. */
const ENOUGH = 700;

/** Lives so many lives; a failure tells the smallest one that still fails. */
export const liveMany = (
  t: Test,
  runs: number,
  seed: number,
  scope: Scope,
  oracles: readonly OracleKind[],
): void => {
  const seen = new Seen();
  const check = fc.check(
    fc.property(livesOf(seed, runs), (life) => {
      const faults = live(life, scope, seen, oracles);
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
  t.equal(check.numRuns, runs, 'all lives agree');
  if (runs < ENOUGH) return;
  const befalls = scope.providers ? PROVIDED : BEFALLS;
  t.same(seen.missing(befalls), [], 'everything befalls somebody');
  if (scope.providers) return;
  if (runs >= RARE_IN) t.same(seen.missing(RARE), [], 'what is rare does, too');
  const seldom = Object.entries(OFTEN).filter(
    ([name, least]) => seen.of(name) * 1000 < least * runs,
  );
  t.same(seldom, [], 'and often enough');
};
