// Rights that a route asks for in some cases: each case with what is seen without them and with.

import type { Right } from '../../../wire/accounts/rights.js';
import { TRANSFER_KINDS, type TransferKind } from '../../../wire/rest/settings/transfer.js';
import type { Answer } from '../../support/http-harness.js';
import { type Asked, type Callers, INSIDE, PASSWORD, STAFF_GROUP } from './matrix-callers.js';
import { KIND_RIGHT } from './setting-cases.js';
import { fileOf } from './settings/setting-bodies.js';

/** A route, what makes a right count, and the right. */
export interface Case {
  readonly route: string;
  /** In the words of the contract where it has the condition. */
  readonly when: string;
  readonly right: Right;
  /** The rule of the contract that it shows. */
  readonly rule?: string;
  /** Rights that are held with it and without it. */
  readonly beside: readonly Right[];
  readonly ask: (callers: Callers, rights: readonly Right[]) => Asked | Promise<Asked>;
  /** What of an answer is looked at; its code where absent. */
  readonly seen?: (answer: Answer, asked: Asked) => unknown;
  /** What is seen without the right, `forbidden` where absent, and with it, `ok` where absent. */
  readonly without?: unknown;
  readonly with?: unknown;
}

type OfAccount = Pick<Case, 'route' | 'beside' | 'rule'> & {
  /** The body for the version of the account. */
  readonly body?: (version: number) => unknown;
};

/** What changing an account takes. */
const EDITOR: readonly Right[] = ['accounts.view', 'accounts.edit'];

const UUID = '0a52a3b0-91a5-4c7c-8b86-8d7d6c1f6a02';
const ORDER = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.1' };
const phone = () => ({ kind: 'phone', password: 'Matrix-4d' });
const KICKER: readonly Right[] = ['accounts.online', 'accounts.edit'];

/** Routes about one account that its login names in the path. */
const OF_ACCOUNT: readonly OfAccount[] = [
  { route: 'accounts.read', beside: ['accounts.view'], rule: '#3' },
  ...['positions', 'orders', 'closed', 'deals', 'orders.history'].map(
    (list): OfAccount => ({ route: `accounts.${list}`, beside: ['trades.view'] }),
  ),
  { route: 'accounts.balance_history', beside: ['accounts.view'] },
  { route: 'accounts.daily', beside: ['accounts.view'] },
  { route: 'accounts.journal', beside: ['accounts.view', 'journal.view'] },
  { route: 'accounts.change', beside: EDITOR, body: (version) => ({ version, comment: 'x' }) },
  { route: 'accounts.disable', beside: EDITOR },
  { route: 'accounts.leverage', beside: EDITOR, body: (version) => ({ version, leverage: 30 }) },
  { route: 'accounts.password', beside: ['accounts.password'], body: phone },
  { route: 'accounts.password.check', beside: ['accounts.password'], body: phone },
  {
    route: 'accounts.trade',
    beside: ['trades.edit'],
    body: () => ({ request_id: UUID, ...ORDER }),
  },
  {
    route: 'accounts.balance',
    beside: ['accounts.balance'],
    body: () => ({ request_id: UUID, action: 'balance', amount: '1' }),
  },
];

const ofLogin = ({ http }: Callers, { body }: OfAccount, login: number): Asked => {
  const version = http.harness.desk.records.get('account', String(login))?.record.version ?? 0;
  return { path: { login }, body: body?.(version) };
};

const hiddenAccount = async (callers: Callers): Promise<number> => {
  const login = await callers.account();
  await callers.http.harness.patch('account', String(login), { hidden: true });
  return login;
};

/** A trader who is signed in; answers his login. */
const present = async (callers: Callers, login: number): Promise<number> => {
  await callers.http.signedIn('trader', { login, password: PASSWORD });
  return login;
};

/** Accounts of staff ask for `config.staff`, and for each right that is held by them. */
const STAFF_ACCOUNTS: readonly Case[] = [
  {
    route: 'accounts.create',
    when: 'the target group is a staff group',
    right: 'config.staff',
    beside: ['accounts.edit'],
    ask: () => ({
      body: { group: STAFF_GROUP, master_password: 'Matrix-1a', investor_password: 'Matrix-2b' },
    }),
  },
  ...OF_ACCOUNT.flatMap((one): Case[] => [
    {
      ...one,
      when: 'the account is a staff account',
      right: 'config.staff',
      ask: async (callers) => ofLogin(callers, one, await callers.http.hire()),
    },
    {
      ...one,
      beside: [...one.beside, 'config.staff'],
      when: 'the account is a staff account',
      right: 'reports',
      ask: async (callers) =>
        ofLogin(callers, one, await callers.http.hire({ rights: ['reports'] })),
    },
  ]),
  {
    route: 'online.kick',
    when: 'the account is a staff account',
    right: 'config.staff',
    beside: KICKER,
    ask: async (callers) => {
      const login = await callers.account(STAFF_GROUP);
      return { body: { login: await present(callers, login) } };
    },
  },
];

const loginsIn = ({ data }: Answer): readonly number[] => {
  const rows = Array.isArray(data) ? data : (data as { items: unknown[] }).items;
  return (rows as { login: number }[]).map(({ login }) => login);
};
/** Is the account that was made for it among the rows? */
const listed = (answer: Answer, { path }: Asked): boolean =>
  loginsIn(answer).includes(Number(path?.made));

/** Hidden accounts are as if there were none. */
const HIDDEN: readonly Case[] = [
  ...OF_ACCOUNT.map(
    ({ rule: _, ...one }): Case => ({
      ...one,
      when: 'the account is hidden',
      right: 'accounts.hidden',
      ask: async (callers) => ofLogin(callers, one, await hiddenAccount(callers)),
      without: 'not_found',
      with: 'ok',
    }),
  ),
  {
    route: 'online.kick',
    when: 'the account is hidden',
    right: 'accounts.hidden',
    beside: KICKER,
    ask: async (callers) => ({
      body: { login: await present(callers, await hiddenAccount(callers)) },
    }),
    without: 'not_found',
    with: 'ok',
  },
  ...(['online.list', 'online.window'] as const).map(
    (route): Case => ({
      route,
      when: 'the account is hidden',
      right: 'accounts.hidden',
      beside: ['accounts.online'],
      ask: async (callers) => ({
        path: { made: await present(callers, await hiddenAccount(callers)) },
      }),
      seen: listed,
      without: false,
      with: true,
    }),
  ),
  {
    route: 'accounts.create',
    when: 'the account is to be hidden',
    right: 'accounts.hidden',
    beside: ['accounts.edit'],
    ask: () => ({
      body: {
        group: INSIDE,
        master_password: 'Matrix-1a',
        investor_password: 'Matrix-2b',
        hidden: true,
      },
    }),
  },
  {
    route: 'accounts.change',
    when: 'the account is to be hidden',
    right: 'accounts.hidden',
    beside: EDITOR,
    ask: async (callers) => ({
      path: { login: await callers.account() },
      body: { version: 1, hidden: true },
    }),
  },
  {
    route: 'accounts.change',
    when: 'the agent is to be changed',
    right: 'accounts.balance',
    beside: EDITOR,
    ask: async (callers) => ({
      path: { login: await callers.account() },
      body: { version: 1, agent: await callers.account() },
    }),
  },
  {
    route: 'staff.read',
    when: 'the account is hidden',
    right: 'accounts.hidden',
    beside: ['config.staff'],
    ask: async ({ http }) => {
      const login = await http.hire();
      await http.harness.patch('account', String(login), { hidden: true });
      return { path: { login } };
    },
    without: 'not_found',
    with: 'ok',
  },
];

/** What is private. */
const PERSON = {
  name: 'Ada',
  email: 'ada@broker.example',
  phone: '555',
  address: '1 Main St',
  id_number: 'X-1',
} as const;
const FIELDS: readonly (readonly [keyof typeof PERSON, Right])[] = [
  ['name', 'fields.name'],
  ['email', 'fields.email'],
  ['phone', 'fields.phone'],
  ['address', 'fields.address'],
  ['id_number', 'fields.documents'],
];

/** Each private field where it is to be seen, and where it is to be changed. */
const FIELD_CASES: readonly Case[] = [
  ...FIELDS.map(
    ([field, right]): Case => ({
      route: 'accounts.change',
      when: `${field} is to be changed`,
      right,
      beside: EDITOR,
      ask: async (callers) => ({
        path: { login: await callers.account(INSIDE, PERSON) },
        body: { version: 1, [field]: '' },
      }),
    }),
  ),
  ...FIELDS.map(
    ([field, right]): Case => ({
      route: 'accounts.read',
      when: `${field} is to be seen`,
      right,
      beside: ['accounts.view'],
      ask: async (callers) => ({ path: { login: await callers.account(INSIDE, PERSON) } }),
      seen: ({ data }) => (data as typeof PERSON)[field],
      without: '',
      with: PERSON[field],
    }),
  ),
  ...FIELDS.slice(0, 2).flatMap(([field, right]): Case[] => [
    {
      route: 'staff.change',
      when: `${field} is to be changed`,
      right,
      beside: ['config.staff'],
      ask: async ({ http }) => ({
        path: { login: await http.hire() },
        body: { version: 1, [field]: PERSON[field] },
      }),
    },
    {
      route: 'staff.read',
      when: `${field} is to be seen`,
      right,
      beside: ['config.staff'],
      ask: async ({ http }) => {
        const login = await http.hire();
        await http.harness.patch('account', String(login), { [field]: PERSON[field] });
        return { path: { login } };
      },
      seen: ({ data }) => (data as typeof PERSON)[field],
      without: '',
      with: PERSON[field],
    },
  ]),
];

/** What is private reads empty without the right to the field, and is not changed unseen. */
const PRIVATE: readonly Case[] = [
  ...FIELD_CASES,
  {
    route: 'online.list',
    when: 'name is to be seen',
    right: 'fields.name',
    beside: ['accounts.online'],
    ask: async (callers) => ({
      path: { made: await present(callers, await callers.account(INSIDE, PERSON)) },
    }),
    seen: ({ data }, { path }) =>
      (data as { login: number; name: string }[]).find(({ login }) => login === path?.made)?.name,
    without: '',
    with: PERSON.name,
  },
];

/** What staff users ask for beyond the routes' own right. */
const PROFILES: readonly Case[] = [
  {
    route: 'auth.staff.login',
    when: 'the terminal is admin',
    right: 'terminal.admin',
    beside: [],
    ask: async ({ http }, rights) => {
      const login = await http.hire({ rights });
      return { body: { login, password: 'Master-1x', terminal: 'admin' } };
    },
    without: 'auth.terminal_not_allowed',
    with: 'ok',
  },
  {
    route: 'staff.put_reports',
    when: 'lines open more than those of the caller',
    right: 'config.reports',
    beside: ['config.staff'],
    ask: async ({ http }) => ({
      path: { login: await http.hire() },
      body: { version: 1, lines: [{ path: 'Daily\\*', view: true }] },
    }),
  },
  {
    route: 'reports.jobs.list',
    when: 'all is true',
    right: 'config.reports',
    beside: ['reports'],
    ask: () => ({ query: { all: 'true' } }),
  },
  {
    route: 'reports.list',
    when: 'can_export is to be true',
    right: 'reports.export',
    beside: ['reports'],
    ask: async (callers, rights) => {
      await callers.post('/reports/configs', {
        name: `Exported ${rights.length}`,
        module: 'daily',
      });
      const { data } = await (await callers.staffWith(rights)).me();
      const reports = [{ path: '*', view: true, export: true, depth_days: 0, position: 1 }];
      await callers.http.harness.patch('staff', String((data as { login: number }).login), {
        reports,
      });
      return {};
    },
    seen: ({ data }) => (data as { can_export: boolean }[]).some((one) => one.can_export),
    without: false,
    with: true,
  },
];

/** Rights that open a kind to be read, beside the one to write it. */
const READERS: Readonly<Partial<Record<TransferKind, Right>>> = {
  symbols: 'symbols.quick_edit',
  leverage_profiles: 'config.groups',
};
/** A right that opens the routes, but not the kind. */
const otherThan = (kind: TransferKind): Right =>
  kind === 'holidays' ? 'config.routing' : 'config.holidays';

const errorOf = ({ data }: Answer): string => {
  const [item] = (data as { items: readonly { error: string }[] }).items;
  return item?.error === 'forbidden' ? 'forbidden' : 'looked at';
};

/** Reading and writing a kind by files. */
const ofKind = (kind: TransferKind): readonly Case[] => {
  const also: readonly Right[] = kind === 'brands' ? ['config.white_labels'] : [];
  const base = { when: `kind ${kind}`, beside: [otherThan(kind), ...also] };
  const write = { ...base, right: KIND_RIGHT[kind] };
  const readers = [KIND_RIGHT[kind], READERS[kind]].filter((right) => right !== undefined);
  return [
    ...readers.flatMap((right): Case[] => [
      {
        ...base,
        route: 'transfer.catalog',
        right,
        ask: () => ({}),
        seen: ({ data }) =>
          (data as { kinds: { kind: string; can_read: boolean }[] }).kinds.find(
            (one) => one.kind === kind,
          )?.can_read,
        without: false,
        with: true,
      },
      {
        ...base,
        route: 'transfer.export',
        rule: '#7',
        right,
        ask: () => ({ body: { kinds: { [kind]: null } } }),
        seen: ({ data }) => (data as { denied: readonly string[] }).denied,
        without: [kind],
        with: [],
      },
    ]),
    ...['transfer.preview', 'transfer.import'].map(
      (route): Case => ({
        ...write,
        route,
        ...(route === 'transfer.import' && { rule: '#9' }),
        ask: () => ({ body: { file: fileOf({ [kind]: [{}] }) } }),
        seen: errorOf,
        without: 'forbidden',
        with: 'looked at',
      }),
    ),
    // Staff users are deleted by their own route alone.
    ...(kind === 'staff' ? [] : [deleting({ ...write, kind })]),
  ];
};

const deleting = ({
  kind,
  ...write
}: Pick<Case, 'when' | 'beside' | 'right'> & { kind: string }) => ({
  ...write,
  route: 'transfer.delete',
  rule: '#8',
  ask: () => ({ body: { kind, keys: [] } }),
});

/** The routes from before there were files. */
const OLDER: readonly Case[] = (
  [
    ['symbols', 'config.groups'],
    ['groups', 'config.symbols'],
  ] as const
).flatMap(([kind, other]): Case[] => {
  const base = { when: `kind is ${kind}`, right: KIND_RIGHT[kind], beside: [other] };
  return [
    { ...base, route: 'config.export', rule: '#3', ask: () => ({ query: { kind } }) },
    { ...base, route: 'config.import', rule: '#7', ask: () => ({ body: { kind, items: [] } }) },
  ];
});

/** What is confirmed by those who hold the right. */
const CONFIRMED: readonly Case[] = [
  {
    route: 'positions.bulk_close',
    when: 'held: a non-preview request must carry a confirmation',
    right: 'confirm_actions',
    beside: ['trades.edit'],
    ask: () => ({ body: { close_positions: true, symbol: 'EURUSD' } }),
    without: 'ok',
    with: 'confirmation_required',
  },
  {
    route: 'positions.payments',
    when: 'held: the request must carry a confirmation',
    right: 'confirm_actions',
    beside: ['accounts.balance'],
    ask: () => ({ body: { items: [] } }),
    without: 'ok',
    with: 'confirmation_required',
  },
];

/** Every case. */
export const CASES: readonly Case[] = [
  ...STAFF_ACCOUNTS,
  ...HIDDEN,
  ...PRIVATE,
  ...PROFILES,
  ...CONFIRMED,
  ...TRANSFER_KINDS.flatMap(ofKind),
  ...OLDER,
];
