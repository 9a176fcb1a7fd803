// Random lives of accounts, watched by the second implementation of the rules: engine and model
// agree after every step, the ledger is sound, and events folded again give the same rows.
//
// Kept are lives that told engine and model apart while one sentence of the rules was missing in
// the engine; each says which. A change of the random worlds makes them other lives: they are found
// again by taking that sentence out of the engine.

import { readFileSync } from 'node:fs';
import t from 'tap';
import { type Life, live } from '../support/lives/account-life.js';
import { liveMany } from '../support/lives/account-lives.js';
import {
  IDLE_DAYS,
  INVARIANTS,
  inOneWorldOf,
  MODEL,
  REPLAY,
  TRADE_CHECKS,
} from '../support/lives/oracles.js';
import { Seen } from '../support/lives/seen.js';
import type { Scope } from '../support/lives/settings.js';
import { countOf, mine, RUN, SHARD, shareOf } from '../support/run.js';

const kept = JSON.parse(readFileSync('test/engine/model-seeds.json', 'utf8')) as readonly (Life &
  Scope & { readonly why: string })[];

/** Seeds of the shards, and those of the night; every other shard of a test run has no profiles. */
const SEEDS = [104_729, 20_261_120, 49_979_687, 15_485_863] as const;
const NIGHT = [31, 37, 41, 43] as const;

/** In one of so many worlds the ledger is looked at, and events are folded again, at every step. */
const WATCHED = 25;
const ORACLES = [
  MODEL,
  IDLE_DAYS,
  ...[INVARIANTS, REPLAY, TRADE_CHECKS].map((kind) => inOneWorldOf(WATCHED, kind)),
];

for (const { why, profiles, ...life } of mine(kept)) {
  t.test(`Engine and model agree where ${why}`, async (t) => {
    t.same(live(life, { profiles }, new Seen(), ORACLES), []);
  });
}

t.test('Random accounts have the same results in the engine and in the model', async (t) => {
  const at = (SHARD.shard - 1) % SEEDS.length;
  const seed = (RUN === 'soak' ? NIGHT : SEEDS)[at] as number;
  const profiles = RUN === 'soak' || at % 2 === 0;
  const lives = shareOf(countOf({ test: 250, deep: 20_000, soak: 100_000 }));
  liveMany(t, lives, seed, { profiles }, ORACLES);
});
