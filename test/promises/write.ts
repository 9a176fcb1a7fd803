// Writes the README's table of promises anew: `npm run promises`, after `npm test` or a soak.

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Parser } from 'tap-parser';
import {
  filesOf,
  README,
  RESULTS,
  type Result,
  readPromises,
  readResults,
  tableOf,
  withTable,
} from './promises.js';

/** How a file came out in the run whose TAP lies here; undefined = it was not run. */
const newest = (file: string): Result | undefined => {
  const path = join('.tap', 'test-results', `${file}.tap`);
  if (!existsSync(path)) return undefined;
  let passed = 0;
  let failed = 0;
  let complete = false;
  const parser = new Parser((results) => {
    complete = results.ok;
  });
  parser.on('pass', () => {
    passed += 1;
  });
  parser.on('fail', () => {
    failed += 1;
  });
  parser.end(readFileSync(path, 'utf8'));
  // Cut off, or fewer checks than were planned: something did not run.
  if (!complete && failed === 0) failed = 1;
  return { date: statSync(path).mtime.toISOString().slice(0, 10), passed, failed };
};

const promises = readPromises();
const before = readResults();
const results: Record<string, Result> = {};
for (const file of filesOf(promises).sort()) {
  const result = newest(file) ?? before[file];
  if (result !== undefined) results[file] = result;
}
const lines = Object.entries(results).map(([file, one]) => `  "${file}": ${JSON.stringify(one)}`);
writeFileSync(RESULTS, `{\n${lines.join(',\n')}\n}\n`);
writeFileSync(README, withTable(readFileSync(README, 'utf8'), tableOf(promises, results)));
