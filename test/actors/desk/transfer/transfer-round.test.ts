// Round trips: what one server exports another takes over, and exports the same.

import fc from 'fast-check';
import t from 'tap';
import { StaffProfile } from '../../../../wire/accounts/staff.js';
import { complete } from '../../../../wire/base/schema.js';
import type { Caller } from '../../../../wire/desk/caller.js';
import {
  TRANSFER_KINDS,
  type TransferItem,
  type TransferKind,
} from '../../../../wire/rest/settings/transfer.js';
import type { SettingKind } from '../../../../wire/settings/kinds.js';
import {
  allocationArbitrary,
  allocationSettings,
  brandArbitrary,
  holidayArbitrary,
  mailServerArbitrary,
  platformSettings,
  profileArbitrary,
  routingArbitrary,
} from '../../../http/routes/settings/families.js';
import { datafeed, gateway, reportConfig } from '../../../support/arbitraries-feeds.js';
import { groupArbitrary, symbolArbitrary } from '../../../support/arbitraries-symbols.js';
import { accountChange, buildDeskEvent } from '../../../support/build.js';
import { DeskHarness, dataOf, openDesk, staffCaller } from '../../../support/desk-harness.js';
import { countOf } from '../../../support/run.js';

type Fields = Readonly<Record<string, unknown>>;
type Kinds = Readonly<Partial<Record<TransferKind, readonly Fields[]>>>;

const RUNS = countOf({ test: 3, deep: 15, soak: 150 });

const parsed = <T>({ json }: { json: Uint8Array }): T => JSON.parse(Buffer.from(json).toString());

/**
 * The administrator of a desk without settings, whose login no other desk has. Without
 * `confirm_actions`, a file may change all.
 */
const IMPORTER = 900;

/** A desk that has nobody but an administrator, and no settings, not even his group's. */
const bareDesk = (): DeskHarness => {
  const { login, rights, group_scope } = staffCaller({ login: IMPORTER });
  const key = String(login);
  const given = rights.filter((right) => right !== 'confirm_actions');
  const profile = complete(StaffProfile, { login, rights: given, group_scope }) as Fields;
  const staff = { kind: 'staff', key, version: 1, record: profile };
  return new DeskHarness([
    buildDeskEvent({ config_version: 0, changes: [accountChange(login), staff] }),
  ]);
};

/** A server without settings, or with these bodies. */
class TransferDesk {
  readonly harness: DeskHarness;
  readonly #caller: Caller;

  constructor(harness = bareDesk(), login = IMPORTER) {
    this.harness = harness;
    this.#caller = staffCaller({ login });
  }

  readonly #ask: DeskHarness['ask'] = (op, input) => this.harness.ask(op, input, this.#caller);

  /** Opens accounts of staff with profiles, in a group of their own; answers their logins. */
  async hire(...profiles: readonly Fields[]): Promise<number[]> {
    const group = 'managers\\hired';
    await this.create('group', { path: group, currency: 'USD' });
    const logins: number[] = [];
    for (const [at, { active = true, reports = [], ...profile }] of profiles.entries()) {
      const { login } = await this.harness.openAccount(
        { group, name: `Dealer ${at}`, email: `d${at}@staff.example` },
        this.#caller,
      );
      const made = dataOf(await this.#ask('staff.create', { body: { login, ...profile } }));
      const { version } = made as { version: number };
      await this.#ask('staff.put_reports', { login, body: { version, lines: reports as never } });
      if (active === false) dataOf(await this.#ask('staff.disable', { login }));
      logins.push(login);
    }
    return logins;
  }

  /** The modules of its datafeeds. */
  feeds(): string[] {
    return Array.from(this.harness.desk.records.all('datafeed'), ({ record }) => record.module);
  }

  /** What the catalog has of a kind. */
  async catalogued(name: TransferKind): Promise<Fields> {
    const answer = dataOf(await this.#ask('transfer.catalog', {}));
    const { kinds } = parsed<{ kinds: (Fields & { kind: string })[] }>(answer);
    const found: Fields = kinds.find(({ kind }) => kind === name) ?? {};
    return { count: found.count, items: found.items };
  }

  async create(kind: SettingKind, fields: Fields): Promise<number> {
    const made = dataOf(await this.#ask('settings.create', { kind, fields }));
    return (made as { id: number }).id;
  }

  /** Changes a setting that is there from the start, and was not changed. */
  async patch(kind: SettingKind, fields: Fields, id?: string): Promise<void> {
    const given = { kind, version: 1, fields, whole: false, ...(id !== undefined && { id }) };
    dataOf(await this.#ask('settings.patch', given));
  }

  /** Everything that it has; without the administrator of a desk without settings. */
  async export(): Promise<Kinds> {
    const kinds = Object.fromEntries(TRANSFER_KINDS.map((kind) => [kind, null]));
    const file = await this.#ask('transfer.export', { kinds });
    const { staff = [], ...others } = parsed<{ kinds: Kinds }>(dataOf(file)).kinds;
    return { ...others, staff: staff.filter(({ login }) => login !== IMPORTER) };
  }

  async import(kinds: Kinds): Promise<readonly TransferItem[]> {
    const logins = Object.fromEntries((kinds.staff ?? []).map(({ login }) => [login, login]));
    const file = { format: 'app-config', version: 1, logins, kinds };
    const options = { new_symbols_trading_disabled: false };
    const bytes = new TextEncoder().encode(JSON.stringify({ file, options }));
    const result = await this.#ask('transfer.import', { bytes });
    return parsed<{ items: TransferItem[] }>(dataOf(result)).items;
  }
}

/** Bodies that differ in a name, whatever its letter case. */
const distinct = (bodies: readonly Fields[], ...names: readonly string[]): Fields[] => {
  const seen = new Set<string>();
  return bodies.filter((body) => {
    const keys = names.map((name) => `${name} ${String(body[name]).toLowerCase()}`);
    if (keys.some((key) => seen.has(key))) return false;
    for (const key of keys) seen.add(key);
    return true;
  });
};

/** Rules that name nobody, since the accounts of their dealers are not there. */
const nameless = routingArbitrary.filter(({ action }) => action !== 'dealer');

/** Bodies of each kind, with how many of them a large server is to hold. */
const KINDS = {
  symbols: [symbolArbitrary, 400],
  groups: [groupArbitrary, 80],
  profiles: [profileArbitrary, 20],
  rules: [nameless, 40],
  holidays: [holidayArbitrary, 60],
  datafeeds: [datafeed, 10],
  gateways: [gateway, 10],
  reports: [reportConfig, 10],
  brands: [brandArbitrary, 10],
  allocations: [allocationArbitrary, 20],
  links: [allocationSettings, 5],
  mailServers: [mailServerArbitrary, 10],
  platform: [platformSettings, 5],
} as const satisfies Readonly<Record<string, readonly [fc.Arbitrary<Fields>, number]>>;

/** What a server is to hold. */
type Plan = { readonly [K in keyof typeof KINDS]: readonly Fields[] };

/** Something for each kind. */
const ofKinds = <T>(of: (arbitrary: fc.Arbitrary<Fields>, count: number) => T) =>
  Object.fromEntries(
    Object.entries(KINDS).map(([kind, [arbitrary, count]]) => [kind, of(arbitrary, count)]),
  ) as { readonly [K in keyof typeof KINDS]: T };

/** A connection to what is there, which needs no secret: those stay where they are. */
const connection = (body: Fields, symbols: number): Fields => ({
  ...body,
  translates: (body.translates as { symbol_id: number }[]).filter(
    (one) => one.symbol_id <= symbols,
  ),
  ...(body.module === 'dde' && { enabled: false }),
});

/** A server that holds it; some symbols quote from the first, some groups use a profile. */
const serverWith = async (plan: Plan): Promise<TransferDesk> => {
  const server = new TransferDesk();
  const symbols = distinct(plan.symbols, 'path', 'name');
  let source: number | null = null;
  for (const [at, body] of symbols.entries()) {
    const depends = source !== null && at % 5 === 4;
    const more = depends ? { source_symbol_id: source } : {};
    const id = await server.create('symbol', { ...body, ...more });
    source ??= id;
  }
  const profiles: number[] = [];
  for (const body of distinct(plan.profiles, 'name')) {
    profiles.push(await server.create('leverage_profile', body));
  }
  for (const [at, body] of distinct(plan.groups, 'path').entries()) {
    const leverage_profile_id = profiles[at % (profiles.length + 1)] ?? null;
    await server.create('group', { ...body, leverage_profile_id });
  }
  for (const body of distinct(plan.datafeeds, 'name')) {
    await server.create('datafeed', connection(body, symbols.length));
  }
  const gateways: number[] = [];
  for (const body of distinct(plan.gateways, 'name')) {
    gateways.push(await server.create('gateway', connection(body, symbols.length)));
  }
  if (gateways.length > 0) {
    const rule = { name: 'To providers', action: 'gateway', dealers: [...gateways].reverse() };
    await server.create('routing', rule);
  }
  const dealers = await server.hire(
    { rights: ['trades.view', 'trades.edit'], group_scope: ['real\\*'], ip_allow: ['10.0.0.0/8'] },
    { rights: ['reports'], logs_months: 3, reports: [{ path: 'Daily', export: true }] },
    { rights: [], active: false },
  );
  const asks = { name: 'To dealers', action: 'dealer', dealers: dealers.slice(0, 2) };
  await server.create('routing', { ...asks, wait_sec: 30 });
  for (const body of distinct(plan.rules, 'name')) await server.create('routing', body);
  for (const body of plan.holidays) await server.create('holiday', body);
  for (const body of distinct(plan.reports, 'name')) await server.create('report', body);
  await signUpWith(server, plan);
  return server;
};

const GROUPS = { demo: 'demo\\for sign-up', real: 'real\\for sign-up' } as const;

/** Brands, allocation rules, settings of which there is one, templates and mail servers. */
const signUpWith = async (server: TransferDesk, plan: Plan): Promise<void> => {
  for (const path of Object.values(GROUPS)) {
    await server.create('group', { path, currency: 'USD' });
  }
  const brands: number[] = [];
  for (const body of distinct(plan.brands, 'company')) {
    brands.push(await server.create('brand', body));
  }
  for (const [at, body] of plan.allocations.entries()) {
    const rule = {
      ...body,
      group_path: at % 2 === 0 ? GROUPS.demo : GROUPS.real,
      white_label_id: brands[at % (brands.length + 1)] ?? null,
      default_leverage: body.default_leverage || 100,
    };
    await server.create('allocation', rule);
    // Rules of the same key differ in countries alone.
    await server.create('allocation', { ...rule, countries: ['CH'] });
  }
  const [links] = plan.links;
  if (links !== undefined) await server.patch('allocation_settings', links);
  const [platform] = plan.platform;
  if (platform !== undefined) await server.patch('platform', platform);
  await server.patch('logical_server', { title: 'Front', access: { allow_api: false } }, 'api');
  const trade = { optimization_time: '03:00', demo: { mode: 1, period_days: 30 } };
  await server.patch('logical_server', trade, 'trade');
  await server.patch('logical_server', { history: { datafeeds_timeout_sec: 31 } }, 'quote');
  const groups = { demo_group: GROUPS.demo, real_group: GROUPS.real };
  await server.patch('sign_up', { demo: true, languages: ['de', 'en'], ...groups });
  await server.patch('email_template', { subject: 'Welcome' }, 'opened.de');
  for (const body of distinct(plan.mailServers, 'name')) await server.create('mail_server', body);
};

/** Items without what tells only what was left behind. */
const left = (kinds: Kinds) =>
  Object.fromEntries(
    Object.entries(kinds).map(([kind, items]) => [
      kind,
      items.map(({ export_removed: _, ...item }) => item),
    ]),
  );

/** What another server has of items: a connection without its secrets is off there. */
const arrived = (kinds: Kinds) =>
  left({
    ...kinds,
    ...Object.fromEntries(
      (['datafeeds', 'gateways', 'mail_servers'] as const).map((kind) => [
        kind,
        (kinds[kind] ?? []).map((item) =>
          item.export_removed === undefined ? item : { ...item, enabled: false },
        ),
      ]),
    ),
  });

/** Results without what is to be looked at afterwards. */
const unwarned = (items: readonly TransferItem[]) => items.map(({ warnings: _, ...item }) => item);

/** Items with which something else was done. */
const but = (items: readonly TransferItem[], expected: TransferItem['action']) =>
  items.filter(({ action }) => action !== expected);

/** Kinds whose records are there from the start: they are changed, or as they were. */
const STANDING: readonly TransferKind[] = [
  'allocation_settings',
  'sign_up',
  'email_templates',
  'platform',
  'logical_servers',
];

/** The share of the bodies of a large server that are made. */
const SHARE = countOf({ test: 0.2, deep: 1, soak: 1 });

t.test('a large server comes out as it went in, of every kind', async (t) => {
  const bodies = ofKinds((arbitrary, count) =>
    fc.sample(arbitrary, { numRuns: Math.ceil(count * SHARE), seed: 6 }),
  );
  const server = await serverWith(bodies);
  const first = await server.export();
  t.ok((first.symbols?.length ?? 0) >= 200 * SHARE, 'symbols');
  t.ok((first.groups?.length ?? 0) >= 50 * SHARE, 'groups');
  for (const kind of TRANSFER_KINDS) t.ok((first[kind]?.length ?? 0) > 0, kind);
  const other = new TransferDesk();
  const items = await other.import(first);
  const others = items.filter(({ kind }) => !STANDING.includes(kind));
  t.same(but(others, 'created'), [], 'every item is created');
  const second = await other.export();
  t.same(left(second), arrived(first));
  const again = await other.import(second);
  t.same(but(again, 'unchanged'), [], 'and none of them changes anything then');
  const events = other.harness.log.length;
  const third = await new TransferDesk().import(second);
  t.same(unwarned(third), unwarned(items), 'on another one it is the same');
  t.equal(other.harness.restarted().log.length, events);
});

t.test('the demo platform goes round, without its own source of prices', async (t) => {
  const demo = new TransferDesk(await openDesk({ kind: 'demo', seed: '' }), 1);
  t.match(demo.feeds(), ['demo']);
  const file = await demo.export();
  t.same(file.datafeeds, []);
  t.same(await demo.catalogued('datafeeds'), { count: 0, items: [] });
  const other = new TransferDesk();
  const taken = (await other.import(file)).filter(({ kind }) => !STANDING.includes(kind));
  t.same(but(taken, 'created'), []);
  t.same(left(await other.export()), left(file));
  const own = { name: 'Demo', module: 'demo', server: 'local' };
  t.match(await other.import({ datafeeds: [own] }), [{ action: 'error', error: /at its start/ }]);
});

t.test('whatever a server holds, another takes over', async (t) => {
  const plan = fc.record(ofKinds((arbitrary) => fc.array(arbitrary, { maxLength: 6 })));
  const property = fc.asyncProperty(plan, async (given) => {
    const first = await (await serverWith(given)).export();
    const other = new TransferDesk();
    const items = await other.import(first);
    t.same(
      items.filter(({ action }) => action === 'error'),
      [],
    );
    t.same(left(await other.export()), arrived(first));
  });
  await fc.assert(property, { numRuns: RUNS });
});
