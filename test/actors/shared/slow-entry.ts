// What the thread of a pool in a test runs: it has loaded when the test lets it.

import { workerData } from 'node:worker_threads';

const { loading } = workerData as { readonly loading: SharedArrayBuffer };
const [BEGUN, LET, LOADED] = [0, 1, 2];
const cells = new Int32Array(loading);
Atomics.store(cells, BEGUN, 1);
Atomics.wait(cells, LET, 0);
Atomics.store(cells, LOADED, 1);

/** Does nothing. */
export default (): void => {};
