// A provider that floods, a process: answers a Logon, and streams messages that no gateway knows.

import { createServer, type Socket } from 'node:net';
import { FixWriter } from '../../wire/codec/fix/fix-writer.js';

/** How many messages it sends a second, where the peer reads them. */
const PER_SECOND = 25_000;
const BEAT_MS = 4;
const HOST = '127.0.0.1';

const writer = new FixWriter();
const sockets = new Set<Socket>();
let isFlooding = false;
let sent = 0;

const message = (type: string, seq: number, body = (_: FixWriter): unknown => undefined) => {
  writer.begin(type).text(49, 'FLOOD').text(56, 'BROKER').int(34, seq).time(52, Date.now());
  body(writer);
  return Buffer.from(writer.end());
};

const serve = (socket: Socket): void => {
  let seq = 0;
  let due = 0;
  const logon = (one: FixWriter) => one.int(98, 0).int(108, 30).flag(141, true);
  const next = (type: string, body?: (one: FixWriter) => unknown): Buffer => {
    seq += 1;
    return message(type, seq, body);
  };
  socket.once('data', () => {
    socket.write(next('A', logon));
    sockets.add(socket);
  });
  socket.on('data', () => undefined).on('error', () => undefined);
  const beat = setInterval(() => {
    if (!isFlooding || !sockets.has(socket)) return;
    due = Math.min(due + (PER_SECOND * BEAT_MS) / 1000, PER_SECOND);
    if (socket.writableNeedDrain) return;
    const batch = Array.from({ length: Math.floor(due) }, () => next('U1'));
    due -= batch.length;
    sent += batch.length;
    socket.write(Buffer.concat(batch));
  }, BEAT_MS);
  socket.on('close', () => {
    clearInterval(beat);
    sockets.delete(socket);
  });
};

const server = createServer(serve).listen(0, HOST, () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : 0);
});
process.on('message', (isOn: boolean) => {
  // Unsent messages end with their connection.
  if (isFlooding && !isOn) for (const socket of sockets) socket.destroy();
  isFlooding = isOn;
  process.send?.(sent);
  sent = 0;
});
process.on('disconnect', () => process.exit());
