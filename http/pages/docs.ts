// The API documentation, as JSON and as a page; all files are served from this machine.

import { readFile } from 'node:fs/promises';
import type { Page } from '../rest/dispatch.js';
import type { Answer } from '../server/exchange.js';

/** Only own files: no inline script, nothing from other hosts. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>brokerd API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
</head>
<body>
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
  validatorUrl: null,
});
`;

/** Media types of the viewer's files. */
const ASSETS: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

const served = (type: string, body: string | Uint8Array): Answer => ({
  status: 200,
  headers: [
    ['Content-Type', type],
    ['Content-Security-Policy', PAGE_POLICY],
  ],
  body,
});

const viewer = import.meta.resolve('swagger-ui-dist/package.json');

/** A file of the viewer, read at its first use. */
const asset = (name: string, type: string): [string, Page] => {
  let answer: Promise<Answer> | undefined;
  const load = async (): Promise<Answer> => served(type, await readFile(new URL(name, viewer)));
  const page: Page = () => {
    answer ??= load();
    return answer;
  };
  return [`/docs/${name}`, page];
};

/** `/openapi.json`, generated at its first use, `/docs` and the files that it loads. */
export const docsPages = (describe: () => unknown): ReadonlyMap<string, Page> => {
  let text: string | undefined;
  const description: Page = () => {
    text ??= JSON.stringify(describe());
    return served('application/json; charset=utf-8', text);
  };
  return new Map<string, Page>([
    ['/openapi.json', description],
    ['/docs', () => served('text/html; charset=utf-8', HTML)],
    ['/docs/start.js', () => served('text/javascript; charset=utf-8', START)],
    ...Object.entries(ASSETS).map(([name, type]) => asset(name, type)),
  ]);
};
