// The project's sources as the tidy test sees them: files, what they import, what they call.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';

/** The rooms of the house: the top-level folders that hold code. */
export const ROOMS = ['wire', 'engine', 'storage', 'actors', 'http', 'test', 'bench'] as const;

/** One source file, parsed. */
export interface Source {
  /** From the project's root, with forward slashes: `engine/margin/margin.ts`. */
  readonly path: string;
  readonly room: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
  /** Own files that it imports or exports from, as paths like `path`. */
  readonly imports: readonly string[];
  /** The same, and those that it resolves or starts as a thread. */
  readonly own: readonly string[];
  /** Packages that it imports or resolves, by name; `node:` modules with their prefix. */
  readonly packages: readonly string[];
}

const walk = (node: ts.Node, visit: (node: ts.Node) => void): void => {
  visit(node);
  node.forEachChild((child) => walk(child, visit));
};

const literal = (node: ts.Node | undefined): string | undefined =>
  node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined;

/** What is loaded by a name that begins so, and depends on the machine: a binary of a package. */
const loadedName = (node: ts.Node | undefined): string | undefined =>
  node !== undefined && ts.isTemplateExpression(node) ? node.head.text : literal(node);

/** `import.meta.resolve`, `require.resolve` and `new URL(…, import.meta.url)` name files too. */
const resolves = (node: ts.Node): string | undefined => {
  if (ts.isCallExpression(node)) {
    const { expression } = node;
    const loads =
      expression.kind === ts.SyntaxKind.ImportKeyword ||
      (ts.isPropertyAccessExpression(expression) && expression.name.text === 'resolve') ||
      (ts.isIdentifier(expression) && expression.text === 'require');
    return loads ? loadedName(node.arguments[0]) : undefined;
  }
  if (ts.isNewExpression(node) && node.expression.getText() === 'URL') {
    const base = node.arguments?.[1]?.getText();
    return base === 'import.meta.url' ? literal(node.arguments?.[0]) : undefined;
  }
  return undefined;
};

const imported = (node: ts.Node): string | undefined =>
  ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
    ? literal(node.moduleSpecifier)
    : undefined;

const specifiers = (
  tree: ts.SourceFile,
  named: (node: ts.Node) => string | undefined,
): string[] => {
  const found: string[] = [];
  walk(tree, (node) => {
    const name = named(node);
    if (name !== undefined) found.push(name);
  });
  return found;
};

const packageName = (specifier: string): string => {
  if (specifier.startsWith('node:')) return specifier;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
};

const pathFrom = (path: string, specifier: string): string =>
  normalize(join(dirname(path), specifier)).replace(/\.js$/, '.ts');

/** A source file of that text. */
export const parse = (path: string, text: string): Source => {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
  const all = specifiers(tree, (node) => imported(node) ?? resolves(node));
  const isOwn = (specifier: string) => specifier.startsWith('.');
  const toPath = (specifier: string) => pathFrom(path, specifier);
  return {
    path,
    room: path.split('/')[0] ?? '',
    text,
    tree,
    imports: specifiers(tree, imported).filter(isOwn).map(toPath),
    own: all.filter(isOwn).map(toPath),
    packages: all.filter((specifier) => !isOwn(specifier)).map(packageName),
  };
};

/** Every TypeScript file of every room. */
export const readSources = (): Source[] =>
  ROOMS.filter((room) => existsSync(room)).flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => join(room, path))
      .map((path) => parse(path, readFileSync(path, 'utf8')))
      .sort((a, b) => a.path.localeCompare(b.path)),
  );

/** Files that import each other on a way round, types included: one circle a row. */
export const circlesOf = (sources: readonly Source[]): string[][] => {
  const importsOf = new Map(sources.map(({ path, imports }) => [path, imports]));
  const entered = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  /** Answers the earliest open file that is reached from a file (Tarjan 1972). */
  const reach = (path: string): number => {
    const at = entered.size;
    let earliest = at;
    entered.set(path, at);
    open.push(path);
    for (const other of importsOf.get(path) ?? []) {
      if (!importsOf.has(other)) continue;
      const known = entered.get(other);
      if (known === undefined) earliest = Math.min(earliest, reach(other));
      else if (open.includes(other)) earliest = Math.min(earliest, known);
    }
    if (earliest < at) return earliest;
    const circle = open.splice(open.indexOf(path));
    if (circle.length > 1) circles.push(circle);
    return earliest;
  };
  for (const { path } of sources) if (!entered.has(path)) reach(path);
  return circles;
};

const FUNCTIONS = [
  ts.SyntaxKind.FunctionDeclaration,
  ts.SyntaxKind.FunctionExpression,
  ts.SyntaxKind.ArrowFunction,
  ts.SyntaxKind.MethodDeclaration,
  ts.SyntaxKind.Constructor,
  ts.SyntaxKind.GetAccessor,
];

/** Functions of a file with their first line and how many lines they take, comments left out. */
export const functionLengths = ({ tree }: Source): { line: number; lines: number }[] => {
  const lengths: { line: number; lines: number }[] = [];
  const lineOf = (at: number) => tree.getLineAndCharacterOfPosition(at).line + 1;
  walk(tree, (node) => {
    if (!FUNCTIONS.includes(node.kind)) return;
    const line = lineOf(node.getStart(tree));
    lengths.push({ line, lines: lineOf(node.getEnd()) - line + 1 });
  });
  return lengths;
};

/** Is the identifier a value that is read, not a type, a member or a property's name? */
const isValue = (node: ts.Identifier): boolean => {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent))
    return parent.name !== node;
  return !ts.isTypeReferenceNode(parent) && !ts.isQualifiedName(parent);
};

/** Reckoning with calendars is pure: given times are read and composed, always in UTC. */
const isReckoning = (node: ts.Identifier): boolean => {
  const { parent } = node;
  if (ts.isNewExpression(parent)) return (parent.arguments?.length ?? 0) > 0;
  return ts.isPropertyAccessExpression(parent) && ['parse', 'UTC'].includes(parent.name.text);
};

const ambientWord = (node: ts.Node, names: ReadonlySet<string>): string | undefined => {
  if (node.kind === ts.SyntaxKind.AsyncKeyword) return names.has('async') ? 'async' : undefined;
  if (ts.isAwaitExpression(node) && names.has('await')) return 'await';
  if (ts.isPropertyAccessExpression(node)) {
    if (names.has(`.${node.name.text}`)) return node.name.text;
    return names.has(node.getText()) ? node.getText() : undefined;
  }
  if (!ts.isIdentifier(node) || !names.has(node.text) || !isValue(node)) return undefined;
  return node.text === 'Date' && isReckoning(node) ? undefined : node.text;
};

/**
 * Words of the surroundings that a file uses as values, with their lines. Names are of globals
 * (`setTimeout`), of their members (`Math.random`), of any member (`.getHours`), or keywords
 * (`await`).
 */
export const ambientUses = ({ tree }: Source, names: ReadonlySet<string>): string[] => {
  const uses: string[] = [];
  walk(tree, (node) => {
    const word = ambientWord(node, names);
    if (word === undefined) return;
    uses.push(`${word} in line ${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
  });
  return uses;
};

/** The texts that a file holds, as it does of code that another thread runs. */
export const heldTexts = ({ tree }: Source): string[] => {
  const texts: string[] = [];
  walk(tree, (node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) texts.push(node.getText());
  });
  return texts;
};

/** What options of these names are set to: `{ timeout: 5 }`, `given.timeout = 5`, `{ timeout }`. */
export const settingsOf = ({ tree }: Source, names: ReadonlySet<string>): string[] => {
  const values: string[] = [];
  walk(tree, (node) => {
    if (ts.isPropertyAssignment(node) && names.has(node.name.getText())) {
      values.push(node.initializer.getText());
    } else if (ts.isShorthandPropertyAssignment(node) && names.has(node.name.text)) {
      values.push(node.name.text);
    } else if (
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      ts.isPropertyAccessExpression(node.left) &&
      names.has(node.left.name.text)
    ) {
      values.push(node.right.getText());
    }
  });
  return values;
};

const isExported = (node: ts.Statement): boolean =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false);

const namesOf = (node: ts.Statement): string[] => {
  if (ts.isVariableStatement(node)) {
    return node.declarationList.declarations.map(({ name }) => name.getText());
  }
  const named =
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node);
  return named && node.name !== undefined ? [node.name.text] : [];
};

/** Names that a file declares and exports. */
export const exportsOf = ({ tree }: Source): string[] => [
  ...new Set(tree.statements.filter(isExported).flatMap(namesOf)),
];

/** Names of the types that a file declares: interfaces, aliases and classes. */
export const typesOf = ({ tree }: Source): string[] => {
  const types = tree.statements.filter(
    (node) =>
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isClassDeclaration(node),
  );
  return [...new Set(types.flatMap(namesOf))];
};

/** What a file takes from others, as `path name`; everything of a file as `path *`. */
export const takenBy = ({ path, tree }: Source): string[] =>
  tree.statements.flatMap((node) => {
    if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) return [];
    const from = literal(node.moduleSpecifier);
    if (from === undefined || !from.startsWith('.')) return [];
    const file = pathFrom(path, from);
    const bindings = ts.isImportDeclaration(node)
      ? node.importClause?.namedBindings
      : node.exportClause;
    if (bindings === undefined || !('elements' in bindings)) return [`${file} *`];
    return bindings.elements.map((one) => `${file} ${(one.propertyName ?? one.name).text}`);
  });
