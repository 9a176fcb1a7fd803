// Access classes: the logins that the platform admits, by group and terminal.

import { isAdministrators, isManagers } from '../base/mask.js';
import type { ServerAccess } from './servers.js';

/**
 * The access switch that applies to a login: administrators or managers by the folder of its group,
 * else the api terminal, else clients.
 */
export const classSwitch = (group: string, terminal: string) => {
  if (isAdministrators(group)) return 'allow_administrators';
  if (isManagers(group)) return 'allow_managers';
  return terminal === 'api' ? 'allow_api' : 'allow_clients';
};

/**
 * Does the platform admit the login now? Checked at sign-in, at refresh, for every request of a
 * session and for live sockets.
 */
export const classAdmitted = (access: ServerAccess, group: string, terminal: string): boolean =>
  access[classSwitch(group, terminal)];
