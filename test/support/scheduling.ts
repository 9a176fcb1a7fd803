// How the system schedules a thread: read by `sched_getattr(2)`, as `schedule` sets it.

import { load } from 'koffi';

/** The number of the system call by processor. */
const SCHED_GETATTR: NodeJS.Dict<number> = { x64: 315, arm64: 275 };
const ATTR_BYTES = 48;

/** The scheduling of a thread by its system id; slices in ns are 0 before Linux 6.12. */
export const schedulingOf = (task: number): { nice: number; sliceNs: number } => {
  const call = load(null).func('long syscall(long, int, void *, unsigned int, unsigned int)');
  const attributes = Buffer.alloc(ATTR_BYTES);
  const failed = call(SCHED_GETATTR[process.arch], task, attributes, ATTR_BYTES, 0);
  if (failed !== 0) throw new Error(`sched_getattr of thread ${task} failed`);
  return { nice: attributes.readInt32LE(16), sliceNs: Number(attributes.readBigUInt64LE(24)) };
};
