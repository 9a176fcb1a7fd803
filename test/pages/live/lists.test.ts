// Lists over REST: what they show while they are read, are pending, or fail.

import t from 'tap';
import { BrokerError } from '../../../client/session/errors.js';
import { type ListPage, makeList } from '../../../pages/live/lists.js';
import { rest } from '../../support/client/scripted-server.js';
import { HandClock } from '../../support/hand-clock.js';

interface Row {
  readonly id: number;
  readonly name: string;
}
interface Asked {
  readonly page?: number;
  readonly min_projection_seq?: string;
}

const listed = () => {
  const clock = new HandClock();
  const asked: Asked[] = [];
  const answers: ((page: ListPage<Row> | Error) => void)[] = [];
  const read = (query: Asked): Promise<ListPage<Row>> => {
    asked.push(query);
    return new Promise((resolve, reject) => {
      answers.push((page) => (page instanceof Error ? reject(page) : resolve(page)));
    });
  };
  const list = makeList<Row, Asked, ListPage<Row>>(read, ({ id }) => id, clock);
  const answer = async (page: ListPage<Row> | Error, at = 0): Promise<void> => {
    answers.splice(at, 1)[0]?.(page);
    await rest();
  };
  return { clock, asked, list, answer };
};
const row = (id: number, name = 'a'): Row => ({ id, name });

t.test('Old rows stay while a pending list is read again', async (t) => {
  const { clock, asked, list, answer } = listed();
  t.equal(list.status.value, 'idle');
  void list.load({ page: 1 });
  t.equal(list.status.value, 'loading');
  await answer({ items: [row(1), row(2)], total: 2 });
  t.same([list.status.value, list.rows.value.length, list.page.value?.total], ['ready', 2, 2]);
  const [first] = list.rows.value;
  void list.reload('77');
  await answer({ items: [], total: 0, consistency: 'projection_pending', retry_after_ms: 300 });
  t.same([list.status.value, list.rows.value.length], ['pending', 2]);
  clock.advance(300);
  await rest();
  await answer({ items: [row(1), row(2, 'b')], total: 2, consistency: 'current' });
  t.same(asked.at(-1), { page: 1, min_projection_seq: '77' }, 'behind the same fence');
  t.equal(list.rows.value[0], first, 'an unchanged row is the same object');
  t.equal(list.rows.value[1]?.name, 'b');
});

t.test('An answer to an earlier query is dropped', async (t) => {
  const { list, answer } = listed();
  void list.load({ page: 1 });
  void list.load({ page: 2 });
  await answer({ items: [row(2)] }, 1);
  await answer({ items: [row(1)] });
  t.same(list.rows.value, [row(2)]);
  t.same(list.query.value, { page: 2 });
});

t.test('A list that fails keeps its rows and tells why', async (t) => {
  const { list, answer } = listed();
  void list.load({});
  await answer({ items: [row(1)] });
  void list.reload();
  await answer(new BrokerError('internal', 'The server failed.', { requestId: 'r-9' }));
  t.same([list.status.value, list.rows.value.length], ['failed', 1]);
  t.match(list.refusal.value, {
    code: 'internal',
    message: 'The server failed.',
    request_id: 'r-9',
  });
});

t.test('Rows behind a cursor are added; a changed row is shown at once', async (t) => {
  const { list, answer } = listed();
  void list.load({});
  await answer({ items: [row(1)], after: 'c' });
  void list.more({ page: 2 });
  await answer({ items: [row(2)], after: null });
  t.same(list.rows.value, [row(1), row(2)]);
  list.patch((one) => (one.id === 1 ? null : { ...one, name: 'z' }));
  t.same(list.rows.value, [row(2, 'z')]);
});
