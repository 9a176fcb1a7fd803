// The program as a command of its own, as `npm start` and an installation run it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import t from 'tap';
import { MAIN } from '../support/command.js';

t.test('It serves, and the collector of garbage has no threads of its own', async (t) => {
  const child = spawn(MAIN, ['serve', '--port', '0', '--data', t.testdir()]);
  const ended = once(child, 'close');
  t.teardown(() => {
    child.kill();
    return ended;
  });
  for await (const line of createInterface(child.stdout)) {
    if (JSON.parse(line).msg === 'listening') break;
  }
  const words = readFileSync(`/proc/${child.pid}/cmdline`, 'utf8').split('\0');
  t.ok(words.includes('--single-threaded-gc'), words.join(' '));
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  t.ok(scripts.start.endsWith(` ${MAIN} serve`), scripts.start);
});
