// What staff routes are asked of that lies in groups: within a scope it works, outside it does not.

import { ownerOf } from './authenticated.js';
import {
  type Callers,
  INSIDE,
  type Made,
  PASSWORD,
  type Sample,
  STAFF_GROUP,
} from './matrix-callers.js';

const UUID = '0a52a3b0-91a5-4c7c-8b86-8d7d6c1f6a01';

/** The newest session of a trader who has just signed in. */
const sessionOf = async (callers: Callers): Promise<string> => {
  const login = await callers.account();
  await callers.http.signedIn('trader', { login, password: PASSWORD });
  const online = await callers.data<{ login: number; session: string }[]>('GET', '/online');
  return online.find((row) => row.login === login)?.session ?? '';
};

const tradersPath = async (callers: Callers) => ({ path: { login: await callers.account() } });
const staffPath = async ({ http }: Callers) => ({ path: { login: await http.hire() } });
const groupMade = (callers: Callers): Promise<Made> =>
  callers.post('/groups', { path: `${INSIDE}\\${callers.next()}`, currency: 'USD' });
const allocationMade = async (callers: Callers): Promise<Made> => {
  const { path } = await groupMade(callers);
  return callers.post('/account-allocations', { group_path: path });
};
const phone = { kind: 'phone', password: 'Matrix-4d' };

/** Accounts and who signs in with them. */
const ACCOUNTS: Readonly<Record<string, Sample>> = {
  'accounts.create': {
    ask: () => ({
      body: { group: INSIDE, master_password: 'Matrix-1a', investor_password: 'Matrix-2b' },
    }),
    outside: 'forbidden',
  },
  'accounts.read': { ask: tradersPath, outside: 'forbidden' },
  'accounts.change': {
    ask: async (callers) => ({
      ...(await tradersPath(callers)),
      body: { version: 1, comment: 'x' },
    }),
    outside: 'forbidden',
  },
  'accounts.password': {
    ask: async (callers) => ({ ...(await tradersPath(callers)), body: phone }),
    outside: 'forbidden',
  },
  'accounts.password.check': {
    ask: async (callers) => ({ ...(await tradersPath(callers)), body: phone }),
    outside: 'forbidden',
  },
  'accounts.otp.reset': {
    ask: async (callers) => {
      const login = await callers.account();
      await ownerOf(callers.http, 'trader', { login, password: PASSWORD });
      return { path: { login } };
    },
    outside: 'forbidden',
  },
  'accounts.trade': {
    ask: async (callers) => ({
      ...(await tradersPath(callers)),
      body: { request_id: UUID, kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.1' },
    }),
    outside: 'forbidden',
  },
  'accounts.balance': {
    ask: async (callers) => ({
      ...(await tradersPath(callers)),
      body: { request_id: UUID, action: 'balance', amount: '1' },
    }),
    outside: 'forbidden',
  },
  'deals.explain': { ask: () => ({ path: { id: 1 } }), outside: 'forbidden' },
  'online.list': { outside: 'unlisted' },
  'online.window': { outside: 'unlisted' },
  'online.kick_session': {
    ask: async (callers) => ({ path: { session: await sessionOf(callers) } }),
    outside: 'forbidden',
  },
  'online.kick': {
    ask: async (callers) => {
      const login = await callers.account();
      await callers.http.signedIn('trader', { login, password: PASSWORD });
      return { body: { login } };
    },
    outside: 'forbidden',
  },
};

/** Staff users. */
const STAFF: Readonly<Record<string, Sample>> = {
  'staff.list': { outside: 'unlisted' },
  'staff.create': {
    ask: async (callers) => ({ body: { login: await callers.account(STAFF_GROUP) } }),
    outside: 'invalid_input',
  },
  'staff.read': { ask: staffPath, outside: 'not_found' },
  'staff.change': {
    ask: async (callers) => ({
      ...(await staffPath(callers)),
      body: { version: 1, mailbox_name: 'Matrix' },
    }),
    outside: 'not_found',
  },
  'staff.disable': { ask: staffPath, outside: 'not_found' },
  'staff.password': {
    ask: async (callers) => ({ ...(await staffPath(callers)), body: { password: 'Matrix-3c' } }),
    outside: 'not_found',
  },
  'staff.reports': { ask: staffPath, outside: 'not_found' },
  'staff.put_reports': {
    ask: async (callers) => ({ ...(await staffPath(callers)), body: { version: 1, lines: [] } }),
    outside: 'not_found',
  },
  'staff.journal': { ask: staffPath, outside: 'not_found' },
  'staff.delete': { ask: staffPath, outside: 'not_found' },
};

/** Settings that lie in groups. */
const GROUPS: Readonly<Record<string, Sample>> = {
  'groups.list': { outside: 'unlisted' },
  'groups.create': {
    ask: (callers) => ({ body: { path: `${INSIDE}\\${callers.next()}`, currency: 'USD' } }),
    outside: 'forbidden',
  },
  'groups.read': {
    ask: async (callers) => ({ path: { id: (await groupMade(callers)).id } }),
    outside: 'not_found',
  },
  'groups.change': {
    ask: async (callers) => {
      const { id, version } = await groupMade(callers);
      return { path: { id }, body: { version, company: 'Matrix' } };
    },
    outside: 'not_found',
  },
  'groups.delete': {
    ask: async (callers) => ({ path: { id: (await groupMade(callers)).id } }),
    outside: 'not_found',
  },
  'account-allocations.list': {
    ask: async (callers) => {
      await allocationMade(callers);
      return {};
    },
    outside: 'unlisted',
  },
  'account-allocations.create': {
    ask: async (callers) => ({ body: { group_path: (await groupMade(callers)).path } }),
    outside: 'forbidden',
  },
  'account-allocations.read': {
    ask: async (callers) => ({ path: { id: (await allocationMade(callers)).id } }),
    outside: 'not_found',
  },
  'account-allocations.replace': {
    ask: async (callers) => {
      const { id, version, group_path } = await allocationMade(callers);
      return { path: { id }, body: { version, group_path, enabled: true } };
    },
    outside: 'not_found',
  },
  'account-allocations.delete': {
    ask: async (callers) => ({ path: { id: (await allocationMade(callers)).id } }),
    outside: 'not_found',
  },
};

/** The routes whose objects lie in groups. */
export const SCOPED: Readonly<Record<string, Sample>> = { ...ACCOUNTS, ...STAFF, ...GROUPS };
