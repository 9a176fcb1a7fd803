// Bars over REST for staff: reading them, and correcting them with their rights, scope and journal.

import t, { type Test } from 'tap';
import { BarReader, BarStore } from '../../../../storage/read/bars.js';
import { ok } from '../../../../wire/base/codes.js';
import type { Queries } from '../../../../wire/queries/queries.js';
import { marketOf } from '../../../actors/market/fixtures.js';
import { httpFor } from '../../../support/http-harness.js';

const MINUTE_MS = 60_000;
/** Prices of bars are ×10^(digits+3), of a symbol with 5 digits. */
const POINT = 1000;

interface Row {
  readonly time: string;
  readonly high: string;
}

/** A platform whose EURUSD has five minutes at 1.10000 that are over; the third has a spike. */
const openCharts = async (t: Test) => {
  let reader: BarReader | undefined;
  const query = async (_: unknown, name: string, input: object) =>
    ok(name === 'bars' ? reader?.query(input as Queries['bars']['input']) : null) as never;
  const http = await httpFor(t, {}, { query });
  const { harness } = http;
  const folder = t.testdir({});
  const store = BarStore.open(folder);
  reader = new BarReader(folder);
  const begin = harness.now - (harness.now % MINUTE_MS) - 60 * MINUTE_MS;
  await harness.write((tx) => tx.patch('symbol', '1', { manual_quote_pts: 1_000 }));
  const { market } = marketOf(harness.desk.settings(), { bars: store });
  const symbol_id = harness.desk.settings().symbol.find(({ name }) => name === 'EURUSD')?.id ?? 0;
  const bars = Array.from({ length: 5 }, (_, n) => {
    const time = begin + n * MINUTE_MS;
    const open = 110_000 * POINT;
    const prices = { open, high: n === 2 ? 110_500 * POINT : open, low: open, close: open };
    const quotes = { tick_volume: 3, spread: 10, first: time, last: time };
    return { symbol_id, frame: 0, time, digits: 5, ...prices, ...quotes };
  });
  store.save(bars, []);
  market.start();
  t.teardown(() => {
    market.stop();
    reader?.close();
    store.close();
  });
  harness.correctBars = async (correction) => market.correctBars(correction);
  const iso = (n: number): string => new Date(begin + n * MINUTE_MS).toISOString();
  return { http, iso };
};

const VALUES = { open: '1.10000', high: '1.10002', low: '1.10000', close: '1.10000' };

t.test('staff read bars and correct a spike; the journal has the old and new values', async (t) => {
  const { http, iso } = await openCharts(t);
  const staff = await http.staff({ rights: ['symbols.quick_edit', 'journal.view'] });
  const read = (timeframe = 'm1') =>
    staff.read<readonly Row[]>(`/bars?symbol=eurusd&timeframe=${timeframe}&from=${iso(-1440)}`);
  t.match(await read(), [{ high: '1.10000', spread: 10 }, {}, { high: '1.10500' }, {}, {}]);
  const body = {
    ...{ symbol: 'EURUSD', from: iso(2), to: iso(3) },
    bars: [{ time: iso(2), ...VALUES }],
  };
  const made = await staff.post('/bars/rebuild', body);
  t.match(made, { code: 'ok', data: { symbol: 'EURUSD', changed: 9 } });
  const after = { ...VALUES, tick_volume: 3, spread: 10 };
  const before = { ...after, high: '1.10500' };
  const { bars } = made.data as { bars: readonly object[] };
  t.same(bars[0], { timeframe: 'm1', time: iso(2), before, after });
  t.match(bars[1], { timeframe: 'm5', before: null, after: { high: '1.10002' } });
  t.equal((await read())[2]?.high, '1.10002');
  t.equal((await read('h1'))[0]?.high, '1.10002', 'longer bars follow');
  const { harness } = http;
  const lines = () => harness.log.flatMap(({ journal }) => journal);
  const line = lines().at(-1);
  t.match(line, {
    kind: 'trade',
    setting: 'symbol',
    text: `bars of EURUSD corrected by hand, ${iso(2)} to ${iso(3)}: 9`,
  });
  t.same(line?.changes?.[0], {
    field: `m1 ${iso(2)}`,
    from: '1.10000 1.10500 1.10000 1.10000, ticks 3, spread 10',
    to: '1.10000 1.10002 1.10000 1.10000, ticks 3, spread 10',
  });
  t.equal(line?.changes?.length, 9);
  const count = lines().length;
  t.match(await staff.post('/bars/rebuild', body), { data: { changed: 0, bars: [] } });
  t.equal(lines().length, count, 'the same again changes nothing, and writes no line');
  const { bars: _, ...whole } = { ...body, from: iso(0), to: iso(5) };
  const remade = () => staff.post('/bars/rebuild', whole);
  t.match(await remade(), { code: 'ok' }, 'the longer bars of the other minutes');
  t.match(await remade(), { data: { changed: 0 } });
  const none = { ...whole, from: iso(-60), to: iso(-30) };
  t.match(await staff.post('/bars/rebuild', none), {
    ...{ code: 'conflict', message: /^No minute of .* is kept/ },
  });
  const many = Array.from({ length: 1_440 }, (_, n) => ({ time: iso(n - 1_500), ...VALUES }));
  const long = { symbol: 'EURUSD', from: iso(-1_500), to: iso(-60), bars: many };
  const answer = await staff.post('/bars/rebuild', long);
  t.match(answer, { code: 'ok', message: '', data: { bars: { length: 100 } } });
  t.ok((answer.data as { changed: number }).changed > 1_440);
  t.match(lines().at(-1), { text: /: \d+, of which 100$/, changes: { length: 100 } });
});

t.test('a correction that is wrong is refused by the field', async (t) => {
  const { http, iso } = await openCharts(t);
  const staff = await http.staff({ rights: ['symbols.quick_edit'] });
  const period = { symbol: 'EURUSD', from: iso(0), to: iso(5) };
  const bar = (given: object = {}) => ({ bars: [{ time: iso(1), ...VALUES, ...given }] });
  const late = new Date(Date.parse(iso(61))).toISOString();
  const wrong: readonly (readonly [given: object, message: RegExp])[] = [
    [{ to: iso(0) }, /^to: must be after from/],
    [{ from: '2026-01-05T10:00:30Z' }, /^from: must be a full minute/],
    [{ from: iso(-1436), to: iso(5) }, /^to: must be at most 1440 minutes/],
    [{ to: late }, /^to: the last minute must have ended/],
    [{ bars: [] }, /bars/],
    [bar({ time: iso(5) }), /^bars\.0\.time: must be in the period/],
    [bar({ time: iso(1).replace('00.000Z', '01.000Z') }), /^bars\.0\.time: must be a full minute/],
    [{ bars: [...bar().bars, ...bar().bars] }, /^bars\.1\.time: must be later/],
    [bar({ open: '1.100001' }), /^bars\.0\.open: not a price/],
    [bar({ low: '0' }), /^bars\.0\.low: not a price/],
    [bar({ high: '1.09999' }), /^bars\.0\.high: must not be below/],
    [bar({ low: '1.10001' }), /^bars\.0\.low: must not be above/],
    [bar({ high: '9.00000' }), /^bars\.0\.high: must be from .* to .*manual_quote_pts/],
    [bar({ tick_volume: 0 }), /tick_volume/],
    [bar({ volume: 1 }), /volume/],
  ];
  for (const [given, message] of wrong) {
    const answer = await staff.post('/bars/rebuild', { ...period, ...given });
    t.match(answer, { code: 'invalid_input', message }, JSON.stringify(given));
  }
  const unknown = { ...period, symbol: 'NOPE' };
  t.match(await staff.post('/bars/rebuild', unknown), { status: 404 });
  t.match(await staff.get('/bars?symbol=NOPE&timeframe=m1'), { status: 404 });
});

t.test('bars are corrected by whose scope has all groups that show them', async (t) => {
  const { http, iso } = await openCharts(t);
  const body = { symbol: 'EURUSD', from: iso(0), to: iso(5) };
  const correct = async (...group_scope: string[]) => {
    const staff = await http.staff({ rights: ['symbols.quick_edit'], group_scope });
    return (await staff.post('/bars/rebuild', body)).code;
  };
  t.equal(await correct('demo\\*'), 'forbidden');
  t.equal(await correct('*'), 'ok');
});
