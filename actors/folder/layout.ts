// The layout of a data folder: is each named part of the right kind, and the advice if not.

import { existsSync, lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { logFiles, nameOf } from '../../storage/log/log.js';
import { copyFiles } from '../../storage/log/log-copy.js';
import { storedCheckpoint } from '../../storage/read/snapshot.js';
import { damagedLogsOf, isSalvageCut, newLogOf, pathsOf } from './folder.js';

/** The advice for a damaged part of the folder. */
export const HELP = {
  log: 'bring the folder of the log back',
  logFile: 'bring the file back, or move this away and let brokerd salvage take the second copy',
  logCopy: 'move it away: a start writes the second copy of the log again',
  database: 'move it away: a start makes it anew from the log',
  bars: 'move it away: bars begin anew',
  key: 'bring the key file back',
  keyCheck: 'move it away: a start writes it again',
  lock: 'move it away while no server runs',
  control: 'move it away: a start makes it again',
  ballast: 'move it away: a server makes it again',
} as const;

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Why something cannot be the file that it should be; undefined = it can, or is not there. */
const kindFault = (path: string): string | undefined => {
  if (isFolder(path)) return `${path} is a folder where a file should be`;
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink && !existsSync(path) ? `${path} is a link to nothing` : undefined;
};

/**
 * The part of a data folder that is not of its kind, and the advice, before a command fails on it;
 * undefined = none, or there is no such folder.
 */
export const layoutFault = (data: string): string | undefined => {
  if (!existsSync(data)) return undefined;
  if (!isFolder(data)) return `${data} is no folder: choose another --data`;
  const { log, ...files } = pathsOf(data);
  const things: [keyof typeof HELP, string][] = Object.entries(files).map(([name, path]) => [
    name as keyof typeof files,
    path,
  ]);
  if (existsSync(log)) {
    if (!isFolder(log)) return `${log} is no folder: ${HELP.log}`;
    for (const first of logFiles(log)) things.push(['logFile', join(log, nameOf(first))]);
    for (const path of copyFiles(log)) things.push(['logCopy', path]);
  }
  for (const [name, path] of things) {
    const fault = kindFault(path);
    if (fault !== undefined) return `${fault}: ${HELP[name]}`;
  }
  return undefined;
};

/**
 * The traces of a log in a folder without one, or with an empty one, beside which no new platform
 * may begin, and the advice; undefined = no traces.
 */
export const remainsFault = (data: string): string | undefined => {
  const { log, database } = pathsOf(data);
  if (isSalvageCut(log)) {
    return `the data folder ${data} has no log: a salvage was ended midway; run brokerd salvage`;
  }
  const left = [newLogOf(log), ...damagedLogsOf(log)].filter(existsSync);
  if (left.length > 0) {
    const help = 'bring the log back, restore a copy, or move them away for a new platform';
    return `the data folder ${data} has no log with events, but ${left.join(' and ')}: ${help}`;
  }
  return !existsSync(log) && storedCheckpoint(database) > 0
    ? `the data folder ${data} has a database but no log`
    : undefined;
};
