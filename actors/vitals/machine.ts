// The system's data about this machine and this process.

import { readdirSync, readFileSync } from 'node:fs';
import { arch, availableParallelism, hostname, platform } from 'node:os';

/** The machine that a process runs on. */
export interface Machine {
  readonly hostname: string;
  /** Another one after each start of the system; empty where the system has none. */
  readonly host_boot_id: string;
  readonly os: string;
  readonly architecture: string;
  readonly cpu_cores: number;
}

/** A file of `/proc`; undefined where the system does not have it. */
export const procFile = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

/** The id of the system's present run; empty where it has none. */
export const bootId = (): string => procFile('/proc/sys/kernel/random/boot_id')?.trim() ?? '';

/** This machine. */
export const thisMachine = (): Machine => ({
  hostname: hostname(),
  host_boot_id: bootId(),
  os: platform(),
  architecture: arch(),
  cpu_cores: availableParallelism(),
});

/** The threads of this process; 0 where the system does not report them. */
export const threadCount = (): number => {
  try {
    return readdirSync('/proc/self/task').length;
  } catch {
    return 0;
  }
};

/** The bytes that this process has had written to disks; undefined where the system has none. */
export const writtenBytes = (): number | undefined => {
  const found = /^write_bytes: (\d+)$/m.exec(procFile('/proc/self/io') ?? '');
  return found === null ? undefined : Number(found[1]);
};
