// The house stays in order: who may import whom, who owns a package, what is reachable, how large.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import t from 'tap';
import { ambientUses, functionLengths, readSources, type Source } from './sources.js';

const FILE_LINES_MAX = 400;
const LINE_COLUMNS_MAX = 100;
const FUNCTION_LINES_MAX = 70;

/** What a room may import of ours; a file is named where only that one is open. */
const OPEN_TO: Readonly<Record<string, readonly string[]>> = {
  wire: ['wire/'],
  engine: ['engine/', 'wire/'],
  storage: ['storage/', 'wire/'],
  actors: ['actors/', 'engine/', 'storage/', 'wire/'],
  http: ['http/', 'actors/client.ts', 'actors/tools/', 'wire/'],
};
/** The one file that puts the rooms together. */
const COMPOSER = 'http/main.ts';

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

/** Schemas are written in these words all over the house; every other package has one owner. */
const SHARED_PACKAGES = ['@sinclair/typebox'];

const sources = readSources();
const house = sources.filter(({ room }) => room !== 'test' && room !== 'bench');
const within = (paths: readonly string[], path: string): boolean =>
  paths.some((open) => path === open || (open.endsWith('/') && path.startsWith(open)));

const mayImport = ({ path, room }: Source, other: string): boolean =>
  within(OPEN_TO[room] ?? [], other) || (path === COMPOSER && other.startsWith('actors/'));

t.test('A room imports only the rooms that are open to it', async (t) => {
  for (const source of house) {
    const closed = source.own.filter((other) => !mayImport(source, other));
    t.same(closed, [], `${source.path} keeps to its rooms`);
  }
});

t.test('Every package that the house ships has exactly one importing file', async (t) => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const name of Object.keys(dependencies)) {
    if (SHARED_PACKAGES.includes(name)) continue;
    const importers = house.filter(({ packages }) => packages.includes(name));
    t.equal(importers.length, 1, `${name}: ${importers.map(({ path }) => path).join(', ')}`);
  }
});

t.test('The house imports no package that it does not ship', async (t) => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const { path, packages } of house) {
    const foreign = packages.filter((name) => !name.startsWith('node:') && !(name in dependencies));
    t.same(foreign, [], path);
  }
});

t.test('The engine calls nothing ambient: no clock, chance, timer, promise or I/O', async (t) => {
  for (const source of sources.filter(({ room }) => room === 'engine')) {
    t.same(ambientUses(source, AMBIENT), [], source.path);
    t.same(source.packages, [], `${source.path} imports no package`);
  }
});

/** Clocks, timers and what tells how much of a processor something had. */
const CLOCKS = new Set([
  'Date',
  'performance',
  'setInterval',
  'setTimeout',
  'process.cpuUsage',
  'process.hrtime',
  'process.resourceUsage',
]);
const CLOCK_PACKAGES = ['node:perf_hooks', 'node:timers', 'node:timers/promises'];
/** Tests wait by these, and take the time from them; the runner guards against hanging files. */
const CLOCK_OWNERS = [
  'test/support/clock.ts',
  'test/support/guard.ts',
  'test/run.ts',
  'test/runner/',
];

t.test(
  'No test passes or fails by a clock: the guard and the runner alone have timers',
  async (t) => {
    for (const source of sources.filter(({ room }) => room === 'test')) {
      if (within(CLOCK_OWNERS, source.path)) continue;
      t.same(ambientUses(source, CLOCKS), [], source.path);
      const packages = source.packages.filter((name) => CLOCK_PACKAGES.includes(name));
      t.same(packages, [], source.path);
      t.notMatch(source.text, /sched[s]tat|\.setTimeout\(/, source.path);
    }
  },
);

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

t.test('The server reaches every file of the house', async (t) => {
  const reached = reachable([COMPOSER]);
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
    'test/promises/write.ts',
    'test/supply/write.ts',
    'bench/run.ts',
  ];
  const reached = reachable([...roots.map(({ path }) => path), ...commands]);
  const helpers = sources.filter(({ room }) => room === 'test' || room === 'bench');
  t.same(
    helpers.filter(({ path }) => !reached.has(path)).map(({ path }) => path),
    [],
  );
});

t.test('Every import names a file that exists', async (t) => {
  const paths = new Set(sources.map(({ path }) => path));
  for (const { path, own } of sources) {
    const missing = own.filter((other) => other.endsWith('.ts') && !paths.has(other));
    t.same(missing, [], path);
  }
});

t.test(
  'Files, functions and lines stay small, and a file opens by saying what it owns',
  async (t) => {
    for (const source of sources) {
      const { path, text, room } = source;
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
