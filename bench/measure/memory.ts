// The memory of a server's process.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ServerProcess } from '../../test/support/server-process.js';

/** Environment of a server that reports its garbage collections. */
export const COLLECTIONS_REPORTED = {
  NODE_OPTIONS: `--import=${fileURLToPath(new URL('./inside.js', import.meta.url))}`,
};

/** Memory of the process itself, in KiB: anonymous and shared pages, no file pages. */
export const ownMemory = ({ process: { pid } }: ServerProcess): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kib = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
  return kib('RssAnon') + kib('RssShmem');
};
