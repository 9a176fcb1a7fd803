// Types that quicktype generates from schemas, and what they lack of what the schemas say.

import { InputData, JSONSchemaInput, quicktype } from 'quicktype-core';
import ts from 'typescript';

/** A schema, as far as it says which values there are. */
export interface TypeSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, TypeSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | TypeSchema;
  readonly items?: TypeSchema;
  readonly anyOf?: readonly TypeSchema[];
  readonly oneOf?: readonly TypeSchema[];
}

/** Schemas by name, and those that they refer to as `#/components/schemas/…`. */
export interface SchemaSource {
  readonly shown: Readonly<Record<string, TypeSchema>>;
  readonly components: Readonly<Record<string, TypeSchema>>;
}

/** Words for people: a generator makes comments of them, which takes most of its time. */
const WORDS = ['title', 'description', 'example', 'examples'];

/** A part of a description without words; fields may have the names of words. */
const wordless = (part: unknown, isFields = false): unknown => {
  if (Array.isArray(part)) return part.map((one) => wordless(one));
  if (typeof part !== 'object' || part === null) return part;
  const kept = Object.entries(part).filter(([name]) => isFields || !WORDS.includes(name));
  return Object.fromEntries(
    kept.map(([name, one]) => [name, wordless(one, name === 'properties' && !isFields)]),
  );
};

/** The text of the types of TypeScript that quicktype makes of schemas, each under its name. */
export const typesOf = async (sources: readonly SchemaSource[]): Promise<string> => {
  const input = new JSONSchemaInput(undefined);
  for (const [at, { shown, components }] of sources.entries()) {
    const document = wordless({ components: { schemas: components }, shown });
    await input.addSource({
      name: `source${at}`,
      uris: Object.keys(shown).map((name) => `#/shown/${name}`),
      schema: JSON.stringify(document),
    });
  }
  const inputData = new InputData();
  inputData.addInput(input);
  const { lines } = await quicktype({
    ...{ inputData, lang: 'typescript', combineClasses: false, inferMaps: false },
    rendererOptions: { 'just-types': 'true' },
  });
  return lines.join('\n');
};

const FILE = 'generated.ts';
/** The files of the language's own types, by name. */
const libraries = new Map<string, ts.SourceFile | undefined>();

/** A text of TypeScript as a program of one file. */
const programOf = (text: string): ts.Program => {
  const options: ts.CompilerOptions = {
    ...{ target: ts.ScriptTarget.ES2023, types: [], strict: true, noEmit: true },
    ...{ lib: ['lib.es5.d.ts'], exactOptionalPropertyTypes: true },
  };
  const host = ts.createCompilerHost(options);
  const readLibrary = host.getSourceFile.bind(host);
  host.getSourceFile = (name, target) => {
    if (name === FILE) return ts.createSourceFile(name, text, target);
    const read = libraries.get(name) ?? readLibrary(name, target);
    libraries.set(name, read);
    return read;
  };
  return ts.createProgram([FILE], options, host);
};

const SCALARS: Readonly<Record<string, ts.TypeFlags>> = {
  string: ts.TypeFlags.StringLike,
  integer: ts.TypeFlags.NumberLike,
  number: ts.TypeFlags.NumberLike,
  boolean: ts.TypeFlags.BooleanLike,
};

/** Does a schema leave open what a value is? */
const isOpen = ({ $ref, type, anyOf, oneOf, enum: words, ...rest }: TypeSchema): boolean =>
  [$ref, type, anyOf, oneOf, words, rest.const].every((one) => one === undefined);

const isNull = (schema: TypeSchema): boolean => schema.type === 'null';

/** Compares generated types with the schemas that they were made of. */
class Comparison {
  readonly faults: string[] = [];
  /** How many fields were compared. */
  fields = 0;
  readonly #seen = new Set<string>();

  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly file: ts.SourceFile,
    private readonly components: SchemaSource['components'],
  ) {}

  /** `among`: the schemas of which one describes the value; a generator makes one type of them. */
  compare(path: string, type: ts.Type, among: readonly TypeSchema[]): void {
    const schemas = among.flatMap((one) => this.#parts(one)).filter((one) => !isNull(one));
    if (schemas.length === 0 || schemas.some(isOpen)) return;
    const known = this.checker.getNonNullableType(type);
    if ((known.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0) {
      this.faults.push(`${path} has no type`);
      return;
    }
    const parts = known.isUnion() ? known.types : [known];
    for (const name of Object.keys(SCALARS)) {
      const isWanted = schemas.some(({ type: said }) => said === name);
      const isThere = parts.some(({ flags, symbol }) => {
        const isTime = name === 'string' && symbol?.name === 'Date';
        return isTime || (flags & (SCALARS[name] as ts.TypeFlags)) !== 0;
      });
      if (isWanted && !isThere) this.faults.push(`${path} is no ${name}`);
    }
    this.#compareItems(path, known, schemas);
    this.#compareFields(path, known, schemas);
  }

  /** A schema, or those of which it is one. */
  #parts(schema: TypeSchema): readonly TypeSchema[] {
    const { $ref, anyOf, oneOf } = schema;
    if ($ref !== undefined) {
      const found = this.components[$ref.split('/').at(-1) ?? ''];
      if (found === undefined) throw new Error(`there is no ${$ref}`);
      return this.#parts(found);
    }
    const choices = anyOf ?? oneOf;
    return choices === undefined ? [schema] : choices.flatMap((one) => this.#parts(one));
  }

  #compareItems(path: string, type: ts.Type, schemas: readonly TypeSchema[]): void {
    const items = schemas.flatMap((one) => (one.type === 'array' ? (one.items ?? []) : []));
    if (items.length === 0) return;
    const lists = (type.isUnion() ? type.types : [type]).filter((one) =>
      this.checker.isArrayLikeType(one),
    );
    const [item] = lists.flatMap((one) => this.checker.getIndexTypeOfType(one, 1) ?? []);
    if (item === undefined) this.faults.push(`${path} is no list`);
    else this.compare(`${path}[]`, item, items);
  }

  #compareFields(path: string, type: ts.Type, schemas: readonly TypeSchema[]): void {
    const records = schemas.filter((one) => one.properties !== undefined);
    if (records.length === 0) return;
    const part = (type.isUnion() ? type.types : [type]).find(
      (one) => one.isClassOrInterface() && !this.checker.isArrayLikeType(one),
    );
    if (part === undefined) {
      this.faults.push(`${path} has no fields`);
      return;
    }
    const names = new Set(records.flatMap((one) => Object.keys(one.properties ?? {})));
    const place = `${part.symbol.name} ${[...names].join()}`;
    if (this.#seen.has(place)) return;
    this.#seen.add(place);
    for (const name of names) {
      const field = part.getProperty(name);
      const fields = records.flatMap((one) => one.properties?.[name] ?? []);
      this.fields += 1;
      if (field === undefined) this.faults.push(`${path} lacks ${name}`);
      else {
        const own = this.checker.getTypeOfSymbolAtLocation(field, this.file);
        this.compare(`${path}.${name}`, own, fields);
      }
    }
  }
}

/** What was found of generated types: faults of their text, and how many fields were compared. */
export interface TypesFound {
  readonly faults: readonly string[];
  readonly fields: number;
}

/** Compiles generated types, and compares them with the schemas that they were made of. */
export const checkTypes = (text: string, sources: readonly SchemaSource[]): TypesFound => {
  const program = programOf(text);
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(FILE) as ts.SourceFile;
  const wrong = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  const faults = wrong.map(({ messageText }) => JSON.stringify(messageText));
  const exported = new Map(
    checker
      .getExportsOfModule(checker.getSymbolAtLocation(file) as ts.Symbol)
      .map((one) => [one.name.toLowerCase(), checker.getDeclaredTypeOfSymbol(one)]),
  );
  let fields = 0;
  for (const { shown, components } of sources) {
    const comparison = new Comparison(checker, file, components);
    for (const [name, schema] of Object.entries(shown)) {
      const type = exported.get(name.toLowerCase());
      if (type === undefined) faults.push(`${name} is not generated`);
      else comparison.compare(name, type, [schema]);
    }
    faults.push(...comparison.faults);
    fields += comparison.fields;
  }
  return { faults, fields };
};
