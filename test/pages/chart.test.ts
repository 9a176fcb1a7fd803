// Charts of the terminal and the terms of a symbol in a browser.

import type { Page } from 'playwright-core';
import { openAccount } from '../support/client/staff.js';
import { until } from '../support/guard.js';
import { TRADER_PASSWORD } from '../support/server-process.js';
import { pageTests } from './browser.js';
import type { OpenedPage } from './chromium.js';

const { test } = pageTests();

const CHART = '/terminal/chart/EURUSD';

/** A position with a stop loss, opened by the account that the pages show. */
const openPosition = async ({ server }: OpenedPage) => {
  // The newest bar is as high as the lines of the test are apart.
  for (const pips of ['1.149', '1.151', '1.150']) {
    await server.quote('EURUSD', `${pips}00`, `${pips}10`);
  }
  const trader = server.client('trader');
  await trader.signIn(1001, TRADER_PASSWORD);
  const { data } = await trader.request<{ position_id: number }>('POST', '/trades', {
    request_id: crypto.randomUUID(),
    kind: 'open',
    symbol: 'EURUSD',
    side: 'buy',
    volume: '0.10',
    sl: '1.14990',
  });
  const { position_id } = data;
  const stop = async (): Promise<string | undefined> => {
    const { data: rows } = await trader.request<{ id: number; sl: string }[]>('GET', '/positions');
    return rows.find(({ id }) => id === position_id)?.sl;
  };
  return { trader, position_id, stop };
};

const gripOf = (page: Page, id: number) =>
  page.getByRole('button', { name: new RegExp(`^Move SL \\(position ${id}\\)`) });

test('A stop is moved by keys and by its grip, and saved by Enter', async (t, opened) => {
  const { page } = opened;
  const { position_id, stop } = await openPosition(opened);
  await opened.signIn('terminal', CHART);
  const grip = gripOf(page, position_id);
  await grip.press('ArrowDown');
  await page.getByRole('button', { name: /now at 1.14989$/ }).waitFor();
  await grip.press('Escape');
  await page.getByRole('button', { name: /now at 1.14990$/ }).waitFor();
  await grip.press('Shift+ArrowDown');
  const line = page.locator(`[data-line="p${position_id}.sl"]`);
  await line.getByText('-3.00 USD').waitFor();
  await grip.press('Enter');
  await line.getByRole('button', { name: `Take SL of ${position_id} away` }).waitFor();
  t.match(await stop(), /^1\.14980/);
  const box = await grip.boundingBox();
  if (box === null) throw new Error('the grip is not drawn');
  await page.mouse.move(box.x + 4, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + 4, box.y + 60, { steps: 3 });
  await page.mouse.up();
  t.match(await stop(), /^1\.14980/, 'nothing is sent before Enter');
  const shown = /now at (\S+)$/.exec((await grip.getAttribute('aria-label')) ?? '')?.[1] ?? '';
  t.ok(Number(shown) < 1.1498, 'it follows the pointer');
  await line.getByRole('button', { name: 'Save' }).click();
  await line.getByRole('button', { name: `Take SL of ${position_id} away` }).waitFor();
  t.ok((await stop())?.startsWith(shown));
  await page.getByRole('button', { name: `Close position ${position_id}` }).click();
  const question = page.getByRole('dialog', { name: `Close position ${position_id}` });
  await question.getByText('-1.00 USD').waitFor();
  await opened.server.quote('EURUSD', '1.15110', '1.15120');
  await question.getByText('+10.00 USD').waitFor();
});

test('A stop on the wrong side is refused at its line, and stays held', async (t, opened) => {
  const { page } = opened;
  const { position_id, stop } = await openPosition(opened);
  await opened.signIn('terminal', CHART);
  const grip = gripOf(page, position_id);
  for (let count = 0; count < 3; count += 1) await grip.press('Shift+ArrowUp');
  await page.locator(`[data-line="p${position_id}.sl"] [role=alert]`).waitFor();
  await grip.press('Escape');
  t.match(await stop(), /^1\.14990/);
});

test('Timeframe and number of charts are kept with the login at a reload', async (t, opened) => {
  const { page } = opened;
  await opened.server.quote('EURUSD', '1.15000', '1.15010');
  await opened.signIn('terminal');
  await page.getByRole('application').first().focus();
  await page.keyboard.press('5');
  await page.getByRole('region', { name: /^Chart of .*, H1$/ }).waitFor();
  await page.getByRole('group', { name: 'Charts' }).getByRole('radio', { name: '2' }).check();
  // The page saves after a second, and at once when it is left.
  await page.reload();
  await page
    .getByRole('region', { name: /^Chart of .*, H1$/ })
    .first()
    .waitFor();
  t.equal(await page.getByRole('application').count(), 2);
});

test('A drawing is added, moved and removed by keys', async (t, opened) => {
  const { page, server } = opened;
  await server.quote('EURUSD', '1.15000', '1.15010');
  const account = await openAccount(await server.staff(), 'demo\\standard', '1000');
  await opened.signIn('terminal', '/terminal/chart/EURUSD', account);
  const trader = server.client('trader');
  await trader.signIn(account.login, account.password);
  const kept = async () => {
    const { data } = await trader.get<{ content: Record<string, unknown> }>('/me/preferences');
    return JSON.stringify(data.content['drawings.EURUSD'] ?? null);
  };
  await page.locator('.chart-line.quote > .axis').first().waitFor();
  await page.keyboard.press('Shift+L');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('There are no drawings.').waitFor();
  await dialog.getByLabel('New drawing').selectOption('horizontalStraightLine');
  await dialog.getByRole('button', { name: 'Add' }).press('Enter');
  const line = dialog.getByRole('group', { name: '1. Horizontal line' });
  await line.getByRole('textbox', { name: 'Price 1' }).press('ArrowUp');
  await until('the moved line', async () => /"value":1\.15001/.test(await kept()));
  t.match(await kept(), /^\[{"name":"horizontalStraightLine"/);
  await dialog.getByRole('button', { name: 'Add' }).press('Enter');
  await line.getByRole('button', { name: 'Delete: Horizontal line 1' }).press('Enter');
  const second = /^\[{[^{]*{[^{]*"value":1\.15}/;
  await until('the second line alone', async () => second.test(await kept()));
  t.same(await opened.seriousFaults(), []);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Draw' }).click();
  await page.getByRole('menuitem', { name: 'Remove all drawings' }).click();
  await dialog.getByText('1 drawing of EURUSD will be gone for good.').waitFor();
  await dialog.getByRole('button', { name: 'Remove all drawings' }).click();
  await until('no drawing', async () => (await kept()) === 'null');
});

test('The terms of a symbol have the margin of a lot by the server', async (t, opened) => {
  const { page } = opened;
  const { trader } = await openPosition(opened);
  await opened.signIn('terminal', '/terminal/symbol/GBPUSD');
  await opened.server.quote('GBPUSD', '1.30000', '1.30010');
  const body = { kind: 'open', symbol: 'GBPUSD', side: 'buy', volume: '1' };
  const { data: check } = await trader.request<{ margin: string }>('POST', '/trades/check', body);
  await page.reload();
  const [whole = '', fraction = ''] = check.margin.split('.');
  const margin = `${Number(whole).toLocaleString('en-US')}.${fraction}`;
  await page.getByText(`${margin} USD`).first().waitFor();
  t.equal(await page.getByText('all day').count(), 14, 'quotes and trades of seven days');
});
