// Rows of sessions in use: the desk's rows, with equity and number of live sockets added.

import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Code } from '../../wire/base/codes.js';
import type { Caller } from '../../wire/desk/operations.js';
import type { OnlineRows } from '../../wire/rest/accounts/online.js';
import { envelopeOf, LIVE_MS, type PassedEnvelope } from './actor-call.js';
import type { HandlerContext } from './route.js';

/** Accounts that are asked at the same time; a login's share of a shard's queue fits as many. */
const LANES = 32;
/** Pause in ms before an account is asked again for which the queue was full. */
const PAUSE_MS = 5;
/** Rows that are assembled before other work of the front gets its turn. */
const SLICE_ROWS = 1024;

/** Shown for staff, and for accounts without an answer in time. */
const NO_EQUITY = '0';

const [OPEN, COMMA, CLOSE] = ['[', ',', ']'].map((one) => Buffer.from(one)) as [
  Buffer,
  Buffer,
  Buffer,
];

/** The caller and the request. */
interface Asking {
  readonly caller: Caller;
  readonly requestId: string;
}

/** The equity of accounts that answer within a common time limit. */
const equitiesOf = async (
  logins: ReadonlySet<number>,
  { caller, requestId }: Asking,
  door: Pick<HandlerContext<Code>, 'call'>,
): Promise<ReadonlyMap<number, string>> => {
  const found = new Map<number, string>();
  const left = logins.values();
  let isOver = false;
  const ask = async (login: number): Promise<PassedEnvelope> =>
    envelopeOf(await door.call(caller, login, 'money', {}, requestId));
  const lane = async (): Promise<void> => {
    for (const login of left) {
      let answer = await ask(login);
      while (answer.code === 'trade.too_many_requests' && !isOver) {
        await pause(PAUSE_MS);
        answer = await ask(login);
      }
      if (isOver) return;
      if (typeof answer.data?.equity === 'string') found.set(login, answer.data.equity);
    }
  };
  const lanes = Array.from({ length: Math.min(LANES, logins.size) }, lane);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, LIVE_MS);
  });
  await Promise.race([Promise.all(lanes), late]).finally(() => clearTimeout(timer));
  isOver = true;
  return found;
};

/** The rows as a JSON list. */
export const onlineRows = async (
  { ends, json, logins, sessions }: OnlineRows,
  asking: Asking,
  door: Pick<HandlerContext<Code>, 'call' | 'sessions'>,
): Promise<Buffer<ArrayBuffer>> => {
  const asked = new Set(logins);
  asked.delete(0);
  const equities = await equitiesOf(asked, asking, door);
  const parts: Uint8Array[] = [OPEN];
  let start = 0;
  for (const [n, end] of ends.entries()) {
    const equity = equities.get(logins[n] ?? 0) ?? NO_EQUITY;
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
