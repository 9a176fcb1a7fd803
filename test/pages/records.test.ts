// What happened, on the pages: history and account of a trader, journal and sessions of staff.

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RestClient } from '../support/client/rest.js';
import { ADMIN_PASSWORD, TRADER_PASSWORD } from '../support/server-process.js';
import { pageTests } from './browser.js';
import type { OpenedPage } from './chromium.js';

const { pages, test } = pageTests();

interface Closed {
  readonly id: number;
  readonly price_open: string;
  readonly price_close: string;
  readonly profit: string;
}

/** Trades of login 1001: three positions that are opened and closed at other prices. */
const tradeThrice = async ({ server }: OpenedPage): Promise<RestClient> => {
  const trader = server.client('trader');
  await trader.signIn(1001, TRADER_PASSWORD);
  const trade = (body: object) => trader.post('/trades', { request_id: randomUUID(), ...body });
  for (const price of ['1.10050', '1.09950', '1.10120']) {
    await server.quote('EURUSD', '1.10000', '1.10010');
    const opened = await trade({ kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' });
    await server.quote('EURUSD', price, '1.10130');
    const { position_id } = opened.data as { readonly position_id: number };
    const { seq } = (await trade({ kind: 'close', position_id })).data as { readonly seq: string };
    await trader.fenced('/history/positions', seq);
  }
  return trader;
};

test('The history has the rows, sums and files of REST', async (t, opened) => {
  const { page } = opened;
  const trader = await tradeThrice(opened);
  await opened.signIn('terminal', '/terminal/history');
  const rows = page.getByRole('grid', { name: 'Positions' }).locator('tbody tr');
  await rows.nth(2).waitFor();
  const { data } = await trader.get<{
    readonly items: readonly Closed[];
    readonly totals: { readonly profit: string };
  }>('/history/positions');
  const texts = await rows.allInnerTexts();
  for (const [at, { price_open, price_close, profit }] of data.items.entries()) {
    for (const figure of [price_open, price_close, profit]) {
      t.ok(texts[at]?.includes(figure.replace(/(\.\d{5})0+$/, '$1')), `${at}: ${figure}`);
    }
  }
  const sums = (await page.locator('tfoot').textContent()) ?? '';
  t.ok(sums.includes(data.totals.profit), `${sums} has ${data.totals.profit}`);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const file = readFileSync(await (await saved).path());
  const lines = file.toString().split('\r\n');
  t.equal(lines.filter((line) => line !== '').length, 4, 'a head and three rows');
  t.equal(
    file.subarray(0, 3).toString('hex'),
    'efbbbf',
    'spreadsheets know the encoding by its mark',
  );
  await page.getByLabel('Symbol').selectOption('GBPUSD');
  await page.getByText('Nothing happened in this period.').waitFor();
  t.match(page.url(), /symbol=GBPUSD/, 'the filter is in the address');
  await page.getByRole('tab', { name: 'Deals' }).click();
  await page.getByLabel('Symbol').selectOption('');
  await page.getByRole('grid', { name: 'Deals' }).locator('tbody tr').nth(6).waitFor();
});

test('The account shows the money and the sums of the day that REST has', async (t, opened) => {
  const { page, server } = opened;
  const trader = server.client('trader');
  await trader.signIn(1001, TRADER_PASSWORD);
  await opened.signIn('terminal', '/terminal/account');
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  const { data } = await trader.get<{
    readonly money: { readonly balance: string };
    readonly account: { readonly day: { readonly daily_profit: string } };
  }>('/account');
  const shown = ((await page.locator('main').textContent()) ?? '').replaceAll(',', '');
  t.ok(shown.includes(`${data.money.balance} USD`), data.money.balance);
  t.ok(shown.includes(data.account.day.daily_profit), data.account.day.daily_profit);
});

test('The journal is searched by account and words', async (_t, opened) => {
  const { page } = opened;
  await (await (await pages()).page()).signIn('terminal');
  await opened.signIn('desk', '/desk/journal?login=1001');
  await page.getByText('signed in, terminal web').first().waitFor();
  await page.getByLabel('Words').fill('created');
  await page.getByText('signed in, terminal web').first().waitFor({ state: 'detached' });
  await page.getByText('account 1001 created').waitFor();
});

test('Staff end a session, whose page says so', async (t, opened) => {
  const { page } = opened;
  const other = await (await pages()).page();
  await other.signIn('terminal', '/terminal/account');
  await opened.signIn('desk', '/desk/online');
  const row = page.getByRole('row').filter({ hasText: 'Demo Trader' }).filter({ hasText: 'web' });
  await row.first().waitFor();
  await row.first().getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'End all sessions of 1001' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
  await other.page.getByText('Staff have ended the session.').waitFor();
  t.same(other.faults, []);
  await other.context.close();
});

test('A changed password signs in again, here and nowhere else', async (t, opened) => {
  const { page, server } = opened;
  await opened.signIn('desk', '/desk/me/security');
  const change = async (from: string, to: string): Promise<void> => {
    await page.getByLabel('Present password').fill(from);
    await page.getByLabel('New password', { exact: true }).fill(to);
    await page.getByLabel('New password again').fill(to);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Change password' }).click();
  };
  await change('Wrong-pass1', 'Other-pass1');
  await page.getByRole('alert').waitFor();
  const again = page.waitForResponse((answer) => answer.url().endsWith('/auth/login'));
  await change(ADMIN_PASSWORD, 'Other-pass1');
  t.equal((await again).status(), 200);
  await page.locator('span.connection.live').waitFor();
  const staff = server.client('staff');
  await staff.signIn(1, 'Other-pass1');
  t.equal(await page.getByLabel('Login').count(), 0, 'the page is signed in');
});
