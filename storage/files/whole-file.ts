// Small files that are replaced completely or not at all.

import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { syncPath } from './sync.js';

const OWNER_ONLY_FILE = 0o600;

/**
 * Writes a file for its owner alone, durable on return; a link stays, and the file that it leads to
 * is replaced. `name` gives the complete file `made` its name; by default it replaces a file of
 * that name. Throws when it cannot be written or named: then nothing is left of it.
 */
export const writeWhole = (
  path: string,
  text: string,
  name: (made: string, real: string) => void = renameSync,
): void => {
  const real = existsSync(path) ? realpathSync(path) : path;
  const made = `${real}.new`;
  try {
    rmSync(made, { force: true });
    const file = openSync(made, 'wx', OWNER_ONLY_FILE);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    name(made, real);
  } catch (error) {
    rmSync(made, { force: true });
    throw error;
  }
  syncPath(dirname(real));
};
