// The formulas name the sections of the rules they follow, and no section is without one.

import t from 'tap';
import ts from 'typescript';
import { readSources, type Source } from '../sources.js';

/** The files of the engine that hold formulas; the others hold what these work with. */
const FORMULAS = [
  'account-margin',
  'accruals',
  'activation',
  'basis',
  'checks',
  'clock',
  'commission',
  'commission-plan',
  'conversion',
  'currency',
  'day-sums',
  'deals',
  'decide',
  'end-of-day',
  'exact',
  'fill',
  'funds',
  'holidays',
  'leverage',
  'leverage-plan',
  'levels',
  'margin',
  'money',
  'oco',
  'payments',
  'positions',
  'profit',
  'quotes',
  'rollover',
  'routing',
  'scope',
  'settle',
  'stops',
  'swap',
  'swap-plan',
  'trading-day',
  'trailing',
  'underway',
];

/** Sections of the rules with formulas, life cycles and the end of day. */
const SECTIONS = [
  ...Array.from({ length: 14 }, (_, n) => `3.${n + 1}`),
  ...Array.from({ length: 8 }, (_, n) => `4.${n + 1}`),
  '5',
];

const engine = readSources().filter(({ room }) => room === 'engine');

const isExported = (node: ts.Statement): boolean =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

/** Names of the functions that a statement declares. */
const functionsOf = (node: ts.Statement): string[] => {
  if (ts.isFunctionDeclaration(node)) return [node.name?.text ?? ''];
  if (!ts.isVariableStatement(node)) return [];
  return node.declarationList.declarations.flatMap(({ name, initializer }) =>
    initializer !== undefined && ts.isArrowFunction(initializer) ? [name.getText()] : [],
  );
};

/** Exported functions whose doc comment names no section. */
const unnamed = ({ tree, text }: Source): string[] =>
  tree.statements.filter(isExported).flatMap((node) => {
    const comments = ts.getLeadingCommentRanges(text, node.pos) ?? [];
    const doc = comments.map(({ pos, end }) => text.slice(pos, end)).at(-1) ?? '';
    return /§\d/.test(doc) ? [] : functionsOf(node);
  });

t.test('Every function of a formula names its section of the rules', async (t) => {
  for (const name of FORMULAS) {
    const source = engine.find(({ path }) => path === `engine/${name}.ts`);
    t.ok(source, `engine/${name}.ts`);
    if (source !== undefined) t.same(unnamed(source), [], source.path);
  }
});

t.test('Every section of formulas, life cycles and the end of day is named', async (t) => {
  const text = engine.map((source) => source.text).join('\n');
  for (const section of SECTIONS) {
    t.match(text, new RegExp(`§${section.replace('.', '\\.')}(?![.\\d]*\\d)`), `§${section}`);
  }
});
