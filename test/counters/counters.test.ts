// Counters across the ends of 32 bits and of exact numbers: each is started there.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { COUNTERS } from './counters.js';
import { BOUNDED } from './counters-bounded.js';
import { KEPT } from './counters-kept.js';

const ALL = [...COUNTERS, ...KEPT];

for (const { name, across, walk } of ALL) {
  t.test(`Nothing goes wrong when there are very many ${name}`, async (t) => {
    for (const wrap of across) {
      const folder = t.testdir();
      await walk(wrap, folder);
      t.pass(`across 2^${Math.log2(wrap)}`);
    }
  });
}

/** What holds 32 bits, or makes them of a number. */
const NARROW = new RegExp(
  [
    / \| 0\b| >>>? |\* (UPPER|LOGINS)\b/,
    /\b(Int|Uint)32Array|[gs]et(Int|Uint)32|(read|write)U?Int32/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

t.test(
  'Whatever has 32 bits is in the table of counters, or it says why it need not be',
  async (t) => {
    const narrow = ['wire', 'engine', 'storage', 'actors', 'http', 'program']
      .flatMap((room) =>
        readdirSync(room, { recursive: true, encoding: 'utf8' }).map((path) => join(room, path)),
      )
      .filter((path) => path.endsWith('.ts') && NARROW.test(readFileSync(path, 'utf8')));
    const walked = new Set(ALL.flatMap(({ files }) => files));
    const unknown = narrow.filter((path) => !walked.has(path) && BOUNDED[path] === undefined);
    t.same(unknown, []);
    const idle = Object.keys(BOUNDED).filter((path) => !narrow.includes(path));
    t.same(idle, [], 'no reason stands for nothing');
  },
);
