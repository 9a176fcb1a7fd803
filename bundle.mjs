// Makes the programs in dist/bin: each entry in one file with all that it imports, so that a thread
// reads one file and not two hundred. A server starts in half the time so. And the types of what is
// published for other programs, dist/client, and the apps for browsers, dist/apps.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';
import { bundlePages } from './bundle-pages.mjs';

const apps = bundlePages();

/** Where the sources name a thread or a child process by its path, the bundle has it beside. */
const ENTRY = /new URL\('[./a-z-]*\/([a-z-]+\.js)', import\.meta\.url\)/g;
const besideEntries = {
  name: 'entries lie beside each other',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      return { contents: source.replace(ENTRY, "new URL('./$1', import.meta.url)"), loader: 'ts' };
    }),
};

/** What is imported when it is needed is an entry of its own, beside the one that imports it. */
const besideImporter = {
  name: 'dynamic imports lie beside each other',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\/[a-z-]+\.js$/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    ),
};

await build({
  entryPoints: [
    'program/main.ts',
    'program/serve.ts',
    'program/commands.ts',
    'http/reference/openapi.ts',
    'http/reference/asyncapi.ts',
    ...['thread', 'worker', 'child'].map((end) => `actors/**/*-${end}.ts`),
  ],
  plugins: [besideEntries, besideImporter],
  outdir: 'dist/bin',
  entryNames: '[name]',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  sourcesContent: false,
  // A twentieth of a start is the reading of blanks and comments.
  minifyWhitespace: true,
  lineLimit: 500,
  // These have native parts, or files that they find by their own place, or are seldom needed. The
  // two builds of uWebSockets.js and of better-sqlite3 are loaded by name, which is not seen here.
  external: [
    '@node-rs/argon2',
    'koffi',
    'lmdb',
    'msgpackr',
    'nodemailer',
    'piscina',
    'sanitize-html',
  ],
  // Packages in the older form ask for those of Node by a function that modules do not have.
  banner: {
    js:
      "import { createRequire as requireFrom } from 'node:module';\n" +
      'const require = requireFrom(import.meta.url);',
  },
  logLevel: 'warning',
});

/** The declarations of a file of the client; its exports say their types themselves. */
const declare = async (path) => {
  const source = await readFile(path, 'utf8');
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(source, {
    fileName: path,
    reportDiagnostics: true,
    compilerOptions: { target: 'es2023', module: 'nodenext', strict: true },
  });
  if (diagnostics.length > 0) {
    throw new Error(
      ts.formatDiagnostics(diagnostics, {
        getCurrentDirectory: () => process.cwd(),
        getCanonicalFileName: (name) => name,
        getNewLine: () => '\n',
      }),
    );
  }
  await writeFile(join('dist', path.replace(/\.ts$/, '.d.ts')), outputText);
};

const files = await readdir('client', { recursive: true });
await Promise.all(
  files.filter((path) => path.endsWith('.ts')).map((path) => declare(join('client', path))),
);
await apps;
