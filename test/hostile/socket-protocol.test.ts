// The WebSocket protocol: what is against it ends the connection, what is within it is served.

import t from 'tap';
import { sessionOf } from '../support/memory-actors.js';
import { SocketHarness } from '../support/socket-harness.js';
import { RawSocket } from './raw-socket.js';
import { CASES, type Fate } from './socket-cases.js';

const TOKEN = 'session-of-terminal';

const isReply = ({ payload }: { payload: Buffer }): boolean => payload.includes('"id":7');

/** Writes the parts, and tells what became of the connection. */
const fateOf = async (port: number, parts: readonly Uint8Array[]): Promise<Fate> => {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const socket = await RawSocket.open({ port, path: '/trader/v1/socket', headers });
  for (const part of parts) {
    socket.write(part);
    if (parts.length < 100) await new Promise((resolve) => setImmediate(resolve));
  }
  const reply = await socket.find(isReply);
  if (reply === undefined) return 'ended';
  socket.destroy();
  return 'served';
};

t.test('Frames within the protocol are served, frames against it end the connection', async (t) => {
  const harness = await SocketHarness.open(t);
  harness.actors.setSession(sessionOf(TOKEN));
  const port = Number(new URL(harness.origin).port);
  for (const [name, parts, fate] of CASES) t.equal(await fateOf(port, parts), fate, name);
});
