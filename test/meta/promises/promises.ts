// The table of docs/promises.md: what is promised, which tests show it, how they came out last.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PromiseId } from '../../faults/fault.js';
import { FAULTS, FAULTS_FILE } from '../../faults/faults.js';
import { RUNS, type RunName } from '../../support/run.js';
import { type Shards, shardsOf } from '../runner/plan.js';

const FOLDER = join('test', 'meta', 'promises');
/** The promises and their tests, kept by hand. */
const PROMISES = join(FOLDER, 'promises.json');
/** How the tests came out last, by file: written by `npm run promises`. */
export const RESULTS = join(FOLDER, 'results.json');
/** The page that has them. */
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
  /** Why it is not measured, or why it is more: the table tells it. */
  readonly open?: string;
}

/** A promise, and what shows it beside the faults that name it. */
export interface PromiseRow {
  readonly id: PromiseId;
  readonly promise: string;
  /** Test files by name, as the runner has them: `actors/commands/backup.test`. */
  readonly files: readonly string[];
  readonly measured?: readonly Measured[];
}

/** How something came out in a run: the day, and how many tests held and did not. */
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

/** How everything came out last: by what shows it and the run, and figures by `figureName`. */
export interface Results {
  readonly tests: Readonly<Record<string, Readonly<Partial<Record<RunName, Result>>>>>;
  readonly figures: Readonly<Record<string, Figure>>;
}

/** What shows a promise: a file of tests, or a fault. */
export interface Proof {
  /** `actors/commands/backup.test`; of a fault its name. */
  readonly name: string;
  /** The file that it is in. */
  readonly file: string;
  readonly isFault: boolean;
  /** How often it is tried in each run, or into how many shards the file is parted there. */
  readonly runs: Shards;
}

const read = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;

/** The promises. */
export const readPromises = (): PromiseRow[] => read(PROMISES);

/** How the tests came out last. */
export const readResults = (): Results => read(RESULTS);

/** What shows a promise. */
export const proofsOf = ({ id, files }: PromiseRow): Proof[] => [
  ...FAULTS.filter(({ shows }) => shows.includes(id)).map(
    ({ name, counts }): Proof => ({ name, file: FAULTS_FILE, isFault: true, runs: counts }),
  ),
  ...files.map((file): Proof => ({ name: file, file, isFault: false, runs: shardsOf(file) })),
];

/** A figure's name: its bench, and what it was measured over. */
export const figureName = ({ bench, where, field }: Measured): string =>
  `${bench} ${Object.entries(where).flat().join(' ')} ${field}`;

const CALLED: Readonly<Record<RunName, string>> = {
  test: '`npm test`',
  deep: 'deep',
  soak: 'night',
};

/** The oldest day of a run, and how many tests held; what was never run is said. */
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

/** A proof in words: a fault with its counts (3; 20; 500), a file with its further runs. */
const described = ({ name, isFault, runs }: Proof): string => {
  if (isFault) {
    const counts = RUNS.map((run) => (runs[run] ?? 0).toLocaleString('en'));
    return `${name} (${counts.join('; ')})`;
  }
  const named = RUNS.filter((run) => (runs[run] ?? 0) > 0).map((run) => CALLED[run]);
  return `\`test/${name}.ts\` (${named.join('; ')})`;
};

/** The table as it stands on the page. */
export const tableOf = (promises: readonly PromiseRow[], results: Results): string => {
  const lines = promises.map((row) => {
    const { id, promise, measured: figures = [] } = row;
    const proofs = proofsOf(row);
    const last = [
      ...RUNS.map((run) => outcome(run, proofs, results)),
      ...figures.map((one) => measured(one, results)),
    ].filter((said) => said !== '');
    const shown = proofs.length === 0 ? 'its bench' : proofs.map(described).join(', ');
    return `| ${id} | ${promise} | ${shown} | ${last.join('; ')} |\n`;
  });
  const head = '| | promise | shown by | last result |\n';
  return `${BEGIN}${head}|---|---|---|---|\n${lines.join('')}${END}`;
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
