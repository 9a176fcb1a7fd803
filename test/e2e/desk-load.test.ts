// What staff are shown and what they may do while clients trade and accounts come and go.

import { randomUUID } from 'node:crypto';
import t from 'tap';
import type { RestClient } from '../support/client/rest.js';
import type { Deal, Execution, Page, Position } from '../support/client/shapes.js';
import { SocketClient } from '../support/client/socket.js';
import { deposit, openEmpty } from '../support/client/staff.js';
import { countOf } from '../support/run.js';
import { ServerProcess } from '../support/server-process.js';
import type { Trader } from '../support/trader.js';

/** Events after which lists are read. */
const READS = countOf({ test: 20, deep: 500, soak: 10_000 });
/** Accounts that a window is walked over, and accounts that change meanwhile. */
const ACCOUNTS = countOf({ test: 20, deep: 200, soak: 200 });
const WALKS = countOf({ test: 1, deep: 5, soak: 20 });
const PARALLEL = 50;
const OPEN = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' };

interface Seen {
  readonly seq: string;
  readonly data: Execution & { readonly login: number };
}
interface Result {
  readonly code: string;
  readonly request_id: string;
}
interface Window {
  readonly items: readonly { readonly login: string }[];
  readonly after: string | null;
}

const server = await ServerProcess.start({ args: ['--trade-rate', '0'] });
t.teardown(() => server.kill());
await server.quote('EURUSD', '1.10000', '1.10000');
const staff = await server.staff();

/** Opens and closes positions one after another until `isOver`. */
const trade = async (trader: Trader, isOver: () => boolean): Promise<void> => {
  while (!isOver()) {
    const { data } = await trader.trade(OPEN);
    await trader.trade({ kind: 'close', position_id: data.position_id });
  }
};

t.test("A list that calls itself current has all that its session's socket had", async (t) => {
  const traders = await Promise.all([1, 2, 3, 4].map(() => server.openAccount()));
  const socket = await SocketClient.signIn(staff);
  await socket.request('subscribe', { channel: 'deals', group: '*' });
  let isOver = false;
  const trading = traders.map((trader) => trade(trader, () => isOver));
  const missed: string[] = [];
  let current = 0;
  for (let n = 0; n < READS; n += 1) {
    await socket.take('deal');
    const { seq, data } = socket.events.at(-1) as unknown as Seen;
    const { login, deals: made } = data;
    const [deals, positions, accounts] = await Promise.all([
      staff.get<Page<Deal>>(`/accounts/${login}/deals?limit=1000`),
      staff.get<Page<Position>>(`/positions?login=${login}`),
      staff.get<Page<object>>(`/accounts?login=${login}&min_projection_seq=${seq}`),
    ]);
    for (const { data: page } of [deals, positions, accounts]) {
      if (page.consistency !== 'current') continue;
      current += 1;
      if (Number(page.projection_seq) < Number(seq)) missed.push(`seq ${seq}`);
    }
    if (deals.data.consistency !== 'current') continue;
    const shown = new Set(deals.data.items.map(({ id }) => id));
    missed.push(...made.filter(({ id }) => !shown.has(id)).map(({ id }) => `deal ${id}`));
  }
  isOver = true;
  await Promise.all([...trading, socket.close()]);
  t.same(missed, []);
  t.ok(current > 0, `${current} lists were current`);
});

/** The logins of a window's pages in their order, from the first to the last. */
const walk = async (query: string): Promise<string[]> => {
  const logins: string[] = [];
  let at = 'edge=first';
  for (;;) {
    const { success, code, message, data } = await staff.get<Window>(
      `/accounts/window?limit=7&${query}&${at}`,
    );
    if (!success) throw new Error(`${query}: ${code} ${message}`);
    logins.push(...data.items.map(({ login }) => login));
    if (data.after === null) return logins;
    at = `edge=after&cursor=${encodeURIComponent(data.after)}`;
  }
};

/** Opens, moves, archives, restores and deletes accounts in turn until `isOver`. */
const change = async (logins: readonly number[], isOver: () => boolean): Promise<number> => {
  let changes = 0;
  for (let n = 0; !isOver(); n += 1) {
    const login = logins[n % logins.length];
    const added = await openEmpty(staff, 'walk\\a');
    const { data } = await staff.get<{ version: number; group: string }>(`/accounts/${login}`);
    const group = data.group === 'walk\\a' ? 'walk\\b' : 'walk\\a';
    const answers = [
      await staff.post(`/accounts/${login}/group`, { version: data.version, group }),
      await staff.post(`/accounts/${added.login}/archive`, {}),
    ];
    answers.push(
      n % 2 === 0
        ? await staff.post(`/accounts/${added.login}/restore`, {})
        : await staff.request('DELETE', `/accounts/${added.login}`),
    );
    const refused = answers.find(({ success }) => !success);
    if (refused !== undefined) throw new Error(`${refused.code} ${refused.message}`);
    changes += 1 + answers.length;
  }
  return changes;
};

t.test('A walk over a window shows each account that stays as it is exactly once', async (t) => {
  for (const path of ['walk\\a', 'walk\\b']) {
    await staff.post('/groups', { path, currency: 'USD' });
  }
  const opened: number[] = [];
  for (let n = 0; n < ACCOUNTS; n += 1) opened.push((await openEmpty(staff, 'walk\\a')).login);
  const moving = opened.filter((_, n) => n % 4 === 0);
  const staying = opened.filter((_, n) => n % 4 !== 0).map(String);
  let isOver = false;
  const changing = change(moving, () => isOver);
  for (let n = 0; n < WALKS; n += 1) {
    for (const query of ['sort=login', 'sort=login&dir=desc', 'sort=group', 'sort=balance']) {
      const seen = await walk(`group=walk*&${query}`);
      const shown = seen.filter((login) => staying.includes(login));
      t.same([...shown].sort(), staying, query);
    }
  }
  isOver = true;
  t.ok((await changing) > 0);
});

/** Sessions of a user who pays without confirmations. */
const payers = async (count: number): Promise<RestClient[]> => {
  const { login, password } = await openEmpty(staff, 'managers\\dealers');
  const powers = { rights: ['accounts.view', 'accounts.balance'], group_scope: ['*'] };
  const { success, message } = await staff.post('/staff', { login, ...powers });
  if (!success) throw new Error(message);
  return Promise.all(
    Array.from({ length: count }, async () => {
      const payer = server.client('staff');
      await payer.signIn(login, password);
      return payer;
    }),
  );
};

t.test(
  `${PARALLEL} parallel withdrawals, payments and closes of one account have one effect an id,
  and leave no less than the limit`,
  async (t) => {
    const trader = await server.openAccount({ deposit: '1000' });
    const { login } = trader;
    const opened = await Promise.all(Array.from({ length: 12 }, () => trader.trade(OPEN)));
    // Two stay open, so that their margin is the limit.
    const positions = opened.map(({ data }) => data.position_id).slice(2);
    const ids = Array.from({ length: PARALLEL / 2 }, () => randomUUID());
    const items = ids.map((request_id) => ({
      ...{ login, request_id, action: 'balance', amount: '-100', comment: 'deposit' },
    }));
    const sessions = await payers(5);
    const closeIds = positions.map(() => randomUUID());
    const answers = await Promise.all([
      ...[...ids, ...ids].map((id) => deposit(staff, login, '-100', id)),
      ...[...sessions, ...sessions].map((payer, n) =>
        payer.post('/accounts/bulk-balance', {
          items: items.slice((5 * n) % items.length).slice(0, PARALLEL / 10),
        }),
      ),
      ...Array.from({ length: PARALLEL }, (_, n) =>
        trader.trade({
          kind: 'close',
          position_id: positions[n % positions.length],
          request_id: closeIds[n % positions.length],
        }),
      ),
    ]);
    const paid = answers.flatMap(
      ({ data }) => (Array.isArray(data) ? data : [data]) as (Result | null)[],
    );
    t.equal(paid.length, 3 * PARALLEL, 'each payment and each close has an answer');
    const refusals = new Set(paid.map((row) => row?.code));
    t.same([...refusals].sort(), ['ok', 'trade.no_money']);
    const { money, seq } = await trader.snapshot();
    const history = await trader.rest.fenced<Deal>('/history/deals?limit=1000', seq);
    const idsOf = (action: string) =>
      history.items.filter((deal) => deal.action === action).map(({ request_id }) => request_id);
    const done = new Set(paid.flatMap((row) => (row?.code === 'ok' ? [row.request_id] : [])));
    t.same(idsOf('sell').sort(), [...closeIds].sort(), 'each position is closed once, by its id');
    const [, ...withdrawn] = idsOf('balance').reverse();
    t.same(
      [...withdrawn, ...closeIds].sort(),
      [...done].sort(),
      'what was answered is what happened',
    );
    const left = 1000 - 100 * withdrawn.length;
    t.equal(money.balance, left.toFixed(2));
    const free = Number(money.margin_free);
    t.ok(free >= 0 && free < left, `${free} of ${left} are free: the margin was not taken out`);
  },
);
