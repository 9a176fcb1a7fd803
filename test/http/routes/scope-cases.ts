// What staff routes are asked of that lies in groups: within a scope it works, outside it does not.

import type { Fields as Body } from '../../support/http-harness.js';
import { signUpAt } from '../../support/sign-up.js';
import { ownerOf } from './accounts/authenticated.js';
import {
  type Asked,
  type Callers,
  INSIDE,
  PASSWORD,
  type Sample,
  type Samples,
  STAFF_GROUP,
} from './matrix-callers.js';
import type { Made } from './settings/kind.js';

const UUID = '0a52a3b0-91a5-4c7c-8b86-8d7d6c1f6a01';

/** The newest session of a trader who has just signed in. */
const sessionOf = async (callers: Callers): Promise<string> => {
  const login = await callers.account();
  await callers.http.signedIn('trader', { login, password: PASSWORD });
  const online = await callers.data<{ login: number; session: string }[]>('GET', '/online');
  return online.find((row) => row.login === login)?.session ?? '';
};

type Outside = NonNullable<Sample['outside']>;

/** About a new account of traders, with this body. */
const ofTrader = (body?: Body): Sample => ({
  ask: async (callers) => ({ path: { login: await callers.account() }, body }),
  outside: 'forbidden',
});
/** About somebody of the staff who was just hired, with this body. */
const ofStaff = (body?: Body): Sample => ({
  ask: async ({ http }) => ({ path: { login: await http.hire() }, body }),
  outside: 'not_found',
});
/** A body with which something is created. */
const creating = (body: (callers: Callers) => Body | Promise<Body>, outside: Outside): Sample => ({
  ask: async (callers) => ({ body: await body(callers) }),
  outside,
});
/** About something new, with the body for it. */
const ofNew = (make: (callers: Callers) => Promise<Made>, body?: (made: Made) => Body): Sample => ({
  ask: async (callers) => {
    const made = await make(callers);
    return { path: { id: made.id }, body: body?.(made) };
  },
  outside: 'not_found',
});

/** About a waiting request, with this body; what lies in scope is shown with the dealing desk. */
const ofWaiting = (body: Body = {}): Sample => ({
  ask: () => ({ path: { request: 1 }, body }),
  refusal: { code: 'not_found', why: 'nothing waits' },
});

const groupBody = (callers: Callers) => ({ path: `${INSIDE}\\${callers.next()}`, currency: 'USD' });
const groupMade = (callers: Callers): Promise<Made> => callers.post('/groups', groupBody(callers));
const allocationBody = async (callers: Callers) => ({
  group_path: (await groupMade(callers)).path,
});
const allocationMade = async (callers: Callers): Promise<Made> =>
  callers.post('/account-allocations', await allocationBody(callers));
const phone = { kind: 'phone', password: 'Matrix-4d' };
const passwords = { master_password: 'Matrix-1a', investor_password: 'Matrix-2b' };
const order = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.1' };

/** A list with a new account of traders. */
const listing: Sample = {
  ask: async (callers) => {
    await callers.account();
    return {};
  },
  outside: 'unlisted',
};

/** Accounts and who signs in with them. */
const ACCOUNTS: Samples = {
  'accounts.create': creating(() => ({ group: INSIDE, ...passwords }), 'forbidden'),
  'accounts.read': ofTrader(),
  'accounts.change': ofTrader({ version: 1, comment: 'x' }),
  'accounts.enable': ofTrader(),
  'accounts.disable': ofTrader(),
  'accounts.archive': ofTrader(),
  'accounts.delete': ofTrader(),
  'accounts.restore': {
    ask: async (callers) => {
      const login = await callers.account();
      const archived = { enabled: false, archived_at: new Date(0).toISOString(), archived_by: 1 };
      await callers.http.harness.patch('account', String(login), archived);
      return { path: { login } };
    },
    outside: 'forbidden',
  },
  'accounts.group': ofTrader({ version: 1, group: INSIDE }),
  'accounts.leverage': ofTrader({ version: 1, leverage: 30 }),
  'accounts.next_login': { ask: () => ({ query: { group: INSIDE } }), outside: 'forbidden' },
  'accounts.password': ofTrader(phone),
  'accounts.password.check': ofTrader(phone),
  'accounts.otp.reset': {
    ask: async (callers) => {
      const login = await callers.account();
      await ownerOf(callers.http, 'trader', { login, password: PASSWORD });
      return { path: { login } };
    },
    outside: 'forbidden',
  },
  'accounts.trade': ofTrader({ request_id: UUID, ...order }),
  'accounts.trade.check': ofTrader(order),
  'accounts.recalculate': ofTrader(),
  'accounts.correct': ofTrader({ request_id: UUID }),
  'accounts.balance': ofTrader({ request_id: UUID, action: 'balance', amount: '1' }),
  'accounts.positions': ofTrader(),
  'accounts.orders': ofTrader(),
  'accounts.closed': ofTrader(),
  'accounts.deals': ofTrader(),
  'accounts.orders.history': ofTrader(),
  'accounts.orders.read': ofTrader(),
  'accounts.deals.read': ofTrader(),
  'accounts.balance_history': ofTrader(),
  'accounts.daily': ofTrader(),
  'accounts.journal': ofTrader(),
  'accounts.export': {},
  'accounts.list': listing,
  'accounts.count': listing,
  'accounts.groups': { outside: 'unlisted' },
  'accounts.window': listing,
  'accounts.window_count': listing,
  'deals.explain': { ask: () => ({ path: { id: 1 } }), outside: 'not_found' },
  'notifications.send': {
    ask: async (callers) => ({
      body: { logins: String(await callers.account()), message: 'Good morning' },
    }),
  },
  'online.list': { outside: 'unlisted' },
  'online.window': { outside: 'unlisted' },
  'online.kick_session': {
    ask: async (callers) => ({ path: { session: await sessionOf(callers) } }),
    outside: 'forbidden',
  },
  'online.kick': creating(async (callers) => {
    const login = await callers.account();
    await callers.http.signedIn('trader', { login, password: PASSWORD });
    return { login };
  }, 'forbidden'),
};

const clientMade = (callers: Callers): Promise<Made> =>
  callers.post('/clients', { kind: 'person' });

/** A client with an account of traders, and what is asked of both. */
const ofClient = (
  ask: (client: Made, login: number) => Asked,
  outside: Outside = 'not_found',
): Sample => ({
  ask: async (callers) => {
    const client = await clientMade(callers);
    const login = await callers.account();
    const linked = `/clients/${client.id}/accounts/${login}`;
    return ask(await callers.data<Made>('PUT', linked), login);
  },
  outside,
});

/** Clients, who are seen through their accounts. */
const CLIENTS: Samples = {
  'clients.list': ofClient(() => ({}), 'unlisted'),
  'clients.read': ofClient(({ id }) => ({ path: { id } })),
  'clients.create': { ask: () => ({ body: { kind: 'person' } }) },
  'clients.change': ofClient(({ id, version }) => ({
    ...{ path: { id }, body: { version, comment: 'x' } },
  })),
  'clients.link': ofClient(({ id }, login) => ({ path: { id, login } })),
  'clients.unlink': ofClient(({ id }, login) => ({ path: { id, login } })),
  'clients.delete': {
    ask: async (callers) => ({ path: { id: (await clientMade(callers)).id } }),
    outside: 'not_found',
  },
};

/** An application that was just sent in. */
const ofApplication = (
  ask: (application: Made) => Asked,
  outside: Outside = 'not_found',
): Sample => ({ ask: async (callers) => ask(await applied(callers)), outside });

const MAIL_SERVER = {
  ...{ name: 'Post', server: 'mail.broker.example:587' },
  ...{ sender_email: 'office@broker.example', is_default: true },
};

const applied = async (callers: Callers): Promise<Made> => {
  const { harness } = callers.http;
  const at = callers.next();
  const email = `p${at}@client.example`;
  await signUpAt(harness, { type: 'real', email }, `2001:db8:${at.toString(16)}::1`);
  const all = harness.log.flatMap(({ changes }) => changes);
  return all.findLast(({ kind }) => kind === 'application')?.record as unknown as Made;
};

/** Applications for real accounts, which are in a group before they have an account. */
const APPLICATIONS: Samples = {
  'applications.list': ofApplication(() => ({}), 'unlisted'),
  'applications.read': ofApplication(({ id }) => ({ path: { id } })),
  'applications.change': ofApplication(({ id, version }) => ({
    ...{ path: { id }, body: { version, comment: 'x' } },
  })),
  'applications.approve': {
    ask: async (callers) => {
      const { records } = callers.http.harness.desk;
      if (records.count('mail_server') === 0) await callers.post('/mail-servers', MAIL_SERVER);
      return { path: { id: (await applied(callers)).id }, body: {} };
    },
    outside: 'not_found',
  },
  'applications.reject': ofApplication(({ id }) => ({ path: { id }, body: {} })),
};

const paying = { request_id: UUID, action: 'balance', amount: '1' };

/** Trades across accounts: what of them lies in scope is shown with each list. */
const TRADES: Samples = {
  'positions.all': {},
  'positions.orders': {},
  'positions.count': {},
  'reports.daily': {},
  'reports.exposure': {},
  'positions.closed': {},
  'positions.export': {},
  'positions.orders.export': {},
  'positions.closed.export': {},
  'positions.read': {
    ask: () => ({ path: { id: 1 } }),
    refusal: { code: 'not_found', why: 'there is no position' },
  },
  'accounts.orders.release': {
    ask: async (callers) => ({ path: { login: await callers.account(), id: 1 } }),
    outside: 'forbidden',
  },
  'accounts.held_fills': {
    ask: async (callers) => {
      const login = await callers.account();
      const fill = { order_id: 1, execution_id: 'E-1', action: 'bust' };
      return { path: { login }, body: fill };
    },
    outside: 'forbidden',
  },
  'deals.bust': {
    ask: () => ({ path: { id: 1 } }),
    refusal: { code: 'not_found', why: 'there is no deal' },
  },
  'positions.change': {
    ask: () => ({ path: { id: 1 }, body: { price_open: '1.1' } }),
    refusal: { code: 'not_found', why: 'there is no position' },
  },
  'dealing.list': {},
  'dealing.take': ofWaiting(),
  'dealing.confirm': ofWaiting(),
  'dealing.requote': ofWaiting({ bid: '1.1', ask: '1.2' }),
  'dealing.reject': ofWaiting(),
  'dealing.return': ofWaiting(),
  'positions.bulk_close': {
    ask: () => ({ body: { close_positions: true, symbol: 'EURUSD', preview: true } }),
  },
  'positions.delete': { ask: () => ({ body: { ids: [1] } }) },
  'positions.payments': {
    ask: () => ({ body: { items: [] } }),
    refusal: { code: 'confirmation_required', why: 'of its holders', of: 'confirm_actions' },
  },
  'positions.payments.preview': { ask: () => ({ body: {} }) },
  'accounts.bulk_change': {
    ask: async (callers) => ({ body: { logins: [await callers.account()], leverage: 30 } }),
    refusal: { code: 'confirmation_required', why: 'of its holders', of: 'confirm_actions' },
  },
  'accounts.import': {
    ask: () => ({ body: { request_id: UUID, accounts: [{ group: INSIDE, ...passwords }] } }),
    refusal: { code: 'confirmation_required', why: 'of its holders', of: 'confirm_actions' },
  },
  'accounts.bulk_balance': {
    ask: async (callers) => ({ body: { items: [{ login: await callers.account(), ...paying }] } }),
    refusal: { code: 'confirmation_required', why: 'of its holders', of: 'confirm_actions' },
  },
  'accounts.group_balance': { ask: () => ({ body: { group: INSIDE, dry_run: true, ...paying } }) },
};

/** Staff users. */
const STAFF: Samples = {
  'staff.list': { outside: 'unlisted' },
  'staff.create': creating(
    async (callers) => ({ login: await callers.account(STAFF_GROUP) }),
    'invalid_input',
  ),
  'staff.read': ofStaff(),
  'staff.change': ofStaff({ version: 1, mailbox_name: 'Matrix' }),
  'staff.disable': ofStaff(),
  'staff.password': ofStaff({ password: 'Matrix-3c' }),
  'staff.reports': ofStaff(),
  'staff.put_reports': ofStaff({ version: 1, lines: [] }),
  'staff.journal': ofStaff(),
  'staff.delete': ofStaff(),
};

/** Settings that lie in groups. */
const GROUPS: Samples = {
  'groups.list': { outside: 'unlisted' },
  'groups.create': creating(groupBody, 'forbidden'),
  'groups.read': ofNew(groupMade),
  'groups.change': ofNew(groupMade, ({ version }) => ({ version, company: 'Matrix' })),
  'groups.delete': ofNew(groupMade),
  'account-allocations.list': {
    ask: async (callers) => {
      await allocationMade(callers);
      return {};
    },
    outside: 'unlisted',
  },
  'account-allocations.create': creating(allocationBody, 'forbidden'),
  'account-allocations.read': ofNew(allocationMade),
  'account-allocations.replace': ofNew(allocationMade, ({ version, group_path }) => ({
    ...{ version, group_path, enabled: true },
  })),
  'account-allocations.delete': ofNew(allocationMade),
};

/** The routes whose objects lie in groups. */
export const SCOPED: Samples = {
  ...ACCOUNTS,
  ...CLIENTS,
  ...APPLICATIONS,
  ...TRADES,
  ...STAFF,
  ...GROUPS,
};
