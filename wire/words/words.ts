// Looks up the words of fields of trading records: by their schema, or by the record from which
// the schema derives.

import type { FieldWords } from '../fields/words.js';
import type { SchemaWords } from './field-words.js';
import { SOCKET_WORDS } from './sockets.js';
import { TRADING_WORDS } from './trading.js';

const SCHEMAS: SchemaWords = { ...SOCKET_WORDS, ...TRADING_WORDS };

/** Schemas that carry some or all fields of a record are named after it. */
const PREFIX = new RegExp(
  '^(?:Open(?=Order|Position)|Live(?=Money)|Stored(?=Order|Position|Money)|' +
    'Event(?=Deal|Order|Position|Money))',
);
const EXECUTION = /^(?:Changed|Deal|Result|Correction)(?=Execution)/;
const recordOf = (schema: string): string => schema.replace(PREFIX, '').replace(EXECUTION, '');

const inSchema = (schema: string, field: string): FieldWords | undefined => {
  for (const [section, fields] of Object.entries(SCHEMAS[schema] ?? {})) {
    const words = fields[field];
    if (words === undefined) continue;
    const [title, description, unit] = words;
    return { section, title, description, unit };
  }
  return undefined;
};

/** The words of a field of a trading record; undefined = it has none of its own. */
export const describedField = (schema: string, field: string): FieldWords | undefined =>
  inSchema(schema, field) ?? inSchema(recordOf(schema), field);
