// The first ids of orders and deals in a data folder that may lack the newest events: a copy, or
// what a salvage left. Ids that those events had may be known to clients and providers, so that
// they are never given again.

import { existsSync, readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { writeWhole } from '../../storage/files/whole-file.js';
import { pathsOf } from './folder.js';
import { HELP } from './layout.js';

/** No server has given so many ids in each ms since then, nor will. */
const IDS_PER_MS = 10;
const SINCE = Date.UTC(2025, 0, 1);
const HEX = 16;

/** The text of the file: the id with a checksum, so that a changed digit is noticed. */
const textOf = (first: number): string => `${first} ${crc32(String(first)).toString(HEX)}\n`;

/** Notes that the folder may lack events that another had: its next start gives higher ids. */
export const markCopied = (data: string): void => writeWhole(pathsOf(data).firstIds, '');

/** Is the folder a copy, or what a salvage left, on which no server has started yet? */
export const isFreshCopy = (data: string): boolean => {
  const path = pathsOf(data).firstIds;
  return existsSync(path) && readFileSync(path, 'utf8').trim() === '';
};

/** The number in the file; undefined = it has none that fits its checksum. */
const notedFirst = (path: string): number | undefined => {
  const text = readFileSync(path, 'utf8');
  const first = Number.parseInt(text, 10);
  return textOf(first) === text ? first : undefined;
};

/** The fault of the file, with which no server starts; undefined = none. */
export const firstIdsFault = (data: string): string | undefined => {
  const path = pathsOf(data).firstIds;
  if (!existsSync(path) || isFreshCopy(data) || notedFirst(path) !== undefined) return undefined;
  return `${path} has no number with its checksum`;
};

/**
 * The first id that this folder may give; 0 = no other folder can have given ids. The first start
 * of a copy decides it, by its time: two copies of one backup give different ids, too.
 */
export const firstIdOf = (data: string, now: number): number => {
  const path = pathsOf(data).firstIds;
  if (!existsSync(path)) return 0;
  if (isFreshCopy(data)) {
    const first = Math.max(now - SINCE, 0) * IDS_PER_MS;
    writeWhole(path, textOf(first));
    return first;
  }
  const first = notedFirst(path);
  if (first !== undefined) return first;
  throw new Error(`${firstIdsFault(data)}: ${HELP.firstIds}`);
};
