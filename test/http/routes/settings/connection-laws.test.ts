// Laws of connections over REST: what holds for datafeeds and for gateways alike.

import type { Test } from 'tap';
import { ok } from '../../../../wire/base/codes.js';
import type { Fields } from '../../../../wire/base/object.js';
import { selfSigned } from '../../../support/certificate.js';
import { each } from '../../../support/http-harness.js';
import { FEEDS, GATEWAYS, params, valuesOf } from './connections.js';
import { broken, type Family, type Kind, type Made, testsOf } from './kind.js';
import { fileOf } from './setting-bodies.js';
import { SYMBOLS } from './setting-families.js';
import { settingLaws } from './setting-laws.js';

settingLaws(FEEDS, {
  create: { required: 2, unknown: 13, follow: 14 },
  read: { missing: 3 },
  patch: { version: 1, rules: 2, same: 3, readOnly: '4, #6', follow: 5 },
  remove: { follow: 3 },
  order: { once: 1, whole: 2, versions: 4, follow: 6, raises: false },
});
settingLaws(GATEWAYS, {
  create: { required: 2, unknown: 16, follow: 17 },
  read: { missing: 3 },
  patch: { version: 1, rules: 2, same: 3, readOnly: '4, #6', follow: 5 },
  remove: { gone: 1 },
  order: { once: 1, whole: 2, versions: 5, follow: '4, #7', raises: false },
});

/** A law of both; where its tags differ, those of datafeeds stand before `|`. */
const law =
  (parts: TemplateStringsArray) =>
  (run: (t: Test, kind: Kind, family: Family) => Promise<void>): void => {
    const [, says, tags = '', others = tags] =
      /^([^[|]*)([^|]*)(?:\| ?(.*))?$/s.exec(parts[0] ?? '') ?? [];
    for (const family of [FEEDS, GATEWAYS]) {
      const own = family === FEEDS ? tags : others;
      testsOf(family)`${family.path}: ${says} ${own}`((t, kind) => run(t, kind, family));
    }
  };

law`the list goes by priority, then id [GET #1] [GET #2]`(async (t, kind) => {
  for (const priority of [5, 3, 5, 0, 1000]) await kind.create({ priority });
  t.same(each(await kind.list(), 'id'), [4, 2, 1, 3, 5]);
  for (let n = 0; n < 120; n += 1) await kind.create({ priority: 7 });
  t.equal((await kind.list()).length, 125, 'all of them');
});

law`no scope of groups hides one [GET #4] | [GET #5]`(async (t, kind, { path }) => {
  await kind.create();
  const right = path === 'datafeeds' ? 'config.datafeeds' : 'config.gateways';
  const other = await kind.colleague([right], ['none']);
  t.equal((await other.read<Made[]>(`/${path}`)).length, 1);
});

testsOf(FEEDS)`a deleted datafeed leaves neither parameters nor translates [DELETE /{id} #1]`(
  async (t, kind) => {
    const made = await kind.staff.post('/symbols', SYMBOLS.body(1));
    const { id: symbol_id } = made.data as Made;
    const translates = [{ symbol_id, source: 'AT-THE-FEED' }];
    const name = 'Deleted';
    const own = { name, params: params({ SenderSubID: 'OF-THE-FEED' }), translates };
    const { id } = await kind.create(own);
    const held = (): string =>
      [kind.harness, kind.harness.restarted()]
        .map(({ desk, copied }) => JSON.stringify([[...desk.records.all('datafeed')], copied]))
        .join();
    t.match(held(), /AT-THE-FEED.*AT-THE-FEED/);
    t.match(held(), /OF-THE-FEED.*OF-THE-FEED/);
    t.match(await kind.delete(`/${id}`), { status: 200, data: null });
    t.notMatch(held(), /AT-THE-FEED|OF-THE-FEED/, 'nor does the log have them after a restart');
    const again = await kind.create({ name, enabled: false, params: [] });
    t.match(again, { version: 1, translates: [] }, 'another of its name has what it is given');
    t.not(again.id, id);
    const freed = await kind.staff.delete(`/symbols/${symbol_id}`);
    t.equal(freed.code, 'ok', 'nothing uses the symbol');
  },
);

const SECRETS = { password: 'Secr3t-one', gateway_password: 'Secr3t-two' };

law`passwords are held sealed and are never told
  [GET #3] [GET /{id} #2] [POST #7] | [GET #4] [GET /{id} #2]`(async (t, kind, { body }) => {
  const created = await kind.post('', { ...body(900), ...SECRETS });
  const { id } = created.data as Made;
  const read = await kind.get(`/${id}`);
  const has = { has_password: true, has_gateway_password: true };
  for (const { data } of [created, read]) {
    t.match(data, has);
    t.notOk('password' in (data as object) || 'gateway_password' in (data as object));
  }
  t.match(await kind.list(), [has]);
  t.notMatch(JSON.stringify([created.data, read.data, await kind.list()]), /Secr3t/);
  t.notMatch(JSON.stringify(kind.harness.log), /Secr3t/, 'the log has them sealed');
  t.match(await kind.create(), { has_password: false, has_gateway_password: false });
});

law`an empty password removes it, none keeps it [PATCH /{id} #7]`(async (t, kind) => {
  const { id } = await kind.create(SECRETS);
  t.match((await kind.change(id, 1, { priority: 9 })).data, { version: 2, has_password: true });
  const same = await kind.change(id, 2, { password: SECRETS.password });
  t.match(same.data, { version: 2, has_password: true }, 'the same again is no change');
  const gone = await kind.change(id, 2, { password: '' });
  t.match(gone.data, { version: 3, has_password: false, has_gateway_password: true });
});

law`a mask stands for the stored password, and for none where nothing is stored`(
  async (t, kind, { body, path }) => {
    const mask = '********';
    const refused = { status: 400, message: /^password: a mask, and nothing is stored$/ };
    t.match(await kind.post('', { ...body(900), password: mask }), refused);
    const { id, name } = await kind.create({ password: SECRETS.password });
    const { records } = kind.harness.desk;
    const sort = path === 'datafeeds' ? 'datafeed' : 'gateway';
    const held = () => records.get(sort, String(id))?.record.password;
    const before = held();
    const kept = await kind.change(id, 1, { priority: 9, password: mask });
    t.match(kept.data, { version: 2, has_password: true });
    const file = fileOf({ [path]: [{ name, priority: 8, password: mask }] });
    const changed = await kind.staff.post('/config/transfer/import', { file });
    t.match(changed.data, { items: [{ action: 'updated', changes: ['priority'] }] });
    t.equal(held(), before, 'it is not the new password');
    const moved = { version: 3, server: 'other:9876', password: mask };
    t.match(await kind.patch(`/${id}`, moved), { message: /^password: server changes/ });
    const none = await kind.change(id, 3, { gateway_password: mask });
    t.match(none, { status: 400, message: /^gateway_password: a mask, and nothing is stored$/ });
  },
);

law`a stored secret is sent nowhere else: who changes the address gives it again`(
  async (t, kind, { path }) => {
    const { id } = await kind.create(SECRETS);
    const { cert } = selfSigned();
    const moves: Record<string, [string, Fields]> = {
      server: ['password', { server: 'other:9876' }],
      login: ['password', { login: 'other' }],
      encryption: ['password', { params: params({ 'FIX SSL Enabled': 'true' }) }],
      authority: ['password', { params: params({ 'FIX SSL Authority': cert }) }],
      gateway: ['gateway_password', { gateway_server: 'other:9876' }],
      ...(path === 'gateways' && {
        mode: ['password', { mode: 'Passive' }],
        ssl: ['password', { ssl: true }],
      }),
    };
    for (const [what, [secret, change]] of Object.entries(moves)) {
      const kept = await kind.change(id, 1, change);
      const refused = new RegExp(
        `^${secret}: .* changes, and the stored one is not sent elsewhere`,
      );
      t.match(kept, { code: 'invalid_input', message: refused }, what);
    }
    const again = await kind.change(id, 1, { server: 'other:9876', password: SECRETS.password });
    t.match(again.data, { version: 2, server: 'other:9876', has_password: true });
    const without = await kind.change(id, 2, { login: 'other', password: '' });
    t.match(without.data, { version: 3, has_password: false, has_gateway_password: true });
    t.match(
      (await kind.change(id, 3, { server: 'third:1' })).data,
      { version: 4 },
      'none is stored',
    );
  },
);

law`parameters, masks and translates are read, and replaced whole
  [POST #3] [PATCH /{id} #8] [GET /{id} #1] | [PATCH /{id} #9]`(async (t, kind) => {
  const row = { source: 'EUR/USD', source_digits: 5, ask_markup_pts: 2, bid_markup_pts: -1 };
  const { id } = await kind.create({
    params: params({ SenderSubID: 'desk' }),
    symbols: ['Forex\\*', '!EURUSD'],
    translates: [
      { symbol_id: 2, ...row },
      { symbol_id: 1, ...row },
    ],
  });
  const { data } = await kind.get(`/${id}`);
  t.same(valuesOf(data), { SenderCompID: 'BROKER', TargetCompID: 'LP', SenderSubID: 'desk' });
  const shown = { label: 'Sender sub-id', type: 'string', sealed: false, options: [] };
  t.match(data, { params: [{}, {}, { key: 'SenderSubID', ...shown }] });
  t.match(data, { symbols: ['Forex\\*', '!EURUSD'] });
  t.match(data, {
    translates: [
      { symbol_id: 2, ...row },
      { symbol_id: 1, ...row },
    ],
  });
  const changed = await kind.change(id, 1, {
    params: params(),
    symbols: ['*'],
    translates: [{ symbol_id: 3 }],
  });
  t.same(valuesOf(changed.data), { SenderCompID: 'BROKER', TargetCompID: 'LP' });
  const bare = { source: '', source_digits: null, ask_markup_pts: 0, bid_markup_pts: 0 };
  t.same((changed.data as Made).symbols, ['*']);
  t.same((changed.data as Made).translates, [{ symbol_id: 3, ...bare }]);
  const sentBack = { version: 2, params: (changed.data as Made).params };
  t.match((await kind.patch(`/${id}`, sentBack)).data, { version: 2 }, 'as it was shown');
});

law`while it is enabled its required parameters need a value
  [POST #4] | [POST #9] [PATCH /{id} #16]`(async (t, kind, family) => {
  const { params: _, ...bare } = family.body(3);
  t.match(await kind.post('', bare), { code: 'invalid_input', message: /SenderCompID/ });
  const half = params({ TargetCompID: ' ' });
  await kind.refuses(t, [{ params: half }, 'TargetCompID']);
  const off = await kind.post('', { ...bare, enabled: false });
  t.match(off, { code: 'ok', data: { enabled: false } });
  const { id } = off.data as Made;
  t.match(await kind.change(id, 1, { enabled: true }), { status: 400, message: /SenderCompID/ });
  t.match(await kind.change(id, 1, { enabled: true, params: params() }), { code: 'ok' });
});

law`fields have limits [POST #6] | [POST #18]`(async (t, kind, family) => {
  const own =
    family.path === 'datafeeds'
      ? { idle_timeout_sec: [0, 3601], failures_before_rest: [0, 1001], rest_sec: [0, 3601] }
      : {
          ...{ reconnect_attempts: [0, 1001], series_pause_sec: [-1, 86_401] },
          fill_deviation_max: [-1, 1001],
        };
  const outside: Record<string, readonly unknown[]> = {
    priority: [-1, 1001],
    reconnect_sec: [0, 601],
    timeout_sec: [0],
    login: ['l'.repeat(65), 'a\u0001b'],
    password: ['p'.repeat(129)],
    name: ['', 'n'.repeat(65), 'a/b', 'a\\b'],
    server: ['', 'lp', 'lp:', 'lp:0', 'lp:65536', ':9876', 'l p:1', 'local', 'http://lp:1'],
    ...own,
  };
  await kind.refuses(t, ...broken(outside));
  const most = Object.entries({ ...own, priority: [-1, 1001], reconnect_sec: [0, 601] }).flatMap(
    ([name, [least = 0, most = 0]]) => [{ [name]: least + 1 }, { [name]: most - 1 }],
  );
  for (const fields of most) t.match(await kind.create(fields), fields);
  for (const server of ['lp.example.com:1', '10.0.0.1:65535', '[2001:db8::1]:5201']) {
    t.match(await kind.create({ server }), { server });
  }
  const name = 'A z 0._&#-';
  t.match(await kind.create({ login: 'l'.repeat(64), password: 'p'.repeat(128), name }), { name });
});

law`a name is given once, in any letter case
  [POST #8] [PATCH /{id} #10] | [POST #11] [PATCH /{id} #18]`(async (t, kind) => {
  await kind.create({ name: 'Prime' });
  for (const refused of await kind.askBoth({ name: 'PRIME' })) {
    t.match(refused, { code: 'conflict', message: /name/ });
  }
});

law`masks are masks, and a symbol is translated once
  [POST #10] | [POST #10] [PATCH /{id} #17]`(async (t, kind) => {
  const twice = [{ symbol_id: 1 }, { symbol_id: 2 }, { symbol_id: 1, source: 'EUR' }];
  await kind.refuses(
    t,
    [{ translates: twice }, 'translates'],
    [{ translates: [{ symbol_id: 999 }] }, 'translates'],
    [{ translates: [{ symbol_id: 1, source_digits: 11 }] }, 'translates.0.source_digits'],
    [{ translates: [{ symbol_id: 1, ask_markup_pts: 100_001 }] }, 'translates.0.ask_markup_pts'],
    [{ translates: [{ symbol_id: 1, bid_markup_pts: -100_001 }] }, 'translates.0.bid_markup_pts'],
    [{ symbols: ['EURUSD', ''] }, 'symbols.1'],
    [{ symbols: ['!'] }, 'symbols.0'],
    [{ symbols: ['EURUSD,GBPUSD'] }, 'symbols.0'],
  );
  const row = { symbol_id: 1, source: 'E', source_digits: 0, ask_markup_pts: 100_000 };
  const translates = [{ ...row, bid_markup_pts: -100_000 }];
  t.match(await kind.create({ translates, symbols: ['!*JPY'] }), { translates });
});

law`a parameter is of the module, given once, and of its type [POST #9] |`(async (t, kind) => {
  const twice = [...params(), { key: 'SenderCompID', value: 'x' }];
  const of = (key: string, value: string) => ({ params: params({ [key]: value }) });
  await kind.refuses(
    t,
    [{ params: twice }, 'params.SenderCompID'],
    [of('Tokens', 'x'), 'params.Tokens'],
    [of('Heartbeat Interval', 'soon'), 'params.Heartbeat Interval'],
    [of('Heartbeat Interval', ''), 'params.Heartbeat Interval'],
    [of('Heartbeat Interval', '0'), 'params.Heartbeat Interval'],
    [of('FIX SSL Enabled', 'yes'), 'params.FIX SSL Enabled'],
    [of('SenderCompID', 'A\u0001B'), 'params.SenderCompID'],
    [{ params: [{ key: 'SenderCompID' }] }, 'params.0.value'],
    [{ params: [{ key: 'SenderCompID', value: 1 }] }, 'params.0.value'],
  );
  const given = { 'Heartbeat Interval': '3600', 'FIX SSL Enabled': 'true', SenderSubID: '' };
  t.match(valuesOf(await kind.create({ params: params(given) })), given);
});

law`priorities become 1, 2, … and what is left alone comes last
  [PUT /order #3]`(async (t, kind) => {
  t.match(await kind.create(), { priority: 1 });
  t.match(await kind.create({ priority: 40 }), { priority: 40 });
  t.match(await kind.create(), { priority: 41 });
  const { data } = await kind.put('/order', { ids: [3, 1, 2] });
  t.same(
    (data as Made[]).map(({ id, priority }) => [id, priority]),
    [
      [3, 1],
      [1, 2],
      [2, 3],
    ],
  );
  await kind.create({ priority: 1000 });
  t.match(await kind.create(), { priority: 1000 }, 'there is nothing behind it');
});

law`each has a place in the order`(async (t, kind, { path, body }) => {
  const { desk } = kind.harness;
  const record = path === 'datafeeds' ? 'datafeed' : 'gateway';
  const made = await desk.writer.change(['settings'], { by: 1, ip: '' }, (tx) => {
    for (let n = 1; n < 998; n += 1) tx.create(record, { ...body(n), priority: n });
    return tx.create(record, body(998));
  });
  t.match(made, { ok: true });
  t.match(await kind.post('', body(999)), { code: 'conflict', message: /room for 998/ });
  t.equal((await kind.list()).length, 998);
});

law`a symbol goes, though a connection breaks a rule of today`(async (t, kind, family) => {
  const { id } = await kind.create({ translates: [{ symbol_id: 1 }, { symbol_id: 2 }] });
  const { writer } = kind.harness.desk;
  const record = family.path === 'datafeeds' ? 'datafeed' : 'gateway';
  await writer.change(['settings'], { by: 0, ip: '' }, (tx) => {
    tx.amend(record, String(id), { server: 'as once' });
    return ok(null);
  });
  t.match(await kind.staff.delete('/symbols/2'), { code: 'ok' });
  const { data } = await kind.get(`/${id}`);
  t.match(data, { server: 'as once', translates: [{ symbol_id: 1 }] });
  t.equal((data as { translates: unknown[] }).translates.length, 1);
});

law`a deleted symbol is translated no more`(async (t, kind) => {
  const { id } = await kind.create({ translates: [{ symbol_id: 1 }, { symbol_id: 2 }] });
  const { desk } = kind.harness;
  await desk.writer.change(['settings'], { by: 1, ip: '' }, (tx) => tx.remove('symbol', '2'));
  const { data } = await kind.get(`/${id}`);
  t.same(each((data as { translates: { symbol_id: number }[] }).translates, 'symbol_id'), [1]);
  t.match(data, { version: 2 });
  t.match(await kind.change(id, 2, { reconnect_sec: 9 }), { code: 'ok' });
});
