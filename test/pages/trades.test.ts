// Trades across accounts at the desk: requests of clients, positions, exposure, prices, payments.

import type { RestClient } from '../support/client/rest.js';
import { SocketClient } from '../support/client/socket.js';
import { changeRow, openCareful } from '../support/client/staff.js';
import { TRADER_PASSWORD } from '../support/server-process.js';
import { pageTests } from './browser.js';
import type { OpenedPage } from './chromium.js';

const { test } = pageTests();

const signInTrader = async ({ server }: OpenedPage) => {
  const trader = server.client('trader');
  await trader.signIn(1001, TRADER_PASSWORD);
  const open = async (symbol: string, side: 'buy' | 'sell', volume = '0.1') => {
    const request_id = crypto.randomUUID();
    const body = { request_id, kind: 'open', symbol, side, volume };
    type Opened = { readonly status: string; readonly position_id: number };
    return (await trader.request<Opened>('POST', '/trades', body)).data;
  };
  return { trader, open };
};

/** Positions of the trader: as many buys as sells of a symbol, each of 0.1 lots. */
const openPositions = async (opened: OpenedPage, symbol: string, count: number) => {
  await opened.server.quote(symbol, '1.20000', '1.20010');
  const { trader, open } = await signInTrader(opened);
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1) {
    ids.push((await open(symbol, at % 2 === 0 ? 'buy' : 'sell')).position_id);
  }
  return { trader, ids };
};

test('A dealer takes requests and answers them by keys', async (t, opened) => {
  const { page, server } = opened;
  await server.quote('GBPUSD', '1.30000', '1.30010');
  const staff = await server.staff();
  const { data: rule } = await staff.request<{ id: number; version: number }>('POST', '/routing', {
    name: 'Dealers',
    action: 'online_dealers',
    request_kinds: ['open'],
    wait_sec: 60,
    position: 1,
  });
  await opened.signIn('desk', '/desk/dealing');
  await page.getByText('No request waits.', { exact: false }).waitFor();
  const { trader, open } = await signInTrader(opened);
  for (const volume of ['0.1', '0.2', '0.3']) {
    t.equal((await open('GBPUSD', 'buy', volume)).status, 'queued');
  }
  await page.getByText('3 waiting').waitFor();
  await page.keyboard.press('t');
  await page.getByText('Level afterwards').waitFor();
  const mine = page.getByText('1 mine');
  await mine.waitFor();
  await page.keyboard.press('c');
  await page.getByText(/^Request \d+: confirmed\.$/).waitFor();
  await mine.waitFor({ state: 'hidden' });
  await page.keyboard.press('t');
  await page.getByLabel('Reason for the client').fill('No liquidity');
  await page.getByRole('button', { name: 'Reject' }).press('Enter');
  await page.getByText(/^Request \d+: rejected\.$/).waitFor();
  await mine.waitFor({ state: 'hidden' });
  await page.keyboard.press('t');
  await mine.waitFor();
  await page.getByText('Level afterwards').waitFor();
  await page.keyboard.press('Backspace');
  await page.getByText(/^Request \d+: returned\.$/).waitFor();
  const { data: positions } = await trader.request('GET', '/positions');
  t.match(positions, [{ symbol: 'GBPUSD', volume: '0.1' }], 'the first request is a position');
  await staff.request('DELETE', `/routing/${rule.id}?version=${rule.version}`);
});

test('Positions are closed in bulk after a preview, corrected, deleted', async (t, opened) => {
  const { page } = opened;
  const { trader, ids } = await openPositions(opened, 'EURUSD', 4);
  await opened.signIn('desk', '/desk/positions?symbol=EURUSD');
  const row = (id: number | undefined) => page.getByRole('row', { name: new RegExp(`#${id}\\b`) });
  await row(ids[3]).waitFor();
  await page.getByText('4 positions, 0.20 lots bought, 0.20 lots sold').waitFor();
  await row(ids[0]).press(' ');
  await row(ids[1]).press(' ');
  await page.locator('.marked-bar').getByRole('button', { name: 'Close' }).click();
  const bulk = page.getByRole('dialog', { name: 'Bulk close' });
  await bulk.getByText('This concerns 2 trades, by 1,000 at a time.', { exact: false }).waitFor();
  await bulk.getByRole('button', { name: 'Close 2 positions' }).click();
  await bulk.getByText('2 of 2 · Done 2 · Waiting 0 · Refused 0').waitFor();
  await bulk.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByText('2 positions, 0.10 lots bought, 0.10 lots sold').waitFor();
  await row(ids[2]).press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Correct' }).click();
  await page.getByLabel('Stop loss').fill('1.1');
  await page.getByRole('button', { name: 'Save 1 change' }).press('Enter');
  await page.getByText(`Position ${ids[2]} is corrected.`).waitFor();
  const { data } = await trader.request<{ id: number; sl: string }[]>('GET', '/positions');
  t.match(data.find(({ id }) => id === ids[2])?.sl, /^1\.10*$/, 'REST has the stop');
  await row(ids[3]).press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const sure = page.getByRole('dialog').getByRole('button', { name: 'Delete' });
  t.equal(await sure.isDisabled(), true, 'the number is typed first');
  await page.getByRole('dialog').getByRole('textbox').fill(String(ids[3]));
  await page.keyboard.press('Enter');
  await page.getByText('1 of 1 position deleted.').waitFor();
  await page.getByText('1 position, 0.10 lots bought, 0.00 lots sold').waitFor();
});

test('Exposure has the sums of REST, and closes a symbol', async (t, opened) => {
  const { page, server } = opened;
  await openPositions(opened, 'AUDUSD', 3);
  await opened.signIn('desk', '/desk/exposure');
  const row = page.getByRole('row', { name: /^AUDUSD/ });
  await row.waitFor();
  const staff = await server.staff();
  const { data } = await staff.request<Record<string, string>[]>('GET', '/reports/exposure');
  const sums = data.find(({ symbol }) => symbol === 'AUDUSD') ?? {};
  const cells = await row.getByRole('gridcell').allTextContents();
  t.same(
    cells.slice(1, 3),
    [sums.buy_volume, sums.sell_volume].map((lots) => `${lots}0`),
  );
  t.equal(cells[4], `+${sums.net_volume}0`, 'net');
  await row.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Bulk close' }).click();
  await page.getByRole('button', { name: 'Close 3 positions' }).click();
  await page.getByText('3 of 3 · Done 3', { exact: false }).waitFor();
  await page.keyboard.press('Escape');
  await row.waitFor({ state: 'detached' });
});

test('A price is published, a symbol edited, a deal explained', async (t, opened) => {
  const { page, server } = opened;
  const { ids } = await openPositions(opened, 'NZDUSD', 1);
  await opened.signIn('desk', '/desk/quotes?search=NZDUSD');
  const row = page.getByRole('row', { name: /^NZDUSD/ });
  await row.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Publish a price' }).click();
  await page.getByLabel('Bid').fill('1.20020');
  await page.getByLabel('Ask').fill('1.20030');
  await page.keyboard.press('Enter');
  await page.getByText('A price of NZDUSD is published.').waitFor();
  await page.getByRole('row', { name: /1\.20020/ }).waitFor();
  await row.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Quick edit' }).click();
  await page.getByLabel('Trade access').selectOption('close_only');
  await page.getByRole('button', { name: 'Save 1 change' }).press('Enter');
  await page.getByText('NZDUSD is changed.').waitFor();
  const staff = await server.staff();
  const { data: page1 } = await staff.request<{ items: { id: number }[] }>(
    'GET',
    '/accounts/1001/deals?symbol=NZDUSD',
  );
  const id = page1.items[0]?.id ?? 0;
  await opened.go(`/desk/deals/${id}`);
  await page.getByText(`Deal ${id} of account 1001 bought`, { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(String(id));
  await page.keyboard.press('Enter');
  await page.getByText(`Deal ${id} is taken back.`).waitFor();
  const { data: open } = await staff.request<{ items: { id: number }[] }>('GET', '/positions');
  t.notOk(
    open.items.some((one) => one.id === ids[0]),
    'its position is gone',
  );
  await opened.go('/desk/deals/999999');
  await page.getByRole('alert').getByText('There is no deal 999999.').waitFor();
});

test('Payments for positions are previewed, confirmed, made', async (t, opened) => {
  const { page, server } = opened;
  await openPositions(opened, 'USDCAD', 1);
  await opened.signIn('desk', '/desk/payments');
  await page.getByLabel('Symbols', { exact: false }).fill('USDCAD');
  await page.getByLabel('Amount per lot', { exact: false }).first().fill('12');
  await page.keyboard.press('Enter');
  await page.getByText('1 account: 1.20 USD').waitFor();
  await page.getByRole('button', { name: 'Pay 1 account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pay 1 account' }).click();
  await page.getByText('1 paid, 0 refused, 0 unknown').waitFor();
  const staff = await server.staff();
  const path = '/accounts/1001/balance-history?action=dividend';
  const { data } = await staff.request<{ items: { profit: string }[] }>('GET', path);
  t.match(data.items, [{ profit: '1.20' }], 'the deal of REST');
});

/** A dealers' rule for some kinds of requests, until the returned function ends it. */
const askDealers = async (staff: RestClient, request_kinds: readonly string[]) => {
  const rule = { name: 'Dealers', action: 'online_dealers', wait_sec: 600, position: 1 };
  const made = await staff.post<{ id: number; version: number }>('/routing', {
    ...rule,
    request_kinds,
  });
  const { id, version } = made.data;
  return () => staff.request('DELETE', `/routing/${id}?version=${version}`);
};

/** Gives a symbol another mode of execution. */
const execute = async (staff: RestClient, name: string, execution_mode: string): Promise<void> => {
  const { data } = await staff.get<{ name: string; path: string }[]>('/symbols');
  const path = data.find((symbol) => symbol.name === name)?.path ?? '';
  await changeRow(staff, 'symbols', path, { execution_mode });
};

test('A client is offered another price, and gets the prices asked for', async (t, opened) => {
  const { page, server } = opened;
  await server.quote('GBPUSD', '1.30000', '1.30010');
  const staff = await server.staff();
  await execute(staff, 'GBPUSD', 'instant');
  const endRule = await askDealers(staff, ['open', 'price']);
  const { trader } = await signInTrader(opened);
  const ask = async (fields: object): Promise<string> => {
    const request_id = crypto.randomUUID();
    const body = { request_id, symbol: 'GBPUSD', side: 'buy', volume: '0.1', ...fields };
    const { data, message } = await trader.post<{ status: string }>('/trades', body);
    if (data.status !== 'queued') throw new Error(message);
    return request_id;
  };
  const outcome = async (id: string) => (await trader.get(`/trades/${id}`)).data;
  await opened.signIn('desk', '/desk/dealing');
  await page.getByText('No request waits.', { exact: false }).waitFor();
  const asked = await ask({ kind: 'open', price: '1.30010' });
  await page.locator('.rail a[href="/desk/dealing"]', { hasText: '1' }).waitFor();
  await page.keyboard.press('t');
  await page.getByLabel('Bid').fill('1.30020');
  await page.getByLabel('Ask').fill('1.300305');
  await page.getByLabel('Ask').press('Backspace');
  t.equal(await page.getByLabel('Ask').inputValue(), '1.30030', 'the key edits the field');
  await page.getByLabel('Ask').press('Enter');
  await page.getByText(/^Request \d+: new prices are offered\.$/).waitFor();
  const offered = { code: 'trade.requote', bid: '1.30020', ask: '1.30030' };
  t.match(await outcome(asked), offered, 'the client is offered them');
  const accepted = await ask({ kind: 'open', price: '1.3003', requote_of: asked });
  await page.getByText('1 waiting').waitFor();
  await page.keyboard.press('t');
  await page.getByText('1 mine').waitFor();
  await page.keyboard.press('c');
  await page.getByText(/^Request \d+: confirmed\.$/).waitFor();
  t.match(await outcome(accepted), { code: 'ok', price: /^1\.30030*$/ });
  const quoted = await ask({ kind: 'price' });
  await page.getByRole('row', { name: /Price.*Buy.*0\.10.*GBPUSD/ }).waitFor();
  await page.keyboard.press('t');
  await page.getByRole('button', { name: 'Send prices' }).waitFor();
  t.equal(await page.getByRole('button', { name: 'Requote' }).count(), 0, 'prices are the answer');
  await page.getByLabel('Bid').fill('1.30005');
  await page.getByLabel('Ask').fill('1.30015');
  await page.getByRole('button', { name: 'Send prices' }).press('Enter');
  await page
    .getByText(/^Request \d+: confirmed\.$/)
    .last()
    .waitFor();
  await page.getByText('0 mine').waitFor();
  t.match(await outcome(quoted), { bid: '1.30005', ask: '1.30015' });
  await endRule();
});

test('A dealer sees that another one has taken a request, and returned it', async (t, opened) => {
  const { page, server } = opened;
  await server.quote('AUDUSD', '0.65000', '0.65010');
  const staff = await server.staff();
  const endRule = await askDealers(staff, ['open']);
  const { login, password } = await openCareful(staff);
  const other = server.client('staff');
  await other.signIn(login, password);
  const socket = await SocketClient.signIn(other);
  await socket.request('subscribe', { channel: 'dealing' });
  await opened.signIn('desk', '/desk/dealing');
  await page.getByText('No request waits.', { exact: false }).waitFor();
  const { open } = await signInTrader(opened);
  if ((await open('AUDUSD', 'buy')).status !== 'queued') throw new Error('it does not wait');
  const row = page.getByRole('row', { name: /AUDUSD/ });
  await page.getByText('1 waiting').waitFor();
  const waiting = await staff.get<{ id: number }[]>('/dealing');
  const id = waiting.data[0]?.id ?? 0;
  await socket.request('dealer_take', { request: id });
  await row.getByRole('gridcell', { name: String(login), exact: true }).waitFor();
  t.equal(await page.getByRole('button', { name: 'Take' }).isDisabled(), true);
  await socket.request('dealer_answer', { request: id, action: 'return' });
  await page.getByText('1 waiting').waitFor();
  await page.keyboard.press('t');
  await page.getByText('1 mine').waitFor();
  await page.keyboard.press('r');
  await page.getByText(`Request ${id}: rejected.`).waitFor();
  await socket.close();
  await endRule();
});

test('Acts on money are confirmed by a code that is typed', async (t, opened) => {
  const { page, server } = opened;
  const staff = await server.staff();
  const { ids } = await openPositions(opened, 'AUDUSD', 3);
  const { login, password } = await openCareful(staff);
  await opened.go('/desk/positions?symbol=AUDUSD');
  await page.getByLabel('Login').fill(String(login));
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  const row = (id: number | undefined) => page.getByRole('row', { name: new RegExp(`#${id}\\b`) });
  const codes = page.getByRole('dialog', { name: 'Confirm with a code' });
  /** Types a wrong code, which does not do, and the shown one. */
  const typeCode = async (what: string): Promise<void> => {
    await codes.getByText(what).waitFor();
    const code = await codes.locator('output').textContent();
    await codes.getByRole('textbox').fill(`${code}0`);
    t.equal(await codes.getByRole('button', { name: 'Confirm' }).isDisabled(), true, what);
    await codes.getByRole('textbox').fill(code ?? '');
    await codes.getByRole('textbox').press('Enter');
  };
  await row(ids[0]).press(' ');
  await row(ids[1]).press(' ');
  await page.locator('.marked-bar').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Close 2 positions' }).click();
  await typeCode('Close positions');
  await page.getByText('2 of 2 · Done 2 · Waiting 0 · Refused 0').waitFor();
  await page.keyboard.press('Escape');
  await row(ids[2]).press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Correct' }).click();
  await page.getByLabel('Open price').fill('1.20020');
  await page.getByRole('button', { name: 'Save 1 change' }).press('Enter');
  await typeCode(`Correct position ${ids[2]}`);
  await page.getByText(`Position ${ids[2]} is corrected.`).waitFor();
  await row(ids[2]).press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Explain its opening' }).click();
  const title = page.getByRole('heading', { name: /^Deal \d+$/ });
  await title.waitFor();
  const deal = (await title.textContent())?.replace('Deal ', '') ?? '';
  await page.getByText(`Deal ${deal} of account 1001`, { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(deal);
  await page.keyboard.press('Enter');
  await codes.waitFor();
  await page.keyboard.press('Escape');
  await codes.waitFor({ state: 'detached' });
  const { data } = await staff.get<{ items: object[] }>('/positions?symbol=AUDUSD');
  t.match(data.items, [{ id: ids[2], price_open: /^1\.20020*$/ }], 'nothing was done without it');
});

test('A filtered list is saved as a view', async (t, opened) => {
  const { page } = opened;
  await openPositions(opened, 'USDCHF', 1);
  await opened.signIn('desk', '/desk/positions?symbol=USDCHF');
  await page.getByText('1 position, 0.10 lots bought', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Swiss');
  await page.keyboard.press('Enter');
  await page.getByText('View "Swiss" is saved.').waitFor();
  await opened.go('/desk/positions');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Swiss' }).click();
  await page.getByText('1 position, 0.10 lots bought', { exact: false }).waitFor();
  t.match(page.url(), /symbol=USDCHF/);
});
