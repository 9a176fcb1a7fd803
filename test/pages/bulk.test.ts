// Bulk close: which requests it makes of many trades, and how it goes on, stops and ends.

import t from 'tap';
import {
  type BulkActs,
  type BulkBody,
  type BulkReply,
  type BulkResult,
  type BulkTarget,
  makeBulkRun,
  previewSums,
} from '../../pages/desk/trading/bulk.js';
import type { Refusal } from '../../pages/live/refusal.js';

const CLOSE: BulkActs = { close_positions: true, delete_orders: false, clear_stops: false };

const resultOf = (id: number, status: BulkResult['status'] = 'done'): BulkResult => ({
  ...{ id, status, kind: 'position', operation: 'close', login: 1001, symbol: 'EURUSD' },
  ...{ code: status === 'done' ? 'ok' : 'trade.locked', message: status },
});

const idsFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => first + at);

interface Sent {
  readonly body: BulkBody;
  readonly key: string;
  readonly turn: object;
}

/** A run whose requests are answered by `reply`; keys are counted. */
const runOf = (
  target: BulkTarget,
  reply: (sent: Sent, at: number) => Partial<BulkReply> | Refusal | null,
) => {
  const sent: Sent[] = [];
  let keys = 0;
  const run = makeBulkRun(
    target,
    CLOSE,
    'night',
    async (body, key, turn) => {
      const one = { body, key, turn };
      sent.push(one);
      const answer = reply(one, sent.length - 1);
      if (answer === null) return null;
      if ('code' in answer) return { ok: false, refusal: answer };
      return { ok: true, value: { positions: [], orders: [], results: [], total: 0, ...answer } };
    },
    () => {
      keys += 1;
      return `key ${keys}`;
    },
  );
  return { run, sent };
};

const doneOf = ({ body }: Sent) => ({ results: (body.positions ?? []).map((id) => resultOf(id)) });

t.test('2,500 positions are closed in three requests, each with a key of its own', async (t) => {
  const { run, sent } = runOf({ positions: idsFrom(1, 2_500) }, doneOf);
  await run.go();
  t.same(
    sent.map(({ body, key, turn }) => [body.positions?.length, body.comment, key, turn]),
    [
      [1_000, 'night', 'key 1', { part: 1, parts: 3 }],
      [1_000, 'night', 'key 2', { part: 2, parts: 3 }],
      [500, 'night', 'key 3', { part: 3, parts: 3 }],
    ],
  );
  t.equal(sent[2]?.body.positions?.[0], 2_001);
  const { kind, results } = run.progress.value;
  t.same([kind, results.length], ['finished', 2_500], 'a result for each');
});

t.test('A user who leaves the code goes on later with the request that was not sent', async (t) => {
  let isLeft = true;
  const { run, sent } = runOf({ positions: idsFrom(1, 1_500) }, (one, at) => {
    if (at === 1 && isLeft) return null;
    return doneOf(one);
  });
  await run.go();
  t.same([run.progress.value.kind, run.progress.value.results.length], ['stopped', 1_000]);
  isLeft = false;
  await run.go();
  t.same([run.progress.value.kind, run.progress.value.results.length], ['finished', 1_500]);
  t.equal(sent[1]?.key, sent[2]?.key, 'the same request has the same key');
});

t.test('A refused request is sent again with its key, and does nothing twice', async (t) => {
  const refusal = { code: 'client.unreachable', message: '' } as Refusal;
  const { run, sent } = runOf({ positions: [7] }, (one, at) => (at === 0 ? refusal : doneOf(one)));
  await run.go();
  t.match(run.progress.value, { kind: 'refused', refusal });
  await run.go();
  t.match(run.progress.value, { kind: 'finished', refusal: null, results: [{ id: 7 }] });
  t.equal(sent[0]?.key, sent[1]?.key);
});

t.test('A symbol is closed until nothing is left, and never the same refused trades', async (t) => {
  const { run, sent } = runOf({ symbol: 'EURUSD', groups: 'real\\*' }, (_, at) => ({
    total: [2_300, 1_300, 300][at] ?? 0,
    results: idsFrom(at * 1_000, 2).map((id) => resultOf(id)),
  }));
  await run.go();
  t.same([run.progress.value.kind, sent.length], ['finished', 3]);
  t.match(sent[0]?.body, { symbol: 'EURUSD', groups: 'real\\*', close_positions: true });
  const stuck = runOf({ symbol: 'EURUSD' }, () => ({
    total: 2_000,
    results: [resultOf(1, 'rejected')],
  }));
  await stuck.run.go();
  t.same([stuck.run.progress.value.kind, stuck.sent.length], ['stopped', 1]);
});

t.test('A preview is summed exactly by symbol', (t) => {
  const position = (symbol: string, side: 'buy' | 'sell', volume: string) =>
    ({ symbol, side, volume }) as BulkReply['positions'][number];
  const positions = [
    position('XAUUSD', 'buy', '0.1'),
    position('EURUSD', 'buy', '0.1'),
    position('EURUSD', 'buy', '0.2'),
    position('EURUSD', 'sell', '1.5'),
  ];
  t.same(previewSums({ positions, orders: [], results: [], total: 4 }), [
    { symbol: 'EURUSD', positions: 3, buy: '0.3', sell: '1.5', orders: 0 },
    { symbol: 'XAUUSD', positions: 1, buy: '0.1', sell: '0', orders: 0 },
  ]);
  t.end();
});
