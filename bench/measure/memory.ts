// The memory of a server's process.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ServerProcess } from '../../test/support/server-process.js';

/** Environment of a server that tells of its collections. */
export const TELLING = {
  NODE_OPTIONS: `--import=${fileURLToPath(new URL('./inside.js', import.meta.url))}`,
};

/** Memory that the process has for itself, in KiB: anonymous and shared pages, no file pages. */
export const ownMemory = ({ process: { pid } }: ServerProcess): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kib = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
  return kib('RssAnon') + kib('RssShmem');
};
