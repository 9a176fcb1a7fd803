// Prices of drawn symbols: one subscription for all views, and the prices of the day.

import t from 'tap';
import { openConnection } from '../../../pages/live/connection.js';
import { makeFrames } from '../../../pages/live/frame.js';
import { foldQuote, makeQuotes } from '../../../pages/live/quotes.js';
import { rest, ScriptedServer } from '../../support/client/scripted-server.js';
import { Tab } from '../../support/client/tab.js';

const quoted = async () => {
  const server = new ScriptedServer();
  const tab = new Tab(server.clock);
  const parts = tab.parts();
  const connection = openConnection(server.trader(), parts);
  const quotes = makeQuotes(connection, makeFrames(parts.nextFrame), parts);
  const socket = await connection.ready;
  const later = async (ms: number): Promise<void> => {
    server.clock.advance(ms);
    await rest();
  };
  return { server, tab, quotes, socket, later };
};

t.test('Extremes of the day grow with the bid, and the move is that of the bid', async (t) => {
  const first = foldQuote(undefined, ['EURUSD', '1.10', '1.11', 1, '1.09', '1.12', '1.05']);
  t.match(first, { open: '1.09', high: '1.12', low: '1.05', move: 'none' });
  const higher = foldQuote(first, ['EURUSD', '1.13', '1.14', 2]);
  t.match(higher, { open: '1.09', high: '1.13', low: '1.05', move: 'up', timeMs: 2 });
  const wider = foldQuote(higher, ['EURUSD', '1.13', '1.15', 3]);
  t.equal(wider.move, 'up', 'an unchanged bid keeps the move');
  const negative = foldQuote(wider, ['EURUSD', '-9.13', '-9.00', 4]);
  t.match(negative, { low: '-9.13', high: '1.13', move: 'down' });
  t.match(foldQuote(undefined, ['X', '1', '2', 1]), { open: null, high: null, low: null });
});

t.test('Symbols that views draw are followed together, and left when no view draws', async (t) => {
  const { server, tab, quotes, socket, later } = await quoted();
  server.answers.set('subscribe', ({ data }) => {
    const rows = (data.symbols as string[]).map((name) => [name, '1.1', '1.2', 5, '1', '2', '1']);
    return { code: 'ok', data: { channel: 'quotes', snapshot: rows, seq: '1' } };
  });
  const names = Array.from({ length: 300 }, (_, at) => `S${at}`);
  const stopAll = quotes.follow(names);
  const stopOne = quotes.follow(['S0', 'EURUSD']);
  await later(50);
  const asked = server.asks('subscribe') as { symbols: string[]; max_rate_ms: number }[];
  t.same(
    asked.map(({ symbols }) => symbols.length),
    [256, 45],
    'at most 256 a call, each symbol once',
  );
  t.equal(asked[0]?.max_rate_ms, 100);
  tab.draw();
  t.match(quotes.of('EURUSD').value, { bid: '1.1', open: '1' });
  server.send('quotes', [['EURUSD', '1.3', '1.4', 6]]);
  t.equal(quotes.of('EURUSD').value?.bid, '1.1', 'drawn with the next frame');
  tab.draw();
  t.match(quotes.of('EURUSD').value, { bid: '1.3', move: 'up' });
  stopAll();
  stopAll();
  await later(3_000);
  const ended = server.asks('unsubscribe') as { symbols: string[] }[];
  t.equal(ended.flatMap(({ symbols }) => symbols).length, 299, 'S0 is still drawn');
  stopOne();
  const stopAgain = quotes.follow(['EURUSD']);
  await later(3_000);
  t.same(server.asks('unsubscribe').at(-1), { channel: 'quotes', symbols: ['S0'] });
  stopAgain();
  socket.close();
});

t.test('Where a server day may have begun the prices of the day are read again', async (t) => {
  const { server, quotes, socket, later } = await quoted();
  quotes.follow(['EURUSD']);
  await later(50);
  const count = (): number => server.asks('subscribe').length;
  const before = count();
  server.send('quotes', [['EURUSD', '1.3', '1.4', 900_000]]);
  server.send('quotes', [['EURUSD', '1.3', '1.4', 1_799_999]]);
  t.equal(count(), before, 'within a quarter of an hour');
  server.send('quotes', [['EURUSD', '1.3', '1.4', 1_800_000]]);
  await rest();
  t.equal(count(), before + 1);
  socket.close();
});
