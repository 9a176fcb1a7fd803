// Schemas of settings: random valid records come back as given, and no field takes what it is not.

import type { TSchema } from '@sinclair/typebox';
import fc from 'fast-check';
import t from 'tap';
import { settingKind } from '../../actors/desk/maintained.js';
import type { SettingKind } from '../../wire/setting.js';
import { type HttpHarness, openHttp, type Terminal } from '../support/http-harness.js';
import { FAMILIES, type RandomFamily, SINGLES } from './families.js';

type Fields = Readonly<Record<string, unknown>>;

const RUNS = 25;
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

/** Values that the schema of a field refuses. */
const wrongFor = (fault: (value: unknown) => string | undefined, body: Fields, name: string) =>
  WRONG.filter((value) => fault({ ...body, [name]: value }) !== undefined);

/** What is changed by a write: events, settings. */
const stateOf = ({ harness }: HttpHarness) => [harness.log.length, harness.desk.settings().version];

const secretless = (body: Fields, secrets: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !secrets.includes(name)));

const isOptional = (schema: TSchema): boolean => 'default' in schema;

const open = async (): Promise<{ http: HttpHarness; staff: Terminal }> => {
  const http = await openHttp();
  return { http, staff: await http.signedIn('staff') };
};
const kindsOf = <K extends SettingKind>(families: Readonly<Record<K, RandomFamily>>) =>
  Object.entries(families) as [K, RandomFamily][];

for (const [kind, family] of kindsOf(FAMILIES)) {
  const { setting } = settingKind(kind).maintained;
  const path = `/${family.path}`;

  t.test(`random ${family.path} are read back as they were given`, async (t) => {
    const { http, staff } = await open();
    t.teardown(() => http.close());
    const property = fc.asyncProperty(family.body, async (body) => {
      const created = await staff.ask('POST', path, { body });
      if (created.code !== 'ok') throw new Error(`${created.code}: ${created.message}`);
      const { id } = created.data as { id: number };
      const given = secretless(body, setting.secrets);
      t.match(created.data, given, 'as created');
      t.same((await staff.ask('GET', `${path}/${id}`)).data, created.data, 'as read');
      const listed = (await staff.ask('GET', path)).data as { id: number }[];
      t.same(
        listed.find((one) => one.id === id),
        created.data,
        'as listed',
      );
      const again = http.harness.restarted().desk.records;
      t.same(
        again.get(kind, settingKind(kind).key(held(http, kind, id)))?.record,
        held(http, kind, id),
        'after a restart',
      );
      t.equal((await staff.ask('DELETE', `${path}/${id}`)).code, 'ok');
    });
    await fc.assert(property, { numRuns: RUNS });
  });

  t.test(`each field of ${family.path} refuses what it is not, by name`, async (t) => {
    const { http, staff } = await open();
    t.teardown(() => http.close());
    const [body = {}] = fc.sample(family.body, { numRuns: 1, seed: 7 });
    const created = await staff.ask('POST', path, { body });
    const { id } = created.data as { id: number };
    const before = stateOf(http);
    for (const [name, schema] of Object.entries(setting.create.schema.properties)) {
      if (setting.ignored.includes(name)) continue;
      const wrong = wrongFor(setting.create.fault, body, name);
      t.ok(wrong.length > 1, `${name} refuses something`);
      for (const value of wrong) {
        const refused = await staff.ask('POST', path, { body: { ...body, [name]: value } });
        t.match(refused, { status: 400, code: 'invalid_input' }, name);
        t.ok(refused.message.startsWith(name), refused.message);
      }
      if (!isOptional(schema)) {
        const { [name]: _, ...rest } = body;
        if (setting.create.fault(rest) === undefined) continue;
        const refused = await staff.ask('POST', path, { body: rest });
        t.match(refused, { code: 'invalid_input', message: `${name}: required` });
      }
    }
    const [way, { schema, fault }] = family.replaces
      ? (['PUT', setting.replace] as const)
      : (['PATCH', setting.patch] as const);
    const unchanged = { ...(family.replaces && body), version: 1 };
    for (const name of Object.keys(schema.properties)) {
      if (setting.ignored.includes(name) && name !== 'version') continue;
      for (const value of wrongFor(fault, unchanged, name)) {
        const sent = { ...unchanged, [name]: value };
        const refused = await staff.ask(way, `${path}/${id}`, { body: sent });
        t.match(refused, { status: 400, code: 'invalid_input' }, name);
        t.ok(refused.message.startsWith(name), refused.message);
      }
    }
    t.same(stateOf(http), before, 'nothing was done');
  });
}

for (const [kind, family] of kindsOf(SINGLES)) {
  const { replace, ignored } = settingKind(kind).maintained.setting;
  const path = `/${family.path}`;

  t.test(`random ${family.path} are read back as they were given`, async (t) => {
    const { http, staff } = await open();
    t.teardown(() => http.close());
    const property = fc.asyncProperty(family.body, async (given) => {
      const { version } = (await staff.ask('GET', path)).data as { version: number };
      const put = await staff.ask('PUT', path, { body: { ...given, version } });
      if (put.code !== 'ok') throw new Error(`${put.code}: ${put.message}`);
      t.match(put.data, given, 'as replaced');
      t.same((await staff.ask('GET', path)).data, put.data, 'as read');
      t.match(http.harness.restarted().desk.records.get(kind, kind)?.record, given);
    });
    await fc.assert(property, { numRuns: RUNS });
  });

  t.test(`each field of ${family.path} refuses what it is not, by name`, async (t) => {
    const { http, staff } = await open();
    t.teardown(() => http.close());
    const before = stateOf(http);
    for (const name of Object.keys(replace.schema.properties)) {
      if (ignored.includes(name) && name !== 'version') continue;
      const wrong = wrongFor(replace.fault, { version: 1 }, name);
      t.ok(wrong.length > 1, `${name} refuses something`);
      for (const value of wrong) {
        const refused = await staff.ask('PUT', path, { body: { version: 1, [name]: value } });
        t.match(refused, { status: 400, code: 'invalid_input' }, name);
        t.ok(refused.message.startsWith(name), refused.message);
      }
    }
    t.same(stateOf(http), before, 'nothing was done');
  });
}

const held = (http: HttpHarness, kind: SettingKind, id: number) => {
  for (const { record } of http.harness.desk.records.all(kind)) {
    if ((record as { id: number }).id === id) return record as never;
  }
  throw new Error(`there is no ${kind} ${id}`);
};
