// Random lives of accounts whose orders a provider fills in parts while clients, dealers, staff and
// the server close the same positions, deals are taken back, and the server is restarted.

import t from 'tap';
import { liveMany } from '../support/lives/account-lives.js';
import { FILLS, INVARIANTS, inOneWorldOf, REPLAY, STARTS } from '../support/lives/oracles.js';
import { countOf, SHARD, shareOf } from '../support/run.js';

const LIVES = countOf({ test: 200, deep: 20_000, soak: 100_000 });
const SEED = 32_452_843;
/** In one of so many worlds a database is made of the events, and starts are tried. */
const STARTED = 20;

t.test('Orders that a provider fills in parts leave what the model says', async (t) => {
  const oracles = [INVARIANTS, REPLAY, FILLS, inOneWorldOf(STARTED, STARTS)];
  const scope = { profiles: SHARD.shard % 2 === 0, providers: true };
  liveMany(t, shareOf(LIVES), SEED + SHARD.shard * 1_000, scope, oracles);
});
