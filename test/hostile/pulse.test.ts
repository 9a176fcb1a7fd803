// The pulse itself: it tells of a server that works on and on, and of nothing else.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import t from 'tap';
import type { Assert } from '../support/trader.js';
import { Pulse } from './pulse.js';

const LOOP_MS = 300;
/** Answers at once, and `/loop` after it has worked for so long. */
const SERVER = `
  import { createServer } from 'node:http';
  const workedMs = (since) => process.cpuUsage(since).user / 1000;
  const server = createServer(({ url }, answer) => {
    const since = process.cpuUsage();
    while (url === '/loop' && workedMs(since) < ${LOOP_MS});
    answer.end();
  });
  server.listen(0, '127.0.0.1', () => process.stdout.write(String(server.address().port)));
`;

/** What the pulse says of a server that is asked for a path: each assertion's outcome. */
const saidOf = async (path: string): Promise<boolean[]> => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', SERVER]);
  try {
    const [port] = await once(child.stdout, 'data');
    const url = `http://127.0.0.1:${Number(port)}`;
    const pulse = await Pulse.start({ url, pid: child.pid as number });
    await fetch(url + path);
    const said: boolean[] = [];
    const ok = (holds: unknown): boolean => {
      said.push(Boolean(holds));
      return said.at(-1) === true;
    };
    await pulse.stop({ ok } as unknown as Assert);
    return said;
  } finally {
    child.kill('SIGKILL');
  }
};

t.test('a server that works on while others wait for it is told of', async (t) => {
  t.match(await saidOf('/loop'), [true, false]);
});

t.test('a server that answers at once is not', async (t) => {
  t.same(await saidOf('/'), [true, true, true]);
});
