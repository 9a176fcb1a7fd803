// Trades that wait for a price or a person, orders in pairs and on the chart, and hostile names.

import type { Page } from 'playwright-core';
import { signInStaff } from '../../client/node.js';
import { openAccount } from '../support/client/staff.js';
import { until } from '../support/guard.js';
import { ADMIN_PASSWORD } from '../support/server-process.js';
import { pageTests } from './browser.js';
import { type OpenedPage, WIDTHS } from './chromium.js';

const { test } = pageTests();

const dialogOf = (page: Page) => page.getByRole('dialog');
const rowsOf = (page: Page, table: string) =>
  page.getByRole('grid', { name: table }).locator('tbody tr[data-index]');

/** Opens a path for an account of its own, with a price of a symbol if one is named. */
const openTerminal = async (opened: OpenedPage, symbol?: string, path = '/terminal/') => {
  const { server } = opened;
  const staff = await server.staff();
  if (symbol !== undefined) await server.quote(symbol, '1.30000', '1.30010');
  const account = await openAccount(staff, 'demo\\standard', '10000');
  await opened.signIn('terminal', path, account);
  const positions = async () => {
    const path = `/positions?login=${account.login}`;
    return (await staff.get<{ items: Record<string, string>[] }>(path)).data.items;
  };
  return { ...account, staff, page: opened.page, positions };
};

/** Makes a symbol one whose prices are asked for, or are confirmed. */
const dealtAs = async ({ server }: OpenedPage, name: string, execution_mode: string) => {
  const staff = await server.staff();
  type Found = { id: number; name: string; version: number };
  const { data } = await staff.get<Found[]>('/symbols');
  const symbol = data.find((one) => one.name === name);
  const body = { version: symbol?.version, execution_mode, request_timeout_sec: 60 };
  const answer = await staff.request('PATCH', `/symbols/${symbol?.id}`, body);
  if (!answer.success) throw new Error(`${answer.code} ${answer.message}`);
};

const chooseSymbol = async (page: Page, name: string): Promise<void> => {
  await rowsOf(page, 'Watch').filter({ hasText: name }).first().click();
  await page.getByRole('heading', { name: new RegExp(name) }).waitFor();
};

test('A price is asked for, and taken with the stop of the ticket', async (t, opened) => {
  await dealtAs(opened, 'GBPUSD', 'request');
  const { page, positions } = await openTerminal(opened, 'GBPUSD');
  await chooseSymbol(page, 'GBPUSD');
  await page.getByRole('textbox', { name: 'Stop loss' }).fill('1.29');
  await page.getByRole('button', { name: 'Ask for a price' }).last().click();
  await page.getByText('Offered: 1.3 / 1.3001').waitFor();
  await page.getByRole('button', { name: 'Accept: buy at 1.3001' }).click();
  await page.getByText('Bought 0.01 GBPUSD at 1.3001').waitFor();
  t.match(await positions(), [{ symbol: 'GBPUSD', volume: '0.01', sl: '1.29000' }]);
});

test('A dealer offers another price, and the trader takes it', async (t, opened) => {
  await dealtAs(opened, 'EURUSD', 'instant');
  const { page, positions, staff, login } = await openTerminal(opened, 'EURUSD');
  await staff.post('/routing', {
    ...{ name: 'Dealers', action: 'online_dealers', request_kinds: ['open'] },
    ...{ wait_sec: 60, position: 1 },
  });
  const url = opened.server.url('');
  const dealer = await signInStaff({ url, login: 1, password: ADMIN_PASSWORD });
  t.teardown(() => dealer.close());
  await (await dealer.connect()).dealing();
  await chooseSymbol(page, 'EURUSD');
  await page.getByRole('button', { name: /Buy 0\.01/ }).click();
  await dialogOf(page).getByRole('button', { name: /Buy/ }).click();
  await page.getByRole('list', { name: 'Under way' }).getByText('waits for a dealer').waitFor();
  const answer = async (action: string, body: object): Promise<void> => {
    const waiting = await until('the request', async () => {
      const { data } = await staff.get<{ id: number; login: number }[]>('/dealing');
      return data.find((one) => one.login === login);
    });
    await staff.request('POST', `/dealing/${waiting.id}/take`, {});
    await staff.request('POST', `/dealing/${waiting.id}/${action}`, body);
  };
  const prices = { bid: '1.30020', ask: '1.30030' };
  await answer('requote', prices);
  await page.getByText('The price has moved. Offered: 1.3003').waitFor();
  await page.getByRole('button', { name: 'Accept: buy at 1.3003' }).click();
  // What accepts an offer goes to the dealer as well.
  await answer('confirm', {});
  await page.getByText('Bought 0.01 EURUSD at 1.3003').waitFor();
  t.match(await positions(), [{ symbol: 'EURUSD', price_open: '1.30030000' }]);
  t.equal((await positions()).length, 1);
  await page.getByRole('tab', { name: 'Messages' }).click();
  await rowsOf(page, 'Messages').first().getByText('Bought 0.01 EURUSD').waitFor();
});

/** Places a pending order by the API, and answers its id. */
const place = async (
  opened: OpenedPage,
  person: { login: number; password: string },
  more: object,
) => {
  const trader = opened.server.client('trader');
  await trader.signIn(person.login, person.password);
  const { data, code } = await trader.request<{ order_id: number }>('POST', '/trades', {
    ...{ request_id: crypto.randomUUID(), kind: 'pending', symbol: 'USDCHF', volume: '0.10' },
    ...more,
  });
  if (code !== 'ok') throw new Error(code);
  const order = async (id: number) => {
    const orders = (await trader.request<{ id: number }[]>('GET', '/orders')).data;
    return orders.find((one) => one.id === id) as unknown as Record<string, string>;
  };
  return { id: data.order_id, order };
};

test('A chart begins with the first price; an entry and a stop move by keys', async (t, opened) => {
  const account = await openTerminal(opened, undefined, '/terminal/chart/USDCHF');
  const { page } = account;
  await page.getByText('There are no bars of this symbol yet.').waitFor();
  for (const bid of ['1.29800', '1.30200', '1.30000']) {
    await opened.server.quote('USDCHF', bid, bid);
  }
  const order = { side: 'buy', order_kind: 'limit', price: '1.29900', sl: '1.29850' };
  const { id, order: read } = await place(opened, account, order);
  const entry = page.getByRole('button', { name: new RegExp(`^Move Limit ${id}`) });
  await entry.press('Shift+ArrowDown');
  await page.getByRole('button', { name: /^Move Limit .*now at 1\.29890$/ }).waitFor();
  await entry.press('Enter');
  await page.getByRole('button', { name: `Cancel order ${id}` }).waitFor();
  await until('the moved entry', async () => (await read(id)).price_order === '1.29890');
  const stop = page.getByRole('button', { name: new RegExp(`^Move SL .order ${id}`) });
  await stop.press('ArrowUp');
  await page.locator(`[data-line="o${id}.sl"]`).getByText('-3.00 USD').waitFor();
  await stop.press('Enter');
  await until('the moved stop', async () => (await read(id)).sl === '1.29851');
  t.match(await read(id), { price_order: '1.29890', sl: '1.29851' });
});

test('A pair of orders is one entry, and its orders change and end', async (t, opened) => {
  const account = await openTerminal(opened, 'EURUSD');
  const { page } = account;
  const limit = { symbol: 'EURUSD', side: 'buy', order_kind: 'limit', price: '1.29000' };
  const first = await place(opened, account, limit);
  const stop = {
    symbol: 'EURUSD',
    side: 'buy',
    order_kind: 'stop',
    price: '1.31000',
    oco_order_id: first.id,
  };
  const second = await place(opened, account, stop);
  await page.getByRole('tab', { name: /Orders/ }).click();
  const row = rowsOf(page, 'Orders');
  await row.getByText('OCO').waitFor();
  t.equal(await row.count(), 1);
  await row.getByText(`#${first.id} #${second.id}`).waitFor();
  await row.focus();
  await page.keyboard.press('Shift+M');
  const price = dialogOf(page).getByRole('textbox', { name: 'Stop price' });
  await price.fill('1.32');
  await dialogOf(page).locator('[type=submit]:enabled').click();
  await row.getByText('1.32000').waitFor();
  t.match(await second.order(second.id), { price_order: '1.32000' });
  await row.focus();
  await page.keyboard.press('Delete');
  await dialogOf(page).getByText(`Order ${second.id}, the other of the pair`).waitFor();
  await dialogOf(page).locator('[type=submit]:enabled').click();
  await page.getByText('There are no working orders.').waitFor();
});

test('On a phone the pages of a symbol and its chart lead to the ticket', async (t, opened) => {
  const { page } = await openTerminal(opened, 'EURUSD', '/terminal/symbol/EURUSD');
  await page.setViewportSize({ width: WIDTHS.phone, height: 780 });
  for (const path of ['symbol', 'chart']) {
    await opened.go(`/terminal/${path}/EURUSD`);
    await page.locator('.connection.live').first().waitFor();
    const sell = page.locator('.side-bar').getByRole('button', { name: /Sell/ });
    await sell.getByText('30', { exact: true }).or(sell.getByText('00')).first().waitFor();
    t.same(await opened.seriousFaults(), [], path);
    await sell.click();
    await dialogOf(page)
      .getByRole('button', { name: /Sell 0\.01/ })
      .waitFor();
    await page.keyboard.press('Escape');
  }
});

test('Names that are markup, or run from right to left, stay text', async (t, opened) => {
  const { server, page } = opened;
  const staff = await server.staff();
  const name = '<img src=x onerror="document.title=1">\u05d0\u05d1 evil';
  const { data } = await staff.post<{ login: number }>('/accounts', {
    ...{ group: 'demo\\standard', name, master_password: 'Trader-1-pass' },
    investor_password: 'Watch-1-only',
  });
  const person = { login: data.login, password: 'Trader-1-pass' };
  await opened.signIn('terminal', '/terminal/account', person);
  await page.locator('bdi').getByText('<img src=x onerror=').waitFor();
  t.equal(await page.locator('img').count(), 0);
  t.match(await page.title(), /brokerd/);
  await opened.signIn('desk', `/desk/accounts/${data.login}`);
  await page.getByText('<img src=x onerror=').first().waitFor();
  t.equal(await page.locator('img[src=x]').count(), 0);
});
