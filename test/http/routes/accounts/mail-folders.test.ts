// Folders of mailboxes: their rows by thread, their pages, and threads that are read.

import type { Test } from 'tap';
import {
  type Box,
  hello,
  LOGIN,
  type Mail,
  type Mailboxes,
  type Sides,
  staffReads,
  TEXT,
  mailTest as test,
  traderReads,
} from './mailboxes.js';

test`a mailbox is its owner’s alone [GET /admin/v1/mail #1]
  [GET /trader/v1/mail #1]`(async (t, { support, trader, admin, another }) => {
  const other = await another();
  await support.send(hello());
  await trader.send({ to: support.login, ...TEXT });
  for (const folder of ['inbox', 'sent']) {
    for (const own of [support, trader]) t.equal((await own.folder(`?folder=${folder}`)).total, 1);
    for (const foreign of [admin, other]) {
      t.same((await foreign.folder(`?folder=${folder}`)).items, []);
    }
  }
});

test`a mailbox has three folders, and staff have one whatever their group has
  [GET /admin/v1/mail #2, #14]
  [GET /trader/v1/mail #2]`(async (t, { support, trader, http, switchMail }) => {
  const draft = await trader.draft();
  const sent = await trader.send({ to: support.login, ...TEXT });
  await support.send(hello({ subject: 'Inbox' }));
  const ids = async (query: string) => (await trader.folder(query)).items.map(({ id }) => id);
  t.same(await ids('?folder=draft'), [draft.id]);
  t.same(await ids('?folder=sent'), [sent.id]);
  t.match(await trader.inbox(), [{ subject: 'Inbox' }], 'the inbox is the default');
  t.same(await trader.folder('?folder=inbox'), await trader.folder());
  t.equal((await trader.get('?folder=spam')).code, 'invalid_input');
  t.match(await support.folder('?folder=sent'), { enabled: true, items: [{ subject: 'Inbox' }] });
  const { group } = http.harness.desk.records.get('account', String(support.login))?.record ?? {};
  await switchMail(String(group), false);
  t.match(await support.folder(), { enabled: true, total: 1, items: [{ from: LOGIN }] });
  t.match(await support.folder('?folder=draft'), { enabled: true, items: [] });
  t.equal((await support.get('?folder=spam')).code, 'invalid_input');
});

/** A conversation of support and the trader; the threads of its messages `One` and `Two`. */
const conversation = async ({ support, trader }: Mailboxes) => {
  const one = await support.send(hello({ subject: 'One' }));
  const two = await support.send(hello({ subject: 'Two' }));
  const [, held] = await trader.inbox();
  const reply = await trader.send({ to: support.login, subject: 'Re: One', reply_to: held?.id });
  await support.send(hello({ subject: 'Re: Re: One', reply_to: reply.id + 1 }));
  return { one: one.thread, two: two.thread };
};
const counts = (items: readonly Mail[]) =>
  items.map(({ subject, thread, thread_count }) => [subject, thread, thread_count]);

test`folders of traders have a row for each thread, which is its newest message
  [GET /trader/v1/mail #3, #4, #5]`(async (t, boxes) => {
  const { one, two } = await conversation(boxes);
  const { trader } = boxes;
  t.same(counts(await trader.inbox()), [
    ['Re: Re: One', one, 2],
    ['Two', two, 1],
  ]);
  t.same(counts((await trader.folder('?folder=sent')).items), [['Re: One', one, 1]]);
});

test`so have folders of staff [GET /admin/v1/mail #3, #4, #5]`(async (t, boxes) => {
  const { one, two } = await conversation(boxes);
  const { support } = boxes;
  t.same(counts((await support.folder('?folder=sent')).items), [
    ['Re: Re: One', one, 2],
    ['Two', two, 1],
  ]);
  t.same(counts(await support.inbox()), [['Re: One', one, 1]]);
});

test`an answer joins the thread of a message that the trader has
  [POST /trader/v1/mail #17]`(async (t, { support, trader }) => {
  const first = await support.send(hello());
  const [held] = await trader.inbox();
  const answer = (reply_to: number | undefined) => ({ ...TEXT, to: support.login, reply_to });
  t.equal(await trader.code(answer(first.id)), 'not_found', 'the copy of another');
  t.equal(await trader.code(answer(99_999)), 'not_found');
  t.equal((await trader.send(answer(held?.id))).thread, first.thread);
  t.not((await trader.send({ ...TEXT, to: support.login })).thread, first.thread);
});

/** Shows how a thread is counted and read whole. */
const readsThread = async (t: Test, { box, other, to, back }: Sides): Promise<void> => {
  const { thread } = await other.send({ ...TEXT, ...back, subject: 'One' });
  const held = (await box.inbox())[0]?.id;
  await box.send({ ...to, subject: 'Re', reply_to: held });
  await other.send({ ...back, subject: 'Later', reply_to: (await other.inbox())[0]?.id });
  await other.send({ ...back, subject: 'Other' });
  t.match(await box.folder(), { unread: 3, total: 2, items: [{ read: false }, { read: false }] });
  await box.get(`/${held}`);
  const later = { subject: 'Later', thread, read: false };
  t.match(await box.folder(), { unread: 2, items: [{}, later] }, 'one of its messages is unread');
  const data = await box.read<Mail[]>(`?thread=${thread}`);
  t.same(
    data.map(({ subject, folder, thread_count }) => [subject, folder, thread_count]),
    [
      ['One', 'inbox', undefined],
      ['Re', 'sent', undefined],
      ['Later', 'inbox', undefined],
    ],
    'from the oldest',
  );
  t.match(await box.folder(), { unread: 1, items: [{ read: false }, { read: true }] });
};

test`a trader reads a thread whole; its row is read when all of it is
  [GET /trader/v1/mail #6, #9, #11]`((t, boxes) => readsThread(t, traderReads(boxes)));

test`so do staff [GET /admin/v1/mail #6, #9, #11]`((t, boxes) => readsThread(t, staffReads(boxes)));

/** Shows that a thread is marked, and that nothing else is heeded beside. */
const readsMarked = async (t: Test, { box, other, back }: Sides): Promise<void> => {
  const { thread } = await other.send({ ...TEXT, ...back });
  await other.send({ ...TEXT, ...back, subject: 'Other' });
  const { data } = await box.get(`?thread=${thread}&folder=draft&page=7&limit=3`);
  t.match(data, [{ subject: TEXT.subject }]);
  t.equal((data as Mail[]).length, 1);
  t.match(await box.folder(), { unread: 1, items: [{ subject: 'Other', read: false }, {}] });
  t.same(await box.thread(thread + 100), [], 'an unknown thread is empty');
};

test`reading a thread marks it for a trader, whatever page is asked for beside
  [GET /trader/v1/mail #12, #13]`((t, boxes) => readsMarked(t, traderReads(boxes)));

test`and for staff [GET /admin/v1/mail #12, #13]`((t, boxes) => readsMarked(t, staffReads(boxes)));

/** Shows how drafts are paged. */
const pagesDrafts = async (t: Test, box: Box): Promise<void> => {
  for (let n = 1; n <= 51; n += 1) await box.draft({ subject: `Draft ${n}` });
  const pages = await Promise.all(
    ['', '&limit=0', '&limit=201', '&limit=-1'].map((more) => box.folder(`?folder=draft${more}`)),
  );
  for (const { items, total } of pages) t.same([items.length, total], [50, 51]);
  t.equal((await box.folder('?folder=draft&limit=200')).items.length, 51);
  const last = await box.folder('?folder=draft&limit=25&page=3');
  t.match(last, { page: 3, total: 51, items: [{ subject: 'Draft 1' }] });
  t.same((await box.folder('?folder=draft&limit=50&page=9')).items, []);
};

test`pages of traders have 50 rows unless 1 to 200 are asked for, and count them all
  [GET /trader/v1/mail #7, #8, #10]`((t, { trader }) => pagesDrafts(t, trader));

test`so have pages of staff [GET /admin/v1/mail #7, #8, #10]`((t, { support }) =>
  pagesDrafts(t, support),
);
