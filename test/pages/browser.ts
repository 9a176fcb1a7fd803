// The tests of the apps: a server and a browser for a file, and a page in a context of its own for
// each test. What a page must never do is collected, and is a failure at its end.

import t, { type Test } from 'tap';
import type { StartOptions } from '../support/server-process.js';
import { type LookOptions, noChromium, type OpenedPage, Pages } from './chromium.js';

/** What a test of pages is given. */
type PageTest = (test: Test, opened: OpenedPage) => Promise<void>;

/**
 * Declares tests of one file: a server and a browser are opened for its first test and closed after
 * the last. Each test has a page; faults that it has collected fail it. Without chromium all are
 * left out, and say so.
 */
export const pageTests = (options: StartOptions = {}) => {
  let opening: Promise<Pages> | undefined;
  const pages = (): Promise<Pages> => {
    opening ??= Pages.open(options);
    return opening;
  };
  t.teardown(async () => (await opening)?.close());
  const declare = (title: string, run: PageTest, look: LookOptions = {}): void => {
    t.test(title, { skip: noChromium }, async (test) => {
      const opened = await (await pages()).page(look);
      try {
        await run(test, opened);
      } finally {
        await opened.context.close();
      }
      test.same(opened.faults, [], 'the page did nothing that it must not do');
    });
  };
  return { pages, test: declare };
};
