// Demo accounts whose life is over, on a real server: archived by its maintenance, the busy left.

import t from 'tap';
import { RestClient } from '../support/client/rest.js';
import { pay, throwIn } from '../support/client/staff.js';
import { ServerProcess } from '../support/server-process.js';
import { signInStaff, Trader } from '../support/trader.js';
import { rewrite } from './past.js';

const DAY_MS = 86_400_000;
const STEP_MS = 50;

interface Shown {
  readonly enabled: boolean;
  readonly archived_at: string | null;
  readonly last_access: string | null;
  readonly balance: string;
}

const shown = async (staff: RestClient, login: number): Promise<Shown> =>
  (await staff.get<Shown>(`/accounts/${login}`)).data;

/** Waits until maintenance has archived the account. */
const archived = async (staff: RestClient, login: number): Promise<Shown> => {
  for (;;) {
    const account = await shown(staff, login);
    if (account.archived_at !== null) return account;
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
};

t.test('maintenance archives a demo account, and leaves one with a position', async (t) => {
  const data = t.testdir();
  const before = await ServerProcess.start({ data });
  const opener = await signInStaff(before);
  await throwIn(opener, 'EURUSD', '1.10000', '1.10010');
  const busy = await Trader.enter(before, opener);
  const idle = await Trader.enter(before, opener);
  const bought = await busy.trade({
    kind: 'open',
    symbol: 'EURUSD',
    side: 'buy',
    volume: '0.01',
  });
  t.equal(bought.code, 'ok');
  await before.stop();
  const then = new Date(Date.now() - 30 * DAY_MS).toISOString();
  rewrite(data, [
    ...[busy.login, idle.login].flatMap((login) => [
      { kind: 'account' as const, key: String(login), fields: { created_at: then } },
      { kind: 'access' as const, key: String(login), fields: { at: then } },
    ]),
    {
      kind: 'platform',
      key: 'platform',
      fields: { optimization_time: '03:00', demo: { mode: 1, period_days: 7 } },
    },
  ]);

  const server = await ServerProcess.start({ data });
  const staff = await signInStaff(server);
  const account = await archived(staff, idle.login);
  t.match(account, { enabled: false, last_access: then, balance: '1000.00' });
  t.match(await shown(staff, busy.login), { enabled: true, archived_at: null });

  const again = new RestClient(server.url(''), 'trader');
  await t.rejects(again.signIn(idle.login, idle.password), /auth.account_disabled/);
  t.equal((await pay(staff, idle.login, '5')).code, 'trade.disabled');
  const order = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' };
  const refused = await staff.post(`/accounts/${idle.login}/trade`, {
    request_id: '0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a07',
    ...order,
  });
  t.equal(refused.code, 'trade.disabled');
  const trading = await Trader.signIn(server, busy.login, busy.password);
  const { position_id } = bought.data;
  await throwIn(staff, 'EURUSD', '1.10000', '1.10010');
  t.equal((await trading.trade({ kind: 'close', position_id })).code, 'ok');
  t.equal((await server.stop()).code, 0);
});
