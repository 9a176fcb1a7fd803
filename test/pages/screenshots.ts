// Makes a picture of every view that has a place in the frame of an app, and of each of its tabs,
// in both themes, languages and widths: `npm run screenshots`. Eyes look at them, no test does.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type App, noChromium, type OpenedPage, Pages, THEMES, WIDTHS } from './chromium.js';

const FOLDER = join('.tap', 'screenshots');
const HOMES: Readonly<Record<App, string>> = { terminal: '/terminal/', desk: '/desk/' };
const LOCALES = { en: 'en-US', de: 'de-DE' } as const;

/** The addresses of the places in the frame. */
const placesOf = async ({ page }: OpenedPage): Promise<string[]> => {
  const more = page.locator('.bottom-bar > button');
  if ((await more.count()) > 0) await more.click();
  const links = await page.locator('.places > a, .bottom-bar > a').all();
  const paths = await Promise.all(links.map((link) => link.getAttribute('href')));
  return [...new Set(paths.filter((path) => path !== null))];
};

/** Pictures of a view and of its tabs. */
const takeView = async (opened: OpenedPage, path: string, name: string): Promise<number> => {
  const { page } = opened;
  const take = async (file: string): Promise<void> => {
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(FOLDER, `${file}.png`) });
  };
  await opened.go(path);
  await page.locator('.connection.live').waitFor();
  const view = `${name}${path.replace(/\/$/, '').replaceAll('/', '-')}`;
  await take(view);
  const tabs = page.getByRole('tablist').first().getByRole('tab', { selected: false });
  const names = await tabs.allTextContents();
  for (const [at, text] of names.entries()) {
    await page.getByRole('tab', { name: text, exact: true }).first().click();
    await take(`${view}-tab${at + 2}`);
  }
  return names.length + 1;
};

const takeAll = async (pages: Pages): Promise<number> => {
  let count = 0;
  for (const app of ['terminal', 'desk'] as const) {
    for (const width of Object.keys(WIDTHS) as (keyof typeof WIDTHS)[]) {
      for (const theme of THEMES) {
        for (const [language, locale] of Object.entries(LOCALES)) {
          const name = [language, theme, WIDTHS[width]].join('-');
          const opened = await pages.page({ width, theme, locale });
          await opened.go(HOMES[app]);
          await opened.page.getByLabel('Login').waitFor();
          await opened.page.screenshot({ path: join(FOLDER, `${name}-${app}-sign-in.png`) });
          await opened.typeSignIn(app);
          await opened.page.locator('.connection.live').waitFor();
          for (const path of await placesOf(opened)) count += await takeView(opened, path, name);
          await opened.context.close();
        }
      }
    }
  }
  return count;
};

if (noChromium !== false) throw new Error(noChromium);
mkdirSync(FOLDER, { recursive: true });
const pages = await Pages.open({ prices: null });
try {
  process.stdout.write(`${await takeAll(pages)} pictures of views are in ${FOLDER}\n`);
} finally {
  await pages.close();
}
