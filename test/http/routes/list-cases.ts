// Rights that lists of accounts ask for in some cases, as in conditional-cases.ts.

import type { Right } from '../../../wire/accounts/rights.js';
import type { Answer } from '../../support/http-harness.js';
import type { Case } from './conditional-cases.js';
import { type Callers, STAFF_GROUP } from './matrix-callers.js';

const READER: readonly Right[] = ['accounts.view'];

/** How many rows a list shows, or counts. */
const rowsOf = ({ data }: Answer): number => {
  const { items, total } = data as { items?: readonly unknown[]; total?: number };
  return items?.length ?? total ?? 0;
};

/** The parameter that narrows each list to one login. */
const LOGIN = {
  'accounts.list': 'login',
  'accounts.count': 'login',
  'accounts.window': 'q',
  'accounts.window_count': 'q',
} as const;
type ListName = keyof typeof LOGIN;
const LISTS = Object.keys(LOGIN) as readonly ListName[];
const isWindow = (route: ListName): boolean => route.startsWith('accounts.window');

/** One account is asked for that is shown with a right alone. */
const shown = (
  route: ListName,
  when: string,
  right: Right,
  make: (callers: Callers) => Promise<number>,
): Case => ({
  route,
  when,
  right,
  beside: READER,
  ask: async (callers) => ({ query: { [LOGIN[route]]: String(await make(callers)) } }),
  seen: rowsOf,
  without: 0,
  with: 1,
});

const hidden = async (callers: Callers): Promise<number> => {
  const login = await callers.account();
  await callers.http.harness.patch('account', String(login), { hidden: true });
  return login;
};

/** Rules about filters by private fields. */
const FIELD_RULES: Readonly<Record<string, string>> = {
  'accounts.window': '#9',
  'accounts.count': '#4',
};

/** A parameter that a right opens. */
const opened = (
  route: ListName,
  when: string,
  right: Right,
  query: Readonly<Record<string, string>>,
): Case => ({
  ...{ route, when, right, beside: READER, ask: () => ({ query }) },
  ...(right.startsWith('fields.') && FIELD_RULES[route] && { rule: FIELD_RULES[route] }),
});

/** Rules about accounts of staff. */
const STAFF_RULES: Readonly<Record<string, string>> = {
  'accounts.list': '#3',
  'accounts.count': '#5',
};
const ofStaff = (route: ListName): Case => {
  const when = isWindow(route)
    ? 'staff groups are to be seen'
    : 'accounts or groups of staff groups are to be seen';
  const rule = STAFF_RULES[route];
  return {
    ...shown(route, when, 'config.staff', (callers) => callers.account(STAFF_GROUP)),
    ...(rule !== undefined && { rule }),
  };
};

const privateFields = (route: ListName): readonly Case[] => {
  if (!isWindow(route)) {
    const when = 'the name or email filter is used';
    return [
      opened(route, when, 'fields.name', { name: 'a' }),
      opened(route, when, 'fields.email', { email: 'a' }),
    ];
  }
  const when = 'that field is filtered, sorted or searched';
  return [
    opened(route, when, 'fields.name', { 'f.last_name.has': 'a' }),
    opened(route, when, 'fields.name', { q: 'a' }),
    opened(route, when, 'fields.email', { 'f.email.ne': 'a@b.example' }),
    opened(route, when, 'fields.phone', { 'f.phone.starts': '+' }),
    opened(route, when, 'fields.address', { 'f.city.eq': 'Graz' }),
    opened(route, 'client is used', 'clients.view', { client: '7' }),
  ];
};

/** Every case of these lists. */
export const LIST_CASES: readonly Case[] = [
  ...LISTS.flatMap((route) => [
    ofStaff(route),
    shown(route, 'the account is hidden', 'accounts.hidden', hidden),
    ...privateFields(route),
  ]),
  opened('accounts.list', 'client is used', 'clients.view', { client: '7' }),
  ...(['name', 'city'] as const).map((sort) =>
    opened(
      'accounts.window',
      'that field is filtered, sorted or searched',
      sort === 'name' ? 'fields.name' : 'fields.address',
      { sort },
    ),
  ),
  {
    route: 'accounts.groups',
    when: 'staff groups are to be listed',
    right: 'config.staff',
    beside: READER,
    ask: () => ({}),
    seen: ({ data }) =>
      (data as { items: { path: string }[] }).items.some(({ path }) => path === STAFF_GROUP),
    without: false,
    with: true,
  },
];
