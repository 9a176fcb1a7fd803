// The yardstick: a bare uWebSockets.js server that only decodes and encodes JSON.
//
// Its answers have the given size; it reports its port.

import { native } from '../../http/server/native.js';

const { library } = native();
const size = Number(process.argv[2]);
/** The fields of a trade's answer, padded to the size. */
const answer = { id: 1_000_000_000, success: true, code: 'ok', message: '', data: { filler: '' } };
answer.data.filler = '.'.repeat(Math.max(0, size - JSON.stringify(answer).length));

library
  .App()
  .ws('/*', {
    message: (ws, message) => {
      const { id } = JSON.parse(Buffer.from(message).toString()) as { id: number };
      ws.send(JSON.stringify({ ...answer, id }));
    },
  })
  .get('/*', (res) => {
    res.writeHeader('Content-Type', 'application/json').end(JSON.stringify(answer));
  })
  .listen('127.0.0.1', 0, (token) => {
    process.send?.(token && library.us_socket_local_port(token));
  });

process.once('disconnect', () => process.exit());
