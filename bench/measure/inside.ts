// Loaded into each thread of a server before its own code: tells of its collections of garbage, and
// collects when it is asked to.
//
// On SIGUSR2 every thread says that it collects, and then the longest pause since the last time and
// how long collecting all of its garbage at once took. A thread that blocks, as the log's does,
// says nothing.

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

/** Pauses of collections that nobody asked for. */
const observer = new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) {
    if (startTime >= asked) longest = Math.max(longest, duration);
  }
});
observer.observe({ entryTypes: ['gc'] });

/** Straight to the file: a worker's stream waits for its turn, and the collection comes first. */
const say = (record: Readonly<Record<string, unknown>>): void => {
  writeSync(STDOUT, `${JSON.stringify(record)}\n`);
};

const tell = (): void => {
  say({ msg: 'collecting', thread: threadId });
  const longest_ms = longest;
  const started = performance.now();
  collect();
  asked = performance.now();
  longest = 0;
  say({ msg: 'collected', thread: threadId, longest_ms, all_ms: asked - started });
};

const channel = new BroadcastChannel('collect');
channel.onmessage = tell;
// Typed as a channel of browsers, which has no such thing.
(channel as unknown as { unref(): void }).unref();

if (isMainThread) {
  process.on('SIGUSR2', () => {
    channel.postMessage(null);
    tell();
  });
}
