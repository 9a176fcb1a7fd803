// Makes the registry of settings for the pages from the description of the routes: each kind with
// its paths, operations and fields. A kind of settings is a list whose records name a version when
// they are changed, or one record below `settings`.

/** Lists with views of their own. */
const ELSEWHERE = ['accounts', 'clients', 'applications', 'staff', 'me', 'mail'];

/** Fields that the form itself sends, or that the server alone sets. */
const NOT_SHOWN = [
  ...['version', 'id', 'created_at', 'updated_at', 'created_by', 'updated_by'],
  ...['confirm_token', 'confirm_code'],
];

const TYPES = `/** A field of a form, as the server describes it. */
export interface FieldSchema {
  readonly type: 'string' | 'decimal' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  readonly title?: string;
  readonly description?: string;
  readonly section?: string;
  readonly unit?: string;
  readonly format?: string;
  readonly reference?: { readonly kind: string; readonly by: string };
  readonly isNullable?: boolean;
  readonly isSecret?: boolean;
  /** Set when the record is made, and never again. */
  readonly isFixed?: boolean;
  /** Taken by a change alone: a new record has none. */
  readonly isLater?: boolean;
  readonly isRequired?: boolean;
  readonly choices?: readonly (string | number)[];
  readonly items?: FieldSchema;
  readonly fields?: Readonly<Record<string, FieldSchema>>;
  readonly values?: FieldSchema;
  readonly min?: number;
  readonly max?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly default?: unknown;
}

/** A kind of settings. */
export interface SettingsKind {
  /** Its name in the address. */
  readonly name: string;
  readonly path: string;
  /** The member that names a record. */
  readonly key: 'id' | 'login';
  /** One record without a number. */
  readonly isSingle: boolean;
  readonly list: StaffOperation;
  readonly create?: StaffOperation;
  readonly change?: StaffOperation;
  readonly changeBy: 'PATCH' | 'PUT';
  readonly delete?: StaffOperation;
  /** The deletion takes a confirmation in its body. */
  readonly deletesWithBody: boolean;
  /** The deletion names the version that was read. */
  readonly deletesByVersion: boolean;
  readonly order?: StaffOperation;
  readonly fields: Readonly<Record<string, FieldSchema>>;
}
`;

const referenced = (schemas, schema) => {
  const { $ref, ...rest } = schema;
  if ($ref === undefined) return schema;
  const name = $ref.slice($ref.lastIndexOf('/') + 1);
  if (name === 'Decimal') return { type: 'decimal', ...rest };
  return { ...schemas[name], ...rest };
};

/** A pattern that only refuses control characters is left to the server. */
const isShown = (pattern) => pattern !== undefined && !pattern.includes('u0000');

/** A field within a row or an object: only those of the record itself have tabs. */
const innerFieldOf = (schemas, given) => {
  const { section: _, ...field } = fieldOf(schemas, given);
  return field;
};

/** The value of a list, whose title names the schema alone. */
const itemOf = (schemas, given) => {
  const { title: _, ...item } = innerFieldOf(schemas, given);
  return item;
};

/** A description without what only programs need: quotes of code, the form of times. */
const hintOf = (description) => description.replaceAll('`', '').replace(/ ?RFC 3339, UTC\./, '');

const fieldOf = (schemas, given) => {
  const schema = referenced(schemas, given);
  const either = schema.anyOf ?? schema.oneOf;
  const isNullable = either?.some(({ type }) => type === 'null') ?? false;
  const inner = either?.find(({ type }) => type !== 'null');
  const own = inner === undefined ? {} : fieldOf(schemas, inner);
  const { type, properties, items, additionalProperties, pattern, required = [] } = schema;
  const fields =
    properties === undefined
      ? undefined
      : Object.fromEntries(
          Object.entries(properties).map(([name, one]) => [
            name,
            {
              ...innerFieldOf(schemas, one),
              ...(required.includes(name) && { isRequired: true }),
            },
          ]),
        );
  return {
    type: type ?? (schema.enum === undefined ? 'string' : typeof schema.enum[0]),
    ...own,
    ...(schema.title !== undefined && { title: schema.title }),
    ...(schema.description !== undefined && { description: hintOf(schema.description) }),
    ...(schema['x-section'] !== undefined && { section: schema['x-section'] }),
    ...(schema['x-unit'] !== undefined && { unit: schema['x-unit'] }),
    ...(schema.format === 'date-time' && { format: 'date-time' }),
    ...(schema['x-format'] !== undefined && { format: schema['x-format'] }),
    ...(schema['x-reference'] !== undefined && { reference: schema['x-reference'] }),
    ...(isNullable && { isNullable }),
    ...(schema.writeOnly === true && { isSecret: true }),
    ...(schema.enum !== undefined && { choices: schema.enum }),
    ...(items !== undefined && { items: itemOf(schemas, items) }),
    ...(fields !== undefined && { fields }),
    ...(typeof additionalProperties === 'object' && {
      values: fieldOf(schemas, additionalProperties),
    }),
    ...(schema.minimum !== undefined && { min: schema.minimum }),
    ...(schema.maximum < Number.MAX_SAFE_INTEGER && { max: schema.maximum }),
    ...(schema.minLength > 0 && { minLength: schema.minLength }),
    ...(schema.maxLength !== undefined && { maxLength: schema.maxLength }),
    ...(schema.maxItems !== undefined && { maxItems: schema.maxItems }),
    ...(isShown(pattern) && { pattern }),
    ...(schema.default !== undefined && { default: schema.default }),
  };
};

const bodyOf = (schemas, operation) => {
  const schema = operation?.requestBody?.content?.['application/json']?.schema;
  return schema === undefined ? undefined : referenced(schemas, schema);
};

/** The fields of a change, and those that only a new record takes. */
const fieldsOf = (schemas, create, change) => {
  const made = Object.entries(create?.properties ?? {});
  const changed = change?.properties ?? {};
  const isLater = (name) => create !== undefined && !(name in create.properties);
  const all = new Map([...made, ...Object.entries(changed)]);
  return Object.fromEntries(
    [...all]
      .filter(([name]) => !NOT_SHOWN.includes(name))
      .map(([name, schema]) => {
        const isFixed = !(name in changed);
        const isRequired = create?.required?.includes(name) ?? false;
        return [
          name,
          {
            ...fieldOf(schemas, schema),
            ...(isFixed && { isFixed }),
            ...(isLater(name) && { isLater: true }),
            ...(isRequired && { isRequired }),
          },
        ];
      }),
  );
};

const kindOf = (document, path, key = 'id') => {
  const { schemas } = document.components;
  const list = document.paths[path];
  const isSingle = path.endsWith('/settings');
  const one = isSingle ? list : document.paths[`${path}/{${key}}`];
  const changeBy = one?.patch === undefined ? 'PUT' : 'PATCH';
  const change = bodyOf(schemas, one?.patch ?? one?.put);
  if (list.get === undefined || one?.get === undefined) return [];
  if (change?.properties?.version === undefined) return [];
  const name = path.slice('/admin/v1/'.length);
  const order = document.paths[`${path}/order`]?.put;
  return [
    {
      name: name.replaceAll('/', '.'),
      path,
      key,
      isSingle,
      list: list.get.operationId,
      ...(!isSingle && list.post !== undefined && { create: list.post.operationId }),
      change: (one.patch ?? one.put).operationId,
      changeBy,
      ...(one.delete !== undefined && { delete: one.delete.operationId }),
      deletesWithBody: one.delete?.requestBody !== undefined,
      deletesByVersion: (one.delete?.parameters ?? []).some(({ name }) => name === 'version'),
      ...(order !== undefined && { order: order.operationId }),
      fields: fieldsOf(schemas, isSingle ? undefined : bodyOf(schemas, list.post), change),
    },
  ];
};

/** Operations beside the records, whose bodies are forms, too. */
const FORMS = ['platform.mode', 'routing.test', 'staff.put_reports'];

const formOf = (document, name) => {
  const operation = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .find(({ operationId }) => operationId === name);
  const { schemas } = document.components;
  const body = bodyOf(schemas, operation);
  return [name, fieldsOf(schemas, body, body)];
};

/** The source of the registry. */
export const settingsOf = (document) => {
  const kinds = Object.keys(document.paths)
    .filter((path) => path.startsWith('/admin/v1/'))
    .filter((path) => !ELSEWHERE.includes(path.split('/')[3]))
    .flatMap((path) => kindOf(document, path));
  const [staff] = kindOf(document, '/admin/v1/staff', 'login');
  const fields = 'Readonly<Record<string, FieldSchema>>';
  return [
    '// The kinds of settings, made by the build from the description of the routes.\n',
    "import type { StaffOperation } from './rights.js';\n",
    TYPES,
    '/** The kinds of settings, in the order of the routes. */',
    `export const KINDS: readonly SettingsKind[] = ${JSON.stringify(kinds, null, 1)};\n`,
    '/** Staff users, who have a view of their own. */',
    `export const STAFF: SettingsKind = ${JSON.stringify(staff, null, 1)};\n`,
    '/** The fields of the bodies of further operations. */',
    `export const BODIES: Readonly<Record<${FORMS.map((name) => `'${name}'`).join(' | ')}, ${fields}>> =`,
    `${JSON.stringify(Object.fromEntries(FORMS.map((name) => formOf(document, name))), null, 1)};\n`,
  ].join('\n');
};
