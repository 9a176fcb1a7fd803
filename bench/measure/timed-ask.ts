// Timed requests by REST: to the last byte of the answer, which is parsed afterwards. `fetch` would
// add 2 ms of its own to the median, and 7 ms to the 99th percentile. Collections of this process's
// garbage, of 20 ms each, would be in every thirtieth request; they are between requests.

import { Agent, request } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { RestClient } from '../../test/support/client/rest.js';
import type { Envelope } from '../../test/support/client/shapes.js';

/** The data of an answer, and its time in ms. */
export interface Timed<T> {
  readonly data: T;
  readonly ms: number;
}

const agent = new Agent({ keepAlive: true });

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
/** Characters of answers after which garbage is collected: before V8 would by itself. */
const COLLECTED_CHARS = 1 << 20;
let answered = 0;

/** Collects the garbage of answers now and then. */
const collectAfter = (text: string): void => {
  answered += text.length;
  if (answered < COLLECTED_CHARS) return;
  answered = 0;
  collectGarbage();
};

const send = (
  client: RestClient,
  method: string,
  path: string,
  body: object | undefined,
): Promise<Timed<string>> =>
  new Promise((resolve, reject) => {
    const headers = client.headersOf(body);
    const started = performance.now();
    const sent = request(client.address(path), { agent, method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const ms = performance.now() - started;
        resolve({ data: Buffer.concat(parts).toString(), ms });
      });
    });
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });

/**
 * Asks a path below the client's prefix, again while the database is behind what its session was
 * shown, for all of that time. Throws when it is refused.
 */
export const timedAsk = async <T>(
  client: RestClient,
  method: string,
  path: string,
  body?: object,
): Promise<Timed<T>> => {
  for (let before = 0; ; ) {
    const { data: text, ms } = await send(client, method, path, body);
    const { code, message, data } = JSON.parse(text) as Envelope<T>;
    collectAfter(text);
    if (code === 'ok') return { data, ms: before + ms };
    if (code !== 'timeout') throw new Error(`${path}: ${code} ${message}`);
    before += ms;
  }
};
