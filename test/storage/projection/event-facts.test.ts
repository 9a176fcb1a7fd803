// Event facts: what the tables need of events, read in place.

import { randomUUID } from 'node:crypto';
import t from 'tap';
import { EventFacts } from '../../../storage/projection/event-facts.js';
import { requestKeyOf } from '../../../storage/projection/request-key.js';
import { MsgpackReader } from '../../../wire/codec/msgpack-reader.js';
import { packEvent } from '../../../wire/codec/pack.js';
import { enterEvent, unpackHistory } from '../../../wire/codec/unpack.js';
import type { AccountEvent, Cause, JournalLine } from '../../../wire/trading/events.js';
import {
  buildAccountEvent,
  buildDeal,
  buildOrder,
  buildPosition,
  buildResult,
  MONDAY,
} from '../../support/build.js';

const facts = new EventFacts();

const readFacts = (packed: Buffer): EventFacts => {
  const from = new MsgpackReader(packed);
  return facts.read(enterEvent(from), from);
};

const outcome = (request_id: string): AccountEvent['remembered'] => ({
  request_id,
  digest: 'digest',
  result: buildResult({ request_id, deal_ids: '7 8', order_id: 5 }),
});

const caused = (request_id: string): Cause => ({
  kind: 'open',
  source: 'client',
  dealer: 0,
  request_id,
});

t.test('Facts are those of the event; none is left from the one before', async (t) => {
  const large = buildAccountEvent({
    orders: [buildOrder({ id: 5, done_at: MONDAY }), buildOrder({ id: 6, symbol: 'USDJPY' })],
    deals: [buildDeal({ id: 7, position_id: 5, profit: -3, comment: 'x' }), buildDeal({ id: 8 })],
    positions: [buildPosition({ id: 5, volume: 0, closed: true }), buildPosition({ id: 6 })],
  });
  const small = buildAccountEvent({ deals: [buildDeal({ id: 9, symbol: 'XAUUSD' })] });
  for (const event of [large, small, large]) {
    const { orders, deals, positions, group } = readFacts(packEvent(event));
    t.match(event.orders, orders);
    t.match(event.deals, deals);
    t.match(event.positions, positions);
    const lengths = [orders.length, deals.length, positions.length, group];
    const { orders: o, deals: d, positions: p } = event;
    t.same(lengths, [o.length, d.length, p.length, event.group]);
  }
});

t.test('A request has the same key from its packed id as from its text', async (t) => {
  const id = randomUUID();
  for (const one of [id, id.toUpperCase(), '', 'my request', 'größer', 'x'.repeat(36)]) {
    for (const cause of [caused(one), caused('other'), caused(randomUUID())]) {
      const event = buildAccountEvent({ login: 2 ** 32 + 7, cause, remembered: outcome(one) });
      t.equal(readFacts(packEvent(event)).key, requestKeyOf(2 ** 32 + 7, one), one);
    }
  }
  t.equal(readFacts(packEvent(buildAccountEvent({ cause: caused(id) }))).key, null);
});

t.test('History reads what it shows of an event up to the end of its facts', async (t) => {
  const id = randomUUID();
  const line: JournalLine = { kind: 'trade', login: 1001, text: 'a line' };
  const rows = {
    orders: [buildOrder({ id: 5 })],
    deals: [buildDeal({ id: 7 })],
    positions: [buildPosition({ id: 5 })],
  };
  const { orders, deals, positions } = rows;
  for (const remembered of [null, outcome(id)]) {
    for (const journal of [[], [line]]) {
      const cause = caused(id);
      const packed = packEvent(buildAccountEvent({ ...rows, cause, remembered, journal }));
      const { end, hasMore } = readFacts(packed);
      t.equal(hasMore, journal.length > 0);
      t.ok(end < packed.length);
      const history = { cause, orders, deals, positions, remembered };
      t.same(unpackHistory(packed.subarray(0, end)), history);
    }
  }
});
