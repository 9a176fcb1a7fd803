// Online: sessions in use, listed and in windows, and kicks.

import { done } from '../../../wire/base/codes.js';
import {
  KickBody,
  OnlineRow,
  OnlineWindowPage,
  OnlineWindowParams,
  SessionPath,
} from '../../../wire/rest/accounts/online.js';
import { onlineRows } from '../../rest/online-rows.js';
import { route } from '../../rest/route.js';

/** All shown accounts are asked for their equity, so a session has one such request at a time. */
const inTurn = 'online';

export const online = [
  route({
    name: 'online.list',
    method: 'GET',
    path: '/admin/v1/online',
    says: 'Lists the sessions in use within the scope, oldest first.',
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
    says: 'Answers a window over the sessions in use: by a cursor, or around one of them.',
    rights: ['accounts.online'],
    inTurn,
    query: OnlineWindowParams,
    reply: OnlineWindowPage,
    handle: async ({ caller, query, requestId }, context) => {
      await context.sessions.report();
      const window = await context.desk('online.window', { caller, query });
      if (!window.ok) return window;
      const { json, ends, sessions, logins, ...place } = window.data;
      const rows = await onlineRows(window.data, { caller, requestId }, context);
      return done({ ...place, items: JSON.parse(rows.toString()) as OnlineRow[] });
    },
  }),
  route({
    name: 'online.kick',
    method: 'POST',
    path: '/admin/v1/online/kick',
    says: 'Ends every open session of a login; its sockets close.',
    rights: ['accounts.online', 'accounts.edit'],
    body: KickBody,
    reply: null,
    errors: ['not_found'],
    handle: ({ caller, body }, context) =>
      context.desk('online.kick', { caller, login: body.login }),
  }),
  route({
    name: 'online.kick_session',
    method: 'POST',
    path: '/admin/v1/online/{session}/kick',
    says: 'Ends one session; its sockets close.',
    rights: ['accounts.online', 'accounts.edit'],
    params: SessionPath,
    reply: null,
    errors: ['not_found'],
    handle: ({ caller, path }, context) =>
      context.desk('online.kick_session', { caller, session: path.session }),
  }),
];
