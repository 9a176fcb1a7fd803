// A hidden account on a real server: what happens on it, before a restart too, is told to few.

import t, { type Test } from 'tap';
import { RestClient } from '../support/client/rest.js';
import { SocketClient } from '../support/client/socket.js';
import { throwIn } from '../support/client/staff.js';
import { ServerProcess } from '../support/server-process.js';
import { signInStaff, Trader } from '../support/trader.js';

const PASSWORD = 'Dealer-1-pass';
const EURUSD = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' };

/** Opens the account of a dealer who sees every group and no hidden account; answers his login. */
const hire = async (staff: RestClient): Promise<number> => {
  const { data } = await staff.post<{ login: number }>('/accounts', {
    group: 'managers\\dealers',
    master_password: PASSWORD,
    investor_password: 'Watch-1-only',
  });
  const rights = ['accounts.view', 'trades.view'];
  const { success, message } = await staff.post('/staff', {
    login: data.login,
    rights,
    group_scope: ['*'],
  });
  if (!success) throw new Error(message);
  return data.login;
};

const desk = async (server: ServerProcess, login: number): Promise<SocketClient> => {
  const rest = new RestClient(server.url(''), 'staff');
  await rest.signIn(login, PASSWORD);
  return SocketClient.signIn(rest);
};

/** Follows all deals; answers the seq from which on. */
const follow = async (t: Test, socket: SocketClient): Promise<string> => {
  const { success, data } = await socket.request<{ seq: string }>('subscribe', {
    channel: 'deals',
    group: '*',
  });
  t.ok(success);
  return data.seq;
};

/** The logins of the deals that a socket was told. */
const dealt = ({ events }: SocketClient): number[] =>
  events
    .filter(({ event }) => event === 'deal')
    .map(({ data }) => (data as { login: number }).login);

t.test('What happens on a hidden account is told to those who see it', async (t) => {
  const data = t.testdir();
  const first = await ServerProcess.start({ data });
  const staff = await signInStaff(first);
  await throwIn(staff, 'EURUSD', '1.10000', '1.10010');
  const dealer = await hire(staff);
  const [shown, hidden] = [await Trader.enter(first, staff), await Trader.enter(first, staff)];
  const [few, all] = [await desk(first, dealer), await SocketClient.signIn(staff)];
  const after_seq = await follow(t, few);
  await follow(t, all);
  const { data: account } = await staff.request<{ version: number }>(
    'GET',
    `/accounts/${hidden.login}`,
  );
  const hide = await staff.request('PATCH', `/accounts/${hidden.login}`, {
    version: account.version,
    hidden: true,
  });
  t.equal(hide.code, 'ok', hide.message);
  for (const trader of [hidden, shown]) t.equal((await trader.trade(EURUSD)).code, 'ok');
  for (const socket of [few, all]) {
    await socket.take<{ login: number }>('deal', ({ data }) => data.login === shown.login);
  }
  t.same(dealt(few), [shown.login]);
  t.same(dealt(all), [hidden.login, shown.login]);
  await first.kill();

  const second = await ServerProcess.start({ data });
  t.teardown(() => second.kill());
  const again = [await desk(second, dealer), await SocketClient.signIn(await signInStaff(second))];
  for (const socket of again) {
    const channels = [{ channel: 'deals' }];
    const resumed = await socket.request('resume', { after_seq, channels });
    t.match(resumed.data, { resumed: true });
  }
  const [little, whole] = again.map(dealt);
  t.notOk(little?.includes(hidden.login), 'nor what happened before the restart');
  t.ok(little?.includes(shown.login));
  t.ok(whole?.includes(hidden.login));
});
