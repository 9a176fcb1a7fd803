// Hostile clients: generated requests to every route, generated operations of the sockets, and
// spoilt frames, bodies and heads, while somebody else is served after each of them.

import { randomInt } from 'node:crypto';
import t from 'tap';
import { countOf, RUN, SHARD, shareOf } from '../support/run.js';
import { HostileServer } from './hostile-server.js';
import { spoil } from './mutation-runs.js';
import { askEveryOp } from './op-runs.js';
import { askEveryRoute } from './rest-runs.js';

/** Each night others, told with what fails. */
const seed = RUN === 'soak' ? randomInt(2 ** 31) : SHARD.shard;
const COUNTS = {
  fitting: countOf({ test: 1, deep: 20, soak: 200 }),
  broken: countOf({ test: 2, deep: 20, soak: 200 }),
  swapped: countOf({ test: 1, deep: 5, soak: 50 }),
};
const INPUTS = {
  payloads: shareOf(countOf({ test: 900, deep: 17_000, soak: 4_700_000 })),
  frames: shareOf(countOf({ test: 30, deep: 500, soak: 40_000 })),
  bodies: shareOf(countOf({ test: 90, deep: 2_000, soak: 220_000 })),
  requests: shareOf(countOf({ test: 50, deep: 500, soak: 40_000 })),
};

const server = await HostileServer.start();
t.teardown(() => server.server.kill());
t.comment(`seed ${seed}`);

t.test('Every operation withstands any input, in either encoding', (t) =>
  askEveryOp(t, server, COUNTS, seed),
);

t.test('Every route withstands any input, and a refused request changes nothing', (t) =>
  askEveryRoute(t, server, COUNTS, seed),
);

t.test(
  'Malformed frames, bodies and heads are refused with a reason or end their connection',
  (t) => spoil(t, server, INPUTS, seed),
);

t.test('Other clients are served to the end, and the server is sound', (t) => server.stop(t));
