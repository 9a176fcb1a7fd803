// The place where a data folder was released: its host, its path and its inode. A folder at another
// place is a copy, or was moved: its server must not log on to providers or send e-mails, which
// another server may do under the same names, until the operator releases it here.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { writeWhole } from '../../storage/files/whole-file.js';
import { pathsOf } from './folder.js';

/** Why gateways, datafeeds that dial out and e-mails are off. */
export const UNRELEASED =
  'the platform is a restored or moved copy that was not released: see brokerd release';

/** The file with the id of the machine, which survives restarts and new containers on its host. */
const MACHINE_ID_FILE = '/etc/machine-id';
const MACHINE_ID = /^[0-9a-f]{32}$/;

/** The host, as a hash: its machine id, or its name where it has no machine id. */
const hostId = (): string => {
  const id = existsSync(MACHINE_ID_FILE) ? readFileSync(MACHINE_ID_FILE, 'utf8').trim() : '';
  const named = MACHINE_ID.test(id) ? `machine ${id}` : `host ${hostname()}`;
  return createHash('sha256').update(`brokerd ${named}`).digest('hex');
};

/** The place of a folder: the hash of its host, its path without links, and its inode. */
interface ReleasePlace {
  readonly host: string;
  readonly path: string;
  /** A copy of the folder has another inode, also where containers see both at the same path. */
  readonly inode: number;
}

const placeOf = (data: string): ReleasePlace => ({
  host: hostId(),
  path: realpathSync(data),
  inode: statSync(data).ino,
});

/** The place in a file; undefined = the file does not have one. */
const placeIn = (file: string): ReleasePlace | undefined => {
  try {
    const place = (JSON.parse(readFileSync(file, 'utf8')) ?? {}) as Partial<ReleasePlace>;
    const { host, path, inode } = place;
    const isWhole =
      typeof host === 'string' && typeof path === 'string' && typeof inode === 'number';
    return isWhole ? { host, path, inode } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/** Releases a folder at its present place; durable on return. Throws when it cannot be written. */
export const markReleased = (data: string): void =>
  writeWhole(pathsOf(data).released, `${JSON.stringify(placeOf(data))}\n`);

/** Why a folder is not released at its present place; empty = it is. A backup has no such file. */
export const unreleasedBecause = (data: string): string => {
  const { released } = pathsOf(data);
  if (!existsSync(released)) return 'the data folder was restored from a copy';
  const [before, here] = [placeIn(released), placeOf(data)];
  if (before === undefined) return `the file ${released} does not name a place`;
  if (before.host !== here.host) return 'the data folder was released on another host';
  if (before.path !== here.path) return `the data folder was released at ${before.path}`;
  if (before.inode !== here.inode) return 'the data folder is a copy of the one that was released';
  return '';
};
