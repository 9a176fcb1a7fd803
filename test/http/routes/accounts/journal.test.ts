// What was, over REST: who reads what of the journal, and the history of accounts.

import { join } from 'node:path';
import t, { type Test } from 'tap';
import { noteServer } from '../../../../actors/desk/state/server-notes.js';
import { WAITING_MAX } from '../../../../http/server/session-queues.js';
import { openProjection } from '../../../../storage/database/schema.js';
import { Projection } from '../../../../storage/projection/projection.js';
import { queryTable } from '../../../../storage/read/queries.js';
import type { Right } from '../../../../wire/accounts/rights.js';
import { ok, refuse } from '../../../../wire/base/codes.js';
import type { HistoryQuery } from '../../../../wire/queries/history-queries.js';
import type { JournalPart } from '../../../../wire/queries/journal-queries.js';
import type { Queries } from '../../../../wire/queries/queries.js';
import type { JournalPage, JournalRow } from '../../../../wire/rest/accounts/journal.js';
import { NO_SETTINGS } from '../../../../wire/settings/config.js';
import type { JournalLine } from '../../../../wire/trading/events.js';
import { buildBatch } from '../../../support/build.js';
import { now } from '../../../support/clock.js';
import { deferred } from '../../../support/deferred.js';
import { admit, dataOf, staffCaller } from '../../../support/desk-harness.js';
import { group } from '../../../support/engine-harness.js';
import { bearerOf, openFront, signedTrader } from '../../../support/front-harness.js';
import {
  each,
  type HttpHarness,
  httpFor,
  openHttp,
  type Terminal,
} from '../../../support/http-harness.js';
import { NO_EVENTS } from '../../../support/opened.js';
import { fenceLaws, pageLaws } from '../list-laws.js';
import { test } from '../tags.js';

const DAY_MS = 86_400_000;

/** A desk whose journal can be read. */
const openJournal = async (t: Test) => {
  const db = openProjection(join(t.testdir(), 'brokerd.db'));
  const projection = new Projection(db);
  const table = queryTable(db, { query: () => [] }, NO_EVENTS);
  const http: HttpHarness = await openHttp(
    {},
    {
      query: async (_by, name, input) => {
        if (name !== 'journal') return ok(null) as never;
        projection.project([buildBatch(1, http.harness.log)]);
        return ok(table.journal(input as Queries['journal']['input'])) as never;
      },
    },
  );
  t.teardown(async () => {
    await http.close();
    db.close();
  });
  const note = (text: string, of: Partial<JournalLine> = {}, times = 1) =>
    http.harness.desk.writer.change([], { by: 1, ip: '203.0.113.9' }, (tx) => {
      const { kind = 'system', login } = of;
      for (let n = 0; n < times; n += 1) {
        if (login === undefined) noteServer(tx, kind, text);
        else tx.note(kind, login, text);
      }
      return ok(null);
    });
  const reader = (profile: Parameters<HttpHarness['hire']>[0] = {}) =>
    http.staff({ rights: ['journal.view', 'config.servers'], ...profile });
  const read = async (staff: Terminal, query = ''): Promise<JournalPage> =>
    staff.read(`/journal${query}`);
  return { http, note, reader, read };
};

t.test('Lines about settings are for those who may read them, and in scope', async (t) => {
  const { http, reader, read } = await openJournal(t);
  const admin = await http.signedIn('staff');
  const make = (path: string, body: object) => admin.made(path, body);
  await make('/groups', { path: 'real\\gold', currency: 'USD' });
  await make('/groups', { path: 'demo\\gold', currency: 'USD' });
  await make('/account-allocations', { group_path: 'real\\gold' });
  await make('/holidays', { month: 1, day: 2, description: 'gold', symbols: ['*'] });
  const seen = async (group_scope: string[], ...more: Right[]) => {
    const staff = await reader({ rights: ['journal.view', ...more], group_scope });
    const { items, total } = await read(staff, '?kind=config&text=gold');
    t.equal(total, items.length);
    return items.map(({ text }) => text);
  };
  const created = ['group demo\\gold created', 'group real\\gold created'];
  t.same(await seen(['*']), []);
  t.same(await seen(['*'], 'config.groups'), created);
  t.same(await seen(['demo\\*'], 'config.groups', 'config.allocation'), created.slice(0, 1));
  t.match(await seen(['real\\*'], 'config.allocation'), [/^allocation rule .*real\\gold created$/]);
  t.match(await seen(['demo\\*'], 'config.holidays'), [/^holiday .* created$/]);
});

t.test('Lines about the server and about accounts are for those whom they concern', async (t) => {
  const { http, reader, read } = await openJournal(t);
  const { desk } = http.harness;
  const server = 'the disk has room again';
  await desk.handle('server.note', { text: server, login: 0 });
  await desk.handle('server.note', { text: 'a balance of account 1001', login: 1001 });
  const price = { caller: staffCaller(), symbol: 'EURUSD', bid: '1.10000', ask: '1.10010' };
  dataOf(await desk.handle('quotes.publish', price));
  await admit(http.harness, { antiflood_enabled: true, antiflood_connections: 1 });
  t.notOk((await http.harness.signIn()).ok);
  await admit(http.harness, { antiflood_enabled: false });
  const seen = async (group_scope: string[], ...more: Right[]) => {
    const staff = await reader({ rights: ['journal.view', ...more], group_scope });
    const { items } = await read(staff);
    const blocked = items.filter(({ text }) => text.startsWith('sign-in blocked by'));
    for (const { ip } of blocked) t.equal(ip, '203.0.113.9', 'which address, tells the line’s own');
    const about = /^(the disk|a balance|manual quote of|sign-in blocked by)/;
    return items.flatMap(({ text }) => about.exec(text)?.[0] ?? []).sort();
  };
  t.same(await seen(['real\\*']), []);
  t.same(await seen(['demo\\*']), ['a balance']);
  t.same(await seen(['real\\*'], 'config.symbols'), ['manual quote of']);
  t.same(await seen(['real\\*'], 'config.servers'), ['sign-in blocked by', 'the disk']);
});

t.test('A line about a change has the values before and after, of secrets a mask', async (t) => {
  const { http, reader, read } = await openJournal(t);
  const admin = await http.signedIn('staff');
  const server = { name: 'News', server: 'mail.example:25', sender_email: 'a@b.example' };
  const { data } = await admin.post('/mail-servers', {
    ...server,
    login: 'office',
    password: 'old',
  });
  const { id, version } = data as { readonly id: number; readonly version: number };
  const change = { version, server: 'mail.example:587', password: 'new' };
  t.match(await admin.patch(`/mail-servers/${id}`, change), { code: 'ok' });
  const ada = { version: 1, limit_orders: 5, email: 'ada@new.example' };
  t.match(await admin.patch('/accounts/1001', ada), { code: 'ok' });
  const auditor = await reader({ rights: ['journal.view', 'config.view', 'accounts.view'] });
  const own = await admin.read<{ readonly version: number }>('/accounts/1001');
  const leverage = { version: own.version, leverage: 50 };
  const path = '/accounts/1001/leverage';
  t.match(await admin.post(path, leverage), { code: 'ok' });
  const changes = async (by: typeof auditor, query: string) =>
    (await read(by, query)).items.map((line) => line.changes);
  const secret = { field: 'password', from: '********', to: '********' };
  t.same(await changes(auditor, '?kind=config&text=mail+server+News+changed&by=1'), [
    [{ field: 'server', from: 'mail.example:25', to: 'mail.example:587' }, secret],
  ]);
  const limit = { field: 'limit_orders', from: '0', to: '5' };
  const hidden = { field: 'email', from: '', to: '********' };
  t.match(await changes(auditor, '?login=1001&text=changed'), [[limit, hidden]]);
  t.same(await changes(auditor, '?login=1001&text=leverage'), [
    [{ field: 'leverage_own', from: '0', to: '50' }],
  ]);
  const clerk = await reader({ rights: ['journal.view', 'fields.email'] });
  const shown = { field: 'email', from: '', to: 'ada@new.example' };
  t.match(await changes(clerk, '?login=1001&text=changed'), [[limit, shown]]);
  t.same(await changes(clerk, `?by=${clerk.login + 100}`), []);
});

t.test('Staff whom the reader does not see are not named', async (t) => {
  const { http, reader, note } = await openJournal(t);
  const rights = ['journal.view', 'config.staff'] as const;
  await note('by the first', { kind: 'account', login: 1001 });
  const cause = async (profile: Parameters<typeof reader>[0]) => {
    const [line] = (await (await reader(profile)).read<JournalPage>('/journal?text=by+the+first'))
      .items;
    return [line?.by, line?.ip];
  };
  t.same(await cause({ rights, group_scope: ['*'] }), [1, '203.0.113.9']);
  t.same(await cause({ rights, group_scope: ['demo\\*'] }), [0, ''], 'out of scope');
  t.same(
    await cause({ rights: ['journal.view'] }),
    [1, '203.0.113.9'],
    'for every reader in scope',
  );
  const admin = await http.signedIn('staff');
  const check = { body: { kind: 'master', password: 'Wrong-pass1' } };
  t.match((await admin.ask('POST', '/accounts/1001/password/check', check)).data, {
    matches: false,
  });
  const clerk = await reader({ rights: ['journal.view'], group_scope: ['demo\\*'] });
  const failed = await clerk.read<JournalPage>('/journal?login=1001&kind=auth');
  t.match(failed, { total: 1, items: [{ by: 0, text: /failed$/ }] });
  t.notMatch(JSON.stringify(failed), '127.0.0.1', 'nor does the text tell from where');
  await http.harness.patch('account', '1', { hidden: true });
  t.same(await cause({ rights, group_scope: ['*'] }), [0, ''], 'hidden');
  const all = [...rights, 'accounts.hidden'] as const;
  t.same(await cause({ rights: all, group_scope: ['*'] }), [1, '203.0.113.9']);
  const { data } = await clerk.get(`/journal?login=${clerk.login}&kind=auth`);
  t.match(data, { items: [{ by: clerk.login, ip: '127.0.0.1' }] }, 'oneself one sees');
});

pageLaws({
  path: 'journal',
  nameOf: ({ text }: JournalRow) => text,
  wrong: [
    ...['kind=money', 'login=0', 'login=x', 'text=', `text=${'a'.repeat(129)}`, 'from=yesterday'],
    ...['to=2026-01-01T00:00:00Z&from=2026-01-02T00:00:00Z', 'sort=time', 'text=a&text=b'],
  ],
  open: async (t) => {
    const { http, note, reader } = await openJournal(t);
    const rights = ['journal.view', 'config.servers'] as const;
    const narrow = await reader({ rights, group_scope: ['real\\*'] });
    const staff = await reader({ rights });
    http.harness.now += 1000;
    const from = new Date(http.harness.now).toISOString();
    for (const text of ['one', 'Two', 'three']) {
      http.harness.now += 1000;
      await note(text, text === 'three' ? { kind: 'account', login: 1001 } : {});
    }
    const to = new Date(http.harness.now).toISOString();
    return {
      reader: staff,
      names: ['three', 'Two', 'one'],
      filters: { 'text=T': [0, 1], 'login=1001': [0], 'kind=system': [1, 2], [`to=${to}`]: [1, 2] },
      narrower: [[narrow, [1, 2]]],
      base: `from=${from}`,
      more: async (count) => {
        for (let n = 0; n < count; n += 1) await note(`line ${n}`);
      },
    };
  },
});

t.test('A reader sees as many months back as his profile says, 0 = all', async (t) => {
  const { http, note, reader, read } = await openJournal(t);
  http.harness.now = Date.UTC(2026, 2, 31, 12);
  await note('old');
  http.harness.now = Date.UTC(2026, 4, 31, 11);
  await note('newer');
  const count = async (logs_months: number, query = '') =>
    (await read(await reader({ logs_months }), `?kind=system&text=${query}`)).total;
  const olds = () => Promise.all([0, 3, 2, 1].map((months) => count(months, 'old')));
  t.same(await olds(), [1, 1, 1, 0]);
  http.harness.now = Date.UTC(2026, 4, 31, 12, 0, 0, 1);
  t.same(await olds(), [1, 1, 0, 0]);
  const staff = await reader({ logs_months: 1 });
  const early = await read(staff, '?kind=system&from=2020-01-01T00:00:00Z');
  t.same(each(early.items, 'text'), ['newer'], 'whatever he asks for');
});

test`A session takes on another scope and journal depth at once
  [PATCH /admin/v1/staff/{login} #10]`(async (t) => {
  const { http, note, reader, read } = await openJournal(t);
  http.harness.now = Date.UTC(2026, 2, 31);
  await note('about a trader', { kind: 'account', login: 1001 });
  await note('about nobody', { kind: 'account' });
  http.harness.now = Date.UTC(2026, 5, 30);
  const staff = await reader({ group_scope: ['*'] });
  const admin = await http.signedIn('staff');
  const seenWith = async (fields: object) => {
    const { version } = http.harness.desk.records.get('staff', `${staff.login}`) ?? {};
    const body = { version, ...fields };
    t.equal((await admin.patch(`/staff/${staff.login}`, body)).code, 'ok');
    return (await read(staff, '?kind=account&text=about')).total;
  };
  t.equal(await seenWith({ group_scope: ['real\\*'] }), 1);
  t.equal(await seenWith({ group_scope: ['*'] }), 2);
  t.equal(await seenWith({ logs_months: 2 }), 0);
  t.equal(await seenWith({ logs_months: 4 }), 2);
});

test`Ten thousand lines are counted and paged, and it is said that there are more`(async (t) => {
  const { note, reader, read } = await openJournal(t);
  const staff = await reader();
  for (let n = 0; n < 11; n += 1) await note('many', {}, 1000);
  t.match(await read(staff, '?text=many'), { total: 10_000, has_more: true });
  t.equal((await read(staff, '?text=many&limit=1000&page=10')).items.length, 1000);
  const beyond = await staff.get('/journal?text=many&limit=1000&page=11');
  t.match(beyond, { code: 'invalid_input', message: /page: .*shorter period/ });
});

t.test('What a staff user did is read, as far as the reader sees', async (t) => {
  const { http, note, reader } = await openJournal(t);
  const rights = ['config.staff', 'journal.view'] as const;
  await note('of the first', { kind: 'account', login: 1001 });
  const staff = await reader({ rights, logs_months: 1 });
  const of = async (login: number, query = '') =>
    staff.get(`/staff/${login}/journal?text=of+the+first${query}`);
  t.match((await of(1)).data, { total: 1, items: [{ by: 1, login: 1001 }] });
  t.match((await of(1, '&login=1002')).data, { total: 0 });
  const other = await http.hire();
  t.match((await of(other)).data, { total: 0, items: [] }, 'others did other things');
  t.equal((await of(1001)).code, 'not_found', 'a trader is no staff user');
  const outside = await reader({ rights, group_scope: ['demo\\*'] });
  t.equal((await outside.get('/staff/1/journal')).code, 'not_found');
  http.harness.now += 32 * DAY_MS;
  const later = await http.signedIn('staff');
  t.match(await later.read('/staff/1/journal?text=of+the+first'), { total: 1 });
  const narrow = await reader({ rights, logs_months: 1 });
  t.match(await narrow.read('/staff/1/journal?text=of+the+first'), { total: 0 });
});

/** A desk for which a test does the reader's work. */
const readBy = async (t: Test, read: () => Promise<JournalPart>) => {
  const http = await httpFor(
    t,
    {},
    { query: async (_by, name) => (name === 'journal' ? ok(await read()) : ok(null)) as never },
  );
  return { http, search: (staff: Terminal) => staff.get('/journal?text=a') };
};
const NOTHING: JournalPart = { items: [], found: 0, behind: null, projection_seq: '0' };

t.test('A session searches one thing at a time; few wait, and one more is refused', async (t) => {
  const ends: (() => void)[] = [];
  let begun = deferred();
  const { http, search } = await readBy(t, async () => {
    begun.resolve();
    await new Promise<void>((end) => ends.push(end));
    return NOTHING;
  });
  const begin = () => {
    begun = deferred();
    return begun.promise;
  };
  const one = await http.signedIn('staff');
  const first = begin();
  const asked = Array.from({ length: 2 + WAITING_MAX }, () => search(one));
  const refused = await Promise.race(asked);
  t.match(refused, { code: 'auth.too_many_attempts' });
  t.equal(refused.headers.get('retry-after'), '2');
  await first;
  t.equal(ends.length, 1, 'one is under way');
  const second = begin();
  const other = search(await http.signedIn('staff'));
  await second;
  t.equal(ends.length, 2, 'that of another session does not wait for it');
  ends[1]?.();
  t.equal((await other).code, 'ok');
  for (let turn = 0; turn <= WAITING_MAX; turn += 1) {
    const next = begin();
    (turn === 0 ? ends[0] : ends.at(-1))?.();
    if (turn < WAITING_MAX) await next;
    t.equal(ends.length, 2 + Math.min(turn + 1, WAITING_MAX), 'the next one begins');
  }
  const codes = (await Promise.all(asked)).map(({ code }) => code).sort();
  t.same(codes, ['auth.too_many_attempts', ...Array(1 + WAITING_MAX).fill('ok')]);
});

t.test('A search ends after many lines, and says that there are more', async (t) => {
  let parts = 0;
  const { http, search } = await readBy(t, async () => {
    parts += 1;
    return { ...NOTHING, behind: { time: 1, id: 1 } };
  });
  const found = await search(await http.signedIn('staff'));
  t.match(found.data, { items: [], total: 0, has_more: true });
  t.equal(parts, 1000);
});

/** A trader whose group shows so many days of history, and what the database is asked. */
const openHistory = async (t: Test, days: { count: number }) => {
  const asked: HistoryQuery[] = [];
  const none = { items: [], page: 1, total: 0, projection_seq: '0', consistency: 'current' };
  let page: object = none;
  const shown = () => group({ path: 'Demo\\Standard', history_days: days.count });
  const at = now();
  const front = await openFront({
    settings: () => ({ ...NO_SETTINGS, group: [shown()] }),
    query: async (_by, _name, input) => {
      asked.push(input as HistoryQuery);
      return ok(page as never);
    },
    now: () => at,
  });
  t.teardown(() => front.close());
  const headers = bearerOf(front.admit(signedTrader()));
  return {
    at,
    ask: async (kind: string, query: string) => {
      const path = `/trader/v1/history/${kind}?${query}`;
      const { status, envelope } = await front.ask('GET', path, { headers });
      return { status, message: envelope.message, data: envelope.data };
    },
    read: (what: string) => front.ask('GET', `/trader/v1/${what}/5`, { headers }),
    asked: () => asked.at(-1),
    answer: (given: object) => {
      page = given;
    },
  };
};
const HISTORIES = ['orders', 'deals', 'positions'];

for (const kind of HISTORIES) {
  fenceLaws(`history/${kind}`, async (t) => {
    const { ask, asked, answer } = await openHistory(t, { count: 0 });
    return { ask: (query) => ask(kind, query), asked, answer };
  });
}

t.test('Traders see as many days of history as their group shows', async (t) => {
  const days = { count: 30 };
  const { at, ask, read, asked, answer } = await openHistory(t, days);
  const since = async (kind: string, from = ''): Promise<number | undefined> => {
    t.equal((await ask(kind, from === '' ? '' : `from=${from}`)).status, 200);
    return asked()?.from;
  };
  for (const kind of HISTORIES) {
    t.equal(await since(kind), at - 30 * DAY_MS, kind);
    t.equal(await since(kind, '2020-01-01T00:00:00Z'), at - 30 * DAY_MS, kind);
  }
  const yesterday = new Date(at - DAY_MS).toISOString();
  t.equal(await since('deals', yesterday), Date.parse(yesterday));
  const shown = async (what: string, times: object): Promise<number> => {
    answer({ found: { id: 5, ...times } });
    return (await read(what)).status;
  };
  const before = (count: number): string => new Date(at - count * DAY_MS).toISOString();
  for (const [what, over] of [
    ['orders', 'done_at'],
    ['deals', 'created_at'],
  ] as const) {
    t.equal(await shown(what, { [over]: before(29) }), 200, what);
    t.equal(await shown(what, { [over]: before(31) }), 404, what);
  }
  t.equal(await shown('orders', { created_at: before(31), done_at: null }), 200, 'it works');
  days.count = 0;
  t.equal(await shown('deals', { created_at: before(31) }), 200, '0 shows all');
  answer({ items: [], page: 1, total: 0, projection_seq: '0', consistency: 'current' });
  t.equal(await since('deals'), 0, '0 shows all');
});

test`A database with too many queries refuses what reads it, and nothing is changed`(async (t) => {
  const query = async () => refuse('trade.too_many_requests', 'too many queries wait');
  const http = await openHttp({}, { query });
  t.teardown(() => http.close());
  const admin = await http.signedIn('staff');
  const login = await http.openAccount();
  const before = http.harness.desk.records.get('account', String(login));
  const name = { body: { name: 'Somebody Else', version: before?.version } };
  const answers = [
    await admin.get('/journal'),
    await admin.get(`/accounts/${login}`),
    await admin.ask('PATCH', `/accounts/${login}`, name),
  ];
  for (const answer of answers) {
    t.match(answer, { code: 'trade.too_many_requests' }, answer.message);
  }
  t.same(http.harness.desk.records.get('account', String(login)), before);
});
