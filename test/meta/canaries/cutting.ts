// Mutations that cut commands apart, or leave requests to a failed shard without answers.

import type { Canary, Run } from './canary.js';

const KILLS: Run = { test: 'simulation/kills.test' };
const FAILURES: Run = { test: 'simulation/failures.test' };
const PAIRS: Run = { test: 'faults/faults.test', only: 'After each commit of a tick' };

/** Mistakes of what is done wholly or not at all, and answered once. */
export const CUTTING: readonly Canary[] = [
  {
    name: 'a batch of the log may end between any two events of a command',
    file: 'actors/log/units.js',
    from: 'if (!isMore)',
    to: 'if (true)',
    by: [KILLS, FAILURES, { test: 'actors/log/units.test' }, PAIRS],
  },
  {
    name: 'the log is not told which events one command made',
    file: 'actors/shard/shard.js',
    from: 'at < events.length - 1',
    to: 'false',
    by: [KILLS, PAIRS],
  },
  {
    name: 'what a shard committed before it failed is not told',
    file: 'actors/front/front-client.js',
    from: 'before?.abandon() ?? true',
    to: 'true',
    by: [FAILURES],
  },
  {
    name: 'of what a shard that failed owes a socket one answer alone is given',
    file: 'http/socket/connection/replies.js',
    from: 'for (const id of [...this.#owed])',
    to: 'for (const id of this.#owed.slice(0, 1))',
    by: [
      FAILURES,
      { test: 'http/socket/requests.test', only: 'leaves unanswered', onlyHangs: true },
    ],
  },
];
