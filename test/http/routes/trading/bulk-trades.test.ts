// Acts on many trades: bulk close, and deletion of positions.

import { randomUUID } from 'node:crypto';
import type { Static } from '@sinclair/typebox';
import { LedgerCheck } from '../../../../actors/commands/ledger-check.js';
import type { BulkCloseReply } from '../../../../wire/rest/trading/bulk-close.js';
import { type Answer, dataOf, each, type Terminal } from '../../../support/http-harness.js';
import { testsWith } from '../tags.js';
import { PositionsDesk } from './positions-desk.js';

type Reply = Static<typeof BulkCloseReply>;
interface Deleted {
  readonly deleted: number;
  readonly items: readonly Record<string, unknown>[];
}

const DAY_MS = 86_400_000;
const SMALL = { volume: '0.01' };
const LINE = 'deletion done, 0.01 lots';
const STOPS = { sl: '1.00000', tp: '1.20000' };
const CLOSE = { close_positions: true, symbol: 'EURUSD' };
const DELETERS = ['trades.view', 'trades.edit', 'trades.delete'] as const;

const test = testsWith('positions', async (t) => {
  const desk = await PositionsDesk.open(t);
  const staff = await desk.http.staff({ rights: DELETERS });
  const ask = (body: object, by: Terminal = staff, key?: string): Promise<Answer> =>
    by.ask('POST', '/positions/bulk-close', {
      body,
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    });
  const bulk = async (...given: Parameters<typeof ask>): Promise<Reply> =>
    dataOf<Reply>(await ask(...given));
  const count = async () => (await staff.read<Reply>('/positions/count')).total;
  const deletion = (ids: number[], by: Terminal, key: string): Promise<Answer> =>
    by.post('/positions/delete', { ids }, { headers: { 'idempotency-key': key } });
  const remove = async (ids: number[], by: Terminal = staff, key: string = randomUUID()) =>
    dataOf<Deleted>(await deletion(ids, by, key));
  return { desk, staff, ask, bulk, count, deletion, remove };
});

test`One of the three actions is chosen [POST /bulk-close #1]`(async (t, { ask }) => {
  for (const body of [{}, { close_positions: false }]) {
    const answer = await ask({ symbol: 'EURUSD', ...body });
    t.match(answer, { code: 'invalid_input', message: /at least one action/ });
  }
});

test`A symbol is named unless ids are; ids count alone
  [POST /bulk-close #2, #3]`(async (t, { desk, ask, bulk }) => {
  for (const symbol of [undefined, '']) {
    const answer = await ask({ close_positions: true, symbol, groups: '*' });
    t.match(answer, { code: 'invalid_input', message: /^symbol: / });
  }
  const login = await desk.trader();
  const [first, second] = [desk.trade(login), desk.trade(login)];
  const named = { close_positions: true, positions: [second], symbol: 'none', groups: 'none' };
  t.same(each((await bulk(named)).results, 'id'), [second]);
  t.same((await bulk({ ...CLOSE, orders: [] })).results, [], 'no ids are ids, too');
  t.same(
    (await bulk({ ...CLOSE, symbol: 'eurusd' })).results,
    [],
    'the name is exact, also in its letter case',
  );
  t.same((await bulk({ ...CLOSE, symbol: 'EUR*' })).results, []);
  t.same(each((await bulk(CLOSE)).results, 'id'), [first]);
});

test`Each action does its part, to trades of the scope alone
  [POST /bulk-close #4, #14, #15]`(async (t, { desk, bulk }) => {
  await desk.acme();
  const [login, other] = [await desk.trader(), await desk.trader({ group: 'real\\acme' })];
  const trades = (of: number) => [desk.trade(of, { ...SMALL, ...STOPS }), desk.place(of, SMALL)];
  const [position, order] = trades(login) as [number, number];
  const [outside, beyond] = trades(other) as [number, number];
  const demo = await desk.http.staff({ rights: ['trades.edit'], group_scope: ['demo\\*'] });
  const ids = { positions: [position, outside], orders: [order, beyond] };
  const clear = await bulk({ clear_stops: true, ...ids }, demo);
  t.match(clear.results, [{ id: position, operation: 'clear_stops', status: 'done' }]);
  t.same([clear.total, clear.results.length], [1, 1], 'and not those out of scope');
  t.equal((await bulk({ ...CLOSE, preview: true }, demo)).total, 1, 'nor by the symbol');
  for (const [groups, total] of [
    ['demo\\*,real\\*', 2],
    ['*,!real\\*', 1],
    ['!real\\*', 0],
  ] as const) {
    t.equal((await bulk({ ...CLOSE, groups, preview: true })).total, total, groups);
  }
  t.match(desk.shard.state(login).positions.get(position), { sl: 0, tp: 0 });
  const gone = await bulk({ delete_orders: true, ...ids }, demo);
  t.match(gone.results, [{ id: order, kind: 'order', operation: 'delete', status: 'done' }]);
  t.equal(desk.shard.state(login).orders.size, 0);
  t.match((await bulk({ ...CLOSE, groups: '' })).results, [
    { id: position, kind: 'position', operation: 'close', status: 'done', login },
    { id: outside, login: other },
  ]);
  t.equal((await bulk({ ...CLOSE, groups: 'demo\\*' })).total, 0);
  t.equal(desk.shard.state(other).positions.size, 0);
  t.equal(desk.shard.state(other).orders.size, 1, 'an order is left where none were to go');
});

test`Stops are cleared where there are some [POST /bulk-close #5]`(async (t, { desk, bulk }) => {
  const login = await desk.trader();
  desk.trade(login, SMALL);
  desk.place(login, SMALL);
  const [position, order] = [
    desk.trade(login, { ...SMALL, sl: '1.00000' }),
    desk.place(login, STOPS),
  ];
  const { results, total } = await bulk({ clear_stops: true, symbol: 'EURUSD' });
  t.match(results, [
    { id: position, status: 'done' },
    { id: order, status: 'done' },
  ]);
  t.equal(total, 2);
});

test`A request handles 1000 trades, and tells of the rest
  [POST /bulk-close #6]`(async (t, { desk, bulk, count }) => {
  const [login, other] = [await desk.trader(), await desk.trader()];
  for (let n = 0; n < 1003; n += 1) desk.trade(n % 2 === 0 ? login : other, SMALL);
  const first = await bulk(CLOSE);
  t.same([first.results.length, first.total, await count()], [1000, 1003, 3]);
  const again = await bulk(CLOSE);
  t.same([again.results.length, again.total, await count()], [3, 3, 0]);
});

test`A preview lists what would be done, at prices of now or stored ones
  [POST /bulk-close #7, #8]`(async (t, { desk, bulk }) => {
  const [login, silent] = [await desk.trader(), await desk.trader()];
  for (const one of [login, silent]) {
    desk.trade(one, { volume: '1' });
    desk.place(one);
  }
  desk.shard.quote('EURUSD', '1.10110', '1.10120');
  desk.silent.add(silent);
  const { positions, orders, results, total } = await bulk({
    ...{ ...CLOSE, delete_orders: true, preview: true },
  });
  t.match(positions, [
    { login, price_current: '1.10110', profit: '100.00', live: true },
    { login: silent, price_current: '1.10010', profit: '0.00', live: false },
  ]);
  t.match(orders, [{ price_current: '1.10120' }, { price_current: '1.05000' }]);
  t.same([results, total], [[], 4]);
  t.same(desk.written(), [], 'nothing is done');
  t.equal(desk.shard.state(login).positions.size, 1);
});

test`Each trade is a request of the dealer, with its own outcome and line
  [POST /bulk-close #9, #10, #11]`(async (t, { desk, bulk, staff }) => {
  const [login, other] = [await desk.trader(), await desk.trader()];
  const ids = [desk.trade(login), desk.trade(other)];
  desk.answer = (asked) => (asked.login === other ? 'trade.market_closed' : undefined);
  const before = desk.lines().length;
  t.match((await bulk({ ...CLOSE, comment: 'Bye' })).results, [
    { id: ids[0], status: 'done', code: 'ok' },
    { id: ids[1], status: 'rejected', code: 'trade.market_closed' },
  ]);
  const asked = desk.written();
  t.match(asked, [
    { op: 'trade', caller: { login: staff.login }, data: { kind: 'close', comment: 'Bye' } },
    { op: 'trade', login: other },
  ]);
  t.equal(new Set(asked.map(({ data }) => data.request_id)).size, 2);
  const event = desk.events.findLast((one) => one.login === login);
  t.equal(event?.kind, 'deal');
  const lines = desk.lines().slice(before);
  t.match(lines, [
    { login, text: `position #${ids[0]} EURUSD: close done, 0.1 lots at 1.1, deal #6` },
    { login: other, text: /close rejected \(trade\.market_closed\)$/ },
    { login: staff.login, text: 'bulk close: 1 of 2 trades done, 2 matched' },
  ]);
  t.equal(lines.length, 3);
  t.match(event?.journal, [lines[0]], 'the line of what is done stands in its event');
});

test`A trade that is rejected after the checks has one line, also when the act is repeated
  [POST /bulk-close #9]`(async (t, { desk, bulk, staff }) => {
  const login = await desk.trader();
  const id = desk.trade(login);
  desk.route({ action: 'reject', request_kinds: ['dealer_close'] });
  const before = desk.lines().length;
  const key = randomUUID();
  for (const of of ['it', 'its repeat']) {
    t.match(await bulk({ close_positions: true, positions: [id] }, staff, key), {
      results: [{ id, status: 'rejected', code: 'trade.rejected' }],
    });
    t.same(
      desk
        .lines()
        .slice(before)
        .map(({ text }) => text),
      [
        `position #${id} EURUSD: close rejected (trade.rejected)`,
        'bulk close: 0 of 1 trades done, 1 matched',
      ],
      of,
    );
  }
});

test`A repeated close answers as the first one, and does nothing to trades that are new
  [POST /bulk-close #9]`(async (t, { desk, staff, ask, bulk }) => {
  const login = await desk.trader();
  const ids = [desk.trade(login), desk.trade(login)];
  const key = randomUUID();
  t.equal((await bulk({ ...CLOSE, preview: true }, staff, key)).total, 2);
  const first = await bulk(CLOSE, staff, key);
  t.match(
    first.results,
    ids.map((id) => ({ id, status: 'done', code: 'ok' })),
    'a preview by the key does not use it up',
  );
  const fresh = desk.trade(login);
  const lineCount = desk.lines().length;
  t.same(await bulk(CLOSE, staff, key.toUpperCase()), first);
  t.equal((await bulk({ ...CLOSE, preview: true }, staff, key)).total, 1, 'a preview is not kept');
  t.equal(desk.shard.state(login).positions.size, 1, 'the new position stays');
  t.equal(desk.lines().length, lineCount, 'and the journal has no more lines');
  const refused = { code: 'conflict', message: /^Idempotency-Key: / };
  for (const other of [
    { ...CLOSE, comment: 'Bye' },
    { close_positions: true, positions: [fresh] },
  ]) {
    t.match(await ask(other, staff, key), refused);
  }
  t.equal(desk.shard.state(login).positions.size, 1);
  const colleague = await desk.http.staff({ rights: DELETERS });
  t.match((await bulk(CLOSE, colleague, key)).results, [{ id: fresh, status: 'done' }]);
});

test`A repeated close makes the trades whose outcome was not known, and no others
  [POST /bulk-close #9]`(async (t, { desk, staff, bulk }) => {
  const [login, silent] = [await desk.trader(), await desk.trader()];
  const ids = [desk.trade(login), desk.trade(silent)];
  const refused = desk.trade(login, SMALL);
  desk.answer = ({ data }) => (data.position_id === refused ? 'trade.market_closed' : undefined);
  desk.silent.add(silent);
  const key = randomUUID();
  const outcomes = async () =>
    (await bulk(CLOSE, staff, key)).results.map(({ id, code }) => [id, code]);
  const row = [refused, 'trade.market_closed'] as const;
  t.same(await outcomes(), [[ids[0], 'ok'], [ids[1], 'trade.timeout'], row]);
  desk.answer = () => undefined;
  desk.silent.clear();
  t.same(await outcomes(), [[ids[0], 'ok'], [ids[1], 'ok'], row], 'a refusal is an answer');
  const asked = desk.written().length;
  t.same(await outcomes(), [[ids[0], 'ok'], [ids[1], 'ok'], row]);
  t.equal(desk.written().length, asked);
  t.same([...desk.shard.state(login).positions.keys()], [refused]);
  t.equal(desk.shard.state(silent).positions.size, 0);
});

test`The answer of a close is kept for 24 hours, and its key is used for good`(
  async (t, { desk, staff, ask, bulk }) => {
    const { harness } = desk.http;
    const begun = harness.now;
    t.teardown(() => {
      harness.now = begun;
    });
    const login = await desk.trader();
    const id = desk.trade(login);
    const key = randomUUID();
    const first = await bulk(CLOSE, staff, key);
    t.match(first.results, [{ id, code: 'ok' }]);
    const fresh = desk.trade(login);
    const other = { close_positions: true, positions: [id] };
    const later = async (ms: number): Promise<Answer> => {
      harness.now = begun + ms;
      const by = await desk.http.signedIn('staff', { login: staff.login });
      await bulk(other, by, randomUUID());
      return ask(CLOSE, by, key);
    };
    t.same((await later(DAY_MS - 1)).data, first);
    const refused = { status: 409, code: 'conflict', message: /^Idempotency-Key: .+24 hours/ };
    t.match(await later(DAY_MS), refused);
    t.ok(desk.shard.state(login).positions.has(fresh), 'it does not close what is new');
  },
);

test`A close that the server did not end is ended by its repeat, each trade once
  [POST /bulk-close #9]`(async (t, { desk, staff, ask, bulk }) => {
  const login = await desk.trader();
  const ids = [desk.trade(login), desk.trade(login)];
  const key = randomUUID();
  desk.before = () => {
    throw new Error('the server ends');
  };
  t.equal((await ask(CLOSE, staff, key)).code, 'internal');
  desk.before = () => {};
  desk.close(login, ids[0] as number);
  const fresh = desk.trade(login);
  t.match((await bulk(CLOSE, staff, key)).results, [
    { id: ids[0], status: 'rejected' },
    { id: ids[1], status: 'done' },
  ]);
  t.same([...desk.shard.state(login).positions.keys()], [fresh]);
});

test`A repeat shows no outcome of an account that the caller may not touch any more`(
  async (t, { desk, bulk }) => {
    await desk.acme();
    const other = await desk.trader({ group: 'real\\acme' });
    const id = desk.trade(other);
    const staff = await desk.http.staff({ rights: DELETERS });
    const key = randomUUID();
    t.match((await bulk(CLOSE, staff, key)).results, [{ id, code: 'ok' }]);
    const admin = await desk.http.signedIn('staff');
    const { version } = await admin.read<{ version: number }>(`/staff/${staff.login}`);
    const body = { version, group_scope: ['demo\\*'] };
    dataOf(await admin.patch(`/staff/${staff.login}`, body));
    t.match((await bulk(CLOSE, staff, key)).results, [
      { id, status: 'rejected', code: 'forbidden' },
    ]);
  },
);

test`A comment has at most 64 characters [POST /bulk-close #13]`(async (t, { ask }) => {
  t.equal((await ask({ ...CLOSE, comment: 'x'.repeat(64) })).code, 'ok');
  const refused = { status: 400, message: /^comment: / };
  t.match(await ask({ ...CLOSE, comment: 'x'.repeat(65) }), refused);
});

test`50 parallel closes with one key close a position once, as do those with other keys`(
  async (t, { desk, staff, ask }) => {
    const login = await desk.trader();
    // Of one session few requests wait at a time.
    const sessions = await Promise.all(
      Array.from({ length: 17 }, () => desk.http.signedIn('staff', { login: staff.login })),
    );
    const close = async (key: () => string) => {
      const id = desk.trade(login, SMALL);
      const before = desk.shard.state(login).ledger.account_seq;
      const body = { close_positions: true, positions: [id] };
      const asked = sessions.flatMap((by) => [1, 2, 3].map(() => ask(body, by, key())));
      for (const answer of await Promise.all(asked)) t.equal(answer.code, 'ok');
      t.equal(desk.shard.state(login).positions.size, 0);
      return desk.shard.state(login).ledger.account_seq - before;
    };
    const one = randomUUID();
    t.equal(await close(() => one), 1);
    t.equal(await close(randomUUID), 1);
  },
);

test`Positions are deleted without a deal, each once for its key
  [POST /delete #2, #3, #4]`(async (t, { desk, remove, count }) => {
  const [login, other] = [await desk.trader(), await desk.trader()];
  const ids = [login, other, login].map((one) => desk.trade(one, SMALL));
  const key = randomUUID();
  const balance = desk.shard.state(login).ledger.balance;
  const named = [...ids].reverse();
  const expected = ids.map((id, at) => ({
    ...{ error: '', id, login: at === 1 ? other : login, result: 'deleted' },
  }));
  t.same(await remove(named, undefined, key), { deleted: 3, items: expected });
  t.equal(await count(), 0);
  t.equal(desk.shard.state(login).ledger.balance, balance);
  const events = desk.shard.events.length;
  const lines = () => desk.lines().filter(({ text }) => text.includes('deletion done'));
  t.same(
    new Set(lines().map(({ login, text }) => `${login} ${text}`)),
    new Set(expected.map(({ id, login: one }) => `${one} position #${id} EURUSD: ${LINE}`)),
  );
  t.same(await remove(named, undefined, key), { deleted: 3, items: expected }, 'again');
  t.equal(desk.shard.events.length, events, 'and nothing more is done');
  t.equal(lines().length, 3, 'nor told');
  t.match(
    (await remove(ids)).items,
    ids.map((id) => ({ id, result: 'not_found' })),
  );
});

test`A key that was used for other positions deletes nothing, also of other accounts
  [POST /delete #3]`(async (t, { desk, staff, deletion, remove, count }) => {
  const logins = [await desk.trader(), await desk.trader()];
  const [first, second] = logins.map((one) => desk.trade(one, SMALL)) as [number, number];
  const key = randomUUID();
  await remove([first], staff, key);
  const before = await count();
  const refused = { status: 409, code: 'conflict', message: /^Idempotency-Key: / };
  for (const other of [[second], [first, second]]) {
    t.match(await deletion(other, staff, key.toUpperCase()), refused);
  }
  t.equal(await count(), before);
  const colleague = await desk.http.staff({ rights: DELETERS });
  t.match(await remove([second], colleague, key), { deleted: 1 }, 'a key is the caller’s own');
});

test`1 to 1000 positions are deleted by a request [POST /delete #2]`(async (t, { staff }) => {
  const ask = (ids: unknown) => staff.post('/positions/delete', { ids });
  const many = Array.from({ length: 1001 }, (_, n) => n + 1);
  for (const wrong of [[], many, [0], ['1'], undefined]) {
    t.match(await ask(wrong), { code: 'invalid_input' });
  }
  t.equal((await ask(many.slice(1))).code, 'ok');
});

test`Each id is answered: what was refused has its code
  [POST /delete #4, #5, #8]`(async (t, { desk, remove, count }) => {
  await desk.acme();
  const [login, other] = [await desk.trader(), await desk.trader({ group: 'real\\acme' })];
  const [gone, locked, closed] = [desk.trade(login), desk.trade(login), desk.trade(login)];
  const outside = desk.trade(other);
  const hidden = desk.trade(await desk.trader({ hidden: true }));
  desk.close(login, closed);
  desk.locks(login, locked);
  const by = await desk.http.staff({ rights: DELETERS, group_scope: ['demo\\*'] });
  const named = [999, hidden, outside, locked, closed, gone];
  const key = randomUUID();
  const expected = {
    deleted: 1,
    items: [
      { error: '', id: gone, login, result: 'deleted' },
      { error: 'trade.locked', id: locked, login, result: 'error' },
      { error: '', id: closed, login, result: 'not_found' },
      { error: '', id: outside, login: 0, result: 'not_found' },
      { error: '', id: hidden, login: 0, result: 'not_found' },
      { error: '', id: 999, login: 0, result: 'not_found' },
    ],
  };
  t.same(await remove(named, by, key), expected);
  t.same(await remove(named, by, key), expected, 'a repeated request has the same rows');
  t.equal((await remove([locked], by)).items[0]?.error, 'trade.locked', 'also where it is alone');
  t.equal(await count(), 2);
});

test`The account does it in its turn, with one event that its terminals get
  [POST /delete #6, #7]`(async (t, { desk, remove }) => {
  const [login, other] = [await desk.trader(), await desk.trader()];
  const ids = [desk.trade(login), desk.trade(login), desk.trade(other), desk.trade(login)];
  const before = desk.shard.events.length;
  await remove(ids);
  const events = desk.shard.events.slice(before);
  t.same(
    events.map(({ login, name }) => [login, name]),
    [
      [login, 'correction'],
      [other, 'correction'],
    ],
    'one for each account, however many positions go',
  );
  t.equal(desk.shard.state(login).positions.size, 0);
  const [event] = desk.events.slice(-2);
  t.same(each(event?.corrections, 'position_id'), [ids[0], ids[1], ids[3]]);
  const check = new LedgerCheck();
  const group = { currency: 'USD', margin_mode: 'hedging' } as const;
  for (const [at, one] of desk.events.entries()) check.follow(at + 1, one, group);
  t.same(check.violations, [], 'deals and corrections sum up to each position');
});

test`Where no account does it the whole is refused [POST /delete #9]`(
  async (t, { desk, staff }) => {
    const ids = [desk.trade(await desk.trader()), desk.trade(await desk.trader())];
    for (const code of ['trade.timeout', 'trade.disabled'] as const) {
      desk.answer = () => code;
      t.equal((await staff.post('/positions/delete', { ids })).code, code);
    }
  },
);

test`While the database is behind what was shown, nothing is done`(
  async (t, { desk, ask, staff }) => {
    const id = desk.trade(await desk.trader());
    desk.isBehind = true;
    const close = { close_positions: true, positions: [id] };
    const late = { code: 'timeout', message: /nothing was done/ };
    t.match(await ask(close), late);
    t.match(await staff.post('/positions/delete', { ids: [id] }), late);
    t.same(desk.written(), []);
    desk.isBehind = false;
    t.match(await ask(close), { code: 'ok', data: { results: [{ id, status: 'done' }] } });
  },
);
