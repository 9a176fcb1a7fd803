// Processor time of work, independent of other load on the machine.

/** Processor time of this process since `since`, in ms. */
export const spent = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

/** Runs slices of work for `ms` of processor time; returns the pieces done a second. */
export const perSecond = (
  roundMs: number,
  slice: number,
  work: (piece: number) => void,
): number => {
  const started = process.cpuUsage();
  let pieces = 0;
  let elapsed = 0;
  while (elapsed < roundMs) {
    for (let at = 0; at < slice; at += 1) work(pieces + at);
    pieces += slice;
    elapsed = spent(started);
  }
  return (pieces * 1000) / elapsed;
};
