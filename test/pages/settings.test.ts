// The settings of the desk: a change with its difference, what two people change at once, and the
// looks of settings, staff and transfer.

import { pageTests } from './browser.js';
import { THEMES, WIDTHS } from './chromium.js';

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

test('Settings, staff and transfer in both themes and widths', async (t, opened) => {
  const { page } = opened;
  await opened.signIn('desk', '/desk/settings/groups/5');
  for (const path of ['settings/groups/5', 'staff/1', 'transfer']) {
    await opened.go(`/desk/${path}`);
    await page.locator('.record-form, tbody tr').first().waitFor();
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      for (const [name, width] of Object.entries(WIDTHS)) {
        await page.setViewportSize({ width, height: 860 });
        t.same(await opened.seriousFaults(), [], `${path}, ${colorScheme}, ${name}`);
        const isWider = 'document.documentElement.scrollWidth > innerWidth';
        t.notOk(await page.evaluate(isWider), `${path}: nothing stands beside the window`);
      }
    }
  }
});
