// The API documentation, as JSON and as a page; all files are served from this machine.

import { readFile } from 'node:fs/promises';
import type { Audience } from '../../wire/accounts/identity.js';
import type { Page } from '../rest/dispatch.js';
import { refusalOf, requestIdOf } from '../rest/envelope.js';
import { publicPage } from './static-page.js';

const JSON_TYPE = 'application/json; charset=utf-8';

const HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>brokerd API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
<link rel="preload" href="/openapi.json" as="fetch" crossorigin>
</head>
<body>
<p><a href="/docs/socket">Live sockets</a></p>
<div id="docs"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/** Without `validatorUrl: null` the viewer would send the description to an external service. */
const START = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
});
`;

/** Media types of the viewer's files. */
const ASSETS: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

const viewer = import.meta.resolve('swagger-ui-dist/package.json');

/** Describes the routes of an audience; by default of both. */
type Describe = (audience?: Audience) => Promise<unknown>;

const UNKNOWN_QUERY = 'query: may be audience=trader or audience=staff; without it both are shown';

/** `/openapi.json`: three documents, each generated at its first use. */
const descriptions = (describe: Describe): Page => {
  const page = (audience?: Audience): Page =>
    publicPage(JSON_TYPE, async () => JSON.stringify(await describe(audience)));
  const byQuery = new Map<string, Page>([
    ['', page()],
    ['audience=trader', page('trader')],
    ['audience=staff', page('staff')],
  ]);
  return (request) =>
    byQuery.get(request.query)?.(request) ??
    refusalOf(requestIdOf(request), 'invalid_input', UNKNOWN_QUERY);
};

/** `/openapi.json`, `/docs` and the files that it loads. */
export const docsPages = (describe: Describe): ReadonlyMap<string, Page> =>
  new Map<string, Page>([
    ['/openapi.json', descriptions(describe)],
    ['/docs', publicPage('text/html; charset=utf-8', () => HTML)],
    ['/docs/start.js', publicPage('text/javascript; charset=utf-8', () => START)],
    ...Object.entries(ASSETS).map(
      ([name, type]) =>
        [`/docs/${name}`, publicPage(type, () => readFile(new URL(name, viewer)))] as const,
    ),
  ]);
