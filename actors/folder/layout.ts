// The layout of a data folder: is what bears a name in it of the right kind, and what helps if not?

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
  shadow: 'move it away: a start writes the second copy of the log again',
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
 * Says what in a data folder is not of its kind, and what helps, before a command stumbles over it;
 * undefined = nothing, or there is no such folder.
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
    for (const path of copyFiles(log)) things.push(['shadow', path]);
  }
  for (const [name, path] of things) {
    const fault = kindFault(path);
    if (fault !== undefined) return `${fault}: ${HELP[name]}`;
  }
  return undefined;
};

/**
 * Says what lies in a folder without a log, or with an empty one, that no new platform may begin
 * beside, and what helps; undefined = nothing of a log.
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
