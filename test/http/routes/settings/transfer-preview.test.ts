// What would come in: previews of files, judged as the import judges them.

import { connect } from 'node:net';
import { LONG_BODIES_BYTES_MAX } from '../../../../http/server/body-limits.js';
import { each, type Fields } from '../../../support/http-harness.js';
import {
  fileOf,
  groupBody,
  holiday,
  keyOfHoliday,
  profileBody,
  rule,
  symbolBody,
} from './setting-bodies.js';
import { actions, transferTest as test } from './transfer-server.js';

const PREVIEW = '/config/transfer/preview';

test`a preview writes nothing [POST /preview #1, #2, #3]`(async (t, server) => {
  await server.import({ holidays: [holiday(1), holiday(2)] });
  const before = server.state;
  const result = await server.preview({
    holidays: [holiday(1), holiday(2, { from_min: 5, to_min: 6 }), holiday(3), holiday(50)],
  });
  t.equal(actions(result), 'unchanged update create error');
  t.same(result.items[1]?.changes.slice().sort(), ['from_min', 'to_min']);
  t.same(result.items[2]?.changes, []);
  t.same(server.state, before);
  t.equal((await server.read<Fields[]>('/holidays')).length, 2);
});

test`only new ones are wanted: known ones are skipped [POST /preview #4]`(async (t, server) => {
  await server.import({ holidays: [holiday(1)] });
  const options = { mode: 'create_only' };
  const result = await server.preview({ holidays: [holiday(1), holiday(2)] }, { options });
  t.equal(actions(result), 'skip create');
});

test`missing references and faults are errors [POST /preview #5]`(async (t, server) => {
  const result = await server.preview({
    symbols: [symbolBody('A', { source_symbol: 'Stocks\\NONE' }), symbolBody('B', { digits: 99 })],
    groups: [groupBody('real\\a', { leverage_profile: 'None' })],
    routing: [rule('A', { action: 'gateway', dealers: ['No bank'] }), rule('B', { action: 'x' })],
  });
  t.equal(actions(result), 'error error error error error');
  const errors = result.items.map((one) => one.error);
  t.match(errors[0], /digits/, 'items that rest on others come last');
  t.match(errors[1], /source_symbol.*NONE/);
  t.match(errors[2], /leverage_profile.*None/);
  t.match(errors[3], /dealers.*No bank/);
  t.match(errors[4], /action/);
});

test`items of a preview see those before them`(async (t, server) => {
  const result = await server.preview({
    symbols: [symbolBody('DEP', { source_symbol: 'Stocks\\SRC' }), symbolBody('SRC')],
    leverage_profiles: [profileBody('Steps'), profileBody('steps')],
    groups: [groupBody('real\\steps', { leverage_profile: 'steps' })],
  });
  t.equal(actions(result), 'create create create unchanged create');
});

test`a preview of some kinds and keys [POST /preview #6]`(async (t, server) => {
  const kinds = { holidays: [holiday(1), holiday(2)], routing: [rule('A')] };
  const select = { holidays: [keyOfHoliday(2).toUpperCase()] };
  t.same(each((await server.preview(kinds, { select })).items, 'key'), [keyOfHoliday(2)]);
});

test`items are judged as creates and changes are [POST /preview #7]`(async (t, server) => {
  const bodies: [string, string, Fields][] = [
    ['symbols', '/symbols', symbolBody('A', { volume_min: '0' })],
    ['symbols', '/symbols', symbolBody('A', { surprise: 1 })],
    ['groups', '/groups', groupBody('real\\a', { margin_call: 'high' })],
    ['holidays', '/holidays', holiday(31, { month: 2 })],
    ['leverage_profiles', '/leverage-profiles', profileBody(' edge')],
    ['routing', '/routing', rule('A', { action: 'delay', action_value: '0' })],
    ['reports', '/reports/configs', { name: 'A', module: 'none' }],
  ];
  for (const [kind, path, body] of bodies) {
    const { message, code } = await server.post(path, body);
    t.equal(code, 'invalid_input', kind);
    const { items } = await server.preview({ [kind]: [body] });
    t.match(items, [{ action: 'error', error: message }], message);
  }
});

test`lists whose order means nothing are sets [POST /preview #8]`(async (t, server) => {
  const rates = ['buy', 'sell'].map((side) => ({
    side,
    order_kind: 'market',
    initial: '1',
    maintenance: '1',
  }));
  const sessions = [1, 2, 3].map((day) => ({ day, from_min: 0, to_min: 600 }));
  const lists = { quote_sessions: sessions, order_flags: ['market', 'limit', 'stop'] };
  const body = symbolBody('A', { margin_rates: rates, trade_sessions: sessions, ...lists });
  await server.create('/symbols', body);
  const turned = {
    path: body.path,
    margin_rates: [...rates].reverse(),
    trade_sessions: [...sessions].reverse(),
    quote_sessions: [...sessions].reverse(),
    order_flags: ['stop', 'limit', 'market'],
  };
  t.equal(actions(await server.preview({ symbols: [turned] })), 'unchanged');
  const other = { ...turned, trade_sessions: sessions.slice(1) };
  t.match((await server.preview({ symbols: [other] })).items, [{ changes: ['trade_sessions'] }]);
  const rows = [{ mask: 'A*' }, { mask: '*' }];
  await server.create('/groups', groupBody('real\\rows', { symbols: rows }));
  const swapped = { path: 'real\\rows', symbols: [...rows].reverse() };
  t.equal(actions(await server.preview({ groups: [swapped] })), 'update', 'the first row decides');
});

test`each action is counted [POST /preview #9]`(async (t, server) => {
  await server.import({ holidays: [holiday(1)] });
  const { summary } = await server.preview({
    holidays: [holiday(1), holiday(2), holiday(3), holiday(99)],
    routing: [rule('A')],
  });
  t.same(summary, { unchanged: 1, create: 3, error: 1 });
});

test`cells of a table are numbers and switches [POST /preview #10]`(async (t, server) => {
  const cells = { year: '2026', month: '12', day: '1', description: 'day 1', enabled: 'TRUE' };
  await server.import({ holidays: [{ ...cells, from_min: '60', to_min: '' }] });
  t.match(await server.read('/holidays'), [
    { year: 2026, day: 1, enabled: true, from_min: 60, to_min: 1440, description: 'day 1' },
  ]);
  const same = await server.preview({ holidays: [{ ...cells, from_min: '60' }] });
  t.equal(actions(same), 'unchanged');
  const padded = { ...cells, year: ' 2026', month: '12.0', day: '01', from_min: '060' };
  t.equal(actions(await server.preview({ holidays: [padded] })), 'unchanged', 'its key, too');
  const wrong = await server.preview({ holidays: [{ ...cells, day: '2', from_min: 'noon' }] });
  t.match(wrong.items, [{ action: 'error', error: /from_min/ }]);
  const symbol = symbolBody('A', { digits: '2', swap_holidays: 'false', isin: '123' });
  t.equal(actions(await server.preview({ symbols: [symbol] })), 'create');
});

test`a file has 20,000 items at most [POST /preview #11]`(async (t, server) => {
  const many = (count: number) => ({ holidays: Array.from({ length: count }, () => 0) });
  const refused = await server.post(PREVIEW, { file: fileOf(many(20_001)) });
  t.match(refused, { code: 'invalid_input', message: /20000/ });
  t.match((await server.preview(many(20_000))).summary, { error: 20_000 });
  const empty = JSON.stringify({ file: fileOf({ holidays: [''] }) }).length;
  const padded = (bytes: number) =>
    server.post(PREVIEW, { file: fileOf({ holidays: ['x'.repeat(bytes - empty)] }) });
  t.match(await padded(10 << 20), { status: 200, data: { summary: { error: 1 } } });
  t.match(await padded((10 << 20) + 1), { code: 'invalid_input', message: /longer than/ });
});

test`preview and import take and answer the same [POST /preview #13]`(async (t, server) => {
  await server.import({ holidays: [holiday(1), holiday(2)] });
  const kinds = { holidays: [holiday(1), holiday(2, { enabled: false }), holiday(3), holiday(77)] };
  const more = { options: { mode: 'upsert' }, select: { holidays: null } };
  const previewed = await server.preview(kinds, more);
  const imported = await server.import(kinds, more);
  t.same(Object.keys(previewed), Object.keys(imported));
  const past: Fields = { create: 'created', update: 'updated' };
  t.same(
    previewed.items.map((one) => ({ ...one, action: past[one.action] ?? one.action })),
    imported.items,
  );
});

test`a preview keeps to the scope [POST /preview #14]`(async (t, server) => {
  const clerk = await server.hired(['config.groups'], ['demo\\*']);
  const groups = [groupBody('real\\new'), groupBody('demo\\new')];
  t.equal(actions(await server.preview({ groups }, {}, clerk)), 'error create');
  const outside = { groups: [{ path: 'real\\standard' }, { path: 'real\\none' }, { path: 5 }] };
  for (const mode of ['upsert', 'create_only', 'update_only']) {
    const { items } = await server.preview(outside, { options: { mode } }, clerk);
    const outcomes = items.map(({ action, error }) => `${action} ${error}`);
    t.same(
      outcomes,
      Array(3).fill('error forbidden'),
      `${mode}: alike, whether it is there or not`,
    );
  }
});

test`an empty cell of a field that may be null is null`(async (t, server) => {
  const [item = {}] = (await server.export({ symbols: ['Forex\\EURUSD'] })).kinds.symbols ?? [];
  const cells = Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name,
      value === null ? '' : typeof value === 'object' ? value : String(value),
    ]),
  );
  t.equal(actions(await server.preview({ symbols: [cells] })), 'unchanged');
});

test`a preview says where shards did not tell what is in use`(async (t, server) => {
  server.http.harness.silentShards = true;
  const { items } = await server.preview({ symbols: [{ path: 'Forex\\EURUSD', digits: 4 }] });
  t.match(items, [{ action: 'update', warnings: [/accounts/] }]);
});

test`an item, or a row of it, with more fields than any has is refused`(async (t, server) => {
  const many = Object.fromEntries(Array.from({ length: 1025 }, (_, n) => [`field${n}`, n]));
  const groups = [
    { ...many, path: 'demo\\standard' },
    { ...groupBody('demo\\new'), symbols: [many] },
  ];
  for (const ask of ['preview', 'import'] as const) {
    const { items } = await server[ask]({ groups });
    t.match(items, Array(2).fill({ action: 'error', error: /1024 fields/ }));
  }
});

test`files of strangers take no room from those of staff`(async (t, server) => {
  const { port } = server.http.front;
  const head = `POST /admin/v1${PREVIEW} HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n`;
  const strangers = Array.from({ length: Math.ceil(LONG_BODIES_BYTES_MAX / 1e6) }, () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    t.teardown(() => socket.destroy());
    return new Promise((sent) => socket.write(head + ' '.repeat(999_999), sent));
  });
  await Promise.all(strangers);
  // The last of those that found room may have left some, but not so much.
  const long = { file: fileOf({ holidays: [' '.repeat(8_000_000)] }) };
  for (let tries = 0; tries < 10; tries += 1) {
    t.equal((await server.post(PREVIEW, long)).code, 'ok');
  }
});

test`files take turns, and few of a user may wait`(async (t, server) => {
  const holidays = Array.from({ length: 200 }, (_, n) => holiday(1, { year: 2000 + n }));
  const body = { file: fileOf({ holidays }) };
  const other = await server.hired(['config.holidays']);
  const own = Array.from({ length: 12 }, () => server.post(PREVIEW, body));
  t.equal((await other.post(PREVIEW, body)).code, 'ok', 'others find room');
  const codes = (await Promise.all(own)).map(({ code }) => code);
  t.ok(codes.filter((code) => code === 'ok').length >= 2);
  t.ok(codes.includes('auth.too_many_attempts'));
  t.equal((await server.post(PREVIEW, body)).code, 'ok');
});
