// Disk space of the data folder: how much is left, and a ballast file that reserves some.

import { execFile } from 'node:child_process';
import { rmSync, type StatsFs, statfsSync, statSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { constants } from 'node:os';
import { promisify } from 'node:util';

/** The size of a disk, and the bytes that this process can still write, both in bytes. */
export interface DiskSpace {
  readonly size: number;
  readonly free: number;
}

const spaceIn = ({ bsize, blocks, bavail }: StatsFs): DiskSpace => ({
  size: bsize * blocks,
  free: bsize * bavail,
});

/** The space on the disk of a folder. */
export const diskSpace = async (folder: string): Promise<DiskSpace> =>
  spaceIn(await statfs(folder));

/** `diskSpace`, synchronously. */
export const diskSpaceNow = (folder: string): DiskSpace => spaceIn(statfsSync(folder));

const KIB = 1024;
/** Sizes below this are shown in KiB. */
const SMALL_MIB = 10;

/** A number of bytes for people, such that available and needed bytes differ visibly. */
export const bytesText = (bytes: number): string => {
  const mib = Math.floor(bytes / KIB ** 2);
  return mib < SMALL_MIB ? `${Math.floor(bytes / KIB)} KiB` : `${mib} MiB`;
};

/** Error codes of a full disk; LMDB uses numbers. */
const FULL: readonly unknown[] = [
  ...['ENOSPC', 'EDQUOT', 'SQLITE_FULL'],
  ...[constants.errno.ENOSPC, constants.errno.EDQUOT],
];

/** Did something fail because the disk is full? */
export const isFullError = (error: unknown): boolean =>
  FULL.includes((error as NodeJS.ErrnoException).code);

const OWNER_ONLY = 0o600;
const run = promisify(execFile);

/** A file without content that is deleted when its space is needed. */
export class Ballast {
  /** `bytes` 0 = no file. */
  constructor(
    readonly path: string,
    readonly bytes: number,
  ) {}

  /** The reserved bytes. */
  get held(): number {
    return statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
  }

  /**
   * Creates the file; rejects when the disk is full. The space is reserved, not written, because
   * the log's commits would wait for such a write.
   */
  async make(): Promise<void> {
    writeFileSync(this.path, '', { mode: OWNER_ONLY });
    // Node has no function for it.
    await run('fallocate', ['--posix', '--length', String(this.bytes), this.path]);
  }

  /** Deletes the file. */
  release(): void {
    rmSync(this.path, { force: true });
  }
}
