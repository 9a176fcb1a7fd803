// A thread that writes to a ring, step by step with its consumer.

import { Worker } from 'node:worker_threads';
import type { Bell } from '../../../actors/shared/ring.js';

/** What a consumer tells its producer: how many changes there were, records taken, and the end. */
export class Progress {
  readonly #cells: Int32Array;

  constructor(readonly shared = new SharedArrayBuffer(12)) {
    this.#cells = new Int32Array(shared);
  }

  /** So many records have been taken, and their room is free. */
  took(records: number): void {
    this.#report(1, records);
  }

  stop(): void {
    this.#report(2, 1);
  }

  #report(cell: number, value: number): void {
    Atomics.store(this.#cells, cell, value);
    Atomics.add(this.#cells, 0, 1);
    Atomics.notify(this.#cells, 0);
  }
}

/**
 * A thread that writes to a ring until the end of the test. Its script finds `writer`, what the
 * consumer has `taken`, whether all `isOver`, and waits by `until`, or for its sleep.
 */
export const producer = (
  t: { teardown(end: () => unknown): void },
  ring: { readonly memory: SharedArrayBuffer; readonly bell: Bell },
  progress: Progress,
  script: string,
): Worker => {
  const worker = new Worker(
    `const { workerData, parentPort } = require('node:worker_threads');
    const [bell, cells] = [workerData.bell, workerData.progress].map((on) => new Int32Array(on));
    const taken = () => Atomics.load(cells, 1);
    const isOver = () => Atomics.load(cells, 2) === 1;
    const until = (holds) => {
      for (;;) {
        const changes = Atomics.load(cells, 0);
        if (holds()) return;
        Atomics.wait(cells, 0, changes);
      }
    };
    /** It has no event for this: the consumer's sleep is a cell of the bell. */
    const asleep = () => { while (Atomics.load(bell, 1) === 0 && !isOver()); };
    import(workerData.ring).then(({ RingWriter, Bell }) => {
      const writer = new RingWriter(workerData.memory, new Bell(workerData.bell));
      ${script}
    });`,
    {
      eval: true,
      workerData: {
        memory: ring.memory,
        bell: ring.bell.shared,
        progress: progress.shared,
        ring: new URL('../../../actors/shared/ring.js', import.meta.url).href,
      },
    },
  );
  t.teardown(() => worker.terminate());
  return worker;
};
