// Writes the generated files of the client: `npm run client-types`, when a route or a schema has
// changed.

import { writeFileSync } from 'node:fs';
import { ROW_DEFAULTS_PATH, rowDefaults } from './row-defaults.js';
import { clientTypes, TYPES } from './types.js';

for (const [path, text] of [
  [TYPES, await clientTypes()],
  [ROW_DEFAULTS_PATH, rowDefaults()],
] as const) {
  writeFileSync(path, text);
  process.stdout.write(`${text.split('\n').length} lines are written to ${path}\n`);
}
