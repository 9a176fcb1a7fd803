// Changes of settings as text: what is read is what was written, however alike the records are.

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import { deltaText, readDelta } from '../../actors/shared/settings-text.js';
import type { SettingsChange } from '../../wire/settings-delta.js';
import type { SymbolRecord } from '../../wire/symbols.js';
import { Dice } from '../engine/model-dice.js';
import { randomDelta } from '../engine/settings-steps.js';
import { symbol } from '../support/engine-harness.js';

t.test('any change is read as it was written', async (t) => {
  const property = fc.property(fc.integer(), (seed) => {
    const delta = randomDelta(new Dice(seed), 7, 30);
    if (!isDeepStrictEqual(readDelta(deltaText(delta)), delta)) throw new Error('it differs');
  });
  t.doesNotThrow(() => fc.assert(property, { numRuns: 500, seed: 4 }));
});

const value = fc.constantFrom(
  null,
  1,
  'a',
  'b',
  '',
  true,
  [],
  [1, { a: 'b' }],
  { a: 1 },
  undefined,
);
const record = fc.option(
  fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), value, { noNullPrototype: true }),
);

t.test('records of any fields are told, of which some are missing or unknown', async (t) => {
  const property = fc.property(fc.array(record, { maxLength: 6 }), (records) => {
    const changes = records.map((one, at) => ({
      kind: 'symbol',
      key: String(at),
      version: 1,
      record: one,
    })) as unknown as SettingsChange[];
    const read = readDelta(deltaText({ version: 1, changes }));
    const wanted = JSON.parse(JSON.stringify(changes));
    if (!isDeepStrictEqual(read.changes, wanted)) {
      throw new Error(`${JSON.stringify(read.changes)} is not ${JSON.stringify(wanted)}`);
    }
  });
  t.doesNotThrow(() => fc.assert(property, { numRuns: 2000, seed: 6 }));
});

t.test('records that are alike take little room', async (t) => {
  const changes = Array.from({ length: 256 }, (_, at) => ({
    ...{ kind: 'symbol' as const, key: String(at), version: 1 },
    record: symbol(`S${at}`, { id: at }),
  }));
  const text = deltaText({ version: 1, changes });
  t.ok(text.length < JSON.stringify(changes).length / 8, `${text.length} characters`);
  const { changes: read } = readDelta(text);
  t.same(read, changes);
  const [first, second] = read.map((one) => one.record as SymbolRecord);
  t.equal(first?.trade_sessions, second?.trade_sessions, 'what they have in common is there once');
});
