// What benches rest on: recordings of known times, rows that are all read, crowds that settle.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { AccountFixture, LOT, POINT, START, wander } from '../../bench/load/account-fixture.js';
import { timeOf, writePrices } from '../../bench/load/prices.js';
import { QuoteTimes } from '../../bench/measure/quote-times.js';
import { now } from '../support/clock.js';
import { runsOf } from '../support/run.js';

t.test('a recording has its quotes at the times that are reckoned, evenly', async (t) => {
  const recording = { symbols: ['A', 'B', 'C'], ticksPerSec: 40, seconds: 2 };
  const file = join(t.testdir({}), 'prices.csv');
  writePrices(file, recording);
  const times = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => Number(line.split(',')[0]));
  t.equal(times.length, 240);
  t.same(
    times,
    times.map((_, n) => timeOf(n, recording)),
  );
  const from = timeOf(7, recording);
  const second = times.filter((time) => time >= from && time < from + 1000);
  t.equal(second.length, 120, 'any second has as many quotes');
});

t.test('quotes are read and timed once each, however their bytes are cut', async (t) => {
  const first = Date.UTC(2026, 0, 5);
  const row = (n: number) => `["SYM${n}","1.10000","1.10002",${first + n}]`;
  const rows = Array.from({ length: 30 }, (_, n) => row(n));
  const bytes = Buffer.from(
    `\x81\x10{"event":"quotes","data":[${rows.slice(0, 9).join(',')}]}` +
      `\x81\x10{"event":"heartbeat","data":{"seq":"1"}}` +
      `\x81\x10{"event":"quotes","data":[${rows.slice(9).join(',')}]}`,
    'latin1',
  );
  const check = fc.check(
    fc.property(fc.array(fc.nat({ max: bytes.length })), (cuts) => {
      const reader = new QuoteTimes();
      reader.time({ from: first + 5, until: first + 15, shiftMs: now() - first });
      let rest: Buffer | undefined;
      let at = 0;
      for (const cut of [...cuts.toSorted((a, b) => a - b), bytes.length]) {
        const chunk = bytes.subarray(at, cut);
        rest = reader.read(rest === undefined ? chunk : Buffer.concat([rest, chunk]));
        at = cut;
      }
      return reader.quotes === 30 && reader.timed().quotes === 10;
    }),
    { numRuns: runsOf(100), seed: 4 },
  );
  t.notOk(check.failed, JSON.stringify(check.counterexample));
});

t.test('prices wander within their reach and do not stand still', async (t) => {
  const bids = wander(50);
  const seen = Array.from({ length: 5_000 }, bids);
  t.ok(Math.max(...seen) <= START + 50 * POINT);
  t.ok(Math.min(...seen) >= START - 50 * POINT);
  t.ok(new Set(seen).size > 50);
});

t.test('a crowd lists whom a tick brings to a level, and settles them', async (t) => {
  const crowd = new AccountFixture();
  const positions = [{ side: 'buy', volume: LOT, price_open: START } as const];
  for (const balance of [2_000_00, 5_000_00]) crowd.add({ balance, positions });
  t.same(crowd.tick(START - 800 * POINT), []);
  const listed = crowd.tick(START - 1_500 * POINT);
  t.equal(listed.length, 1, 'equity 500 at a margin of 1,100: below 50 %');
  t.equal(crowd.settle(listed), 1);
  t.same(crowd.tick(START - 1_500 * POINT), [], 'what was stopped out is done with');
});
