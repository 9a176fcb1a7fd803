// Lists of settings: what is kept of an earlier list is never told when it holds no longer.

import t from 'tap';
import type { Caller } from '../../wire/desk.js';
import type { Fields } from '../../wire/object.js';
import type { SettingKind } from '../../wire/setting.js';
import { symbolBody } from '../http/setting-bodies.js';
import { type DeskHarness, dataOf, openDesk, staffCaller } from '../support/desk-harness.js';

const SYMBOLS = 150;
const HOUR_MS = 3_600_000;
const caller = staffCaller();

type Shown = Fields & { readonly id: number; readonly version: number; readonly path: string };

/** Settings of one kind, as somebody maintains them. */
class Kind {
  constructor(
    private readonly harness: DeskHarness,
    private readonly kind: SettingKind,
  ) {}

  async list(who: Caller = caller): Promise<Shown[]> {
    const input = { caller: who, kind: this.kind, query: {} };
    const { json } = dataOf(await this.harness.desk.handle('settings.list', input));
    return JSON.parse(Buffer.from(json).toString());
  }

  /** Every record that the list names, as it is read by itself. */
  async read(listed: readonly Shown[]): Promise<unknown[]> {
    const { desk } = this.harness;
    const reads = listed.map(({ id }) =>
      desk.handle('settings.read', { caller, kind: this.kind, id }),
    );
    return (await Promise.all(reads)).map(dataOf);
  }

  async create(fields: Fields): Promise<Shown> {
    const input = { caller, kind: this.kind, fields };
    return dataOf(await this.harness.desk.handle('settings.create', input)) as unknown as Shown;
  }

  async change({ id, version }: Shown, fields: Fields): Promise<void> {
    const input = { caller, kind: this.kind, id, version, fields, whole: false };
    dataOf(await this.harness.desk.handle('settings.patch', input));
  }

  async remove({ id }: Shown): Promise<void> {
    dataOf(await this.harness.desk.handle('settings.remove', { caller, kind: this.kind, id }));
  }
}

const nameOf = (n: number): string => `L${String(n).padStart(3, '0')}`;

/** An office with many symbols, listed once. */
const openMany = async () => {
  const harness = await openDesk();
  const symbols = new Kind(harness, 'symbol');
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
  for (const at of [0, 40, most - 1]) {
    await symbols.change(listed[at] as Shown, { description: `changed ${at}` });
    await holds(`number ${at} was changed`, most);
  }
  await symbols.create(symbolBody('L070x'));
  await holds('one came in between', most + 1);
  await symbols.remove(listed[60] as Shown);
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
  const groups = new Kind(harness, 'group');
  await groups.create({ path: 'real\\hidden', currency: 'USD' });
  const key = String(caller.login);
  const all = await groups.list();
  t.ok(all.some(({ path }) => path === 'real\\hidden'));
  await harness.patch('staff', key, { group_scope: ['*,!real\\hidden'] });
  const fewer = await groups.list();
  t.same(
    fewer,
    all.filter(({ path }) => path !== 'real\\hidden'),
  );
  await harness.patch('staff', key, { group_scope: ['*'] });
  t.same(await groups.list(), all);
});

t.test('What a list shows of other records is looked up each time', async (t) => {
  const harness = await openDesk();
  const profiles = new Kind(harness, 'leverage_profile');
  const { id } = await profiles.create({ name: 'Weekend', rules: [] });
  t.match(await profiles.list(), [{ groups: [] }]);
  await harness.patch('group', 'demo\\standard', { leverage_profile_id: id });
  t.match(await profiles.list(), [{ groups: ['demo\\standard'] }]);
});
