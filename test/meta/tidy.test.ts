// The order of the code: imports between rooms and folders, owners of packages, dead code, sizes.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import t from 'tap';
import {
  ambientUses,
  circlesOf,
  exportsOf,
  functionLengths,
  heldTexts,
  parse,
  readSources,
  type Source,
  settingsOf,
  typesOf,
  usersOf,
  usesItself,
} from './sources.js';

const FILE_LINES_MAX = 600;
const LINE_COLUMNS_MAX = 100;
const FUNCTION_LINES_MAX = 70;

/** Files of one folder: more are hard to find one's way in. */
const FOLDER_FILES_MAX = 20;

/** What a room may import of ours; a file is named where only that one is open. */
const OPEN_TO: Readonly<Record<string, readonly string[]>> = {
  wire: ['wire/'],
  engine: ['engine/', 'wire/'],
  storage: ['storage/', 'client/csv.ts', 'wire/'],
  actors: ['actors/', 'engine/', 'storage/', 'wire/'],
  http: ['http/', 'actors/client.ts', 'client/csv.ts', 'wire/'],
  program: ['program/', 'http/', 'actors/', 'wire/'],
  client: ['client/'],
  examples: ['examples/', 'client/node.ts'],
  pages: ['pages/', 'client/', 'wire/'],
};
/** What a room may import the types of alone. */
const TYPES_ALONE: Readonly<Record<string, readonly string[]>> = { pages: ['wire/'] };
/** What is published to be imported by programs elsewhere. */
const ENTRIES = ['client/index.ts', 'client/node.ts'];
/** Made by the build or by a script, as long and as wide as they make them. */
const GENERATED = ['client/types/', 'pages/made/'];
/** The program: it puts the rooms together. */
const COMPOSER = 'program/main.ts';
/** The apps for browsers: `bundle-pages.mjs` makes them of these. */
const APPS = ['pages/terminal/main.tsx', 'pages/desk/main.tsx'];

/** Clocks, zones, chance, timers and I/O: the engine is given what it needs of these. */
const AMBIENT = new Set([
  'Date',
  'Math.random',
  'Promise',
  'Buffer',
  'process',
  'performance',
  'console',
  'crypto',
  'fetch',
  'globalThis',
  'queueMicrotask',
  'setImmediate',
  'setInterval',
  'setTimeout',
  'structuredClone',
  'Atomics',
  'SharedArrayBuffer',
  'async',
  'await',
  '.getTimezoneOffset',
  ...['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes'].map((unit) => `.get${unit}`),
]);

/** Folders of tests that show more than one room, or something else than the product. */
const BESIDE_THE_ROOMS = [
  'bench',
  'counters',
  'e2e',
  'faults',
  'histories',
  'hostile',
  'meta',
  'model',
  'simulation',
  'support',
].map((name) => `test/${name}/`);

/** The commands of the tests: all that lies directly in their folder. */
const TEST_COMMANDS = ['test/run.ts', 'test/shared.ts'];

/** The prover of crashes and damage, and the one file that starts it. */
const DRILL = 'actors/drill/';
const DRILL_COMMAND = 'program/commands.ts';

/** Names of types that stand for two things, and why. */
const TWO_TYPES: Readonly<Record<string, string>> = {};

/**
 * Names that are exported for tests alone, by the reason. Limits, types and classes that their own
 * file uses need none: a test fills a limit without repeating it, and makes what a function takes.
 */
const EXPORTED_FOR_TESTS: Readonly<Record<string, readonly string[]>> = {
  'a step of a calculation, compared with the rules by itself': [
    'engine/margin/margin.ts componentOf',
    'engine/margin/margin.ts marginOfLayout',
    'engine/turn/digest.ts trimDecimal',
    'actors/market/feeds/csv.ts parseTime',
    'http/server/head.ts dotted',
    'wire/base/validator.ts atOnce',
    'wire/codec/msgpack.ts packNumber',
    'wire/codec/word-copy.ts wordCopyOf',
    'pages/forms/check.ts faultsIn',
    'pages/live/quotes.ts foldQuote',
    'pages/ticket/sizing.ts moneyOfPercent',
  ],
  'texts of fields, of which none may lack its German one': ['pages/forms/words.ts englishHint'],
  'a part that a test runs without what is around it': [
    'actors/commands/verify.ts foldLog',
    'actors/desk/settings/connection-status.ts gatewayStatus',
    'actors/drill/crash-cases.ts wrongEnd',
  ],
};

/** A worker thread loads this name of its file. */
const isWorkerEntry = (path: string, name: string): boolean =>
  path.endsWith('-worker.ts') && name === 'default';

/** Schemas are written in these words all over the house; every other package has one owner. */
const SHARED_PACKAGES = ['@sinclair/typebox'];

/** The packages that all of pages/ is written with. */
const SHARED_BY_PAGES = ['preact', 'preact-iso', '@preact/signals'];

/** Packages that are builds of one library: the file that imports one has the other one, too. */
const TWO_BUILDS = [
  ['@btc-vision/uwebsockets.js', 'uWebSockets.js'],
  ['better-sqlite3', 'better-sqlite3-13'],
];

const sources = readSources();
const house = sources.filter(({ room }) => room !== 'test' && room !== 'bench');
const within = (paths: readonly string[], path: string): boolean =>
  paths.some((open) => path === open || (open.endsWith('/') && path.startsWith(open)));

/** The packages of these kinds in package.json. */
const packagesOf = (...kinds: readonly string[]): Set<string> => {
  const listed = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, object>;
  return new Set(kinds.flatMap((kind) => Object.keys(listed[kind] ?? {})));
};

/** The packages that are shipped, by name; pages carry those that they use in their bundles. */
const shipped = packagesOf('dependencies', 'optionalDependencies');
const bundled = packagesOf('devDependencies');

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** The folders of a page's map in its order; `…/name/` stands beside the one before it. */
const mapOf = (page: string): string[] => {
  const [, map = ''] = /## Map\n(.*?)(?:\n## |$)/s.exec(readFileSync(page, 'utf8')) ?? [];
  const rows = map.split('\n').filter((line) => line.startsWith('| `'));
  const folders: string[] = [];
  for (const row of rows) {
    for (const [, name = ''] of (row.split(' | ')[0] ?? '').matchAll(/`([^`]+)`/g)) {
      const beside = folders.at(-1)?.replace(/[^/]+\/$/, '') ?? '';
      folders.push(name.replace('…/', beside));
    }
  }
  return folders;
};

/** Stands in a map for all folders at its place that have no row: folders of views. */
const ANY = '*/';

/** The folders of the house in the order of its maps, those of views by name. */
const mapped = (): string[] => {
  const named = [...mapOf('README.md'), ...mapOf('pages/README.md')];
  const others = [...new Set(house.map(({ path }) => folderOf(path)))].filter(
    (folder) => !named.includes(folder),
  );
  return named.flatMap((name) =>
    name.endsWith(ANY) ? others.filter((folder) => placeOf(folder) === name) : [name],
  );
};
const placeOf = (folder: string): string => folder.replace(/[^/]+\/$/, ANY);

const mayImport = ({ room }: Source, other: string): boolean => within(OPEN_TO[room] ?? [], other);

t.test('A room imports only the rooms that are open to it', async (t) => {
  for (const source of house) {
    const closed = source.own.filter((other) => !mayImport(source, other));
    t.same(closed, [], `${source.path} keeps to its rooms`);
  }
});

t.test('A room that is open for its types alone gives no values', async (t) => {
  for (const { path, room, values } of house) {
    t.same(
      values.filter((other) => within(TYPES_ALONE[room] ?? [], other)),
      [],
      path,
    );
  }
  const one = parse(
    'pages/ui/one.ts',
    "import type { A } from '../../wire/a.js'; import { type B, c } from '../../wire/b.js';",
  );
  t.same(one.values, ['wire/b.ts']);
});

t.test('The map of the README has every folder, and files import only downward', async (t) => {
  const order = mapped();
  const places = mapOf('pages/README.md').filter((name) => name.endsWith(ANY));
  const folders = new Set(house.map(({ path }) => folderOf(path)));
  t.same([...folders].sort(), [...order].sort());
  for (const { path, room, imports } of house) {
    const own = order.indexOf(folderOf(path));
    const upward = imports.filter(
      (other) => other.startsWith(`${room}/`) && order.indexOf(folderOf(other)) < own,
    );
    t.same(upward, [], `${path} imports downward`);
    const place = placeOf(folderOf(path));
    if (!places.includes(place)) continue;
    const beside = imports.filter(
      (other) => folderOf(other) !== folderOf(path) && placeOf(folderOf(other)) === place,
    );
    t.same(beside, [], `${path} imports nothing of other views`);
  }
});

t.test('Tests lie in the folder that the product has for what they show', async (t) => {
  const folders = mapped().map((folder) => `test/${folder}`);
  const isStray = (path: string): boolean => {
    const folder = folderOf(path);
    const isMirrored = folder !== 'test/' && folders.some((one) => one.startsWith(folder));
    return !isMirrored && !within([...BESIDE_THE_ROOMS, ...TEST_COMMANDS], path);
  };
  const tests = sources.filter(({ room }) => room === 'test').map(({ path }) => path);
  t.same(tests.filter(isStray), []);
  const made = ['test/any.test.ts', 'test/wire/other/any.test.ts', 'test/wire/base/any.test.ts'];
  t.same(made.filter(isStray), made.slice(0, 2));
});

t.test('No folder has too many files', async (t) => {
  const measured = sources.filter(({ room }) => room !== 'test');
  for (const folder of new Set(measured.map(({ path }) => folderOf(path)))) {
    const files = measured.filter(({ path }) => folderOf(path) === folder);
    t.ok(files.length <= FOLDER_FILES_MAX, `${folder} has ${files.length} files`);
  }
});

t.test('The prover of crashes and damage is imported by its command alone', async (t) => {
  const importers = house.filter(
    ({ path, own }) => !path.startsWith(DRILL) && own.some((other) => other.startsWith(DRILL)),
  );
  t.same(
    importers.map(({ path }) => path),
    [DRILL_COMMAND],
  );
});

t.test('No file imports itself on a way round, types included', async (t) => {
  t.same(circlesOf(house), []);
  const one = parse('wire/one.ts', "import type { Two } from './two.js';");
  const two = parse('wire/two.ts', "import { three } from './rest/three.js';");
  const three = parse('wire/rest/three.ts', "import { one } from '../one.js';");
  t.same(circlesOf([one, two]), []);
  t.same(circlesOf([one, two, three]), [[one.path, two.path, three.path]]);
  const inPlace = parse('wire/one.ts', "export type One = import('./two.js').Two;");
  const later = parse('wire/two.ts', "export const load = () => import('./one.js');");
  t.same(circlesOf([inPlace, later]), [[one.path, two.path]], 'types in place, dynamic imports');
});

t.test('Every package that the house ships has exactly one importing file', async (t) => {
  for (const name of shipped) {
    if (SHARED_PACKAGES.includes(name)) continue;
    const importers = house.filter(({ packages }) => packages.includes(name));
    t.equal(importers.length, 1, `${name}: ${importers.map(({ path }) => path).join(', ')}`);
  }
  for (const name of bundled) {
    if (SHARED_BY_PAGES.includes(name)) continue;
    const importers = house.filter(({ packages }) => packages.includes(name));
    t.ok(importers.length <= 1, `${name}: ${importers.map(({ path }) => path).join(', ')}`);
  }
  for (const builds of TWO_BUILDS) {
    const importers = house.filter(({ packages }) => builds.some((one) => packages.includes(one)));
    t.equal(importers.length, 1, builds.join(' and '));
  }
});

t.test('The house imports no package that it does not ship', async (t) => {
  for (const { path, packages, room } of house) {
    const has = (name: string): boolean =>
      room === 'pages' ? bundled.has(name) : name.startsWith('node:') || shipped.has(name);
    t.same(
      packages.filter((name) => !has(name)),
      [],
      path,
    );
  }
});

t.test('The client for browsers is small, and needs nothing of Node', async (t) => {
  const reached = reachable(['client/index.ts']);
  for (const source of house.filter(({ path }) => reached.has(path))) {
    const foreign = source.packages.filter((name) => name !== 'openapi-fetch');
    t.same(foreign, [], `${source.path} imports nothing that browsers have not`);
    t.same(ambientUses(source, new Set(['process', 'Buffer', 'setImmediate'])), [], source.path);
  }
});

t.test('The engine calls nothing ambient: no clock, chance, timer, promise or I/O', async (t) => {
  for (const source of sources.filter(({ room }) => room === 'engine')) {
    t.same(ambientUses(source, AMBIENT), [], source.path);
    t.same(source.packages, [], `${source.path} imports no package`);
  }
});

const TIMERS = ['setInterval', 'setTimeout', 'AbortSignal.timeout'];
const TIMER_PACKAGES = ['node:timers', 'node:timers/promises'];
/** Clocks, timers, what tells how much of a processor something had, and where all are found. */
const CLOCKS = new Set([
  ...TIMERS,
  'Date',
  'performance',
  'process.cpuUsage',
  'process.hrtime',
  'process.resourceUsage',
  'process.uptime',
  'globalThis',
  'global',
]);
const CLOCK_PACKAGES = [...TIMER_PACKAGES, 'node:perf_hooks', 'node:process'];
/** `Atomics.wait` with a time-out, its fourth argument, also in code that is held as text. */
const TIMED_WAIT = /Atomics\.wait(?:Async)?\((?:(?:[^(),]|\([^()]*\))*,){3}\s*[^)\s]/;
const HIDDEN_CLOCKS = [TIMED_WAIT, /schedstat/, /\.setTimeout\(/];
/** Clocks and timers in code that is held as text. */
const CLOCKS_IN_TEXT = [
  /\b(?:setTimeout|setInterval|hrtime|uptime|cpuUsage)\(/,
  /\bperformance\.(?!md\b)|\bDate\.now|new Date\(\)|\bglobal(?:This)?\./,
  /['"`](?:node:)?(?:timers|perf_hooks)\b/,
];
const matches = (text: string, patterns: readonly RegExp[]): boolean =>
  patterns.some((pattern) => pattern.test(text));

/** Options by which others wait for a time, and what they may be. */
const TIME_OPTIONS = new Set(['timeout', 'timeoutMs', 'limitMs']);
const TIME_VALUES = ['GUARD_MS', 'IN_VAIN_MS'];
/**
 * Tests wait by these, and take the time from them; the runner guards against hanging files; this
 * file names what is refused.
 */
const CLOCK_OWNERS = [
  'test/support/clock.ts',
  'test/support/guard.ts',
  'test/run.ts',
  'test/meta/runner/',
  'test/meta/tidy.test.ts',
];

t.test(
  'No test passes or fails by a clock: the guard and the runner alone have timers',
  async (t) => {
    for (const source of sources.filter(({ room }) => room === 'test')) {
      if (within(CLOCK_OWNERS, source.path)) continue;
      t.same(ambientUses(source, CLOCKS), [], source.path);
      const packages = source.packages.filter((name) => CLOCK_PACKAGES.includes(name));
      t.same(packages, [], source.path);
      t.notOk(matches(source.text, HIDDEN_CLOCKS), source.path);
      const scripts = heldTexts(source).filter((text) => matches(text, CLOCKS_IN_TEXT));
      t.same(scripts, [], source.path);
      const times = settingsOf(source, TIME_OPTIONS);
      t.same(
        times.filter((value) => !TIME_VALUES.includes(value)),
        [],
        source.path,
      );
    }
  },
);

t.test('Tests use no part of a bench that waits for a time', async (t) => {
  const tests = sources.filter(({ room }) => room === 'test').map(({ path }) => path);
  const reached = reachable(tests);
  for (const source of sources.filter(({ path, room }) => room === 'bench' && reached.has(path))) {
    t.same(ambientUses(source, new Set(TIMERS)), [], source.path);
    t.same(
      source.packages.filter((name) => TIMER_PACKAGES.includes(name)),
      [],
      source.path,
    );
    t.notMatch(source.text, TIMED_WAIT, source.path);
  }
});

t.test('No test chooses by chance: a seed is told, or the same each time', async (t) => {
  for (const source of sources.filter(({ room }) => room === 'test')) {
    t.same(ambientUses(source, new Set(['Math.random'])), [], source.path);
  }
});

t.test('Clocks are found in code, in texts and in options', async (t) => {
  for (const time of ['1', 'LATE_MS', 'at(1, 2)']) {
    t.match(`Atomics.wait(cells, 0, of(0, 1), ${time})`, TIMED_WAIT);
    t.match(`Atomics.waitAsync(cells, 0, 0, ${time})`, TIMED_WAIT);
  }
  t.notMatch('Atomics.wait(cells, 0, Atomics.load(cells, 0)); call(1, 2, 3, 4)', TIMED_WAIT);
  const parsed = (text: string) => parse('test/any.ts', text);
  const used = 'globalThis.performance.now(); process.uptime(); AbortSignal.timeout(5);';
  t.equal(ambientUses(parsed(used), CLOCKS).length, 3);
  for (const script of ["'setTimeout(f, 5)'", '`; performance.now()`', '"Date.now()"']) {
    t.ok(matches(heldTexts(parsed(`run(${script})`)).join(), CLOCKS_IN_TEXT), script);
  }
  const options = 'f({ timeout: 5, limitMs: GUARD_MS }); given.limitMs = 7; f({ timeoutMs });';
  t.same(settingsOf(parsed(options), TIME_OPTIONS), ['5', 'GUARD_MS', '7', 'timeoutMs']);
});

t.test('The model that tests the engine is written without it', async (t) => {
  const model = sources.filter(({ path }) => path.startsWith('test/model/'));
  const leaning = model.filter(({ own }) => own.some((path) => path.startsWith('engine/')));
  t.same(
    leaning.map(({ path }) => path),
    [],
  );
});

/** All files that are reached from the given ones by imports, resolved names and thread entries. */
const reachable = (roots: readonly string[]): Set<string> => {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const reached = new Set<string>();
  const queue = [...roots];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    queue.push(...(byPath.get(path)?.own ?? []));
  }
  return reached;
};

t.test('The server, the client and the examples reach every file of the house', async (t) => {
  const examples = house.filter(({ room }) => room === 'examples').map(({ path }) => path);
  const reached = reachable([COMPOSER, ...ENTRIES, ...APPS, ...examples]);
  const lost = house.filter(({ path }) => !reached.has(path)).map(({ path }) => path);
  t.same(lost, []);
});

t.test('Tests and benches reach every file that helps them', async (t) => {
  const roots = sources.filter(({ path }) => /\.(test|soak)\.ts$/.test(path));
  const commands = [
    'test/run.ts',
    'test/support/clock.ts',
    'test/support/run.ts',
    'test/shared.ts',
    'test/simulation/run.ts',
    'test/histories/record.ts',
    'test/hostile/held.ts',
    'test/meta/supply/write.ts',
    'test/pages/screenshots.ts',
    'bench/run.ts',
  ];
  const reached = reachable([...roots.map(({ path }) => path), ...commands]);
  const helpers = sources.filter(({ room }) => room === 'test' || room === 'bench');
  t.same(
    helpers.filter(({ path }) => !reached.has(path)).map(({ path }) => path),
    [],
  );
});

t.test('No two types have one name, but for a written reason', async (t) => {
  const isClients = ({ room }: Source): boolean => room === 'client' || room === 'examples';
  const isPages = ({ room }: Source): boolean => room === 'pages';
  // Programs that use the client see its types alone, which have the names of the trade as well.
  const servers = house.filter((one) => !isClients(one) && !isPages(one));
  for (const part of [servers, house.filter(isClients), house.filter(isPages)]) {
    const files = new Map<string, string[]>();
    for (const source of part) {
      for (const name of typesOf(source)) {
        files.set(name, [...(files.get(name) ?? []), source.path]);
      }
    }
    const twice = [...files].filter(([name, paths]) => paths.length > 1 && !(name in TWO_TYPES));
    t.same(twice, []);
  }
});

/** Is it a limit, type or class that the file uses itself? */
const isForTests = (source: Source, name: string): boolean =>
  (/^[A-Z][A-Z\d_]*$/.test(name) || typesOf(source).includes(name)) && usesItself(source, name);

t.test('What a file exports is used by another file of the product', async (t) => {
  const users = usersOf(sources, ENTRIES);
  const products = new Set(house.map(({ path }) => path));
  const allowed = new Set(Object.values(EXPORTED_FOR_TESTS).flat());
  const forTests: string[] = [];
  for (const source of house) {
    const { path } = source;
    if (within(GENERATED, path)) continue;
    for (const name of exportsOf(source)) {
      const of = [...(users.get(`${path} ${name}`) ?? [])];
      if (of.some((user) => products.has(user)) || isWorkerEntry(path, name)) continue;
      if (of.length === 0) t.fail(`${path} exports ${name}, and nobody uses it`);
      else if (!isForTests(source, name)) forTests.push(`${path} ${name}`);
    }
  }
  t.same(forTests.sort(), [...allowed].sort());
});

t.test('Exports and their users are found in every form', async (t) => {
  const all = parse(
    'wire/all.ts',
    `const one = 1; const three = 3; export { one, three as four };
     export default class Any {} export enum Kind { A }
     export const { a, b: [c, ...d] } = one; export * as rest from './rest.js';`,
  );
  t.same(exportsOf(all), ['one', 'four', 'default', 'Kind', 'a', 'c', 'd', 'rest']);
  t.same(typesOf(all), ['Any', 'Kind']);
  const usersIn = (name: string, ...texts: readonly string[]): string[] => {
    const declared = parse('wire/a.ts', 'export const x = 1; export interface X {}');
    const others = texts.map((text, at) => parse(`wire/${'bcd'[at]}.ts`, text));
    return [...(usersOf([declared, ...others]).get(name) ?? [])];
  };
  const again = "export { x as y } from './a.js';";
  t.same(usersIn('wire/a.ts x', again), [], 'to export it again is no use');
  const indirect = "import { x } from './a.js'; export { x as y };";
  t.same(usersIn('wire/a.ts x', indirect), [], 'nor with an import before');
  for (const first of [
    again,
    indirect,
    "export * from './a.js'; export { x as y } from './a.js';",
  ]) {
    const uses = "import { y } from './b.js'; y;";
    t.same(usersIn('wire/a.ts x', first, uses), ['wire/c.ts'], first);
    t.same(usersIn('wire/b.ts y', first, uses), ['wire/c.ts'], first);
  }
  const star = "export * from './a.js';";
  t.same(usersIn('wire/a.ts x', star, "import { x } from './b.js'; x;"), ['wire/c.ts']);
  t.same(usersIn('wire/a.ts X', star, "import { x } from './b.js'; x;"), []);
  for (const use of [
    "import * as all from './a.js'; all.x;",
    "import { x as other } from './a.js'; other;",
    "type One = import('./a.js').X; const load = () => import('./a.js');",
  ]) {
    t.same(usersIn('wire/a.ts x', use), ['wire/b.ts'], use);
  }
  t.same(usersIn('wire/a.ts X', "type One = import('./a.js').X;"), ['wire/b.ts']);
  t.same(usersIn('wire/a.ts x', "type One = import('./a.js').X;"), []);
  t.same(usersIn('wire/a.ts x', "import { x } from './a.js';"), [], 'an import that nothing uses');
});

t.test('Every import names a file that exists', async (t) => {
  const paths = new Set(sources.map(({ path }) => path));
  for (const { path, own } of sources) {
    const missing = own.filter((other) => /\.tsx?$/.test(other) && !paths.has(other));
    t.same(missing, [], path);
  }
});

t.test(
  'Files, functions and lines stay small, and a file opens by saying what it owns',
  async (t) => {
    for (const source of sources) {
      const { path, text, room } = source;
      if (within(GENERATED, path)) continue;
      const lines = text.trimEnd().split('\n');
      t.ok(lines.length <= FILE_LINES_MAX, `${path} has ${lines.length} lines`);
      const wide = lines.flatMap((line, at) => (line.length > LINE_COLUMNS_MAX ? [at + 1] : []));
      t.same(wide, [], `${path} has no line over ${LINE_COLUMNS_MAX} columns`);
      const first = lines[0]?.startsWith('#!') ? lines[1] : lines[0];
      t.match(first, /^\/\/ [A-Z]/, `${path} opens with a sentence`);
      if (room === 'test') continue;
      const long = functionLengths(source).filter((length) => length.lines > FUNCTION_LINES_MAX);
      t.same(long, [], `${path} has no function over ${FUNCTION_LINES_MAX} lines`);
    }
  },
);

t.test('No file carries a path of a machine', async (t) => {
  const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0');
  const machine = /(?<![\w.~<])\/(?:work|farm|home|root|Users)\//;
  for (const path of tracked.filter((name) => name !== '' && name !== 'package-lock.json')) {
    const lines = readFileSync(path, 'utf8').split('\n');
    const found = lines.flatMap((line, at) => (machine.test(line) ? [at + 1] : []));
    t.same(found, [], path);
  }
});

t.test('The facts of the contract are at hand: 164 routes and 85 worked examples', async (t) => {
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as unknown;
  const vectors = read('test/vectors.json') as unknown[] | { vectors: unknown[] };
  t.equal((read('test/routes.json') as unknown[]).length, 164);
  t.equal((Array.isArray(vectors) ? vectors : vectors.vectors).length, 85);
});
