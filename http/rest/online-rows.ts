// Rows of sessions in use: the desk's rows, with equity and number of live sockets added.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Code } from '../../wire/base/codes.js';
import type { OnlineRows } from '../../wire/rest/accounts/online.js';
import type { Asking } from './actor-call.js';
import { liveMoney } from './live-money.js';
import type { HandlerContext } from './route.js';

/** Rows that are assembled before other work of the front gets its turn. */
const SLICE_ROWS = 1024;

/** Shown for staff, and for accounts without an answer in time. */
const NO_EQUITY = '0';

const [OPEN, COMMA, CLOSE] = ['[', ',', ']'].map((one) => Buffer.from(one)) as [
  Buffer,
  Buffer,
  Buffer,
];

/** The rows as a JSON list. */
export const onlineRows = async (
  { ends, json, logins, sessions }: OnlineRows,
  asking: Asking,
  door: Pick<HandlerContext<Code>, 'call' | 'sessions'>,
): Promise<Buffer<ArrayBuffer>> => {
  const asked = new Set(logins);
  asked.delete(0);
  const money = await liveMoney(asked, asking, door);
  const parts: Uint8Array[] = [OPEN];
  let start = 0;
  for (const [n, end] of ends.entries()) {
    const equity = money.get(logins[n] ?? 0)?.equity ?? NO_EQUITY;
    const sockets = door.sessions.sockets(sessions[n] ?? '');
    if (n > 0) parts.push(COMMA);
    parts.push(Buffer.from(`{"equity":"${equity}","sockets":${sockets},`));
    parts.push(json.subarray(start, end));
    start = end;
    if ((n + 1) % SLICE_ROWS === 0) await nextTurn();
  }
  parts.push(CLOSE);
  return Buffer.concat(parts);
};
