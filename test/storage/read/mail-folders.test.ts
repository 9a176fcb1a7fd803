// Folders of mail: pages from either end of a long one, and messages to many logins of a block.

import { syncBuiltinESMExports } from 'node:module';
import zlib from 'node:zlib';
import t, { type Test } from 'tap';
import { MailTexts } from '../../../storage/read/lists/mail-texts.js';
import { draftsOf, MailFolders } from '../../../storage/read/mail-folders.js';
import { blockOf, loginSetOf, storedLogins } from '../../../wire/base/login-set.js';
import { MailValueBlocks, valuesKey } from '../../../wire/mail/mail-values.js';
import type { MailCopyRecord, MailRecord } from '../../../wire/mail/mailbox.js';
import type { ShownMail } from '../../../wire/mail/shown-mail.js';
import type { DeskEvent, RecordChange } from '../../../wire/trading/events.js';
import { buildDeskEvent, MONDAY } from '../../support/build.js';
import { MailReads } from '../../support/mail-reads.js';
import { projected } from '../../support/opened.js';
import { finished } from '../../support/stored-lists.js';

const STAFF = 1;
const FIRST = 1001;

const changeOf = (kind: string, key: string, record: object): RecordChange => ({
  kind,
  key,
  version: 1,
  record: record as RecordChange['record'],
});

/** A message of staff, to these logins or to a set of many. */
const message = (
  id: number,
  logins: readonly number[],
  { isMany = false, ...of }: Partial<MailRecord> & { readonly isMany?: boolean } = {},
): DeskEvent => {
  const thread = of.thread ?? id;
  const mail: MailRecord = {
    ...{ id, thread, message_id: '', from: STAFF, from_name: 'Ann', from_mailbox: 'Support' },
    ...{ by_trader: false, recipients: '', recipient_logins: '' },
    ...{ subject: 'News', body: '', files: [], is_filled: false },
    ...{ created_at: new Date(MONDAY).toISOString(), to_many: isMany },
    ...of,
  };
  const to = isMany
    ? { logins: [], blocks: storedLogins(loginSetOf(logins)) }
    : { logins, blocks: [] };
  const changes = [
    changeOf('mail', `${id}`, mail),
    changeOf('mail_to', `${id}`, { id, thread, from: STAFF, ...to }),
  ];
  return buildDeskEvent({ changes });
};

const marked = (login: number, mail: number, deleted: boolean, thread = mail): DeskEvent => {
  const id = 2 * mail + 1;
  const copy: MailCopyRecord = { login, id, thread, read: true, deleted };
  return buildDeskEvent({ changes: [changeOf('mail_copy', `${login}.${id}`, copy)] });
};

const TRADER = { isTrader: true, seesNames: false } as const;

const folders = (t: Test, ...events: readonly DeskEvent[]) => {
  const reads = new MailReads(projected(t, ...events));
  return {
    page: (login: number, page = 1, limit = 50) =>
      reads.page({
        ...{ session: '', reader: { ...TRADER, login }, folder: 'inbox' },
        ...{ page, limit },
      }),
    thread: (login: number, thread: number) =>
      reads.thread({ session: '', reader: { ...TRADER, login }, thread }),
  };
};

const below = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
const threadsIn = (items: readonly ShownMail[]) => items.map(({ thread }) => thread);
const threads = ({ items }: { readonly items: readonly ShownMail[] }) => threadsIn(items);

t.test('Pages and threads have all bodies, and are read one message a step', (t) => {
  const body = 'x'.repeat(1 << 17);
  const sent = below(80).map((n) => message(n + 1, [FIRST], { thread: 1, body }));
  const alone = below(20).map((n) => message(n + 81, [FIRST], { body }));
  const db = projected(t, ...sent, ...alone);
  const reader = { ...TRADER, login: FIRST };
  const { rows } = new MailFolders(db).thread({ session: '', reader, thread: 1 });
  t.same(
    rows.map(({ mail, read }) => [mail, read]),
    below(80).map((n) => [n + 1, false]),
    'from the oldest',
  );
  const read = new MailTexts(db).json({ reader, rows });
  let steps = 0;
  let step = read.next();
  for (; !step.done; step = read.next()) steps += 1;
  t.ok(steps >= 80, `${steps} steps`);
  const shown = JSON.parse(Buffer.from(step.value as Uint8Array).toString()) as ShownMail[];
  t.same(
    shown.map(({ id, body }) => [id, body.length]),
    below(80).map((n) => [2 * n + 3, body.length]),
  );
  const { items, total, unread } = folders(t, ...sent, ...alone).page(FIRST);
  t.same([total, unread, items.length], [21, 100, 21]);
  t.ok(items.every((one) => one.body === body));
  t.end();
});

t.test('A draft that is gone since its page was found is left out', (t) => {
  const { id, key } = { id: 7, key: '7' };
  const draft = { id, login: FIRST, files: [], body: 'one', draft: {} };
  const gone: RecordChange = { kind: 'mail_draft', key, version: 2, record: null };
  const saved = buildDeskEvent({ changes: [changeOf('mail_draft', key, draft)] });
  const reader = { ...TRADER, login: FIRST };
  const rows = [{ mail: id, folder: 'draft', read: true }] as const;
  const json = (...events: readonly DeskEvent[]) =>
    JSON.parse(
      Buffer.from(
        finished(new MailTexts(projected(t, ...events)).json({ reader, rows, page: { total: 1 } })),
      ).toString(),
    );
  t.match(json(saved), { items: [{ body: 'one' }], total: 1 });
  t.same(json(saved, buildDeskEvent({ changes: [gone] })), { items: [], total: 1 });
  t.end();
});

t.test('Each of many logins of a block has the message, and no other of the block', (t) => {
  // Every third login: so many that the block has bits.
  const has = (n: number): boolean => n % 3 === 1;
  const logins = below(3000).map((n) => FIRST + n);
  const set = logins.filter((_, n) => has(n));
  const events = [message(1, set, { isMany: true }), message(2, [FIRST, FIRST + 1])];
  const { page, thread } = folders(t, ...events, marked(FIRST + 4, 1, false));
  for (const n of [...below(64), 2998, 2999]) {
    const { total, unread, items } = page(FIRST + n);
    const singles = n < 2 ? [2] : [];
    const found = has(n) ? [...singles, 1] : singles;
    t.same(threads({ items }), found, `login ${FIRST + n}`);
    t.equal(total, found.length);
    t.equal(unread, n === 4 ? 0 : found.length);
    t.same(threadsIn(thread(FIRST + n, 1)), has(n) ? [1] : []);
  }
  t.end();
});

/** A message and what follows it, by the way of thirty messages. */
const crossing = (isMany: (id: number) => boolean): DeskEvent[] => {
  const logins = below(300).map((n) => FIRST + n);
  const ids = below(30).map((n) => n + 1);
  const sent = ids.map((id) => message(id, isMany(id) ? logins : [FIRST], { isMany: isMany(id) }));
  // An answer makes thread 2 the newest; 3 of many has a copy of its own beside; 9 is deleted.
  const more = [
    message(31, [FIRST], { thread: 3 }),
    message(32, [FIRST], { thread: 2 }),
    marked(FIRST, 9, true),
  ];
  return [...sent, ...more];
};

for (const [which, isMany] of [
  ['none', (): boolean => false],
  ['few', (id: number): boolean => id % 3 === 0],
  ['mostly', (id: number): boolean => id % 10 !== 2],
] as const) {
  t.test(`A folder has its threads once each, from either end, ${which} of them of many`, (t) => {
    const { page } = folders(t, ...crossing(isMany));
    const ids = below(30).map((n) => n + 1);
    const wanted = [2, 3, ...ids.filter((id) => ![2, 3, 9].includes(id)).reverse()];
    for (const limit of [1, 4, 7, 29, 50]) {
      const found: number[] = [];
      for (let at = 1; found.length < wanted.length; at += 1) {
        const one = page(FIRST, at, limit);
        t.equal(one.total, wanted.length);
        t.equal(one.unread, 31);
        if (one.items.length === 0) break;
        found.push(...threads(one));
      }
      t.same(found, wanted, `in pages of ${limit}`);
      t.same(threads(page(FIRST, 100, limit)), [], 'nothing is behind the last page');
    }
    const counts = page(FIRST).items.map(({ thread_count }) => thread_count);
    t.same(counts, [2, 2, ...wanted.slice(2).map(() => 1)]);
    t.end();
  });
}

t.test('Messages to the same logins share a set; a login is in the sets with it', (t) => {
  // 770 has the second byte of 513 and the first of 1027: it is in neither place of the list.
  const lists = [[513, 1027], [513, 770], below(300).map((n) => FIRST + n)];
  const sent = below(30).map((n) => message(n + 1, lists[n % 3] as number[], { isMany: true }));
  const answers = lists.map((set, n) => message(31 + n, set, { isMany: true, thread: 1 + n }));
  const events = [...sent, ...answers];
  const db = projected(t, ...events);
  t.equal(db.prepare('SELECT COUNT(*) FROM mail_sets').pluck().get(), lists.length);
  const { page, thread } = folders(t, ...events);
  for (const login of [513, 770, 1027, FIRST + 299, FIRST + 300]) {
    const ids = events.map((_, n) => n + 1).filter((id) => lists[(id - 1) % 3]?.includes(login));
    const { total, unread, items } = page(login);
    t.equal(unread, ids.length, `login ${login}`);
    t.equal(total, ids.filter((id) => id <= 30).length);
    t.same(new Set(threads({ items })), new Set(ids.filter((id) => id <= 30)));
    for (const id of [1, 2, 3]) {
      t.equal(thread(login, id).length, ids.includes(id) ? 2 : 0);
    }
  }
  t.end();
});

t.test('A thread stands where its newest copy that is left does, and ends with the last', (t) => {
  const answer = { thread: 1 };
  const sent = [1, 2, 3, 4].map((id) => message(id, [FIRST], id === 2 ? {} : answer));
  const steps = [marked(FIRST, 4, true, 1), marked(FIRST, 3, true, 1), marked(FIRST, 1, true)];
  const wanted = [
    [
      [1, 9, 3],
      [2, 5, 1],
    ],
    [
      [1, 7, 2],
      [2, 5, 1],
    ],
    [
      [2, 5, 1],
      [1, 3, 1],
    ],
    [[2, 5, 1]],
  ];
  for (const [n, rows] of wanted.entries()) {
    const { items, total, unread } = folders(t, ...sent, ...steps.slice(0, n)).page(FIRST);
    const found = items.map(({ thread, id, thread_count }) => [thread, id, thread_count]);
    t.same(found, rows, `after ${n} deletes`);
    t.same([total, unread], [rows.length, 4 - n]);
  }
  t.end();
});

t.test('Values of placeholders are those of the login, whatever a name is made of', (t) => {
  const names = ['Ann', 'a\n1003,0,"b"', '"],[1004,0,"c"]', 'é — 名', ''];
  const values = new MailValueBlocks();
  const logins = names.map((_, n) => FIRST + n);
  for (const [n, name] of names.entries()) {
    values.add(blockOf(FIRST), FIRST + n, [`g${n % 2}`, 'USD', 'Acme'], name);
  }
  const stored = values
    .all()
    .map((one) => changeOf('mail_values', valuesKey(1, one.block), { id: 1, ...one }));
  const body = '{{name}}|{{group}}|{{login}}';
  const sent = message(1, logins, { isMany: true, is_filled: true, body });
  const { page } = folders(t, buildDeskEvent({ changes: stored }), sent);
  for (const [n, name] of names.entries()) {
    t.equal(page(FIRST + n).items[0]?.body, `${name}|g${n % 2}|${FIRST + n}`);
  }
  t.end();
});

t.test('A page unpacks the values of a few logins, not those of all recipients', (t) => {
  const logins = below(3000).map((n) => FIRST + n);
  const values = new MailValueBlocks();
  // Those of one group come after those of the other.
  const inOrder = [...logins].sort((a, b) => (a % 2) - (b % 2));
  for (const login of inOrder) {
    values.add(0, login, [`g${login % 2}`, 'USD', 'Acme'], `Client ${login}`);
  }
  const [one] = values.all();
  const stored = changeOf('mail_values', valuesKey(1, 0), { id: 1, ...one });
  const body = '{{name}}|{{group}}';
  const sent = message(1, logins, { isMany: true, is_filled: true, body });
  const { page } = folders(t, buildDeskEvent({ changes: [stored] }), sent);
  const inflate = zlib.inflateRawSync;
  let unpacked = 0;
  zlib.inflateRawSync = (...given) => {
    const bytes = inflate(...given);
    unpacked += bytes.length;
    return bytes;
  };
  syncBuiltinESMExports();
  t.teardown(() => {
    zlib.inflateRawSync = inflate;
    syncBuiltinESMExports();
  });
  for (const login of logins.filter((_, n) => n % 128 < 2 || n > 2997)) {
    unpacked = 0;
    t.equal(page(login).items[0]?.body, `Client ${login}|g${login % 2}`);
    t.ok(unpacked > 0 && unpacked < 10_000, `${unpacked} bytes for login ${login}`);
  }
  t.end();
});

t.test('The drafts of a login are found until they are gone', (t) => {
  const draft = (id: number, login: number) => changeOf('mail_draft', `${id}`, { id, login });
  const gone: RecordChange = { kind: 'mail_draft', key: '8', version: 1, record: null };
  const saved = buildDeskEvent({ changes: [draft(7, FIRST), draft(8, FIRST), draft(9, STAFF)] });
  const find = draftsOf(projected(t, saved, buildDeskEvent({ changes: [gone] })));
  t.same([FIRST, STAFF, 5].map(find), [[7], [9], []]);
  t.end();
});
