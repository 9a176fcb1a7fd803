// Hidden accounts on live sockets: staff without `accounts.hidden` are told nothing of them.

import t, { type Test } from 'tap';
import type { MemoryActors } from '../support/memory-actors.js';
import { staffSession } from '../support/memory-actors.js';
import { type Frame, type Peer, SocketHarness, until } from '../support/socket-harness.js';

const [SEEN, HIDDEN] = [1001, 1002];
const VIEWER = 'session-of-viewer';
const KEEPER = 'session-of-keeper';
const RIGHTS = ['accounts.view', 'trades.view'] as const;

const viewer = (more: Parameters<typeof staffSession>[1] = {}) =>
  staffSession(VIEWER, { login: 2, rights: RIGHTS, ...more });

interface Scene {
  readonly stage: SocketHarness;
  readonly actors: MemoryActors;
  /** Without the right `accounts.hidden`, and with it. */
  readonly peers: { readonly viewer: Peer; readonly keeper: Peer };
}

const scene = async (t: Test): Promise<Scene> => {
  const stage = await SocketHarness.open(t);
  const { actors } = stage;
  actors.setSession(viewer());
  actors.setSession(staffSession(KEEPER, { login: 3, rights: [...RIGHTS, 'accounts.hidden'] }));
  actors.hide(HIDDEN, true);
  const peers = { viewer: await stage.staff(VIEWER), keeper: await stage.staff(KEEPER) };
  return { stage, actors, peers };
};

const seqs = (frames: readonly Frame[]): number[] =>
  frames.flatMap(({ seq }) => (seq === undefined ? [] : [Number(seq)]));

const rowsOf = (frames: readonly Frame[]): number[] =>
  frames
    .filter(({ event }) => event === 'account_money')
    .flatMap(({ data }) => (data as { rows: { login: number }[] }).rows)
    .map(({ login }) => login);

/** Money of both accounts changes, and what is due of it is sent. */
const earn = async ({ stage, actors, peers }: Scene, equity: string): Promise<void> => {
  for (const login of [SEEN, HIDDEN]) {
    actors.front.money(login, 'demo\\standard', JSON.stringify({ login, equity }));
  }
  stage.clock.advance(1000);
  for (const peer of Object.values(peers)) await peer.request('ping');
};

for (const channel of ['deals', 'orders', 'positions'] as const) {
  t.test(`${channel} of hidden accounts go to those alone who see them`, async (t) => {
    const { actors, peers } = await scene(t);
    for (const peer of Object.values(peers)) await peer.request('subscribe', { channel });
    actors.happens({ login: HIDDEN, account_seq: 1, parts: [channel] });
    actors.happens({ login: SEEN, account_seq: 1, parts: [channel] });
    for (const peer of Object.values(peers)) await peer.request('ping');
    t.same(seqs(peers.viewer.frames), [2]);
    t.same(seqs(peers.keeper.frames), [1, 2]);

    await t.test('from the moment that one is hidden', async (t) => {
      actors.hide(SEEN, true);
      actors.happens({ login: SEEN, account_seq: 2, parts: [channel] });
      for (const peer of Object.values(peers)) await peer.request('ping');
      t.same(seqs(peers.viewer.frames), [2]);
      t.same(seqs(peers.keeper.frames), [1, 2, 3]);
    });

    await t.test('until it is shown again, or the viewer may see it', async (t) => {
      actors.hide(SEEN, false);
      actors.happens({ login: SEEN, account_seq: 3, parts: [channel] });
      actors.setSession(viewer({ rights: [...RIGHTS, 'accounts.hidden'] }));
      actors.happens({ login: HIDDEN, account_seq: 2, parts: [channel] });
      await peers.viewer.request('ping');
      t.same(seqs(peers.viewer.frames), [2, 4, 5]);
    });
  });

  t.test(`A resume brings ${channel} of accounts that are seen now`, async (t) => {
    const { stage, actors } = await scene(t);
    actors.happens({ login: SEEN, account_seq: 1, parts: [channel] });
    actors.happens({ login: HIDDEN, account_seq: 1, parts: [channel] });
    actors.happens({ login: 1003, account_seq: 1, parts: [channel] });
    actors.hide(1003, true);
    const missed = async (id: string): Promise<number[]> => {
      const peer = await stage.staff(id);
      await peer.request('resume', { after_seq: '0', channels: [{ channel }] });
      return seqs(peer.frames);
    };
    t.same(await missed(VIEWER), [1], 'one that was hidden afterwards is left out, too');
    t.same(await missed(KEEPER), [1, 2, 3]);
  });
}

t.test('Money of hidden accounts goes by a mask to those alone who see them', async (t) => {
  const all = await scene(t);
  const { actors, peers } = all;
  await earn(all, '1.00');
  const follow = async (peer: Peer) =>
    (await peer.request('subscribe', { channel: 'accounts', group: '*' })).data;
  t.match(await follow(peers.viewer), { snapshot: [{ login: SEEN }] });
  t.match(await follow(peers.keeper), { snapshot: [{ login: SEEN }, { login: HIDDEN }] });
  await earn(all, '2.00');
  t.same(rowsOf(peers.viewer.frames), [SEEN]);
  t.same(rowsOf(peers.keeper.frames), [SEEN, HIDDEN]);
  actors.hide(SEEN, true);
  await earn(all, '3.00');
  t.same(rowsOf(peers.viewer.frames), [SEEN], 'nor when one is hidden meanwhile');
  t.same(rowsOf(peers.keeper.frames), [SEEN, HIDDEN, SEEN, HIDDEN]);
});

t.test('An account that was followed by its login is asked for again', async (t) => {
  const follow = async (peer: Peer, logins: readonly number[]) =>
    peer.request('subscribe', { channel: 'accounts', logins });

  await t.test('when it is hidden', async (t) => {
    const all = await scene(t);
    const { actors, peers } = all;
    t.match(await follow(peers.viewer, [SEEN, HIDDEN]), { code: 'not_found', message: /1002/ });
    await follow(peers.viewer, [SEEN]);
    await follow(peers.keeper, [HIDDEN]);
    actors.hide(SEEN, true);
    await earn(all, '1.00');
    t.same(rowsOf(peers.viewer.frames), []);
    t.same(rowsOf(peers.keeper.frames), [HIDDEN]);
    t.same(actors.followed, { masks: [], logins: [HIDDEN] }, 'it is followed no longer');
  });

  await t.test('when the viewer sees hidden ones no more', async (t) => {
    const all = await scene(t);
    const { actors, peers } = all;
    actors.setSession(viewer({ rights: [...RIGHTS, 'accounts.hidden'] }));
    await follow(peers.viewer, [SEEN, HIDDEN]);
    actors.setSession(viewer());
    await earn(all, '1.00');
    t.same(rowsOf(peers.viewer.frames), [SEEN]);
    t.same(actors.followed.logins, [SEEN]);
  });

  await t.test('when the desk lets him reach one of staff no more', async (t) => {
    const all = await scene(t);
    const { actors, peers } = all;
    const powers = (...more: 'config.staff'[]) => viewer({ rights: [...RIGHTS, ...more] });
    actors.setSession(powers('config.staff'));
    await follow(peers.viewer, [SEEN]);
    const tell = (): void => actors.front.money(SEEN, 'managers\\dealers', '{"login":1001}');
    tell();
    all.stage.clock.advance(1000);
    await peers.viewer.event('account_money');
    actors.setSession(powers());
    tell();
    all.stage.clock.advance(1000);
    await peers.viewer.request('ping');
    t.same(rowsOf(peers.viewer.frames), [SEEN], 'without config.staff');
    actors.unreached.add(SEEN);
    actors.front.accounts([SEEN]);
    await until(() => actors.followed.logins.length === 0, 'its end');
  });
});
