// The gateways' thread: sends orders to providers and passes on their reports until it must stop.

import { mkdirSync } from 'node:fs';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { refuse } from '../../../wire/base/codes.js';
import { metricsOfEach } from '../../../wire/base/metric-names.js';
import { NO_SETTINGS } from '../../../wire/settings/config.js';
import type { SentRequest } from '../../../wire/trading/queued.js';
import { recordCipher } from '../../secrets/record-cipher.js';
import { type KeyBytes, keysOf } from '../../secrets/seal.js';
import { failpoint } from '../../shared/failpoint.js';
import { startHeartbeat } from '../../shared/heartbeat.js';
import { PROMPT, schedule } from '../../shared/scheduling.js';
import { SettingsCopy, type SettingsNews } from '../../shared/settings-copy.js';
import { type ClockStart, SteadyClock } from '../../shared/steady-clock.js';
import { upOf } from '../fix/schedule.js';
import type { FromGateways, ToGateways } from './gateway-messages.js';
import { Gateways } from './gateways.js';
import { ShardPorts } from './shard-ports.js';

/** The start data of the gateways' thread. */
export interface GatewaysThreadData {
  /** The folder of the sessions' files. */
  readonly folder: string;
  /** The server's keys, the one in use first. */
  readonly keys: KeyBytes;
  readonly news: SettingsNews;
  /** The requests that are at providers already. */
  readonly requests: readonly SentRequest[];
  readonly clock: ClockStart;
  readonly shards: number;
  /** Starts at 1 and increases with each restart. */
  readonly generation: number;
}

const data = workerData as GatewaysThreadData;
const main = parentPort as MessagePort;
const post = (message: FromGateways): void => main.postMessage(message);

const questions = new Map<number, (value: unknown) => void>();
let lastId = 0;
/** Asks the main thread; its answer comes as `answer`. */
const ask = <T>(message: (id: number) => FromGateways): Promise<T> =>
  new Promise((resolve) => {
    lastId += 1;
    questions.set(lastId, resolve as (value: unknown) => void);
    post(message(lastId));
  });

mkdirSync(data.folder, { recursive: true, mode: 0o700 });
const clock = new SteadyClock(data.clock).watch();
const settings = new SettingsCopy();
settings.take(data.news);
const failAtRequest = failpoint('gateways.request', data.generation);
const failAtReport = failpoint('gateways.report', data.generation);

const shards = new ShardPorts(data.shards);
const gateways = new Gateways({
  folder: data.folder,
  cipher: recordCipher(keysOf(data.keys)),
  now: clock.now,
  elapsed: () => performance.now(),
  setTimer: setTimeout,
  clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout | undefined),
  log: (level, record) => post({ type: 'log', line: { level, record } }),
  online: (online) => post({ type: 'online', gateways: online }),
  reports: (reports) => {
    failAtReport();
    return shards.report(reports);
  },
  note: (text, fill) => ask<boolean>((id) => ({ type: 'note', id, text, ...(fill && { fill }) })),
  bust: (bust) => ask<boolean>((id) => ({ type: 'bust', id, bust })),
});

const configure = (news: SettingsNews): void => {
  const taken = settings.take(news);
  if (taken !== undefined) gateways.apply(taken.settings);
};

const metrics = (): Record<string, number> => {
  const names = new Map(settings.settings?.gateway.map(({ id, name }) => [id, name]));
  const perGateway = metricsOfEach(
    gateways.statuses(),
    'gateway',
    ({ gateway_id }) => names.get(gateway_id) ?? String(gateway_id),
    (status) => ({
      ...upOf('up', status.online, true, status.last_error),
      latency_seconds: status.latency / 1000,
      answered_seconds: status.answered_at / 1000,
      logons_total: status.logons,
      orders_total: status.orders,
      fills_total: status.fills,
      rejects_total: status.rejects,
      unanswered: status.outbox,
      received_bytes_total: status.bytes_in,
      sent_bytes_total: status.bytes_out,
      throttled: status.throttled ? 1 : 0,
    }),
  );
  return { ...perGateway, held_fills: gateways.held };
};

const notRunning = refuse('conflict', 'The gateway is not connected.');
/** Answers once it is known. */
const answerLater = (id: number, result: Promise<unknown> | undefined): void => {
  void Promise.resolve(result ?? notRunning).then((value) => post({ type: 'answer', id, value }));
};

const stop = async (): Promise<void> => {
  main.off('message', take);
  await gateways.stop();
  post({ type: 'stopped' });
  main.close();
};

const take = (message: ToGateways): void => {
  switch (message.type) {
    case 'settings':
      configure(message.news);
      return post({ type: 'answer', id: message.id, value: settings.version });
    case 'sent':
      for (const request of message.requests) {
        failAtRequest();
        gateways.shown(request);
      }
      return;
    case 'shard':
      return shards.attach(message.index, message.port);
    case 'answer':
      questions.get(message.id)?.(message.value);
      return void questions.delete(message.id);
    case 'connections':
      return post({ type: 'answer', id: message.id, value: gateways.statuses() });
    case 'reconnect':
      return post({ type: 'answer', id: message.id, value: gateways.restart(message.gateway) });
    case 'offered_symbols':
      return answerLater(message.id, gateways.gateway(message.connection)?.offered());
    case 'provider_accounts':
      return answerLater(message.id, gateways.gateway(message.gateway)?.accounts());
    case 'transactions':
      return post({
        type: 'answer',
        id: message.id,
        value: gateways.transactions(message.gateway, message.page),
      });
    case 'metrics':
      return post({ type: 'answer', id: message.id, value: metrics() });
    case 'stop':
      void stop();
  }
};
main.on('message', take);
for (const request of data.requests) gateways.shown(request);
gateways.apply(settings.settings ?? NO_SETTINGS);
post({ type: 'ready' });
startHeartbeat();
schedule(PROMPT);
