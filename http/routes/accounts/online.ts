// Online: sessions in use, listed and in windows, and kicks.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Code, ok } from '../../../wire/base/codes.js';
import {
  KickBody,
  OnlineRow,
  type OnlineRows,
  OnlineWindowPage,
  OnlineWindowParams,
  SessionPath,
} from '../../../wire/rest/accounts/online.js';
import { liveMoney } from '../../rest/account-values.js';
import type { Asking } from '../../rest/actor-call.js';
import { type HandlerContext, route } from '../../rest/route.js';

/** Rows that are assembled before other work of the front gets its turn. */
const SLICE_ROWS = 1024;

/** Shown for staff, and for accounts without an answer in time. */
const NO_EQUITY = '0';

const [OPEN, COMMA, CLOSE] = ['[', ',', ']'].map((one) => Buffer.from(one)) as [
  Buffer,
  Buffer,
  Buffer,
];

const onlineRows = async (
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

/** All shown accounts are asked for their equity, so a session has one such request at a time. */
const inTurn = 'online';

export const online = [
  route({
    name: 'online.list',
    method: 'GET',
    path: '/admin/v1/online',
    says: 'Lists the sessions in use within the scope, oldest first.',
    details:
      'A session is in use while it has an open socket, and for 90 seconds after its ' +
      'newest request. `equity` is 0 for staff, and while the trading engine does not ' +
      'answer.',
    rights: ['accounts.online'],
    inTurn,
    reply: [OnlineRow],
    handle: async ({ caller, requestId }, context) => {
      await context.sessions.report();
      const rows = await context.desk('online.list', { caller });
      return rows.ok ? { json: await onlineRows(rows.data, { caller, requestId }, context) } : rows;
    },
  }),
  route({
    name: 'online.window',
    method: 'GET',
    path: '/admin/v1/online/window',
    says: 'Answers a part of the sessions in use: after or before a cursor, or around a session.',
    details:
      'Rows are sorted by the age of the session. A window shows who is on line now, so ' +
      '`total` can differ between two pages. `after` and `before` need a `cursor`, ' +
      '`around` an `anchor`.',
    rights: ['accounts.online'],
    inTurn,
    query: OnlineWindowParams,
    reply: OnlineWindowPage,
    example: { query: { limit: 50, edge: 'first' } },
    handle: async ({ caller, query, requestId }, context) => {
      await context.sessions.report();
      const window = await context.desk('online.window', { caller, query });
      if (!window.ok) return window;
      const { json, ends, sessions, logins, ...place } = window.data;
      const rows = await onlineRows(window.data, { caller, requestId }, context);
      return ok({ ...place, items: JSON.parse(rows.toString()) as OnlineRow[] });
    },
  }),
  route({
    name: 'online.kick',
    method: 'POST',
    path: '/admin/v1/online/kick',
    says: 'Ends every open session of a login; its sockets close.',
    details: 'The tokens of the login are void at every terminal. The journal has a line.',
    rights: ['accounts.online', 'accounts.edit'],
    body: KickBody,
    reply: null,
    errors: { not_found: 'the login has no open session' },
    example: { body: { login: 1002 } },
    handle: ({ caller, body }, context) =>
      context.desk('online.kick', { caller, login: body.login }),
  }),
  route({
    name: 'online.kick_session',
    method: 'POST',
    path: '/admin/v1/online/{session}/kick',
    says: 'Ends one session; its sockets close.',
    details: 'Its tokens stop working; other sessions of the login go on.',
    rights: ['accounts.online', 'accounts.edit'],
    params: SessionPath,
    reply: null,
    errors: { not_found: 'the session is unknown, or over' },
    example: { path: { session: '6f2b8c1d9e0a4f53b7c6d8e9f0a1b2c3' } },
    handle: ({ caller, path }, context) =>
      context.desk('online.kick_session', { caller, session: path.session }),
  }),
];
