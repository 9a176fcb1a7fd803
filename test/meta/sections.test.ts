// The formulas name the sections of the rules that they follow, and every section is named.

import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import t from 'tap';

/** The files of the engine that hold formulas; the others hold what these work with. */
const FORMULAS = [
  'account-margin accruals activation basis checks clock commission commission-plan conversion',
  'currency day-sums deals decide end-of-day exact funds holidays leverage leverage-plan',
  'levels margin money oco payments positions profit quotes rollover routing scope on-tick stops',
  'swap swap-plan trading-day trailing pending-openings',
].flatMap((line) => line.split(' '));

/** Sections of the rules with formulas, life cycles and the end of day. */
const SECTIONS = [
  ...Array.from({ length: 14 }, (_, n) => `3.${n + 1}`),
  ...Array.from({ length: 8 }, (_, n) => `4.${n + 1}`),
  '5',
];

const files = readdirSync('engine', { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.ts'),
);
const textOf = (path: string): string => readFileSync(`engine/${path}`, 'utf8');
const pathOf = (name: string): string =>
  files.find((path) => basename(path) === `${name}.ts`) ?? name;

/** An exported function, with the doc comment before it. */
const DOC = String.raw`(/\*\*(?:[^*]|\*(?!/))*\*/\n)?`;
const NAME = String.raw`(?:const (\w+)[^=\n]* = (?:<[^(]*>)?\(|function (\w+))`;
const FUNCTION = new RegExp(`${DOC}^export ${NAME}`, 'gm');

/** Exported functions, and those of them whose doc comment names no section. */
const functionsOf = (text: string) => {
  const all = [...text.matchAll(FUNCTION)];
  const unnamed = all.filter(([, doc = '']) => !/§\d/.test(doc));
  return { count: all.length, unnamed: unnamed.map(([, , arrow, named]) => arrow ?? named) };
};

t.test('Every function of a formula names its section of the rules', async (t) => {
  const found = FORMULAS.map((name) => ({ name, ...functionsOf(textOf(pathOf(name))) }));
  const shown = found.filter(({ unnamed }) => unnamed.length > 0);
  t.same(shown, []);
  const functions = found.reduce((sum, { count }) => sum + count, 0);
  t.ok(functions > 2 * FORMULAS.length, `${functions} functions`);
});

t.test('Every section of formulas, life cycles and the end of day is named', async (t) => {
  const text = files.map(textOf).join('\n');
  const isNamed = (section: string): boolean =>
    new RegExp(`§${section.replace('.', '\\.')}(?![.\\d]*\\d)`).test(text);
  const found = SECTIONS.filter((section) => !isNamed(section));
  t.same(found, []);
});
