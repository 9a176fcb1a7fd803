// Mistakes of what guards: against full and slow disks, threads that fail, too much, hostile
// clients, and damage that nobody is told of.

import type { Canary, Run } from './mistakes.js';

const PAGE_AUDIT: Run = { test: 'audit/page-audit.test', only: 'is found' };
const ALARMS: Run = { test: 'faults/faults.test', only: 'Nothing is told' };
const DAMAGE: Run = { test: 'faults/faults.test', only: 'Damage to any file' };
const THREADS: Run = { test: 'faults/faults.test', only: 'die or hang' };
const HELD: Run = { test: 'faults/faults.test', only: 'shard or the log is held' };
const LINK: Run = { test: 'actors/shard-link.test' };

/** Of disks and threads. */
const FAULTS: readonly Canary[] = [
  {
    name: 'on a disk that is nearly full positions are opened as ever',
    file: 'actors/disk-watch.js',
    from: 'actions.closeOnly(isLow);',
    to: '',
    by: [{ test: 'faults/faults.test', only: 'fills up' }],
  },
  {
    name: 'the ballast is kept when the disk is full',
    file: 'storage/room.js',
    from: 'rmSync(this.path, { force: true });',
    to: '',
    by: [{ test: 'faults/faults.test', only: 'taken at once' }],
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
    file: 'actors/restarts.js',
    from: 'this.#planned.set(name, timer);',
    to: 'clearTimeout(timer);',
    by: [THREADS],
  },
  {
    name: 'what a shard that failed was asked is never answered',
    file: 'actors/front/front-client.js',
    from: 'before?.abandon();',
    to: '',
    by: [THREADS],
  },
  {
    name: 'nobody notices an endless loop',
    file: 'actors/pulse-watch.js',
    from: 'return before < this.limitMs && this.#workedMs >= this.limitMs;',
    to: 'return false;',
    by: [
      { test: 'actors/vitals.test', only: 'for 3 s without a beat' },
      { test: 'faults/faults.test', only: 'threads are away' },
    ],
  },
];

/** Of clients that ask too much, or what they should not. */
const CLIENTS: readonly Canary[] = [
  {
    name: 'any number of orders may wait before a shard',
    file: 'actors/front/shard-link.js',
    from: 'REQUEST_RING_BYTES - this.#requests.room() > QUEUE_BYTES',
    to: 'QUEUE_BYTES < 0',
    by: [LINK, HELD],
  },
  {
    name: 'any amount may be unsent to a socket',
    file: 'http/socket-connection.js',
    from: "socket.end(CLOSE.unsent, 'too much unsent');",
    to: '',
    by: [
      { test: 'socket/slow.test', only: 'mebibyte' },
      { test: 'socket/slow.test', only: 'without end' },
    ],
  },
  {
    name: 'answers pile up for who asks on without reading',
    file: 'http/response.js',
    from: 'isWhole = handedOver(res, parts, length, 0);',
    to: 'res.end(Buffer.concat(parts));',
    by: [{ test: 'http/piling.test' }],
  },
  {
    name: 'requests are not held against their schemas',
    file: 'http/parse.js',
    from: 'const sentence = fault(value);',
    to: 'const sentence = undefined;',
    by: [{ test: 'http/dispatch.test' }, { test: 'hostile/hostile.test', only: 'Every route' }],
  },
  {
    name: 'of two lengths of a body the last one counts',
    file: 'http/head.js',
    from: "fault = 'content-length: given twice';",
    to: 'headers.set(name, value);',
    by: [{ test: 'http/smuggling.test' }],
  },
  {
    name: 'a descriptor stays open for each request that is broken off',
    file: 'http/response.js',
    from: 'res.onAborted(() => this.end());',
    to: `res.onAborted(() => {
            process.getBuiltinModule('fs').openSync('/dev/null');
            this.end();
        });`,
    by: [{ test: 'faults/faults.test', only: 'A storm' }],
  },
];

/** Of copies, and of what is told of damage. */
const COPIES: readonly Canary[] = [
  {
    name: 'the log has no second copy',
    file: 'storage/log.js',
    from: 'this.#shadow.write(first, value);\n        this.#head',
    to: 'this.#head',
    by: [{ test: 'storage/log.test', only: 'power cut' }, { test: 'tools/verify.test' }],
  },
  {
    name: 'a log that is shorter than its second copy is taken for whole',
    file: 'storage/scan.js',
    from: 'if (head.seq < shadowed && logEnd(folder) < shadowed)',
    to: 'if (shadowed < 0)',
    by: [{ test: 'storage/scan.test', only: 'fell back' }, DAMAGE],
  },
  {
    name: 'a backup is without the key',
    file: 'actors/tools/backup.js',
    from: 'copySynced(key, into.key);',
    to: ';',
    by: [{ test: 'tools/backup.test' }],
  },
  {
    name: 'a restore leaves out the newest file of the log',
    file: 'actors/tools/backup.js',
    from: 'logFiles(copy.log)',
    to: 'logFiles(copy.log).slice(0, -1)',
    by: [{ test: 'tools/backup.test' }],
  },
  {
    name: 'a rebuild leaves out a deal',
    file: 'actors/tools/rebuild.js',
    from: 'return catchUp(db, log);',
    to: `const seq = catchUp(db, log);
        db.exec('DELETE FROM deals WHERE id = (SELECT MAX(id) FROM deals)');
        return seq;`,
    by: [{ test: 'tools/backup.test' }, { test: 'faults/faults.test', only: 'lost database' }],
  },
  {
    name: 'the audit does not look at credit',
    file: 'actors/audit/account-audit.js',
    from: "this.#equal('credit', 'credit', walk.credit, walk.ledger.credit);",
    to: '',
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
    to: '',
    by: [{ test: 'audit/rounds.test' }, ALARMS],
  },
];

/** All of them. */
export const GUARDS: readonly Canary[] = [...FAULTS, ...CLIENTS, ...COPIES];
