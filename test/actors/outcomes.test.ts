// The newest outcomes: a packed ring finds what a plain list of them finds, and drops in order.

import fc from 'fast-check';
import t from 'tap';
import { OUTCOMES_MAX, type Outcome, Outcomes } from '../../actors/shard/outcomes.js';
import { emptyRow } from '../../wire/fields.js';
import { TRADE_RESULT } from '../../wire/records.js';

const BLOCK_BYTES = 1 << 14;

interface Asked {
  readonly hash: number;
  readonly login: number;
  readonly id: string;
}

const outcomeOf = (id: string, n: number, message: string): Outcome => ({
  remembered: {
    request_id: id,
    digest: `d${n}`,
    result: { ...emptyRow(TRADE_RESULT), request_id: id, message },
  },
  count: n,
  seq: n + 1,
});

/** A ring of outcomes beside the list of all that it was ever given. */
class Pair {
  readonly #given: (Asked & { readonly outcome: Outcome })[] = [];
  readonly #dropped: number[] = [];
  readonly #ring: Outcomes;

  constructor(bytes?: number) {
    this.#ring = new Outcomes((_hash, _login, seq) => this.#dropped.push(seq), bytes);
  }

  get dropped(): number {
    return this.#dropped.length;
  }

  get kept(): number {
    return this.#given.length - this.dropped;
  }

  /** Were they dropped from the oldest on, each once? */
  get isInOrder(): boolean {
    return this.#dropped.every((seq, n) => seq === this.#given[n]?.outcome.seq);
  }

  add(asked: Asked, message: string): void {
    const outcome = outcomeOf(asked.id, this.#given.length, message);
    this.#ring.add(asked.hash, asked.login, outcome);
    this.#given.push({ ...asked, outcome });
  }

  /** What both find. */
  find({ hash, login, id }: Asked): readonly [found: unknown, wanted: unknown] {
    const kept = this.#given.slice(this.dropped);
    const wanted = kept.findLast((one) => one.login === login && one.id === id);
    return [this.#ring.find(hash, login, id), wanted?.outcome];
  }
}

/** Few hashes, several to a bucket; the same for several logins, and for several ids. */
const asking = fc.record({
  hash: fc.constantFrom(0, 7, 7 | (1 << 20), 7 | (1 << 31), OUTCOMES_MAX - 1),
  login: fc.integer({ min: 1, max: 3 }),
  id: fc.constantFrom('a', 'b', 'größer'),
});

t.test('requests are found as in a plain list, whatever hash they share', (t) => {
  const step = fc.record({ asked: asking, pad: fc.nat({ max: 900 }), wanted: asking });
  let dropped = 0;
  const property = fc.property(fc.array(step, { minLength: 50, maxLength: 150 }), (steps) => {
    const pair = new Pair(BLOCK_BYTES);
    const keyOf = (asked: Asked): Asked => ({ ...asked, id: `${asked.id} of ${asked.hash}` });
    for (const { asked, pad, wanted } of steps) {
      pair.add(keyOf(asked), 'é'.repeat(pad));
      for (const one of [asked, wanted]) t.same(...pair.find(keyOf(one)));
    }
    dropped += pair.dropped;
    return pair.isInOrder;
  });
  t.doesNotThrow(() => fc.assert(property, { numRuns: 40, seed: 1 }));
  t.ok(dropped > 500, `${dropped} made room`);
  t.end();
});

t.test('no more than so many are kept, however short', (t) => {
  const pair = new Pair();
  const asked = (n: number): Asked => ({ hash: Math.imul(n, 31), login: 1, id: String(n) });
  const more = 100;
  for (let n = 0; n < OUTCOMES_MAX + more; n += 1) pair.add(asked(n), '');
  t.equal(pair.kept, OUTCOMES_MAX);
  t.ok(pair.isInOrder);
  for (const n of [0, more - 1, more, OUTCOMES_MAX + more - 1]) t.same(...pair.find(asked(n)));
  t.end();
});
