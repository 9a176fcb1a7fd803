// Accounts at the desk: finding one, its money, a payment, opening, marks, and the start.

import { deferred } from '../support/deferred.js';
import { pageTests } from './browser.js';

const { test } = pageTests();

test('An account is found and paid by keyboard, and shows its money', async (t, opened) => {
  const { page, server } = opened;
  await opened.signIn('desk');
  await page.getByRole('row', { name: /1001/ }).waitFor();
  t.equal(new URL(page.url()).pathname, '/desk/accounts');
  await page.keyboard.press('/');
  await page.keyboard.type('1001');
  await page.getByText('1 account', { exact: true }).waitFor();
  await page.getByRole('row', { name: /1001/ }).press('Enter');
  await page.getByRole('heading', { name: /^1001/ }).waitFor();
  await page.keyboard.press('b');
  await page.getByLabel('Operation').and(page.locator(':focus')).waitFor();
  await page.getByLabel('Amount').fill('250.5');
  await page.keyboard.press('Enter');
  const sure = page.getByRole('button', { name: 'Pay in 250.50 USD' });
  await sure.waitFor();
  t.equal(await page.getByText('10,250.50 USD').last().isVisible(), true, 'the balance afterwards');
  await sure.press('Enter');
  await page.getByText('250.50 USD paid in to 1001.').waitFor();
  await page.locator('.money-line').getByText('10,250.50 USD').waitFor();
  const staff = await server.staff();
  const { data } = await staff.request('GET', '/accounts/1001');
  t.match(data, { balance: '10250.50' }, 'REST has the number of the screen');
});

test('An account is opened with N; faults stand by their fields', async (_t, opened) => {
  const { page } = opened;
  await opened.signIn('desk');
  await page.getByRole('row', { name: /1001/ }).waitFor();
  const isOpened = deferred();
  await page.route('**/admin/v1/accounts/groups', async (route) => {
    await isOpened.promise;
    await route.continue();
  });
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'Open an account' });
  await dialog.getByRole('combobox', { name: 'Group' }).and(page.locator(':focus')).waitFor();
  await dialog.getByRole('combobox', { name: 'Group' }).click();
  await page.getByText('Nothing found.').waitFor();
  isOpened.resolve();
  await page.getByRole('option', { name: /demo\\standard/ }).click();
  await dialog.getByLabel('First name').fill('Ada');
  await dialog.getByLabel('Password', { exact: true }).fill('short');
  await dialog.getByLabel('Investor password').fill('Reader-pass1');
  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel('Password', { exact: true }).fill('Secret-pass1');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /Ada/ }).waitFor();
});

test('A filter is a link, and ends by one press', async (_t, opened) => {
  const { page } = opened;
  await opened.signIn('desk', '/desk/accounts?f.balance.ge=99999999');
  await page.getByText('No account fits to this search.').waitFor();
  await page.getByRole('button', { name: 'Remove filter: Balance is at least 99999999' }).click();
  await page.getByRole('row', { name: /1001/ }).waitFor();
});
