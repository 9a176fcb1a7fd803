// The budget of what views leave behind: while every view is opened and closed ten times, neither
// elements nor listeners of the page become more and more.

import type { CDPSession } from 'playwright-core';
import { until } from '../support/guard.js';
import { pageTests } from './browser.js';
import type { App, OpenedPage } from './chromium.js';
import { fillPlatform } from './filled.js';
import { type ViewAddress, viewsOf } from './views.js';

const { test } = pageTests();

/** Rounds before the first count, in which parts are loaded. */
const FIRST_ROUNDS = 1;
/** Counts, and rounds before each of them: what is kept once makes one of them larger, not all. */
const COUNTS = 3;
const ROUNDS = 3;
/** A view that is kept has more elements. */
const NODES_MAX = 10;

/** The view at which is counted. */
const COUNTED: Readonly<Record<App, ViewAddress>> = {
  terminal: { path: '/terminal/account', title: 'Account' },
  desk: { path: '/desk/me', title: 'Me' },
};

const goWithin = async ({ page }: OpenedPage, { path, title }: ViewAddress): Promise<void> => {
  await page.evaluate(
    `history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`,
  );
  await until(`the view ${title}`, async () => (await page.title()) === `${title} · brokerd`);
};

/** Elements and listeners of the page after a collection of garbage. */
const count = async (opened: OpenedPage, tools: CDPSession, app: App) => {
  await goWithin(opened, COUNTED[app]);
  await opened.page.waitForLoadState('networkidle');
  await tools.send('HeapProfiler.collectGarbage');
  const { metrics } = await tools.send('Performance.getMetrics');
  const of = (name: string): number => metrics.find((one) => one.name === name)?.value ?? 0;
  return { nodes: of('Nodes'), listeners: of('JSEventListeners') };
};

for (const app of ['terminal', 'desk'] as const) {
  test(`Views of the ${app} leave nothing behind`, async (t, opened) => {
    if (app === 'terminal') {
      await opened.server.quote('EURUSD', '1.15000', '1.15010');
      await fillPlatform(opened.server);
    }
    await opened.signIn(app);
    const tools = await opened.context.newCDPSession(opened.page);
    await tools.send('Performance.enable');
    // In a wide window the view of quotes, which is for phones alone, is left at once.
    const views = (await viewsOf(app)).filter(({ path }) => path !== '/terminal/quotes');
    const visit = async (rounds: number): Promise<void> => {
      for (let round = 0; round < rounds; round += 1) {
        for (const view of views) await goWithin(opened, view);
      }
    };
    await visit(FIRST_ROUNDS);
    const counts = [await count(opened, tools, app)];
    for (let at = 0; at < COUNTS; at += 1) {
      await visit(ROUNDS);
      counts.push(await count(opened, tools, app));
    }
    const grown = (of: 'nodes' | 'listeners'): readonly number[] =>
      counts.slice(1).map((one, at) => one[of] - (counts[at]?.[of] ?? 0));
    const [nodes, listeners] = [grown('nodes'), grown('listeners')];
    t.ok(Math.min(...nodes) < ROUNDS * NODES_MAX, `elements: ${nodes}`);
    t.ok(Math.min(...listeners) < ROUNDS, `listeners: ${listeners}`);
  });
}
