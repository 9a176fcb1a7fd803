// Makes pictures of every view that an app lists, and of each of its tabs, in both themes,
// languages and widths, in .tap/screenshots: `npm run screenshots`. Words after `--` choose views
// by parts of their addresses; `-- docs` makes the pictures of the README. Eyes look at them, no
// test does.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openAccount } from '../support/client/staff.js';
import { type App, noChromium, type OpenedPage, Pages, THEMES, WIDTHS } from './chromium.js';
import { fillPlatform } from './filled.js';
import { settingsOf, viewsOf } from './views.js';

const FOLDER = join('.tap', 'screenshots');
const APPS = ['terminal', 'desk'] as const;
const LOCALES = { en: 'en-US', de: 'de-DE' } as const;

/** The addresses of an app. The desk has an address for each kind of settings, too. */
const pathsOf = async (app: App): Promise<readonly string[]> => [
  ...(await viewsOf(app)).map(({ path }) => path),
  ...(app === 'desk' ? await settingsOf() : []),
];

/** Waits until a view has loaded what it shows, and a moment for what is drawn afterwards. */
const settled = async (page: Page): Promise<void> => {
  await page.locator('#view:has(*):not(:has(.skeleton, [aria-busy="true"]))').waitFor();
  await page.waitForLoadState('networkidle');
};

/** Pictures of a view and of its tabs. */
const takeView = async (opened: OpenedPage, path: string, name: string): Promise<number> => {
  const { page } = opened;
  const take = async (file: string): Promise<void> => {
    await settled(page);
    await page.screenshot({ path: join(FOLDER, `${file}.png`) });
  };
  await opened.go(path);
  await page.locator('span.connection.live').waitFor();
  const view = `${name}${path.replace(/\/$/, '').replaceAll('/', '-')}`;
  await take(view);
  const tabs = page.getByRole('tablist').first().getByRole('tab');
  const count = await tabs.count();
  for (let at = 1; at < count; at += 1) {
    await tabs.nth(at).click();
    await take(`${view}-tab${at + 1}`);
  }
  return Math.max(count, 1);
};

const takeAll = async (pages: Pages, words: readonly string[]): Promise<number> => {
  let count = 0;
  for (const app of APPS) {
    const isWanted = (path: string): boolean =>
      words.length === 0 || words.some((word) => path.includes(word));
    const paths = (await pathsOf(app)).filter(isWanted);
    if (paths.length === 0) continue;
    for (const width of Object.keys(WIDTHS) as (keyof typeof WIDTHS)[]) {
      for (const theme of THEMES) {
        for (const [language, locale] of Object.entries(LOCALES)) {
          const name = [language, theme, WIDTHS[width]].join('-');
          const opened = await pages.page({ width, theme, locale });
          await opened.go(`/${app}/`);
          await opened.page.getByLabel('Login').waitFor();
          await opened.page.screenshot({ path: join(FOLDER, `${name}-${app}-sign-in.png`) });
          await opened.typeSignIn(app);
          await opened.page.locator('span.connection.live').waitFor();
          for (const path of paths) count += await takeView(opened, path, name);
          await opened.context.close();
        }
      }
    }
  }
  return count;
};

/** People of the desk's picture. */
const PEOPLE = ['Ada Example', 'Ben Sample', 'Chloé Muster', 'Dan Tester', 'Eva Beispiel'];

/** Writes the window as a small picture, and as one for eyes beside the others. */
const write = async ({ context, page }: OpenedPage, file: string): Promise<void> => {
  await settled(page);
  await page.screenshot({ path: join(FOLDER, `${file}.png`) });
  const tools = await context.newCDPSession(page);
  const { data } = await tools.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  writeFileSync(join('docs', `${file}.webp`), Buffer.from(data, 'base64'));
};

/** The pictures of the README: a chart with positions, and accounts. */
const takeForDocs = async (pages: Pages): Promise<number> => {
  const staff = await pages.server.staff();
  for (const [at, person] of PEOPLE.entries()) {
    const [first = '', last_name = ''] = person.split(' ');
    const { login } = await openAccount(staff, 'demo\\standard', String(2_500 * (at + 1)));
    const read = await staff.get<{ readonly version: number }>(`/accounts/${login}`);
    const names = { version: read.data.version, name: first, last_name };
    await staff.request('PATCH', `/accounts/${login}`, names);
  }
  const terminal = await pages.page({ theme: 'dark' });
  await terminal.signIn('terminal');
  await terminal.page
    .getByRole('grid', { name: 'Positions' })
    .getByText('EURUSD')
    .first()
    .waitFor();
  await write(terminal, 'terminal');
  const desk = await pages.page();
  await desk.signIn('desk', '/desk/accounts');
  await desk.page.getByRole('row', { name: /Eva/ }).waitFor();
  await write(desk, 'desk');
  return 2;
};

if (noChromium !== false) throw new Error(noChromium);
mkdirSync(FOLDER, { recursive: true });
const words = process.argv.slice(2);
const isForDocs = words.includes('docs');
const pages = await Pages.open({ prices: null });
try {
  await fillPlatform(pages.server);
  const count = isForDocs ? await takeForDocs(pages) : await takeAll(pages, words);
  process.stdout.write(`${count} pictures of views are in ${isForDocs ? 'docs' : FOLDER}\n`);
} finally {
  await pages.close();
}
