// Rows that the client makes whole by its table of defaults.

import { isDeepStrictEqual } from 'node:util';
import t from 'tap';
import type { AccountChange, EventFrame } from '../../../client/socket/frames.js';
import { wholeAnswer, wholeEvent } from '../../../client/socket/live-events.js';
import { type Digits, type FieldTable, showRow } from '../../../wire/base/field-table.js';
import { eventFrame } from '../../../wire/codec/event-frames.js';
import { unpackEvent } from '../../../wire/codec/unpack.js';
import type { AccountEvent } from '../../../wire/trading/events.js';
import {
  LIVE_DEAL,
  LIVE_MONEY,
  LIVE_ORDER,
  LIVE_POSITION,
  type LiveFields,
} from '../../../wire/trading/live-fields.js';
import { DEAL, MONEY, ORDER, POSITION } from '../../../wire/trading/records.js';
import { eventsOf, fileNames } from '../../histories/history.js';

type Fields = Readonly<Record<string, unknown>>;

/** The rows as REST lists them, without the fields that frames never have. */
const listed = (
  table: FieldTable,
  { never }: LiveFields,
  rows: readonly object[],
  digits?: Digits,
): readonly Fields[] =>
  rows.map((row) => {
    const shown = showRow(table, row as never, digits ?? (row as Digits));
    return Object.fromEntries(Object.entries(shown).filter(([name]) => !never.includes(name)));
  });

/** The events of a recorded history, each with the data of its frame as the client has it. */
function* recorded(
  name: string,
): Generator<{ readonly event: AccountEvent; readonly data: AccountChange }> {
  for (const bytes of eventsOf(name)) {
    const event = unpackEvent(bytes);
    if (event.type !== 'account' || event.kind === 'setting') continue;
    const frame = JSON.parse(Buffer.from(eventFrame(bytes, 7)).toString()) as EventFrame;
    const { data } = wholeEvent(frame) as EventFrame<AccountChange>;
    yield { event, data };
  }
}

t.test('A row of a frame with the defaults is the row that REST lists', async (t) => {
  let events = 0;
  for (const { event, data } of fileNames().flatMap((name) => [...recorded(name)])) {
    const { currency_digits } = event.ledger;
    const wanted = {
      deals: listed(DEAL, LIVE_DEAL, event.deals),
      orders: listed(ORDER, LIVE_ORDER, event.orders),
      positions: listed(POSITION, LIVE_POSITION, event.positions),
      money: listed(MONEY, LIVE_MONEY, [event.money], { digits: 0, currency_digits })[0],
      so_state: event.ledger.so_state,
      cause: event.cause,
    };
    const { deals, orders, positions, money, so_state, cause } = data;
    const found = { deals, orders, positions, money, so_state, cause };
    if (!isDeepStrictEqual(found, wanted)) return void t.same(found, wanted, event.kind);
    events += 1;
  }
  t.ok(events > 1_000, `${events} events`);
});

t.test('The deal of an activated order has the request that placed the order', async (t) => {
  let activated = 0;
  for (const name of fileNames()) {
    const placed = new Map<number, string>();
    for (const { data } of recorded(name)) {
      const { kind, request_id } = data.cause;
      for (const { id } of data.orders) {
        if (kind === 'pending' && !placed.has(id)) placed.set(id, request_id);
      }
      if (kind !== 'activate') continue;
      for (const deal of data.deals.filter(({ order_id }) => placed.has(order_id))) {
        const request = placed.get(deal.order_id);
        if (deal.request_id !== request) return void t.equal(deal.request_id, request, name);
        activated += 1;
      }
    }
  }
  t.ok(activated > 5, `${activated} deals`);
});

t.test('An answer has its result, and the events for which it stands', async (t) => {
  const cause = { kind: 'open' };
  const money = { balance: '1.00', equity: '1.00', margin_free: '1.00', leverage: 100 };
  const data = { money, cause, time: '2026-01-01T00:00:00.000Z' };
  const change = { event: 'trade_result', account_seq: 6, data };
  const result = { request_id: 'r-1', code: 'ok', seq: '77' };
  const parts = wholeAnswer(1001, { ...result, changes: [change] } as never);
  t.same(parts.result, result);
  t.match(parts.events, [
    {
      ...{ event: 'trade_result', account_seq: 6, seq: '77' },
      data: { login: 1001, deals: [], so_state: 'none', result, cause: { source: 'client' } },
    },
  ]);
  t.same(wholeAnswer(1001, result as never), { result, events: [] });
});

t.test('Events that are no change of an account stay as they are', async (t) => {
  const message: EventFrame = { event: 'mail', seq: '5', data: { id: 1 } };
  t.equal(wholeEvent(message), message);
});
