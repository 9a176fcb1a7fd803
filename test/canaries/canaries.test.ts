// Canaries: mistakes put into a copy of the built server, each of which the tests must notice.

import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { copyBuild, type Mistake, putMistake } from './copy.js';

/** A mistake that the tests must notice. */
interface Canary extends Mistake {
  readonly name: string;
  /** The test file that notices it. */
  readonly test: string;
}

const CANARIES: readonly Canary[] = [
  {
    name: 'a request id is not looked up: the request is executed again',
    file: 'actors/shard/account-ops.js',
    from: 'if (recent !== undefined)',
    to: 'if (recent === null)',
    test: 'actors/shard',
  },
  {
    name: 'profit is reckoned in binary floats',
    file: 'engine/profit.js',
    from: '=> scaledProduct(price, symbol.contract_size, volume, legScale(symbol));',
    to: `=> {
      const lots = (symbol.contract_size / 1e8) * (volume / 1e8);
      const units = 10 ** symbol.profit_digits;
      return Math.round((price / 10 ** (symbol.digits + PRICE_EXTRA)) * lots * units);
    };`,
    test: 'engine/vectors-margin',
  },
  {
    name: 'a cancel is answered and lost',
    file: 'engine/orders.js',
    from: "const change = { kind: 'order', cause: work.cause, orders: [order] };",
    to: "const change = { kind: 'order', cause: work.cause, orders: [] };",
    test: 'engine/pending',
  },
  {
    name: 'swap is charged twice',
    file: 'engine/rollover.js',
    from: 'plus(position.swap, swap)',
    to: 'plus(position.swap, 2 * swap)',
    test: 'engine/vectors-rollover',
  },
  {
    name: 'stop-out waits until the level is below its bound',
    file: 'engine/levels.js',
    from: 'return left <= right;',
    to: 'return left < right;',
    test: 'engine/vectors-account',
  },
  {
    name: 'the covered lots of a hedge take no margin',
    file: 'engine/margin.js',
    from: "return [{ part: 'covered', leg: buy, against: sell, volume }];",
    to: 'return [];',
    test: 'engine/vectors-margin',
  },
  {
    name: 'profit is converted at the other side of the quote',
    file: 'engine/profit.js',
    from: "const rateSide = side === 'buy' ? 'ask' : 'bid';",
    to: "const rateSide = side === 'buy' ? 'bid' : 'ask';",
    test: 'engine/vectors-margin',
  },
  {
    name: 'halves are rounded to even',
    file: 'engine/exact.js',
    from: 'const rounded = (2n * size + denominator) / (2n * denominator);',
    to: `const whole = size / denominator;
    const left = 2n * (size % denominator) - denominator;
    const rounded = left > 0n || (left === 0n && whole % 2n === 1n) ? whole + 1n : whole;`,
    test: 'engine/exact',
  },
  {
    name: 'new lots are checked at the maintenance margin',
    file: 'engine/margin.js',
    from: 'symbol.margin.initial, symbol.margin.rates[leg.side].market.initial)',
    to: 'symbol.margin.maintenance, symbol.margin.rates[leg.side].market.maintenance)',
    test: 'engine/margin',
  },
  {
    name: 'a partial close loses the swap of what stays open',
    file: 'engine/deals.js',
    from: 'position.swap -= plan.swap;',
    to: 'position.swap = 0;',
    test: 'engine/vectors-account',
  },
  {
    name: 'within a tick stops come before expiry',
    file: 'engine/settle.js',
    from: 'expireDue(turn, holding.orders);',
    to: '{ triggerAll(turn, holding); expireDue(turn, holding.orders); }',
    test: 'engine/pending',
  },
  {
    name: 'a price that has moved is dealt at without a requote',
    file: 'engine/decide.js',
    from: 'if (instantMoved(turn, ask, prices))',
    to: 'if (price < 0)',
    test: 'engine/vectors-trading',
  },
];

/** A test file that is not done by then hangs. */
const HANG_MS = 60_000;
const AT_ONCE = 2;

/** What a test file said. */
interface Said {
  readonly code: number | null;
  readonly tap: string;
}

const runTest = (folder: string, name: string): Promise<Said> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [join('dist', 'test', `${name}.test.js`)], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, TAP: '1' },
      timeout: HANG_MS,
      killSignal: 'SIGKILL',
    });
    let tap = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      tap += text;
    });
    child.on('close', (code) => resolve({ code, tap }));
  });

/** Runs jobs, some at a time. */
const runAll = async <T>(jobs: readonly T[], run: (job: T) => Promise<void>): Promise<void> => {
  const queue = jobs.values();
  const worker = async (): Promise<void> => {
    for (const job of queue) await run(job);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
};

const root = t.testdir({});
const folderOf = (at: number): string => {
  const folder = join(root, String(at));
  mkdirSync(folder);
  copyBuild(folder);
  return folder;
};

t.test('Without a mistake the copy passes', async (t) => {
  const folder = folderOf(CANARIES.length);
  await runAll([...new Set(CANARIES.map(({ test }) => test))], async (test) => {
    const { code } = await runTest(folder, test);
    t.equal(code, 0, test);
  });
});

t.test('Every mistake is noticed', async (t) => {
  t.equal(CANARIES.length, 12);
  await runAll([...CANARIES.entries()], async ([at, canary]) => {
    const { name, file, test } = canary;
    const folder = folderOf(at);
    const isPut = putMistake(folder, canary);
    t.ok(isPut, `${name}: it stands in ${file} once`);
    if (!isPut) return;
    const { code, tap } = await runTest(folder, test);
    t.not(code, 0, name);
    t.match(tap, /^ *ok /m, `${name}: the server still runs`);
    t.match(tap, /^ *not ok /m, `${name}: an assertion says so`);
  });
});
