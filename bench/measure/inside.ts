// Loaded into each thread of a server before its own code: reports garbage collections, and
// collects on request.
//
// On SIGUSR2 every thread reports that it collects, then its longest pause since the last request
// and the duration of a full collection. A thread that blocks, like the log's, reports nothing.

import { writeSync } from 'node:fs';
import { PerformanceObserver, performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { BroadcastChannel, isMainThread, threadId } from 'node:worker_threads';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const STDOUT = 1;

let longest = 0;
let asked = 0;

/** Pauses of collections that were not requested. */
const observer = new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) {
    if (startTime >= asked) longest = Math.max(longest, duration);
  }
});
observer.observe({ entryTypes: ['gc'] });

/**
 * Written directly to the file: a worker's stream would wait for its turn until after the
 * collection.
 */
const say = (record: Readonly<Record<string, unknown>>): void => {
  writeSync(STDOUT, `${JSON.stringify(record)}\n`);
};

const report = (): void => {
  say({ msg: 'collecting', thread: threadId });
  const longest_ms = longest;
  const started = performance.now();
  collect();
  asked = performance.now();
  longest = 0;
  say({ msg: 'collected', thread: threadId, longest_ms, all_ms: asked - started });
};

const channel = new BroadcastChannel('collect');
channel.onmessage = report;
// Its type is that of browsers, which lacks this function.
(channel as unknown as { unref(): void }).unref();

if (isMainThread) {
  process.on('SIGUSR2', () => {
    channel.postMessage(null);
    report();
  });
}
