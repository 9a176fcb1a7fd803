// Live money by socket: an account's own, and the rows that staff follow.

import t from 'tap';
import { RIGHTS } from '../../wire/identity.js';
import { sessionOf, staffSession } from '../support/memory-actors.js';
import { type Frame, SocketHarness } from '../support/socket-harness.js';

const TOKEN = 'session-of-terminal';

const money = (login: number, equity: string): string => JSON.stringify({ login, equity });

const moneys = (frames: readonly Frame[]): Frame[] =>
  frames.filter(({ event }) => event === 'account_money');

t.test('An account is told its money when it changes, four times a second at most', async (t) => {
  const stage = await SocketHarness.open(t);
  const { actors, clock } = stage;
  actors.setSession(sessionOf(TOKEN));
  actors.setSession(sessionOf('session-of-another', { login: 1002 }));
  const peer = await stage.trader(TOKEN);
  const other = await stage.trader('session-of-another', { encoding: 'msgpack' });
  for (let n = 1; n <= 100; n += 1) {
    actors.front.money(1001, 'demo\\standard', money(1001, `${n}.00`));
    actors.front.flush();
    clock.advance(20);
  }
  clock.advance(250);
  actors.front.money(1002, 'demo\\standard', money(1002, '7.00'));
  clock.advance(10);
  await peer.request('ping');
  const told = moneys(peer.frames);
  t.ok(told.length >= 8 && told.length <= 9, `${told.length} in two seconds`);
  t.same(told.at(-1), { event: 'account_money', data: { login: 1001, equity: '100.00' } });
  t.same((await other.event('account_money')).data, { login: 1002, equity: '7.00' });
  t.equal(moneys(other.frames).length, 1);
});

t.test('Staff follow the money of accounts that they may see', async (t) => {
  const stage = await SocketHarness.open(t);
  const { actors, clock } = stage;
  const id = 'session-of-staff';
  actors.setSession(staffSession(id, { group_scope: ['demo\\*'] }));
  actors.setSession(staffSession('session-of-blind', { login: 2, rights: ['trades.view'] }));
  const tell = (login: number, equity: string, group = 'demo\\standard'): void => {
    actors.front.money(login, group, money(login, equity));
  };
  const rowsOf = (frame: Frame): { login: number; equity: string }[] =>
    (frame.data as { rows: { login: number; equity: string }[] }).rows;

  await t.test('but of staff only with rights that cover every one of theirs', async (t) => {
    const [some, all] = ['session-of-dealer', 'session-of-director'];
    actors.setSession(staffSession(some, { login: 3, rights: ['accounts.view', 'config.staff'] }));
    actors.setSession(staffSession(all, { login: 4, rights: [...RIGHTS] }));
    const [lesser, head] = [await stage.staff(some), await stage.staff(all)];
    for (const peer of [lesser, head]) {
      await peer.request('subscribe', { channel: 'accounts', group: '*' });
    }
    tell(2, '3.00', 'managers\\dealers');
    tell(1001, '1.00');
    clock.advance(10);
    t.same(rowsOf(await lesser.event('account_money')), [{ login: 1001, equity: '1.00' }]);
    t.same(rowsOf(await head.event('account_money')).length, 2);
    for (const one of [lesser, head]) {
      one.ws.close();
      await one.closed;
    }
  });

  await t.test('by a mask within their scope [GET /admin/v1/socket #3]', async (t) => {
    const peer = await stage.staff(id);
    const first = await peer.request('subscribe', { channel: 'accounts', group: '*' });
    t.match(first.data, { channel: 'accounts', snapshot: [], seq: '0' });
    t.same(actors.followed, { masks: ['*'], logins: [] });
    tell(1001, '1.00');
    tell(5001, '9.00', 'real\\standard');
    clock.advance(10);
    t.same(rowsOf(await peer.event('account_money')), [{ login: 1001, equity: '1.00' }]);

    const second = await stage.staff(id);
    const known = await second.request('subscribe', { channel: 'accounts', group: 'demo\\*' });
    t.match(known.data, { snapshot: [{ login: 1001, equity: '1.00' }] });

    actors.setSession(staffSession(id, { group_scope: ['real\\*'] }));
    tell(1001, '2.00');
    tell(5001, '8.00', 'real\\standard');
    clock.advance(1000);
    t.same(rowsOf(await peer.event('account_money')), [{ login: 5001, equity: '8.00' }]);

    const blind = await stage.staff('session-of-blind');
    const refused = await blind.request('subscribe', { channel: 'accounts', group: '*' });
    t.match(refused, { code: 'forbidden' });
    for (const one of [peer, second]) {
      one.ws.close();
      await one.closed;
    }
    await blind.request('ping');
    t.same(actors.followed, { masks: [], logins: [] }, 'nobody follows any more');
    actors.setSession(staffSession(id, { group_scope: ['demo\\*'] }));
  });

  await t.test('or by login, each row once a second at most', async (t) => {
    const peer = await stage.staff(id);
    actors.accountSeq = 3;
    const logins = [1001, 1002];
    const first = await peer.request('subscribe', { channel: 'accounts', logins });
    t.match(first.data, { snapshot: [{ login: 1001 }, { login: 1002 }] });
    t.same(actors.followed, { masks: [], logins });
    for (let n = 1; n <= 100; n += 1) {
      for (const login of [1001, 1003]) tell(login, `${n}.00`);
      clock.advance(20);
    }
    tell(1002, '5.00');
    clock.advance(1000);
    await peer.request('ping');
    const rows = moneys(peer.frames).flatMap(rowsOf);
    t.ok(rows.filter(({ login }) => login === 1001).length <= 3);
    t.same(rows.slice(-2), [
      { login: 1001, equity: '100.00' },
      { login: 1002, equity: '5.00' },
    ]);
    t.notOk(rows.some(({ login }) => login === 1003));
    await peer.request('unsubscribe', { channel: 'accounts', logins: [1001] });
    t.same(actors.followed, { masks: [], logins: [1002] });
  });

  await t.test('not by a login beyond their reach, nor by too many', async (t) => {
    const peer = await stage.staff(id);
    const follow = (filter: Record<string, unknown>): Promise<Frame> =>
      peer.request('subscribe', { channel: 'accounts', ...filter });
    t.match(await follow({ logins: [1001, 5001] }), { code: 'forbidden', message: /5001/ });
    t.match(await follow({ logins: Array.from({ length: 1001 }, (_, n) => n + 1) }), {
      code: 'invalid_input',
      message: /logins/,
    });
    t.match(await follow({ logins: [1001], group: '*' }), { code: 'invalid_input' });
    t.match(await follow({}), { code: 'invalid_input' });
    t.match(await follow({ group: '*a*b*c*d*e*f*g*h*i' }), { code: 'invalid_input' });
  });

  await t.test('at most 500 rows in a frame', async (t) => {
    const peer = await stage.staff(id, { encoding: 'msgpack' });
    await peer.request('subscribe', { channel: 'accounts', group: 'demo\\*' });
    for (let login = 1; login <= 1200; login += 1) tell(login, '1.00');
    clock.advance(1000);
    await peer.request('ping');
    t.same(
      moneys(peer.frames).map((frame) => rowsOf(frame).length),
      [500, 500, 200],
    );
  });
});
