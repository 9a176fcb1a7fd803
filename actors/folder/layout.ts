// The layout of a data folder: checks that each part has the right file type, and advises if not.

import { existsSync, lstatSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { logFiles, nameOf } from '../../storage/log/log.js';
import { copyFiles } from '../../storage/log/log-copy.js';
import { storedCheckpoint } from '../../storage/read/snapshot.js';
import { type Refusal, refuse } from '../../wire/base/codes.js';
import { damagedLogsOf, isSalvageCut, newLogOf, pathsOf, restoreLeftovers } from './folder.js';

/** Advice for damaged parts of the folder. */
export const HELP = {
  log: 'bring the folder of the log back',
  logFile: 'bring the file back, or move this away and let brokerd salvage take the second copy',
  logCopy: 'move it away: a start writes the second copy of the log again',
  database: 'move it away: a start makes it again from the log',
  bars: 'move it away: bars begin again',
  key: 'bring the key file back',
  keyCheck: 'bring the file back, or move this away: a start then takes keys that the log names',
  lock: 'move it away while no server runs',
  control: 'move it away: a start makes it again',
  ballast: 'move it away: a server makes it again',
  firstIds: 'bring the file back, or make it an empty one: a start then chooses new first ids',
  released: 'move it away: brokerd release writes it again',
  backup: 'move it away: it marks a folder that backup made',
  provider: 'move it away: a start makes it again',
  vitals: 'move it away: a start makes it again',
  reports: 'move it away: reports are made again when they are asked for',
  fix: 'bring the folder of FIX sessions back, or move this away: numbers then begin again',
} as const;

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** The reason why a path cannot be the expected file; undefined = it can, or does not exist. */
const kindFault = (path: string): string | undefined => {
  if (isFolder(path)) return `${path} is a folder where a file should be`;
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink && !existsSync(path) ? `${path} is a link to nothing` : undefined;
};

/**
 * The first part of a data folder with a wrong file type, with advice, before a command fails on
 * it; undefined = none, or the folder does not exist.
 */
export const layoutFault = (data: string): string | undefined => {
  if (!existsSync(data)) return undefined;
  if (!isFolder(data)) return `${data} is no folder: choose another --data`;
  const { log, fix, provider, reports, ...files } = pathsOf(data);
  const things: [keyof typeof HELP, string][] = Object.entries(files).map(([name, path]) => [
    name as keyof typeof files,
    path,
  ]);
  for (const [name, path] of Object.entries({ log, fix, provider, reports })) {
    const isOther = existsSync(path) && !isFolder(path);
    if (isOther) return `${path} is no folder: ${HELP[name as keyof typeof HELP]}`;
  }
  if (existsSync(log)) {
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
 * The advice for a command that changes a data folder, where the folder is a backup: its users
 * expect it unchanged. Undefined = it is none.
 */
export const backupFault = (data: string): string | undefined =>
  existsSync(pathsOf(data).backup)
    ? `${data} is a backup, no data folder: make one by brokerd restore --from ${data} --data NEW`
    : undefined;

/** The folder above a path that is a backup or a data folder; undefined = none is. */
const folderAbove = (path: string): string | undefined => {
  for (let one = resolve(path); one !== dirname(one); ) {
    one = dirname(one);
    const { backup, database } = pathsOf(one);
    if (existsSync(backup) || existsSync(database)) return one;
  }
  return undefined;
};

/** Refuses a target of a copy that lies in a backup or a data folder; undefined = it does not. */
export const targetFault = (target: string): Refusal<'invalid_input'> | undefined => {
  const above = folderAbove(target);
  return above === undefined
    ? undefined
    : refuse('invalid_input', `${target} lies in ${above}, which is a backup or a data folder`);
};

/** The advice for a folder in which a salvage was ended midway; undefined = none was. */
export const salvageFault = (data: string): string | undefined =>
  isSalvageCut(pathsOf(data).log)
    ? `in the data folder ${data} a salvage was ended midway; run brokerd salvage`
    : undefined;

/** The advice for a folder in which a salvage or a restore was ended midway; undefined = none. */
export const midwayFault = (data: string): string | undefined => {
  const cut = salvageFault(data);
  if (cut !== undefined) return cut;
  // A restore moves the log last: with a log it is complete.
  if (existsSync(pathsOf(data).log) || restoreLeftovers(data).length === 0) return undefined;
  const help = 'a restore was ended midway; run brokerd restore again';
  return `the data folder ${data} has no log: ${help}`;
};

/**
 * Traces of a log in a folder whose log is missing or empty, with advice: no new platform may be
 * created there. Undefined = no traces.
 */
export const remainsFault = (data: string): string | undefined => {
  const { log, database } = pathsOf(data);
  const cut = midwayFault(data);
  if (cut !== undefined) return cut;
  const left = [newLogOf(log), ...damagedLogsOf(log)].filter(existsSync);
  if (left.length > 0) {
    const help = 'bring the log back, restore a copy, or move them away for a new platform';
    return `the data folder ${data} has no log with events, but ${left.join(' and ')}: ${help}`;
  }
  return (storedCheckpoint(database) ?? 0) > 0
    ? `the data folder ${data} has a database but no log with events`
    : undefined;
};

/** The refusal of a command that needs a log, in a folder that has none. */
export const noLog = (data: string): Refusal<'not_found'> => {
  const remains = existsSync(data) ? remainsFault(data) : undefined;
  return refuse('not_found', remains ?? `there is no log in ${data}`);
};
