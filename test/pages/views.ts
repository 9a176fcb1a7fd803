// The views of the apps from their own lists, for tests and pictures that walk over all of them.

import { build } from 'esbuild';
import type { App } from './chromium.js';

/** A view as its app lists it. */
interface ListedView {
  readonly path: string;
  readonly title: () => string;
}

/** An address of a view, and its name in the title of the window. */
export interface ViewAddress {
  readonly path: string;
  readonly title: string;
}

/** Values for parameters without which a view has no address; an unknown one is an error. */
const EXAMPLES: Readonly<Record<string, string>> = { login: '1001', id: '1', name: 'EURUSD' };

/** Further addresses of views, with parameters that need not be there. */
const FURTHER: Readonly<Record<string, string>> = {
  'accounts/:login/:tab?': 'accounts/1001/client',
  'history/:tab?': 'history/deals',
  'me/:tab?': 'me/security',
  'settings/:kind?/:id?': 'settings/groups/5',
  'settings/:tab?': 'settings/security',
  'staff/:login?': 'staff/1',
};

/** Imports a source file of the pages. The parts of views, which need a browser, stay outside. */
const importPages = async <T>(path: string): Promise<T> => {
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    write: false,
    format: 'esm',
    plugins: [
      {
        name: 'parts of views stay outside',
        setup: ({ onResolve }) =>
          onResolve({ filter: /./ }, ({ kind, path }) =>
            kind === 'dynamic-import' ? { path, external: true } : undefined,
          ),
      },
    ],
  });
  const text = outputFiles[0]?.text ?? '';
  return import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`);
};

const addressOf = (app: App, path: string): string =>
  `/${app}/${path
    .split('/')
    .filter((part) => !part.endsWith('?'))
    .map((part) => {
      if (!part.startsWith(':')) return part;
      const example = EXAMPLES[part.slice(1)];
      if (example === undefined) throw new Error(`no example for ${part} of ${path}`);
      return example;
    })
    .join('/')}`;

/** The addresses of each view of an app. */
export const viewsOf = async (app: App): Promise<readonly ViewAddress[]> => {
  const { VIEWS } = await importPages<{ readonly VIEWS: readonly ListedView[] }>(
    `pages/${app}/routes.ts`,
  );
  return VIEWS.flatMap(({ path, title }) => {
    const further = FURTHER[path];
    const paths = further === undefined ? [path] : [path, further];
    return paths.map((one) => ({ path: addressOf(app, one), title: title() }));
  });
};

/** The address of each kind of settings at the desk. */
export const settingsOf = async (): Promise<readonly string[]> => {
  const { KINDS } = await importPages<{ readonly KINDS: readonly { readonly name: string }[] }>(
    'pages/made/settings.ts',
  );
  return KINDS.map(({ name }) => `/desk/settings/${name}`);
};
