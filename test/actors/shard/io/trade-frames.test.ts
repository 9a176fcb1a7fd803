// Trades of frames in usual and in unusual spelling: the shard answers and does the same.

import t from 'tap';
import { readTradeFrame } from '../../../../wire/codec/trade-frames.js';
import { ShardHarness } from '../../../support/shard-harness.js';

const id = (n: number): string => `0d2a5c1e-6a52-4d0c-9d5b-3f7f0f6f1a${n}`;
const market = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' };
const pending = { ...market, kind: 'pending', order_kind: 'limit', price: '1.09000' };

/** Requests that are filled, placed, repeated, in conflict, refused, and malformed. */
const REQUESTS: readonly Readonly<Record<string, unknown>>[] = [
  { request_id: id(10), ...market, sl: '1.09000', tp: '1.2', comment: 'one', deviation_pts: 5 },
  { request_id: id(10), ...market, sl: '1.09', tp: '1.20', comment: 'one', deviation_pts: 5 },
  { request_id: id(10), ...market, side: 'sell' },
  { request_id: id(11).toUpperCase(), ...market },
  { request_id: id(11), ...market },
  { request_id: id(12), ...pending, expiration: 'specified', expires_at: '2036-01-31T12:00:00Z' },
  { request_id: id(13), ...pending, price: '1.2' },
  { request_id: id(14), ...market, volume: '0.001' },
  { request_id: id(15), ...market, symbol: 'NOSUCH' },
  { request_id: id(16), ...market, valid_until: '2020-01-31T12:00:00Z' },
  { request_id: id(17), kind: 'pending_modify', order_id: 3, price: '1.08' },
  { request_id: id(18), kind: 'pending_cancel', order_id: 3 },
  { request_id: id(19), kind: 'close', position_id: 1, volume: '0.04' },
  { request_id: id(20), kind: 'modify', position_id: 1, sl: '0', trail_pts: 200 },
  { request_id: id(21), kind: 'close', position_id: 9 },
  { request_id: id(22), kind: 'price', symbol: 'EURUSD', side: 'buy' },
  { request_id: id(23), ...market, skip_margin_check: true },
  { request_id: '62726b64-6a52-8d0c-9d5b-3f7f0f6f1a24', ...market },
  { request_id: id(25), kind: 'close' },
];

/** Their codes. */
const CODES =
  'ok ok conflict ok ok ok trade.invalid_price trade.invalid_volume trade.symbol_not_found ' +
  'trade.canceled ok ok ok ok trade.position_not_found ok invalid_input invalid_input ' +
  'trade.invalid_request';

/** As JSON with an escape, which is not read in place. */
const escaped = (request: object): string =>
  JSON.stringify(request).replace('"request_id"', '"\\u0072equest_id"');

t.test('A trade has the same answer and events, however its frame is spelt', async (t) => {
  const [usual, packed, unusual] = [new ShardHarness(), new ShardHarness(), new ShardHarness()];
  let codes = '';
  for (const request of REQUESTS) {
    const n = usual.send('trade', request);
    packed.sendPacked('trade', request);
    unusual.sendText('trade', escaped(request));
    const [wanted, ...events] = [unusual, usual, packed].map((one) => one.commit());
    for (const found of events) t.same(found, wanted);
    const answer = unusual.answer(n);
    t.same(usual.answer(n), answer);
    t.same(packed.answer(n), answer);
    codes += `${answer.code} `;
  }
  t.equal(codes.trim(), CODES);
  const frame = Buffer.from(`{"id":1,"op":"trade","data":${escaped(REQUESTS[0] ?? {})}}`);
  t.equal(readTradeFrame('json', frame, 0, frame.length), undefined, 'an escape is unusual');
  t.same(usual.state(), unusual.state());
});
