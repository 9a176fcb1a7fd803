// Vitals: heartbeats of runs, readiness by them, and the minutes of the monitor.

import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { networkCounters } from '../../../actors/vitals/network.js';
import { EXPIRES_MS, readinessOf } from '../../../wire/rest/settings/server-views.js';
import type { ServerId } from '../../../wire/settings/servers.js';
import { vitalsIn } from '../../support/vitals.js';

const MINUTE_MS = 60_000;
const root = t.testdir();
/** A data folder of its own. */
const folder = (): string => mkdtempSync(join(root, 'data-'));
const LIST = 'GET /admin/v1/network/servers';

t.test(
  `a server without instances is unknown, with stale ones offline, with fresh ones that do not
  serve unready; an instance goes after 24 hours; this run alone has the lease, on the trade server
  [${LIST} #3, #6, #7]`,
  async (t) => {
    const data = folder();
    let now = Date.UTC(2026, 0, 7);
    let why = '';
    const given = { now: () => now, unready: () => why };
    const { vitals } = vitalsIn(data, given);
    const next = vitalsIn(data, given).vitals;
    const readiness = (of = next) => readinessOf(of.instances('trade'));
    t.equal(readiness(), 'unknown');
    vitals.start();
    t.teardown(() => vitals.stop());
    const [one] = vitals.instances('trade');
    const known = { instance_id: vitals.runId, internal_id: 1, ready: true, lease_epoch: 1 };
    for (let samples = 0; samples < 9; samples += 1) vitals.look();
    t.match(one, { ...known, version: '1.0.0', applied_version: 7, stale: false, sockets: 0 });
    t.match(vitals.instances('quote'), [{ internal_id: 3, lease_epoch: null, ready: true }]);
    t.equal(readiness(vitals), 'ready');
    why = 'it is loading';
    t.match(vitals.instances('api'), [{ ready: false, reason: 'it is loading', stale: false }]);
    t.equal(readiness(vitals), 'unready');
    now += 20_000;
    t.match(next.instances('trade'), [{ stale: false, ready: false, lease_epoch: null }]);
    t.equal(readiness(), 'unready', 'the run before is not to be seen stop for 20 seconds');
    now += 1;
    t.match(next.instances('trade'), [{ stale: true, monitor: null }]);
    t.equal(readiness(), 'offline');
    why = '';
    next.start();
    t.equal(readiness(), 'ready');
    const epochs = next.instances('trade').map(({ lease_epoch }) => lease_epoch);
    t.same(epochs, [2, null], 'the newest run first');
    next.stop();
    now += EXPIRES_MS;
    t.same(next.instances('trade').length, 1);
    now += 1;
    t.equal(readiness(), 'unknown');
    next.stop();
  },
);

t.test(
  `minutes are kept for a day, and averaged by steps
  [${LIST}/{id}/instances/{instance}/monitor #1]`,
  async (t) => {
    const data = folder();
    let now = Date.UTC(2026, 0, 7);
    const begun = now;
    let quotes = 0;
    const { vitals } = vitalsIn(data, {
      now: () => now,
      quotes: () => quotes,
      alarms: () => ({ open: 1, total: 3 }),
    });
    vitals.start();
    let sockets = 0;
    vitals.countSockets(() => sockets);
    for (const count of [1, 2, 3, 6]) {
      sockets = count;
      quotes += 100;
      now += MINUTE_MS;
      vitals.look();
    }
    const asked = (from: number, to: number, step = 1) =>
      vitals.monitor('trade', vitals.runId, { from, to, stepMs: step * MINUTE_MS });
    const figures = (of: ReturnType<typeof asked>) =>
      of?.minutes.map(({ at, sockets }) => [at, sockets]);
    const at = (minute: number) => new Date(begun + minute * MINUTE_MS).toISOString();
    t.same(figures(asked(begun, now)), [
      [at(0), 1],
      [at(1), 2],
      [at(2), 3],
      [at(3), 6],
    ]);
    t.same(figures(asked(begun, now, 2)), [
      [at(0), 1.5],
      [at(2), 4.5],
    ]);
    t.same(figures(asked(begun + MINUTE_MS, begun + 2 * MINUTE_MS)), [[at(1), 2]]);
    const { now: sample } = asked(now, now) ?? {};
    t.match(sample, {
      sockets: 6,
      rss_bytes: Number,
      threads: [{ name: 'main', heap_bytes: 1024 }],
      alarms: { open: 1, total: 3 },
    });
    t.ok((sample?.quotes_per_sec ?? 0) > 0, 'quotes a second');
    const [first] = asked(begun, now)?.minutes ?? [];
    t.ok((first?.quotes_per_sec ?? 0) > 0, 'in minutes, too');
    t.ok((sample?.rss_bytes ?? 0) > 0 && (sample?.disk_free_bytes ?? 0) > 0);
    t.equal(vitals.monitor('trade', 'other', { from: 0, to: now, stepMs: MINUTE_MS }), undefined);
    vitals.stop();
    now += MINUTE_MS;
    const later = vitalsIn(data, { now: () => now }).vitals;
    const ended = { from: begun, to: now, stepMs: MINUTE_MS };
    t.match(later.monitor('api', vitals.runId, ended), { now: null, minutes: { length: 4 } });
    later.start();
    now += EXPIRES_MS - 2 * MINUTE_MS;
    later.look();
    later.stop();
    const left = vitalsIn(data, { now: () => now }).vitals;
    const seen = left.monitor('api', vitals.runId, ended);
    t.same(
      seen?.minutes.map((one) => one.at),
      [at(3)],
      'what is older than a day goes',
    );
    left.stop();
  },
);

t.test('a damaged file is made again, with a line in the log', async (t) => {
  const data = folder();
  const file = join(data, 'vitals.db');
  writeFileSync(file, 'no database at all, but long enough to be looked at as one '.repeat(99));
  const { vitals, lines } = vitalsIn(data);
  vitals.start();
  vitals.look();
  const msg = 'vitals.db cannot be used and is made again';
  t.match(lines, [{ level: 'warn', record: { msg } }]);
  for (let beat = 0; beat < 3; beat += 1) vitals.look();
  t.match(vitals.instances('trade'), [{ instance_id: vitals.runId }]);
  vitals.stop();
  t.match(readFileSync(file).subarray(0, 6).toString(), 'SQLite');
  t.notOk(existsSync(`${file}-journal`));
});

const DEV = `Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo
    lo: 5000 1 0 0 0 0 0 0 5000 1 0 0 0 0 0 0
  eth0: 100 1 0 0 0 0 0 0 40 1 0 0 0 0 0 0
 wlan0:7 1 0 0 0 0 0 0 2 1 0 0 0 0 0 0
`;
const SNMP = `Ip: Forwarding DefaultTTL
Ip: 1 64
Tcp: RtoAlgorithm RetransSegs InErrs
Tcp: 1 17 0
`;

t.test(
  `without an adapter all but loopback count; one that is absent has nulls and a reason; a single
  one has no retransmissions [${LIST} #8, #9]`,
  async (t) => {
    const files = { interfaces: DEV, protocols: SNMP };
    t.same(networkCounters(files, ''), {
      inBytes: 107,
      outBytes: 42,
      retransmissions: 17,
      reason: '',
    });
    const one = networkCounters(files, 'eth0');
    t.match(one, { inBytes: 100, outBytes: 40, retransmissions: null, reason: /all adapters/ });
    const none = { inBytes: null, outBytes: null, retransmissions: null };
    const reason = 'there is no network adapter eth1';
    t.same(networkCounters(files, 'eth1'), { ...none, reason });
    const nowhere = networkCounters({ interfaces: undefined, protocols: undefined }, '');
    t.match(nowhere, { ...none, reason: 'the system has no /proc/net/dev' });
  },
);

t.test('each server has the adapter of its own settings from the next sample on', async (t) => {
  const servers: { id: ServerId; network_adapter: string }[] = [
    { id: 'trade', network_adapter: 'none0' },
  ];
  const settings = () => ({ version: 1, logical_server: servers as never });
  const { vitals } = vitalsIn(folder(), { settings });
  vitals.start();
  vitals.look();
  t.match(vitals.newest('trade')?.network, {
    ...{ adapter: 'none0', in_bytes_per_sec: null },
    reason: 'there is no network adapter none0',
  });
  t.match(vitals.newest('api')?.network, { adapter: '', reason: '' });
  servers[0] = { id: 'trade', network_adapter: '' };
  vitals.look();
  t.match(vitals.newest('trade')?.network, { adapter: '', reason: '' });
  vitals.stop();
});
