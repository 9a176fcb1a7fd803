// The market over REST as a trader's program reads it: bars page by page, and news.

import type { Test } from 'tap';
import { BarReader, BarStore } from '../../../../storage/read/bars.js';
import { ok } from '../../../../wire/base/codes.js';
import type { Queries } from '../../../../wire/queries/queries.js';
import { NEWS_KEPT } from '../../../../wire/rest/trading/news.js';
import { each, httpFor, type Terminal } from '../../../support/http-harness.js';
import { test } from '../tags.js';

const MINUTE_MS = 60_000;
const BEGIN = Date.UTC(2026, 0, 5);
const BARS = 25;
/** Prices of bars are ×10^(digits+3), of a symbol with 5 digits. */
const POINT = 1000;

/** A folder with bars of a minute of a symbol, of which the n-th opens at 1.10000 and n points. */
const keptBars = (t: Test, symbol_id: number): BarReader => {
  const folder = t.testdir({});
  const store = BarStore.open(folder);
  const bars = Array.from({ length: BARS }, (_, n) => {
    const open = (110_000 + n) * POINT;
    const prices = { open, high: open + 9 * POINT, low: open - 9 * POINT, close: open + POINT };
    const time = BEGIN + n * MINUTE_MS;
    const quotes = { tick_volume: n + 1, spread: 10, first: time, last: time };
    return { symbol_id, frame: 0, time, digits: 5, ...prices, ...quotes };
  });
  store.save(bars, []);
  const reader = new BarReader(folder);
  t.teardown(() => {
    reader.close();
    store.close();
  });
  return reader;
};

const iso = (n: number): string => new Date(BEGIN + n * MINUTE_MS).toISOString();

interface Bar {
  readonly time: string;
  readonly open: string;
}

/** Reads bars on from a time until there are no more, and the sizes of the answers. */
const walk = async (trader: Terminal, way: 'after' | 'before', from: string) => {
  const seen: Bar[] = [];
  const sizes: number[] = [];
  for (let at = from; ; ) {
    const query = `symbol=EURUSD&timeframe=m1&limit=10&to=${iso(BARS)}&${way}=${at}`;
    const bars = await trader.read<readonly Bar[]>(`/bars?${query}`);
    sizes.push(bars.length);
    const next = bars.at(way === 'after' ? -1 : 0);
    if (next === undefined) return { seen, sizes };
    if (way === 'after') seen.push(...bars);
    else seen.unshift(...bars);
    at = next.time;
  }
};

test`Bars are read on forward and backward, none twice, at the prices of the group`(async (t) => {
  let reader: BarReader | undefined;
  const query = async (_: unknown, name: string, input: object) =>
    ok(name === 'bars' ? reader?.query(input as Queries['bars']['input']) : null) as never;
  const http = await httpFor(t, {}, { query });
  const symbols = [...http.harness.desk.records.all('symbol')].map(({ record }) => record);
  reader = keptBars(t, symbols.find(({ name }) => name === 'EURUSD')?.id ?? 0);
  const wide = { mask: '*', spread_diff: 20, spread_diff_bid: 8 };
  await http.harness.create('group', { path: 'demo\\wide', currency: 'USD', symbols: [wide] });
  const trader = await http.signedIn('trader');
  const login = await http.openAccount({ group: 'demo\\wide' });
  const other = await http.signedIn('trader', { login });
  const all = Array.from({ length: BARS }, (_, n) => iso(n));
  for (const way of ['after', 'before'] as const) {
    const { seen, sizes } = await walk(trader, way, way === 'after' ? iso(-1) : iso(BARS));
    t.same(each(seen, 'time'), all, `${way}: each once, oldest first in every answer`);
    t.same(sizes, [10, 10, 5, 0]);
  }
  const first = `/bars?symbol=EURUSD&timeframe=m1&limit=1&after=${iso(-1)}`;
  const same = { time: iso(0), tick_volume: 1, real_volume: '0' };
  const plain = {
    open: '1.10000',
    high: '1.10009',
    low: '1.09991',
    close: '1.10001',
    spread: 10,
  };
  t.same(await trader.read(first), [{ ...same, ...plain }]);
  const lower = {
    open: '1.09992',
    high: '1.10001',
    low: '1.09983',
    close: '1.09993',
    spread: 30,
  };
  t.same(await other.read(first), [{ ...same, ...lower }], 'the spread of the group');
  const within = `/bars?symbol=EURUSD&timeframe=m1&from=${iso(3)}&to=${iso(7)}`;
  const opens = async (more: string) =>
    (await trader.read<readonly Bar[]>(within + more)).map(({ open }) => open);
  t.same(await opens(''), ['1.10003', '1.10004', '1.10005', '1.10006'], '`to` is left out');
  t.same(await opens('&limit=2'), ['1.10005', '1.10006'], 'the newest');
  t.same(await opens(`&limit=2&after=${iso(3)}`), ['1.10004', '1.10005'], 'the next ones');
});

test`News come newest first, whole, as headlines, or not at all, as the group has it`(async (t) => {
  const newest = Array.from({ length: NEWS_KEPT }, (_, n) => ({
    id: NEWS_KEPT - n,
    time: new Date(BEGIN).toISOString(),
    headline: `Rates ${NEWS_KEPT - n}`,
    text: 'The bank left them as they are.',
  }));
  const http = await httpFor(t, {}, { news: () => newest });
  const listed = async (news_mode: string, query = '') => {
    const group = `demo\\${news_mode}`;
    if (![...http.harness.desk.records.all('group')].some(({ key }) => key === group)) {
      await http.harness.create('group', { path: group, currency: 'USD', news_mode });
    }
    const login = await http.openAccount({ group });
    const trader = await http.signedIn('trader', { login });
    return trader.get(`/news${query}`);
  };
  t.same((await listed('full')).data, newest.slice(0, 50));
  t.same((await listed('full', '?limit=2')).data, newest.slice(0, 2));
  t.same((await listed('full', `?limit=${NEWS_KEPT}`)).data, newest);
  t.same(
    (await listed('headers', '?limit=1')).data,
    newest.slice(0, 1).map((one) => ({ ...one, text: '' })),
  );
  t.same((await listed('none')).data, []);
  for (const limit of [0, NEWS_KEPT + 1]) {
    t.match(await listed('full', `?limit=${limit}`), { code: 'invalid_input' });
  }
});
