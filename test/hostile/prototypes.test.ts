// Names that stand on the prototypes of objects: at every door they are names as any other.

import { join } from 'node:path';
import t, { type Test } from 'tap';
import { sumOfReports, UsageCache } from '../../actors/desk/store/usage.js';
import { callControl, serveControl } from '../../actors/folder/control.js';
import { traitsOf } from '../../actors/market/feeds/assets.js';
import { COLUMNS, headerColumns, parseLine } from '../../actors/market/feeds/csv.js';
import { readQuery } from '../../http/rest/parse.js';
import { Router } from '../../http/rest/router.js';
import { routes } from '../../http/routes/table.js';
import { readCommandLine } from '../../program/flags.js';
import { ok } from '../../wire/base/codes.js';
import {
  fileOf,
  groupBody,
  holiday,
  profileBody,
  rule,
  symbolBody,
} from '../http/routes/settings/setting-bodies.js';
import { TransferServer } from '../http/routes/settings/transfer-server.js';
import { marketOrder, ShardHarness } from '../support/shard-harness.js';
import { type Peer, SocketHarness } from '../support/socket-harness.js';

type Fields = Readonly<Record<string, unknown>>;

/** `__proto__` too; not that alone, which `--disable-proto=delete` takes away. */
const NAMES = Object.getOwnPropertyNames(Object.prototype);
const FEW = ['__proto__', 'constructor', 'toString'];

/** An object that has a field of that name itself, as one that is read of JSON has. */
const having = (name: string, value: unknown, more: Fields = {}): Fields =>
  Object.fromEntries([...Object.entries(more), [name, value]]);

/** A test after which every prototype is as it was. */
const test = (says: string, run: (t: Test) => Promise<void>): void =>
  void t.test(says, async (t) => {
    const owners = [Object.prototype, Function.prototype, Array.prototype, String.prototype];
    const own = (): unknown[] =>
      owners.flatMap((one) =>
        Reflect.ownKeys(one).flatMap((key) => {
          const { value, get, set } = Object.getOwnPropertyDescriptor(one, key) ?? {};
          return [key, value, get, set];
        }),
      );
    const before = own();
    await run(t);
    const after = own();
    t.ok(after.length === before.length && after.every((one, at) => one === before[at]));
  });

const ITEMS: Readonly<Record<string, Fields>> = {
  symbols: symbolBody('NEW'),
  leverage_profiles: profileBody('New'),
  groups: groupBody('real\\new'),
  routing: rule('New'),
  holidays: holiday(1),
  reports: { name: 'New', module: 'daily' },
};
const KEYS = ['path', 'name', 'year', 'month', 'day', 'description'];

test('No item of a file hides a field behind such a name; such fields are refused', async (t) => {
  const server = await TransferServer.open(t);
  const held = { holidays: [holiday(2)], symbols: [{ path: 'Forex\\EURUSD', spread: 3 }] };
  await server.import(held);
  const before = server.state;
  for (const name of NAMES) {
    for (const [kind, item] of Object.entries(ITEMS)) {
      const keys = Object.entries(item).filter(([field]) => KEYS.includes(field));
      const rest = Object.entries(item).filter(([field]) => !KEYS.includes(field));
      const hidden = having(name, Object.fromEntries(rest), Object.fromEntries(keys));
      const beside = [{ digits: 3 }, null, ' ', 'text'].map((value) => having(name, value, item));
      for (const way of ['preview', 'import'] as const) {
        const { items } = await server[way]({ [kind]: [hidden, ...beside] });
        for (const { action, error } of items) t.match({ action, error }, { action: 'error' });
        const unknown = items.slice(1).map(({ error }) => error);
        t.same(unknown, Array(beside.length).fill(`${name}: unknown field`), `${kind} ${way}`);
      }
    }
    const known = [
      ['holidays', having(name, { enabled: false, from_min: -1 }, holiday(2))],
      ['symbols', having(name, { spread: 5 }, { path: 'Forex\\EURUSD' })],
      ['symbols', having(name, '', { path: 'Forex\\EURUSD' })],
    ] as const;
    for (const [kind, item] of known) {
      const [one] = (await server.import({ [kind]: [item] })).items;
      t.match(one, { action: 'error', error: `${name}: unknown field` });
    }
    const list = { kind: 'symbols', items: [known[1][1], having(name, '', symbolBody('OLD'))] };
    const older = await server.made<Fields[]>('/config/import', list);
    t.match(older, Array(2).fill({ action: 'error', error: `${name}: unknown field` }));
    for (const file of [
      having(name, {}, fileOf({})),
      fileOf({ ...having(name, [symbolBody('A')]) } as Record<string, []>),
    ]) {
      const answer = await server.post('/config/transfer/import', { file });
      t.match(answer, { status: 400, code: 'invalid_input' });
    }
  }
  t.same(server.state, before, 'nothing was written');
});

test('No body and no query of a route accepts such a name as a field', async (t) => {
  for (const route of routes) {
    for (const name of NAMES) {
      const query = readQuery(route.query, `${name}=1`);
      t.match(query, { ok: false, message: `${name}: unknown parameter` }, route.name);
      for (const value of [{}, null, 'text']) {
        const body = having(name, value);
        if (route.body !== undefined) t.match(route.body.refusal(body), { ok: false }, route.name);
      }
    }
  }
});

test('In paths, headers, cookies and cursors such names are texts', async (t) => {
  const { http, staff } = await TransferServer.open(t);
  const trader = await http.signedIn('trader');
  const router = new Router(routes);
  for (const { method, path, audience, name } of routes) {
    if (!path.includes('{') || name.startsWith('socket.')) continue;
    for (const text of FEW) {
      const asked = path.replace(/\{\w+\}/g, text);
      const params = Object.entries(router.find(asked)?.params ?? {});
      for (const [, value] of params) t.equal(value, text, asked);
      const terminal = audience === 'staff' ? staff : trader;
      const body = method === 'GET' ? {} : { body: {} };
      const answer = await terminal.ask(method, asked.replace(/^\/\w+\/v1/, ''), body);
      t.not(answer.code, 'internal', `${method} ${asked}`);
      t.not(answer.code, 'ok', `${method} ${asked}`);
    }
  }
  for (const text of [...NAMES, Buffer.from('{"__proto__":{"at":1}}').toString('base64url')]) {
    const answer = await staff.get(`/online/window?edge=after&cursor=${text}`);
    t.match(answer, { status: 400, code: 'invalid_input' }, text);
    // The server below cuts a head with an underscore in a header's name.
    const header = text.includes('_') ? 'x' : text;
    const head = `${header}: ${text}\r\ncookie: ${text}=1; admin_access=${text}`;
    const raw = `GET /admin/v1/auth/me HTTP/1.1\r\nhost: a\r\n${head}\r\n\r\n`;
    t.match((await http.front.raw(raw)).text, 'HTTP/1.1 401', text);
  }
});

test('Preferences keep such names, and are no objects of their own', async (t) => {
  const { staff } = await TransferServer.open(t);
  for (const name of NAMES) {
    const content = having(name, { polluted: 1 });
    for (const method of ['PUT', 'PATCH']) {
      const answer = await staff.ask(method, '/me/preferences', { body: { content } });
      t.equal(answer.code, 'ok', name);
      t.same(Object.entries((answer.data as { content: Fields }).content), Object.entries(content));
    }
  }
});

test('On sockets, in either encoding, such names are refused as unknown names', async (t) => {
  const harness = await SocketHarness.open(t);
  for (const encoding of ['json', 'msgpack'] as const) {
    const peers: Peer[] = [
      await harness.trader(undefined, { encoding }),
      await harness.staff('session-of-staff', { encoding }),
    ];
    for (const peer of peers) {
      for (const name of NAMES) {
        t.match(await peer.request(name), { message: `op: ${name} is unknown` });
        t.match(await peer.request('subscribe', { channel: name }), {
          code: 'invalid_input',
          message: `channel: this socket has no channel ${name}`,
        });
        peer.raw({ id: 1e6, op: 'ping', data: having(name, {}) });
        t.match(await peer.next(({ success }) => success === false), { code: 'invalid_input' });
        t.match(await peer.request('ping'), { success: true });
      }
    }
  }
  const shard = new ShardHarness();
  for (const name of NAMES) {
    t.match(shard.ask(name, {}), { code: 'invalid_input' });
    t.match(shard.ask('trade', { kind: name }), { message: /^kind: must be one of/ });
    t.match(shard.ask('trade', having(name, {}, marketOrder())), { code: 'invalid_input' });
  }
});

test('Command line, environment and control socket do not accept such names', async (t) => {
  const path = join(t.testdir(), 'c.sock');
  const control = await serveControl(path, { known: async () => ok(1) });
  t.teardown(() => control.close());
  for (const name of NAMES) {
    t.match(readCommandLine([name], {}), { kind: 'problems' });
    const line = readCommandLine(['serve', `--${name}`, '--log-level', name], {
      BROKERD_PRICES: name,
      [`BROKERD_${name}`]: '1',
    });
    const problems = line.kind === 'problems' ? line.problems : [];
    t.same(
      problems.map((one) => one.split(':')[0]).sort(),
      [`--${name}`, '--log-level', 'BROKERD_PRICES'].sort(),
    );
    t.match(await callControl(path, name, {}), { ok: false, message: `op: ${name} is not known` });
  }
});

test('A symbol may have such a name, in files of prices and demo markets too', async (t) => {
  for (const name of NAMES) {
    t.equal(headerColumns(`time,symbol,bid,ask,${name}`), COLUMNS);
    t.match(parseLine(`1700000000,${name},1,2`), { symbol: name });
    const { level, daily, spread } = traitsOf(name);
    for (const one of [level, daily, spread]) t.ok(one > 0, name);
    const used = { positions: 1, orders: 0, accounts: 0 };
    const report = structuredClone({
      symbols: having(name, used),
      groups: {},
      gateways: {},
    }) as never;
    const book = new UsageCache();
    book.learn(sumOfReports({ symbols: [name], groups: [], gateways: [] }, [report, report]));
    t.match(book.read('symbol', name), { positions: 2 });
  }
});
