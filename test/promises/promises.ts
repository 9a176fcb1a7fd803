// What is promised, by which tests it is shown, and how they came out last: the README's table.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join('test', 'promises');
/** The promises and their tests, kept by hand. */
const PROMISES = join(FOLDER, 'promises.json');
/** How the tests came out last, by file: written by `npm run promises`. */
export const RESULTS = join(FOLDER, 'results.json');
export const README = 'README.md';
const BEGIN = '<!-- promises: written by `npm run promises` -->\n';
const END = '<!-- promises end -->\n';

/** Runs of a kind: what is done, and the test files that do it. */
export interface Runs {
  /** In words, with counts. */
  readonly runs: string;
  /** Test files by name, as the runner has them: `faults/kill.test`. */
  readonly files: readonly string[];
}

/** A figure that a bench measures. */
export interface Measured {
  readonly bench: string;
  /** Values that its row has. */
  readonly where: Readonly<Record<string, unknown>>;
  readonly field: string;
  readonly unit: string;
  readonly most: number;
  /** Why it is not measured, or why it is more: the table tells it. */
  readonly open?: string;
}

/** A promise, and how it is shown. */
export interface PromiseRow {
  readonly id: string;
  readonly promise: string;
  /** With each change. */
  readonly change: Runs;
  /** In the long runs. */
  readonly night?: Runs;
  readonly measured?: readonly Measured[];
}

/** How a test file came out: the day, and how many assertions held and did not. */
export interface Result {
  readonly date: string;
  readonly passed: number;
  readonly failed: number;
}

/** What a bench measured, and the day. */
export interface Figure {
  readonly date: string;
  readonly value: number;
}

/** How everything came out last: tests by file, figures by `figureName`. */
export interface Results {
  readonly tests: Readonly<Record<string, Result>>;
  readonly figures: Readonly<Record<string, Figure>>;
}

const read = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;

/** The promises. */
export const readPromises = (): PromiseRow[] => read(PROMISES);

/** How the tests came out last. */
export const readResults = (): Results => read(RESULTS);

/** Test files that promises rest on. */
export const filesOf = (promises: readonly PromiseRow[]): string[] => [
  ...new Set(promises.flatMap(({ change, night }) => [...change.files, ...(night?.files ?? [])])),
];

/** A figure's name: its bench, and what it was measured over. */
export const figureName = ({ bench, where, field }: Measured): string =>
  `${bench} ${Object.entries(where).flat().join(' ')} ${field}`;

/** The oldest day, and all assertions of some files; what was never run is said. */
const outcome = (files: readonly string[], { tests }: Results): string => {
  const known = files.flatMap((file) => tests[file] ?? []);
  if (known.length < files.length) return 'not run';
  const sum = (name: 'passed' | 'failed') => known.reduce((all, one) => all + one[name], 0);
  const oldest = known.map(({ date }) => date).sort()[0];
  const failed = sum('failed') === 0 ? '' : `, **${sum('failed')} failed**`;
  return `${oldest}: ${sum('passed').toLocaleString('en')} checks held${failed}`;
};

/** Was it measured, and is it no more than it may be? */
export const isReached = (one: Measured, { figures }: Results): boolean => {
  const figure = figures[figureName(one)];
  return figure !== undefined && figure.value <= one.most;
};

const measured = (one: Measured, results: Results): string => {
  const figure = results.figures[figureName(one)];
  const why = one.open === undefined ? '' : ` (${one.open})`;
  if (figure === undefined) return `\`${one.field}\` of \`${one.bench}\` not measured${why}`;
  const shown = `${figure.value} ${one.unit} of ${one.most}`;
  return `${figure.date}: ${isReached(one, results) ? shown : `**${shown}**${why}`}`;
};

const named = (files: readonly string[]): string =>
  files.map((file) => `\`test/${file}.ts\``).join(', ');

/** The table as it stands in the README. */
export const tableOf = (promises: readonly PromiseRow[], results: Results): string => {
  const lines = promises.map(({ id, promise, change, night, measured: figures = [] }) => {
    const shown = [change.runs, ...(night === undefined ? [] : [`at night ${night.runs}`])];
    const tests = named([...change.files, ...(night?.files ?? [])]);
    const last = [
      ...(change.files.length === 0 ? [] : [outcome(change.files, results)]),
      ...(night === undefined ? [] : [`night ${outcome(night.files, results)}`]),
      ...figures.map((one) => measured(one, results)),
    ];
    return `| ${id} | ${promise} | ${tests} | ${shown.join('; ')} | ${last.join('; ')} |\n`;
  });
  const head = '| | promise | shown by | each change; at night | last result |\n';
  return `${BEGIN}${head}|---|---|---|---|---|\n${lines.join('')}${END}`;
};

const partsOf = (readme: string): [before: string, table: string, after: string] => {
  const begin = readme.indexOf(BEGIN);
  const end = readme.indexOf(END) + END.length;
  if (begin < 0 || end < begin) throw new Error('the README has no place for the promises');
  return [readme.slice(0, begin), readme.slice(begin, end), readme.slice(end)];
};

/** The table that a README has. Throws when there is no place for one. */
export const tableIn = (readme: string): string => partsOf(readme)[1];

/** A README with another table. */
export const withTable = (readme: string, table: string): string => {
  const [before, , after] = partsOf(readme);
  return before + table + after;
};
