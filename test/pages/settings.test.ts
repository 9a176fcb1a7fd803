// The settings of the desk: a change with its difference, and what two people change at once.

import { pageTests } from './browser.js';

const { test } = pageTests();

test('A change is shown before it is saved, and is what REST answers', async (t, opened) => {
  const { page, server } = opened;
  const staff = await server.staff();
  await opened.signIn('desk', '/desk/settings/groups/5');
  await page.getByRole('tab', { name: 'Margin' }).click();
  const stopOut = page.getByLabel('Stop-out', { exact: true });
  await stopOut.fill('45');
  await page.keyboard.press('Control+s');
  await page.getByRole('listitem').filter({ hasText: 'Stop-out 50 → 45' }).waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText('version 2').waitFor();
  t.match(JSON.stringify(await staff.request('GET', '/groups/5')), '"stop_out":"45"');
  // Somebody else changes the same field: both values are offered.
  await stopOut.fill('44');
  await staff.request('PATCH', '/groups/5', { version: 2, stop_out: '43' });
  await page.keyboard.press('Control+s');
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: '43' }).waitFor();
  await page.getByRole('button', { name: '44' }).click();
  await page.keyboard.press('Control+s');
  await page.getByText('version 4').waitFor();
  t.equal(await stopOut.inputValue(), '44');
});
