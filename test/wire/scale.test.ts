// Decimals read as scaled integers: the quick way and the exact one agree.

import fc from 'fast-check';
import t from 'tap';
import { emptyRow, showRow, tickUnits } from '../../wire/fields.js';
import { membersOf } from '../../wire/json.js';
import { DEAL } from '../../wire/records.js';
import { formatExact, formatShortest, parseScaled, parseScaledBig } from '../../wire/scale.js';
import { textOf } from '../../wire/text.js';

t.test('a decimal is read exactly, or not at all', async (t) => {
  t.equal(parseScaled('1.23', 8), 123_000_000);
  t.equal(parseScaled('-0.5', 2), -50);
  t.equal(parseScaled('1.2300', 2), 123, 'zeros beyond the scale say nothing');
  t.equal(parseScaled('1.231', 2), undefined, 'a decimal beyond the scale does');
  t.equal(parseScaled('9007199254740993', 0), undefined, 'no double holds it');
  for (const text of ['', '.', '.5', '5.', '1e3', '+1', ' 1', '--1', '1.2.3', '0x1', 'NaN']) {
    t.equal(parseScaled(text, 4), undefined, `"${text}" is no decimal`);
  }
});

t.test('short decimals take the quick way and come to the same', async (t) => {
  const digits = fc.stringMatching(/^-?\d{1,12}(\.\d{1,9})?$/);
  const check = fc.check(
    fc.property(digits, fc.integer({ min: 0, max: 12 }), (text, scale) => {
      const exact = parseScaledBig(text, scale);
      const fits = exact !== undefined && Number.isSafeInteger(Number(exact));
      const read = parseScaled(text, scale);
      return fits ? read === Number(exact) : read === undefined;
    }),
    { numRuns: 5000, seed: 2 },
  );
  t.notOk(check.failed, `but for ${fc.stringify(check.counterexample)}`);
});

t.test('what is written reads back', async (t) => {
  const check = fc.check(
    fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 12 }), (value, scale) => {
      const shortest = formatShortest(value, scale);
      const exact = formatExact(value, scale, scale);
      return [shortest, exact].every((text) => {
        return text.length > 20 || parseScaled(text, scale) === (value === 0 ? 0 : value);
      });
    }),
    { numRuns: 2000, seed: 2 },
  );
  t.notOk(check.failed, `but for ${fc.stringify(check.counterexample)}`);
});

const dealMembers = membersOf(DEAL);

t.test('the tick size of a deal is told exactly, however many digits prices have', async (t) => {
  const at = (digits: number, tick: string): unknown => {
    const tick_size = tickUnits(parseScaled(tick, digits + 3) as number, digits);
    const row = { ...emptyRow(DEAL), digits, tick_size };
    const scale = { digits, currency_digits: 2 };
    const members = textOf((out) => dealMembers(out, row, scale));
    const text = JSON.parse(`{${members}}`) as { tick_size: string };
    t.equal(text.tick_size, showRow(DEAL, row, scale).tick_size);
    return text.tick_size;
  };
  t.equal(at(0, '1'), '1');
  t.equal(at(2, '0.25'), '0.25');
  t.equal(at(5, '0.00001'), '0.00001');
  t.equal(at(8, '0.00000001'), '0.00000001');
  t.equal(at(9, '0.000000001'), '0.000000001');
  t.equal(at(10, '0.0000000005'), '0.0000000005');
  t.equal(at(10, '0.00000002'), '0.00000002');
});
