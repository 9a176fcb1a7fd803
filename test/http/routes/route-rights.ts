// Facts of routes as they are agreed on, with the rights of staff: by the contract, or beyond it.

import { readFileSync } from 'node:fs';
import type { Route } from '../../../http/rest/route.js';
import type { Right } from '../../../wire/accounts/rights.js';

/** Rights that are needed together, and those of which one is needed. */
export interface Needed {
  readonly all: readonly Right[];
  readonly any: readonly Right[];
}

/** A right that a route asks for in some cases. */
export interface Condition {
  readonly right: string;
  readonly when: string;
}

/** What the contract says of a route. */
export interface Fact {
  readonly method: string;
  readonly path: string;
  readonly audience: string;
  readonly session: 'none' | 'restricted-allowed' | 'full';
  readonly csrf: boolean;
  readonly account_header: boolean;
  readonly rights: Needed & { readonly conditional?: readonly Condition[] };
  readonly query: Readonly<Record<string, { readonly required: boolean }>>;
  readonly body: Readonly<Record<string, { readonly required: boolean }>>;
  readonly errors: readonly string[];
}

const facts = JSON.parse(readFileSync('test/routes.json', 'utf8')) as readonly Fact[];
/** What the contract says of a route, if it has it. */
export const factOf = ({ method, path }: Route): Fact | undefined =>
  facts.find((fact) => fact.method === method && fact.path === path);

const SYMBOL_READERS = { any: ['config.symbols', 'symbols.quick_edit'] } as const;
const BAR_READERS = { any: [...SYMBOL_READERS.any, 'trades.view'] } as const;
const DEALERS = { any: [...BAR_READERS.any, 'trades.edit'] } as const;

/** Who may run reports. */
const REPORTERS: readonly Right[] = ['reports', 'config.reports'];

/** Routes beyond the contract. */
const BEYOND: Readonly<Record<string, readonly Right[] | { readonly any: readonly Right[] }>> = {
  'accounts.change': ['accounts.view', 'accounts.edit'],
  'accounts.enable': ['accounts.view', 'accounts.edit'],
  'accounts.disable': ['accounts.view', 'accounts.edit'],
  'accounts.archive': ['accounts.view', 'accounts.edit'],
  'accounts.restore': ['accounts.view', 'accounts.edit'],
  'accounts.delete': ['accounts.delete'],
  'accounts.trade.check': ['trades.edit'],
  'accounts.recalculate': ['accounts.view'],
  'accounts.correct': ['accounts.balance'],
  'accounts.bulk_change': ['accounts.view', 'accounts.edit'],
  'accounts.import': ['accounts.view', 'accounts.edit'],
  'accounts.group': ['accounts.view', 'accounts.edit'],
  'accounts.leverage': ['accounts.view', 'accounts.edit'],
  'accounts.next_login': ['accounts.edit'],
  'accounts.otp.reset': ['accounts.password'],
  'accounts.password': ['accounts.password'],
  'accounts.password.check': ['accounts.password'],
  'accounts.balance': ['accounts.balance'],
  'accounts.bulk_balance': ['accounts.balance'],
  'accounts.group_balance': ['accounts.view', 'accounts.balance'],
  'accounts.positions': ['trades.view'],
  'accounts.orders': ['trades.view'],
  'accounts.closed': ['trades.view'],
  'accounts.deals': ['trades.view'],
  'accounts.orders.history': ['trades.view'],
  'accounts.orders.read': ['trades.view'],
  'accounts.deals.read': ['trades.view'],
  'accounts.balance_history': ['accounts.view'],
  'accounts.daily': ['accounts.view'],
  'accounts.journal': ['accounts.view', 'journal.view'],
  'accounts.export': ['accounts.view'],
  'clients.list': ['clients.view'],
  'clients.read': ['clients.view'],
  'clients.create': ['clients.view', 'accounts.edit'],
  'clients.change': ['clients.view', 'accounts.edit'],
  'clients.delete': ['clients.view', 'accounts.edit'],
  'clients.link': ['clients.view', 'accounts.view', 'accounts.edit'],
  'clients.unlink': ['clients.view', 'accounts.view', 'accounts.edit'],
  'notifications.send': ['notifications'],
  'mail.cancel': ['mailbox'],
  'mail.staff.read': ['mailbox'],
  'mail.staff.delete': ['mailbox'],
  'mail.staff.download': ['mailbox'],
  'applications.list': ['applications'],
  'applications.read': ['applications'],
  'applications.change': ['applications'],
  'applications.approve': ['applications'],
  'applications.reject': ['applications'],
  'sign-up.settings.read': ['config.allocation'],
  'sign-up.settings.change': ['config.allocation'],
  'email-templates.list': ['config.mail'],
  'email-templates.read': ['config.mail'],
  'email-templates.change': ['config.mail'],
  'email-templates.reset': ['config.mail'],
  'positions.export': ['trades.view'],
  'positions.orders.export': ['trades.view'],
  'positions.closed.export': ['trades.view'],
  'positions.orders': ['trades.view'],
  'positions.change': ['trades.edit'],
  'accounts.orders.release': ['trades.edit', 'trades.delete'],
  'accounts.held_fills': ['trades.edit', 'trades.delete'],
  'deals.bust': ['trades.edit', 'trades.delete'],
  'dealing.list': ['trades.edit'],
  'dealing.take': ['trades.edit'],
  'dealing.confirm': ['trades.edit'],
  'dealing.requote': ['trades.edit'],
  'dealing.reject': ['trades.edit'],
  'dealing.return': ['trades.edit'],
  'positions.read': ['trades.view'],
  'staff.rights': ['config.staff'],
  'staff.roles': ['config.staff'],
  'staff.put_reports': ['config.staff'],
  'staff.journal': ['config.staff', 'journal.view'],
  'journal.list': ['journal.view'],
  'quotes.publish': ['symbols.quick_edit'],
  'quotes.symbols': DEALERS,
  'bars.read': BAR_READERS,
  'bars.rebuild': ['symbols.quick_edit'],
  'deals.explain': ['trades.view'],
  'reports.jobs.create': { any: REPORTERS },
  'reports.jobs.retry': { any: REPORTERS },
  'reports.jobs.delete': { any: REPORTERS },
  'reports.jobs.download': { any: REPORTERS },
  'reports.configs.read': ['config.reports'],
  'reports.configs.order': ['config.reports'],
  'leverage-profiles.rules.change': ['config.leverage'],
  'leverage-profiles.rules.delete': ['config.leverage'],
  'config.symbols.read': SYMBOL_READERS,
  'config.symbols.quick': ['symbols.quick_edit'],
  'groups.read': ['config.groups'],
  'routing.fields': ['config.routing'],
  'routing.test': ['config.routing'],
  'account-allocations.preview': ['config.allocation'],
  'routing.dealers.delete': ['config.routing'],
  'leverage-switches.list': ['config.leverage'],
  'leverage-switches.read': ['config.leverage'],
  'leverage-switches.create': ['config.leverage'],
  'leverage-switches.change': ['config.leverage'],
  'leverage-switches.delete': ['config.leverage'],
  'network.servers.maintenance': ['config.servers'],
  'platform.read': ['config.servers'],
  'licence.brands.image': ['config.servers'],
  'licence.brands.put_image': ['config.servers', 'config.white_labels'],
  'licence.brands.remove_image': ['config.servers', 'config.white_labels'],
  'platform.mode': ['config.servers'],
  'platform.release': ['config.servers'],
  'platform.settings.read': ['config.servers'],
  'platform.settings.change': ['config.servers'],
  'datafeeds.statuses': ['config.datafeeds'],
  'datafeeds.restart': ['config.datafeeds'],
  'gateways.restart': ['config.gateways'],
  'gateways.transactions': ['config.gateways'],
  'gateways.import_accounts': [
    'config.gateways',
    'accounts.view',
    'accounts.edit',
    'accounts.balance',
  ],
  'gateways.symbols': ['config.gateways'],
  'gateways.import_symbols': ['config.gateways'],
  'datafeeds.symbols': ['config.datafeeds'],
  'datafeeds.import_symbols': ['config.datafeeds'],
  'socket.staff': [],
};

/** Rights of the kinds of settings in files that the contract does not know. */
const MORE_KINDS: readonly Right[] = ['config.servers', 'config.allocation', 'config.mail'];

/** Rights that a route needs beyond those of its family, where the contract leaves them open. */
const FURTHER: Readonly<Record<string, readonly Right[]>> = {
  'network.servers.monitor': ['server.machines'],
};

const saidOf = (route: Route): Needed | undefined => {
  const fact = factOf(route);
  if (fact !== undefined) {
    const { any } = fact.rights;
    const all = [...fact.rights.all, ...(FURTHER[route.name] ?? [])];
    if (!route.name.startsWith('transfer.')) return { all, any };
    const staff: readonly Right[] = route.name === 'transfer.delete' ? [] : ['config.staff'];
    return { all, any: [...any, ...MORE_KINDS, ...staff] };
  }
  const beyond = BEYOND[route.name];
  if (beyond === undefined) return undefined;
  return 'any' in beyond ? { all: [], any: beyond.any } : { all: beyond, any: [] };
};

/** Rights that open reads beyond the contract: auditors read settings, dealers terms of groups. */
const READERS: Readonly<Record<string, readonly Right[]>> = {
  'config.groups': ['config.view', 'trades.edit'],
};

/** The rights that a route needs; undefined = nobody has said so. */
export const rightsOf = (route: Route): Needed | undefined => {
  const said = saidOf(route);
  if (said === undefined || route.method !== 'GET') return said;
  if (!route.anyRights.includes('config.view')) return said;
  const maintain = said.all.filter((right) => right.startsWith('config.'));
  const more = READERS[maintain.join()] ?? ['config.view'];
  const all = said.all.filter((right) => !maintain.includes(right));
  return { all, any: [...said.any, ...maintain, ...more] };
};

/** What the contract makes depend on a case. */
export const conditionsOf = (route: Route): readonly Condition[] =>
  factOf(route)?.rights.conditional ?? [];

/** Sets of rights that open a route: all of them together, with each one of the alternatives. */
export const openersOf = ({ all, any }: Needed): (readonly Right[])[] =>
  any.length === 0 ? [all] : any.map((one) => [...all, one]);
