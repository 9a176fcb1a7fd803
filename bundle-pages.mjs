// Makes the apps for browsers in dist/apps: an HTML file each, and assets with hashed names and their
// compressed forms beside them. Checks the types of pages/ and the sizes of the parts.

import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'esbuild';

const OUT = join('dist', 'apps');
const ASSETS = join(OUT, 'assets');

/** The apps, by the folder of their sources, with the title of their page. */
const APPS = { terminal: 'brokerd terminal', desk: 'brokerd desk' };

/** Folders of styles that both apps have, in the order of their rules; their own come last. */
const SHARED_STYLES = [
  'style',
  'ui',
  'lists',
  'frame',
  'sign-in',
  'chart',
  'ticket',
  'mail',
  'forms',
];

/** Most gzipped KB of the parts: what an entry loads at once, what a part adds when it is opened. */
const BUDGETS = {
  'pages/terminal/main.tsx': 75,
  'pages/desk/main.tsx': 70,
  'pages/chart/': 75,
  // With the schemas, which its app does not have at its start.
  'pages/forms/': 45,
  'pages/desk/monitor/': 35,
  css: 12,
  other: 40,
};

const pack = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gz: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

/** An icon is the shapes within its file: the element around them is drawn by the page. */
const iconShapes = {
  name: 'icons are their shapes',
  setup: ({ onLoad }) =>
    onLoad({ filter: /lucide-static\/icons\/[a-z0-9-]+\.svg$/ }, async ({ path }) => {
      const [, shapes = ''] = /<svg[^>]*>(.*)<\/svg>/s.exec(await readFile(path, 'utf8')) ?? [];
      return { contents: shapes.replace(/\s+/g, ' ').trim(), loader: 'text' };
    }),
};

/** The style sheet of an app imports every style of its folders: a view needs to import none. */
const styleSheet = async (app) => {
  const files = (await readdir('pages', { recursive: true })).filter((path) =>
    path.endsWith('.css'),
  );
  const of = (folder) => files.filter((path) => path.startsWith(`${folder}/`)).sort();
  const imports = [...SHARED_STYLES, app].flatMap(of).map((path) => `@import './${path}';`);
  return { contents: imports.join('\n'), resolveDir: 'pages', loader: 'css' };
};

const styles = {
  name: 'the styles of an app',
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: /^styles:/ }, ({ path }) => ({
      path: path.slice('styles:'.length),
      namespace: 'styles',
    }));
    onLoad({ filter: /./, namespace: 'styles' }, ({ path }) => styleSheet(path));
  },
};

const bundleAll = () =>
  build({
    entryPoints: Object.keys(APPS).flatMap((app) => [
      { in: `pages/${app}/main.tsx`, out: app },
      { in: `styles:${app}`, out: app },
    ]),
    plugins: [iconShapes, styles],
    outdir: ASSETS,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'warning',
  });

/** The types of the pages, by a project of their own: they see browsers and not Node. */
const checkTypes = async () => {
  const compiler = join('node_modules', 'typescript-7', 'bin', 'tsc');
  const arguments_ = [compiler, '-p', join('pages', 'tsconfig.json')];
  await promisify(execFile)(process.execPath, arguments_).catch(({ stdout, stderr }) => {
    throw new Error(`pages/ has errors of types\n${stdout}${stderr}`);
  });
};

/** The chunks that an output loads at once, itself included. */
const loadedWith = (outputs, name, found = new Set()) => {
  if (found.has(name)) return found;
  found.add(name);
  for (const { path, kind } of outputs[name].imports) {
    if (kind === 'import-statement') loadedWith(outputs, path, found);
  }
  return found;
};

/** Throws where a part is larger than its budget. */
const checkBudgets = (outputs, sizeOf) => {
  const entries = Object.entries(outputs).filter(([, { entryPoint }]) => entryPoint !== undefined);
  const isApp = (entryPoint) => entryPoint in BUDGETS;
  const known = new Map(
    entries
      .filter(([, { entryPoint }]) => isApp(entryPoint))
      .map(([name, { entryPoint }]) => [dirname(entryPoint), loadedWith(outputs, name)]),
  );
  const faults = entries.flatMap(([name, { entryPoint }]) => {
    const isStyle = name.endsWith('.css');
    const folder = Object.keys(BUDGETS).find((one) => entryPoint.startsWith(one));
    const budget = BUDGETS[isStyle ? 'css' : (folder ?? 'other')];
    // A part of both apps is measured beside what the terminal has loaded.
    const app = [...known.keys()].find((one) => entryPoint.startsWith(`${one}/`));
    const before = isApp(entryPoint) ? new Set() : known.get(app ?? 'pages/terminal');
    const added = [...loadedWith(outputs, name)].filter((one) => !before.has(one));
    const size = added.reduce((sum, one) => sum + sizeOf(one), 0) / 1024;
    return size > budget ? [`${entryPoint} has ${size.toFixed(1)} KB of ${budget}`] : [];
  });
  if (faults.length > 0) throw new Error(`over the budgets of bundle-pages.mjs: ${faults}`);
};

/** The packages within the bundle, as folders. */
const packagesIn = (inputs) => [
  ...new Set(
    Object.keys(inputs).flatMap(
      (path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
    ),
  ),
];

/** The licence texts of the packages: each copy of them must carry its text. */
const licences = async (packages) => {
  const texts = packages.sort().map(async (name) => {
    const folder = join('node_modules', name);
    const file = (await readdir(folder)).find((one) => /^licen[cs]e/i.test(one));
    const { version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    const text = file === undefined ? license : await readFile(join(folder, file), 'utf8');
    return `${name} ${version}\n\n${text.trim()}\n`;
  });
  return (await Promise.all(texts)).join(`\n${'-'.repeat(80)}\n\n`);
};

const html = ({ title, style, script, preload }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/favicon.ico" type="image/svg+xml">
<link rel="stylesheet" href="/assets/${style}">
${preload.map((name) => `<link rel="modulepreload" href="/assets/${name}">\n`).join('')}\
<script type="module" src="/assets/${script}"></script>
</head>
<body>
<noscript>This page needs JavaScript. Diese Seite braucht JavaScript.</noscript>
<div id="app"></div>
</body>
</html>
`;

/** The page at the root, which needs no script. */
const choose = (style) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>brokerd</title>
<link rel="icon" href="/favicon.ico" type="image/svg+xml">
<link rel="stylesheet" href="/assets/${style}">
</head>
<body>
<main class="choose">
<h1>brokerd</h1>
<a href="/terminal/"><strong>Terminal</strong> <span>Trade and watch your account</span>
<span lang="de">Handeln und das Konto im Blick</span></a>
<a href="/desk/"><strong>Desk</strong> <span>Run the broker</span>
<span lang="de">Den Broker führen</span></a>
<p><a href="/docs">API</a> <a href="/licences.txt">Licences</a></p>
</main>
</body>
</html>
`;

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="7" fill="#1858c4"/>
<g fill="none" stroke="#fff" stroke-width="2.5" stroke-linejoin="round">
<path d="M11 7v4m0 10v4M21 5v3m0 9v5"/>
<rect x="8" y="11" width="6" height="10"/>
<rect x="18" y="8" width="6" height="9" fill="#fff"/>
</g>
</svg>
`;

/** Writes what is not there already, and removes the files of earlier builds. */
const writeAssets = async (files) => {
  await mkdir(ASSETS, { recursive: true });
  const held = new Set(await readdir(ASSETS));
  const wanted = new Map();
  for (const [name, bytes] of files) {
    wanted.set(name, () => bytes);
    for (const [end, packed] of Object.entries(pack)) {
      wanted.set(`${name}.${end}`, () => packed(bytes));
    }
  }
  const stale = [...held].filter((name) => !wanted.has(name));
  await Promise.all([
    ...stale.map((name) => rm(join(ASSETS, name))),
    ...[...wanted]
      .filter(([name]) => !held.has(name))
      .map(async ([name, made]) => writeFile(join(ASSETS, name), await made())),
  ]);
};

/** Makes the apps. Throws on errors of types and where a part is over its budget. */
export const bundlePages = async () => {
  const [{ outputFiles, metafile }] = await Promise.all([bundleAll(), checkTypes()]);
  const { outputs, inputs } = metafile;
  const files = new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
  await writeAssets(files);
  const packed = await Promise.all(
    [...files.keys()].map(async (name) => [
      name,
      (await readFile(join(ASSETS, `${name}.gz`))).length,
    ]),
  );
  const sizes = Object.fromEntries(packed);
  checkBudgets(outputs, (path) => sizes[basename(path)]);
  const entry = (point) => Object.keys(outputs).find((name) => outputs[name].entryPoint === point);
  const packages = packagesIn(inputs);
  for (const [app, title] of Object.entries(APPS)) {
    const script = entry(`pages/${app}/main.tsx`);
    const preload = [...loadedWith(outputs, script)].filter((name) => name !== script);
    const text = html({
      title,
      style: basename(entry(`styles:${app}`)),
      script: basename(script),
      preload: preload.map((name) => basename(name)),
    });
    await writeFile(join(OUT, `${app}.html`), text);
  }
  await writeFile(join(OUT, 'choose.html'), choose(basename(entry('styles:terminal'))));
  await writeFile(join(OUT, 'icon.svg'), ICON);
  await writeFile(join(OUT, 'licences.txt'), await licences(packages));
  const manifest = { assets: sizes, packages };
  await writeFile(join(OUT, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
};
