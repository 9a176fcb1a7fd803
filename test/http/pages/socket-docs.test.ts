// The page of the live sockets: all of their description, and nothing from elsewhere.

import t from 'tap';
import { CLOSE } from '../../../http/socket/connection/close.js';
import { SOCKET_EVENTS } from '../../../wire/socket/events.js';
import { openFront } from '../../support/front-harness.js';
import { test } from '../routes/tags.js';

const front = await openFront({});
t.teardown(() => front.close());
const get = (path: string) => fetch(`http://127.0.0.1:${front.port}${path}`);
const page = await get('/docs/socket');
const html = await page.text();

test`The page of the sockets runs no script and loads everything from this machine`(async (t) => {
  t.match(page.headers.get('content-type'), /^text\/html/);
  const policy = (await get('/docs')).headers.get('content-security-policy');
  t.equal(page.headers.get('content-security-policy'), policy, 'the policy of the other page');
  t.notMatch(html, /<script|<style|https?:\/\/| on\w+=| style=/);
  const files = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path ?? '');
  t.same(files.sort(), ['/asyncapi.json', '/docs', '/docs/favicon-32x32.png', '/docs/socket.css']);
  for (const path of files) t.equal((await get(path)).status, 200, path);
  t.match(await (await get('/docs')).text(), 'href="/docs/socket"', 'and the other page names it');
});

t.test('The page shows every operation, event, close code, limit and schema', async (t) => {
  const { operations, components, ...more } = (await (await get('/asyncapi.json')).json()) as {
    operations: Record<string, { action: string; description: string }>;
    components: { schemas: Record<string, unknown> };
    'x-limits': { name: string }[];
  };
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? '');
  const asked = Object.keys(operations).filter((key) => operations[key]?.action === 'receive');
  t.same(
    asked.filter((key) => !ids.includes(key)),
    [],
  );
  for (const [name, form] of Object.entries(SOCKET_EVENTS)) {
    for (const audience of ['trader', 'staff']) {
      if (audience in form) t.ok(ids.includes(`${audience}.event.${name}`), name);
    }
  }
  for (const { code } of Object.values(CLOSE)) t.match(html, `<td>${code}</td>`);
  for (const { name } of more['x-limits']) t.match(html, `<code>${name}</code>`);
  for (const name of Object.keys(components.schemas)) t.ok(ids.includes(`schema-${name}`), name);
  const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id ?? '');
  t.same(
    links.filter((id) => !ids.includes(id)),
    [],
    'every link within the page leads somewhere',
  );
});

t.test('Each element of the page that is opened is closed, and texts are no markup', async (t) => {
  const open: string[] = [];
  const crossed: string[] = [];
  for (const [, end, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
    if (name === 'meta' || name === 'link') continue;
    if (end === '') open.push(name);
    else if (open.pop() !== name) crossed.push(name);
  }
  t.same([open, crossed], [[], []]);
  t.match(html, '{&quot;id&quot;:17,&quot;op&quot;:&quot;ping&quot;');
});
