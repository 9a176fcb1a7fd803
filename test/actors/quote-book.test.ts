// The quotes that a shard trades at: which prices of the recent stream it recognises.

import t from 'tap';
import { QuoteBook } from '../../actors/shard/quote-book.js';

const SYMBOL = 32_767;

/** A book with so many ticks of a symbol, the nth at Bid n, Ask n + 1 and time n. */
const bookOf = (ticks: number): QuoteBook => {
  const book = new QuoteBook();
  for (let n = 1; n <= ticks; n += 1) book.tick(SYMBOL, n, n + 1, n);
  return book;
};

const sees = (book: QuoteBook, bid: number, since = 0): boolean =>
  book.inStream(SYMBOL, (one) => one === bid, since);

t.test('a symbol without ticks has no quote and no stream', async (t) => {
  const book = bookOf(0);
  t.equal(book.quote(SYMBOL).time, 0);
  t.notOk(book.inStream(SYMBOL, () => true, 0));
});

t.test('each of the last 512 ticks is recognised, however many there were before', async (t) => {
  for (const ticks of [1, 16, 17, 40, 511, 512, 513, 700, 2000]) {
    const book = bookOf(ticks);
    t.equal(book.quote(SYMBOL).bid, ticks);
    const oldest = Math.max(1, ticks - 511);
    for (let bid = oldest; bid <= ticks; bid += 1) {
      if (!sees(book, bid)) t.fail(`tick ${bid} of ${ticks} is not recognised`);
    }
    t.notOk(sees(book, oldest - 1), `what was before the last 512 of ${ticks} is not`);
  }
});

t.test('the quote that stood at a time counts, none before it', async (t) => {
  const book = bookOf(30);
  t.ok(sees(book, 10, 11), 'stood until 11 came');
  t.notOk(sees(book, 9, 11));
});
