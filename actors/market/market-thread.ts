// The market's thread: receives prices and publishes ticks and bars until it is told to stop.

import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { BarStore } from '../../storage/read/bars.js';
import { metricsOfEach } from '../../wire/base/metric-names.js';
import type { DroppedTicks } from '../../wire/rest/settings/connections.js';
import type { Settings } from '../../wire/settings/config.js';
import type { BarChange } from '../client.js';
import { upOf } from '../providers/fix/schedule.js';
import { recordCipher } from '../secrets/record-cipher.js';
import { type KeyBytes, keysOf } from '../secrets/seal.js';
import { Board } from '../shared/board.js';
import { failpoint } from '../shared/failpoint.js';
import { startHeartbeat } from '../shared/heartbeat.js';
import { Bell } from '../shared/ring.js';
import { PROMPT, schedule } from '../shared/scheduling.js';
import { SettingsCopy, type SettingsNews } from '../shared/settings-copy.js';
import { type ClockStart, SteadyClock } from '../shared/steady-clock.js';
import { TICK_RING_CAPACITY, TickReader, TickWriter } from '../shared/tick-ring.js';
import { Market, modulesOf } from './market.js';
import type { FromMarket, ToMarket } from './market-messages.js';
import { demoPast } from './pricing/demo-past.js';

/** A consumer of ticks. */
interface TickOutlet {
  readonly ring: SharedArrayBuffer;
  readonly bell: SharedArrayBuffer;
}

/** The start data of the market thread. */
export interface MarketThreadData {
  /** The data folder. */
  readonly data: string;
  readonly news: SettingsNews;
  /** Starts at 1 and increases with each restart of the market. */
  readonly generation: number;
  readonly board: SharedArrayBuffer;
  readonly front: TickOutlet;
  /** By shard; null while one is restarted. */
  readonly shards: readonly (TickOutlet | null)[];
  /** Is the data folder a copy that was not released: do datafeeds not dial out yet? */
  readonly unreleased: boolean;
  /** The server's keys, the one in use first; for the passwords at providers. */
  readonly keys: KeyBytes;
  /** The start of the clock for the times of its quotes. */
  readonly clock: ClockStart;
}

const data = workerData as MarketThreadData;
const main = parentPort as MessagePort;
const post = (message: FromMarket): void => main.postMessage(message);

const writerOf = ({ ring, bell }: TickOutlet): TickWriter => new TickWriter(ring, new Bell(bell));
const front = writerOf(data.front);
const outlets = [...data.shards];
const shards = outlets.map((outlet) => outlet && writerOf(outlet));
const bars = BarStore.open(data.data);
let changed: BarChange[] = [];

const sendBars = (): void => {
  if (changed.length === 0) return;
  post({ type: 'bars', changes: changed, quotes: market.status().quotes });
  changed = [];
};

const settings = new SettingsCopy();
settings.take(data.news);

const clock = new SteadyClock(data.clock).watch();
const market = new Market({
  board: Board.over(data.board),
  settings: settings.settings as Settings,
  bars,
  unreleased: data.unreleased,
  modules: modulesOf(recordCipher(keysOf(data.keys))),
  out: {
    tick: (symbolId, bid, ask, time, last) => {
      for (const shard of shards) shard?.push(symbolId, bid, ask, time, last);
      front.push(symbolId, bid, ask, time, last);
    },
    flush: () => {
      let room = front.flush();
      for (const shard of shards) room = (shard?.flush() ?? true) && room;
      return room;
    },
    bar: (change) => {
      if (changed.length === 0) setImmediate(sendBars);
      changed.push(change);
    },
    corrected: (symbolId, spans) => {
      // The bars that were sent before the correction are not to come after it.
      sendBars();
      post({ type: 'bars_corrected', symbolId, spans });
    },
    news: (feed, headline, text) => post({ type: 'news', feed, headline, text }),
  },
  env: {
    now: clock.now,
    elapsed: () => performance.now(),
    setTimer: setTimeout,
    clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout | undefined),
    log: (level, record) => post({ type: 'log', line: { level, record } }),
  },
});

const configure = (news: SettingsNews): void => {
  const taken = settings.take(news);
  if (taken !== undefined) market.apply(taken.settings, taken.delta);
};

/**
 * Replaces a restarted shard's ring: it gets the ticks that the old shard did not take, then new
 * ones.
 */
const replaceShard = (index: number, outlet: TickOutlet): void => {
  const writer = writerOf(outlet);
  const before = outlets[index];
  const late = shards[index];
  if (before && late) {
    const unread = new TickReader(before.ring);
    do {
      unread.drain((...tick) => writer.push(...tick), TICK_RING_CAPACITY);
      late.flush();
    } while (unread.pending());
  }
  outlets[index] = outlet;
  shards[index] = writer;
  writer.flush();
};

const failBeforeQuote = failpoint('market.quote', data.generation);

/** The dropped quotes of a feed, a metric for each reason. */
const droppedBy = (counts: DroppedTicks): Record<string, number> =>
  Object.fromEntries(
    Object.entries(counts).map(([reason, count]) => [`feed_dropped_${reason}_total`, count]),
  );

const metrics = (): Record<string, number> => {
  const { feeds, quotes, last_quote_at } = market.status();
  const perFeed = metricsOfEach(
    feeds,
    'feed',
    ({ name }) => name,
    ({ state, last_error, instruments, connects, ticks, dropped, dropped_by, ...rest }) => ({
      ...upOf('feed_up', state === 'online', state !== 'disabled', last_error),
      feed_instruments: instruments,
      feed_connects_total: connects,
      feed_quotes_total: ticks,
      feed_dropped_total: dropped,
      ...droppedBy(dropped_by),
      feed_last_quote_seconds: rest.last_tick_at / 1000,
      feed_throttled: rest.throttled ? 1 : 0,
    }),
  );
  return { ...perFeed, quotes_total: quotes, last_quote_seconds: last_quote_at / 1000 };
};

const take = (message: ToMarket): void => {
  switch (message.type) {
    case 'settings':
      configure(message.news);
      post({ type: 'answer', id: message.id, value: settings.version });
      return;
    case 'manual_quote':
      if (!message.dryRun) failBeforeQuote();
      post({
        type: 'answer',
        id: message.id,
        value: market.publishManualQuote(message),
      });
      return;
    case 'correct_bars':
      post({ type: 'answer', id: message.id, value: market.correctBars(message) });
      return;
    case 'connections':
      post({ type: 'answer', id: message.id, value: market.status().feeds });
      return;
    case 'reconnect':
      post({ type: 'answer', id: message.id, value: market.reconnect(message.datafeed) });
      return;
    case 'release':
      market.release();
      return;
    case 'offered_symbols':
      void market
        .offered(message.connection)
        .then((value) => post({ type: 'answer', id: message.id, value }));
      return;
    case 'shard':
      replaceShard(message.index, message);
      return;
    case 'metrics':
      post({ type: 'answer', id: message.id, value: metrics() });
      return;
    case 'stop':
      // Later messages are ignored: there is no market any more.
      main.off('message', take);
      market.stop();
      sendBars();
      bars.close();
      post({ type: 'stopped' });
      main.close();
  }
};
main.on('message', take);
failpoint('market.start', data.generation)();
if (bars.running().length === 0) {
  for (const past of demoPast(settings.settings as Settings, clock.now())) {
    bars.save(past.finished, past.running);
  }
}
market.start();
post({ type: 'ready' });
startHeartbeat();
schedule(PROMPT);
