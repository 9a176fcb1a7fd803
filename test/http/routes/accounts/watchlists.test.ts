// Watchlists: the lists of an account, the default list, and what its devices are told.

import type { Static } from '@sinclair/typebox';
import t, { type Test } from 'tap';
import type { Watchlist } from '../../../../wire/accounts/watchlists.js';
import { codeOf, staffCaller } from '../../../support/desk-harness.js';
import { Below, httpFor, type Terminal } from '../../../support/http-harness.js';
import type { Peer } from '../../../support/socket-harness.js';
import { testsWith } from '../tags.js';
import { socketOf } from './online-harness.js';

const PATH = '/trader/v1/watchlists';
const DEFAULTS = ['EURUSD', 'GBPUSD', 'USDJPY', 'XAUUSD', 'US500', 'BTCUSD'];
const INVESTOR = 'Watcher-1x';
const REFUSED = { code: 'invalid_input' };
const MISSING = { code: 'not_found' };

type List = Static<typeof Watchlist>;

const http = await httpFor(t);
const { harness } = http;

/** Restricts what a group trades; all of it again when the test has ended. */
const trades = async (t: Pick<Test, 'teardown'>, group: string, mask: string): Promise<void> => {
  const set = (given: string) => {
    const row = { position: 1, mask: given, spread_diff: 0, spread_diff_bid: 0 };
    return harness.patch('group', group, { symbols: [row] as never });
  };
  await set(mask);
  t.teardown(() => set('*'));
};

/** A new account with its lists, as one of its terminals asks. */
class Watcher extends Below {
  private constructor(
    readonly login: number,
    readonly terminal: Terminal,
  ) {
    super(terminal, '/watchlists');
  }

  static async open(): Promise<Watcher> {
    const login = await http.openAccount({ investor_password: INVESTOR });
    return new Watcher(login, await http.signedIn('trader', { login, terminal: 'desktop' }));
  }

  async lists(terminal = this.terminal): Promise<readonly List[]> {
    return await terminal.read<readonly List[]>('/watchlists');
  }

  /** Saves a list. */
  save(name: string, symbols: readonly string[] = []): Promise<List> {
    return this.made('', { name, symbols });
  }

  /** The stored record. */
  record() {
    return harness.desk.records.get('watchlists', String(this.login));
  }
}

const test = testsWith('watchlists', () => Watcher.open());
const all = (method: 'GET' | 'POST', ...rules: number[]) =>
  `[${method} ${PATH} ${rules.map((rule) => `#${rule}`).join(', ')}]`;
const one = (method: 'PATCH' | 'DELETE', ...rules: number[]) =>
  `[${method} ${PATH}/{id} ${rules.map((rule) => `#${rule}`).join(', ')}]`;

test`lists stand in the order in which they were made, symbols in that of the trader
  ${all('GET', 1, 2)}`(async (t, watcher) => {
  await watcher.save('Zebra', ['USDJPY', 'EURUSD', 'AUDUSD']);
  await watcher.save('Ape');
  await watcher.save('Zebra', ['EURUSD']);
  const lists = await watcher.lists();
  t.same(
    lists.map(({ name, symbols }) => [name, symbols.join()]),
    [
      ['Zebra', 'USDJPY,EURUSD,AUDUSD'],
      ['Ape', ''],
      ['Zebra', 'EURUSD'],
    ],
  );
  const [first] = lists;
  t.match(first, { id: Number, created_at: /Z$/, updated_at: first?.created_at });
  await watcher.patch(`/${first?.id}`, { name: 'Renamed' });
  t.equal((await watcher.lists())[0]?.name, 'Renamed', 'a change keeps the order');
});

test`a symbol that the group drops is not shown, and is when it comes back
  ${all('GET', 3)}`(async (t, watcher) => {
  const saved = await watcher.save('Majors', ['XAUUSD', 'EURUSD', 'USDJPY']);
  await trades(t, 'demo\\standard', 'Forex\\*,!USDJPY');
  t.match((await watcher.lists())[0], { symbols: ['EURUSD'] });
  const renamed = await watcher.patch(`/${saved.id}`, { name: 'Left' });
  t.match(renamed.data, { name: 'Left', symbols: ['EURUSD'] });
  await trades(t, 'demo\\standard', '*');
  t.same((await watcher.lists())[0]?.symbols, ['XAUUSD', 'EURUSD', 'USDJPY']);
});

test`without a saved list there is the default one, which is saved by a POST
  ${all('GET', 4, 6)}`(async (t, watcher) => {
  const unsaved = { id: 0, name: 'Market Watch', created_at: null, updated_at: null };
  t.same(await watcher.lists(), [{ ...unsaved, symbols: DEFAULTS }]);
  t.equal(watcher.record(), undefined, 'nothing is saved');
  const { id } = await watcher.save('Market Watch', [...DEFAULTS, 'USDCHF']);
  t.match(await watcher.lists(), [{ id, symbols: [...DEFAULTS, 'USDCHF'] }]);
  t.match(await watcher.delete(`/${id}`), { code: 'ok', data: null });
  t.match(await watcher.lists(), [{ id: 0 }], 'and again when the last one is deleted');
  t.not((await watcher.save('Next')).id, id, 'an id is not used again');
});

test`an empty default is no list ${all('GET', 5)}`(async (t, watcher) => {
  await harness.patch('platform', 'platform', { default_symbols: [] });
  t.teardown(() => harness.patch('platform', 'platform', { default_symbols: DEFAULTS }));
  t.same(await watcher.lists(), []);
});

test`nor is a default of which the group trades nothing`(async (t, watcher) => {
  await trades(t, 'demo\\standard', 'Forex\\AUDNZD');
  t.same(await watcher.lists(), []);
});

test`the default of a host is that of its brand`(async (t, watcher) => {
  const made = await harness.write((tx) =>
    tx.create('brand', {
      company: 'Own',
      domains: ['own.example'],
      default_symbols: ['USDCHF', 'GONE', 'EURUSD'],
    }),
  );
  t.ok(made.ok);
  const at = async (host: string) => {
    const [list] = await watcher.read<List[]>('', { headers: { host } });
    return list?.symbols;
  };
  t.same(await at('Own.example:8443'), ['USDCHF', 'EURUSD']);
  t.same(await at('other.example'), DEFAULTS);
});

test`every device shows the same lists, and is told of changes
  ${all('GET', 7)}`(async (t, watcher) => {
  const { login } = watcher;
  const second = await http.signedIn('trader', { login, terminal: 'web' });
  const other = await Watcher.open();
  const sockets: Peer[] = [];
  for (const terminal of [watcher.terminal, second, other.terminal]) {
    const peer = await socketOf(http, terminal);
    t.teardown(() => peer.ws.close());
    sockets.push(peer);
  }
  const sentTo = async () => {
    const all = [];
    for (const peer of sockets) {
      await peer.request('ping');
      const frames = peer.frames.splice(0).filter(({ event }) => event === 'config_changed');
      all.push(frames.map(({ data }) => data));
    }
    return all;
  };
  const { version: config_version } = harness.copied;
  const change = { kind: 'watchlists', id: String(login), config_version };
  const { id } = await watcher.save('Metals', ['XAUUSD']);
  t.match(await watcher.lists(second), [{ id, symbols: ['XAUUSD'] }]);
  const first = [{ ...change, version: 1 }];
  t.same(await sentTo(), [first, first, []]);
  await second.patch(`/watchlists/${id}`, { name: 'Gold' });
  t.match(await watcher.lists(), [{ name: 'Gold' }]);
  await second.patch(`/watchlists/${id}`, { name: 'Gold' });
  await watcher.delete(`/${id}`);
  const more = [2, 3].map((version) => ({ ...change, version }));
  t.same(await sentTo(), [more, more, []], 'nothing of the change that was none');
  t.same(harness.log.at(-1)?.journal, [], 'the journal says nothing of it');
  await watcher.save('Kept');
  const held = harness.restarted().desk.records.get('watchlists', String(login));
  t.match(held, { version: 4, record: { lists: [{ name: 'Kept' }] } }, 'also after a restart');
});

test`a list has a name of 1 to 32 characters
  ${all('POST', 1, 3)} ${one('PATCH', 5)}`(async (t, watcher) => {
  const saved = await watcher.save('  Ten names  ');
  t.equal(saved.name, 'Ten names', 'trimmed');
  t.equal((await watcher.save(` ${'é'.repeat(31)}😀 `)).name.length, 33);
  t.match((await watcher.patch(`/${saved.id}`, { name: ' Gold ' })).data, { name: 'Gold' });
  t.match(await watcher.post('', { symbols: ['EURUSD'] }), { ...REFUSED, message: /name/ });
  for (const name of ['', '   ', 'x'.repeat(33), '😀'.repeat(33), 'a\u0000b', 7, null]) {
    for (const answer of [
      await watcher.post('', { name }),
      await watcher.patch(`/${saved.id}`, { name }),
    ]) {
      t.match(answer, { ...REFUSED, message: /^name/ }, JSON.stringify(name));
    }
  }
  t.match((await watcher.post('', { name: 'x'.repeat(33) })).message, /^name: .* 1 to 32 /);
  const spaced = `${' '.repeat(48)}${'x'.repeat(32)}${'\u00a0'.repeat(48)}`;
  t.match((await watcher.patch(`/${saved.id}`, { name: spaced })).data, { name: 'x'.repeat(32) });
  t.equal((await watcher.lists()).length, 2);
});

test`an account keeps 20 lists ${all('POST', 2)}`(async (t, watcher) => {
  for (let n = 1; n <= 20; n += 1) await watcher.save(`list ${n}`);
  t.match(await watcher.post('', { name: 'one more' }), {
    ...REFUSED,
    message: /at most 20 lists, this one has 20$/,
    data: { faults: [{ field: 'name' }] },
  });
  const lists = await watcher.lists();
  t.equal(lists.length, 20);
  await watcher.delete(`/${lists[3]?.id}`);
  t.equal((await watcher.save('one more')).symbols.length, 0, 'there is room again');
});

test`symbols are traded by the group, 200 of them
  ${all('POST', 4)} ${one('PATCH', 6)}`(async (t, watcher) => {
  const { id } = await watcher.save('All');
  await trades(t, 'demo\\standard', '*,!XAUUSD');
  const both = async (symbols: unknown) => [
    await watcher.post('', { name: 'New', symbols }),
    await watcher.patch(`/${id}`, { symbols }),
  ];
  for (const [symbols, named] of [
    [['EURUSD', 'XAUUSD'], 'symbols: XAUUSD'],
    [['NOTHING'], 'symbols: NOTHING'],
    [[''], 'symbols'],
    [[7], 'symbols'],
    ['EURUSD', 'symbols'],
  ] as const) {
    for (const answer of await both(symbols)) {
      t.match(answer, REFUSED, named);
      t.ok(answer.message.startsWith(named), answer.message);
    }
  }
  t.match(await watcher.lists(), [{ id, symbols: [] }]);
  for (const { code, data } of await both(Array(1_000).fill('EURUSD'))) {
    t.equal(code, 'ok', 'repeated ones do not count');
    t.match(data, { symbols: ['EURUSD'] });
  }
});

test`a list has 200 different symbols`(async (t, watcher) => {
  const model = harness.desk.records.find('symbol', 'name', 'EURUSD')?.record;
  const [last, ...others] = Array.from({ length: 201 }, (_, n) => `W${n}`);
  const names = others.reverse();
  await harness.write((tx) => {
    for (const name of [...names, last]) {
      const { id: _, ...fields } = { ...model, name, path: `Wide\\${name}` };
      tx.create('symbol', fields);
    }
    return { ok: true, data: null };
  });
  const tooMany = await watcher.post('', { name: 'Wide', symbols: [...names, last] });
  t.match(tooMany, { ...REFUSED, message: /^symbols: at most 200 different symbols, .* 201$/ });
  t.same((await watcher.save('Wide', [...names, ...names])).symbols, names);
  t.match(await watcher.lists(), [{ symbols: names }]);
});

test`repeated symbols are dropped, the order is kept
  ${all('POST', 5)} ${one('PATCH', 7)}`(async (t, watcher) => {
  const sent = ['USDJPY', 'EURUSD', 'usdjpy', 'AUDUSD', 'EURUSD'];
  const kept = ['USDJPY', 'EURUSD', 'AUDUSD'];
  const { id, symbols } = await watcher.save('Majors', sent);
  t.same(symbols, kept);
  const turned = await watcher.patch(`/${id}`, { symbols: [...sent].reverse() });
  t.match(turned.data, { symbols: ['EURUSD', 'AUDUSD', 'USDJPY'] });
});

test`a change renames, replaces all symbols, or both, and needs no version
  ${one('PATCH', 1, 2, 3)}`(async (t, watcher) => {
  const saved = await watcher.save('Majors', ['EURUSD', 'USDJPY']);
  const patch = async (body: object) => (await watcher.patch(`/${saved.id}`, body)).data;
  harness.now += 1000;
  const renamed = (await patch({ name: 'Pairs' })) as List;
  t.match(renamed, { name: 'Pairs', symbols: saved.symbols, created_at: saved.created_at });
  t.not(renamed.updated_at, saved.updated_at);
  t.match(await patch({ symbols: ['AUDUSD'] }), { name: 'Pairs', symbols: ['AUDUSD'] });
  t.match(await patch({ name: 'Gold', symbols: ['XAUUSD'] }), {
    name: 'Gold',
    symbols: ['XAUUSD'],
  });
  const events = harness.log.length;
  t.match(await patch({}), { name: 'Gold' });
  t.match(await patch({ name: ' Gold', symbols: ['XAUUSD'] }), { name: 'Gold' });
  t.equal(harness.log.length, events, 'the same again is not written');
  t.match(await watcher.patch(`/${saved.id}`, { version: 1 }), REFUSED);
  t.match(await watcher.patch(`/${saved.id}`, { name: '' }), REFUSED, 'as in a create');
  t.match(await patch({ symbols: [] }), { symbols: [] });
});

test`a list of another account is not found
  ${one('PATCH', 4)} ${one('DELETE', 1, 2)}`(async (t, watcher) => {
  const other = await Watcher.open();
  const own = await watcher.save('Own', ['EURUSD']);
  const strange = await other.save('Strange', ['EURUSD']);
  t.not(own.id, strange.id);
  t.match(await watcher.patch(`/${strange.id}`, { name: 'Mine' }), MISSING);
  t.match(await watcher.delete(`/${strange.id}`), MISSING);
  t.match(await watcher.patch('/999999', { name: 'Mine' }), MISSING);
  t.match(await watcher.delete('/0'), REFUSED);
  t.match(await other.lists(), [{ id: strange.id, name: 'Strange' }]);
  t.match(await watcher.delete(`/${own.id}`), { code: 'ok', data: null });
  t.match(await watcher.lists(), [{ id: 0 }]);
  t.match(await watcher.delete(`/${own.id}`), MISSING);
});

test`lists that accounts save at the same time have different ids`(async (t, watcher) => {
  const other = await Watcher.open();
  const release = harness.holdWrites();
  const saving = [watcher.save('One'), other.save('Other')];
  // Both are asked for while no write ends.
  await watcher.lists();
  release();
  const [one, another] = await Promise.all(saving);
  t.not(one?.id, another?.id);
});

test`the lists of a deleted account go with it`(async (t, watcher) => {
  await watcher.save('Own');
  t.ok(watcher.record());
  const ask = (op: 'accounts.step' | 'accounts.delete', input: object) =>
    harness.ask(op, { login: watcher.login, ...input } as never);
  await ask('accounts.step', { step: 'archive' });
  t.equal(codeOf(await ask('accounts.delete', {})), 'ok');
  t.equal(watcher.record(), undefined);
  const caller = { ...staffCaller({ login: watcher.login }), audience: 'trader' } as const;
  const late = harness.desk.handle('watchlists.create', { caller, name: 'Late', symbols: [] });
  t.match(await late, { ok: false, code: 'auth.session_expired' });
  t.equal(watcher.record(), undefined, 'a change that waited does not restore them');
});
