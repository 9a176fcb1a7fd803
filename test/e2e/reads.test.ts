// Lists show a session all that it was answered before, or say that they do not yet.

import { randomUUID } from 'node:crypto';
import t from 'tap';
import { Holds } from '../faults/hold.js';
import type { RestClient } from '../support/client/rest.js';
import type { Page, TradeResult } from '../support/client/shapes.js';
import { countOf } from '../support/run.js';
import { ServerProcess } from '../support/server-process.js';
import { Trader } from '../support/trader.js';

const TIMES = countOf({ test: 20, deep: 400, soak: 400 });
const OPEN = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' };
/** The projection has pulled events and not written them. */
const PLACE = 'projection.pull';

const holds = new Holds([PLACE]);
const data = t.testdir();
let server = await ServerProcess.start({ data, env: holds.env });
t.teardown(async () => {
  holds.clear();
  await server.kill();
});
await server.quote('EURUSD', '1.10000', '1.10010');
const trader = await server.openAccount({ deposit: '100000' });
const { login, password } = trader;

type Picked = { readonly positions: readonly { readonly id: number }[] };
type Preview = {
  readonly items: readonly { readonly login: number; readonly lots_buy: string }[];
};
type Deleted = { readonly deleted: number };
type DealPage = Page<{ readonly id: number }>;
const deals = async (rest: RestClient, query = ''): Promise<DealPage> =>
  (await rest.get<DealPage>(`/history/deals${query}`)).data;

/** Trades so many times, reads the deals after each answer, and counts where one was missed. */
const missedOf = async (trade: () => Promise<TradeResult>): Promise<number> => {
  let missed = 0;
  for (let n = 0; n < TIMES; n += 1) {
    const { deal_ids, seq } = await trade();
    const { items, consistency, projection_seq } = await deals(trader.rest, '?limit=3');
    const shown = items.map(({ id }) => id);
    const isWhole = deal_ids.every((id) => shown.includes(id));
    if (!isWhole || consistency !== 'current' || Number(projection_seq) < Number(seq)) missed += 1;
  }
  return missed;
};

t.test('A history that is read straight after a trade over REST has the trade', async (t) => {
  const trade = async () => {
    const order = { request_id: randomUUID(), ...OPEN };
    return (await trader.rest.post<TradeResult>('/trades', order)).data;
  };
  t.equal(await missedOf(trade), 0);
});

t.test('A history that is read straight after a trade over the socket has the trade', async (t) => {
  t.equal(await missedOf(async () => (await trader.trade(OPEN)).data), 0);
});

t.test('The journal shows what staff have just written', async (t) => {
  const staff = await server.staff();
  let missed = 0;
  for (let n = 0; n < TIMES / 4; n += 1) {
    const city = `City ${n}`;
    const { version } = (await staff.get<{ version: number }>(`/accounts/${login}`)).data;
    const change = { version, city };
    const { success, message } = await staff.request('PATCH', `/accounts/${login}`, change);
    if (!success) throw new Error(message);
    const { data } = await staff.get<Page<{ text: string }>>(`/journal?login=${login}&limit=1`);
    if (data.consistency !== 'current' || !data.items[0]?.text.includes('city')) missed += 1;
  }
  t.equal(missed, 0);
});

t.test('Acts, previews and lists of others show what was just acknowledged', async (t) => {
  const staff = await server.staff();
  const other = await server.openAccount({ deposit: '100000' });
  const missed = { deleted: 0, closing: 0, paying: 0, counted: 0, read: 0, notified: 0, mailed: 0 };
  const note = (what: keyof typeof missed, isThere: boolean): void => {
    if (!isThere) missed[what] += 1;
  };
  const ids: number[] = [];
  const opened = async (): Promise<number> => {
    const { position_id } = (await other.trade(OPEN)).data;
    ids.push(position_id as number);
    return position_id as number;
  };
  for (let n = 0; n < TIMES / 4; n += 1) {
    const closing = { close_positions: true, symbol: 'EURUSD', preview: true };
    const before = ids.length;
    const shown = await opened();
    const picked = await staff.post<Picked>('/positions/bulk-close', closing);
    note(
      'closing',
      picked.data.positions.some(({ id }) => id === shown),
    );
    await opened();
    const terms = { buy: { amount_per_lot: '1' } };
    const preview = await staff.post<Preview>('/positions/payments/preview', terms);
    const lots = preview.data.items.find((one) => one.login === other.login)?.lots_buy;
    note('paying', Number(lots) === Number((ids.length * 0.01).toFixed(2)));
    await opened();
    const { total } = (await staff.get<{ total: number }>(`/positions/count?login=${other.login}`))
      .data;
    note('counted', total === ids.length);
    note('read', (await staff.request('GET', `/positions/${await opened()}`)).success);
    const late = await opened();
    const gone = await staff.post<Deleted>('/positions/delete', { ids: [late] });
    note('deleted', gone.data.deleted === 1);
    await staff.post('/positions/delete', { ids: ids.slice(before) });
    ids.length = before;
    const message = `Message ${n}`;
    await staff.post('/notifications', { logins: String(other.login), message });
    const notes = await other.rest.get<{ message: string }[]>('/notifications?limit=1');
    note('notified', notes.data[0]?.message === message);
    await staff.post('/mail', { to_logins: [other.login], subject: message, body: message });
    const mails = await other.rest.get<Page<{ subject: string }>>('/mail?limit=1');
    note('mailed', mails.data.items[0]?.subject === message);
  }
  t.same(Object.values(missed).filter(Boolean), [], JSON.stringify(missed));
});

t.test(
  'While rows are behind, sessions that saw more get no rows, others the present rows',
  async (t) => {
    const other = server.client('trader');
    await other.signIn(login, password);
    const watcher = await Trader.signIn(server, login, password);
    const before = await deals(other);
    t.match(before, { consistency: 'current' }, 'it knows of its sign-in, and that is shown');
    holds.on(PLACE);
    const event = watcher.caused('open');
    const { deal_ids, seq } = (await trader.trade(OPEN)).data;
    await event;
    await holds.held(PLACE);
    const { projection_seq } = await deals(other);
    t.ok(Number(projection_seq) < Number(seq));
    const pending = { projection_seq, consistency: 'projection_pending', retry_after_ms: 1000 };
    for (const [rest, who] of [
      [trader.rest, 'who was answered the trade'],
      [watcher.rest, 'whose socket got the event'],
    ] as const) {
      t.same(await deals(rest), { items: [], page: 1, total: 0, ...pending }, who);
    }
    const shown = await deals(other);
    t.same(shown, { ...before, projection_seq }, 'another session is not fenced');
    const staff = await server.staff();
    const acted = await staff.request('POST', '/positions/delete', { ids: [1] });
    t.match(acted, { code: 'timeout' }, 'what must not miss a row is refused');
    t.match(await deals(other, `?min_projection_seq=${seq}`), pending, 'unless it asks for it');
    holds.off(PLACE);
    const after = await trader.rest.fenced<{ id: number }>('/history/deals', seq);
    t.same(after.items[0]?.id, deal_ids[0]);
    await watcher.socket.close();
  },
);

t.test('A session that outlives its server is shown every event of earlier answers', async (t) => {
  holds.on(PLACE);
  const { seq } = (await trader.trade(OPEN)).data;
  await server.kill();
  server = await ServerProcess.start({ data, env: holds.env });
  await holds.held(PLACE);
  trader.rest.url = server.url('');
  const { items, consistency, projection_seq } = await deals(trader.rest);
  t.same([items, consistency], [[], 'projection_pending']);
  t.ok(Number(projection_seq) < Number(seq));
  holds.off(PLACE);
  t.match(await trader.rest.fenced('/history/deals', seq), { consistency: 'current' });
});
