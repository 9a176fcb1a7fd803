// The demo provider's thread: a provider for the demo platform until it is told to stop.

import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { LogLine } from '../../messages.js';
import { failpoint } from '../../shared/failpoint.js';
import { startHeartbeat } from '../../shared/heartbeat.js';
import { type ClockStart, SteadyClock } from '../../shared/steady-clock.js';
import { systemEnv } from '../fix/endpoint.js';
import { DemoProvider, type DemoProviderOptions } from './demo-provider.js';
import type { FromProvider, ToProvider } from './provider-messages.js';

/** The start data of the demo provider's thread. */
export interface DemoProviderThreadData extends DemoProviderOptions {
  /** Starts at 1 and increases with each restart. */
  readonly generation: number;
  /** The port of the thread before; 0 = this is the first. */
  readonly port: number;
  readonly clock: ClockStart;
}

const data = workerData as DemoProviderThreadData;
const main = parentPort as MessagePort;
const post = (message: FromProvider): void => main.postMessage(message);
const log = (level: LogLine['level'], record: LogLine['record']): void =>
  post({ type: 'log', line: { level, record } });

const clock = new SteadyClock(data.clock).watch();
const provider = new DemoProvider(data, { ...systemEnv(log), now: clock.now });
const fail = failpoint('demo_provider.asked', data.generation);

const take = (message: ToProvider): void => {
  switch (message.type) {
    case 'metrics':
      fail();
      post({ type: 'answer', id: message.id, value: provider.figures });
      return;
    case 'stop':
      main.off('message', take);
      void provider.stop().then(() => {
        post({ type: 'stopped' });
        main.close();
      });
  }
};
const port = await provider.listen(data.port);
main.on('message', take);
post({ type: 'listening', port });
post({ type: 'ready' });
startHeartbeat();
