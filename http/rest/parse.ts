// Parses path parameters, query and body, and checks them by the route's schemas.

import type { TSchema } from '@sinclair/typebox';
import { type Outcome, ok, refuse } from '../../wire/base/codes.js';
import { parseBody } from '../../wire/codec/json-input.js';
import { isFieldName } from '../../wire/fields/input-faults.js';
import type { Body, Incoming } from '../server/exchange.js';
import type { MaybePromise } from '../server/maybe-promise.js';
import { readUpload } from '../server/multipart.js';
import type { Checked, Route } from './route.js';

const QUERY_LENGTH_MAX = 8_192;

type Read<T> = Outcome<T>;
type Property = TSchema & { readonly type?: string; readonly default?: unknown };

const propertiesOf = (schema: TSchema): Readonly<Record<string, Property>> =>
  (schema as { properties?: Record<string, Property> }).properties ?? {};

/**
 * Converts a number or boolean from text; other texts are left unchanged, and then refused by the
 * schema.
 */
const fromText = (text: string, type: string | undefined): unknown => {
  if (type === 'integer' && /^-?(0|[1-9]\d{0,15})$/.test(text)) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
};

const checkedBy = ({ refusal }: Checked, value: unknown): Read<unknown> =>
  refusal(value) ?? ok(value);

/** Path parameters, with the types of their schema. */
export const readParams = (
  params: Checked | undefined,
  texts: Readonly<Record<string, string>>,
): Read<unknown> => {
  if (params === undefined) return ok({});
  const types = propertiesOf(params.schema);
  const entries = Object.entries(texts).map(([name, text]) => [
    name,
    fromText(text, types[name]?.type),
  ]);
  return checkedBy(params, Object.fromEntries(entries));
};

/** Query parameters with defaults; repeated or unknown ones are refused. */
export const readQuery = (query: Checked, text: string): Read<unknown> => {
  if (text.length > QUERY_LENGTH_MAX) {
    const fault = `query: has ${text.length} characters, at most ${QUERY_LENGTH_MAX} are taken`;
    return refuse('invalid_input', fault);
  }
  const types = propertiesOf(query.schema);
  const values = new Map<string, unknown>();
  for (const [name, property] of Object.entries(types)) {
    if (property.default !== undefined) values.set(name, property.default);
  }
  const given = new Set<string>();
  for (const [name, value] of text === '' ? [] : new URLSearchParams(text)) {
    if (given.has(name)) return refuse('invalid_input', `${name}: given twice`);
    given.add(name);
    if (!Object.hasOwn(types, name)) {
      const field = isFieldName(name) ? name : `query: ${name}`;
      return refuse('invalid_input', `${field}: unknown parameter`);
    }
    values.set(name, fromText(value, types[name]?.type));
  }
  return checkedBy(query, Object.fromEntries(values));
};

const isJson = (type: string | undefined): boolean =>
  /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type ?? '');

/**
 * The body of a route with a body; a missing body counts as an empty object. The file of an upload
 * is read in a later turn of the event loop.
 */
export const readBody = (
  route: Route,
  request: Incoming,
  body: Body,
): MaybePromise<Read<unknown>> => {
  if (body === 'too_large') {
    return refuse('invalid_input', `body: longer than ${route.bodyBytesMax} bytes`);
  }
  if (route.isMultipart) return readForm(request, body);
  const read = jsonOf(route, request, body);
  if (!read.ok) return read;
  if (route.wholeBody || route.body === undefined) return read;
  return checkedBy(route.body, read.data);
};

const encoded = refuse('invalid_input', 'content-encoding: none is accepted');

/** The JSON of a body, not checked yet. */
const jsonOf = (route: Route, request: Incoming, body: Uint8Array): Read<unknown> => {
  if (route.body === undefined) return ok({});
  if (body.length === 0 && !route.wholeBody) return ok({});
  if (request.headers.has('content-encoding')) return encoded;
  if (!isJson(request.headers.get('content-type'))) {
    return refuse('invalid_input', 'content-type: must be application/json');
  }
  if (route.wholeBody) return ok(body);
  return parseBody(body, { values: route.bodyValuesMax });
};

/** The file of a form. */
const readForm = async (request: Incoming, body: Uint8Array): Promise<Read<unknown>> => {
  if (request.headers.has('content-encoding')) return encoded;
  const file = await readUpload(request.headers.get('content-type') ?? '', body);
  return file.ok ? ok({ file: file.data }) : file;
};
