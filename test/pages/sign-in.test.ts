// The frame of both apps in a browser: signing in, deep links, the end of a session, the look,
// and tabs of one browser that share a session.

import { openAccount, openEmpty } from '../support/client/staff.js';
import { pageTests } from './browser.js';
import { WIDTHS } from './chromium.js';

const { pages, test } = pageTests();

const APPS = ['terminal', 'desk'] as const;
/** The view of each app that has its look. */
const LOOKS = { terminal: '/terminal/settings/look', desk: '/desk/me/look' } as const;

for (const app of APPS) {
  test(`${app}: a wrong password is refused, a right one opens the link`, async (t, opened) => {
    const { page } = opened;
    await opened.go(LOOKS[app]);
    await opened.typeSignIn(app, { password: 'Wrong-pass1' });
    await page.getByRole('alert').getByText('The login or the password is wrong.').waitFor();
    await opened.typeSignIn(app);
    await page.getByRole('radio', { name: 'Dark' }).waitFor();
    t.equal(new URL(page.url()).pathname, LOOKS[app]);
    await page.locator('span.connection.live').waitFor();
    await page.reload();
    await page.locator('span.connection.live').waitFor();
    t.equal(await page.getByLabel('Login').count(), 0, 'a reload keeps the session');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Login').waitFor();
  });
}

test('Theme, language and palette count at once, and follow the login', async (t, opened) => {
  const { page } = opened;
  await opened.signIn('desk', LOOKS.desk);
  const look = () =>
    page.evaluate('({ ...document.documentElement.dataset, lang: document.documentElement.lang })');
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.getByRole('radio', { name: 'Blue and orange' }).check();
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await page.getByRole('radio', { name: 'Deutsch' }).check();
  await page.getByRole('heading', { name: 'Ich' }).waitFor();
  t.match(await look(), { theme: 'dark', palette: 'safe', lang: 'de' });
  t.equal(
    await page.evaluate('getComputedStyle(document.body).backgroundColor'),
    'rgb(14, 17, 22)',
  );
  t.equal((await saved).status(), 200);
  const other = await (await pages()).page();
  await other.signIn('desk', LOOKS.desk);
  await other.page.getByRole('heading', { name: 'Ich' }).waitFor();
  t.same(other.faults, []);
  await other.page.getByRole('radio', { name: 'English' }).check();
  await other.page.getByRole('heading', { name: 'Me' }).waitFor();
  await other.context.close();
});

test('A session that staff end says why, and the view stays for the login', async (_t, opened) => {
  const { page, server } = opened;
  await opened.signIn('terminal', LOOKS.terminal);
  const staff = await server.staff();
  await staff.request('POST', '/online/kick', { login: 1001 });
  await page.getByText('Staff have ended the session.').waitFor();
  await page.getByLabel(/^Password$/).fill('Trader-pass1');
  await page.keyboard.press('Enter');
  await page.locator('.sign-in-over').waitFor({ state: 'detached' });
  await page.locator('span.connection.live').waitFor();
});

test('Keys: the list, going to a view, and the places of a dialog', async (t, opened) => {
  const { page } = opened;
  await opened.signIn('terminal');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  // Nothing is waited for: what a quick user types goes to the dialog, and Enter takes what fits.
  await page.keyboard.type('Sett');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  t.equal(await page.title(), 'Settings · brokerd');
  t.equal(await page.evaluate('document.activeElement.id'), 'view', 'readers start at the view');
});

test('A missing right hides places and acts; a link names the right', async (t, opened) => {
  const { page, server } = opened;
  const staff = await server.staff();
  const clerk = await openEmpty(staff, 'managers\\administrators');
  const profile = { login: clerk.login, rights: ['accounts.view'], group_scope: ['*'] };
  t.equal((await staff.post('/staff', profile)).code, 'ok');
  await opened.signIn('desk', '/desk/staff', clerk);
  await page.getByText('Missing one of: config.staff, config.view.').waitFor();
  const places = page.getByRole('navigation').getByRole('link');
  await places.filter({ hasText: 'Accounts' }).waitFor();
  t.equal(await places.filter({ hasText: /Staff|Journal|Payments|Mailings/ }).count(), 0);
  await opened.go('/desk/accounts');
  await page.getByRole('grid').locator('tbody tr[data-index]').first().waitFor();
  t.equal(await page.getByRole('button', { name: 'Open account' }).count(), 0);
});

test('A demo account is opened from the sign-in, and its login signs in', async (t, opened) => {
  const { page } = opened;
  await opened.go('/terminal/');
  await page.getByRole('link', { name: 'Open an account' }).click();
  await page.getByLabel('Country of residence').selectOption('DE');
  await page.getByLabel('First and last name').fill('Ada Example');
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByLabel('Password').fill('weak');
  const open = page.getByRole('button', { name: 'Open the demo account' });
  await open.click();
  await page.locator('.fault').getByText('8 to 16 characters').waitFor();
  for (const width of Object.values(WIDTHS)) {
    await page.setViewportSize({ width, height: 860 });
    t.same(await opened.seriousFaults(), []);
  }
  await page.getByLabel('Password').fill('Demo-pass1');
  await open.click();
  const login = page.getByRole('status').locator('dd').first();
  await login.waitFor();
  const opens = await login.textContent();
  await page.getByText('10,000.00 USD').waitFor();
  await page.getByRole('button', { name: 'Sign in with it' }).click();
  await page.locator('span.connection.live').waitFor();
  await page.getByText(String(opens)).first().waitFor();
  t.equal(new URL(page.url()).pathname, '/terminal/');
});

test('The page at the root leads to both apps', async (t, opened) => {
  await opened.go('/');
  t.same(await opened.seriousFaults(), []);
  await opened.page.getByRole('link', { name: /^Desk/ }).click();
  await opened.page.getByRole('heading', { name: 'brokerd desk' }).waitFor();
});

test('Another account that signs in in a second tab ends the first tab', async (t, opened) => {
  const other = await openAccount(await opened.server.staff(), 'demo\\standard', '10000');
  const second = await opened.tab();
  await second.go('/terminal/');
  await second.page.getByLabel('Login').waitFor();
  await opened.signIn('terminal');
  await second.typeSignIn('terminal', other);
  await second.page.locator('span.connection.live').waitFor();
  await opened.page.getByText('Another account signed in in this browser.').waitFor();
  t.equal(await opened.page.getByRole('button', { name: /Buy 0/ }).isEnabled(), false);
  await second.page.reload();
  await second.page.locator('span.connection.live').waitFor();
  await second.page.getByText(String(other.login)).first().waitFor();
  t.same(second.faults, []);
});

test('Two tabs stay signed in when their tokens are renewed', async (t, opened) => {
  const { page, context } = opened;
  await context.clock.install();
  await opened.signIn('terminal');
  const second = await opened.tab();
  await second.go('/terminal/');
  await second.page.locator('span.connection.live').waitFor();
  const renewed = page
    .context()
    .waitForEvent('response', (one) => one.url().endsWith('/auth/refresh'));
  await context.clock.fastForward('14:30');
  await renewed;
  for (const one of [page, second.page]) {
    await one.locator('span.connection.live').waitFor();
    await one.getByRole('link', { name: 'History' }).click();
    await one.getByRole('heading', { name: 'History' }).waitFor();
  }
  t.equal((await renewed).status(), 200);
  t.same(second.faults, []);
});
