// The table of mistakes: each is put into a copy of the built server, and a test must notice it.

import type { Mistake } from './copy.js';
import { GUARDS } from './guards.js';

/** A test file, `faults/faults.test`, and what of it is run. */
export interface Run {
  readonly test: string;
  /** Only what is titled so. */
  readonly only?: string;
}

/** A mistake that the tests must notice. */
export interface Canary extends Mistake {
  readonly name: string;
  /** What has to notice it, the quickest first: by each change that one, at night all. */
  readonly by: readonly Run[];
}

const SIMULATION: Run = { test: 'simulation/simulation.test' };
/** A kill that always leaves the log a tail. */
const TAIL: Run = { test: 'faults/faults.test', only: 'came just behind' };
const POWER_CUTS: Run = { test: 'faults/faults.test', only: 'power cuts' };

/** The log's thread says that a batch is durable before it writes it. */
export const EARLY: Mistake = {
  file: 'actors/log/log-thread.js',
  from: 'const first = log.append(parts.length, parts);',
  to: `const first = log.head().seq + 1;
    const written = sources.filter(({ taken }) => taken > 0);
    announce(first, gathered);
    log.append(parts.length, parts);
    for (const { reader } of written) reader.free();`,
};

/** Mistakes of what keeps and brings back. */
const KEEPING: readonly Canary[] = [
  {
    ...EARLY,
    name: 'an order is answered before its commit',
    by: [POWER_CUTS],
  },
  {
    name: 'the log is not synced',
    file: 'storage/log.js',
    from: 'overlappingSync: false,',
    to: 'noSync: true,',
    by: [POWER_CUTS],
  },
  {
    name: 'the checksum of a batch is not looked at',
    file: 'storage/batch.js',
    from: '=> stored.length > BATCH_HEAD && crc32(stored.subarray(4)) === stored.readUInt32LE(0);',
    to: '=> stored.length > BATCH_HEAD;',
    by: [{ test: 'storage/scan.test' }, { test: 'tools/verify.test' }],
  },
  {
    name: 'the checksum of a row is not looked at when it is loaded',
    file: 'storage/snapshot.js',
    from: 'if (rowSum(begin, key, login, row) !== sum)',
    to: 'if (false)',
    by: [
      { test: 'storage/totals.test', only: 'A row that is missing' },
      { test: 'faults/faults.test', only: 'bit or page' },
    ],
  },
  {
    name: 'a shard starts from the snapshot, without the tail of the log',
    file: 'actors/shard/shard-store.js',
    from: 'reader.tail(checkpoint, at.head)',
    to: 'reader.tail(at.head, at.head)',
    by: [TAIL],
  },
  {
    name: 'the desk lets go of its locks before the commit',
    file: 'actors/desk/writer.js',
    from: 'const seq = await this.deeds.through(event, (one) => this.#write(one));',
    to: 'void this.#write(event).then((at) => this.#records.fold(event, at)); return outcome;',
    by: [{ test: 'desk/records.test' }],
  },
  {
    name: 'the time of events follows a clock that is set back',
    file: 'actors/shared/steady-clock.js',
    from: 'return this.#slewed();',
    to: 'return this.#follow(wall);',
    by: [{ test: 'actors/vitals.test' }, { test: 'faults/faults.test', only: 'No event goes' }],
  },
  {
    name: 'a thread that waits for a processor is taken for one in a loop',
    file: 'actors/pulse-watch.js',
    from: 'Math.min(usedMs - this.#usedMs, LOOK_MS)',
    to: 'LOOK_MS',
    by: [{ test: 'actors/vitals.test' }],
  },
  {
    name: 'an error of the log is swallowed',
    file: 'actors/log/log-thread.js',
    from: 'const first = log.append(parts.length, parts);',
    to: `let first = log.head().seq + 1;
    try { first = log.append(parts.length, parts); } catch {}`,
    by: [{ test: 'faults/faults.test', only: 'cannot be written' }],
  },
  {
    name: 'a stop does not wait for what is under way',
    file: 'http/front.js',
    from: 'await live.close();',
    to: 'void live.close();',
    by: [{ test: 'faults/faults.test', only: 'A stop answers' }],
  },
  {
    name: 'the audit does not look at balances',
    file: 'actors/audit/account-audit.js',
    from: "this.#equal('balance', 'balance', walk.balance, walk.ledger.balance);",
    to: '',
    by: [
      { test: 'audit/page-audit.test' },
      { test: 'faults/faults.test', only: 'Nothing is told' },
    ],
  },
];

/** Mistakes of the engine. */
const ENGINE: readonly Canary[] = [
  {
    name: 'a request id is not looked up: the request is executed again',
    file: 'actors/shard/account-ops.js',
    from: 'if (recent !== undefined)',
    to: 'if (recent === null)',
    by: [{ test: 'actors/shard.test' }],
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
    by: [{ test: 'engine/vectors-margin.test' }, SIMULATION],
  },
  {
    name: 'a cancel is answered and lost',
    file: 'engine/orders.js',
    from: "const change = { kind: 'order', cause: work.cause, orders: [order] };",
    to: "const change = { kind: 'order', cause: work.cause, orders: [] };",
    by: [{ test: 'engine/pending.test' }, SIMULATION],
  },
  {
    name: 'swap is charged twice',
    file: 'engine/rollover.js',
    from: 'plus(position.swap, swap)',
    to: 'plus(position.swap, 2 * swap)',
    by: [{ test: 'engine/vectors-rollover.test' }, SIMULATION],
  },
  {
    name: 'stop-out waits until the level is below its bound',
    file: 'engine/levels.js',
    from: 'return left <= right;',
    to: 'return left < right;',
    by: [{ test: 'engine/vectors-account.test' }],
  },
  {
    name: 'the covered lots of a hedge take no margin',
    file: 'engine/margin.js',
    from: "return [{ part: 'covered', leg: buy, against: sell, volume }];",
    to: 'return [];',
    by: [{ test: 'engine/vectors-margin.test' }],
  },
  {
    name: 'profit is converted at the other side of the quote',
    file: 'engine/profit.js',
    from: "const rateSide = side === 'buy' ? 'ask' : 'bid';",
    to: "const rateSide = side === 'buy' ? 'bid' : 'ask';",
    by: [{ test: 'engine/vectors-margin.test' }],
  },
  {
    name: 'halves are rounded to even',
    file: 'engine/exact.js',
    from: 'const rounded = (2n * size + denominator) / (2n * denominator);',
    to: `const whole = size / denominator;
    const left = 2n * (size % denominator) - denominator;
    const rounded = left > 0n || (left === 0n && whole % 2n === 1n) ? whole + 1n : whole;`,
    by: [{ test: 'engine/exact.test' }],
  },
  {
    name: 'new lots are checked at the maintenance margin',
    file: 'engine/margin.js',
    from: 'symbol.margin.initial, symbol.margin.rates[leg.side].market.initial)',
    to: 'symbol.margin.maintenance, symbol.margin.rates[leg.side].market.maintenance)',
    by: [{ test: 'engine/margin-rules.test' }],
  },
  {
    name: 'a partial close loses the swap of what stays open',
    file: 'engine/deals.js',
    from: 'position.swap -= plan.swap;',
    to: 'position.swap = 0;',
    by: [{ test: 'engine/vectors-account.test' }],
  },
  {
    name: 'within a tick stops come before expiry',
    file: 'engine/settle.js',
    from: 'expireDue(turn, holding.orders);',
    to: '{ triggerAll(turn, holding); expireDue(turn, holding.orders); }',
    by: [{ test: 'engine/pending.test' }],
  },
  {
    name: 'a price that has moved is dealt at without a requote',
    file: 'engine/decide.js',
    from: 'if (instantMoved(turn, ask, prices))',
    to: 'if (price < 0)',
    by: [{ test: 'engine/vectors-trading.test' }],
  },
];

/** All of them. */
export const CANARIES: readonly Canary[] = [...ENGINE, ...KEEPING, ...GUARDS];
