// The table of mutations: each is applied to a copy of the built server, and a test must fail.

import type { Canary, Run } from './canary.js';
import { CUTTING } from './cutting.js';
import { LIVE } from './live-mistakes.js';
import { PROVIDER } from './provider-mistakes.js';

/** What is run of the faults: those that are titled so. */
const fault = (only: string): Run => ({ test: 'faults/faults.test', only });

const SIMULATION: Run = { test: 'simulation/simulation.test' };
const PAGE_AUDIT: Run = { test: 'actors/audit/page-audit.test', only: 'is found' };
const LINK: Run = { test: 'actors/front/shard-link.test' };
const ALARMS = fault('The audit reports');
const THREADS = fault('die or hang');
const HELD = fault('shard or the log is held');
const POWER_CUTS = fault('power cuts');

/** Mistakes of what keeps and brings back. */
const KEEPING: readonly Canary[] = [
  {
    // The log's thread says that a batch is durable before it writes it.
    name: 'an order is answered before its commit',
    file: 'actors/log/log-thread.js',
    from: 'const first = log.append(events.length, events);',
    to: `const first = log.head().seq + 1;
    const written = sources.filter(({ taken }) => taken > 0);
    announce(first, gathered);
    log.append(events.length, events);
    for (const { units } of written) units.free();`,
    by: [POWER_CUTS],
  },
  {
    name: 'the log is not synced',
    file: 'storage/log/log.js',
    from: 'fdatasyncSync(this.#file);',
    to: '',
    by: [POWER_CUTS],
  },
  {
    name: 'what a power cut left of a commit is read as if it was whole',
    file: 'storage/log/newest-commit.js',
    from: 'let isNewestWhole = this.isOwn;',
    to: 'let isNewestWhole = true;',
    by: [{ test: 'storage/log/newest-commit.test', only: 'A power cut' }],
  },
  {
    name: 'a file of the log that is closed is not complete',
    file: 'storage/log/log.js',
    from: 'if (!this.#isFailed)',
    to: 'if (false)',
    by: [{ test: 'storage/log/newest-commit.test', only: 'Of a file' }],
  },
  {
    name: 'the checkpoint does not say of which log it is',
    file: 'actors/main/one-history.js',
    from: 'if (own === batch)',
    to: 'if (own !== null)',
    by: [{ test: 'actors/commands/history.test' }],
  },
  {
    name: 'the checksum of a batch is not looked at',
    file: 'storage/log/batch.js',
    from: '=> stored.length > BATCH_HEAD && crc32(stored.subarray(4)) === stored.readUInt32LE(0);',
    to: '=> stored.length > BATCH_HEAD;',
    by: [{ test: 'storage/log/scan.test' }, { test: 'actors/commands/salvage.test' }],
  },
  {
    name: 'the checksum of a row is not looked at when it is loaded',
    file: 'storage/read/snapshot.js',
    from: 'if (rowSum(begin, id, login, row) !== sum)',
    to: 'if (false)',
    by: [
      { test: 'storage/projection/totals.test', only: 'A row that is missing' },
      fault('bit or page'),
    ],
  },
  {
    name: 'a shard starts from the snapshot, without the tail of the log',
    file: 'actors/shard/thread/shard-store.js',
    from: 'reader.tail(checkpoint, head)',
    to: 'reader.tail(head, head)',
    // A kill that always leaves the log a tail.
    by: [fault('just before a kill')],
  },
  {
    name: 'the desk lets go of its locks before the commit',
    file: 'actors/desk/state/writer.js',
    from: 'const wrote = await this.#write(event);',
    to: `void this.#write(event).then((wrote) => this.records.fold(event, wrote.data));
    return result;`,
    by: [{ test: 'actors/desk/store/records.test' }],
  },
  {
    name: 'the time of events follows a clock that is set back',
    file: 'actors/shared/steady-clock.js',
    from: 'return this.#slewed();',
    to: 'return this.#follow(wall);',
    by: [
      { test: 'actors/shared/steady-clock.test' },
      { ...fault('no event goes'), onlyHangs: true },
    ],
  },
  {
    name: 'a thread that waits for a processor is taken for one in a loop',
    file: 'actors/shared/watchdog.js',
    from: 'Math.min(usedMs - this.#usedMs, LOOK_MS)',
    to: 'LOOK_MS',
    by: [{ test: 'actors/main/watchdogs.test' }],
  },
  {
    name: 'an error of the log is swallowed',
    file: 'actors/log/log-thread.js',
    from: 'const first = log.append(events.length, events);',
    to: `let first = log.head().seq + 1;
    try { first = log.append(events.length, events); } catch {}`,
    by: [fault('cannot be written')],
  },
  {
    name: 'a stop does not wait for what is under way',
    file: 'http/front.js',
    from: 'await live.close();',
    to: 'void live.close();',
    by: [{ test: 'http/socket/life.test', only: 'Before a restart' }, fault('A stop answers')],
  },
  {
    name: 'the audit does not look at balances',
    file: 'actors/audit/account-audit.js',
    from: "this.#equal('balance', 'balance', walk.balance, walk.ledger.balance);",
    by: [{ test: 'actors/audit/page-audit.test' }, ALARMS],
  },
];

/** Mistakes of the engine. */
const ENGINE: readonly Canary[] = [
  {
    name: 'a request id is not looked up: the request is executed again',
    file: 'actors/shard/io/executor.js',
    from: 'if (recent !== undefined)',
    to: 'if (recent === null)',
    by: [{ test: 'actors/shard/shard.test' }],
  },
  {
    name: 'profit is reckoned in binary floats',
    file: 'engine/margin/profit.js',
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
    file: 'engine/requests/orders.js',
    from: "const change = { kind: 'order', cause: checked.cause, orders: [order] };",
    to: "const change = { kind: 'order', cause: checked.cause, orders: [] };",
    by: [{ test: 'engine/requests/pending.test' }, SIMULATION],
  },
  {
    name: 'swap is charged twice',
    file: 'engine/eod/rollover.js',
    from: 'plus(position.swap, swap)',
    to: 'plus(position.swap, 2 * swap)',
    by: [{ test: 'engine/vectors-rollover.test' }, SIMULATION],
  },
  {
    name: 'stop-out waits until the level is below its bound',
    file: 'engine/triggers/levels.js',
    from: 'return left <= right;',
    to: 'return left < right;',
    by: [{ test: 'engine/vectors-account.test' }],
  },
  {
    name: 'the covered lots of a hedge take no margin',
    file: 'engine/margin/margin.js',
    from: "return [{ part: 'covered', sideVolume: buy, against: sell, volume }];",
    to: 'return [];',
    by: [{ test: 'engine/vectors-margin.test' }],
  },
  {
    name: 'profit is converted at the other side of the quote',
    file: 'engine/margin/profit.js',
    from: "(side === 'buy' ? 'ask' : 'bid')",
    to: "(side === 'buy' ? 'bid' : 'ask')",
    by: [{ test: 'engine/vectors-margin.test' }],
  },
  {
    name: 'halves are rounded to even',
    file: 'engine/numbers/exact.js',
    from: 'const rounded = (2n * size + denominator) / (2n * denominator);',
    to: `const whole = size / denominator;
    const left = 2n * (size % denominator) - denominator;
    const rounded = left > 0n || (left === 0n && whole % 2n === 1n) ? whole + 1n : whole;`,
    by: [{ test: 'engine/numbers/exact.test' }],
  },
  {
    name: 'new lots are checked at the maintenance margin',
    file: 'engine/margin/margin.js',
    from: 'symbol.margin.initial, bySide(',
    to: 'symbol.margin.maintenance, bySide(',
    by: [{ test: 'engine/margin/margin-rules.test' }],
  },
  {
    name: 'a partial close loses the swap of what stays open',
    file: 'engine/deals/deals.js',
    from: 'position.swap -= plan.swap;',
    to: 'position.swap = 0;',
    by: [{ test: 'engine/vectors-account.test' }],
  },
  {
    name: 'within a tick stops come before expiry',
    file: 'engine/on-tick.js',
    from: '[...expiring, ...holdings.flatMap((holding) => triggering(turn, holding))]',
    to: '[...holdings.flatMap((holding) => triggering(turn, holding)), ...expiring]',
    by: [{ test: 'engine/requests/pending.test' }],
  },
  {
    name: 'a price that has moved is dealt at without a requote',
    file: 'engine/requests/decide.js',
    from: 'if (instantMoved(turn, routable, prices, asked))',
    to: 'if (price < 0)',
    by: [{ test: 'engine/vectors-trading.test' }],
  },
];

/** Mistakes of what guards: against full and slow disks, and threads that fail. */
const FAULTS: readonly Canary[] = [
  {
    name: 'on a disk that is nearly full positions are opened as ever',
    file: 'actors/main/disk-watch.js',
    from: 'actions.closeOnly(isLow);',
    by: [fault('On a full disk')],
  },
  {
    name: 'the ballast is kept when the disk is full',
    file: 'storage/files/disk-space.js',
    from: 'rmSync(this.path, { force: true });',
    by: [fault('taken at once')],
  },
  {
    name: 'orders are taken while commits stall',
    file: 'actors/front/shard-link.js',
    from: 'now - this.#blockedAt > STALL_MS && !this.pending()',
    to: 'false',
    by: [LINK, HELD],
  },
  {
    name: 'a thread that failed is not started again',
    file: 'actors/main/restarts.js',
    from: 'this.#planned.set(name, timer);',
    to: 'clearTimeout(timer);',
    by: [{ ...THREADS, onlyHangs: true }],
  },
  {
    name: 'what a shard that failed was asked is never answered',
    file: 'actors/front/front-client.js',
    from: 'this.#giveUp(index);',
    by: [
      { ...LINK, only: 'a link that is replaced' },
      { test: 'simulation/failures.test' },
      { ...THREADS, onlyHangs: true },
    ],
  },
  {
    name: 'nobody notices an endless loop',
    file: 'actors/shared/watchdog.js',
    from: 'return before < this.limitMs && this.#workedMs >= this.limitMs;',
    to: 'return false;',
    by: [
      { test: 'actors/main/watchdogs.test', only: 'for 3 s without a beat' },
      fault('threads are away'),
    ],
  },
];

/** Of what guards against clients that ask too much, or what they should not. */
const CLIENTS: readonly Canary[] = [
  {
    name: 'a turn of the event loop has no budget',
    file: 'http/server/loop-work.js',
    from: 'this.#taken + units > this.max',
    to: 'this.#taken + units > Number.POSITIVE_INFINITY',
    by: [{ test: 'hostile/floods.test' }],
  },
  {
    name: 'any number of orders may wait before a shard',
    file: 'actors/front/shard-link.js',
    from: 'waiting > QUEUE_BYTES',
    to: 'QUEUE_BYTES < 0',
    by: [LINK, HELD],
  },
  {
    name: 'commits of a shard are counted in 31 bits',
    file: 'actors/front/commit-counts.js',
    from: 'Math.floor((low + high) / 2)',
    to: '(low + high) >>> 1',
    by: [{ test: 'counters/counters.test', only: 'commits of a shard' }],
  },
  {
    name: 'any amount may be unsent to a socket',
    file: 'http/socket/connection/connection.js',
    from: "socket.end(CLOSE.unsent.code, 'too much unsent');",
    by: [
      { test: 'http/socket/connection/slow.test', only: 'mebibyte' },
      { test: 'http/socket/connection/slow.test', only: 'endless events' },
    ],
  },
  {
    name: 'answers pile up for who asks on without reading',
    file: 'http/server/response.js',
    from: 'written = writeBody(res, parts, length, 0);',
    to: 'res.end(Buffer.concat(parts));',
    by: [{ test: 'http/server/piling.test' }],
  },
  {
    name: 'requests are not held against their schemas',
    file: 'http/rest/parse.js',
    from: 'refusal(value) ?? ok(value)',
    to: 'ok(value)',
    by: [
      { test: 'http/rest/dispatch.test' },
      { test: 'hostile/hostile.test', only: 'Every route' },
    ],
  },
  {
    name: 'of two lengths of a body the last one counts',
    file: 'http/server/head.js',
    from: "fault = 'content-length: given twice';",
    to: 'headers.set(name, value);',
    by: [{ test: 'http/server/smuggling.test' }],
  },
  {
    name: 'a descriptor stays open for each request that is broken off',
    file: 'http/server/response.js',
    from: 'res.onAborted(() => this.end());',
    to: `res.onAborted(() => {
            process.getBuiltinModule('fs').openSync('/dev/null');
            this.end();
        });`,
    by: [{ ...fault('A storm'), onlyHangs: true }],
  },
];

/** Mistakes of copies, and of what is told of damage. */
const COPIES: readonly Canary[] = [
  {
    name: 'the log has no second copy',
    file: 'storage/log/log.js',
    from: 'this.#copy.write(first, value);\n        this.#recent',
    to: 'this.#recent',
    by: [
      { test: 'storage/log/log.test', only: 'power cut' },
      { test: 'actors/commands/salvage.test' },
    ],
  },
  {
    name: 'a log that is shorter than its second copy is taken for whole',
    file: 'storage/log/scan.js',
    from: 'if (head.seq < copied && logEnd(folder) < copied)',
    to: 'if (copied < 0)',
    by: [{ test: 'storage/log/scan.test', only: 'fell back' }, fault('Damage to any file')],
  },
  {
    name: 'a backup is without the key',
    file: 'actors/commands/folder-copy.js',
    from: 'copySynced(key, into.key);',
    to: ';',
    by: [{ test: 'actors/commands/backup.test' }],
  },
  {
    name: 'a copy leaves out the newest file of the log',
    file: 'actors/commands/folder-copy.js',
    from: 'logFiles(from)',
    to: 'logFiles(from).slice(0, -1)',
    by: [{ test: 'actors/commands/backup.test' }],
  },
  {
    name: 'a rebuild leaves out a deal',
    file: 'actors/commands/made-database.js',
    from: 'return catchUp(db, log, until);',
    to: `const seq = catchUp(db, log, until);
        const last = 'SELECT MAX(deal_id) FROM entries';
        db.exec('UPDATE entries SET deal_id = 0 WHERE deal_id = (' + last + ')');
        return seq;`,
    by: [{ test: 'actors/commands/backup.test' }, fault('lost database')],
  },
  {
    name: 'the audit does not look at credit',
    file: 'actors/audit/account-audit.js',
    from: "this.#equal('credit', 'credit', walk.credit, walk.ledger.credit);",
    by: [PAGE_AUDIT],
  },
  {
    name: 'the audit does not look at volumes',
    file: 'actors/audit/account-audit.js',
    from: 'shown === dealt',
    to: 'true',
    by: [PAGE_AUDIT],
  },
  {
    name: 'the audit does not look at rows',
    file: 'actors/audit/account-audit.js',
    from: 'isEqual(held[name], value)',
    to: 'true',
    by: [PAGE_AUDIT, ALARMS],
  },
  {
    name: 'damage of the log that the audit finds is not told',
    file: 'actors/audit/chain-rounds.js',
    from: "this.deps.alarms.raise('chain', { seq, what });",
    by: [{ test: 'actors/audit/rounds.test' }, ALARMS],
  },
];

/** All of them. */
export const CANARIES: readonly Canary[] = [
  ...ENGINE,
  ...KEEPING,
  ...CUTTING,
  ...FAULTS,
  ...CLIENTS,
  ...COPIES,
  ...LIVE,
  ...PROVIDER,
];
