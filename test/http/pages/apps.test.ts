// The apps over HTTP: pages for all their paths, assets that stay in browsers, and their encodings.

import { readFileSync } from 'node:fs';
import { get, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import t from 'tap';
import { openFront } from '../../support/front-harness.js';

const front = await openFront({});
t.teardown(() => front.close());

interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Asks without the client's own decompression; the body is text of one byte a character. */
const ask = (path: string, headers: Record<string, string> = {}): Promise<Got> =>
  new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port: front.port, path, headers }, (answer) => {
      const { statusCode: status = 0, headers: given } = answer.setEncoding('latin1');
      text(answer).then((body) => resolve({ status, headers: given, body }), reject);
    }).on('error', reject);
  });

const assetsIn = (html: string): string[] =>
  Array.from(html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g), ([, path = '']) => path);

t.test('Every path of an app is its page, also a link to a symbol with a dot', async (t) => {
  for (const [app, others] of [
    ['/terminal/', ['/terminal/symbol/EURUSD.r', '/terminal/history/deals?from=2026-01-01']],
    ['/desk/', ['/desk/settings/groups/7', '/desk/accounts/1001/positions']],
  ] as const) {
    const page = await ask(app);
    t.equal(page.status, 200);
    t.equal(page.headers['content-type'], 'text/html; charset=utf-8');
    t.equal(page.headers['cache-control'], 'no-cache');
    for (const path of others) t.equal((await ask(path)).body, page.body, path);
    const known = { 'if-none-match': page.headers.etag ?? '' };
    t.equal((await ask(others[0], known)).status, 304, 'a browser that has it keeps it');
    const moved = await ask(app.slice(0, -1));
    t.same([moved.status, moved.headers.location], [302, app]);
  }
  t.not((await ask('/terminal/')).body, (await ask('/desk/')).body);
  t.equal((await ask('/terminals/')).status, 404);
});

t.test('A page runs own files alone: no inline script, no evaluation', async (t) => {
  for (const path of ['/', '/terminal/', '/desk/x']) {
    const { headers, body } = await ask(path);
    const policy = String(headers['content-security-policy']);
    t.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/);
    t.notMatch(policy, /unsafe/);
    t.notMatch(body, /<script(?![^>]* src=)|<style| style=| on\w+=|https?:/, path);
  }
});

t.test('Assets come in the encoding that a browser takes, and are never asked again', async (t) => {
  const page = await ask('/terminal/');
  const assets = assetsIn(page.body);
  t.ok(assets.length >= 3, assets.join());
  t.match(page.body, /rel="modulepreload"/, 'what the app imports is asked at once');
  for (const path of assets) {
    const plain = await ask(path);
    t.match(plain.headers['content-type'], path.endsWith('.css') ? /^text\/css/ : /javascript/);
    t.notOk(plain.headers['content-encoding']);
    for (const [accept, encoding, unpack] of [
      ['gzip, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
    ] as const) {
      const packed = await ask(path, { 'accept-encoding': accept });
      t.equal(packed.headers['content-encoding'], encoding);
      t.equal(packed.headers['cache-control'], 'public, max-age=31536000, immutable');
      t.equal(packed.headers.vary, 'Accept-Encoding');
      t.equal(unpack(Buffer.from(packed.body, 'latin1')).toString('latin1'), plain.body);
    }
  }
  for (const path of ['/assets/', '/assets/terminal.js', '/assets/..%2fmanifest.json']) {
    t.equal((await ask(path)).status, 404, path);
  }
});

t.test('The root offers both apps; icon and licences are there', async (t) => {
  const { body } = await ask('/');
  for (const path of ['/terminal/', '/desk/', '/docs', '/licences.txt', '/favicon.ico']) {
    t.match(body, `href="${path}"`);
    t.equal((await ask(path)).status, 200, path);
  }
  t.equal((await ask('/favicon.ico')).headers['content-type'], 'image/svg+xml');
  const { packages } = JSON.parse(readFileSync('dist/apps/manifest.json', 'utf8')) as {
    packages: string[];
  };
  const licences = await ask('/licences.txt');
  for (const name of packages) t.match(licences.body, new RegExp(`^${name} \\d`, 'm'));
});
