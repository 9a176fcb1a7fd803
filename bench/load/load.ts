// The load process: runs one job and sends its result.

import { ClosedLoad } from './closed-loop.js';
import { BEGUN, ENOUGH, type LoadJob } from './job.js';
import { OpenLoad } from './open-loop.js';

process.once('message', async (job: LoadJob) => {
  const load =
    job.mode === 'closed'
      ? new ClosedLoad(job.loop)
      : new OpenLoad(job.loop, () => process.send?.(BEGUN));
  process.on('message', (said) => {
    if (said === ENOUGH && load instanceof OpenLoad) load.end();
  });
  process.send?.(await load.run(), () => process.disconnect());
});
