// Syncs a path to disk.

import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Syncs a file or a folder's entries to disk. */
export const syncPath = (path: string): void => {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};
