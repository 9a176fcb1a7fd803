// Where the operator's log goes: standard output, or a file, which can be opened again after a
// rotation.

import { closeSync, openSync, writeSync } from 'node:fs';

const STDOUT = 1;
const OWNER_ONLY_FILE = 0o600;
/** Pause before another try to write into a pipe whose reader is slow. */
const FULL_PIPE_MS = 10;
const pause = new Int32Array(new SharedArrayBuffer(4));

/** The output of the log. A line that cannot be written is lost and counted, and ends nothing. */
export class LogOutput {
  #fd = STDOUT;
  /** Number of lines that could not be written: the disk was full, or the terminal was closed. */
  lost = 0;

  /** `file` empty = standard output. Throws when the file cannot be opened. */
  constructor(private readonly file: string) {
    this.reopen();
  }

  /** Opens the file again, which may have been moved away. Throws when that is not possible. */
  reopen(): void {
    if (this.file === '') return;
    const before = this.#fd;
    this.#fd = openSync(this.file, 'a', OWNER_ONLY_FILE);
    if (before !== STDOUT) closeSync(before);
  }

  write(line: string): void {
    let rest: Uint8Array = Buffer.from(line);
    while (rest.length > 0) {
      try {
        rest = rest.subarray(writeSync(this.#fd, rest));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EAGAIN') {
          Atomics.wait(pause, 0, 0, FULL_PIPE_MS);
          continue;
        }
        this.lost += 1;
        return;
      }
    }
  }
}
