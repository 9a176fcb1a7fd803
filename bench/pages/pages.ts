// Bench `pages`: what the terminal costs in a real tab of Chromium, and what tabs cost the orders.
//
// `BENCH_MINUTES`, `BENCH_SYMBOLS`, `BENCH_QUOTES` and `BENCH_TABS` change the sizes (1 minute,
// 2,000 symbols, 4,000 quotes a second over all symbols, 20 tabs). The tab is signed in at the
// trade view. The watch of this view lists all symbols but one. The tab follows the symbols that
// the watch draws, at the pace of the pages, and EURUSD for chart and ticket. `frames_per_sec` and
// `frame_ms` are the times between animation frames; Chromium draws at most 60 a second, without a
// graphics card. `cores` has shares of one processor: of the server, of the tab, of the whole
// browser with the tab. `heap_mib` is the heap of the page after a collection of garbage, at the
// start and after each fifth of the time. Frames during a collection are left out.
//
// Then the browser is closed, and orders at 1,000 a second are measured alone and beside
// `BENCH_TABS` sockets that send the subscriptions of the tab, in turn. The figures are to be read;
// there is no goal.

import { setTimeout as passed } from 'node:timers/promises';
import { BusyMarket, type BusyMarketRun } from '../load/busy-market.js';
import { UNSUBSCRIPTION } from '../load/quote-readers-host.js';
import { withControls } from '../measure/controls.js';
import { rounded } from '../measure/measures.js';
import { inTurn } from '../measure/pairs.js';
import { ticksOf } from '../measure/processes.js';
import { Tab } from './tab.js';

const TRADERS = 64;
const RECORDING_SEC = 30;
const SAMPLES = 5;
/** The tab compiles its code and reads the first bars; not counted. */
const WARMUP_MS = 5_000;
const MINUTE_MS = 60_000;
/** Ticks of processor time in a second, as the kernel counts them. */
const TICKS_A_SEC = 100;
/** All symbols but EURUSD have it in their names. */
const SEARCH = 'SYM';

const sizeOf = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);

const mib = (bytes: number): number => rounded(bytes / 2 ** 20, 1);

const inTab = async (scene: BusyMarketRun, minutes: number) => {
  const { server, firstLogin: login, password } = scene;
  const tab = await Tab.open(server, { login, password, search: SEARCH });
  await passed(WARMUP_MS);
  const heap = [await tab.heap()];
  tab.frames.clear();
  const usage = async () => {
    const times = await tab.processorTime();
    return { ...times, server: ticksOf(server.process.pid ?? 0) / TICKS_A_SEC };
  };
  const before = await usage();
  const received = tab.received;
  const started = performance.now();
  let sec = 0;
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const from = performance.now();
    await passed((minutes * MINUTE_MS) / SAMPLES);
    await tab.takeFrames();
    sec += (performance.now() - from) / 1_000;
    heap.push(await tab.heap());
  }
  const after = await usage();
  const all = (performance.now() - started) / 1_000;
  const share = (of: keyof typeof before) => rounded((after[of] - before[of]) / all, 3);
  const figures = {
    frames_per_sec: rounded(tab.frames.count / sec, 1),
    frame_ms: tab.frames.percentiles(),
    cores: { server: share('server'), tab: share('tab'), browser: share('browser') },
    received_kib_per_sec: rounded((tab.received - received) / 1_024 / all, 1),
    heap_mib: heap.map(mib),
  };
  await tab.close();
  return { figures, subscriptions: tab.subscriptions };
};

const act = async (scene: BusyMarketRun, minutes: number, tabs: number) => {
  const { figures, subscriptions } = await inTab(scene, minutes);
  const { quoteReaders } = scene;
  const toAll = (frames: readonly string[]) => Array.from({ length: tabs }, () => frames);
  const { order_p99_ms, ratio, lost, orders_per_sec } = await inTurn(scene, async (orders) => {
    await quoteReaders.send(toAll(subscriptions));
    const result = await orders();
    await quoteReaders.send(toAll([UNSUBSCRIPTION]));
    return result;
  });
  const { quotes } = await quoteReaders.count();
  const beside = { sockets: tabs, subscriptions: subscriptions.length, quotes };
  return { tab: figures, orders: { orders_per_sec, order_p99_ms, ratio, lost, ...beside } };
};

/** Runs the bench; returns its result line. */
export const pages = async (): Promise<Record<string, unknown>> => {
  const minutes = sizeOf('BENCH_MINUTES', 1);
  const symbols = sizeOf('BENCH_SYMBOLS', 2_000);
  const quotes = sizeOf('BENCH_QUOTES', 4_000);
  const tabs = sizeOf('BENCH_TABS', 20);
  const stage = await BusyMarket.build({
    accounts: tabs + TRADERS,
    symbols,
    ticksPerSec: quotes / symbols,
    recordingSec: RECORDING_SEC,
    loop: true,
    traders: TRADERS,
    watchers: tabs,
    follow: 'nothing',
  });
  try {
    const { result, ...machine } = await withControls(() =>
      stage.play((scene) => act(scene, minutes, tabs)),
    );
    return { symbols, quotes_per_sec: quotes, minutes, ...result, ...machine };
  } finally {
    stage.clear();
  }
};
