// Parses the TAP of a test file: passed tests, failures, and the file's place.
//
// Tests are counted, not their assertions: how many of those there are may go by chance.

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type FinalResults, Parser } from 'tap-parser';
import { RUNS, type RunName } from '../../support/run.js';
import { type Job, nameOf } from './plan.js';

/** Where the TAP of each run's files lies. */
export const RESULTS = join('.tap', 'test-results');

/** A failed assertion, or a test that was cut off. */
interface Failure {
  readonly fullname: string;
  readonly diag?: Record<string, unknown> | null;
}

/** A test that was left out, and why; `--grep` and `only` leave out others without a word. */
interface Skipped {
  readonly fullname: string;
  readonly skip?: string | boolean;
}
const isChosen = ({ skip }: Skipped): boolean => !String(skip).startsWith('filter');

/** A failure's title, place and what differed. */
const describe = ({ fullname, diag: all }: Failure): string => {
  const { at, diff, stack, source, generated, ...rest } = all ?? {};
  const place = (at as { fileName?: string; lineNumber?: number } | undefined) ?? {};
  const where = place.fileName === undefined ? '' : ` (${place.fileName}:${place.lineNumber})`;
  const shown = typeof diff === 'string' ? diff : JSON.stringify(rest, null, 2);
  return `${fullname}${where}\n${shown}`;
};

/** Reads TAP as it comes; write to `parser`. */
export class TapReader {
  readonly parser = new Parser();
  /** Tests that held, those within others too. */
  passed = 0;
  /** Each failed assertion, in words. */
  readonly failures: string[] = [];
  /** Each test that was left out, with the reason. */
  readonly skipped: string[] = [];
  /** Has all come that was planned, and did it hold? */
  isWhole = false;

  /** Of all tests, or of those alone whose titles begin so. */
  constructor(title = '') {
    this.#count(this.parser, title);
    this.parser.on('fail', (failure) => {
      if (failure.fullname.startsWith(title)) this.failures.push(describe(failure));
    });
    this.parser.on('skip', (one: Skipped) => {
      if (isChosen(one)) this.skipped.push(`${one.fullname}: ${one.skip}`);
    });
    this.parser.on('complete', ({ ok }) => {
      this.isWhole = ok;
    });
  }

  #count(parser: Parser, title: string): void {
    parser.on('child', (child) => {
      if (!child.name.startsWith(title)) return;
      this.#count(child, '');
      child.on('complete', ({ ok }: FinalResults) => {
        if (ok) this.passed += 1;
      });
    });
  }
}

/** Reads TAP that is there as a whole. */
export const readTap = (
  text: string,
  title?: string,
): Pick<TapReader, 'passed' | 'failures' | 'isWhole'> => {
  const reader = new TapReader(title);
  reader.parser.end(text);
  return reader;
};

/**
 * Keeps a job's TAP with the rules' tags as they stand in the titles: TAP escapes their `#`. Tests
 * that run at that time read either what was kept before or the whole.
 */
export const keepTap = (run: RunName, job: Job, tap: string): void => {
  const file = join(RESULTS, run, `${nameOf(job)}.tap`);
  mkdirSync(dirname(file), { recursive: true });
  const written = `${file}.new`;
  writeFileSync(written, tap.replace(/\\#(?=\d)/g, '#'));
  renameSync(written, file);
};

/** What was kept of a file's last run, or of a shard of it. */
export interface Kept {
  readonly run: RunName;
  readonly text: string;
  /** When it ended, in ms. */
  readonly at: number;
}

/** All that was kept of a file, `faults/faults.test`. */
export const keptOf = (file: string): Kept[] =>
  RUNS.flatMap((run) => {
    const folder = join(RESULTS, run, dirname(file));
    const isOfIt = new RegExp(`^${basename(file)}(\\.\\d+)?\\.tap$`);
    const names = existsSync(folder) ? readdirSync(folder) : [];
    return names
      .filter((name) => isOfIt.test(name))
      .map((name) => join(folder, name))
      .map((path) => ({ run, text: readFileSync(path, 'utf8'), at: statSync(path).mtimeMs }));
  });
