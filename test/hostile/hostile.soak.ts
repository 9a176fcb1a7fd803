// A night of generated and spoilt requests.

import t from 'tap';
import { spoil } from './mutation-runs.js';
import { askEveryOp } from './op-runs.js';
import { askEveryRoute } from './rest-runs.js';

/** Each night others, told with what fails. */
const seed = Date.now() % 2 ** 31;
const COUNTS = { fitting: 200, broken: 200, swapped: 50 };

t.test(`Every route bears whatever it is sent (seed ${seed})`, (t) =>
  askEveryRoute(t, COUNTS, seed),
);
t.test(`Every operation bears whatever it is sent (seed ${seed})`, (t) =>
  askEveryOp(t, COUNTS, seed),
);
t.test(
  `Five million spoilt inputs are answered in words or end their connection (seed ${seed})`,
  (t) => spoil(t, { payloads: 4_700_000, frames: 40_000, bodies: 220_000, requests: 40_000 }, seed),
);
