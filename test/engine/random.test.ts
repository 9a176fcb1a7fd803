// Random lives of accounts: after every event the ledger is sound, and replaying gives the same.

import fc from 'fast-check';
import t from 'tap';
import { type AccountState, apply, newAccount, stateRows } from '../../engine/engine.js';
import type { RequestKind } from '../../wire/events.js';
import type { EngineHarness } from '../support/engine-harness.js';
import { Invariants } from './invariants.js';
import {
  commandOf,
  type Happening,
  happening,
  Market,
  WORLD_PROFILE,
  worldBroker,
} from './world.js';

const RUNS = 200;
const STEPS = 60;
const SEED = 20_261_120;

/** What must befall accounts in the course of all lives; else the test proves too little. */
const BEFALLS: readonly RequestKind[] = [
  'open',
  'close',
  'modify',
  'pending',
  'pending_modify',
  'pending_cancel',
  'activate',
  'activate_stop_limit',
  'sl',
  'tp',
  'margin_call',
  'stop_out',
  'stopout_order',
  'stopout_position',
  'expiration',
  'balance',
  'trail',
  'oco',
  'end_of_day',
];

/** The stored rows as one text. */
const textOf = (state: AccountState): string =>
  JSON.stringify(stateRows(state), (_, value) => (typeof value === 'bigint' ? `${value}` : value));

const happen = (engine: EngineHarness, market: Market, what: Happening): string[] => {
  if (what.type === 'tick') engine.tick(what.name, ...market.move(what.name, what.moved));
  else if (what.type === 'wait') {
    engine.timer(engine.now + what.minutes * 60_000);
    engine.endDays();
  } else {
    const before = textOf(engine.state);
    const execution = engine.run(commandOf(engine, market, what));
    if (!execution.ok && textOf(engine.state) !== before) return ['a refusal changed something'];
  }
  return [];
};

/** Lives one life; the sentences that it breaks, each with its step. */
const live = (
  netting: boolean,
  leverage_profile_id: number | null,
  story: readonly Happening[],
  kinds: Set<string>,
): string[] => {
  const engine = worldBroker(
    { margin_mode: netting ? 'netting' : 'hedging', leverage_profile_id },
    { profiles: [WORLD_PROFILE] },
  );
  const market = new Market();
  const watch = new Invariants(netting);
  const broken: string[] = [];
  engine.pay('8000');
  let seen = 0;
  story.forEach((what, step) => {
    const faults = happen(engine, market, what);
    for (const event of engine.events.slice(seen)) {
      kinds.add(event.cause.kind);
      faults.push(...watch.follow(event));
    }
    seen = engine.events.length;
    faults.push(...watch.stands(engine.state, engine.ctx));
    broken.push(...faults.map((fault) => `step ${step}: ${fault}`));
  });
  const replayed = newAccount(engine.state.switches);
  for (const event of engine.events) apply(replayed, event);
  if (textOf(replayed) !== textOf(engine.state)) broken.push('replaying gives other rows');
  return broken;
};

const CASES = [
  [false, null],
  [true, null],
  [false, WORLD_PROFILE.id],
  [true, WORLD_PROFILE.id],
] as const;
for (const [netting, profileId] of CASES) {
  const mode = `${netting ? 'netting' : 'hedging'}${profileId === null ? '' : ' leverage'}`;
  t.test(`a ${mode} account stays sound through random lives`, async (t) => {
    const kinds = new Set<string>();
    const story = fc.array(happening, { minLength: STEPS, maxLength: STEPS });
    const check = fc.check(
      fc.property(story, (steps) => {
        const broken = live(netting, profileId, steps, kinds);
        if (broken.length > 0) throw new Error(broken.slice(0, 5).join('; '));
      }),
      { numRuns: profileId === null ? RUNS : RUNS / 2, seed: SEED },
    );
    const { errorInstance } = check;
    t.notOk(check.failed, errorInstance instanceof Error ? errorInstance.message : 'sound');
    const wanted = netting ? BEFALLS : [...BEFALLS, 'close_by'];
    t.same(
      wanted.filter((kind) => !kinds.has(kind)),
      [],
      'everything befalls somebody',
    );
  });
}
