// How the system schedules a thread, read and set by the system calls themselves.

import { load } from 'koffi';

/** The numbers of `sched_setattr(2)` and `sched_getattr(2)` by processor. */
const CALLS: NodeJS.Dict<{ readonly set: number; readonly get: number }> = {
  x64: { set: 314, get: 315 },
  arm64: { set: 274, get: 275 },
};
const ATTR_BYTES = 48;
const AT_NICE = 16;
const AT_SLICE = 24;
const CURRENT_THREAD = 0;

const call = load(null).func('long syscall(long, int, void *, unsigned int, unsigned int)');

/** A thread's priority, and its slice in ns, which is 0 before Linux 6.12. */
interface Scheduling {
  readonly nice: number;
  readonly sliceNs: number;
}

/** The scheduling of a thread by its system id; undefined where that cannot be read. */
export const schedulingOf = (task = CURRENT_THREAD): Scheduling | undefined => {
  const attributes = Buffer.alloc(ATTR_BYTES);
  const { get } = CALLS[process.arch] ?? {};
  if (get === undefined || call(get, task, attributes, ATTR_BYTES, 0) !== 0) return undefined;
  return {
    nice: attributes.readInt32LE(AT_NICE),
    sliceNs: Number(attributes.readBigUInt64LE(AT_SLICE)),
  };
};

/** Can a thread set its slice here? This thread's becomes 5 ms. */
export const canSetSlices = (): boolean => {
  const own = schedulingOf();
  const { set } = CALLS[process.arch] ?? {};
  if (own === undefined || set === undefined) return false;
  const attributes = Buffer.alloc(ATTR_BYTES);
  attributes.writeUInt32LE(ATTR_BYTES);
  attributes.writeInt32LE(own.nice, AT_NICE);
  attributes.writeBigUInt64LE(5_000_000n, AT_SLICE);
  return call(set, CURRENT_THREAD, attributes, 0, 0) === 0 && schedulingOf()?.sliceNs === 5_000_000;
};
