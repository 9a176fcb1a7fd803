// The staff channel `exposure`: its snapshot, what has changed since, and who is told.

import t, { type Test } from 'tap';
import { SOCKET_LIMITS } from '../../../../http/socket/connection/clock.js';
import { ok, refuse } from '../../../../wire/base/codes.js';
import type { ExposureQuery, SymbolExposure } from '../../../../wire/queries/report-queries.js';
import { staffSession } from '../../../support/memory-actors.js';
import { SocketHarness, turnUntil } from '../../../support/socket-harness.js';

const RIGHTS = ['reports'] as const;
const row = (symbol: string, buy: number, sell: number, positions = 1): SymbolExposure => ({
  symbol,
  buy_volume: String(buy),
  sell_volume: String(sell),
  net_volume: String(buy - sell),
  positions,
});

/** A socket of staff, and the sums that the database has. */
const open = async (t: Test) => {
  const { harness, actors, clock } = await SocketHarness.open(t);
  const found = { rows: [row('EURUSD', 3, 1, 2), row('USDJPY', 1, 0)], isBusy: false };
  const asked: ExposureQuery[] = [];
  actors.query = (async (_by: unknown, name: string, query: ExposureQuery) => {
    t.equal(name, 'reports.exposure');
    asked.push(query);
    if (found.isBusy) return refuse('timeout');
    return ok({ rows: found.rows, projection_seq: '1' });
  }) as never;
  actors.setSession(staffSession('session-of-reader', { login: 7, rights: [...RIGHTS] }));
  const peer = await harness.staff('session-of-reader');
  /** So many further reads have been made, one a second. */
  const read = async (count = 1) => {
    const before = asked.length;
    await turnUntil('a read', () => {
      clock.advance(SOCKET_LIMITS.exposureMs);
      return asked.length >= before + count;
    });
  };
  return { harness, actors, clock, found, asked, peer, read };
};

t.test('The snapshot has all symbols; those that change follow, gone ones too', async (t) => {
  const { actors, found, asked, peer, read } = await open(t);
  t.match((await peer.request('subscribe', { channel: 'exposure', group: 'demo\\*' })).data, {
    snapshot: [
      { symbol: 'EURUSD', symbol_id: 1, buy_volume: '3', net_volume: '2', positions: 2 },
      { symbol: 'USDJPY', symbol_id: 2, buy_volume: '1' },
    ],
  });
  t.match(asked[0], { group: 'demo\\*', viewer: { rights: RIGHTS, group_scope: ['*'] } });
  await read();
  found.rows = [row('EURUSD', 3, 1, 2), row('XAUUSD', 0, 4)];
  actors.happens({ parts: ['positions'] });
  await read();
  const { event, data: changes } = await peer.next();
  t.equal(event, 'exposure');
  const gone = { symbol: 'USDJPY', symbol_id: 2, positions: 0, buy_volume: '0', net_volume: '0' };
  t.match(changes, { rows: [{ symbol: 'XAUUSD', net_volume: '-4' }, gone] });
});

t.test('What changes no sum is not told; a database that is late is read again', async (t) => {
  const { actors, found, asked, peer, read } = await open(t);
  await peer.request('subscribe', { channel: 'exposure' });
  await read();
  actors.happens({ parts: ['positions'] });
  await read();
  const before = asked.length;
  actors.happens({ parts: ['orders'] });
  found.isBusy = true;
  actors.happens({ parts: ['positions'] });
  await read(2);
  t.ok(asked.length >= before + 2, 'it is asked again');
  found.isBusy = false;
  found.rows = [row('EURUSD', 5, 1, 3), row('USDJPY', 1, 0)];
  await read();
  t.match((await peer.next()).data, { rows: [{ symbol: 'EURUSD', buy_volume: '5' }] });
});

t.test('A new scope counts at once; without the right all is gone until it is back', async (t) => {
  const { actors, clock, found, asked, peer, read } = await open(t);
  const { data } = await peer.request('subscribe', { channel: 'exposure', group: '' });
  t.match(data, { snapshot: [{ symbol: 'EURUSD' }, { symbol: 'USDJPY' }] }, 'of every group');
  t.notHas(asked[0], { group: '' });
  await read();
  /** The next frame, after a second. */
  const sent = async () => {
    clock.advance(SOCKET_LIMITS.exposureMs);
    return (await peer.next()).data;
  };
  const narrow = { login: 7, rights: [...RIGHTS], group_scope: ['real\\*'] };
  found.rows = [row('USDJPY', 1, 0)];
  actors.setSession(staffSession('session-of-reader', narrow));
  await read();
  t.match(asked.at(-1)?.viewer, { group_scope: ['real\\*'] });
  t.match((await peer.next()).data, { rows: [{ symbol: 'EURUSD', positions: 0 }] });
  const before = asked.length;
  const without = (): void =>
    actors.setSession(staffSession('session-of-reader', { login: 7, rights: ['trades.view'] }));
  without();
  const none = { symbol: 'USDJPY', positions: 0, buy_volume: '0' };
  t.match(await sent(), { rows: [none] }, 'the end is told');
  t.equal(asked.length, before, 'and nothing is read');
  actors.setSession(staffSession('session-of-reader', narrow));
  t.match(await sent(), { rows: [{ symbol: 'USDJPY', positions: 1, buy_volume: '1' }] });
  without();
  t.match(await sent(), { rows: [none] });
  t.match(await peer.request('subscribe', { channel: 'exposure' }), { code: 'forbidden' });
  const wrong = await peer.request('subscribe', { channel: 'exposure', mask: 'x' });
  t.match(wrong, { code: 'invalid_input' });
});
