// Ports that cannot be listened on: why, and who has them.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import t from 'tap';
import { portFault } from '../../../http/server/port-fault.js';

t.test('A port that is taken says by which process; one that is free says nothing', async (t) => {
  const server = createServer();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
  const fault = await portFault('127.0.0.1', port);
  t.match(
    fault,
    new RegExp(`^127\\.0\\.0\\.1:${port} is taken by process ${process.pid} \\(node\\b`),
  );
  t.match(fault, /; choose another --port$/);
  await new Promise((resolve) => server.close(resolve));
  t.equal(await portFault('127.0.0.1', port), undefined);
});

const LISTENS =
  "const s = require('node:net').createServer();" +
  "s.listen(0, '127.0.0.1', () => process.stdout.write(String(s.address().port)))";

t.test('What stands behind a flag of that process is not told: it may be a secret', async (t) => {
  const child = spawn(process.execPath, ['-e', LISTENS, 's3cret'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.teardown(() => child.kill());
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  t.match(
    await portFault('127.0.0.1', Number(port)),
    `taken by process ${child.pid} (node); choose another --port`,
  );
});

t.test('An address of another machine, and a name of none, are told from that', async (t) => {
  for (const host of ['192.0.2.1', 'no-such-host.invalid']) {
    t.match(await portFault(host, 0), `${host} is no address of this machine`, host);
  }
});
