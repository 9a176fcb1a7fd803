// The package: its version, which the API's description has as well, and the apps in it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the package: two up from the sources' output and from the bundled programs. */
const PACKAGE = join(import.meta.dirname, '..', '..');

/** The folder of the apps for browsers, which the build makes. */
export const appsFolder = join(PACKAGE, 'dist', 'apps');

/** The version in package.json. */
export const packageVersion = (): string =>
  (JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string }).version;
