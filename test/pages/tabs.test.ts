// Tabs of one browser that share a session.

import { openAccount } from '../support/client/staff.js';
import { pageTests } from './browser.js';

const { test } = pageTests();

test('Another account that signs in in a second tab ends the first tab', async (t, opened) => {
  const other = await openAccount(await opened.server.staff(), 'demo\\standard', '10000');
  const second = await opened.tab();
  await second.go('/terminal/');
  await second.page.getByLabel('Login').waitFor();
  await opened.signIn('terminal');
  await second.typeSignIn('terminal', other);
  await second.page.locator('.connection.live').waitFor();
  await opened.page.getByText('Another account signed in in this browser.').waitFor();
  t.equal(await opened.page.getByRole('button', { name: /Buy 0/ }).isEnabled(), false);
  await second.page.reload();
  await second.page.locator('.connection.live').waitFor();
  await second.page.getByText(String(other.login)).first().waitFor();
  t.same(second.faults, []);
});

test('Two tabs stay signed in when their tokens are renewed', async (t, opened) => {
  const { page, context } = opened;
  await context.clock.install();
  await opened.signIn('terminal');
  const second = await opened.tab();
  await second.go('/terminal/');
  await second.page.locator('.connection.live').waitFor();
  const renewed = page
    .context()
    .waitForEvent('response', (one) => one.url().endsWith('/auth/refresh'));
  await context.clock.fastForward('14:30');
  await renewed;
  for (const one of [page, second.page]) {
    await one.locator('.connection.live').waitFor();
    await one.getByRole('link', { name: 'History' }).click();
    await one.getByRole('heading', { name: 'History' }).waitFor();
  }
  t.equal((await renewed).status(), 200);
  t.same(second.faults, []);
});
