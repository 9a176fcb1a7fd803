// The trade view of the terminal: trading by keyboard, sizes by risk, orders, closing, alarms.

import type { Page } from 'playwright-core';
import { openAccount } from '../support/client/staff.js';
import { pageTests } from './browser.js';
import type { OpenedPage } from './chromium.js';

const { test } = pageTests();

const rowsOf = (page: Page, table: string) =>
  page.getByRole('grid', { name: table }).locator('tbody tr[data-index]');
const dialogOf = (page: Page) => page.getByRole('dialog');

/** Opens the view with a price of EURUSD, for an account of its own. */
const openTrade = async (
  opened: OpenedPage,
  { deposit = '10000', isInvestor = false, path = '/terminal/' } = {},
) => {
  const { server, page } = opened;
  const staff = await server.staff();
  await server.quote('EURUSD', '1.15000', '1.15010');
  const account = await openAccount(staff, 'demo\\standard', deposit);
  await opened.go(path);
  await page.getByLabel('Login').fill(String(account.login));
  const password = isInvestor ? account.investorPassword : account.password;
  await page.getByLabel(/^Password$/).fill(password);
  await page.keyboard.press('Enter');
  await page.locator('span.connection.live').waitFor();
  return { page, server, staff, ...account };
};

/** What staff read of the open positions of a login. */
const positionsOf = async ({
  staff,
  login,
}: Awaited<ReturnType<typeof openTrade>>): Promise<readonly Record<string, string>[]> => {
  const answer = await staff.get<{ items: Record<string, string>[] }>(`/positions?login=${login}`);
  return answer.data.items;
};

test('By keyboard: a buy after its figures, a part closed, and the rest', async (t, opened) => {
  const trade = await openTrade(opened);
  const { page } = trade;
  await rowsOf(page, 'Watch').filter({ hasText: 'EURUSD' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /EURUSD/ }).waitFor();
  await page.keyboard.press('F9');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('0,3');
  await page.getByRole('button', { name: /Buy 0\.3/ }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Choose Buy (B) or Sell (S) first.').waitFor();
  await page.locator('.side-buy').focus();
  await page.keyboard.press('Enter');
  const question = dialogOf(page);
  await question.getByText('1.15010').waitFor();
  t.equal(await page.evaluate('document.activeElement.textContent'), 'Cancel', 'harmless first');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Bought 0.3 EURUSD at 1.1501').waitFor();
  const row = rowsOf(page, 'Positions').first();
  await row.getByText('-3.00').waitFor();
  t.match(await positionsOf(trade), [{ volume: '0.3', profit: '-3.00' }]);
  await page.keyboard.press('p');
  await page.locator('tr[data-index]:focus').getByText('#').waitFor();
  await page.keyboard.press('m');
  await dialogOf(page).locator('[type=submit]:disabled').waitFor();
  await page.keyboard.press('Escape');
  await dialogOf(page).waitFor({ state: 'detached' });
  await page.keyboard.press('p');
  await page.locator('tr[data-index]:focus').getByText('#').waitFor();
  await page.keyboard.press('Shift+X');
  await dialogOf(page).getByRole('button', { name: 'Close 0.15' }).waitFor();
  await dialogOf(page).locator('[type=submit]:enabled').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Closed 0.15 lots at 1.15').waitFor();
  await row.getByText('-1.50').waitFor();
  await row.focus();
  await page.keyboard.press('x');
  const close = dialogOf(page).getByRole('button', { name: 'Close 0.15' });
  await dialogOf(page).locator('[type=submit]:enabled').waitFor();
  await close.focus();
  await page.keyboard.press('Enter');
  await page.getByText('There are no open positions.').waitFor();
  t.same(await positionsOf(trade), []);
});

test('A risk of money makes the size, and armed a double click is one deal', async (t, opened) => {
  const trade = await openTrade(opened);
  const { page } = trade;
  await page.getByRole('textbox', { name: 'Size' }).fill('500');
  await page.getByText('The volume must be from 0.01 to 100 lots').waitFor();
  await page.getByRole('button', { name: 'Buy 500' }).and(page.locator(':disabled')).waitFor();
  await page.getByRole('textbox', { name: 'Size' }).fill('100');
  await page.getByText('Not enough free margin: 115,010.00 USD needed, 10,000.00 USD').waitFor();
  await page.getByLabel('Size by').selectOption('money');
  await page.getByRole('textbox', { name: 'Size' }).fill('50');
  await page.getByText('A risk needs a stop loss.').waitFor();
  await page.getByRole('radio', { name: 'Points' }).check();
  await page.getByRole('textbox', { name: 'Stop loss' }).fill('100');
  await page.getByRole('button', { name: /Buy 0\.5/ }).waitFor();
  await page.getByRole('button', { name: 'One-click' }).click();
  await dialogOf(page).getByRole('button', { name: 'I agree, arm it' }).click();
  await page.getByText('Armed: a click trades').waitFor();
  await page.getByRole('button', { name: /Buy 0\.5/ }).dblclick();
  await rowsOf(page, 'Positions').first().getByText('1.14910').waitFor();
  t.match(await positionsOf(trade), [{ volume: '0.5', sl: '1.14910' }]);
  t.equal((await positionsOf(trade)).length, 1);
  await page.getByRole('button', { name: 'Disarm' }).click();
});

test('A pending order is placed, changed and taken back', async (t, opened) => {
  const { page } = await openTrade(opened);
  await page.getByRole('radio', { name: 'Limit', exact: true }).check();
  await page.getByRole('textbox', { name: 'Price' }).fill('1.14');
  t.ok(await page.locator('.side-sell').isDisabled(), 'a limit below the market buys');
  await page.getByRole('button', { name: /Buy 0\.01/ }).click();
  await dialogOf(page).getByRole('button', { name: /Buy/ }).click();
  await page.getByRole('tab', { name: /Orders/ }).click();
  const row = rowsOf(page, 'Orders').first();
  await row.getByText('1.14000').waitFor();
  await row.focus();
  await page.keyboard.press('m');
  await dialogOf(page).getByRole('textbox', { name: 'Price' }).fill('1.16');
  await dialogOf(page).getByRole('alert').waitFor();
  t.ok(await dialogOf(page).getByRole('button', { name: 'Save' }).isDisabled(), 'it is checked');
  await dialogOf(page).getByRole('textbox', { name: 'Price' }).fill('1.13');
  await dialogOf(page).getByRole('button', { name: 'Save' }).click();
  await row.getByText('1.13000').waitFor();
  await row.focus();
  await page.keyboard.press('Delete');
  await dialogOf(page).getByRole('button', { name: 'Cancel the order' }).click();
  await page.getByText('There are no working orders.').waitFor();
});

test('While the server is silent prices are marked and buttons are off', async (t, opened) => {
  const { page } = opened;
  let isHeld = false;
  await page.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((frame) => {
      if (!isHeld) socket.send(frame);
    });
  });
  const trade = await openTrade(opened);
  const buy = page.getByRole('button', { name: /^Buy 0\.01/ });
  await buy.and(page.locator(':enabled')).waitFor();
  isHeld = true;
  await page.getByText('No sign of the server for 7 seconds').waitFor();
  await page.locator('.trade.not-live').waitFor();
  t.ok(await buy.isDisabled());
  isHeld = false;
  await page.locator('span.connection.live').waitFor();
  await buy.and(page.locator(':enabled')).waitFor();
  t.same(await positionsOf(trade), []);
});

test('A margin call is seen, and all positions close with a result each', async (t, opened) => {
  const { page, server } = await openTrade(opened, { deposit: '300' });
  await page.getByRole('textbox', { name: 'Size' }).fill('0.1');
  for (const count of [1, 2]) {
    await page.getByRole('button', { name: /Buy 0\.1/ }).click();
    await dialogOf(page).getByRole('button', { name: /Buy/ }).click();
    await page.getByRole('tab', { name: `Positions ${count}` }).waitFor();
  }
  await server.quote('EURUSD', '1.14500', '1.14510');
  await page
    .getByRole('alert')
    .getByText(/Margin call/)
    .waitFor();
  await page.locator('.tab-actions').getByRole('button', { name: 'Close' }).click();
  t.ok(await page.getByRole('menuitem', { name: 'Those in profit (0)' }).isDisabled());
  await page.getByRole('menuitem', { name: 'Those in loss (2)' }).click();
  await dialogOf(page).getByText('-102.00 USD').waitFor();
  await server.quote('EURUSD', '1.14490', '1.14500');
  await dialogOf(page).getByText('-104.00 USD').waitFor();
  await dialogOf(page).getByRole('button', { name: 'Close 2 positions' }).click();
  await dialogOf(page).getByText('2 of 2 answered').waitFor();
  t.equal(await dialogOf(page).getByText('Closed 0.1 lots at 1.1449').count(), 2);
  await dialogOf(page).getByRole('button', { name: 'Close' }).last().click();
  await page.getByText('There are no open positions.').waitFor();
});

test('An investor sees prices and money, and no way to trade', async (t, opened) => {
  const { page } = await openTrade(opened, { isInvestor: true });
  await rowsOf(page, 'Watch').filter({ hasText: '1.15010' }).waitFor();
  await page
    .getByRole('region', { name: 'Money of the account' })
    .getByText('10,000.00')
    .first()
    .waitFor();
  t.equal(await page.getByRole('button', { name: /Buy|Sell|One-click/ }).count(), 0);
});

test(
  'The ticket of a phone is clean',
  async (t, opened) => {
    const { page } = await openTrade(opened);
    await page.getByRole('link', { name: 'Quotes' }).click();
    await page.getByText('EURUSD').first().click();
    await dialogOf(page)
      .getByRole('button', { name: /Buy 0\.01/ })
      .waitFor();
    t.same(await opened.seriousFaults(), []);
  },
  { width: 'phone' },
);
