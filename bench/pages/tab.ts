// A tab of the terminal in Chromium, with what it costs: frames, processor time, heap.

import type { CDPSession } from 'playwright-core';
import { launchChromium, OpenedPage } from '../../test/pages/chromium.js';
import type { ServerProcess } from '../../test/support/server-process.js';
import { Histogram } from '../measure/measures.js';

/** Counts the times between frames from now on; `takeFrames` hands them over in ms. */
const COUNT_FRAMES = `(() => {
  let last = performance.now();
  let times = [];
  const next = (now) => {
    times.push(now - last);
    last = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
  globalThis.takeFrames = () => times.splice(0);
})()`;

interface ProcessTimes {
  readonly processInfo: readonly { readonly type: string; readonly cpuTime: number }[];
}

/** Who signs in, and what the watch searches for. */
export interface TabPlan {
  readonly login: number;
  readonly password: string;
  readonly search: string;
}

/** The tab. */
export class Tab {
  readonly frames = new Histogram();
  /** The frames of its socket that subscribe, as another socket can send them. */
  readonly subscriptions: string[] = [];
  /** Bytes of all frames that its socket has received. */
  received = 0;

  private constructor(
    private readonly opened: OpenedPage,
    private readonly tools: CDPSession,
    private readonly browserTools: CDPSession,
    private readonly closeBrowser: () => Promise<void>,
  ) {
    opened.page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        this.received += payload.length;
      });
      socket.on('framesent', ({ payload }) => {
        const text = String(payload);
        if (text.includes('"op":"subscribe"')) this.subscriptions.push(text);
      });
    });
  }

  static async open(server: ServerProcess, plan: TabPlan): Promise<Tab> {
    const browser = await launchChromium();
    const context = await browser.newContext({ locale: 'en-US' });
    const opened = await OpenedPage.open(server, context, {});
    const { page } = opened;
    const tab = new Tab(
      opened,
      await context.newCDPSession(page),
      await browser.newBrowserCDPSession(),
      () => browser.close(),
    );
    await opened.go('/terminal/');
    await page.getByLabel('Login').fill(String(plan.login));
    await page.getByLabel('Password').fill(plan.password);
    await page.keyboard.press('Enter');
    await page.locator('.connection.live').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type(plan.search);
    const rows = page.getByRole('grid', { name: 'Watch' }).locator('tbody tr[data-index]');
    await rows
      .filter({ hasText: /\d\.\d/ })
      .first()
      .waitFor();
    await page.evaluate(COUNT_FRAMES);
    return tab;
  }

  /** Adds the frames since the last call to `frames`. */
  async takeFrames(): Promise<void> {
    const times = (await this.opened.page.evaluate('takeFrames()')) as readonly number[];
    for (const ms of times) this.frames.add(ms);
  }

  /** The heap in bytes after a collection of garbage, whose frames do not count. */
  async heap(): Promise<number> {
    await this.takeFrames();
    await this.tools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await this.tools.send('Runtime.getHeapUsage');
    await this.opened.page.evaluate('takeFrames()');
    return usedSize;
  }

  /** Processor time so far of the tab's process and of the whole browser, in s. */
  async processorTime(): Promise<{ readonly tab: number; readonly browser: number }> {
    const { processInfo }: ProcessTimes = await this.browserTools.send('SystemInfo.getProcessInfo');
    const sum = (isCounted: (type: string) => boolean): number =>
      processInfo.reduce((all, { type, cpuTime }) => all + (isCounted(type) ? cpuTime : 0), 0);
    return { tab: sum((type) => type === 'renderer'), browser: sum(() => true) };
  }

  /** Ends the browser. Throws when the page did what no page may do. */
  async close(): Promise<void> {
    await this.closeBrowser();
    if (this.opened.faults.length > 0) throw new Error(this.opened.faults.join('\n'));
  }
}
