// Every view that an app lists, at both widths and in both themes: nothing that axe finds serious,
// nothing beside the window. The harness fails a view for console errors and reports of the policy.

import type { Test } from 'tap';
import { until } from '../support/guard.js';
import { pageTests } from './browser.js';
import { type OpenedPage, THEMES, WIDTHS } from './chromium.js';
import { fillPlatform } from './filled.js';
import { settingsOf, type ViewAddress, viewsOf } from './views.js';

const { test } = pageTests();

/** Goes to an address as a link does, and waits until its view has what it shows. */
const goWithin = async ({ page }: OpenedPage, { path, title }: ViewAddress): Promise<void> => {
  await page.evaluate(
    `history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`,
  );
  await until(`the view ${title}`, async () => (await page.title()) === `${title} · brokerd`);
  await settled(page);
};

const settled = (page: OpenedPage['page']): Promise<void> =>
  page.locator('#view:has(*):not(:has(.skeleton, [aria-busy="true"]))').waitFor();

const isClean = async (t: Test, opened: OpenedPage, name: string): Promise<void> => {
  t.same(await opened.seriousFaults(), [], name);
  const isWider = 'document.documentElement.scrollWidth > innerWidth';
  t.notOk(await opened.page.evaluate(isWider), `${name}: nothing stands beside the window`);
};

/** Looks at what is open in each width and theme, once `isReady`. */
const look = async (
  t: Test,
  opened: OpenedPage,
  name: string,
  isReady: () => Promise<void>,
): Promise<void> => {
  const { page } = opened;
  for (const [width, pixels] of Object.entries(WIDTHS)) {
    await page.setViewportSize({ width: pixels, height: 860 });
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      await isReady();
      await isClean(t, opened, `${name} ${width} ${colorScheme}`);
    }
  }
  t.same(opened.faults.splice(0), [], name);
};

for (const app of ['terminal', 'desk'] as const) {
  test(`Every view of the ${app} is clean, wide, narrow, light and dark`, async (t, opened) => {
    const { page, server } = opened;
    if (app === 'terminal') {
      await server.quote('EURUSD', '1.15000', '1.15010');
      await fillPlatform(server);
    }
    await opened.go(`/${app}/`);
    await look(t, opened, `sign-in of the ${app}`, () => page.getByLabel('Login').waitFor());
    await opened.typeSignIn(app);
    await page.locator('span.connection.live').waitFor();
    for (const view of await viewsOf(app)) {
      // A view for phones alone is left when the window grows.
      await page.setViewportSize({ width: WIDTHS.phone, height: 860 });
      await goWithin(opened, view);
      await look(t, opened, view.path, () => settled(page));
    }
  });
}

test('Every kind of settings is clean', async (t, opened) => {
  const { page } = opened;
  await opened.signIn('desk');
  for (const path of await settingsOf()) {
    await goWithin(opened, { path, title: 'Settings' });
    await page.locator(`nav a[href="${path}"][aria-current]`).waitFor();
    await settled(page);
    await isClean(t, opened, path);
  }
});
