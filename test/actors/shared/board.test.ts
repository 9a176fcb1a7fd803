// The price board: what readers of other threads see of a quote that is being written.

import { once } from 'node:events';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import t from 'tap';
import { BOARD_SYMBOLS, Board, emptyBoardRow } from '../../../actors/shared/board.js';

const SYMBOL = BOARD_SYMBOLS - 1;
const ROWS_SEEN = 200;

/** A row whose every field tells of the same number. */
const rowOf = (n: number) => ({
  bid: n,
  ask: n + 1,
  time: n + 2,
  high: n + 3,
  low: n + 4,
  open: n + 5,
  close_prev: n + 6,
  last: n + 7,
});

interface Shared {
  readonly board: SharedArrayBuffer;
  readonly stop: Int32Array;
}

const writeRows = ({ board: memory, stop }: Shared): void => {
  const board = Board.over(memory);
  for (let n = 1; Atomics.load(stop, 0) === 0; n += 1) board.write(SYMBOL, rowOf(n));
};

const testBoard = (): void => {
  t.test('a symbol without a quote and an id without a slot read as time 0', async (t) => {
    const board = Board.create();
    t.same(board.read(1), emptyBoardRow());
    t.same(board.read(BOARD_SYMBOLS), emptyBoardRow());
    t.same(board.read(-1, rowOf(7)), emptyBoardRow(), 'the row given is emptied');
    t.throws(() => board.write(0, rowOf(1)), RangeError);
    t.throws(() => Board.over(new SharedArrayBuffer(64)), /not a price board/);
  });

  t.test('each symbol has its own slot and shows its newest row', async (t) => {
    const board = Board.create();
    const copy = Board.over(board.memory);
    for (let id = 1; id < BOARD_SYMBOLS; id += 1) board.write(id, rowOf(id * 10));
    board.write(5, rowOf(1));
    board.write(5, rowOf(2));
    t.same(copy.read(4), rowOf(40));
    t.same(copy.read(5), rowOf(2));
    t.same(copy.read(6), rowOf(60));
    t.same(copy.read(BOARD_SYMBOLS - 1), rowOf((BOARD_SYMBOLS - 1) * 10));
  });

  t.test('a reader never sees a torn quote while another thread writes', async (t) => {
    const board = Board.create();
    const stop = new Int32Array(new SharedArrayBuffer(4));
    const shared: Shared = { board: board.memory, stop };
    const writer = new Worker(new URL(import.meta.url), { workerData: shared });
    const ended = once(writer, 'exit');
    const row = emptyBoardRow();
    let torn = 0;
    let last = 0;
    let seen = 0;
    while (seen < ROWS_SEEN) {
      for (let i = 0; i < 10_000; i += 1) {
        board.read(SYMBOL, row);
        if (row.bid === last) continue;
        if (row.last !== row.bid + 7 || row.open !== row.bid + 5) torn += 1;
        if (row.ask !== row.bid + 1 || row.time !== row.bid + 2) torn += 1;
        if (row.bid < last) torn += 1;
        seen += 1;
        last = row.bid;
      }
      await new Promise((next) => setImmediate(next));
    }
    Atomics.store(stop, 0, 1);
    await ended;
    t.equal(torn, 0);
    const final = board.read(SYMBOL);
    t.ok(final.bid >= last);
    t.same(final, rowOf(final.bid), 'a writer that is gone leaves a whole row');
  });
};

if (isMainThread) testBoard();
else writeRows(workerData as Shared);
