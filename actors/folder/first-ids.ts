// The first ids of orders and deals in a data folder that may lack the newest events: a copy, or
// what a salvage left. Ids that those events had may be known to clients and providers, so that
// they are never given again.

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncPath } from '../../storage/files/sync.js';
import { pathsOf } from './folder.js';

/** No server has given so many ids in each ms since then, nor will. */
const IDS_PER_MS = 10;
const SINCE = Date.UTC(2025, 0, 1);
const OWNER_ONLY_FILE = 0o600;

const write = (path: string, text: string): void => {
  const made = `${path}.new`;
  writeFileSync(made, text, { mode: OWNER_ONLY_FILE });
  syncPath(made);
  renameSync(made, path);
  syncPath(dirname(path));
};

/** Notes that the folder may lack events that another had: its next start gives higher ids. */
export const markCopied = (data: string): void => write(pathsOf(data).firstIds, '');

/**
 * The first id that this folder may give; 0 = no other folder can have given ids. The first start
 * of a copy decides it, by its time: two copies of one backup give different ids, too.
 */
export const firstIdOf = (data: string, now: number): number => {
  const path = pathsOf(data).firstIds;
  if (!existsSync(path)) return 0;
  const text = readFileSync(path, 'utf8').trim();
  if (text !== '' && !/^\d{1,16}$/.test(text)) throw new Error(`${path} has no number`);
  if (text !== '') return Number(text);
  const first = Math.max(now - SINCE, 0) * IDS_PER_MS;
  write(path, `${first}\n`);
  return first;
};
