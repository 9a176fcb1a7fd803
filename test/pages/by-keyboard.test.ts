// Jobs of a trader and of a back office by keyboard alone: each key goes to what has the focus.

import type { Page } from 'playwright-core';
import { ADMIN_PASSWORD, TRADER_PASSWORD } from '../support/server-process.js';
import { pageTests } from './browser.js';
import { fillPlatform } from './filled.js';

const { test } = pageTests();

const NEW_PASSWORD = 'Trader-pass2';
/** More steps than any view has places for the focus. */
const STEPS_MAX = 100;

/** The words of what has the focus; the view as a whole, which has all of them, is left out. */
const FOCUSED = `(() => {
  const { ariaLabel, labels, tagName, textContent } = document.activeElement;
  if (tagName === 'MAIN' || tagName === 'BODY') return '';
  return ariaLabel ?? labels?.[0]?.textContent ?? textContent;
})()`;

/** Presses Tab, or another key, until what has the words has the focus. */
const tabTo = async (page: Page, words: string, key = 'Tab'): Promise<void> => {
  for (let step = 0; step < STEPS_MAX; step += 1) {
    await page.keyboard.press(key);
    if (String(await page.evaluate(FOCUSED)).includes(words)) return;
  }
  throw new Error(`${key} does not reach ${words}`);
};

const signIn = async (page: Page, login: string, password: string): Promise<void> => {
  await page.getByLabel('Login').waitFor();
  await page.keyboard.type(login);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.locator('span.connection.live').first().waitFor();
};

/** Goes to what the words name. */
const goTo = async (page: Page, words: string): Promise<void> => {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(words);
  await page.locator('[role=option]').first().filter({ hasText: words }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

/** Presses the button of a dialog that the keys have reached, once it works. */
const answer = async (page: Page, button: string): Promise<void> => {
  const found = page.getByRole('dialog').last().getByRole('button', { name: button });
  await found.and(page.locator(':enabled')).waitFor();
  await tabTo(page, button);
  await page.keyboard.press('Enter');
};

test('The frequent jobs of a trader are done by keyboard alone', async (t, opened) => {
  const { page, server } = opened;
  await server.quote('EURUSD', '1.15000', '1.15010');
  await fillPlatform(server);
  await opened.go('/terminal/');
  await signIn(page, '1001', TRADER_PASSWORD);
  const row = page.getByRole('row', { name: /EURUSD #1 / });
  await row.waitFor();
  await page.keyboard.press('F9');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('500');
  await page.getByText('The volume must be from 0.01 to 100 lots').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('0.2');
  await tabTo(page, 'Buy 0.2');
  await page.keyboard.press('Enter');
  await answer(page, 'Buy 0.2');
  await page.getByText('Bought 0.2 EURUSD at 1.1501').waitFor();
  await page.keyboard.press('F9');
  await tabTo(page, 'Market', 'Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await tabTo(page, 'Price');
  await tabTo(page, 'Price');
  await page.keyboard.type('1.14');
  await page.getByRole('button', { name: 'Buy 0.' }).and(page.locator(':enabled')).waitFor();
  await tabTo(page, 'Buy 0.');
  await page.keyboard.press('Enter');
  await answer(page, 'Buy 0.');
  await tabTo(page, 'EURUSD #1 ');
  await page.keyboard.press('m');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Stop loss' }).waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('1.14');
  await answer(page, 'Save');
  await row.getByText('1.14000').waitFor();
  await page.keyboard.press('x');
  await answer(page, 'Close 0.1');
  await row.waitFor({ state: 'detached' });
  await tabTo(page, 'Positions');
  await page.keyboard.press('ArrowRight');
  const order = page.getByRole('row', { name: /EURUSD #4 / });
  await order.waitFor();
  await tabTo(page, 'EURUSD #4 ');
  await page.keyboard.press('Delete');
  await answer(page, 'Cancel the order');
  await order.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /1\.14000/ }).waitFor();
  await tabTo(page, 'Chart of EURUSD, M5');
  await page.keyboard.press('5');
  await page.getByRole('region', { name: 'Chart of EURUSD, H1' }).waitFor();
  await goTo(page, 'History');
  await page.getByRole('row', { name: /#2/ }).first().waitFor();
  await tabTo(page, 'Save as CSV');
  const saved = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  t.match((await saved).suggestedFilename(), /\.csv$/);
  await page.keyboard.press('Alt+6');
  await page.getByText('Your margin').first().waitFor();
  await tabTo(page, 'Your margin');
  await page.keyboard.press('Enter');
  await page.getByText('Dear 1001').waitFor();
  await goTo(page, 'XAUUSD');
  await page.getByRole('heading', { name: 'Margin of a lot' }).waitFor();
});

test('The frequent jobs of a back office are done by keyboard alone', async (_t, opened) => {
  const { page } = opened;
  await opened.go('/desk/');
  await signIn(page, '1', ADMIN_PASSWORD);
  await goTo(page, '1001');
  await page.getByRole('heading', { name: /^1001/ }).waitFor();
  await tabTo(page, 'Overview');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('tab', { name: 'Positions', selected: true }).waitFor();
  for (const act of ['Disable', 'Enable']) {
    await tabTo(page, 'Actions');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: act }).waitFor();
    await tabTo(page, act, 'ArrowDown');
    await page.keyboard.press('Enter');
    await answer(page, act);
    await page.getByText(`Account 1001 is ${act.toLowerCase()}d.`).waitFor();
  }
  await goTo(page, 'Online');
  await page
    .getByRole('row', { name: /manager/ })
    .first()
    .waitFor();
  await goTo(page, 'Journal');
  await page.getByText('account 1001 enabled').first().waitFor();
  await goTo(page, 'Holidays');
  await page.getByRole('link', { name: 'Holidays' }).and(page.locator('[aria-current]')).waitFor();
});

test('A trader writes to staff and changes the password by keyboard alone', async (t, opened) => {
  const { page, server } = opened;
  await opened.go('/terminal/');
  await signIn(page, '1001', TRADER_PASSWORD);
  await page.keyboard.press('Alt+6');
  await page.getByRole('button', { name: 'Write' }).waitFor();
  await tabTo(page, 'Write');
  await page.keyboard.press('Enter');
  await page.getByLabel('To').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.type('A question');
  await page.keyboard.press('Tab');
  await page.keyboard.type('When is my payment made?');
  await answer(page, 'Send');
  await page.getByText('Sent.').waitFor();
  const staff = await server.staff();
  t.match((await staff.get('/mail')).data, { items: [{ subject: 'A question' }] });
  await goTo(page, 'Settings');
  await page.getByRole('tab', { name: 'Look and keys' }).waitFor();
  await tabTo(page, 'Look and keys');
  await page.keyboard.press('ArrowRight');
  await page.getByLabel('Present password').waitFor();
  for (const [field, text] of [
    ['Present password', TRADER_PASSWORD],
    ['New password', NEW_PASSWORD],
    ['New password again', NEW_PASSWORD],
  ] as const) {
    await tabTo(page, field);
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
  await answer(page, 'Change password');
  await page.getByText('The password is changed.').waitFor();
  t.equal(await page.getByLabel('Present password').inputValue(), '', 'no password stays');
  await server.client('trader').signIn(1001, NEW_PASSWORD);
});
