// Mutations of clocks, of messages from and to live sockets, and of names from outside.

import type { Canary } from './canary.js';

/** Mistakes that single tests notice, without a server. */
export const LIVE: readonly Canary[] = [
  {
    name: 'a leap of the clock is waited for from where another one began',
    file: 'actors/shared/steady-clock.js',
    from: 'Atomics.compareExchange(this.#cells, LEAP, leap, 0n);',
    to: '',
    by: [{ test: 'actors/shared/steady-clock.test' }],
  },
  {
    name: 'each thread decides on leaps of the clock for itself',
    file: 'actors/shared/steady-clock.js',
    from: 'this.#decides = from === undefined;',
    to: 'this.#decides = true;',
    by: [{ test: 'actors/shared/steady-clock.test' }],
  },
  {
    name: 'a request that is read in place may be cut before its end',
    file: 'wire/codec/trade-frames.js',
    from: ' || this.#at !== end',
    to: '',
    by: [{ test: 'wire/codec/trade-frames.test', only: 'Random frames' }],
  },
  {
    name: 'a replay that drops what happens while it goes on',
    file: 'http/socket/connection/connection.js',
    from: `if (this.#held === undefined)
            return this.send(frame);
        this.#hold(this.#held, { frame, isStored: false });`,
    to: 'if (this.#replay === undefined) this.send(frame);',
    by: [{ test: 'http/socket/connection/replay.test', only: 'Settings that change' }],
  },
  {
    name: 'an import assigns fields by the names that a file gives them',
    file: 'actors/desk/transfer/cells.js',
    from: 'return Object.fromEntries(plain);',
    to: 'return plain.reduce((all, [name, value]) => { all[name] = value; return all; }, {});',
    by: [{ test: 'hostile/prototypes.test', only: 'No item of a file' }],
  },
];
