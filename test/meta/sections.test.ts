// References to the rule book lead to its sections, and code names the sections that it follows.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import t from 'tap';
import { VECTOR_IDS } from '../engine/vectors.js';
import { readTexts } from './sources.js';

/** The files of the engine that hold formulas; the others hold what these work with. */
const FORMULAS = [
  'account-margin accruals activation basis checks clock commission commission-plan conversion',
  'currency day-sums deals decide end-of-day exact expiry floating-leverage funds holidays',
  'leverage-plan levels margin money oco payments positions profit quotes rollover routing scope',
  'on-tick stops swap swap-plan trading-day trailing pending-openings',
].flatMap((line) => line.split(' '));

const BOOK = 'docs/trading-rules.md';
const book = readFileSync(BOOK, 'utf8');

/** The numbers of the book's sections, and of the numbered sentences in each: `4.9`, `4.9.6`. */
const numbersOf = (text: string): { sections: string[]; all: Set<string> } => {
  const sections: string[] = [];
  const all = new Set<string>();
  for (const [, heading, item] of text.matchAll(/^(?:##+ (\d+(?:\.\d+)*)\.? |(\d+)\. )/gm)) {
    if (heading !== undefined) sections.push(heading);
    all.add(heading ?? `${sections.at(-1)}.${item}`);
  }
  return { sections, all };
};
const { sections, all } = numbersOf(book);

const referencesIn = (text: string): string[] =>
  Array.from(text.matchAll(/§ ?(\d+(?:\.\d+)*)/g), ([, number = '']) => number);
const texts = [
  ...readTexts(),
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name): [string, string] => {
      const path = `docs/${name}`;
      return [path, readFileSync(path, 'utf8')];
    }),
];
const ofProduct = texts.filter(([path]) => /^(?:wire|engine|storage|actors|http)\//.test(path));

t.test('Every reference leads to a section or sentence of the rule book', async (t) => {
  const found = texts.flatMap(([path, text]) =>
    referencesIn(text).map((number) => ({ path, number })),
  );
  t.ok(found.length > 600, `${found.length} references`);
  t.same(
    found.filter(({ number }) => !all.has(number)),
    [],
  );
  t.same([...numbersOf('## 1. A\n### 1.2 B\n1. c\n\n2. d\n').all], ['1', '1.2', '1.2.1', '1.2.2']);
});

t.test('Every section is there once, in order, and its sentences count from 1', async (t) => {
  const [first, ...others] = book.split(/^##+ (?=\d)/m);
  t.match(first, /^# Trading rules/);
  const ordered = sections.map((number) => number.split('.').map(Number));
  const isNext = (at: number): boolean => {
    const [[a = 0, b = 0], [c = 0, d = 0]] = [ordered[at - 1] ?? [-1], ordered[at] ?? []];
    return (c === a && d === b + 1) || (c === a + 1 && d === 0);
  };
  t.same(
    sections.filter((_, at) => !isNext(at)),
    [],
  );
  for (const section of others) {
    const items = Array.from(section.matchAll(/^(\d+)\. /gm), ([, item]) => Number(item));
    // The number of the heading of a chapter, such as `3. Formulas`, is none of a sentence.
    const numbers = /^\d+\. /.test(section) ? items.slice(1) : items;
    t.same(
      numbers,
      numbers.map((_, at) => at + 1),
      section.slice(0, 20),
    );
  }
});

t.test('The rule book shows every worked example, and names files that exist', async (t) => {
  const rows = Array.from(book.matchAll(/^\| ([A-Z]\d\d[^|]*) \|/gm), ([, ids = '']) => ids);
  t.same(rows.flatMap((ids) => ids.split(', ')).sort(), [...VECTOR_IDS].sort());
  const links = Array.from(book.matchAll(/\]\(([\w-]+\.md)\)/g), ([, name]) => `docs/${name}`);
  t.same(
    links.filter((path) => !existsSync(path)),
    [],
  );
});

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
  const named = new Set(ofProduct.flatMap(([, text]) => referencesIn(text)));
  const isNamed = (section: string): boolean =>
    [...named].some((number) => number === section || number.startsWith(`${section}.`));
  t.same(
    sections.filter((section) => /^[345]\./.test(section) && !isNamed(section)),
    [],
  );
});
