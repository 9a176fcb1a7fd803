// Ports that cannot be listened on: why, and who has them.

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
    new RegExp(`^127\\.0\\.0\\.1:${port} is taken by process ${process.pid} \\(node `),
  );
  t.match(fault, /; choose another --port$/);
  await new Promise((resolve) => server.close(resolve));
  t.equal(await portFault('127.0.0.1', port), undefined);
});

t.test('An address of another machine, and a name of none, are told from that', async (t) => {
  for (const host of ['192.0.2.1', 'no-such-host.invalid']) {
    t.match(await portFault(host, 0), `${host} is no address of this machine`, host);
  }
});
