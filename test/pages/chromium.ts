// Chromium on a real server: pages in contexts of their own, which collect what no page may do.

import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { GUARD_MS } from '../support/guard.js';
import {
  ADMIN_PASSWORD,
  ServerProcess,
  type StartOptions,
  TRADER_PASSWORD,
} from '../support/server-process.js';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) =>
  existsSync(path),
);

/** Why pages cannot be opened; false = they can. */
export const noChromium: string | false =
  CHROMIUM === undefined && 'chromium is not installed (Debian: chromium)';

/** The widths at which views are looked at: a phone and a desk. */
export const WIDTHS = { phone: 360, desk: 1400 } as const;
/** The themes. */
export const THEMES = ['light', 'dark'] as const;

/** The two people whom every server of the tests has. */
const PEOPLE = {
  terminal: { login: '1001', password: TRADER_PASSWORD },
  desk: { login: '1', password: ADMIN_PASSWORD },
} as const;
/** An app by the first part of its address. */
export type App = keyof typeof PEOPLE;

/** Someone who signs in. */
export interface Person {
  readonly login: number | string;
  readonly password: string;
}

/** How a context looks at the pages. */
export interface LookOptions {
  readonly width?: keyof typeof WIDTHS;
  readonly theme?: (typeof THEMES)[number];
  /** The language that the browser asks for. */
  readonly locale?: string;
}

/** Chromium writes a line for every answer of 4xx: an expected refusal is no fault of a page. */
const EXPECTED = /Failed to load resource: the server responded with a status of 4\d\d/;

/** Told to the console by the page, which its policy does not keep from running. */
const REPORT_POLICY = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('refused by the policy: ' + event.violatedDirective + ' ' + event.blockedURI));`;

/** A context, its page, and what the page did that no page may do. */
export class OpenedPage {
  /** Console errors, reports of the policy, uncaught errors, requests to other hosts. */
  readonly faults: string[] = [];

  private constructor(
    readonly server: ServerProcess,
    readonly context: BrowserContext,
    readonly page: Page,
  ) {}

  static async open(
    server: ServerProcess,
    context: BrowserContext,
    options: LookOptions,
  ): Promise<OpenedPage> {
    const { width = 'desk', theme = 'light' } = options;
    const page = await context.newPage();
    await page.setViewportSize({ width: WIDTHS[width], height: 860 });
    await page.emulateMedia({ colorScheme: theme });
    const opened = new OpenedPage(server, context, page);
    opened.#collect();
    return opened;
  }

  #collect(): void {
    const { page, faults, server } = this;
    page.on('pageerror', (error) => faults.push(`uncaught: ${error.stack ?? error.message}`));
    page.on('console', (message) => {
      const text = message.text();
      if (message.type() === 'error' && !EXPECTED.test(text)) faults.push(`console: ${text}`);
    });
    page.on('request', (request) => {
      const url = request.url();
      const isOwn = url.startsWith(server.url('')) || /^(?:blob|data):/.test(url);
      if (!isOwn) faults.push(`request to ${url}`);
    });
  }

  /** Another tab of the same browser: cookies and storage are shared. */
  tab(options: LookOptions = {}): Promise<OpenedPage> {
    return OpenedPage.open(this.server, this.context, options);
  }

  /** Opens a path of the server. */
  async go(path: string): Promise<void> {
    await this.page.goto(this.server.url(path));
  }

  /** Types login and password into the form that is shown, and sends it. */
  async typeSignIn(app: App, given: Partial<Person> = {}): Promise<void> {
    const { page } = this;
    const { login, password } = { ...PEOPLE[app], ...given };
    await page.getByLabel('Login').fill(String(login));
    await page.getByLabel(/^(Password|Passwort)$/).fill(password);
    await page.keyboard.press('Enter');
  }

  /** Opens a path of an app and signs in there; its connection is live afterwards. */
  async signIn(app: App, path = `/${app}/`, given: Partial<Person> = {}): Promise<void> {
    await this.go(path);
    await this.typeSignIn(app, given);
    await this.page.locator('span.connection.live').first().waitFor();
  }

  /** What axe finds serious or critical, with the elements. */
  async seriousFaults(): Promise<string[]> {
    if (!(await this.page.evaluate('"axe" in window'))) await this.page.evaluate(axeSource());
    const found = (await this.page.evaluate(
      'axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations)',
    )) as { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[];
    return found
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
      );
  }
}

let axe: string | undefined;
const axeSource = (): string => {
  axe ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  return axe;
};

/** Starts Chromium. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM ?? '',
    // Debian's Chromium starts as root only without its sandbox.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    timeout: GUARD_MS,
  });

/** A server and a browser. */
export class Pages {
  private constructor(
    readonly server: ServerProcess,
    private readonly browser: Browser,
  ) {}

  static async open(options: StartOptions = {}): Promise<Pages> {
    const [server, browser] = await Promise.all([ServerProcess.start(options), launchChromium()]);
    return new Pages(server, browser);
  }

  /** A page in a context of its own: no cookie and no storage of another. */
  async page(options: LookOptions = {}): Promise<OpenedPage> {
    const context = await this.browser.newContext({ locale: options.locale ?? 'en-US' });
    context.setDefaultTimeout(GUARD_MS);
    await context.addInitScript(REPORT_POLICY);
    return OpenedPage.open(this.server, context, options);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.server.stop();
  }
}
