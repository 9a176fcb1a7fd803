// Symbols and groups between servers: their transfer is their ordinary list, write and delete.

import t, { type Test } from 'tap';
import { type HttpHarness, openHttp, type Terminal } from '../support/http-harness.js';

type Fields = Readonly<Record<string, unknown>>;

/** What a family's transfer is shown with. */
interface Family {
  readonly kind: 'symbols' | 'groups';
  readonly body: (path: string) => Fields;
  readonly change: Fields;
  readonly broken: Fields;
}

const SYMBOLS: Family = {
  kind: 'symbols',
  body: (path) => ({
    ...{ path, currency_base: 'USD', currency_profit: 'USD' },
    ...{ digits: 2, contract_size: '1', calc_mode: 'cfd' },
  }),
  change: { spread: 9 },
  broken: { digits: 99 },
};
const GROUPS: Family = {
  kind: 'groups',
  body: (path) => ({ path, currency: 'USD', symbols: [{ mask: '*' }] }),
  change: { company: 'Another', symbols: [] },
  broken: { stop_out: '500' },
};

const open = async (t: Test): Promise<{ http: HttpHarness; staff: Terminal }> => {
  const http = await openHttp();
  t.teardown(() => http.close());
  return { http, staff: await http.signedIn('staff', { terminal: 'manager' }) };
};

for (const { kind, body, change, broken } of [SYMBOLS, GROUPS]) {
  const listOf = async (staff: Terminal) =>
    (await staff.ask('GET', `/${kind}`)).data as (Fields & { id: number; path: string })[];
  const take = async (staff: Terminal, ...items: Fields[]) => {
    const { data } = await staff.ask('POST', '/config/import', { body: { kind, items } });
    return data as { action: string; error: string; identity: string }[];
  };

  t.test(`${kind} are exported as they are listed [GET /admin/v1/${kind} #1]`, async (t) => {
    const { staff } = await open(t);
    const { data } = await staff.ask('GET', `/config/export?kind=${kind}`);
    t.same(data, { kind, items: await listOf(staff) });
  });

  t.test(`an import creates a new path as a POST does [POST /admin/v1/${kind} #1]`, async (t) => {
    const { staff } = await open(t);
    const [made, refused] = await take(staff, body('New\\ONE'), { ...body('New\\TWO'), ...broken });
    t.match(made, { action: 'created', error: '', identity: 'New\\ONE' });
    const posted = await staff.ask('POST', `/${kind}`, {
      body: { ...body('New\\TWO'), ...broken },
    });
    t.equal(refused?.error, posted.message, 'in the same words');
    const other = await staff.ask('POST', `/${kind}`, { body: body('New\\THREE') });
    const [one] = (await listOf(staff)).filter(({ path }) => path === 'New\\ONE');
    const { id: _, name: __, path: ___, ...fields } = other.data as Fields;
    t.match(one, { ...fields, created_at: String, updated_at: String });
  });

  t.test(
    `an import changes a known path as a PATCH does [PATCH /admin/v1/${kind}/{id} #1]`,
    async (t) => {
      const { staff } = await open(t);
      const [first] = await listOf(staff);
      if (first === undefined) throw new Error('there is a demo platform');
      const item = { ...first, ...change, id: 999, version: 77, path: first.path.toUpperCase() };
      const [changed] = await take(staff, item);
      t.match(changed, { action: 'updated', error: '' });
      const { data } = await staff.ask('GET', `/${kind}/${first.id}`);
      t.match(data, { ...change, id: first.id, path: first.path, version: 2 });
      t.match(await take(staff, item), [{ action: 'unchanged' }]);
      const [refused] = await take(staff, { path: first.path, ...broken });
      const patch = { body: { version: 2, ...broken } };
      const patched = await staff.ask('PATCH', `/${kind}/${first.id}`, patch);
      t.match(patched, { code: 'invalid_input' });
      t.match(refused, { action: 'error', error: patched.message });
    },
  );

  t.test(`a transfer deletes as a DELETE does [DELETE /admin/v1/${kind}/{id} #2]`, async (t) => {
    const { http, staff } = await open(t);
    await take(staff, body('New\\ONE'), body('New\\TWO'));
    const used = { positions: 1, orders: 0, accounts: 1 };
    http.harness.used[kind === 'symbols' ? 'TWO' : 'New\\TWO'] = used;
    const [, two] = (await listOf(staff)).filter(({ path }) => path.startsWith('New\\'));
    const keys = ['new\\one', 'New\\TWO', 'none'];
    const ask = async (dry_run: boolean) => {
      const sent = { body: { kind, keys, dry_run } };
      const { data } = await staff.ask('POST', '/config/transfer/delete', sent);
      return (data as { items: { action: string; error: string }[] }).items;
    };
    const refused = await staff.ask('DELETE', `/${kind}/${two?.id}`);
    const left = { action: 'refused', error: refused.message };
    t.match(await ask(true), [{ action: 'delete' }, left, { action: 'not_found' }]);
    t.match(await ask(false), [{ action: 'deleted' }, left, { action: 'not_found' }]);
    const paths = (await listOf(staff)).map(({ path }) => path);
    t.ok(paths.includes('New\\TWO') && !paths.includes('New\\ONE'));
  });
}

t.test('a file names the source of quotes and the leverage profile', async (t) => {
  const { staff } = await open(t);
  const profile = await staff.ask('POST', '/leverage-profiles', { body: { name: 'steps' } });
  t.equal(profile.code, 'ok');
  await take(staff, 'symbols', { ...SYMBOLS.body('New\\ONE') });
  const [one] = (
    (await staff.ask('GET', '/symbols')).data as { id: number; path: string }[]
  ).filter(({ path }) => path === 'New\\ONE');
  await staff.ask('POST', '/symbols', {
    body: { ...SYMBOLS.body('New\\TWO'), source_symbol_id: one?.id },
  });
  const { id } = profile.data as { id: number };
  await staff.ask('POST', '/groups', {
    body: { ...GROUPS.body('real\\steps'), leverage_profile_id: id },
  });
  const kinds = { symbols: ['New\\TWO'], groups: ['real\\steps'] };
  const { data } = await staff.ask('POST', '/config/transfer/export', { body: { kinds } });
  const file = data as { kinds: Record<string, Fields[]> };
  t.match(file.kinds.symbols, [{ path: 'New\\TWO', source_symbol: 'New\\ONE' }]);
  t.match(file.kinds.groups, [{ path: 'real\\steps', leverage_profile: 'steps' }]);
  t.notOk('source_symbol_id' in (file.kinds.symbols?.[0] ?? {}));
  const preview = await staff.ask('POST', '/config/transfer/preview', { body: { file } });
  t.match(preview.data, { items: [{ action: 'unchanged' }, { action: 'unchanged' }] });
});

const take = (staff: Terminal, kind: string, item: Fields) =>
  staff.ask('POST', '/config/import', { body: { kind, items: [item] } });
