// The version of the package: of the program, and of the API that it describes.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Two folders up from the sources' output and from the bundled programs alike. */
const PACKAGE = join(import.meta.dirname, '..', '..', 'package.json');

/** The version in package.json. */
export const packageVersion = (): string =>
  (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }).version;
