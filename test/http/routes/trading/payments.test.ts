// Payments for positions and for many accounts: what they come to, and that each is made once.

import { randomUUID } from 'node:crypto';
import { uuidV5 } from '../../../../wire/base/uuid.js';
import { dataOf, type Terminal } from '../../../support/http-harness.js';
import { testsWith } from '../tags.js';
import { PositionsDesk } from './positions-desk.js';

type Row = Readonly<Record<string, unknown>>;
interface Preview {
  readonly items: readonly Row[];
  readonly rates_needed: readonly Row[];
  readonly totals: readonly Row[];
}

/** The balance that a trader of these tests begins with, in cents. */
const BEGUN = 1_000_000;
const SIDES = { buy: { action: 'dividend', comment: 'Buy' }, sell: { action: 'tax' } };

const test = testsWith('positions/payments', async (t) => {
  const desk = await PositionsDesk.open(t);
  const staff = await desk.http.staff({ rights: ['accounts.balance', 'trades.edit'] });
  const ask = (body: object, by: Terminal = staff, path = '/positions/payments') =>
    by.post(path, body);
  const pay = async (items: readonly object[], more: object = {}): Promise<readonly Row[]> =>
    dataOf(await ask({ ...SIDES, items, ...more }));
  const preview = async (body: object, by?: Terminal): Promise<Preview> =>
    dataOf(await ask(body, by, '/positions/payments/preview'));
  const paid = (login: number) => desk.shard.state(login).ledger.balance - BEGUN;
  return { desk, staff, ask, pay, preview, paid };
});

test`Bought and sold lots are summed and priced apart, for each account with positions
  [POST /preview #1, #2, #3]`(async (t, { desk, preview }) => {
  const [login, other] = [await desk.trader(), await desk.trader()];
  await desk.trader();
  for (const volume of ['0.3', '0.5']) desk.trade(login, { volume });
  desk.trade(login, { volume: '0.2', side: 'sell' });
  desk.trade(other, { volume: '0.07', side: 'sell' });
  const buy = { amount_per_lot: '12.345', tax_percent: '15' };
  const { items, totals } = await preview({ buy, sell: { amount_per_lot: '-10' } });
  t.match(items, [
    { login, lots_buy: '0.8', lots_sell: '0.2', amount_buy: '8.39', amount_sell: '-2.00' },
    { login: other, lots_buy: '0', lots_sell: '0.07', amount_buy: '0.00', amount_sell: '-0.70' },
  ]);
  t.match(items[0], { group: 'demo\\standard', currency: 'USD', digits: 2 });
  t.match(totals, [{ currency: 'USD', accounts: 2, lots_buy: '0.8', amount: '5.69' }]);
});

test`Half a cent is rounded away from zero [POST /preview #3]`(async (t, { desk, preview }) => {
  const login = await desk.trader();
  desk.trade(login, { volume: '0.5' });
  for (const [amount_per_lot, amount_buy] of [
    ['0.01', '0.01'],
    ['-0.01', '-0.01'],
    ['0.0099', '0.00'],
    ['0.0099999999', '0.00'],
  ]) {
    t.match((await preview({ buy: { amount_per_lot } })).items, [{ amount_buy }], amount_per_lot);
  }
});

test`A tax is from 0 to 100 percent`(async (t, { ask, preview, desk }) => {
  desk.trade(await desk.trader(), { volume: '1' });
  const priced = (tax_percent: string) => ({ buy: { amount_per_lot: '10', tax_percent } });
  t.match((await preview(priced('100'))).items, [{ amount_buy: '0.00' }], 'all of it is tax');
  for (const tax of ['-1', '100.01']) {
    const refused = await ask(priced(tax), undefined, '/positions/payments/preview');
    t.equal(refused.status, 400);
    t.match(refused.message, `buy.tax_percent: must be from 0 to 100, is ${tax}`);
  }
});

test`A rate is not negative`(async (t, { ask }) => {
  const body = { buy: { amount_per_lot: '10', currency: 'EUR' }, rates: { 'EUR->USD': '-1.25' } };
  const refused = await ask(body, undefined, '/positions/payments/preview');
  t.match(refused, { code: 'invalid_input' });
  t.equal(refused.message, 'rates.EUR->USD: must not be negative, is -1.25');
});

test`Amounts and their sum stay within what a ledger can have`(async (t, { desk, preview }) => {
  for (const volume of ['0.3', '0.5']) desk.trade(await desk.trader(), { volume });
  const terms = { amount_per_lot: '-999999999999999999' };
  const { items, totals } = await preview({ buy: terms });
  const least = '-45035996273704.96';
  t.match(items, [{ amount_buy: least }, { amount_buy: least }]);
  t.match(totals, [{ accounts: 2, amount: least }]);
});

test`Groups and symbols are masks, within the scope [POST /preview #1]`(
  async (t, { desk, preview }) => {
    await desk.acme();
    const [login, other] = [await desk.trader(), await desk.trader({ group: 'real\\acme' })];
    for (const one of [login, other]) desk.trade(one);
    const logins = async (body: object, by?: Terminal) =>
      (await preview({ buy: { amount_per_lot: '1' }, ...body }, by)).items.map((one) => one.login);
    t.same(await logins({}), [login, other]);
    t.same(await logins({ groups: '*' }), [login, other]);
    t.same(await logins({ groups: 'real\\*' }), [other]);
    t.same(await logins({ groups: 'demo\\*,real\\*' }), [login, other]);
    t.same(await logins({ groups: '*,!real\\*' }), [login]);
    t.same(await logins({ company: 'acme' }), [other]);
    t.same(await logins({ symbols: 'eur*' }), [login, other]);
    t.same(await logins({ symbols: '*,!EURUSD' }), []);
    const demo = await desk.http.staff({ rights: ['accounts.balance'], group_scope: ['demo\\*'] });
    t.same(await logins({}, demo), [login]);
  },
);

test`In net mode the difference is paid by the terms of its side
  [POST /preview #4]`(async (t, { desk, preview }) => {
  const logins = [await desk.trader(), await desk.trader(), await desk.trader()];
  const lots = [
    ['0.5', '0.2'],
    ['0.1', '0.4'],
    ['0.3', '0.3'],
  ] as const;
  for (const [at, [buy, sell]] of lots.entries()) {
    desk.trade(logins[at] as number, { volume: buy });
    desk.trade(logins[at] as number, { volume: sell, side: 'sell' });
  }
  const terms = { buy: { amount_per_lot: '10' }, sell: { amount_per_lot: '-20' } };
  const { items } = await preview({ ...terms, net: true });
  t.match(items, [
    { net_side: 'buy', amount: '3.00' },
    { net_side: 'sell', amount: '-6.00' },
    { net_side: '' },
  ]);
  t.notOk('amount' in (items[2] as object) || 'amount_buy' in (items[0] as object));
});

test`Each conversion is named with its rate; what lacks one is left out
  [POST /preview #5, #6]`(async (t, { desk, preview }) => {
  const login = await desk.trader();
  desk.trade(login, { volume: '1' });
  desk.trade(login, { volume: '1', side: 'sell' });
  const buy = { amount_per_lot: '10', currency: 'EUR' };
  const sell = { amount_per_lot: '10', currency: 'GBP' };
  const { items, rates_needed } = await preview({ buy, sell, rates: { 'EUR->USD': '1.25' } });
  t.match(items, [{ amount_buy: '12.50' }]);
  t.notOk('amount_sell' in (items[0] as object));
  t.same(rates_needed, [
    { from: 'EUR', to: 'USD', rate: '1.25' },
    { from: 'GBP', to: 'USD', rate: '0' },
  ]);
});

test`Positions of now count, and nothing is paid [POST /preview #7, #8]`(
  async (t, { desk, preview, paid }) => {
    const login = await desk.trader();
    desk.close(login, desk.trade(login));
    desk.trade(login, { volume: '0.01' });
    const before = paid(login);
    t.match((await preview({ buy: { amount_per_lot: '100' } })).items, [{ lots_buy: '0.01' }]);
    t.same([desk.written(), paid(login)], [[], before]);
  },
);

test`Each side that is not 0 is paid, with a row for each
  [POST #1, #7]`(async (t, { desk, pay, paid }) => {
  const [login, other] = [await desk.trader(), await desk.trader()];
  const ids = [randomUUID(), randomUUID(), randomUUID()] as const;
  const rows = await pay([
    { login, request_id: ids[0], amount_buy: '2.50', amount_sell: '-1.00' },
    { login: other, request_id: ids[1], amount_buy: '0.00', amount_sell: '0' },
    { login: other, request_id: ids[2], amount: '-0.75', net_side: 'sell' },
  ]);
  t.match(rows, [
    { login, side: 'buy', amount: '2.50', status: 'done', code: 'ok', request_id: ids[0] },
    { login, side: 'sell', amount: '-1.00', status: 'done' },
    { login: other, side: 'sell', amount: '-0.75', request_id: ids[2] },
  ]);
  t.equal(rows.length, 3);
  t.same([paid(login), paid(other)], [150, -75]);
  t.match(desk.written(), [
    { data: { action: 'dividend', comment: 'Buy' } },
    { data: { action: 'tax' } },
    { data: { action: 'tax' } },
  ]);
});

test`Each payment is checked and noted on its own, as by bulk balance
  [POST #2] [POST /admin/v1/accounts/bulk-balance #1, #2]`(async (t, { desk, ask, pay, staff }) => {
  const [login, other] = [await desk.trader(), await desk.trader()];
  const items = [login, other].map((one) => ({
    ...{ login: one, request_id: randomUUID(), amount_buy: one === other ? '-20000' : '1' },
  }));
  const before = desk.lines().length;
  t.match(await pay(items), [{ status: 'done' }, { status: 'rejected', code: 'trade.no_money' }]);
  t.match(desk.lines().slice(before), [
    { login, text: /^payment of 1\.00 as dividend \(Buy\): done, deal #\d+$/ },
    { login: other, text: 'payment of -20000 as dividend: rejected (trade.no_money)' },
    { login: staff.login, text: 'payments: 1 of 2 made' },
  ]);
  const bulk = [login, other].map((one) => ({
    ...{ login: one, request_id: randomUUID(), action: 'balance', amount: '-20000' },
  }));
  const answer = await ask({ items: bulk }, undefined, '/accounts/bulk-balance');
  const refused = { side: '', status: 'rejected', code: 'trade.no_money' };
  t.match(answer.data, [refused, refused]);
  const skipped = await ask(
    { items: [{ ...bulk[0], request_id: randomUUID() }], skip_margin_check: true },
    undefined,
    '/accounts/bulk-balance',
  );
  t.match(skipped.data, [{ status: 'done', deal_id: Number }]);
});

test`Many balance operations of one id make one deal
  [POST /admin/v1/accounts/bulk-balance #3]`(async (t, { desk, ask, paid }) => {
  const login = await desk.trader();
  const item = { login, request_id: randomUUID(), action: 'balance', amount: '-1' };
  const bodies = [1, 2, 3].map(() => ({ items: Array(17).fill(item) }));
  const pay = (body: object) => ask(body, undefined, '/accounts/bulk-balance');
  const answers = await Promise.all(bodies.map(pay));
  const rows = answers.flatMap((answer) => dataOf<readonly Row[]>(answer));
  t.ok(rows.length === 51 && rows.every(({ status }) => status === 'done'));
  t.equal(new Set(rows.map(({ deal_id }) => deal_id)).size, 1);
  t.equal(paid(login), -100);
  const [other] = dataOf<readonly Row[]>(await pay({ items: [{ ...item, amount: '-2' }] }));
  t.match(other, { status: 'rejected', code: 'conflict' }, 'with another amount it is refused');
});

test`The sell payment has an id that is derived from that of the item
  [POST #3, #4]`(async (t, { desk, pay }) => {
  const [login, request_id] = [await desk.trader(), randomUUID()];
  const rows = await pay([{ login, request_id, amount_buy: '1', amount_sell: '1' }]);
  t.same(
    rows.map((row) => row.request_id),
    [request_id, uuidV5(request_id, 'sell')],
  );
});

test`50 parallel payments of one id pay once; of 50 ids, never below the limit
  [POST #5]`(async (t, { desk, pay, paid }) => {
  const login = await desk.trader();
  const one = { login, request_id: randomUUID(), amount_buy: '-1', amount_sell: '-2' };
  const rows = await Promise.all([1, 2, 3].map(() => pay(Array(17).fill(one))));
  t.equal(paid(login), -300);
  const deals = rows.flat().map(({ deal_id, side }) => `${side} ${deal_id}`);
  t.equal(new Set(deals).size, 2, 'all are told of the same two deals');
  const many = Array.from({ length: 50 }, () => ({
    ...{ login, request_id: randomUUID(), amount_buy: '-300' },
  }));
  const parts = [0, 17, 34].map((from) => pay(many.slice(from, from + 17)));
  const made = (await Promise.all(parts)).flat();
  const done = made.filter(({ status }) => status === 'done').length;
  t.equal(done, 33);
  t.equal(paid(login), -300 - 33 * 30_000);
  t.ok(made.every(({ status, code }) => status === 'done' || code === 'trade.no_money'));
});

test`What contradicts itself is refused before anything is paid`(async (t, { desk, ask, paid }) => {
  const login = await desk.trader();
  const good = { login, request_id: randomUUID(), amount_buy: '1' };
  for (const [item, field] of [
    [{ amount: '1' }, 'net_side'],
    [{ amount: '1', net_side: 'buy', amount_sell: '1' }, 'amount'],
  ] as const) {
    const items = [good, { login, request_id: randomUUID(), ...item }];
    const message = new RegExp(`^items\\.1\\.${field}: `);
    t.match(await ask({ ...SIDES, items }), { code: 'invalid_input', message });
  }
  t.match(await ask({ sell: SIDES.sell, items: [good] }), { message: /^items\.0\.buy: / });
  t.equal(paid(login), 0);
});

test`Accounts out of reach are not paid, and the others are`(async (t, { desk, ask, paid }) => {
  await desk.acme();
  const [login, other] = [await desk.trader(), await desk.trader({ group: 'real\\acme' })];
  const demo = await desk.http.staff({ rights: ['accounts.balance'], group_scope: ['demo\\*'] });
  const items = [login, other, 999_999].map((one) => ({
    ...{ login: one, request_id: randomUUID(), action: 'balance', amount: '1' },
  }));
  t.match((await ask({ items }, demo, '/accounts/bulk-balance')).data, [
    { status: 'done' },
    { status: 'rejected', code: 'forbidden' },
    { status: 'rejected', code: 'not_found' },
  ]);
  t.same([paid(login), paid(other)], [100, 0]);
  const lines = desk.lines().filter((line) => [other, 999_999].includes(line.login));
  t.same(lines, [], 'and nobody writes into their journals');
});

test`A payment to groups is made to each account of clients in scope, once for its id`(
  async (t, { desk, ask, paid }) => {
    await desk.acme();
    const logins: number[] = [];
    for (let n = 0; n < 3; n += 1) logins.push(await desk.trader({ group: 'real\\acme' }));
    const elsewhere = await desk.trader();
    const rights = ['accounts.view', 'accounts.balance'] as const;
    const payer = await desk.http.staff({ rights, group_scope: ['real\\*'] });
    const body = {
      ...{ request_id: randomUUID(), group: '*', action: 'bonus' },
      ...{ amount: '5.00', comment: 'Gift' },
    };
    type Reply = { total: number; next_after: number | null; items: readonly Row[] };
    const send = async (more: object = {}) =>
      dataOf<Reply>(await ask({ ...body, ...more }, payer, '/accounts/group-balance'));
    const { total, items } = await send({ dry_run: true });
    t.equal(total, logins.length);
    t.same([items, paid(logins[0] as number)], [[], 0], 'a dry run pays nothing');
    const rest = await send({ after: logins[0] });
    t.same([rest.total, rest.next_after], [2, null]);
    t.match(rest.items, [
      { login: logins[1], status: 'done', amount: '5.00' },
      { login: logins[2], status: 'done' },
    ]);
    t.equal((await send()).items.length, total);
    t.equal(desk.written().filter(({ login }) => login === elsewhere).length, 0);
    for (const login of logins) {
      const credits = desk.shard.state(login).ledger;
      t.equal(credits.balance + credits.credit - BEGUN, 500, 'each is paid once');
    }
    const wrong: readonly (readonly [object, RegExp])[] = [
      [{ group: 'demo\\*' }, /^group: fits no group of clients in your scope/],
      [{ group: 'managers\\*' }, /^group: fits no group/],
    ];
    for (const [more, says] of wrong) {
      const answer = await ask({ ...body, ...more }, payer, '/accounts/group-balance');
      t.match(answer, { code: 'invalid_input', message: says });
    }
  },
);

test`A payment to groups goes on by login, and a dry run counts what it pays, without staff`(
  async (t, { desk, paid }) => {
    const logins = [await desk.trader(), await desk.trader(), await desk.trader()];
    const admin = await desk.http.signedIn('staff');
    const group = { group: '*', action: 'balance', after: (logins[0] as number) - 1 };
    type Reply = { total: number; next_after: number | null; items: readonly Row[] };
    const sender = (payment: object) => {
      const body = { ...group, request_id: randomUUID(), ...payment };
      return async (more: object = {}) =>
        await admin.made<Reply>('/accounts/group-balance', { ...body, ...more });
    };
    const send = sender({ amount: '5' });
    const managers = await desk.http.openAccount({ group: 'managers\\dealers', login: 9000 });
    const dry = await send({ dry_run: true });
    t.same([dry.total, dry.next_after], [3, null], 'the staff account is not counted');
    const seen: unknown[] = [];
    let after: number | null = group.after;
    while (after !== null) {
      const page: Reply = await send({ after, limit: 1 });
      seen.push(...page.items.map(({ login, status }) => [login, status]));
      t.equal(page.total, 4 - seen.length, 'of this page and the later ones');
      after = page.next_after;
    }
    t.same(
      seen,
      logins.map((login) => [login, 'done']),
    );
    t.same((await send()).items.length, 3, 'a repeated request names all accounts');
    t.same(logins.map(paid), [500, 500, 500], 'each is paid once');
    t.notOk(desk.written().some(({ login }) => login === managers));
    // Positions bind margin: what the account has less of can be taken with `skip_margin_check`.
    for (const login of logins) desk.trade(login, { volume: '1' });
    const all = { amount: '-10000' };
    t.match((await sender(all)()).items, Array(3).fill({ code: 'trade.no_money' }));
    const skipped = await sender({ ...all, skip_margin_check: true })();
    t.match(skipped.items, Array(3).fill({ status: 'done' }));
  },
);

test`A payment to groups has one currency`(async (t, { desk, ask }) => {
  const admin = await desk.http.signedIn('staff');
  await admin.post('/groups', { path: 'real\\euro', currency: 'EUR' });
  const payment = { request_id: randomUUID(), group: 'real\\*', action: 'bonus', amount: '5' };
  const answer = await ask(payment, admin, '/accounts/group-balance');
  t.match(answer, { status: 400, message: 'group: must be of one currency, is of EUR, USD' });
});
