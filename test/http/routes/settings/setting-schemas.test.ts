// Schemas of settings: random valid records come back as given, no field takes what it is not, and
// of two writers one wins.

import type { TSchema } from '@sinclair/typebox';
import fc from 'fast-check';
import t, { type Test } from 'tap';
import { SETTING_KINDS, settingKind } from '../../../../actors/desk/types/setting-types.js';
import { compile } from '../../../../wire/base/schema.js';
import type { SettingKind } from '../../../../wire/settings/kinds.js';
import {
  ADMIN_PASSWORD,
  dataOf,
  type Fields,
  type HttpHarness,
  httpFor,
} from '../../../support/http-harness.js';
import { countOf } from '../../../support/run.js';
import { FAMILIES, type RandomFamily, SINGLES } from './families.js';

const RUNS = countOf({ test: 5, deep: 25, soak: 500 });
/** Wrong values of a field that are sent. */
const WRONG_MAX = countOf({ test: 2, deep: 8, soak: 8 });
/** Values of which no field takes all. */
const WRONG: readonly unknown[] = [
  {},
  [{}],
  'neither a number nor true',
  -1e15,
  0.5,
  true,
  ' '.repeat(5000),
  null,
];

type Fault = (value: unknown) => string | undefined;
type Send = (body: Fields) => Promise<{ status: number; code: string; message: string }>;

/** What is changed by a write: events, settings. */
const stateOf = ({ harness }: HttpHarness) => [harness.log.length, harness.desk.settings().version];

const secretless = (body: Fields, secrets: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !secrets.includes(name)));

const open = async (t: Test) => {
  const http = await httpFor(t);
  return { http, staff: await http.signedIn('staff') };
};
const kindsOf = <K extends SettingKind>(families: Readonly<Record<K, RandomFamily>>) =>
  Object.entries(families) as [K, RandomFamily][];

/** Has a value all that another has, at every depth? */
const fits = (given: unknown, shown: unknown): boolean => {
  if (typeof given !== 'object' || given === null) return Object.is(given, shown);
  if (Array.isArray(given) && given.length !== (shown as unknown[] | undefined)?.length)
    return false;
  return Object.entries(given).every(([name, value]) => fits(value, (shown as Fields)?.[name]));
};

const expectSame = (what: string, given: Fields, ...shown: unknown[]): void => {
  for (const one of shown) {
    const wrong = Object.keys(given).filter((name) => !fits(given[name], (one as Fields)?.[name]));
    if (wrong.length > 0) throw new Error(`${what}: ${wrong.join(', ')}`);
  }
};

/** Shows a property for random bodies. */
const holds = async <T>(t: Test, bodies: fc.Arbitrary<T>, shows: (body: T) => Promise<void>) => {
  const found = await fc.check(fc.asyncProperty(bodies, shows), { numRuns: RUNS });
  t.equal(found.failed ? fc.defaultReportMessage(found) : '', '', `${RUNS} times`);
};

/** What was answered otherwise than with a refusal that names the field. */
const unrefused = async (fields: Iterable<string>, fault: Fault, body: Fields, send: Send) => {
  const wrong: string[] = [];
  for (const name of fields) {
    const values = WRONG.filter((value) => fault({ ...body, [name]: value }) !== undefined);
    if (values.length < 2) wrong.push(`${name} refuses nothing`);
    for (const value of values.slice(0, WRONG_MAX)) {
      const { status, code, message } = await send({ ...body, [name]: value });
      const isRefused = status === 400 && code === 'invalid_input' && message.startsWith(name);
      if (!isRefused) wrong.push(`${name}: ${code} ${message}`);
    }
  }
  return wrong;
};

/** The fields that are looked at; a version is set by the server and rested on all the same. */
const fieldsOf = (schema: TSchema, ignored: readonly string[], ...more: string[]): string[] =>
  Object.keys(schema.properties).filter((name) => !ignored.includes(name) || more.includes(name));

for (const [kind, family] of kindsOf(FAMILIES)) {
  const { setting, key } = { ...settingKind(kind).settingType, key: settingKind(kind).key };
  const path = `/${family.path}`;

  t.test(`random ${family.path} are read back as they were given`, async (t) => {
    const { http, staff } = await open(t);
    await holds(t, family.body, async (body) => {
      const whole = await staff.made<Fields & { readonly id: number }>(path, body);
      expectSame('as created', secretless(body, setting.secrets), whole);
      const listed = await staff.read<{ id: number }[]>(path);
      const read = await staff.read(`${path}/${whole.id}`);
      expectSame(
        'as read and listed',
        whole,
        read,
        listed.find(({ id }) => id === whole.id),
      );
      const record = held(http, kind, whole.id);
      const again = http.harness.restarted().desk.records.get(kind, key(record as never));
      expectSame('after a restart', record, again?.record);
      dataOf(await staff.delete(`${path}/${whole.id}`));
    });
  });

  t.test(`each field of ${family.path} refuses what it is not, by name`, async (t) => {
    const { http, staff } = await open(t);
    const [body = {}] = fc.sample(family.body, { numRuns: 1, seed: 7 });
    const created = await staff.post(path, body);
    const { id } = created.data as { id: number };
    const before = stateOf(http);
    const { schema, fault } = setting.create;
    const post: Send = (body) => staff.post(path, body);
    const names = fieldsOf(schema, setting.ignored);
    t.same(await unrefused(names, fault, body, post), [], 'in a create');
    const needed = names.filter((name) => !('default' in (schema.properties[name] as TSchema)));
    const missing: string[] = [];
    for (const name of needed) {
      const { [name]: _, ...rest } = body;
      if (fault(rest) === undefined) continue;
      const { code, message } = await post(rest);
      if (code !== 'invalid_input' || message !== `${name}: required`) missing.push(name);
    }
    t.same(missing, [], 'what is needed is asked for');
    const [way, change] = family.replaces
      ? (['PUT', setting.replace] as const)
      : (['PATCH', setting.patch] as const);
    const unchanged = { ...(family.replaces && body), version: 1 };
    const changed = fieldsOf(change.schema, setting.ignored, 'version');
    const send: Send = (body) => staff.ask(way, `${path}/${id}`, { body });
    t.same(await unrefused(changed, change.fault, unchanged, send), [], 'in a change');
    t.same(stateOf(http), before, 'nothing was done');
  });
}

for (const [kind, family] of kindsOf(SINGLES)) {
  const { replace, patch, ignored } = settingKind(kind).settingType.setting;
  const [way, change] = family.replaces ? (['PUT', replace] as const) : (['PATCH', patch] as const);
  const path = `/${family.path}`;

  t.test(`random ${family.path} are read back as they were given`, async (t) => {
    const { http, staff } = await open(t);
    await holds(t, family.body, async (given) => {
      const { version } = await staff.read<{ version: number }>(path);
      const put = await staff.ask(way, path, { body: { ...given, version } });
      if (put.code !== 'ok') throw new Error(`${put.code}: ${put.message}`);
      const record = http.harness.restarted().desk.records.get(kind, kind)?.record;
      expectSame('as replaced', given, put.data, await staff.read(path), record);
    });
  });

  t.test(`each field of ${family.path} refuses what it is not, by name`, async (t) => {
    const { http, staff } = await open(t);
    const before = stateOf(http);
    const { version } = await staff.read<{ version: number }>(path);
    const send: Send = (body) => staff.ask(way, path, { body });
    const names = fieldsOf(change.schema, ignored, 'version');
    t.same(await unrefused(names, change.fault, { version }, send), []);
    t.same(stateOf(http), before, 'nothing was done');
  });
}

/** Every field of a schema at any depth, with its path. */
function* fieldsIn(schema: TSchema, path = ''): Iterable<[path: string, schema: TSchema]> {
  for (const [name, field] of Object.entries<TSchema>(schema.properties ?? {})) {
    yield [`${path}${name}`, field];
    yield* fieldsIn(field, `${path}${name}.`);
  }
  for (const part of [schema.items, ...(schema.anyOf ?? [])]) {
    if (part !== undefined) yield* fieldsIn(part, path);
  }
}

t.test('no name of a setting is blank, or has spaces at its ends', async (t) => {
  const names: string[] = [];
  for (const kind of SETTING_KINDS) {
    for (const [path, schema] of fieldsIn(settingKind(kind).schema as TSchema, `${kind}.`)) {
      if (!/[._](name|title|caption|company|subject)$/.test(path)) continue;
      names.push(path);
      const fault = compile(schema);
      const taken = [' ', ' x', 'x ', '\u00a0'].filter((text) => fault(text) === undefined);
      t.same(taken, [], path);
    }
  }
  const some = ['gateway.name', 'routing.name', 'logical_server.title', 'group.company'];
  t.same(
    some.filter((path) => !names.includes(path)),
    [],
    'they are found',
  );
});

const held = (http: HttpHarness, kind: SettingKind, id: number): Fields => {
  for (const { record } of http.harness.desk.records.all(kind)) {
    if ((record as { id: number }).id === id) return record as unknown as Fields;
  }
  throw new Error(`there is no ${kind} ${id}`);
};

const RACES = countOf({ test: 100, deep: 1000, soak: 1000 });

t.test('of two changes of one version one wins, over and over', async (t) => {
  const http = await httpFor(t);
  const first = await http.signedIn('staff');
  const second = await http.signedIn('staff', { password: ADMIN_PASSWORD });
  const body = { month: 1, day: 1, description: 'start' };
  const created = await first.post('/holidays', body);
  const { id } = created.data as { id: number };
  const count = http.harness.sent.length;
  const outcomes = new Map<string, number>();
  for (let version = 1; version <= RACES; version += 1) {
    const change = (by: string) => ({ body: { version, description: `${by} ${version}` } });
    const answers = await Promise.all([
      first.ask('PATCH', `/holidays/${id}`, change('first')),
      second.ask('PATCH', `/holidays/${id}`, change('second')),
    ]);
    const codes = answers.map(({ code, status }) => `${status} ${code}`);
    const line = [...codes].sort().join(', ');
    outcomes.set(line, (outcomes.get(line) ?? 0) + 1);
    const winner = codes[0] === '200 ok' ? 'first' : 'second';
    const shown = await first.read<{ version: number; description: string }>(`/holidays/${id}`);
    if (shown.version !== version + 1 || shown.description !== `${winner} ${version}`) {
      t.fail(`after race ${version}: ${JSON.stringify(shown)}`);
    }
  }
  t.same([...outcomes], [['200 ok, 409 conflict', RACES]]);
  const versions = http.harness.sent
    .slice(count)
    .flatMap(({ changes }) => changes.map((change) => change.version));
  t.same(
    versions,
    Array.from({ length: RACES }, (_, at) => at + 2),
    'every version was told, once and in order',
  );
});
