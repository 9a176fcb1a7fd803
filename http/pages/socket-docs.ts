// The description of the live sockets, served as JSON and as a page without a script.

import type { Page } from '../rest/dispatch.js';
import { served } from './docs.js';
import { type SocketDocument, socketHtml } from './socket-html.js';

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
export const socketDocsPages = (describe: () => unknown): ReadonlyMap<string, Page> => {
  let text: string | undefined;
  let html: string | undefined;
  const json = (): string => {
    text ??= JSON.stringify(describe());
    return text;
  };
  const page = (): string => {
    html ??= socketHtml(JSON.parse(json()) as SocketDocument);
    return html;
  };
  return new Map<string, Page>([
    ['/asyncapi.json', () => served('application/json; charset=utf-8', json())],
    ['/docs/socket', () => served('text/html; charset=utf-8', page())],
    ['/docs/socket.css', () => served('text/css; charset=utf-8', STYLE)],
  ]);
};
