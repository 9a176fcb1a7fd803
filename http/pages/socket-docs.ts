// The description of the live sockets, served as JSON and as a page without a script.

import type { Page } from '../rest/dispatch.js';
import { type SocketDocument, socketHtml } from './socket-html.js';
import { publicPage } from './static-page.js';

const STYLE = `:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 64rem; margin: 0 auto; padding: 1rem; }
nav a { display: inline-block; margin-right: 0.75rem; }
code, pre { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere; }
pre { padding: 0.5rem; border: 1px solid #8886; white-space: pre-wrap; }
details { border-bottom: 1px solid #8886; padding: 0.35rem 0; }
details > :not(summary) { margin-left: 1rem; }
summary { cursor: pointer; }
summary > code:first-child { font-weight: bold; }
table { border-collapse: collapse; margin: 0.5rem 0; }
th, td { border: 1px solid #8886; padding: 0.2rem 0.5rem; text-align: left; vertical-align: top; }
td:first-child code { white-space: nowrap; }
small, em { opacity: 0.75; }
`;

/** `/asyncapi.json`, which is described at its first use, `/docs/socket` and its style. */
export const socketDocsPages = (describe: () => Promise<unknown>): ReadonlyMap<string, Page> => {
  const json = async (): Promise<string> => JSON.stringify(await describe());
  const html = async (): Promise<string> => socketHtml(JSON.parse(await json()) as SocketDocument);
  return new Map<string, Page>([
    ['/asyncapi.json', publicPage('application/json; charset=utf-8', json)],
    ['/docs/socket', publicPage('text/html; charset=utf-8', html)],
    ['/docs/socket.css', publicPage('text/css; charset=utf-8', () => STYLE)],
  ]);
};
