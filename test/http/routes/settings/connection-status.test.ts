// Connections at work: prices follow datafeeds at once, and what is told of each.

import t, { type Test } from 'tap';
import { gatewayStatus } from '../../../../actors/desk/settings/connection-status.js';
import type { GatewayReport } from '../../../../actors/providers/gateways/gateway-messages.js';
import { recordCipher } from '../../../../actors/secrets/record-cipher.js';
import { keyOf } from '../../../../actors/secrets/seal.js';
import { NO_DROPS } from '../../../../wire/rest/settings/connections.js';
import { gatewayOf } from '../../../support/connections.js';
import { each, type Fields } from '../../../support/http-harness.js';
import { test, testsWith } from '../tags.js';
import { change, FEEDS, GATEWAYS, marketIn } from './connections.js';
import { type Family, type Kind, openKind } from './kind.js';

const NOW = Date.UTC(2026, 10, 21, 12);

/** What execution reports of a session that is well. */
const report = (gateway_id: number, more: Partial<GatewayReport> = {}): GatewayReport => ({
  gateway_id,
  version: 1,
  instance: 'execution-1',
  online: true,
  since: NOW - 60_000,
  answered_at: NOW - 1500,
  latency: 12,
  heartbeat_sec: 30,
  throttled: false,
  last_error: '',
  last_logon: NOW - 60_000,
  logons: 2,
  bytes_in: 100,
  bytes_out: 200,
  instruments: 3,
  orders: 4,
  fills: 5,
  rejects: 6,
  outbox: 7,
  ...more,
});

/** The market of a kind at a time that stands. */
const opened = async (t: Test, kind: Kind) => {
  const { harness } = kind;
  harness.now = NOW;
  const market = marketIn(kind.http);
  t.teardown(() => market.market.stop());
  const reports = new Map<number, GatewayReport>();
  const statuses = async () => {
    harness.connections = { feeds: market.market.status().feeds, gateways: [...reports.values()] };
    return await kind.read<readonly Fields[]>('/statuses');
  };
  return { kind, market, statuses, reports };
};

/** Tests of a family with a market that goes by it. */
const marketTests = (family: Family) =>
  testsWith(family.path, async (t) => opened(t, await openKind(t, family)));
const feeds = marketTests(FEEDS);
const gateways = marketTests(GATEWAYS);

const EURUSD = { symbol_id: 1, source: 'EUR/USD' };

feeds`the last mask that fits decides what is quoted [POST #11]`(async (t, { kind, market }) => {
  const { id } = await kind.create({ symbols: ['Forex\\*', '!*USD', 'eurusd'] });
  const names = market.names(id);
  t.ok(names.includes('EURUSD') && names.includes('EURGBP'));
  t.notOk(names.includes('GBPUSD') || names.includes('XAUUSD'));
  await change(kind, id, { symbols: ['*', '!Forex\\*'] });
  t.ok(market.names(id).includes('XAUUSD'));
  t.notOk(market.names(id).includes('EURUSD'));
});

feeds`a markup moves the very next quote`(async (t, { kind, market }) => {
  const { id } = await kind.create({ translates: [EURUSD] });
  t.same(market.quote(id, 'EUR/USD', 110_000, 110_010), [[1, 110_000, 110_010]]);
  await change(kind, id, { translates: [{ ...EURUSD, ask_markup_pts: 3, bid_markup_pts: -2 }] });
  t.same(market.quote(id, 'EUR/USD', 110_000, 110_010), [[1, 109_998, 110_013]]);
  await change(kind, id, { translates: [{ symbol_id: 1, source: 'EURO', source_digits: 3 }] });
  t.same(market.quote(id, 'EURO', 110_046, 110_051), [[1, 110_000, 110_100]], 'rounded');
  await change(kind, id, { quotes_enabled: false });
  t.same(market.names(id), [], 'it quotes no more');
});

feeds`a change reconnects [POST #12] [PATCH /{id} #9]`(async (t, { kind, market }) => {
  const { id } = await kind.create();
  t.equal(market.connects(id), 1, 'a new one connects');
  const first = market.newest(id);
  await change(kind, id, { server: 'other:1' });
  t.equal(market.connects(id), 2);
  t.notOk(first.isOpen, 'the connection of before is closed');
  await change(kind, id, { enabled: false });
  t.notOk(market.newest(id).isOpen);
  await change(kind, id, { enabled: true });
  t.equal(market.connects(id), 3);
  await kind.create();
  t.equal(market.connects(id), 3, 'changes of others leave it alone');
});

feeds`the first in the order wins a symbol [PUT /order #5]`(async (t, { kind, market }) => {
  const { id: first } = await kind.create();
  const { id: second } = await kind.create();
  t.same(market.quote(second, 'EURUSD', 110_000, 110_010), [[1, 110_000, 110_010]], 'alone');
  t.same(market.quote(first, 'EURUSD', 120_000, 120_010), [[1, 120_000, 120_010]], 'it wins');
  t.same(market.quote(second, 'EURUSD', 110_000, 110_010), [], 'the other one is not heard');
  await kind.put('/order', { ids: [second, first] });
  t.same(market.quote(second, 'EURUSD', 111_000, 111_010), [[1, 111_000, 111_010]]);
  t.same(market.quote(first, 'EURUSD', 120_000, 120_010), []);
  t.same([market.connects(first), market.connects(second)], [1, 1], 'none reconnects for it');
});

feeds`a deleted one is disconnected [DELETE /{id} #2]`(async (t, { kind, market }) => {
  const { id } = await kind.create();
  const provider = market.newest(id);
  await kind.delete(`/${id}`);
  t.notOk(provider.isOpen);
  const before = market.ticks.length;
  const [instrument] = provider.instruments;
  if (instrument === undefined) throw new Error('it quoted nothing');
  provider.sink.tick(instrument, 1_000_000, 1_000_000, market.env.now());
  t.equal(market.ticks.length, before, 'what it still says is not heard');
});

gateways`one status a gateway, in their order [GET /statuses #1]`(async (t, { kind, statuses }) => {
  for (const priority of [3, 1, 2]) await kind.create({ priority });
  t.same(each(await statuses(), 'gateway_id'), [2, 3, 1]);
});

gateways`disabled is told, reported or not
  [GET /statuses #2]`(async (t, { kind, statuses, reports }) => {
  const { id } = await kind.create({ enabled: false });
  t.match(await statuses(), [{ gateway_id: id, state: 'disabled', last_error: '' }]);
  reports.set(id, report(id));
  t.match(await statuses(), [{ state: 'disabled', last_error: '' }]);
});

gateways`unreported reads stopped, and why [GET /statuses #3]`(async (t, { kind, statuses }) => {
  await kind.create();
  t.match(await statuses(), [
    { state: 'stopped', last_error: /started/, instance: '', orders: 0, last_logon: null },
  ]);
});

gateways`who answers reads online [GET /statuses #5]`(async (t, { kind, statuses, reports }) => {
  const { id } = await kind.create();
  const { id: other } = await kind.create();
  const reported = report(id);
  reports.set(id, reported);
  reports.set(other, report(other, { online: false, last_error: 'logon refused' }));
  const { version, online, answered_at, heartbeat_sec, throttled, ...said } = reported;
  const at = new Date(NOW - 60_000).toISOString();
  t.match(await statuses(), [
    { ...said, state: 'online', since: at, last_logon: at, answer_ms: 1500 },
    { gateway_id: other, state: 'stopped', last_error: 'logon refused' },
  ]);
});

gateways`a quiet session reads stopped
  [GET /statuses #4]`(async (t, { kind, statuses, reports }) => {
  const { id } = await kind.create({ timeout_sec: 10 });
  reports.set(id, report(id, { answered_at: NOW - 40_000 }));
  t.match(await statuses(), [{ state: 'online' }], 'a heartbeat of 30 s may be late');
  kind.harness.now = NOW + 1;
  t.match(await statuses(), [{ state: 'stopped', last_error: /not answered.* 40 s/ }]);
  reports.set(id, report(id, { answered_at: NOW }));
  t.match(await statuses(), [{ state: 'online', last_error: '' }], 'it answers again');
});

gateways`a changed gateway reads stopped until it is connected again
  [PATCH /{id} #19]`(async (t, { kind, statuses, reports }) => {
  const { id } = await kind.create();
  const { id: other } = await kind.create();
  reports.set(id, report(id));
  reports.set(other, report(other));
  await kind.change(id, 1, { login: 'other' });
  t.match(await statuses(), [
    { state: 'stopped', last_error: /again/ },
    { gateway_id: other, state: 'online' },
  ]);
  reports.set(id, report(id, { version: 2 }));
  t.match(await statuses(), [{ state: 'online' }, { state: 'online' }]);
  await kind.put('/order', { ids: [other, id] });
  t.match(await statuses(), [{ state: 'online' }, { state: 'online' }], 'not for an order');
  await kind.delete(`/${id}`);
});

test`The heartbeat that counts is the one of the Logon; without one silence is none`(async (t) => {
  const times = { version: 1, created_at: '', updated_at: '' };
  const record = { ...gatewayOf(1, {}, { mode: 'Passive', timeout_sec: 5 }), ...times };
  const stateAfter = (quietSec: number, heartbeat_sec: number, throttled = false) => {
    const quiet = report(1, { answered_at: NOW - quietSec * 1000, heartbeat_sec, throttled });
    return gatewayStatus(record, quiet, NOW).state;
  };
  t.equal(stateAfter(20, 10), 'stopped');
  t.equal(stateAfter(20, 20), 'online');
  t.equal(stateAfter(20, 10, true), 'online', 'we do not read it');
  t.equal(stateAfter(90_000, 0), 'online', 'TCP keep-alive finds a dead peer then');
});

t.test('a secret of another key stops a connection, and nothing else', async (t) => {
  const foreign = recordCipher([keyOf(Buffer.alloc(32, 9))]).seal('secret', 'elsewhere');
  for (const [family, name] of [
    [FEEDS, 'datafeed'],
    [GATEWAYS, 'gateway'],
  ] as const) {
    const { kind, statuses } = await opened(t, await openKind(t, family));
    const { id } = await kind.create({ password: 'known' });
    const { desk } = kind.harness;
    const set = (fields: object) =>
      desk.writer.change(['settings'], { by: 1, ip: '' }, (tx) =>
        tx.patch(name, String(id), fields),
      );
    t.notMatch((await statuses())[0]?.last_error, /another key/);
    await set({ password: foreign });
    t.match(await statuses(), [{ state: 'stopped', last_error: /password.*another key/ }]);
    const read = await kind.get(`/${id}`);
    t.match(read, { code: 'ok', data: { has_password: true } });
    const { version } = read.data as { version: number };
    t.match(await kind.patch(`/${id}`, { version, password: 'again' }), { code: 'ok' });
    t.notMatch((await statuses())[0]?.last_error, /another key/);
  }
});

feeds`datafeeds tell what they do`(async (t, { kind, market, statuses }) => {
  const { id } = await kind.create();
  await kind.create({ enabled: false });
  await kind.create({ module: 'dde', params: [{ key: 'Token', value: 'x' }] });
  t.match(await statuses(), [
    { datafeed_id: id, state: 'online', connects: 1, ticks: 0, last_tick: null, last_error: '' },
    { state: 'disabled', last_error: '' },
    { state: 'stopped', last_error: /Windows terminal/ },
  ]);
  const first = async () => ((await statuses()) as unknown[])[0];
  market.quote(id, 'EURUSD', 110_000, 110_010);
  const last_tick = new Date(market.env.now()).toISOString();
  t.match(await first(), { ticks: 1, last_tick, dropped: 0, last_drop: '' });
  market.quote(id, 'EURUSD', 110_010, 110_000);
  const last_drop = 'EURUSD: the bid 1.10010 is above the ask 1.10000';
  const dropped_by = { late: 0, crossed: 1, price: 0, session: 0, unused: 0 };
  t.match(await first(), { ticks: 2, dropped: 1, dropped_by, last_drop });
  market.newest(id).sink.down('refused');
  t.match(await first(), { state: 'waiting', last_error: 'refused', failures: 1 });
});

feeds`a server without FIX says so of its datafeeds`(async (t, { kind, statuses }) => {
  const { id } = await kind.create();
  t.match(await statuses(), [{ state: 'online' }]);
  const status = { id, name: '', module: 'fix44', state: 'unavailable', last_error: 'no FIX' };
  const counts = {
    ...{ instruments: 0, connects: 0, failures: 0, ticks: 0, faults: 0 },
    ...{ dropped: 0, dropped_by: NO_DROPS, last_drop: '' },
  };
  kind.harness.connections = {
    feeds: [{ ...status, ...counts, state: 'unavailable', last_tick_at: 0, throttled: true }],
    gateways: [],
  };
  const { data } = await kind.get('/statuses');
  t.match(data, [{ state: 'stopped', last_error: 'no FIX', throttled: true }]);
});

t.test('while their thread is away connections read stopped', async (t) => {
  for (const family of [FEEDS, GATEWAYS]) {
    const kind = await openKind(t, family);
    await kind.create();
    await kind.create({ enabled: false });
    kind.harness.connections = null;
    const { data } = await kind.get('/statuses');
    t.match(data, [{ state: 'stopped', last_error: /started again/ }, { state: 'disabled' }]);
  }
});

feeds`a datafeed connects again on demand`(async (t, { kind, market }) => {
  const { id } = await kind.create();
  kind.harness.reconnect = (datafeed) => market.market.reconnect(datafeed);
  const restart = (of: number) => kind.post(`/${of}/restart`);
  t.match(await restart(id), { code: 'ok', data: null });
  t.equal(market.connects(id), 2);
  t.match(kind.harness.log.at(-1), {
    by: 1,
    changes: [],
    journal: [{ kind: 'config', text: 'datafeed Feed 1 restarted' }],
  });
  const { id: off } = await kind.create({ enabled: false });
  t.match(await restart(off), { code: 'conflict' });
  t.match(await restart(99), { code: 'not_found' });
  const token = [{ key: 'Token', value: 'x' }];
  const { id: dde } = await kind.create({ module: 'dde', params: token });
  t.match(await restart(dde), { status: 409 }, 'there is nothing to connect');
});
