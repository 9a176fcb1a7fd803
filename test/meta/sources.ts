// The project's sources as the tidy test sees them: files, what they import, what they call.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';

/** The rooms of the house: the top-level folders that hold code. */
export const ROOMS = [
  'wire',
  'engine',
  'storage',
  'actors',
  'http',
  'program',
  'client',
  'examples',
  'pages',
  'test',
  'bench',
] as const;

/** What the project publishes, by the names that programs import it by; here it is own source. */
const PUBLISHED: Readonly<Record<string, string>> = { 'brokerd/client': 'client/node.ts' };

/** One source file, parsed. */
export interface Source {
  /** From the project's root, with forward slashes: `engine/margin/margin.ts`. */
  readonly path: string;
  readonly room: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
  /** Own files that it imports or exports from, as paths like `path`. */
  readonly imports: readonly string[];
  /** Those of them that it imports for more than their types. */
  readonly values: readonly string[];
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

/** The file that a type is imported from in place: `import('./b.js').B`. */
const typeSource = (node: ts.ImportTypeNode): string | undefined =>
  ts.isLiteralTypeNode(node.argument) ? literal(node.argument.literal) : undefined;

const isDynamicImport = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;

const imported = (node: ts.Node): string | undefined => {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    return literal(node.moduleSpecifier);
  }
  if (ts.isImportTypeNode(node)) return typeSource(node);
  return isDynamicImport(node) ? literal(node.arguments[0]) : undefined;
};

/** The file that more than types are imported from; the compiler leaves imports of types out. */
const valueSource = (node: ts.Node): string | undefined => {
  const isTypes =
    (ts.isImportDeclaration(node) && node.importClause?.isTypeOnly) ||
    (ts.isExportDeclaration(node) && node.isTypeOnly) ||
    ts.isImportTypeNode(node);
  return isTypes ? undefined : imported(node);
};

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

const isOwn = (specifier: string): boolean => specifier.startsWith('.') || specifier in PUBLISHED;

/** The source of an output; files of pages with elements in them have the end `.tsx`. */
const sourceOf = (output: string): string => {
  const source = output.replace(/\.js$/, '.ts');
  return source.startsWith('pages/') && existsSync(`${source}x`) ? `${source}x` : source;
};

const pathFrom = (path: string, specifier: string): string =>
  PUBLISHED[specifier] ?? sourceOf(normalize(join(dirname(path), specifier)));

/** A source file of that text. */
export const parse = (path: string, text: string): Source => {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
  const all = specifiers(tree, (node) => imported(node) ?? resolves(node));
  const toPath = (specifier: string) => pathFrom(path, specifier);
  return {
    path,
    room: path.split('/')[0] ?? '',
    text,
    tree,
    imports: specifiers(tree, imported).filter(isOwn).map(toPath),
    values: specifiers(tree, valueSource).filter(isOwn).map(toPath),
    own: all.filter(isOwn).map(toPath),
    packages: all.filter((specifier) => !isOwn(specifier)).map(packageName),
  };
};

/** Every TypeScript file of every room, by its path, with its text. */
export const readTexts = (): [path: string, text: string][] =>
  ROOMS.filter((room) => existsSync(room)).flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?<!\.d)\.tsx?$/.test(path))
      .map((path) => join(room, path))
      .sort()
      .map((path): [string, string] => [path, readFileSync(path, 'utf8')]),
  );

/** The same, parsed. */
export const readSources = (): Source[] => readTexts().map(([path, text]) => parse(path, text));

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

const hasModifier = (node: ts.Statement, modifier: ts.SyntaxKind): boolean =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node)?.some(({ kind }) => kind === modifier) ?? false);

/** The names that a variable's name declares: one, or those of a pattern. */
const boundNames = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((one) => (ts.isOmittedExpression(one) ? [] : boundNames(one.name)));

const namesOf = (node: ts.Statement): string[] => {
  if (ts.isVariableStatement(node)) {
    return node.declarationList.declarations.flatMap(({ name }) => boundNames(name));
  }
  const named =
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isEnumDeclaration(node);
  return named && node.name !== undefined ? [node.name.text] : [];
};

/** A name that a file exports, and the declaration that it stands for where that is elsewhere. */
interface Exported {
  readonly name: string;
  /** The file and name that it is exported again from; undefined = declared here. */
  readonly from?: { readonly path: string; readonly name: string };
}

/** A name that a file imports, under the name that it has there. */
interface Imported {
  readonly local: string;
  readonly path: string;
  /** `*` = everything of the file. */
  readonly name: string;
}

const ownFile = (path: string, specifier: string | undefined): string | undefined =>
  specifier !== undefined && isOwn(specifier) ? pathFrom(path, specifier) : undefined;

const importsBy = ({ path, tree }: Source): Imported[] =>
  tree.statements.filter(ts.isImportDeclaration).flatMap((node) => {
    const file = ownFile(path, literal(node.moduleSpecifier));
    const clause = node.importClause;
    if (file === undefined || clause === undefined) return [];
    const one = clause.name ? [{ local: clause.name.text, path: file, name: 'default' }] : [];
    const bindings = clause.namedBindings;
    if (bindings === undefined) return one;
    if (ts.isNamespaceImport(bindings)) {
      return [...one, { local: bindings.name.text, path: file, name: '*' }];
    }
    const named = bindings.elements.map(({ name, propertyName }) => ({
      ...{ local: name.text, path: file, name: (propertyName ?? name).text },
    }));
    return [...one, ...named];
  });

const exportedBy = (source: Source): Exported[] => {
  const { path, tree } = source;
  const imports = new Map(importsBy(source).map((one) => [one.local, one]));
  return tree.statements.flatMap((node): Exported[] => {
    if (ts.isExportAssignment(node)) return [{ name: 'default' }];
    if (!ts.isExportDeclaration(node)) {
      if (!hasModifier(node, ts.SyntaxKind.ExportKeyword)) return [];
      if (hasModifier(node, ts.SyntaxKind.DefaultKeyword)) return [{ name: 'default' }];
      return namesOf(node).map((name) => ({ name }));
    }
    const file = ownFile(path, literal(node.moduleSpecifier));
    const { exportClause } = node;
    if (exportClause === undefined || ts.isNamespaceExport(exportClause)) {
      const name = exportClause?.name.text ?? '*';
      return file === undefined ? [] : [{ name, from: { path: file, name: '*' } }];
    }
    return exportClause.elements.map(({ name, propertyName }) => {
      const local = (propertyName ?? name).text;
      const from = file === undefined ? imports.get(local) : { path: file, name: local };
      return from === undefined ? { name: name.text } : { name: name.text, from };
    });
  });
};

/** Names that a file exports, also those that it declares elsewhere or exports again. */
export const exportsOf = (source: Source): string[] => [
  ...new Set(exportedBy(source).map(({ name }) => name)),
];

/** Names of the types that a file declares: interfaces, aliases, classes and enums. */
export const typesOf = ({ tree }: Source): string[] => {
  const types = tree.statements.filter(
    (node) =>
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ts.isEnumDeclaration(node),
  );
  return [...new Set(types.flatMap(namesOf))];
};

/** The first name that is taken from a type that is imported in place; `*` where it is all. */
const qualifierOf = ({ qualifier }: ts.ImportTypeNode): string => {
  let name = qualifier;
  while (name !== undefined && ts.isQualifiedName(name)) name = name.left;
  return name?.text ?? '*';
};

/** The identifiers of a file, but for those of its imports and of exports without a declaration. */
const wordsOf = ({ tree }: Source): Set<string> => {
  const words = new Set<string>();
  for (const node of tree.statements) {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) continue;
    walk(node, (one) => {
      if (ts.isIdentifier(one)) words.add(one.text);
    });
  }
  return words;
};

/** What a file uses of others: an import that is only exported again is no use. */
const takenBy = (source: Source): Omit<Imported, 'local'>[] => {
  const { path, tree } = source;
  const words = wordsOf(source);
  const taken: Omit<Imported, 'local'>[] = importsBy(source).filter(({ local }) =>
    words.has(local),
  );
  walk(tree, (node) => {
    const isType = ts.isImportTypeNode(node);
    if (!isType && !isDynamicImport(node)) return;
    const file = ownFile(path, isType ? typeSource(node) : literal(node.arguments[0]));
    if (file !== undefined) taken.push({ path: file, name: isType ? qualifierOf(node) : '*' });
  });
  return taken;
};

/**
 * The files that use each exported name, as `path name`, also through a file between. Of an entry
 * that is published everything is used, by programs elsewhere.
 */
export const usersOf = (
  sources: readonly Source[],
  entries: readonly string[] = [],
): Map<string, Set<string>> => {
  const tables = new Map(sources.map((source) => [source.path, exportedBy(source)]));
  const users = new Map<string, Set<string>>();
  const use = (path: string, name: string, user: string): void => {
    for (const { name: own, from } of tables.get(path) ?? []) {
      if (name !== '*' && own !== name && own !== '*') continue;
      const key = `${path} ${own}`;
      const known = users.get(key) ?? new Set();
      users.set(key, known);
      if (known.has(`${user} ${name}`)) continue;
      known.add(user);
      if (from !== undefined)
        use(from.path, from.name === '*' && own === '*' ? name : from.name, user);
    }
  };
  for (const source of sources) {
    for (const { path, name } of takenBy(source)) use(path, name, source.path);
  }
  for (const path of entries) use(path, '*', path);
  return users;
};

/** Does a file use a name beyond its declaration and its exports? */
export const usesItself = ({ tree }: Source, name: string): boolean => {
  let times = 0;
  walk(tree, (node) => {
    if (ts.isIdentifier(node) && node.text === name && !ts.isExportSpecifier(node.parent)) {
      times += 1;
    }
  });
  return times > 1;
};
