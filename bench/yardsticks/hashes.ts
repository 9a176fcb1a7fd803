// The yardstick of sign-ins: compares passwords one after the other.

import look from '../../actors/hashing/hashing-worker.js';
import type { HashesJob, HashesResult } from '../load/sign-ins-host.js';

process.once('message', ({ password, measureMs }: HashesJob) => {
  const hashes = look({ op: 'hash', passwords: [password] }) as string[];
  const started = performance.now();
  let done = 0;
  while (performance.now() - started < measureMs) {
    if (look({ op: 'match', hashes, password }) !== 0) throw new Error('the password does not fit');
    done += 1;
  }
  const seconds = (performance.now() - started) / 1000;
  process.send?.({ done, seconds } satisfies HashesResult, () => process.disconnect());
});
