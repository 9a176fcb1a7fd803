// A client process with many idle sockets of one trader, which may be stopped like one that has
// lost its network.

import WebSocket from 'ws';

const [url = '', headersJson = '{}', count = '0'] = process.argv.slice(2);
const headers = JSON.parse(headersJson) as Record<string, string>;
/** Connections under way at a time. */
const AT_ONCE = 50;

const open = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url, ['brokerd.v1.json'], { headers, perMessageDeflate: false });
    socket.once('open', () => resolve());
    socket.once('error', reject);
  });

for (let left = Number(count); left > 0; left -= AT_ONCE) {
  await Promise.all(Array.from({ length: Math.min(left, AT_ONCE) }, open));
}
process.stdout.write('open\n');
