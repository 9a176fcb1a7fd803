// A clock of the day that a test sets by hand, for one server: monotonic time goes on as it is.

import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { arch } from 'node:os';

const MACHINES: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64' };
const LIBRARY = `/usr/lib/${MACHINES[arch()] ?? arch()}-linux-gnu/faketime/libfaketimeMT.so.1`;

/** Why clocks cannot be set here; undefined where they can. */
export const missingClock = (): string | undefined =>
  existsSync(LIBRARY) ? undefined : 'clocks cannot be set without the Debian package faketime';

/** The clock of a server that is started with `env`. */
export class SetClock {
  constructor(private readonly file: string) {
    this.set(0);
  }

  get env(): Readonly<Record<string, string>> {
    return {
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: this.file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      // Else waits by the monotonic clock end at once, and threads that wait work all the time.
      FAKETIME_FORCE_MONOTONIC_FIX: '0',
    };
  }

  /** Sets it so many seconds off the true time. */
  set(seconds: number): void {
    writeFileSync(`${this.file}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`);
    renameSync(`${this.file}.new`, this.file);
  }
}
