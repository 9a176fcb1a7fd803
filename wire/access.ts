// Access classes: which logins the platform admits at all, by group and terminal.

import type { ServerAccess } from './servers.js';

const hasSegment = (path: string, name: string): boolean =>
  path
    .toLowerCase()
    .split(/[\\/]/)
    .some((segment) => segment === name);

/**
 * Does the platform admit this login now? Its class is administrators or managers by the folder of
 * its group, else the api terminal, else clients. It counts at sign-in, at refresh, for every
 * request of a session and for live sockets.
 */
export const classAdmitted = (access: ServerAccess, group: string, terminal: string): boolean => {
  if (hasSegment(group, 'administrators')) return access.allow_administrators;
  if (hasSegment(group, 'managers')) return access.allow_managers;
  return terminal === 'api' ? access.allow_api : access.allow_clients;
};
