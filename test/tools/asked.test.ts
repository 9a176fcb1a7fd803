// A child that is asked: who does not answer is killed, and the next question is for another one.

import { join } from 'node:path';
import t from 'tap';
import { AskedChild, killChildren } from '../../actors/tools/prove/asked.js';
import { wrongEnd } from '../../actors/tools/prove/crash-cases.js';

const ENTRY = new URL('./asked-child.js', import.meta.url);
/** Who answers has as long as a busy machine needs. */
const LONG_MS = 60_000;
const SHORT_MS = 100;

t.test('A question after one that was not answered has its own answer', async (t) => {
  const options = { limitMs: LONG_MS };
  const child = new AskedChild(ENTRY, options);
  t.teardown(() => child.kill());
  const first = await child.ask<{ pid: number }>({ say: 'one' });
  t.match(first, { said: 'one', pid: Number });
  for (let n = 0; n < 2; n += 1) {
    options.limitMs = SHORT_MS;
    t.equal(await child.ask({}), 'no answer in 0.1 s');
    options.limitMs = LONG_MS;
    const next = await child.ask<{ pid: number }>({ say: 'two' });
    t.match(next, { said: 'two' });
    t.notSame(next, first, 'another child');
  }
});

t.test('How a child ended is told, whoever ended it', async (t) => {
  const child = new AskedChild(ENTRY, { limitMs: LONG_MS });
  t.equal(await child.ended, undefined, 'there was none');
  t.equal(await child.ask({ end: 3 }), 'the process ended: exit code 3');
  t.equal(await child.ended, 'exit code 3');
  t.match(await child.ask({ say: 'again' }), { said: 'again' });
  const asked = child.ask({});
  t.equal(await child.kill(), 'SIGKILL');
  t.equal(await asked, 'the process ended: SIGKILL');
  await child.ask({ say: 'once more' });
  killChildren();
  t.equal(await child.ended, 'SIGKILL');
});

t.test('A child that cannot be started is told', async (t) => {
  const node = process.execPath;
  process.execPath = join(t.testdir(), 'nothing');
  t.teardown(() => {
    process.execPath = node;
  });
  const child = new AskedChild(ENTRY, { limitMs: LONG_MS });
  t.match(await child.ask({ say: 'hello' }), /^the process ended: spawn .* ENOENT$/);
});

t.test('Only a kill by prove, or by a point that was asked for, is a crash that it tries', (t) => {
  const [point, by] = ['log.announced:20', 'the server ended by itself'];
  t.equal(wrongEnd('SIGKILL', true, undefined), undefined, 'killed at a random moment');
  t.equal(wrongEnd('SIGKILL', false, point), undefined, 'killed at its point');
  t.equal(wrongEnd('SIGKILL', true, point), undefined, 'its point was not reached');
  t.equal(wrongEnd('SIGKILL', false, undefined), `${by}: SIGKILL`, 'somebody else killed it');
  t.equal(wrongEnd('exit code 1', false, undefined), `${by}: exit code 1`);
  t.equal(wrongEnd('exit code 1', false, point), `${by}: exit code 1`);
  t.equal(wrongEnd('exit code 1', true, undefined), `${by}: exit code 1`, 'just before the kill');
  t.end();
});
