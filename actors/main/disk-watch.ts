// The disk of the data folder: on low space positions can only be closed, without space the server
// stops.

import {
  Ballast,
  bytesText,
  type DiskSpace,
  diskSpace,
  diskSpaceNow,
} from '../../storage/files/disk-space.js';
import { pathsOf } from '../folder/folder.js';
import type { LogLine } from '../messages.js';

/** Interval of checks, and interval while space is low. */
const LOOK_MS = 1000;
const LOOK_LOW_MS = 100;
const MIB = 2 ** 20;
/** Space below this is low, or below this share of a disk where that is less. */
const LOW_BYTES = 1024 * MIB;
const LOW_SHARE = 0.05;
/** Below this part of the low limit there is no space: a stop has something to write, too. */
const FULL_PART = 1 / 16;
/**
 * Space counts as sufficient again only above this multiple, so that the state does not alternate.
 */
const BACK = 1.25;

/** Limits of disk space, in bytes. */
export interface DiskOptions {
  /** With less free space, positions can only be closed; 0 = by the size of the disk. */
  readonly closeOnlyBelow: number;
  /** Reserved for the stop; 0 = nothing. */
  readonly ballast: number;
}

/** The server cannot start, or must end, because the disk is full. */
export class DiskFull extends Error {
  override readonly name = 'DiskFull';
}

/** The actions of the watch. */
interface DiskActions {
  /** Allows only closing positions, or opening them again. */
  closeOnly(on: boolean): void;
  /** Writes a line to the journal; false = not possible now. */
  note(text: string): Promise<boolean>;
  log(line: LogLine): void;
  /** The server must stop while it still can. */
  full(error: DiskFull): void;
  /** The disk cannot be checked. */
  failed(error: Error): void;
}

/** Watches the disk of a running server. */
export class DiskWatch {
  readonly #ballast: Ballast;
  #room: DiskSpace;
  #isLow = false;
  /** Does the journal say that space is low? */
  #isNotedLow = false;
  #isNoting = false;
  #isBallastRefused = false;
  /** Was the disk full? Failures that it caused may be reported after there is space again. */
  #wasFull = false;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  private constructor(
    private readonly data: string,
    private readonly options: DiskOptions,
  ) {
    this.#ballast = new Ballast(pathsOf(data).ballast, options.ballast);
    this.#room = diskSpaceNow(data);
  }

  /**
   * Starts watching a folder that this process has locked. Throws when there is not enough space to
   * start.
   */
  static open(data: string, options: DiskOptions): DiskWatch {
    const watch = new DiskWatch(data, options);
    if (!watch.#isFull) return watch;
    // A killed server left it; its space is for the server that follows.
    watch.#ballast.release();
    watch.#room = diskSpaceNow(data);
    if (!watch.#isFull) return watch;
    const [free, least] = [watch.#room.free, watch.#low * FULL_PART].map(bytesText);
    throw new DiskFull(`the disk of ${data} is full: ${free} are free, ${least} are needed`);
  }

  /** Starts the checks. */
  start(actions: DiskActions): void {
    this.#judge(actions);
    this.#lookSoon(actions);
  }

  /** Ends the checks. */
  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  /** The cause of a failure: a full disk, whose ballast is then deleted, or the failure itself. */
  causeOf(error: Error): Error {
    this.#room = diskSpaceNow(this.data);
    this.#wasFull ||= this.#isFull;
    if (!this.#wasFull) return error;
    this.#ballast.release();
    return new DiskFull(`the disk of the data folder is full: ${error.message}`);
  }

  /** Metrics for the operator. */
  metrics(): Record<string, number> {
    return {
      close_only: this.#isLow ? 1 : 0,
      disk_free_bytes: this.#room.free,
      disk_ballast_bytes: this.#ballast.held,
    };
  }

  get #low(): number {
    return this.options.closeOnlyBelow || Math.min(LOW_BYTES, LOW_SHARE * this.#room.size);
  }

  get #isFull(): boolean {
    return this.#room.free < this.#low * FULL_PART;
  }

  #lookSoon(actions: DiskActions): void {
    const wait = this.#isLow ? LOOK_LOW_MS : LOOK_MS;
    this.#timer = setTimeout(() => {
      this.#look(actions).catch((error: Error) => actions.failed(error));
    }, wait);
  }

  async #look(actions: DiskActions): Promise<void> {
    this.#room = await diskSpace(this.data);
    if (this.#isOver) return;
    if (this.#isFull) return this.#end(actions);
    this.#judge(actions);
    await this.#keepBallast(actions);
    void this.#note(actions);
    if (!this.#isOver) this.#lookSoon(actions);
  }

  #judge(actions: DiskActions): void {
    const isLow = this.#room.free < this.#low * (this.#isLow ? BACK : 1);
    if (isLow === this.#isLow) return;
    this.#isLow = isLow;
    actions.closeOnly(isLow);
    const record = { msg: this.#state, free_bytes: this.#room.free };
    actions.log({ level: isLow ? 'error' : 'info', record });
  }

  get #state(): string {
    return this.#isLow
      ? 'the disk is nearly full: positions can only be closed'
      : 'the disk has room again: positions can be opened';
  }

  /** Creates the ballast if it is missing and leaves enough space. */
  async #keepBallast({ log }: DiskActions): Promise<void> {
    const { bytes, held } = this.#ballast;
    if (held === bytes || this.#isBallastRefused) return;
    if (held > 0) this.#ballast.release();
    if (bytes === 0 || this.#room.free + held - bytes < this.#low * BACK) return;
    try {
      await this.#ballast.make();
    } catch (error) {
      this.#isBallastRefused = true;
      this.#ballast.release();
      const msg = 'no room on the disk can be kept back for the stop';
      log({ level: 'warn', record: { msg, error: (error as Error).message } });
    }
  }

  /** Writes the journal line as soon as the desk can. */
  async #note({ note }: DiskActions): Promise<void> {
    const isLow = this.#isLow;
    if (this.#isNoting || this.#isNotedLow === isLow) return;
    this.#isNoting = true;
    if (await note(`${this.#state} (${bytesText(this.#room.free)} free)`)) this.#isNotedLow = isLow;
    this.#isNoting = false;
  }

  #end({ closeOnly, full }: DiskActions): void {
    this.#isOver = true;
    this.#isLow = true;
    this.#wasFull = true;
    closeOnly(true);
    const { free } = this.#room;
    this.#ballast.release();
    full(new DiskFull(`the disk of the data folder is full: ${bytesText(free)} are free`));
  }
}
