// What staff routes are asked of that concerns the whole platform: no scope matters.

import type { Right } from '../../../wire/accounts/rights.js';
import { ok } from '../../../wire/base/codes.js';
import type { TransferKind } from '../../../wire/rest/settings/transfer.js';
import type { Fields } from '../../support/http-harness.js';
import { type Callers, INSIDE, type Sample, type Samples } from './matrix-callers.js';
import { FEEDS, GATEWAYS } from './settings/connections.js';
import type { Family, Made } from './settings/kind.js';
import { fileOf } from './settings/setting-bodies.js';
import {
  BRANDS,
  HOLIDAYS,
  MAIL,
  PROFILES,
  REPORTS,
  ROUTING,
  rule,
  SWITCHES,
  SYMBOLS,
} from './settings/setting-families.js';

const UPLOAD_HEADERS = { 'content-type': 'multipart/form-data; boundary=limit' };

type Op = 'list' | 'create' | 'read' | 'change' | 'delete' | 'order';

const made = (callers: Callers, { path, body }: Family): Promise<Made> =>
  callers.post(`/${path}`, body(callers.next()));

const idOf = async (callers: Callers, family: Family) => ({
  path: { id: (await made(callers, family)).id },
});

/** One whose provider answers, and offers nothing. */
const offering = (callers: Callers, family: Family) => {
  callers.http.harness.offered = ok([]);
  return idOf(callers, family);
};

/** Of a png, as far as its first bytes tell. */
const IMAGE = Buffer.concat([
  Buffer.from('--limit\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'),
  Buffer.from('89504e470d0a1a0a', 'hex'),
  Buffer.from('\r\n--limit--\r\n'),
]);

/** About the logo of a new brand, which has one. */
const withImage = async (callers: Callers) => {
  const { id } = await made(callers, BRANDS);
  const path = { id, kind: 'logo' };
  const upload = { body: IMAGE, headers: UPLOAD_HEADERS };
  await callers.admin.ask('PUT', `/licence/brands/${id}/images/logo`, upload);
  return { path, ...upload };
};

const idsOf = async (callers: Callers, { path }: Family): Promise<number[]> => {
  const all = await callers.data<readonly Made[]>('GET', `/${path}`);
  return all.map(({ id }) => id);
};

const OPS: Readonly<Record<Op, (family: Family) => Sample>> = {
  list: () => ({}),
  create: (family) => ({ ask: (callers) => ({ body: family.body(callers.next()) }) }),
  read: (family) => ({ ask: (callers) => idOf(callers, family) }),
  change: (family) => ({
    ask: async (callers) => {
      const { id, version } = await made(callers, family);
      return { path: { id }, body: { version, ...family.change } };
    },
  }),
  delete: (family) => ({ ask: (callers) => idOf(callers, family) }),
  order: (family) => ({
    ask: async (callers) => {
      await made(callers, family);
      return { body: { ids: await idsOf(callers, family) } };
    },
  }),
};

const USUAL: readonly Op[] = ['list', 'create', 'read', 'change', 'delete'];

const family = (name: string, given: Family, ops: readonly Op[] = USUAL): Samples =>
  Object.fromEntries(ops.map((op) => [`${name}.${op}`, OPS[op](given)]));

const ofProfile = (body: Fields, path: Readonly<Record<string, number>> = {}): Sample => ({
  ask: async (callers) => {
    const { id, version } = await made(callers, PROFILES);
    return { path: { id, ...path }, body: { version, ...body } };
  },
});

const dealerRule = async (callers: Callers): Promise<Made> => {
  const dealers = [1, await callers.http.hire()];
  return callers.post('/routing', { name: `dealer ${callers.next()}`, action: 'dealer', dealers });
};

/** The right that a kind of a transfer needs to be written. */
export const KIND_RIGHT: Readonly<Record<TransferKind, Right>> = {
  symbols: 'config.symbols',
  leverage_profiles: 'config.leverage',
  groups: 'config.groups',
  staff: 'config.staff',
  datafeeds: 'config.datafeeds',
  gateways: 'config.gateways',
  routing: 'config.routing',
  holidays: 'config.holidays',
  reports: 'config.reports',
  brands: 'config.servers',
  allocations: 'config.allocation',
  allocation_settings: 'config.allocation',
  sign_up: 'config.allocation',
  email_templates: 'config.mail',
  mail_servers: 'config.mail',
  platform: 'config.servers',
  logical_servers: 'config.servers',
};

/** A kind that rights open. */
const kindOf = (rights: readonly Right[]): TransferKind => {
  const found = Object.entries(KIND_RIGHT).find(([, right]) => rights.includes(right));
  return (found?.[0] ?? 'symbols') as TransferKind;
};

const TRANSFER: Samples = {
  'transfer.catalog': {},
  'transfer.export': { ask: (_, rights) => ({ body: { kinds: { [kindOf(rights)]: null } } }) },
  'transfer.preview': {
    ask: (_, rights) => ({ body: { file: fileOf({ [kindOf(rights)]: [] }) } }),
  },
  'transfer.import': { ask: (_, rights) => ({ body: { file: fileOf({ [kindOf(rights)]: [] }) } }) },
  'transfer.delete': {
    ask: (_, rights) => ({ body: { kind: kindOf(rights), keys: [] } }),
    refusal: {
      code: 'forbidden',
      why: 'who changes a few fields of symbols deletes nothing; brands need a second right',
      of: ['symbols.quick_edit', 'config.servers'],
    },
  },
  'config.export': { ask: (_, rights) => ({ query: { kind: kindOf(rights) } }) },
  'config.import': { ask: (_, rights) => ({ body: { kind: kindOf(rights), items: [] } }) },
};

const CONNECTIONS: Samples = {
  ...family('datafeeds', FEEDS, [...USUAL, 'order']),
  'datafeeds.modules': {},
  'datafeeds.statuses': {},
  'datafeeds.restart': { ask: (callers) => idOf(callers, FEEDS) },
  'datafeeds.symbols': { ask: (callers) => offering(callers, FEEDS) },
  'datafeeds.import_symbols': {
    ask: async (callers) => ({
      ...(await offering(callers, FEEDS)),
      body: { symbols: ['*'], folder: 'Forex' },
    }),
  },
  ...family('gateways', GATEWAYS, [...USUAL, 'order']),
  'gateways.modules': {},
  'gateways.statuses': {},
  'gateways.transactions': { ask: (callers) => idOf(callers, GATEWAYS) },
  'gateways.symbols': { ask: (callers) => idOf(callers, GATEWAYS) },
  'gateways.import_symbols': {
    ask: async (callers) => ({
      ...(await idOf(callers, GATEWAYS)),
      body: { symbols: ['*'], folder: 'Forex' },
    }),
  },
  'gateways.import_accounts': {
    ask: async (callers) => ({
      ...(await idOf(callers, GATEWAYS)),
      body: { group: INSIDE, dry_run: true },
    }),
  },
  'gateways.restart': { ask: (callers) => idOf(callers, GATEWAYS) },
};

const RULES: Samples = {
  ...family('routing', ROUTING, [...USUAL, 'order']),
  'routing.fields': {},
  'account-allocations.preview': {},
  'routing.test': {
    ask: () => ({
      body: { group: 'demo\\standard', symbol: 'EURUSD', side: 'buy', volume: '0.1' },
    }),
  },
  'routing.dealers.list': { ask: (callers) => idOf(callers, ROUTING) },
  'routing.dealers.replace': {
    ask: async (callers) => {
      const { id, version } = await dealerRule(callers);
      return { path: { id }, body: { dealers: [1], version } };
    },
  },
  'routing.dealers.delete': {
    ask: async (callers) => ({ path: { id: (await dealerRule(callers)).id, dealer: 1 } }),
  },
  ...family('leverage-profiles', PROFILES),
  ...family('leverage-switches', SWITCHES),
  'leverage-profiles.rules.create': ofProfile({ rule: rule() }),
  'leverage-profiles.rules.order': ofProfile({ order: [1] }),
  'leverage-profiles.rules.change': ofProfile({ name: 'changed' }, { n: 1 }),
  'leverage-profiles.rules.delete': {
    ask: async (callers) => {
      const { id, version } = await made(callers, PROFILES);
      return { path: { id, n: 1 }, query: { version: String(version) } };
    },
  },
};

const ofNoJob: Sample = {
  ask: () => ({ path: { id: 999 } }),
  refusal: { code: 'not_found', why: 'there is no such job' },
};

const PLATFORM: Samples = {
  ...family('holidays', HOLIDAYS, [...USUAL, 'order']),
  'holidays.check': { ask: () => ({ query: { symbol: 'EURUSD' } }) },
  ...family('reports.configs', REPORTS, [...USUAL, 'order']),
  'reports.list': {},
  'reports.jobs.list': {},
  'reports.jobs.create': {
    ask: () => ({ body: { config_id: 999 } }),
    refusal: { code: 'not_found', why: 'there is no such report' },
  },
  'reports.jobs.read': ofNoJob,
  'reports.jobs.cancel': ofNoJob,
  'reports.jobs.retry': ofNoJob,
  'reports.jobs.delete': ofNoJob,
  'reports.jobs.download': ofNoJob,
  'reports.modules': {},
  ...family('mail-servers', MAIL),
  'mail-servers.test': {
    ask: async (callers) => ({ ...(await idOf(callers, MAIL)), body: { to: 'a@broker.example' } }),
  },
  ...family('licence.brands', BRANDS),
  'licence.read': {},
  'licence.apply': {
    ask: () => ({ body: { key: 'x' } }),
    refusal: { code: 'invalid_input', why: 'a licence would limit what the other cases make' },
  },
  'licence.brands.image': { ask: withImage },
  'licence.brands.put_image': { ask: withImage },
  'licence.brands.remove_image': { ask: withImage },
  'brand.image': {
    ask: async (callers) => {
      const { path } = await withImage(callers);
      await callers.post(`/licence/brands/${path.id}/default`, {});
      return { path: { kind: 'logo' } };
    },
  },
  'licence.brands.default': { ask: (callers) => idOf(callers, BRANDS) },
  'brand.read': {
    ask: async (callers) => {
      const { id } = await made(callers, BRANDS);
      await callers.post(`/licence/brands/${id}/default`, {});
      return {};
    },
  },
  ...family('config.symbols', SYMBOLS),
  'config.symbols.quick': {
    ask: async (callers) => {
      const { id, version } = await made(callers, SYMBOLS);
      return { path: { id }, body: { version, spread: 3 } };
    },
  },
  'account-allocations.settings.read': {},
  'account-allocations.settings.replace': {
    ask: async (callers) => {
      const { id, ...body } = await callers.data<Made>('GET', '/account-allocations/settings');
      return { body };
    },
  },
  'sign-up.settings.read': {},
  'sign-up.settings.change': {
    ask: async (callers) => {
      const { version } = await callers.data<Made>('GET', '/sign-up/settings');
      return { body: { version, demo: true } };
    },
  },
  'email-templates.list': {},
  'email-templates.read': { ask: () => ({ path: { id: 'code.en' } }) },
  'email-templates.change': {
    ask: async (callers) => {
      const { version } = await callers.data<Made>('GET', '/email-templates/code.en');
      return { path: { id: 'code.en' }, body: { version } };
    },
  },
  'email-templates.reset': {
    ask: async (callers) => {
      const { version } = await callers.data<Made>('GET', '/email-templates/code.en');
      return { path: { id: 'code.en' }, body: { version } };
    },
  },
  'platform.read': {},
  'platform.settings.read': {},
  'platform.settings.change': {
    ask: async (callers) => ({
      body: { version: (await callers.data<Made>('GET', '/platform/settings')).version },
    }),
  },
  'platform.mode': { ask: () => ({ body: { mode: 'open' } }) },
  'platform.release': {},
  'network.servers.list': {},
  'network.servers.read': { ask: () => ({ path: { id: 'api' } }) },
  'network.servers.maintenance': { ask: () => ({ path: { id: 'trade' } }) },
  'network.servers.monitor': {
    ask: () => ({ path: { id: 'trade', instance: 'none' } }),
    refusal: { code: 'not_found', why: 'no instance has begun its heartbeats here' },
  },
  'network.servers.firewall': {
    ask: () => ({ path: { id: 'api', instance: 'none' } }),
    refusal: { code: 'not_found', why: 'no instance has begun its heartbeats here' },
  },
  'network.servers.change': {
    ask: async (callers) => {
      const { version } = await callers.data<Made>('GET', '/network/servers/api');
      return { path: { id: 'api' }, body: { version } };
    },
  },
  'quotes.publish': { ask: () => ({ body: { symbol: 'EURUSD', bid: '1.17342', ask: '1.17351' } }) },
  'quotes.symbols': {},
  'bars.read': { ask: () => ({ query: { symbol: 'EURUSD', timeframe: 'm1' } }) },
  'bars.rebuild': {
    ask: () => ({
      body: { symbol: 'EURUSD', from: '2026-01-05T00:00:00Z', to: '2026-01-06T00:00:00Z' },
    }),
  },
  'journal.list': {},
};

/** The routes to which the scope of groups does not matter. */
export const UNSCOPED: Samples = { ...PLATFORM, ...RULES, ...CONNECTIONS, ...TRANSFER };
