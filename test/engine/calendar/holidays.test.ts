// Holidays and openings: when symbols do not trade, and when they do again.

import t from 'tap';
import { nextOpening } from '../../../engine/calendar/holidays.js';
import { serverDay } from '../../../engine/calendar/trading-day.js';
import { onTick } from '../../../engine/engine.js';
import type { HolidayRecord, PlatformRecord } from '../../../wire/settings/config.js';
import type { SymbolRecord } from '../../../wire/settings/symbols.js';
import { EngineHarness, NOON, openAccount, type Setup } from '../../support/engine-harness.js';
import { holiday, symbol } from '../../support/settings-records.js';
import { open } from '../waiting.js';

const at = (text: string): number => Date.parse(`${text}Z`);

const make = (holidays: readonly HolidayRecord[], symbol?: Setup['symbol']): EngineHarness =>
  openAccount({ holidays, balance: '100000', ...(symbol && { symbol }) });

/** The code of an order at a time. */
const codeAt = (engine: EngineHarness, text: string): string => {
  engine.now = at(text);
  engine.quote('EURUSD', '1.10000', '1.10010');
  return engine.code(open);
};

t.test('a holiday closes its minutes of the server day, half-open', async (t) => {
  const engine = make([holiday({ month: 3, day: 12, year: 2025, from_min: 600, to_min: 720 })]);
  t.equal(codeAt(engine, '2025-03-12T09:59:59'), 'ok');
  t.equal(codeAt(engine, '2025-03-12T10:00:00'), 'trade.market_closed');
  t.equal(codeAt(engine, '2025-03-12T11:59:59'), 'trade.market_closed');
  t.equal(codeAt(engine, '2025-03-12T12:00:00'), 'ok');
});

t.test('the day is that of the server clock', async (t) => {
  const holidays = [holiday({ year: 2025, month: 3, day: 13 })];
  const engine = openAccount({ holidays, platform: { utc_offset_min: 120 }, balance: '100000' });
  t.equal(codeAt(engine, '2025-03-12T21:59:58'), 'ok');
  t.equal(codeAt(engine, '2025-03-12T22:00:01'), 'trade.market_closed');
});

t.test('year 0 falls on the date in every year, 29 February in leap years', async (t) => {
  const yearly = make([holiday({ year: 0, month: 2, day: 29 })]);
  const closed = (text: string): boolean => codeAt(yearly, text) === 'trade.market_closed';
  const days = ['2023-02-28T12:00:00', '2023-03-01T12:00:00', '2024-02-29T12:00:00'];
  t.same(days.map(closed), [false, false, true]);
  const once = make([holiday({ year: 2024, month: 12, day: 25 })]);
  t.equal(codeAt(once, '2023-12-25T12:00:00'), 'ok');
  t.equal(codeAt(once, '2024-12-25T12:00:00'), 'trade.market_closed');
});

t.test('masks of names and paths choose the symbols, and what is off closes nothing', async (t) => {
  const closes = (more: Partial<HolidayRecord>): boolean =>
    codeAt(make([holiday({ year: 2025, month: 3, day: 12, ...more })]), '2025-03-12T12:00:00') ===
    'trade.market_closed';
  t.ok(closes({ symbols: ['EUR*'] }));
  t.ok(closes({ symbols: ['forex\\*'] }));
  t.notOk(closes({ symbols: ['XAU*'] }));
  t.notOk(closes({ symbols: ['*', '!EUR*'] }));
  t.notOk(closes({ enabled: false }));
});

t.test('a symbol is closed all day when holidays leave nothing of its sessions', async (t) => {
  const day = serverDay({ utc_offset_min: 0, daylight_saving: 'none' }, NOON);
  const spansOf = (text: string) =>
    text.split(' ').map((span) => {
      const [from_min = 0, to_min = 0] = span.split('-').map(Number);
      return { from_min, to_min };
    });
  for (const [off, session, closed] of [
    ['0-1440', '0-1440', true],
    ['0-1439', '0-1440', false],
    ['480-960', '480-960', true],
    ['480-959', '480-960', false],
    ['700-1440 0-720', '0-1440', true],
    ['0-600 601-1440', '0-1440', false],
    ['', '0-1440', false],
  ] as const) {
    const spans = off === '' ? [] : spansOf(off);
    const holidays = spans.map((span) => holiday({ year: 2025, month: 3, day: 12, ...span }));
    const trade_sessions = spansOf(session).map((span) => ({ day: 3, ...span }));
    const found = make(holidays, { trade_sessions }).symbol('EURUSD');
    t.equal(found.holidays.isAllDay(day, found.trade_sessions, 3), closed, off);
  }
});

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

t.test('a session begins at its minute of the server clock, in summer time too', async (t) => {
  t.equal(opening('2025-03-12T23:58'), '2025-03-13T00:05');
  t.equal(opening('2025-03-15T10:00'), '2025-03-17T00:05', 'after the weekend');
  const prague = { utc_offset_min: 60, daylight_saving: 'europe' } as const;
  t.equal(opening('2025-03-29T10:00', undefined, prague), '2025-03-30T22:05');
  t.equal(opening('2025-03-22T10:00', undefined, prague), '2025-03-23T23:05');
});

t.test('a holiday puts the opening off to its end, or to the day after', async (t) => {
  const monday = { year: 2025, month: 3, day: 17 };
  const half = holiday({ ...monday, from_min: 0, to_min: 720 });
  t.equal(opening('2025-03-15T10:00', undefined, {}, [half]), '2025-03-17T12:00');
  t.equal(opening('2025-03-15T10:00', undefined, {}, [holiday(monday)]), '2025-03-18T00:05');
  const clocked = opening('2025-03-17T03:00', {}, {}, [holiday(monday)]);
  t.equal(clocked, '2025-03-18T00:00', 'also of what trades around the clock');
});

t.test('a stop-out that passed over a closed symbol is tested again when it opens', async (t) => {
  const engine = openAccount({
    symbol: { trade_sessions: WORKING_WEEK },
    now: at('2025-03-15T10:00'),
    balance: '1000',
    held: [{ price_open: '1.30000' }],
  });
  engine.track();
  engine.bookChanged(onTick(engine.state, engine.ctx, 1));
  t.equal(engine.state.ledger.so_state, 'stop_out');
  t.equal(engine.state.positions.size, 1);
  engine.now = at('2025-03-17T00:05') - 1;
  t.same(engine.book.due(engine.ctx), []);
  engine.now += 1;
  t.same(engine.book.due(engine.ctx), [1001]);
  t.same(engine.book.due(engine.ctx), [], 'once');
  engine.timer(engine.now);
  t.match(engine.deals, [{ reason: 'so' }]);
  t.equal(engine.deals.length, 1);
});

t.test('a stop-out waits for each of its symbols in turn, until it is over', async (t) => {
  const later = [{ day: 1, from_min: 600, to_min: 1440 }];
  const engine = new EngineHarness({
    symbols: [
      symbol('EURUSD', { trade_sessions: WORKING_WEEK }),
      symbol('GBPUSD', { trade_sessions: later }),
    ],
    now: at('2025-03-15T10:00'),
    balance: '1000',
    held: ['EURUSD', 'GBPUSD'].map((name) => ({ name, price_open: '1.30000' })),
  });
  engine.state.ledger = { ...engine.state.ledger, so_state: 'stop_out' };
  engine.track();
  for (const opens of ['2025-03-17T00:05', '2025-03-17T10:00']) {
    engine.now = at(opens) - 1;
    t.same(engine.book.due(engine.ctx), []);
    engine.now += 1;
    t.same(engine.book.due(engine.ctx), [1001], opens);
  }
  engine.now = at('2025-03-17T23:58');
  engine.track();
  engine.state.ledger = { ...engine.state.ledger, so_state: 'none', balance: 10_000_000 };
  engine.track();
  engine.now += 7 * 86_400_000;
  t.same(engine.book.due(engine.ctx), []);
});
