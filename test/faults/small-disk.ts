// A small disk of its own for a server: an image with a file system, mounted; needs root.

import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MIB = 2 ** 20;
const PIECE = Buffer.alloc(4096, 1);
/** What a file of so much takes beside its content. */
const SLACK_BYTES = 64 * 1024;

const run = (command: string, ...args: readonly string[]): void => {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
};

/** A mounted disk. */
export class SmallDisk {
  readonly #folder = realpathSync(mkdtempSync(join(tmpdir(), 'brokerd-image-')));
  /** Where its files are. */
  readonly path = join(this.#folder, 'disk');
  readonly #filler = join(this.path, 'filler');

  /** Makes and mounts it. Throws where that may not be done. */
  constructor(sizeMib: number) {
    const image = join(this.#folder, 'image');
    mkdirSync(this.path);
    writeFileSync(image, '');
    truncateSync(image, sizeMib * MIB);
    try {
      run('mkfs.ext4', '-q', '-F', '-m', '0', image);
      run('mount', '-o', 'loop', image, this.path);
    } catch (error) {
      rmSync(this.#folder, { recursive: true });
      throw error;
    }
  }

  /** Bytes that may still be written. */
  get free(): number {
    const { bavail, bsize } = statfsSync(this.path);
    return bavail * bsize;
  }

  /** Somebody else takes all but so many bytes; what is given up meanwhile is left alone. */
  fill(leaving: number): void {
    const taken = this.free - leaving - SLACK_BYTES;
    run('fallocate', '--length', String(taken), this.#filler);
    let left = SLACK_BYTES / PIECE.length;
    while (left > 0 && this.free > leaving && this.#fillMore()) left -= 1;
  }

  /** And gives them back. */
  clear(): void {
    rmSync(this.#filler);
  }

  /** Unmounts and removes it. */
  remove(): void {
    run('umount', this.path);
    rmSync(this.#folder, { recursive: true });
  }

  #fillMore(): boolean {
    try {
      appendFileSync(this.#filler, PIECE);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
      throw error;
    }
  }
}

/** Why there can be no such disk here; undefined where there can. */
export const missingDisk = (): string | undefined => {
  try {
    new SmallDisk(8).remove();
    return undefined;
  } catch (error) {
    return `no image can be mounted: ${(error as Error).message.trim()}`;
  }
};
