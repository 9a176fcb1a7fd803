// Settings at the desk: by what their writer holds when it is decided, how decisions and lists go,
// and what earlier versions left.

import t from 'tap';
import { type Outcome, ok } from '../../../../wire/base/codes.js';
import type { Fields } from '../../../../wire/base/object.js';
import type { Caller } from '../../../../wire/desk/caller.js';
import type { SettingKind } from '../../../../wire/settings/kinds.js';
import { SYMBOL_ID_MAX } from '../../../../wire/settings/symbols.js';
import { symbolBody } from '../../../http/routes/settings/setting-bodies.js';
import {
  codeOf,
  type DeskHarness,
  dataOf,
  openDesk,
  staffCaller,
} from '../../../support/desk-harness.js';
import { countOf } from '../../../support/run.js';

const PATH = 'real\\gold';

/** What takes the settings of a group away from him. */
const LOSSES: Readonly<Record<string, (harness: DeskHarness, key: string) => Promise<unknown>>> = {
  'his right was taken': (harness, key) => harness.patch('staff', key, { rights: [] }),
  'his scope was narrowed': (harness, key) =>
    harness.patch('staff', key, { group_scope: ['demo\\*'] }),
  'his profile was switched off': (harness, key) => harness.patch('staff', key, { active: false }),
  'his account was disabled': (harness, key) => harness.patch('account', key, { enabled: false }),
  'his profile was deleted': (harness, key) => harness.write((tx) => tx.remove('staff', key)),
};

const parsed = (json: Uint8Array): { items: { action: string; error: string }[] } =>
  JSON.parse(Buffer.from(json).toString());

/** What came of the only item. */
const itemOf = (outcome: Outcome<{ json: Uint8Array }>): string => {
  if (!outcome.ok) return outcome.code;
  const [{ action, error } = { action: 'none', error: '' }] = parsed(outcome.data.json).items;
  return error || action;
};

/** Everything that he may do to a group, and what it says when it is done. */
const writes = (harness: DeskHarness, login: number, id: number) => {
  const ask: DeskHarness['ask'] = (op, input) => harness.ask(op, input, staffCaller({ login }));
  const kind = 'group';
  const item = { path: PATH, currency: 'USD', company: 'Gold' };
  const file = { format: 'app-config', version: 1, kinds: { groups: [item] } };
  const bytes = new TextEncoder().encode(JSON.stringify({ file }));
  const created = { path: 'real\\new', currency: 'USD' };
  const change = { id, version: 1, fields: { company: 'Gold' }, whole: false };
  const keys = { kind: 'groups', keys: [PATH], dry_run: false } as const;
  return {
    create: async () => codeOf(await ask('settings.create', { kind, fields: created })),
    patch: async () => codeOf(await ask('settings.patch', { kind, ...change })),
    import: async () => itemOf(await ask('transfer.import', { bytes })),
    'delete by key': async () => itemOf(await ask('transfer.delete', keys)),
    remove: async () => codeOf(await ask('settings.remove', { kind, id })),
  };
};
type Write = keyof ReturnType<typeof writes>;
const WRITES: readonly Write[] = ['create', 'patch', 'import', 'delete by key', 'remove'];

/** A desk with a group, and somebody who may write it. */
const deskWithWriter = async () => {
  const harness = await openDesk();
  const login = await harness.hire({ rights: ['config.groups'], group_scope: ['*'] });
  const { id } = await harness.create('group', { path: PATH, currency: 'USD' });
  return { harness, login, todo: writes(harness, login, id) };
};

for (const [what, lose] of Object.entries(LOSSES)) {
  t.test(`a write that waited while ${what} is refused`, async (t) => {
    for (const write of WRITES) {
      const { harness, login, todo } = await deskWithWriter();
      const before = harness.desk.settings().group;
      const [, said] = await Promise.all([lose(harness, String(login)), todo[write]()]);
      t.match(said, /forbidden|not_found|outside your scope/, write);
      t.same(harness.desk.settings().group, before, `${write} wrote nothing`);
    }
  });
}

t.test('whoever still holds it writes', async (t) => {
  for (const write of WRITES) {
    const { todo } = await deskWithWriter();
    t.match(await todo[write](), /ok|updated|deleted/, write);
  }
});

t.test('what is read is what he may read by now', async (t) => {
  const { harness, login } = await deskWithWriter();
  await harness.patch('staff', String(login), { group_scope: ['demo\\*'] });
  const list = await new SettingsOfKind(harness, 'group').list(staffCaller({ login }));
  t.ok(list.length > 0 && list.every(({ path }) => path.startsWith('demo\\')));
});

t.test('what one decision changes twice is one change and one version', async (t) => {
  const harness = await openDesk();
  const symbol = { path: 'Other\\A', name: 'A' };
  const outcome = await harness.write((tx) => {
    tx.patch('group', 'demo\\standard', { company: 'first' });
    const inner = tx.attempt((within) => {
      within.patch('group', 'demo\\standard', { company: 'second' });
      return ok(null);
    });
    const model = tx.get('symbol', '1')?.record;
    const made = tx.create('symbol', { ...model, id: 90, ...symbol });
    return made.ok && inner.ok ? tx.remove('symbol', '90') : made;
  });
  t.equal(codeOf(outcome), 'ok');
  t.match(harness.log.at(-1)?.changes, [
    { kind: 'group', version: 2, record: { company: 'second', version: 2 } },
    // The versions of another symbol 90 would go on from here.
    { kind: 'sequence', key: 'version.symbol.90' },
  ]);
  t.equal(harness.log.at(-1)?.changes.length, 2);
});

t.test('a symbol that gets the number of a deleted one goes on from its versions', async (t) => {
  const harness = await openDesk();
  const { id, ...model } = { ...harness.desk.records.get('symbol', '1')?.record };
  const made = (name: string) =>
    harness.write((tx) => tx.create('symbol', { ...model, path: `Other\\${name}`, name }));
  const first = dataOf(await made('A'));
  const key = String(first.id);
  dataOf(await harness.write((tx) => tx.remove('symbol', key)));
  const next = SYMBOL_ID_MAX + 1;
  dataOf(await harness.write((tx) => tx.put('sequence', { name: 'id.symbol', next })));
  t.match(dataOf(await made('B')), { id: first.id, version: 3 });
  const stale = harness.write((tx) => tx.patch('symbol', key, { description: 'x' }, 1));
  t.equal(codeOf(await stale), 'conflict');
});

t.test('names are taken and free as the decision itself has left them', async (t) => {
  const harness = await openDesk();
  const outcome = await harness.write((tx) => {
    const group = (path: string) => tx.create('group', { currency: 'USD', path });
    const renamed = (from: string, path: string) => tx.patch('group', from, { path });
    const profile = (name: string) => tx.create('leverage_profile', { name });
    const called = (name: string) => tx.patch('leverage_profile', '1', { name });
    const is = (step: Outcome<unknown>, code: string, what: string) =>
      t.equal(codeOf(step), code, what);
    is(tx.patch('group', 'demo\\standard', { company: 'Other' }), 'ok', 'a group is changed');
    is(group('Demo\\Standard'), 'conflict', 'its path is still its own');
    is(group('real\\a'), 'ok', 'a group is made');
    is(renamed('real\\a', 'demo\\standard'), 'conflict', 'not under the path of another');
    is(renamed('real\\a', 'real\\b'), 'ok', 'under a free one');
    is(group('REAL\\A'), 'ok', 'its old path is free');
    is(renamed('real\\b', 'REAL\\A'), 'conflict', 'and taken again');
    is(profile('First'), 'ok', 'a profile is made');
    is(called('Second'), 'ok', 'and renamed');
    is(profile('First'), 'ok', 'its old name is free');
    is(called('first'), 'conflict', 'and taken again');
    return ok(null);
  });
  dataOf(outcome);
});

t.test('a record with its fields in another order is the same one', async (t) => {
  const harness = await openDesk();
  const before = harness.log.length;
  const outcome = await harness.write((tx) => {
    const { record } = tx.get('symbol', '1') ?? {};
    return tx.replace('symbol', '1', Object.fromEntries(Object.entries(record ?? {}).reverse()));
  });
  t.equal(codeOf(outcome), 'ok');
  t.equal(harness.log.length, before, 'nothing is written');
});

const SYMBOLS = countOf({ test: 30, deep: 150, soak: 150 });
const HOUR_MS = 3_600_000;

type Shown = Fields & { readonly id: number; readonly version: number; readonly path: string };

/** Settings of one kind, as somebody maintains them. */
class SettingsOfKind {
  constructor(
    private readonly harness: DeskHarness,
    private readonly kind: SettingKind,
  ) {}

  async list(who?: Caller): Promise<Shown[]> {
    const input = { kind: this.kind, query: {} };
    const { json } = dataOf(await this.harness.ask('settings.list', input, who));
    return JSON.parse(Buffer.from(json).toString());
  }

  /** Every record that the list names, as it is read by itself. */
  async read(listed: readonly Shown[]): Promise<unknown[]> {
    const { kind } = this;
    const reads = listed.map(({ id }) => this.harness.ask('settings.read', { kind, id }));
    return (await Promise.all(reads)).map(dataOf);
  }

  create(fields: Fields) {
    return this.harness.create(this.kind, fields);
  }

  async change({ id, version }: Shown, fields: Fields): Promise<void> {
    const input = { kind: this.kind, id, version, fields, whole: false };
    dataOf(await this.harness.ask('settings.patch', input));
  }

  async remove({ id }: Shown): Promise<void> {
    dataOf(await this.harness.ask('settings.remove', { kind: this.kind, id }));
  }
}

const nameOf = (n: number): string => `L${String(n).padStart(3, '0')}`;

/** A desk with many symbols, listed once. */
const openMany = async () => {
  const harness = await openDesk();
  const symbols = new SettingsOfKind(harness, 'symbol');
  for (let n = 0; n < SYMBOLS; n += 1) await symbols.create(symbolBody(nameOf(n)));
  return { harness, symbols, listed: await symbols.list() };
};

t.test('A list shows every record as it is, whatever was changed since the last one', async (t) => {
  const { symbols, listed } = await openMany();
  const holds = async (what: string, count: number) => {
    const now = await symbols.list();
    t.equal(now.length, count, what);
    t.same(now, await symbols.read(now), `${what}: each as it is read by itself`);
    const paths = now.map(({ path }) => path);
    t.same(paths, paths.toSorted(), `${what}: in the order of paths`);
  };
  const most = listed.length;
  await holds('nothing changed', most);
  for (const at of [0, 30, most - 1]) {
    await symbols.change(listed[at] as Shown, { description: `changed ${at}` });
    await holds(`number ${at} was changed`, most);
  }
  await symbols.create(symbolBody('L020x'));
  await holds('one came in between', most + 1);
  await symbols.remove(listed[25] as Shown);
  await holds('one was deleted', most);
});

t.test('What a list shows by the clock changes with it, and with no record', async (t) => {
  const { harness, symbols, listed } = await openMany();
  const at = (hours: number) => new Date(harness.now + hours * HOUR_MS).toISOString();
  const one = listed[20] as Shown;
  await symbols.change(one, { trade_access: 'full', starts_at: at(1), ends_at: at(3) });
  const status = async () => (await symbols.list()).find(({ id }) => id === one.id)?.status;
  const seen: unknown[] = [];
  for (const hours of [0, 0.5, 0.5, 1, 1, 0.5]) {
    harness.now += hours * HOUR_MS;
    seen.push(await status());
  }
  t.same(seen, ['upcoming', 'upcoming', 'active', 'active', 'expired', 'expired']);
});

t.test('Whose scope is narrower is not told what another was', async (t) => {
  const harness = await openDesk();
  const groups = new SettingsOfKind(harness, 'group');
  await groups.create({ path: 'real\\hidden', currency: 'USD' });
  const key = String(staffCaller().login);
  const all = await groups.list();
  t.ok(all.some(({ path }) => path === 'real\\hidden'));
  await harness.patch('staff', key, { group_scope: ['*,!real\\hidden'] });
  const others = all.filter(({ path }) => path !== 'real\\hidden');
  t.same(await groups.list(), others);
  await harness.patch('staff', key, { group_scope: ['*'] });
  t.same(await groups.list(), all);
});

t.test('What a list shows of other records is looked up each time', async (t) => {
  const harness = await openDesk();
  const profiles = new SettingsOfKind(harness, 'leverage_profile');
  const { id } = await profiles.create({ name: 'Weekend', rules: [] });
  t.match(await profiles.list(), [{ groups: [] }]);
  await harness.patch('group', 'demo\\standard', { leverage_profile_id: id });
  t.match(await profiles.list(), [{ groups: ['demo\\standard'] }]);
});

t.test('an import or delete of many items is decided by a few at a time, all of it', async (t) => {
  const harness = await openDesk();
  const bytes = (items: readonly object[]) =>
    Buffer.from(
      JSON.stringify({ file: { format: 'app-config', version: 1, kinds: { routing: items } } }),
    );
  const rule = (name: string) => ({ name, action: 'reject', position: 1 });
  const names = Array.from({ length: 30 }, (_, n) => `rule ${n}`);
  const before = harness.log.length;
  // Each look at the clock takes its time: it stands for items that change thousands of others.
  const { now } = harness;
  let ticks = 0;
  const tick = (): number => {
    ticks += 1;
    return now + 40 * ticks;
  };
  Object.defineProperty(harness, 'now', { get: tick, set: () => {} });
  const answer = dataOf(await harness.ask('transfer.import', { bytes: bytes(names.map(rule)) }));
  const { items, summary } = JSON.parse(Buffer.from(answer.json).toString());
  t.same(summary, { created: 30 });
  t.same(
    items.map(({ key }: { key: string }) => key),
    names,
    'in the order of the file',
  );
  t.ok(harness.log.length - before > 5, 'several events');
  const listed = () =>
    Array.from(harness.desk.records.all('routing'), ({ record }) => record)
      .sort((a, b) => a.position - b.position)
      .map(({ name }) => name);
  t.same(listed().slice(0, 30), names.toReversed(), 'each stands before the one before it');

  const keys = names.slice(0, 20);
  const ask = { kind: 'routing', keys, dry_run: false } as const;
  const done = JSON.parse(
    Buffer.from(dataOf(await harness.ask('transfer.delete', ask)).json).toString(),
  );
  t.same(
    done.items.map(({ key, action }: { key: string; action: string }) => [key, action]),
    keys.map((key) => [key, 'deleted']),
  );
  t.same(listed().slice(0, 10), names.slice(20).toReversed());
});

t.test('there is room for a thousand routing rules', async (t) => {
  const harness = await openDesk();
  const there = [...harness.desk.records.all('routing')].length;
  for (let n = there; n < 1000; n += 1) {
    await harness.create('routing', { name: `rule ${n}`, action: 'reject' });
  }
  const first = { name: 'one more', action: 'reject', position: 1 };
  const refused = await harness.ask('settings.create', { kind: 'routing', fields: first });
  t.match(refused, { ok: false, code: 'conflict', message: /room for 1000 routing rules/ });
  await harness.ask('settings.remove', { kind: 'routing', id: there + 1 });
  t.match(await harness.ask('settings.create', { kind: 'routing', fields: first }), { ok: true });
});
