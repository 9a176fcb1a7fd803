// The sign-ins: a process that keeps some in progress until it is told to end.

import { RestClient } from '../../test/support/client/rest.js';
import type { SignInCount, SignInJob } from './sign-ins-host.js';

let going = true;
let done = 0;
let failed = 0;
let next = 0;

const signInOn = async ({ url, traders }: SignInJob): Promise<void> => {
  while (going) {
    const trader = traders[next % traders.length];
    next += 1;
    const body = { login: trader?.login, password: trader?.password, terminal: 'desktop' };
    const { success } = await new RestClient(url, 'trader').post('/auth/login', body);
    if (success) done += 1;
    else failed += 1;
  }
};

process.once('disconnect', () => process.exit());
process.once('message', async (job: SignInJob) => {
  process.once('message', () => {
    going = false;
  });
  const started = performance.now();
  await Promise.all(Array.from({ length: job.atATime }, () => signInOn(job)));
  const seconds = (performance.now() - started) / 1000;
  process.send?.({ done, failed, seconds } satisfies SignInCount, () => process.disconnect());
});
