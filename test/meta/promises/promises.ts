// The tables of docs/promises.md: the promises, the tests that show each, and their last results.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PromiseId, triesOf } from '../../faults/fault.js';
import { FAULTS, FAULTS_FILE } from '../../faults/faults.js';
import { RUNS, type RunName } from '../../support/run.js';
import { type Shards, shardsOf } from '../runner/plan.js';

const FOLDER = join('test', 'meta', 'promises');
/** The promises and their tests, kept by hand. */
const PROMISES = join(FOLDER, 'promises.json');
/** The last results of the tests by file, written by `npm run promises`. */
export const RESULTS = join(FOLDER, 'results.json');
/** The page with the tables. */
export const PAGE = 'docs/promises.md';
const BEGIN = '<!-- promises: written by `npm run promises` -->\n';
const END = '<!-- promises end -->\n';

/** A figure that a bench measures. */
export interface Measured {
  readonly bench: string;
  /** Values that its row has. */
  readonly where: Readonly<Record<string, unknown>>;
  readonly field: string;
  readonly unit: string;
  readonly most: number;
  /** Why it is not measured or exceeds its limit; shown in the table. */
  readonly open?: string;
}

/** A promise, and the tests that show it in addition to the faults that name it. */
export interface PromiseRow {
  readonly id: PromiseId;
  readonly promise: string;
  /** Test files by name, as the runner has them: `actors/commands/backup.test`. */
  readonly files: readonly string[];
  readonly measured?: readonly Measured[];
}

/** The result of a run: its date, and the number of passed and failed tests. */
export interface Result {
  readonly date: string;
  readonly passed: number;
  readonly failed: number;
}

/** A value measured by a bench, and its date. */
export interface Figure {
  readonly date: string;
  readonly value: number;
}

/** The last results of tests by name and run, and figures by `figureName`. */
export interface Results {
  readonly tests: Readonly<Record<string, Readonly<Partial<Record<RunName, Result>>>>>;
  readonly figures: Readonly<Record<string, Figure>>;
}

/** A test that shows a promise: a test file, or a fault. */
export interface Proof {
  /** `actors/commands/backup.test`, or the name of a fault. */
  readonly name: string;
  /** The test file that contains it. */
  readonly file: string;
  readonly isFault: boolean;
  /** Number of tries in each run, or number of shards of the file. */
  readonly runs: Shards;
}

const read = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;

/** The promises. */
export const readPromises = (): PromiseRow[] => read(PROMISES);

/** The last results. */
export const readResults = (): Results => read(RESULTS);

/** The tests that show a promise. */
export const proofsOf = ({ id, files }: PromiseRow): Proof[] => [
  ...FAULTS.filter(({ shows }) => shows.includes(id)).map(
    (one): Proof => ({
      name: one.name,
      file: FAULTS_FILE,
      isFault: true,
      runs: triesOf(one),
    }),
  ),
  ...files.map((file): Proof => ({ name: file, file, isFault: false, runs: shardsOf(file) })),
];

/** A figure's name: its bench, and the conditions of the measurement. */
export const figureName = ({ bench, where, field }: Measured): string =>
  `${bench} ${Object.entries(where).flat().join(' ')} ${field}`;

const CALLED: Readonly<Record<RunName, string>> = {
  test: '`npm test`',
  deep: 'deep',
  soak: 'night',
};

/** The oldest date of a run and the number of passed tests; or that it was never run. */
const outcome = (run: RunName, proofs: readonly Proof[], { tests }: Results): string => {
  const own = proofs.filter(({ runs }) => (runs[run] ?? 0) > 0);
  if (own.length === 0) return '';
  const known = own.flatMap(({ name }) => tests[name]?.[run] ?? []);
  if (known.length < own.length) return `${CALLED[run]} not run`;
  const sum = (name: 'passed' | 'failed') => known.reduce((all, one) => all + one[name], 0);
  const oldest = known.map(({ date }) => date).sort()[0];
  const failed = sum('failed') === 0 ? '' : `, **${sum('failed')} failed**`;
  return `${CALLED[run]} ${oldest}: ${sum('passed').toLocaleString('en')} tests held${failed}`;
};

/** Was it measured, and is it within its limit? */
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

/** How often something is tried in a run: the count of a fault; of a file `yes` or its shards. */
const triedIn = (run: RunName, { isFault, runs }: Proof): string => {
  const count = runs[run] ?? 0;
  if (count === 0) return '';
  if (isFault) return count.toLocaleString('en');
  return count === 1 ? 'yes' : `${count} shards`;
};

/** The tests that show a promise, one a row. */
const proofRows = (row: PromiseRow): string => {
  const rows = proofsOf(row).map((proof) => {
    const shown = proof.isFault ? proof.name : `\`test/${proof.name}.ts\``;
    return `| ${shown} | ${RUNS.map((run) => triedIn(run, proof)).join(' | ')} |\n`;
  });
  if (rows.length === 0) return '';
  const head = `| shown by | ${RUNS.map((run) => CALLED[run]).join(' | ')} |\n`;
  return `\n**${row.id}**\n\n${head}|---${'|---'.repeat(RUNS.length)}|\n${rows.join('')}`;
};

/** The tables as they stand on the page: the promises with their last results, then their tests. */
export const tableOf = (promises: readonly PromiseRow[], results: Results): string => {
  const lines = promises.map((row) => {
    const { id, promise, measured: figures = [] } = row;
    const proofs = proofsOf(row);
    const last = [
      ...RUNS.map((run) => outcome(run, proofs, results)),
      ...figures.map((one) => measured(one, results)),
    ].filter((said) => said !== '');
    return `| ${id} | ${promise} | ${last.join('; ')} |\n`;
  });
  const head = '| | promise | last result |\n|---|---|---|\n';
  return `${BEGIN}${head}${lines.join('')}${promises.map(proofRows).join('')}${END}`;
};

const partsOf = (readme: string): [before: string, table: string, after: string] => {
  const begin = readme.indexOf(BEGIN);
  const end = readme.indexOf(END) + END.length;
  if (begin < 0 || end < begin) throw new Error('the page has no place for the promises');
  return [readme.slice(0, begin), readme.slice(begin, end), readme.slice(end)];
};

/** The table of a page. Throws when there is no place for one. */
export const tableIn = (readme: string): string => partsOf(readme)[1];

/** A page with another table. */
export const withTable = (readme: string, table: string): string => {
  const [before, , after] = partsOf(readme);
  return before + table + after;
};
