// The test runner: runs compiled test files side by side, keeps their TAP, and counts.
//
//   node dist/test/run.js                      every *.test.ts
//   node dist/test/run.js --soak               every *.soak.ts: the long runs
//   node dist/test/run.js engine e2e/main-job  only files whose name contains one of the words

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { Parser } from 'tap-parser';

/** A file that is not done by then hangs: it fails, and it and its servers are killed. */
const FILE_TIMEOUT_MS = Number(process.env.TEST_TIMEOUT_MS ?? 600_000);
/** What failed may leave servers running, which keep its process: it gets this much silence. */
const FAILED_SILENCE_MS = 60_000;
const SOAK_TIMEOUT_MS = 6 * 3_600_000;
/** With files side by side a collector of one thread and larger steps takes a quarter less time. */
const NODE_FLAGS = ['--enable-source-maps', '--single-threaded-gc', '--min-semi-space-size=16'];
/** Half a minute's life of much new code and many short-lived objects: an eighth less time so. */
const LONG_LIFE = /^(simulation\/|engine\/model-)/;
const LONG_LIFE_FLAGS = ['--max-semi-space-size=64', '--always-sparkplug'];
/** They hold to tens of milliseconds: they run first, and nothing of ours beside them. */
const BY_ITSELF = /^(hostile\/|faults\/(overload|slow-disk)|desk\/sign-in-time|socket\/requests)/;
/** What is kept of a file's standard error, to be shown when it fails. */
const STDERR_KEPT = 8_000;
const SLOWEST_SHOWN = 5;
const RESULTS = join('.tap', 'test-results');

/** What became of one test file. */
interface FileResult {
  readonly name: string;
  readonly passed: number;
  readonly failures: readonly string[];
  readonly ms: number;
  readonly stderr: string;
}

/** Test files by name (`engine/margin.test`), those that take longest first. */
const listFiles = (ending: string, words: readonly string[]): string[] => {
  const long = (name: string) => Number(!/^(faults|e2e|simulation)\//.test(name));
  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(`${ending}.ts`))
    .map((path) => path.slice(0, -'.ts'.length))
    .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
    .sort((a, b) => long(a) - long(b) || a.localeCompare(b));
};

const running = new Set<ChildProcess>();

/** Ends a test file together with the servers that it started: they share its process group. */
const killGroup = (child: ChildProcess): void => {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
};

/** A failure's title, place and what differed. */
const describe = (failure: { fullname: string; diag?: Record<string, unknown> | null }): string => {
  const { at, diff, stack, source, generated, ...rest } = failure.diag ?? {};
  const place = (at as { fileName?: string; lineNumber?: number } | undefined) ?? {};
  const where = place.fileName === undefined ? '' : ` (${place.fileName}:${place.lineNumber})`;
  const shown = typeof diff === 'string' ? diff : JSON.stringify(rest, null, 2);
  return `${failure.fullname}${where}\n${shown}`;
};

const why = (code: number | null, signal: string | null, late: boolean, ok: boolean) => {
  if (late) return 'hung: killed at its time limit';
  if (signal !== null) return `ended by ${signal}`;
  if (code !== 0) return `ended with code ${code}`;
  return ok ? undefined : 'its TAP is not complete';
};

/** Keeps a file's TAP with the rules' tags as they stand in the titles: TAP escapes their `#`. */
const keepTap = (name: string, tap: string): void => {
  const file = join(RESULTS, `${name}.tap`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, tap.replace(/\\#(?=\d)/g, '#'));
};

const runFile = (name: string, timeoutMs: number): Promise<FileResult> =>
  new Promise((resolve) => {
    const started = Date.now();
    const more = LONG_LIFE.test(name) ? LONG_LIFE_FLAGS : [];
    const args = [...NODE_FLAGS, ...more, join('dist', 'test', `${name}.js`)];
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, TAP: '1', TAP_TIMEOUT: String(timeoutMs / 1000) },
      detached: true,
    });
    running.add(child);
    let late = false;
    const end = () => {
      late = true;
      killGroup(child);
    };
    const giveUp = () => {
      failures.push('silent for a minute after that: what was to follow did not run');
      end();
    };
    const timer = setTimeout(end, timeoutMs);
    let silence: NodeJS.Timeout | undefined;
    let complete = false;
    let passed = 0;
    const failures: string[] = [];
    const parser = new Parser((result) => {
      complete = result.ok;
    });
    parser.on('pass', () => {
      passed += 1;
    });
    parser.on('fail', (failure) => failures.push(describe(failure)));
    child.stdout.pipe(parser);
    let tap = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      tap += text;
      clearTimeout(silence);
      if (failures.length > 0) silence = setTimeout(giveUp, FAILED_SILENCE_MS);
    });
    let stderr = '';
    child.stderr.on('data', (bytes: Buffer) => {
      stderr = (stderr + bytes).slice(-STDERR_KEPT);
    });
    child.on('exit', () => killGroup(child));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      clearTimeout(silence);
      running.delete(child);
      keepTap(name, tap);
      const reason = why(code, signal, late, complete);
      if (failures.length === 0 && reason !== undefined) failures.push(reason);
      resolve({ name, passed, failures, ms: Date.now() - started, stderr });
    });
  });

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const report = (result: FileResult): void => {
  if (result.failures.length === 0) return;
  say(`not ok ${result.name} (${(result.ms / 1000).toFixed(1)} s)`);
  for (const failure of result.failures) say(failure.replace(/^/gm, '  '));
  if (result.stderr !== '') say(result.stderr.replace(/^/gm, '  | '));
};

/** Runs the files, so many at a time; reports each as it ends. */
const runSome = async (
  files: readonly string[],
  timeoutMs: number,
  atATime: number,
): Promise<FileResult[]> => {
  const results: FileResult[] = [];
  const queue = files.values();
  const worker = async () => {
    for (const name of queue) {
      const result = await runFile(name, timeoutMs);
      report(result);
      results.push(result);
    }
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  return results;
};

/** First one by one what wants that; then one more at a time than processors: many wait. */
const runAll = async (files: readonly string[], timeoutMs: number): Promise<FileResult[]> => {
  const isAlone = (name: string) => BY_ITSELF.test(name);
  const alone = await runSome(files.filter(isAlone), timeoutMs, 1);
  const others = files.filter((name) => !isAlone(name));
  return [...alone, ...(await runSome(others, timeoutMs, availableParallelism() + 1))];
};

const stopEarly = (signal: NodeJS.Signals): void => {
  for (const child of running) killGroup(child);
  process.kill(process.pid, signal);
};

const main = async (): Promise<void> => {
  const words = process.argv.slice(2);
  const soak = words[0] === '--soak';
  if (soak) words.shift();
  const files = listFiles(soak ? '.soak' : '.test', words);
  if (words.length === 0 && existsSync(RESULTS)) rmSync(RESULTS, { recursive: true });
  process.once('SIGINT', stopEarly);
  process.once('SIGTERM', stopEarly);
  const results = await runAll(files, soak ? SOAK_TIMEOUT_MS : FILE_TIMEOUT_MS);
  const slowest = results.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST_SHOWN);
  for (const { name, ms } of slowest) say(`${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`);
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failures.length, 0);
  if (files.length === 0) say(`no test file fits ${words.join(' ')}`);
  say(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || files.length === 0 ? 1 : 0;
};

await main();
