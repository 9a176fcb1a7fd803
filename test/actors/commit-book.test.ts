// The commit book: which seq each event of a source got.

import fc from 'fast-check';
import t from 'tap';
import { CommitBook } from '../../actors/front/commit-book.js';

t.test('every committed event has the seq that its batch gave it', (t) => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ mine: fc.integer({ min: 1, max: 9 }), others: fc.nat({ max: 9 }) }), {
        minLength: 1,
        maxLength: 50,
      }),
      (batches) => {
        const book = new CommitBook(1, 100);
        const seqs: number[] = [];
        let seq = 100;
        for (const { mine, others } of batches) {
          for (let n = 0; n < mine; n += 1) {
            seq += 1;
            seqs.push(seq);
          }
          book.note(seqs.length, seq);
          seq += others;
        }
        for (const [index, expected] of seqs.entries()) t.equal(book.seqOf(index + 1), expected);
      },
    ),
    { numRuns: 50, seed: 1 },
  );
  t.end();
});

t.test('before the first event the seq is that of the log at the start', (t) => {
  t.equal(new CommitBook(1, 42).seqOf(0), 42);
  t.end();
});
