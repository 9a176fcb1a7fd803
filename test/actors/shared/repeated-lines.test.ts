// Lines that are said again and again: once a minute, with a count and a name.

import t from 'tap';
import { connectionEnv } from '../../../actors/shared/allowance.js';
import { HandClock } from '../market/fixtures.js';

t.test('The same line is logged once a minute, others at once', async (t) => {
  const env = new HandClock(0);
  const lines = connectionEnv(env, { gateway: 'LP 1' });
  const say = (msg: string) => lines.log('warn', { msg });
  for (let n = 0; n < 5; n += 1) say('lost');
  say('found');
  env.move(60_000);
  say('lost');
  say('lost');
  env.move(60_000);
  say('lost');
  t.same(env.logged, [
    { msg: 'lost', gateway: 'LP 1' },
    { msg: 'found', gateway: 'LP 1' },
    { msg: 'lost', gateway: 'LP 1', repeated: 4 },
    { msg: 'lost', gateway: 'LP 1', repeated: 1 },
  ]);
});

t.test('A peer that says another text each time leaves 64 of them remembered', async (t) => {
  const env = new HandClock(0);
  const lines = connectionEnv(env, {});
  for (let n = 0; n < 65; n += 1) lines.log('info', { msg: `text ${n}` });
  lines.log('info', { msg: 'text 64' });
  lines.log('info', { msg: 'text 0' });
  t.equal(env.logged.length, 66, 'the oldest is forgotten, the newest left out');
});
