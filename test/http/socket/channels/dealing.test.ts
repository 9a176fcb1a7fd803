// The staff channel `dealing`: who is at the desk, and what they are shown. And what dealers say.

import t from 'tap';
import { emptyRow, showRow } from '../../../../wire/base/field-table.js';
import { envelopeText } from '../../../../wire/codec/text.js';
import { WAITING_SHOWN_MAX } from '../../../../wire/rest/trading/dealing.js';
import { WAITING_REQUEST } from '../../../../wire/trading/queued.js';
import { staffSession } from '../../../support/memory-actors.js';
import { type Frame, SocketHarness, turnUntil } from '../../../support/socket-harness.js';
import { test } from '../../routes/tags.js';

const RIGHTS = ['trades.edit'] as const;
const DEMO = 'demo\\standard';

const rowsOf = (frame: Frame): object[] => (frame.data as { rows: object[] }).rows;
const waiting = (id: number, state: 'queued' | 'taken' | 'gone' = 'queued'): string => {
  const row = { ...emptyRow(WAITING_REQUEST), id, login: 1001, state };
  return JSON.stringify(showRow(WAITING_REQUEST, row, { digits: 5, currency_digits: 2 }));
};

/** A socket of a dealer, and a request of account 1001 that waits. */
const open = async (t: Parameters<typeof SocketHarness.open>[0]) => {
  const { harness, actors } = await SocketHarness.open(t);
  actors.setSession(staffSession('session-of-dealer', { login: 7, rights: [...RIGHTS] }));
  const peer = await harness.staff('session-of-dealer');
  actors.requests.changed(1001, DEMO, waiting(5));
  return { harness, actors, peer };
};

t.test('Who follows it is at the desk, until the last socket leaves', async (t) => {
  const { harness, actors, peer } = await open(t);
  t.same(actors.dealers, []);
  const { data } = await peer.request('subscribe', { channel: 'dealing' });
  t.match(data, { snapshot: [{ id: 5, state: 'queued', group: DEMO }] });
  t.match(actors.dealers, [{ login: 7, rights: RIGHTS, group_scope: ['*'] }]);
  const second = await harness.staff('session-of-dealer');
  await second.request('subscribe', { channel: 'dealing' });
  t.equal(actors.dealers.length, 1, 'two sockets are one dealer');
  await peer.request('unsubscribe', { channel: 'dealing' });
  t.equal(actors.dealers.length, 1);
  second.ws.terminate();
  await turnUntil('nobody at the desk', () => actors.dealers.length === 0);
});

t.test('Each change is shown, within the scope of that time', async (t) => {
  const { actors, peer } = await open(t);
  await peer.request('subscribe', { channel: 'dealing' });
  actors.requests.changed(1001, DEMO, waiting(5, 'taken'));
  actors.front.flush();
  t.match(rowsOf(await peer.next()), [{ id: 5, state: 'taken' }]);
  actors.requests.changed(5001, 'real\\standard', waiting(6));
  actors.front.flush();
  t.match(rowsOf(await peer.next()), [{ id: 6, group: 'real\\standard' }]);
  const narrow = { login: 7, rights: [...RIGHTS], group_scope: ['real\\*'] };
  actors.setSession(staffSession('session-of-dealer', narrow));
  actors.front.flush();
  t.match(rowsOf(await peer.next()), [
    { id: 5, state: 'gone' },
    { id: 6, state: 'queued' },
  ]);
  t.match(actors.dealers, [{ group_scope: ['real\\*'] }]);
  actors.requests.changed(1001, DEMO, waiting(5, 'gone'));
  actors.requests.changed(5001, 'real\\standard', waiting(6, 'gone'));
  actors.front.flush();
  t.match(rowsOf(await peer.next()), [{ id: 6, state: 'gone' }], 'what is unseen is not told');
});

test`A dealer who loses the right leaves the desk, and is there again with the right`(async (t) => {
  const { actors, peer } = await open(t);
  await peer.request('subscribe', { channel: 'dealing' });
  actors.setSession(staffSession('session-of-dealer', { login: 7, rights: ['trades.view'] }));
  t.same(actors.dealers, []);
  t.match(rowsOf(await peer.next()), [{ id: 5, state: 'gone' }]);
  t.match(await peer.request('subscribe', { channel: 'dealing' }), { code: 'forbidden' });
  t.match(await peer.request('dealer_take', { request: 5 }), { code: 'forbidden' });
  actors.setSession(staffSession('session-of-dealer', { login: 7, rights: [...RIGHTS] }));
  t.match(actors.dealers, [{ login: 7 }]);
  t.match(rowsOf(await peer.next()), [{ id: 5, state: 'queued' }]);
});

t.test('A dealer takes and answers requests over the socket', async (t) => {
  const { actors, peer } = await open(t);
  const asked: unknown[] = [];
  actors.call = async (caller, login, op, data) => {
    asked.push([caller.login, login, op, data]);
    const isTaken = asked.length < 3;
    const body = isTaken ? '{"done":true,"seq":"9"}' : 'null';
    return { status: 200, text: envelopeText('x', isTaken ? 'ok' : 'trade.locked', body) };
  };
  const done = { success: true, data: { done: true, seq: '9' } };
  t.match(await peer.request('dealer_take', { request: 5 }), done);
  const price = '1.10010';
  const said = { request: 5, action: 'confirm', price };
  t.match(await peer.request('dealer_answer', said), done);
  t.match(await peer.request('dealer_answer', said), { code: 'trade.locked', data: null });
  t.match(asked.slice(0, 2), [
    [7, 1001, 'dealer', { id: 5, action: 'take' }],
    [7, 1001, 'dealer', { id: 5, action: 'confirm', price }],
  ]);
  t.match(await peer.request('dealer_take', { request: 6 }), { code: 'not_found' });
  t.match(await peer.request('dealer_answer', { request: 5, action: 'take' }), {
    code: 'invalid_input',
  });
});

t.test('The oldest requests are shown, and later ones when half of these are gone', async (t) => {
  const { actors, peer } = await open(t);
  for (let id = 6; id < 6 + WAITING_SHOWN_MAX; id += 1)
    actors.requests.changed(1001, DEMO, waiting(id));
  const { data } = await peer.request('subscribe', { channel: 'dealing' });
  const { snapshot } = data as unknown as { snapshot: { id: number }[] };
  t.same([snapshot[0]?.id, snapshot.at(-1)?.id], [5, 4 + WAITING_SHOWN_MAX]);
  const last = 5 + WAITING_SHOWN_MAX;
  for (let id = 5; id < 5 + WAITING_SHOWN_MAX / 2; id += 1) {
    actors.requests.changed(1001, DEMO, waiting(id, 'gone'));
  }
  actors.front.flush();
  await peer.next((frame) => rowsOf(frame).some((row) => (row as { id: number }).id === last));
});

t.test('Fields that an action does not take are refused', async (t) => {
  const { peer } = await open(t);
  for (const said of [
    { action: 'return', price: '1.1' },
    { action: 'reject', bid: '1.1' },
    { action: 'requote', ask: '1.1' },
  ]) {
    const { code, message } = await peer.request('dealer_answer', { request: 5, ...said });
    t.equal(code, 'invalid_input', `${message}`);
  }
});
