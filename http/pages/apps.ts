// The apps for browsers: the pages of the terminal and of the desk, the page that offers both, and
// their assets, all as the build has made them.

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Page } from '../rest/dispatch.js';
import { encodingOf, VARY } from '../server/encoding.js';
import type { Header } from '../server/exchange.js';
import { PAGE_POLICY, publicPage } from './static-page.js';

const ASSETS = '/assets/';
const HTML = 'text/html; charset=utf-8';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/** The ends of the names of the compressed files, by their encodings. */
const ENDS = { br: '.br', gzip: '.gz' } as const;

/** The name of an asset has the hash of its content: a browser never asks for it again. */
const KEPT: Header = ['Cache-Control', 'public, max-age=31536000, immutable'];

/** The first part of the paths of an app; its views have paths below. */
const APPS = ['terminal', 'desk'] as const;

/** An asset in the encoding that the browser takes; each file is read once. */
const assetPage = (folder: string, name: string): Page => {
  const type = TYPES[extname(name)] ?? 'application/octet-stream';
  const headers: readonly Header[] = [['Content-Type', type], PAGE_POLICY, KEPT, VARY];
  const read = new Map<string, Promise<Buffer>>();
  const held = async (path: string): Promise<Buffer> => {
    const known = read.get(path) ?? readFile(join(folder, path));
    read.set(path, known);
    try {
      return await known;
    } catch (cause) {
      read.delete(path);
      throw cause;
    }
  };
  return async (request) => {
    const encoding = encodingOf(request);
    if (encoding === undefined) return { status: 200, headers, body: await held(`assets/${name}`) };
    const body = await held(`assets/${name}${ENDS[encoding]}`);
    return { status: 200, headers: [...headers, ['Content-Encoding', encoding]], body };
  };
};

const redirect = (path: string): Page => {
  const headers: readonly Header[] = [['Location', path]];
  return () => ({ status: 302, headers, body: '' });
};

/** The names of the assets. Throws when the apps were not built. */
const assetNames = (folder: string): readonly string[] => {
  const text = readFileSync(join(folder, 'manifest.json'), 'utf8');
  return Object.keys((JSON.parse(text) as { assets: object }).assets);
};

/**
 * Finds the page of a path in the folder that the build has made: `/`, the assets, and every path
 * below `/terminal/` and `/desk/`, which is a view of the app there. Names of symbols have dots, so
 * that such a path is a view as well.
 */
export const appPages = (folder: string): ((path: string) => Page | undefined) => {
  const file = (name: string): Promise<Buffer> => readFile(join(folder, name));
  const exact = new Map<string, Page>([
    ['/', publicPage(HTML, () => file('choose.html'))],
    ['/favicon.ico', publicPage('image/svg+xml', () => file('icon.svg'))],
    ['/licences.txt', publicPage('text/plain; charset=utf-8', () => file('licences.txt'))],
    ...APPS.map((app) => [`/${app}`, redirect(`/${app}/`)] as const),
    ...assetNames(folder).map((name) => [`${ASSETS}${name}`, assetPage(folder, name)] as const),
  ]);
  const apps = APPS.map(
    (app) => [`/${app}/`, publicPage(HTML, () => file(`${app}.html`))] as const,
  );
  return (path) => exact.get(path) ?? apps.find(([start]) => path.startsWith(start))?.[1];
};
