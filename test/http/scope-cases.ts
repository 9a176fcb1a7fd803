// What staff routes are asked of that lies in groups: within a scope it works, outside it does not.

import { ownerOf } from './authenticated.js';
import {
  INSIDE,
  type Made,
  PASSWORD,
  type Sample,
  STAFF_GROUP,
  type Stage,
} from './matrix-stage.js';

const UUID = '0a52a3b0-91a5-4c7c-8b86-8d7d6c1f6a01';

/** The newest session of a trader who has just signed in. */
const sessionOf = async (stage: Stage): Promise<string> => {
  const login = await stage.account();
  await stage.http.signedIn('trader', { login, password: PASSWORD });
  const online = await stage.data<{ login: number; session: string }[]>('GET', '/online');
  return online.find((row) => row.login === login)?.session ?? '';
};

const tradersPath = async (stage: Stage) => ({ path: { login: await stage.account() } });
const staffPath = async ({ http }: Stage) => ({ path: { login: await http.hire() } });
const groupMade = (stage: Stage): Promise<Made> =>
  stage.post('/groups', { path: `${INSIDE}\\${stage.next()}`, currency: 'USD' });
const allocationMade = async (stage: Stage): Promise<Made> => {
  const { path } = await groupMade(stage);
  return stage.post('/account-allocations', { group_path: path });
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
    ask: async (stage) => ({ ...(await tradersPath(stage)), body: { version: 1, comment: 'x' } }),
    outside: 'forbidden',
  },
  'accounts.password': {
    ask: async (stage) => ({ ...(await tradersPath(stage)), body: phone }),
    outside: 'forbidden',
  },
  'accounts.password.check': {
    ask: async (stage) => ({ ...(await tradersPath(stage)), body: phone }),
    outside: 'forbidden',
  },
  'accounts.otp.reset': {
    ask: async (stage) => {
      const login = await stage.account();
      await ownerOf(stage.http, 'trader', { login, password: PASSWORD });
      return { path: { login } };
    },
    outside: 'forbidden',
  },
  'accounts.trade': {
    ask: async (stage) => ({
      ...(await tradersPath(stage)),
      body: { request_id: UUID, kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.1' },
    }),
    outside: 'forbidden',
  },
  'accounts.balance': {
    ask: async (stage) => ({
      ...(await tradersPath(stage)),
      body: { request_id: UUID, action: 'balance', amount: '1' },
    }),
    outside: 'forbidden',
  },
  'deals.explain': { ask: () => ({ path: { id: 1 } }), outside: 'forbidden' },
  'online.list': { outside: 'unlisted' },
  'online.window': { outside: 'unlisted' },
  'online.kick_session': {
    ask: async (stage) => ({ path: { session: await sessionOf(stage) } }),
    outside: 'forbidden',
  },
  'online.kick': {
    ask: async (stage) => {
      const login = await stage.account();
      await stage.http.signedIn('trader', { login, password: PASSWORD });
      return { body: { login } };
    },
    outside: 'forbidden',
  },
};

/** Staff users. */
const STAFF: Readonly<Record<string, Sample>> = {
  'staff.list': { outside: 'unlisted' },
  'staff.create': {
    ask: async (stage) => ({ body: { login: await stage.account(STAFF_GROUP) } }),
    outside: 'invalid_input',
  },
  'staff.read': { ask: staffPath, outside: 'not_found' },
  'staff.change': {
    ask: async (stage) => ({
      ...(await staffPath(stage)),
      body: { version: 1, mailbox_name: 'Matrix' },
    }),
    outside: 'not_found',
  },
  'staff.disable': { ask: staffPath, outside: 'not_found' },
  'staff.password': {
    ask: async (stage) => ({ ...(await staffPath(stage)), body: { password: 'Matrix-3c' } }),
    outside: 'not_found',
  },
  'staff.reports': { ask: staffPath, outside: 'not_found' },
  'staff.put_reports': {
    ask: async (stage) => ({ ...(await staffPath(stage)), body: { version: 1, lines: [] } }),
    outside: 'not_found',
  },
  'staff.journal': { ask: staffPath, outside: 'not_found' },
  'staff.delete': { ask: staffPath, outside: 'not_found' },
};

/** Settings that lie in groups. */
const GROUPS: Readonly<Record<string, Sample>> = {
  'groups.list': { outside: 'unlisted' },
  'groups.create': {
    ask: (stage) => ({ body: { path: `${INSIDE}\\${stage.next()}`, currency: 'USD' } }),
    outside: 'forbidden',
  },
  'groups.read': {
    ask: async (stage) => ({ path: { id: (await groupMade(stage)).id } }),
    outside: 'not_found',
  },
  'groups.change': {
    ask: async (stage) => {
      const { id, version } = await groupMade(stage);
      return { path: { id }, body: { version, company: 'Matrix' } };
    },
    outside: 'not_found',
  },
  'groups.delete': {
    ask: async (stage) => ({ path: { id: (await groupMade(stage)).id } }),
    outside: 'not_found',
  },
  'account-allocations.list': {
    ask: async (stage) => {
      await allocationMade(stage);
      return {};
    },
    outside: 'unlisted',
  },
  'account-allocations.create': {
    ask: async (stage) => ({ body: { group_path: (await groupMade(stage)).path } }),
    outside: 'forbidden',
  },
  'account-allocations.read': {
    ask: async (stage) => ({ path: { id: (await allocationMade(stage)).id } }),
    outside: 'not_found',
  },
  'account-allocations.replace': {
    ask: async (stage) => {
      const { id, version, group_path } = await allocationMade(stage);
      return { path: { id }, body: { version, group_path, enabled: true } };
    },
    outside: 'not_found',
  },
  'account-allocations.delete': {
    ask: async (stage) => ({ path: { id: (await allocationMade(stage)).id } }),
    outside: 'not_found',
  },
};

/** The routes whose objects lie in groups. */
export const SCOPED: Readonly<Record<string, Sample>> = { ...ACCOUNTS, ...STAFF, ...GROUPS };
