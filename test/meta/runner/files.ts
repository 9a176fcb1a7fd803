// Runs test files in turn in this process, `files.js engine/margin/margin.test …`. Each is a
// subtest of its name, and its processor time follows as a comment.
//
// Loading the modules of a test takes longer than most tests do: files in turn load them once.

import { join } from 'node:path';
import t, { type Test } from 'tap';
import '../../support/exact-lists.js';
import { WORDS } from '../../support/run.js';
import { costComment } from './files-reader.js';

/** What test files call on the root. */
const ROOT_METHODS = [
  'after',
  'afterEach',
  'before',
  'beforeEach',
  'comment',
  'teardown',
  'test',
] as const;

/** Makes `import t from 'tap'` mean a test, as far as test files use it. */
const setRoot = (methods: ReadonlyMap<string, unknown>): void => {
  for (const [name, method] of methods) Reflect.set(t, name, method);
};

const methodsOf = (test: Test) =>
  new Map<string, unknown>(ROOT_METHODS.map((name) => [name, test[name].bind(test)]));

const rootMethods = methodsOf(t);
// A folder of `testdir` is removed after the teardowns of its test only where there was a teardown
// before the folder: otherwise a server that is still open would lose its files.
t.beforeEach((test) => test.teardown(() => undefined));
// Folders of `testdir` are called after the arguments otherwise, and these are many.
t.testdirName = join('.tap', 'fixtures', `files-${process.pid}`);

for (const file of WORDS) {
  const begun = process.cpuUsage();
  await t.test(file, async (test) => {
    setRoot(methodsOf(test));
    await import(new URL(`../../${file}.js`, import.meta.url).href);
  });
  setRoot(rootMethods);
  const { user, system } = process.cpuUsage(begun);
  t.comment(costComment((user + system) / 1e6));
}
