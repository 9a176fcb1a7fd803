// The dealing desk over REST: waiting requests within the scope, and what dealers do with them.

import { randomUUID } from 'node:crypto';
import { compileSettings } from '../../../../engine/engine.js';
import { rightsOf } from '../../../../wire/accounts/rights.js';
import type { JournalPage } from '../../../../wire/rest/accounts/journal.js';
import { group, rule } from '../../../support/engine-harness.js';
import type { Terminal } from '../../../support/http-harness.js';
import { settings } from '../../../support/shard-harness.js';
import { testsWith } from '../tags.js';
import { PositionsDesk } from './positions-desk.js';

type Row = Readonly<Record<string, unknown>> & { readonly id: number };

const RIGHTS = ['trades.edit'] as const;

const test = testsWith('dealing', async (t) => {
  const desk = await PositionsDesk.open(t);
  await desk.acme();
  const groups = ['demo\\standard', 'real\\acme'].map((path) => group({ path }));
  const routing = [rule({ action: 'online_dealers' })];
  const { shard } = desk.shard;
  shard.configure(compileSettings({ ...settings, group: groups, routing }));
  const staff = await desk.http.staff({ rights: [...RIGHTS] });
  shard.dealing.attend([{ login: staff.login, rights: RIGHTS, group_scope: ['*'] }]);
  const list = (by: Terminal = staff): Promise<readonly Row[]> => by.read('/dealing');
  const says = async (action: string, id: number, body: object = {}, by: Terminal = staff) =>
    (await by.post(`/dealing/${id}/${action}`, body)).code;
  /** An order of an account in the group, which waits. */
  const order = async (path = 'demo\\standard') => {
    const login = await desk.trader({ group: path });
    desk.trade(login);
    return { login, id: [...desk.shard.waiting.all.keys()].at(-1) as number };
  };
  return { desk, staff, list, says, order };
});

test`Requests of accounts within the scope are listed as they wait`(
  async (t, { desk, list, order }) => {
    const [one, other] = [await order(), await order('real\\acme')];
    t.match(await list(), [
      { ...one, group: 'demo\\standard', symbol: 'EURUSD', state: 'queued', taken_by: 0 },
      { ...other, group: 'real\\acme' },
    ]);
    const demo = await desk.http.staff({ rights: [...RIGHTS], group_scope: ['demo\\*'] });
    t.match(await list(demo), [{ login: one.login }]);
    t.equal((await list(demo)).length, 1);
  },
);

test`A dealer takes a request, and confirms, rejects, quotes or returns it`(
  async (t, { desk, staff, list, says, order }) => {
    const [first, second, third, fourth] = [
      ...[await order(), await order(), await order(), await order()],
    ] as const;
    t.equal(await says('confirm', first.id), 'trade.locked', 'it is not taken yet');
    for (const { id } of [first, second, third, fourth]) t.equal(await says('take', id), 'ok');
    t.equal(await says('take', first.id), 'trade.locked');
    t.equal(await says('confirm', first.id, { price: '1.10010' }), 'ok');
    t.equal(desk.shard.state(first.login).positions.size, 1);
    t.equal(await says('reject', second.id, { text: 'No liquidity' }), 'ok');
    t.match(desk.events.at(-1), {
      remembered: { result: { code: 'trade.rejected', message: 'No liquidity' } },
    });
    const quote = { bid: '1.10000', ask: '1.10030' };
    t.equal(await says('requote', third.id, quote), 'trade.invalid_request', 'market execution');
    t.equal(await says('confirm', third.id), 'ok');
    t.equal(await says('return', fourth.id), 'ok', 'nobody else is there: it is rejected');
    t.same(await list(), []);
    t.equal(await says('confirm', first.id), 'not_found');
    const reader = await desk.http.staff({ rights: ['journal.view'] });
    const path = `/journal?by=${staff.login}&kind=trade&login=`;
    const linesOf = async ({ login }: { login: number }) => {
      const { items } = await reader.read<JournalPage>(`${path}${login}`);
      return items.reverse().map(({ text }) => text.replace(/;.*/, ''));
    };
    const act = ({ id }: { id: number }, words: string) => `order #${id} EURUSD: ${words}`;
    const by = `by dealer ${staff.login}`;
    t.same(
      await linesOf(first),
      [`taken ${by}`, `confirmed ${by}, 0.1 lots at 1.10010`].map((text) => act(first, text)),
      'the refused acts have no lines',
    );
    t.match(await linesOf(second), [/ taken /, act(second, `rejected ${by} (No liquidity)`)]);
    t.match(await linesOf(fourth), [/ taken /, act(fourth, `returned ${by}`)]);
  },
);

test`The roles dealer and back_office have the rights that their work needs`(
  async (t, { desk, says, order }) => {
    const admin = await desk.http.signedIn('staff');
    const hired = async (role: 'dealer' | 'back_office') => {
      const login = await desk.http.openAccount({ group: 'managers\\dealers' });
      await admin.made('/staff', { login, role, group_scope: ['*'] });
      return Object.assign(await desk.http.signedIn('staff', { login }), { login });
    };
    const dealer = await hired('dealer');
    const rights = rightsOf('dealer');
    desk.shard.shard.dealing.attend([{ login: dealer.login, rights, group_scope: ['*'] }]);
    const { login, id } = await order();
    t.equal(await says('take', id, {}, dealer), 'ok');
    t.equal(await says('confirm', id, {}, dealer), 'ok');
    t.equal(desk.shard.state(login).positions.size, 1);
    const office = await hired('back_office');
    const account = {
      ...{ group: 'real\\acme', name: 'Ada', email: 'ada@client.example' },
      ...{ master_password: 'Master-1x', investor_password: 'Investor-1x' },
    };
    t.match(await office.post('/accounts', account), { code: 'ok' });
    const body = { request_id: randomUUID(), action: 'balance', amount: '100' };
    const path = `/accounts/${login}/balance`;
    const { balance } = desk.shard.state(login).ledger;
    const asked = await office.post(path, body);
    t.match(asked, { code: 'confirmation_required' });
    const { confirm_token, confirm_code } = await office.made<{
      confirm_token: string;
      confirm_code: string;
    }>('/confirmations', asked.data);
    t.equal(desk.shard.state(login).ledger.balance, balance, 'nothing is paid unconfirmed');
    await office.made(path, { ...body, confirm_token, confirm_code });
    t.equal(desk.shard.state(login).ledger.balance, balance + 10_000);
    const refused = [await dealer.post(path, body), await office.post(`/dealing/${id}/take`, {})];
    t.match(refused, Array(2).fill({ code: 'forbidden' }));
  },
);

test`A dealer who is not on line is told so, and takes nothing`(
  async (t, { desk, list, order }) => {
    const { id } = await order();
    const absent = await desk.http.staff({ rights: [...RIGHTS] });
    t.match(await absent.post(`/dealing/${id}/take`, {}), {
      code: 'conflict',
      message: /^You are not on line as a dealer /,
    });
    t.match((await list()).at(-1), { id, state: 'queued', taken_by: 0 });
  },
);
