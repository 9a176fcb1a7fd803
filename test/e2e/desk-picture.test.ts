// Desks that follow positions and orders live: their pictures are the lists, over cuts, resumes,
// moves between groups and archived accounts.

import { randomUUID } from 'node:crypto';
import t from 'tap';
import { SocketClient } from '../support/client/socket.js';
import { openAccount, openGroup } from '../support/client/staff.js';
import { within } from '../support/guard.js';
import { SeededRandom } from '../support/lives/random.js';
import { countOf } from '../support/run.js';
import { ServerProcess } from '../support/server-process.js';
import { DeskPicture, differences, LISTS, type Listed, listed } from './desk-picture.js';

const STEPS = countOf({ test: 160, deep: 12_000, soak: 60_000 });
const COMPARED_EACH = 40;
/** Random steps that are under way at the same time. */
const WINDOW = 6;
const SEED = 26;
const GROUPS = ['real\\standard', 'real\\second'];
const PRICE = 1.1;

const server = await ServerProcess.start({ args: ['--trade-rate', '0'] });
t.teardown(() => server.kill());
const staff = await server.staff();
const random = new SeededRandom(SEED);
const pick = <T>(of: readonly T[]): T => of[random.below(of.length)] as T;

const priceAt = (points: number): string => (PRICE + points / 100_000).toFixed(5);

interface Account {
  readonly login: number;
}

/** A trade of staff for an account, whose own sessions end when it is archived. */
const traded = async ({ login }: Account, request: object): Promise<void> => {
  const body = { request_id: randomUUID(), ...request };
  await within(staff.post(`/accounts/${login}/trade`, body), 'an answer');
};

/** Opens, places, changes, or ends something of an account. */
const trade = async (account: Account): Promise<void> => {
  const chance = random.below(10);
  if (chance < 4) {
    return traded(account, { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.02' });
  }
  if (chance < 6) {
    const order = { symbol: 'EURUSD', side: 'buy', order_kind: 'limit', volume: '0.01' };
    return traded(account, { kind: 'pending', ...order, price: priceAt(-random.within(100, 300)) });
  }
  const isOrder = chance < 8;
  const path = LISTS[isOrder ? 'orders' : 'positions'];
  const list = await staff.get<{ items: Listed[] }>(`${path}?login=${account.login}`);
  const rows = list.data.items;
  const one = rows.length === 0 ? undefined : pick(rows);
  if (one === undefined) return;
  const request = isOrder
    ? { kind: 'pending_cancel', order_id: one.id }
    : pick([
        { kind: 'close', position_id: one.id },
        { kind: 'close', position_id: one.id, volume: '0.01' },
        { kind: 'modify', position_id: one.id, sl: priceAt(-random.within(400, 900)) },
      ]);
  await traded(account, request);
};

/** Moves an account to the other group. */
const move = async ({ login }: Account): Promise<void> => {
  const { data } = await staff.get<{ version: number; group: string }>(`/accounts/${login}`);
  const group = GROUPS.find((one) => one !== data.group);
  await staff.post(`/accounts/${login}/group`, { version: data.version, group });
};

/** Archives an account if it has nothing open, and restores it. */
const archive = async ({ login }: Account): Promise<void> => {
  await staff.post(`/accounts/${login}/archive`, {});
  await staff.post(`/accounts/${login}/restore`, {});
};

interface MoneyFrame {
  readonly rows: readonly { readonly login: number; readonly balance: string }[];
}

t.test('A desk sees all accounts of a mask, those that come, and those that leave', async (t) => {
  const group = 'demo\\netting';
  const first = await openAccount(staff, group, '700');
  const socket = await SocketClient.signIn(staff);
  const asked = { channel: 'accounts', group: 'demo\\n*' };
  const subscribe = async (data: Record<string, unknown> = asked) =>
    t.match(await socket.request('subscribe', data), { success: true });
  await subscribe();
  const { items } = (await staff.get<{ items: Listed[] }>(`/accounts?group=demo%5Cn*`)).data;
  const shown = (await socket.take<MoneyFrame>('snapshot')).data.rows;
  const money = (of: readonly { login: number; balance?: unknown }[]) =>
    of.map(({ login, balance }) => [login, balance]);
  t.same(money(shown), money(items as never));
  t.ok(shown.some(({ login, balance }) => login === first.login && balance === '700.00'));
  const second = await openAccount(staff, group, '800');
  const has = ({ rows }: MoneyFrame, balance: string) =>
    rows.some((row) => row.login === second.login && row.balance === balance);
  await socket.take<MoneyFrame>('account_money', ({ data }) => has(data, '800.00'));
  const moved = async (to: string) => {
    const { data } = await staff.get<{ version: number }>(`/accounts/${second.login}`);
    const body = { version: data.version, group: to };
    t.match(await staff.post(`/accounts/${second.login}/group`, body), { success: true });
  };
  for (const [to, isShown] of [
    ['demo\\standard', false],
    [group, true],
  ] as const) {
    await moved(to);
    const { data } = await socket.take<Record<string, unknown>>('resubscribe');
    t.same(data, asked);
    await subscribe(data);
    t.equal(has((await socket.take<MoneyFrame>('snapshot')).data, '800.00'), isShown);
  }
  await socket.close();
});

t.test('The rows that a desk follows equal the lists', async (t) => {
  await server.quote('EURUSD', priceAt(0), priceAt(10));
  await openGroup(staff, GROUPS[1] as string);
  const accounts: Account[] = [];
  for (let n = 0; n < 6; n += 1) {
    accounts.push(await openAccount(staff, pick(GROUPS), '1000000'));
  }
  const desks = [
    new DeskPicture(staff, GROUPS[0] as string, 'json'),
    new DeskPicture(staff, '*\\second', 'msgpack'),
    new DeskPicture(staff, 'real\\*', 'json'),
  ];
  const step = async (): Promise<void> => {
    const chance = random.below(100);
    if (chance < 6) return move(pick(accounts));
    if (chance < 8) return archive(pick(accounts));
    return trade(pick(accounts));
  };
  const sum = (of: (counts: DeskPicture['counts']) => number): number =>
    desks.reduce((total, { counts }) => total + of(counts), 0);
  const settled = () =>
    Promise.all(desks.map((desk) => within(desk.settle(), 'what has happened')));
  /** Cuts all desks between two trades of an account, while no account is moved. */
  const cutAll = async (): Promise<void> => {
    for (const { login } of accounts) {
      const ask = (request: object) =>
        staff.post<{ position_id: number }>(`/accounts/${login}/trade`, {
          request_id: randomUUID(),
          ...request,
        });
      const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' };
      const { success, data } = await ask(open);
      // An account that was archived is disabled.
      if (!success) continue;
      await settled();
      const before = sum(({ resumed }) => resumed);
      await Promise.all(desks.map((desk) => desk.cut()));
      t.match(await ask({ kind: 'close', position_id: data.position_id }), { success: true });
      await settled();
      const more = sum(({ resumed }) => resumed) - before;
      t.ok(more >= 2, `both desks that have seen the opening resume: ${more} do`);
      return;
    }
  };
  const wrong: string[] = [];
  for (let done = 0; done < STEPS && wrong.length === 0; done += COMPARED_EACH) {
    let left = COMPARED_EACH;
    const work = async (): Promise<void> => {
      for (; left > 0; left -= 1) await step();
    };
    const cutting = async (desk: DeskPicture): Promise<void> => {
      for (let times = random.within(1, 2); times > 0; times -= 1) {
        await desk.cut();
        await step();
        await within(desk.connect(), 'a new connection');
        await step();
        await within(desk.settle(), 'what has happened');
      }
    };
    await Promise.all([...Array.from({ length: WINDOW }, work), ...desks.map(cutting)]);
    await cutAll();
    // A list of the same session is fenced behind everything that it was answered.
    await listed(staff, 'positions', '*');
    for (const desk of desks) {
      await desk.settle();
      wrong.push(...(await differences(staff, desk)).map((fault) => `${desk.group}: ${fault}`));
    }
  }
  t.same(wrong.slice(0, 5), []);
  for (const { counts, group } of desks) {
    t.ok(counts.events > STEPS / 20, `${group}: ${counts.events} events`);
    t.ok(counts.snapshots + counts.resumed > 4, JSON.stringify(counts));
  }
  t.ok(sum(({ ended }) => ended) > 4, 'accounts were moved into masks and out of them');
  t.ok(sum(({ resumed }) => resumed) > 4, 'desks resumed');
});
