// A dealer at work: what clients ask for waits for him, and is lost neither when he goes nor when
// the server does.

import t from 'tap';
import type { Execution, TradeResult } from '../support/client/shapes.js';
import { SocketClient } from '../support/client/socket.js';
import { ServerProcess } from '../support/server-process.js';

interface Row {
  readonly id: number;
  readonly state: string;
  readonly taken_by: number;
}
type Result = Execution & { readonly result: TradeResult };

const data = t.testdir();
let server = await ServerProcess.start({ data });
t.teardown(() => server.kill());
const quoted = () => server.quote('EURUSD', '1.10000', '1.10010');
await quoted();
const staff = await server.staff();
await staff.post('/routing', { name: 'Desk', position: 1, action: 'online_dealers' });
const OPEN = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' };

/** A socket of the dealer, at the desk. */
const atDesk = async (): Promise<SocketClient> => {
  const socket = await SocketClient.signIn(await server.signInStaff());
  const { success, code } = await socket.request('subscribe', { channel: 'dealing' });
  if (!success) throw new Error(code);
  return socket;
};

/** The next row that the desk is shown in a state. */
const shown = async (socket: SocketClient, state: string): Promise<Row> => {
  const fits = (row: Row): boolean => row.state === state;
  const { data } = await socket.take<{ rows: readonly Row[] }>('dealing', ({ data }) =>
    data.rows.some(fits),
  );
  return data.rows.find(fits) as Row;
};

t.test('While nobody is on line a request waits, or the rule is passed over', async (t) => {
  const trader = await server.openAccount();
  const { data } = await trader.trade(OPEN);
  t.equal(data.status, 'queued');
  const rule = { conditions: [], skip_no_dealer: true };
  const { data: rules } = await staff.get<{ id: number; version: number }[]>('/routing');
  const [first] = rules;
  const { success } = await staff.request('PATCH', `/routing/${first?.id}`, {
    ...rule,
    version: first?.version,
  });
  t.ok(success);
  t.equal((await trader.trade(OPEN)).data.status, 'done', 'the rule is passed over');
});

t.test('A dealer takes a request and confirms it; the client gets the deal', async (t) => {
  const dealer = await atDesk();
  const trader = await server.openAccount();
  const asked = await trader.trade(OPEN);
  t.equal(asked.data.status, 'queued');
  const { id } = await shown(dealer, 'queued');
  t.match(await dealer.request('dealer_take', { request: id }), { success: true });
  const answer = { request: id, action: 'confirm', price: '1.10030' };
  t.match(await dealer.request('dealer_answer', answer), { success: true });
  const { data } = await trader.socket.take<Result>('deal', ({ data }) => data.deals.length > 0);
  t.match(data.deals, [{ price: '1.1003', reason: 'client' }]);
  t.match(data.cause, { kind: 'open', dealer: 1 });
  t.match(await shown(dealer, 'gone'), { id });
  await dealer.close();
});

t.test('A dealer whose socket is cut returns what he holds', async (t) => {
  const dealer = await atDesk();
  const trader = await server.openAccount();
  await trader.trade(OPEN);
  const { id } = await shown(dealer, 'queued');
  await dealer.request('dealer_take', { request: id });
  await dealer.cut();
  const { data } = await trader.socket.take<Result>('trade_result');
  t.match(data.result, { code: 'trade.rejected' }, 'nobody else was there');
});

t.test('What waits when the server is killed waits after its start', async (t) => {
  const dealer = await atDesk();
  const trader = await server.openAccount();
  const asked = await trader.trade(OPEN);
  const { id } = await shown(dealer, 'queued');
  await server.kill();
  server = await ServerProcess.start({ data });
  await quoted();
  const again = await atDesk();
  const { data: waiting } = await (await server.signInStaff()).get<Row[]>('/dealing');
  const [row] = waiting.filter((one) => one.id === id);
  t.match(row, { state: 'queued', taken_by: 0 });
  t.match(await again.request('dealer_take', { request: id }), { success: true });
  t.match(await again.request('dealer_answer', { request: id, action: 'confirm' }), {
    success: true,
  });
  trader.rest.url = server.url('');
  const told = await trader.rest.get<TradeResult>(`/trades/${asked.data.request_id}`);
  t.match(told.data, { status: 'done', order_id: id });
});
