// Removes copies that an earlier, killed `prove` left, because they are as secret as the data
// folder.

import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { lockFolder } from '../../storage/database/database.js';

/** Removes folders of the same user whose path has the prefix and whose lock is free. */
export const removeLeftovers = (prefix: string): void => {
  const beside = dirname(prefix);
  for (const name of readdirSync(beside).filter((one) => one.startsWith(basename(prefix)))) {
    const folder = join(beside, name);
    if (statSync(folder, { throwIfNoEntry: false })?.uid !== process.getuid?.()) continue;
    const lock = lockFolder(folder);
    if (!lock.ok) continue;
    lock.data.release();
    rmSync(folder, { recursive: true, force: true });
  }
};
