// Room on the disk of the data folder: how much is left, and a file that keeps some of it back.

import { execFile } from 'node:child_process';
import { rmSync, type StatsFs, statfsSync, statSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { constants } from 'node:os';
import { promisify } from 'node:util';

/** The bytes of a disk, and how many of them this process may still write. */
export interface DiskSpace {
  readonly size: number;
  readonly free: number;
}

const spaceIn = ({ bsize, blocks, bavail }: StatsFs): DiskSpace => ({
  size: bsize * blocks,
  free: bsize * bavail,
});

/** The room on the disk of a folder. */
export const diskSpace = async (folder: string): Promise<DiskSpace> =>
  spaceIn(await statfs(folder));

/** The same at once, for callers that cannot wait. */
export const diskSpaceNow = (folder: string): DiskSpace => spaceIn(statfsSync(folder));

const KIB = 1024;
/** Sizes below this are shown in KiB. */
const SMALL_MIB = 10;

/** A number of bytes in words: available and needed bytes do not look alike. */
export const bytesText = (bytes: number): string => {
  const mib = Math.floor(bytes / KIB ** 2);
  return mib < SMALL_MIB ? `${Math.floor(bytes / KIB)} KiB` : `${mib} MiB`;
};

/** Errors of a disk that is full; LMDB has numbers for them. */
const FULL: readonly unknown[] = [
  ...['ENOSPC', 'EDQUOT', 'SQLITE_FULL'],
  ...[constants.errno.ENOSPC, constants.errno.EDQUOT],
];

/** Did something fail for want of room? */
export const isFullError = (error: unknown): boolean =>
  FULL.includes((error as NodeJS.ErrnoException).code);

const OWNER_ONLY = 0o600;
const run = promisify(execFile);

/** A file of no content that is given up when its room is needed. */
export class Ballast {
  /** `bytes` 0 = there is to be none. */
  constructor(
    readonly path: string,
    readonly bytes: number,
  ) {}

  /** Bytes that it holds now. */
  get held(): number {
    return statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
  }

  /**
   * Takes its room; rejects when the disk does not give it. The room is reserved, not written: the
   * log's commits would wait for so much.
   */
  async make(): Promise<void> {
    writeFileSync(this.path, '', { mode: OWNER_ONLY });
    // Node has no call for it.
    await run('fallocate', ['--posix', '--length', String(this.bytes), this.path]);
  }

  /** Gives its room back. */
  release(): void {
    rmSync(this.path, { force: true });
  }
}
