// Writes the client's types anew: `npm run client-types`, when a route or a schema has changed.

import { writeFileSync } from 'node:fs';
import { clientTypes, TYPES } from './types.js';

const text = await clientTypes();
writeFileSync(TYPES, text);
process.stdout.write(`${text.split('\n').length} lines are written to ${TYPES}\n`);
