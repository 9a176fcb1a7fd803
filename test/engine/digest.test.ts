// Digests: what makes two requests the same.

import t from 'tap';
import { trimDecimal } from '../../engine/digest.js';
import { digestOf } from '../../engine/engine.js';
import type { TradeRequest } from '../../wire/commands.js';
import { requestId } from '../support/engine-harness.js';

const open = (more: object = {}): TradeRequest => ({
  kind: 'open',
  request_id: requestId(),
  symbol: 'EURUSD',
  side: 'buy',
  volume: '1',
  ...more,
});

t.test('equal decimals have one spelling', async (t) => {
  const spelt = ['1', '1.0', '01', '0.10', '-0.0', '-1.50', '0', '000', '10', '100.001'];
  t.same(spelt.map(trimDecimal), ['1', '1', '1', '0.1', '0', '-1.5', '0', '0', '10', '100.001']);
});

t.test('neither id nor patience nor the order of fields is content', async (t) => {
  const one = digestOf(open({ sl: '1.1', tp: '1.2' }));
  t.equal(one, digestOf(open({ tp: '1.20', sl: '1.100', valid_until: '2030-01-01T00:00:00Z' })));
  t.not(one, digestOf(open({ sl: '1.2', tp: '1.1' })), 'values belong to their fields');
});

t.test('every other field is', async (t) => {
  const changes = [
    {},
    { volume: '2' },
    { side: 'sell' },
    { symbol: 'EURGBP' },
    { comment: 'a' },
    { comment: 'b' },
    { price: '1.1' },
    { sl: '1.1' },
    { fill: 'ioc' },
    { deviation_pts: 1 },
    { skip_margin_check: true },
    { expert_id: 1 },
  ];
  const digests = new Set(changes.map((more) => digestOf(open(more))));
  t.equal(digests.size, changes.length);
});

t.test('times are compared as instants', async (t) => {
  const until = (expires_at: string): string =>
    digestOf({
      kind: 'pending_modify',
      request_id: requestId(),
      order_id: 1,
      expiration: 'specified',
      expires_at,
    });
  t.equal(until('2030-01-01T00:00:00Z'), until('2030-01-01T02:00:00.000+02:00'));
  t.not(until('2030-01-01T00:00:00Z'), until('2030-01-01T00:00:01Z'));
});
