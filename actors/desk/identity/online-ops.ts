// The operations on sessions in use.

import type { DeskContext, Handlers } from '../state/desk-context.js';
import { kickLogin, kickSession } from './kicks.js';
import type { Online } from './online.js';
import { onlineWindow } from './online-window.js';

/** The operations on sessions in use, by name. */
export const onlineOps = (context: DeskContext, online: Online) =>
  ({
    'auth.activity': (input) => online.active(input),
    'online.list': (input) => online.list(input),
    'online.window': (input) => onlineWindow(context, online, input),
    'online.kick': (input) => kickLogin(context, input),
    'online.kick_session': (input) => kickSession(context, input),
  }) satisfies Partial<Handlers>;
