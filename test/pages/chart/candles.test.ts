// Bars of a chart: late states of earlier bars, and what is read again after a gap.

import t from 'tap';
import { candleOf, putEarlier, readAfter } from '../../../pages/chart/candles.js';

const bar = (minute: number, close: string) => ({
  time: `2026-11-30T10:${String(minute).padStart(2, '0')}:00.000Z`,
  open: '1.1',
  high: '1.3',
  low: '1.0',
  close,
  tick_volume: 4,
  real_volume: '0',
  spread: 7,
});

t.test('A late state replaces its bar; the chart takes the newest and later ones', async (t) => {
  const candles = [bar(1, '1.1'), bar(2, '1.2'), bar(3, '1.25')].map(candleOf);
  t.equal(putEarlier(candles, candleOf(bar(2, '1.29'))), true);
  t.same(
    candles.map(({ close }) => close),
    [1.1, 1.29, 1.25],
  );
  t.equal(putEarlier(candles, candleOf(bar(3, '1.26'))), false);
  t.equal(putEarlier(candles, candleOf(bar(4, '1.26'))), false);
  t.equal(putEarlier(candles, candleOf(bar(0, '1.26'))), true, 'older than all: dropped');
  t.equal(candles.length, 3);
});

t.test('After a gap the newest known bar is read again as well', async (t) => {
  const candles = [bar(1, '1.1'), bar(2, '1.2')].map(candleOf);
  t.equal(readAfter(candles), '2026-11-30T10:01:00.000Z');
  t.equal(readAfter([]), undefined);
});
