// Writes the list of dependencies: `npm run dependencies`, after the changes were reviewed.

import { writeFileSync } from 'node:fs';
import { findDependencies, LIST } from './dependencies.js';

const rows = Object.entries(findDependencies()).map(
  ([folder, found]) => `  ${JSON.stringify(folder)}: ${JSON.stringify(found)}`,
);
writeFileSync(LIST, `{\n${rows.join(',\n')}\n}\n`);
process.stdout.write(`${rows.length} packages are listed in ${LIST}\n`);
