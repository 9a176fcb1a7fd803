// Openings: when a closed symbol trades again, and the stop-outs that wait for it.

import t from 'tap';
import { Book, settle } from '../../engine/engine.js';
import { nextOpening } from '../../engine/holidays.js';
import type { HolidayRecord, PlatformRecord } from '../../wire/config.js';
import type { SymbolRecord } from '../../wire/symbols.js';
import { EngineHarness, holiday, openAccount, symbol } from '../support/engine-harness.js';
import { heldPosition } from '../support/engine-rows.js';

const at = (text: string): number => Date.parse(`${text}Z`);

/** Monday to Friday from 00:05 to 23:55. */
const WORKING_WEEK = [1, 2, 3, 4, 5].map((day) => ({ day, from_min: 5, to_min: 1435 }));

const opening = (
  after: string,
  more: Partial<SymbolRecord> = { trade_sessions: WORKING_WEEK },
  platform: Partial<PlatformRecord> = {},
  holidays: readonly HolidayRecord[] = [],
): string => {
  const engine = new EngineHarness({ symbols: [symbol('EURUSD', more)], platform, holidays });
  const { clock } = engine.ctx.settings;
  const found = nextOpening(clock, engine.symbol('EURUSD'), at(after));
  return Number.isFinite(found) ? new Date(found).toISOString().slice(0, 16) : 'never';
};

t.test(
  'a session begins at its minute of the server clock, in summer an hour earlier',
  async (t) => {
    t.equal(opening('2025-03-12T23:58'), '2025-03-13T00:05');
    t.equal(opening('2025-03-15T10:00'), '2025-03-17T00:05', 'after the weekend');
    const prague = { utc_offset_min: 60, daylight_saving: 'europe' } as const;
    t.equal(opening('2025-03-29T10:00', undefined, prague), '2025-03-30T22:05');
    t.equal(opening('2025-03-22T10:00', undefined, prague), '2025-03-23T23:05');
  },
);

t.test('a holiday puts the opening off to its end, or to the day after', async (t) => {
  const monday = { year: 2025, month: 3, day: 17 };
  const half = holiday({ ...monday, from_min: 0, to_min: 720 });
  t.equal(opening('2025-03-15T10:00', undefined, {}, [half]), '2025-03-17T12:00');
  t.equal(opening('2025-03-15T10:00', undefined, {}, [holiday(monday)]), '2025-03-18T00:05');
  const clocked = opening('2025-03-17T03:00', {}, {}, [holiday(monday)]);
  t.equal(clocked, '2025-03-18T00:00', 'also of what trades around the clock');
});

t.test('a symbol without sessions never opens', async (t) => {
  t.equal(opening('2025-03-12T10:00', { trade_sessions: [] }), 'never');
});

t.test('a stop-out that passed over a closed symbol is tested again when it opens', async (t) => {
  const engine = openAccount({
    symbol: { trade_sessions: WORKING_WEEK },
    now: at('2025-03-15T10:00'),
    balance: '1000',
    held: [{ price_open: '1.30000' }],
  });
  const book = new Book(() => engine.state);
  book.track(engine.state, engine.ctx);
  for (const event of settle(engine.state, engine.ctx, 1)) {
    book.changed(engine.state, event, engine.ctx);
  }
  t.equal(engine.state.ledger.so_state, 'stop_out');
  t.equal(engine.state.positions.size, 1);
  engine.now = at('2025-03-17T00:05') - 1;
  t.same(book.due(engine.ctx), []);
  engine.now += 1;
  t.same(book.due(engine.ctx), [1001]);
  t.same(book.due(engine.ctx), [], 'once');
  const deals = engine.timer(engine.now).flatMap((event) => event.deals);
  t.same(
    deals.map(({ reason }) => reason),
    ['so'],
  );
});

t.test(
  'a stop-out waits for each of its symbols in turn, and for none when it is over',
  async (t) => {
    const later = [{ day: 1, from_min: 600, to_min: 1440 }];
    const engine = new EngineHarness({
      symbols: [
        symbol('EURUSD', { trade_sessions: WORKING_WEEK }),
        symbol('GBPUSD', { trade_sessions: later }),
      ],
      now: at('2025-03-15T10:00'),
    });
    const positions = ['EURUSD', 'GBPUSD'].map((name) =>
      heldPosition(engine, name, { price_open: '1.30000' }),
    );
    engine.give({ balance: '1000', positions });
    const book = new Book(() => engine.state);
    engine.state.ledger = { ...engine.state.ledger, so_state: 'stop_out' };
    book.track(engine.state, engine.ctx);
    for (const opens of ['2025-03-17T00:05', '2025-03-17T10:00']) {
      engine.now = at(opens) - 1;
      t.same(book.due(engine.ctx), []);
      engine.now += 1;
      t.same(book.due(engine.ctx), [1001], opens);
    }
    engine.now = at('2025-03-17T23:58');
    book.track(engine.state, engine.ctx);
    engine.state.ledger = { ...engine.state.ledger, so_state: 'none', balance: 10_000_000 };
    book.track(engine.state, engine.ctx);
    engine.now += 7 * 86_400_000;
    t.same(book.due(engine.ctx), []);
  },
);
