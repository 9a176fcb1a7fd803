// Schemas as HTML: tables of fields, with links to the schemas that have a name.

/** The part of a JSON Schema that the pages show. */
export interface ShownSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly ShownSchema[];
  readonly items?: ShownSchema | readonly ShownSchema[];
  readonly properties?: Readonly<Record<string, ShownSchema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** A text as HTML. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] as string);

/** A sentence as HTML: `code` and **bold** are marked up. */
export const sentenceHtml = (text: string): string =>
  escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');

/** A value as JSON in the running text. */
export const codeHtml = (value: unknown): string =>
  `<code>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))}</code>`;

const range = (low: number | undefined, high: number | undefined, what: string): string[] => {
  const most = high === Number.MAX_SAFE_INTEGER ? '2^53−1' : high;
  if (low === undefined && most === undefined) return [];
  if (most === undefined) return [`from ${low}${what}`];
  return [`${low ?? 0} to ${most}${what}`];
};

/** The limits of a value, in words. */
const boundsOf = (schema: ShownSchema): string => {
  const { format, pattern, minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  const isList = schema.type === 'array' && !Array.isArray(schema.items);
  const said = [
    ...range(minimum, maximum, ''),
    ...range(minLength, maxLength, ' characters'),
    ...(isList ? range(minItems, maxItems, ' items') : []),
    ...(format === undefined ? [] : [format]),
    ...(pattern === undefined ? [] : [`matches ${pattern}`]),
  ];
  return said.length === 0 ? '' : ` <small>${escapeHtml(said.join(', '))}</small>`;
};

const linkTo = (ref: string): string => {
  const name = ref.slice(ref.lastIndexOf('/') + 1);
  return `<a href="#schema-${name}">${name}</a>`;
};

/** The type of a value in a few words. */
const typeHtml = (schema: ShownSchema): string => {
  const { $ref, anyOf, items, type } = schema;
  if ($ref !== undefined) return linkTo($ref);
  if (anyOf !== undefined) return anyOf.map(typeHtml).join(' or ');
  if (schema.const !== undefined) return codeHtml(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(codeHtml).join(', ');
  if (Array.isArray(items)) return `[${items.map(typeHtml).join(', ')}]`;
  if (items !== undefined) return `list of ${typeHtml(items as ShownSchema)}${boundsOf(schema)}`;
  return `${type ?? 'anything'}${boundsOf(schema)}`;
};

const rowHtml = (name: string, schema: ShownSchema, isRequired: boolean): string => {
  const { description = '' } = schema;
  const says = sentenceHtml(description);
  const mark = isRequired ? '' : ' <em>optional</em>';
  const inner = fieldsHtml(schema);
  return `<tr><td><code>${escapeHtml(name)}</code>${mark}</td>
<td>${inner === '' ? typeHtml(schema) : 'object'}</td><td>${says}${inner}</td></tr>`;
};

/** The table of an object's fields, or of each alternative; empty where there are none. */
export const fieldsHtml = (schema: ShownSchema): string => {
  const { properties, required = [], anyOf, items } = schema;
  if (anyOf?.some((one) => one.properties !== undefined)) return anyOf.map(fieldsHtml).join('\n');
  if (properties === undefined) {
    const isList = items !== undefined && !Array.isArray(items);
    return isList ? fieldsHtml(items as ShownSchema) : '';
  }
  const rows = Object.entries(properties).map(([name, one]) =>
    rowHtml(name, one, required.includes(name)),
  );
  return rows.length === 0 ? '' : `<table>${rows.join('\n')}</table>`;
};

/** A schema by itself: its description, and the table of its fields. */
export const schemaHtml = (schema: ShownSchema): string => {
  const fields = fieldsHtml(schema);
  const type = fields === '' || schema.type === 'array' ? `<p>${typeHtml(schema)}</p>` : '';
  const { description } = schema;
  const says = description === undefined ? '' : `<p>${sentenceHtml(description)}</p>`;
  return `${says}${type}${fields}`;
};
