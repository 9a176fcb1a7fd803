// The client's types of the API, as they are generated from the server's own description.

import { join } from 'node:path';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { openApi } from '../../../http/reference/openapi.js';
import { routes } from '../../../http/routes/table.js';
import { Cookies } from '../../../http/session/cookies.js';
import { packageVersion } from '../../../http/version.js';

/** Where the generated types lie: `npm run client-types` writes them. */
export const TYPES = join('client', 'types', 'openapi.ts');

const HEAD = `// The types of the API's routes, generated from the server's description of itself.
// \`npm run client-types\` writes this file; changes by hand are lost.

`;

type Json = Readonly<Record<string, unknown>>;

/** A refusal is an envelope, whatever its code: told once it does not make the types ten times. */
const REFUSAL = {
  description: 'Refused.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
};

const withOneRefusal = (operation: Json): Json => {
  const { responses = {} } = operation as { responses?: Json };
  const fine = Object.entries(responses).filter(([status]) => Number(status) < 400);
  if (fine.length === Object.keys(responses).length) return operation;
  return { ...operation, responses: { ...Object.fromEntries(fine), default: REFUSAL } };
};

const mapValues = <T, U>(of: Readonly<Record<string, T>>, map: (value: T) => U) =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, map(value)]));

/** Members of schemas that types do not need: descriptions say it in words. */
const LEFT_OUT = ['title', 'format', 'default', 'example', 'examples', 'x-section', 'x-unit'];

/** A part of the document without those members; fields may have their names. */
const reduced = (value: unknown, isFields = false): unknown => {
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

/** The text of the file of types, as it is to be. */
export const clientTypes = async (): Promise<string> => {
  const api = { routes, cookies: new Cookies(true), version: packageVersion() };
  const document = JSON.parse(JSON.stringify(await openApi(api))) as {
    paths: Record<string, Record<string, Json>>;
  };
  const paths = mapValues(document.paths, (methods) => mapValues(methods, withOneRefusal));
  const described = reduced({ ...document, paths }) as OpenAPI3;
  const tree = await openapiTS(described, { alphabetize: true, defaultNonNullable: false });
  return HEAD + astToString(tree).replace(NEVER, '').replace(EMPTY, '');
};
