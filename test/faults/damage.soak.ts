// Two thousand cases of damage: the same as in every test run, at places that differ each night;
// and a server that ends by itself while it is tried, which `prove` must tell.

import { mkdirSync } from 'node:fs';
import t from 'tap';
import { tryCrashes } from '../../actors/tools/prove/crash-cases.js';
import { groundOf } from '../../actors/tools/prove/ground.js';
import { damage, inTradedFolder } from './damage-runs.js';

const CASES = 2000;
/** With it the point that is to kill the server is passed later than the one that fails. */
const LATE_POINT_SEED = 52;

t.test('Damage to any file is noticed or does no harm, 2,000 times', (t) =>
  inTradedFolder((data) => damage(t, data, CASES, Math.floor(Math.random() * 2 ** 31))),
);

t.test('A server that ends by itself under prove does not hold, and what it said is told', (t) =>
  inTradedFolder(async (data) => {
    const work = `${data}-work`;
    mkdirSync(work);
    const ground = await groundOf(data, work, { keyFile: '', seed: LATE_POINT_SEED });
    if (!ground.ok) throw new Error(ground.message);
    process.env.BROKERD_FAILPOINT = 'log.batch:30';
    const tried = await tryCrashes(ground.data, { kills: 0, points: 1 });
    delete process.env.BROKERD_FAILPOINT;
    t.match(tried, [
      { wrong: [/server said .*failpoint log.batch/, 'the server ended by itself: exit code 1'] },
    ]);
  }),
);
