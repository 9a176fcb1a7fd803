// The channel `config`: staff with a right to settings hear what changed, and nobody else.

import t from 'tap';
import { RIGHTS, type Right } from '../../wire/identity.js';
import { sessionOf, staffSession } from '../support/memory-actors.js';
import { SocketHarness } from '../support/socket-harness.js';

const staffWith = async (stage: SocketHarness, id: string, ...rights: Right[]) => {
  stage.actors.setSession(staffSession(id, { rights }));
  return stage.staff(id);
};

const CHANGES = [
  { kind: 'datafeed', id: '3', version: 7 },
  { kind: 'group', id: '2', version: 1 },
];

t.test('who follows is told of each setting that changed, with the version', async (t) => {
  const stage = await SocketHarness.open(t);
  const peers = [
    await staffWith(stage, 'session-of-first', 'config.datafeeds'),
    await staffWith(stage, 'session-of-second', 'config.mail'),
  ];
  for (const peer of peers) {
    const { data, code } = await peer.request('subscribe', { channel: 'config' });
    t.equal(code, 'ok');
    t.match(data, { channel: 'config', snapshot: { config_version: 1 } });
  }
  stage.actors.front.configured(12, CHANGES);
  stage.actors.front.flush();
  for (const peer of peers) {
    for (const change of CHANGES) {
      const frame = await peer.event('config_changed');
      t.same(frame, { event: 'config_changed', data: { ...change, config_version: 12 } });
    }
  }
});

t.test('it takes a right to settings, and staff', async (t) => {
  const stage = await SocketHarness.open(t);
  const others = RIGHTS.filter((right) => !right.startsWith('config.'));
  const stranger = await staffWith(stage, 'session-of-stranger', ...others);
  t.match(await stranger.request('subscribe', { channel: 'config' }), { code: 'forbidden' });
  stage.actors.setSession(sessionOf('session-of-trader'));
  const trader = await stage.trader('session-of-trader');
  const refused = await trader.request('subscribe', { channel: 'config' });
  t.match(refused, { code: 'invalid_input', message: /channel/ });
  stage.actors.front.configured(12, CHANGES);
  stage.actors.front.flush();
  for (const peer of [stranger, trader]) {
    await peer.request('ping');
    t.notOk(peer.frames.some(({ event }) => event === 'config_changed'));
  }
});

t.test('who leaves, or loses the right, is told no more', async (t) => {
  const stage = await SocketHarness.open(t);
  const one = await staffWith(stage, 'session-of-first', 'config.symbols');
  const two = await staffWith(stage, 'session-of-second', 'config.symbols');
  for (const peer of [one, two]) await peer.request('subscribe', { channel: 'config' });
  await one.request('unsubscribe', { channel: 'config' });
  stage.actors.setSession(staffSession('session-of-second', { rights: [] }));
  stage.actors.front.configured(12, CHANGES);
  stage.actors.front.flush();
  for (const peer of [one, two]) {
    await peer.request('ping');
    t.notOk(peer.frames.some(({ event }) => event === 'config_changed'));
  }
});
