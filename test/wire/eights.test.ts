// Bytes kept as doubles: long texts and objects written again are the same bytes as before.

import fc from 'fast-check';
import t from 'tap';
import { Bytes } from '../../wire/bytes.js';
import { eightsOf } from '../../wire/eights.js';
import { keepJson, membersOf, writeText } from '../../wire/json.js';
import { keepPacked, packr, packText, rowPacker } from '../../wire/msgpack.js';

const TABLE = { origin: 'object' } as const;
const DIGITS = { digits: 0, currency_digits: 0 };

/** Long enough to be kept, some with what must not be written as it is. */
const long = fc
  .tuple(
    fc.constantFrom('5f0c7a52-9d1e-4c6b-8a4e-100000000001', 'x'.repeat(24), 'x'.repeat(64)),
    fc.constantFrom('', '', '"', '\\', '\n', '\u007f', 'é'),
  )
  .map(([text, odd]) => text + odd);

t.test('a long text is the same whichever way it is written, and however often', (t) => {
  const texts = fc.array(long, { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(texts, fc.array(fc.nat(2), { minLength: 24, maxLength: 24 }), (texts, ways) => {
      const out = new Bytes();
      const expected: Buffer[] = [];
      for (const [at, text] of texts.flatMap((one) => [one, one, one, one]).entries()) {
        const way = ways[at];
        if (way === 0) out.utf8(text);
        else if (way === 1) writeText(out, text);
        else packText(out, text);
        if (way === 0) expected.push(Buffer.from(text));
        else if (way === 1) expected.push(Buffer.from(JSON.stringify(text)));
        else expected.push(packr.pack(text));
      }
      return out.copy().equals(Buffer.concat(expected));
    }),
    { numRuns: 500, seed: 7 },
  );
  t.end();
});

t.test('an object that is kept is written as one that is not', (t) => {
  const json = membersOf(TABLE);
  const pack = rowPacker(TABLE);
  for (const origin of [{ terminal: 'web', ip: '::1', session: 'é"\\' }, { dealer: 2 ** 31 }, {}]) {
    const bytes = () => {
      const out = new Bytes();
      json(out, { origin }, DIGITS);
      pack(out, { origin });
      return out.copy().toString('hex');
    };
    const before = bytes();
    keepJson(origin);
    keepPacked(origin);
    t.equal(bytes(), before);
  }
  t.end();
});

t.test('bytes that make no number are not kept', (t) => {
  t.equal(eightsOf(Buffer.from('000000000000f87f', 'hex')), undefined);
  t.equal(eightsOf(Buffer.from('010000000000f0ff', 'hex')), undefined);
  t.same(eightsOf(Buffer.from('abc'))?.length, 3);
  t.end();
});
