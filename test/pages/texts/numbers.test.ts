// Numbers as people read them: no digit of the server's is lost, and none is made.

import fc from 'fast-check';
import t from 'tap';
import { serverClock } from '../../../pages/live/clock.js';
import { language } from '../../../pages/texts/language.js';
import {
  grouped,
  moneyText,
  priceParts,
  signed,
  signOf,
  timeText,
  typedNumber,
  withDigits,
  zoneText,
} from '../../../pages/texts/numbers.js';

language.value = 'en';

t.test('Zeros beyond the digits of a symbol are cut, other digits never', async (t) => {
  t.equal(withDigits('1.15851000', 5), '1.15851');
  t.equal(withDigits('1.158515', 5), '1.158515');
  t.equal(withDigits('1.1', 5), '1.10000');
  t.equal(withDigits('4090', 2), '4090.00');
  t.equal(withDigits('100', 0), '100');
  t.equal(withDigits('-0.5', 2), '-0.50');
});

t.test(
  'Pips are large: with 3 or 5 digits the last one is small, else the last two are large',
  async (t) => {
    const parts = (text: string, digits: number): string => {
      const { head, pips, tail } = priceParts(text, digits);
      return `${head}|${pips}|${tail}`;
    };
    t.equal(parts('1.15872', 5), '1.15|87|2');
    t.equal(parts('157.123', 3), '157.|12|3');
    t.equal(parts('4090.45', 2), '4090.|45|');
    t.equal(parts('1.1587', 4), '1.15|87|');
    t.equal(parts('40904', 0), '409|04|');
    t.equal(parts('7.5', 1), '|7.5|');
  },
);

t.test('The parts of a price are the price', async () => {
  const digits = fc.nat(8);
  const price = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 12n }), digits);
  fc.assert(
    fc.property(price, digits, ([units, scale], shown) => {
      const text = units.toString().padStart(scale + 1, '0');
      const written = scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
      const { head, pips, tail } = priceParts(written, shown);
      return head + pips + tail === withDigits(written, shown);
    }),
  );
});

t.test('Money is grouped by the language, to the last digit of any length', async (t) => {
  t.equal(moneyText('10000', 2), '10,000.00');
  t.equal(moneyText('-1234567.891', 2), '-1,234,567.891');
  t.equal(moneyText('9007199254740993.01', 2), '9,007,199,254,740,993.01');
  t.equal(grouped('no number'), 'no number');
  language.value = 'de';
  t.equal(moneyText('10000', 2), '10.000,00');
  language.value = 'en';
});

t.test('Signs are shown on gains and losses, and not on zero', async (t) => {
  t.same(['2.10', '-2.10', '0.00', '-0.00'].map(signed), ['+2.10', '-2.10', '0.00', '-0.00']);
  t.same(['2.10', '-2.10', '0.00', '-0.00'].map(signOf), [1, -1, 0, 0]);
});

t.test('What is typed with a comma or a point is a number, anything else is none', async (t) => {
  t.same([' 1,5 ', '.5', '5.', '-2', '+2'].map(typedNumber), ['1.5', '0.5', '5', '-2', '2']);
  t.same(['', '1.2.3', '1,000.5', '1e5', 'x'].map(typedNumber), [null, null, null, null, null]);
});

t.test('A moment is told by the clock of the server, day before month', async (t) => {
  serverClock.value = { utc_offset_min: 120, daylight_saving: 'europe' };
  t.teardown(() => {
    serverClock.value = null;
  });
  t.equal(timeText('2026-11-30T22:30:05Z', 'both'), '01/12/2026, 00:30:05');
  t.equal(timeText('2026-07-30T22:30:05Z', 'time'), '01:30:05', 'in summer');
  t.same(
    ['2026-11-30', '2026-07-30'].map((day) => zoneText(Date.parse(day))),
    ['UTC+02:00', 'UTC+03:00'],
  );
  t.equal(timeText('no time', 'time'), '');
});
