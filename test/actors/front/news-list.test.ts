// The list of news: the newest are kept, and their numbers rise.

import t from 'tap';
import { NewsList } from '../../../actors/front/news-list.js';
import { NEWS_KEPT } from '../../../wire/rest/trading/news.js';

t.test('The newest news are kept, so many at most, by rising numbers', async (t) => {
  const list = new NewsList();
  const now = Date.UTC(2026, 0, 5);
  for (let n = 0; n <= NEWS_KEPT; n += 1) list.add(1, `${n}`, 'text', now);
  t.equal(list.newest.length, NEWS_KEPT);
  t.match(list.newest[0], { headline: String(NEWS_KEPT), time: '2026-01-05T00:00:00.000Z' });
  const ids = list.newest.map(({ id }) => id);
  t.same(
    ids,
    [...ids].sort((a, b) => b - a),
  );
  t.equal(new Set(ids).size, NEWS_KEPT, 'also in one millisecond');
});

t.test('Datafeeds share the places: one with many drops its own oldest alone', async (t) => {
  const list = new NewsList();
  for (let n = 0; n < 3; n += 1) list.add(1, `quiet ${n}`, '', 1);
  for (let n = 0; n < NEWS_KEPT + 50; n += 1) list.add(2, `flood ${n}`, '', 2);
  const quiet = () => list.newest.filter(({ headline }) => headline.startsWith('quiet')).length;
  t.equal(list.newest.length, NEWS_KEPT);
  t.equal(quiet(), 3);
  t.match(list.newest[0], { headline: `flood ${NEWS_KEPT + 49}` });
  for (let n = 3; n < NEWS_KEPT; n += 1) list.add(1, `quiet ${n}`, '', 3);
  t.equal(quiet(), NEWS_KEPT / 2, 'two datafeeds have the half each');
});
