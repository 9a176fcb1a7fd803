// Looks up the description of a field: by its schema, by the schema that it derives from, or by its
// name alone where the name has the same meaning everywhere.

import { ACCOUNT_WORDS } from './accounts.js';
import { BRAND_WORDS } from './brands.js';
import { COMMON_WORDS } from './common.js';
import { CONNECTION_WORDS } from './connections.js';
import type { FieldWords, SchemaWords, Sections } from './field-words.js';
import { GROUP_WORDS } from './groups.js';
import { filterOf, filterWords, LIST_WORDS } from './lists.js';
import { MAIL_WORDS } from './mail.js';
import { RULE_WORDS } from './rules.js';
import { SERVER_WORDS } from './servers.js';
import { SIGN_UP_WORDS } from './sign-up.js';
import { SOCKET_WORDS } from './sockets.js';
import { SYMBOL_WORDS } from './symbols.js';
import { TRADING_WORDS } from './trading.js';

/** The description of a field in documents. */
interface DescribedField {
  readonly section: string;
  readonly words: FieldWords;
}

const SCHEMAS: SchemaWords = {
  ...ACCOUNT_WORDS,
  ...BRAND_WORDS,
  ...CONNECTION_WORDS,
  ...GROUP_WORDS,
  ...LIST_WORDS,
  ...MAIL_WORDS,
  ...RULE_WORDS,
  ...SERVER_WORDS,
  ...SIGN_UP_WORDS,
  ...SOCKET_WORDS,
  ...SYMBOL_WORDS,
  ...TRADING_WORDS,
};

/** Bodies that carry some or all fields of a record are named after it. */
const PREFIX = new RegExp(
  '^(?:(?:Staff|Check)(?=Trade)|Open(?=Order|Position)|Live(?=Money)|' +
    'Stored(?=Order|Position|Money)|' +
    'Event(?=Deal|Order|Position|Money))',
);
const EXECUTION = /^(?:Changed|Deal|Result|Correction)(?=Execution)|^Growing(?=Bar)/;
const SUFFIX = new RegExp(
  '(?:ImportRow|Create|Patch|Replace|QuickEdit|Window(?:Row|(?:Count)?Params))?' +
    '(?:Body)?(?:Input)?$',
);
const recordOf = (schema: string): string =>
  schema.replace(PREFIX, '').replace(EXECUTION, '').replace(SUFFIX, '');

type Index = ReadonlyMap<string, DescribedField>;

const indexOf = (sections: Sections): Index =>
  new Map(
    Object.entries(sections).flatMap(([section, fields]) =>
      Object.entries(fields).map(([field, words]) => [field, { section, words }] as const),
    ),
  );

const indexes = new Map<string, Index>();
const common = indexOf(COMMON_WORDS);

const indexFor = (schema: string): Index => {
  const known = indexes.get(schema);
  if (known !== undefined) return known;
  const made = indexOf({ ...SCHEMAS[schema] });
  indexes.set(schema, made);
  return made;
};

const ownOf = (schema: string, field: string): DescribedField | undefined =>
  indexFor(schema).get(field) ?? indexFor(recordOf(schema)).get(field) ?? common.get(field);

/** Title, description, unit and section of a field; undefined = it has no description. */
export const describedField = (schema: string, field: string): DescribedField | undefined => {
  const filter = filterOf(field);
  if (filter === undefined) return ownOf(schema, field);
  const [filtered, op] = filter;
  const own = ownOf(recordOf(schema), filtered);
  return own && { section: 'Filters', words: filterWords(own.words, filtered, op) };
};
