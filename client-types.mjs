// Writes client/types from the server's descriptions of itself: the types of the routes, and the
// defaults of the fields that live frames may leave out; and for pages the rights that the routes
// need. Part of the build, before the compiler.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import openapiTS, { astToString } from 'openapi-typescript';
import { settingsOf } from './pages-settings.mjs';

const FOLDER = join('client', 'types');
const PAGES = join('pages', 'made');

/** The descriptions, as the server's sources make them. */
const loadDescriptions = async () => {
  const outfile = join('dist', 'descriptions.mjs');
  const contents = [
    "export { asyncApi } from './http/reference/asyncapi.js';",
    "export { openApi } from './http/reference/openapi.js';",
    "export { routes } from './http/routes/table.js';",
    "export { Cookies } from './http/session/cookies.js';",
    "export { FIELD_RIGHTS } from './wire/accounts/profile.js';",
    "export { ACCOUNT_FIELDS } from './wire/rest/accounts/account-lists.js';",
    "export { POSITION_PAYMENT_ACTIONS } from './wire/trading/commands.js';",
  ].join('\n');
  await build({
    stdin: { contents, resolveDir: '.', loader: 'ts' },
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
  });
  return import(pathToFileURL(outfile).href);
};

/** Writes a file, unless it has the text already: the compiler sees no change. */
const put = async (path, text) => {
  const held = await readFile(path, 'utf8').catch(() => '');
  if (held !== text) await writeFile(path, text);
};

const mapValues = (of, map) =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, map(value)]));

/** A refusal is an envelope, whatever its code: one type for all makes the types ten times less. */
const REFUSAL = {
  description: 'Refused.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
};

const withOneRefusal = (operation) => {
  const { responses = {} } = operation;
  const fine = Object.entries(responses).filter(([status]) => Number(status) < 400);
  if (fine.length === Object.keys(responses).length) return operation;
  return { ...operation, responses: { ...Object.fromEntries(fine), default: REFUSAL } };
};

/** Members of schemas that types do not need. */
const LEFT_OUT = [
  ...['title', 'format', 'default', 'example', 'examples', 'writeOnly'],
  ...['x-section', 'x-unit', 'x-format', 'x-reference'],
];

/** A part of the document without those members; fields may have their names. */
const reduced = (value, isFields = false) => {
  if (Array.isArray(value)) return value.map((one) => reduced(one));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => isFields || !LEFT_OUT.includes(name));
  return Object.fromEntries(
    members.map(([name, one]) => [name, reduced(one, name === 'properties' && !isFields)]),
  );
};

/** The lines that say what a path or a request does not have. */
const NEVER = /^ +\w+\?: never;\n/gm;
const EMPTY = /^ +parameters: \{\n +\};\n/gm;

const documentOf = async ({ openApi, routes, Cookies }) => {
  const api = { routes, tags: {}, cookies: new Cookies(true), version: '' };
  return JSON.parse(JSON.stringify(await openApi(api)));
};

const routeTypes = async (given) => {
  const document = await documentOf(given);
  const paths = mapValues(document.paths, (methods) => mapValues(methods, withOneRefusal));
  const described = reduced({ ...document, paths });
  const tree = await openapiTS(described, { alphabetize: true, defaultNonNullable: false });
  const types = astToString(tree).replace(NEVER, '').replace(EMPTY, '');
  return `// The types of the routes, made by the build from the server's description.\n\n${types}`;
};

/** The schemas of the description, by the members of an event's data that have them. */
const ROWS = {
  data: 'ChangedExecution',
  deals: 'EventDeal',
  orders: 'EventOrder',
  positions: 'EventPosition',
  money: 'EventMoney',
  cause: 'Cause',
};

const rowDefaults = ({ asyncApi, Cookies }) => {
  const { schemas } = asyncApi({
    version: '',
    cookies: new Cookies(false),
    secure: false,
    socketsPerAccount: 0,
    tradesPerSec: 0,
    requestsPerSec: 0,
  }).components;
  const tables = mapValues(ROWS, (schema) => {
    const fields = Object.entries(schemas[schema].properties);
    const optional = fields.filter(([, field]) => 'default' in field);
    return Object.fromEntries(optional.map(([name, field]) => [name, field.default]));
  });
  return [
    '// The defaults of live rows, made by the build from the description of the sockets.\n',
    "/** The defaults of the fields of an event's `data`, and of its rows. */",
    `export const ROW_DEFAULTS = ${JSON.stringify(tables, null, 2)} as const;\n`,
  ].join('\n');
};

/** The rights that the routes of staff need: all of the first, and one of the second if any. */
const neededRights = ({ routes }) => {
  const guarded = routes.filter(({ rights, anyRights }) => rights.length + anyRights.length > 0);
  const table = Object.fromEntries(
    guarded.map(({ name, rights, anyRights }) => [name, { all: rights, any: anyRights }]),
  );
  const type = 'Readonly<Record<string, Readonly<Record<"all" | "any", readonly Right[]>>>>';
  return [
    '// The rights that operations of staff need, made by the build from the table of the routes.\n',
    "import type { Right } from '../../wire/accounts/rights.js';\n",
    '/** By operation: `all` of these rights, and at least one of `any` unless it is empty. */',
    `export const NEEDED_RIGHTS = ${JSON.stringify(table, null, 1)} as const satisfies ${type};\n`,
    '/** An operation of staff that needs rights. */',
    'export type StaffOperation = keyof typeof NEEDED_RIGHTS;\n',
  ].join('\n');
};

/** Tables about accounts that pages need as values, from the server's own tables. */
const accountTables = ({ ACCOUNT_FIELDS, FIELD_RIGHTS, POSITION_PAYMENT_ACTIONS }) => {
  const types = mapValues(ACCOUNT_FIELDS, ({ type }) => type);
  const optional = Object.keys(ACCOUNT_FIELDS).filter((name) => ACCOUNT_FIELDS[name].optional);
  const constant = (says, name, value) =>
    `/** ${says} */\nexport const ${name} = ${JSON.stringify(value, null, 1)} as const;`;
  return [
    "// Tables about accounts, made by the build from the server's own tables.\n",
    constant('The types of the fields of accounts in lists.', 'ACCOUNT_FIELD_TYPES', types),
    constant('The fields that may have no value.', 'OPTIONAL_ACCOUNT_FIELDS', optional),
    constant('The rights that texts of an account need.', 'ACCOUNT_TEXT_RIGHTS', FIELD_RIGHTS),
    constant('The payments for positions.', 'POSITION_PAYMENTS', POSITION_PAYMENT_ACTIONS),
    '',
  ].join('\n');
};

const descriptions = await loadDescriptions();
await mkdir(FOLDER, { recursive: true });
await mkdir(PAGES, { recursive: true });
await put(join(FOLDER, 'openapi.ts'), await routeTypes(descriptions));
await put(join(FOLDER, 'row-defaults.ts'), rowDefaults(descriptions));
await put(join(PAGES, 'accounts.ts'), accountTables(descriptions));
await put(join(PAGES, 'rights.ts'), neededRights(descriptions));
await put(join(PAGES, 'settings.ts'), settingsOf(await documentOf(descriptions)));
