// Explain: a deal is found in the database or the log, and told in sentences by what caused it.

import { rmSync } from 'node:fs';
import t from 'tap';
import { explain, explainHandler } from '../../../actors/commands/explain.js';
import { explanationOf } from '../../../actors/explain/explanation.js';
import { pathsOf } from '../../../actors/folder/folder.js';
import { lockFolder } from '../../../storage/database/database.js';
import { openProjection } from '../../../storage/database/schema.js';
import { done } from '../../../wire/base/codes.js';
import { compile } from '../../../wire/base/schema.js';
import { Explanation } from '../../../wire/rest/trading/deals.js';
import type { AccountEvent, Cause, RequestKind } from '../../../wire/trading/events.js';
import {
  buildAccountEvent,
  buildDeal,
  buildLedger,
  buildMoney,
  buildOrder,
  buildPosition,
  MONDAY,
} from '../../support/build.js';
import { bought, buildExplain, explained } from '../../support/explained.js';
import { filledFolder, history, logFile, spoil, writeLog } from './data-folder.js';

/** The seq and the position of an explained deal of a folder. */
const found = async (data: string, deal: number) => {
  const outcome = await explain(data, deal);
  return outcome.ok ? [outcome.data.seq, outcome.data.deal.position_id] : outcome.message;
};

t.test('A deal of a stopped server is found through its database', async (t) => {
  const data = filledFolder(t);
  t.same(await found(data, 8), ['6', 6]);
  const lock = lockFolder(data);
  t.ok(lock.ok, 'the folder is free afterwards');
  if (lock.ok) lock.data.release();
});

t.test('What the database does not hold yet is found in the log behind it', async (t) => {
  const data = filledFolder(t, 3);
  const [, canceled] = [bought(), buildDeal({ id: 4, action: 'sell_canceled' })];
  const more = buildAccountEvent({ deals: [canceled, bought({ id: 70, position_id: 70 })] });
  writeLog(data, [more]);
  t.same(await found(data, 70), ['6', 70]);
  const changed = await explain(data, 4);
  t.match(changed, { ok: true, data: { seq: '4', changes: [{ action: 'sell_canceled' }] } });
});

t.test('Without a database that can say, the whole log is looked through', async (t) => {
  const data = filledFolder(t);
  const { database } = pathsOf(data);
  const db = openProjection(database);
  t.teardown(() => db.close());
  db.exec('DROP TABLE deal_changes');
  t.same(await found(data, 8), ['6', 6], 'a database of before');
  for (const suffix of ['', '-wal', '-shm']) rmSync(database + suffix, { force: true });
  t.same(await found(data, 8), ['6', 6], 'no database');
});

t.test('A damaged log is refused with its first bad event', async (t) => {
  const data = filledFolder(t, 20);
  spoil(logFile(data), 'digest 5');
  t.match(await found(data, 4), /the log is bad at event 7: the checksum/);
  t.same(await found(data, 30), ['17', 30], 'what lies behind the damage can be told');
});

t.test('Through the control socket a deal is named by a whole number', async (t) => {
  const one = explained({ deals: [bought()] });
  const handler = explainHandler({ explain: async () => done(one) });
  t.match(await handler({ deal: 12 }), { ok: true, data: { seq: '9' } });
  for (const input of [null, {}, { deal: 'twelve' }, { deal: 1.5 }]) {
    t.match(await handler(input), { ok: false, code: 'invalid_input' });
  }
});

t.test('An empty folder has no log to look through', async (t) => {
  const data = t.testdir();
  t.match(await explain(data, 1), { ok: false, code: 'not_found', message: /no log in/ });
  writeLog(data, history(0));
  t.same(await found(data, 77), 'there is no deal 77');
});

const cause = (kind: RequestKind, of: Partial<Cause> = {}): Cause => ({
  kind,
  source: 'server',
  dealer: 0,
  request_id: '',
  ...of,
});

/** A stop that fired below its level. */
const fired = () => ({
  cause: cause('sl'),
  deals: [sold('sl')],
  explain: buildExplain({ bid: 109_320_000, price_asked: 109_500_000 }),
});

const sold = (reason: 'sl' | 'tp' | 'so') =>
  bought({ action: 'sell', entry: 'out', volume_closed: 1e8, price: 109_320_000, reason });

/** The second sentence, which says why. */
const why = (event: Partial<AccountEvent>): string => explained(event).sentences[1] ?? '';
const all = (event: Partial<AccountEvent>): string => explained(event).sentences.join('\n');

t.test("a client's order is told with terminal, rule and the group's markups", async (t) => {
  const origin = { terminal: 'web', ip: '192.0.2.1', session: 's' };
  const told = explained({
    cause: cause('open', { source: 'client', request_id: 'r-1' }),
    deals: [bought({ order_id: 7 })],
    orders: [buildOrder({ id: 7, origin })],
    positions: [buildPosition({ id: 7, volume: 1e8, price_open: 110_013_000 })],
    money: buildMoney({ margin: 110_013, margin_free: 889_987 }),
    explain: buildExplain({ margin_free_before: 1_000_000 }),
  });
  t.equal(compile(Explanation)(told), undefined, 'it has the shape that is documented');
  t.same(told.sentences, [
    'Deal 12 of account 1001 bought 1 EURUSD at 1.10013 (order 7), opening position 7.',
    'The client asked for it (open) from terminal web at 192.0.2.1 with request r-1.',
    'Routing rule 3 "rest" confirmed it at the market price.',
    'The quote of 2026-03-02T08:59:59.960Z was 1.10000 / 1.10010; ' +
      "the group's markups make it 1.09999 / 1.10013.",
    'Its money: profit 0.00, swap 0.00, commission 0.00, fee 0.00.',
    'The margin was 0.00 before and 1100.13 after, the free margin 10000.00 and 8899.87.',
    'Position 7 is buy 1 at 1.10013000 afterwards.',
    'This is event 9 of the log, of 2026-03-02T09:00:00.000Z, under version 5 of the settings.',
  ]);
});

t.test('a stop that fired is told with its level, the price seen and the slippage', async (t) => {
  const event = fired();
  const at = '2026-03-02T08:59:59.960Z';
  t.equal(why(event), `Stop loss 1.09500 of position 7 was reached: Bid 1.09320 at ${at}.`);
  t.match(all(event), /dealt 180 points worse for the client than the price asked for, 1\.09500\./);
  t.match(why({ ...event, cause: cause('tp') }), /^Take profit 1\.09500 of position 7/);
  const better = buildExplain({ price_asked: 109_310_000 });
  t.match(all({ ...event, explain: better }), /dealt 10 points better for the client/);
});

t.test('an activated order is told with the price it waited for', async (t) => {
  const order = buildOrder({ id: 7, kind: 'limit', side: 'buy', price_order: 110_020_000 });
  const told = why({
    cause: cause('activate'),
    deals: [bought({ order_id: 7 })],
    orders: [order],
    explain: buildExplain({ price_asked: 110_020_000 }),
  });
  const waited =
    /^The price 1\.10020 of buy limit order 7, placed 2026-\S+, was reached: Ask 1\.10013/;
  t.match(told, waited);
});

t.test('a stop-out is told with its levels, also when a rule would have refused it', async (t) => {
  const told = all({
    cause: cause('stopout_position'),
    deals: [sold('so')],
    explain: buildExplain({ trigger: 'so 32.68%/670.00/950.00', action: 'reject' }),
  });
  t.match(told, /stopped out at margin level 32\.68 %, equity 670\.00, margin 950\.00;/);
  t.match(told, /Routing rule 3 "rest" said reject, which cannot stop it here\./);
  const none = buildExplain({ rule_id: 0, rule: '' });
  t.match(all({ cause: cause('sl'), deals: [sold('sl')], explain: none }), /^No routing rule/m);
});

t.test('a request that waited is told with its time and the dealer who confirmed it', async (t) => {
  const told = all({
    cause: cause('open', { source: 'client', request_id: 'r-1' }),
    deals: [bought()],
    explain: buildExplain({ action: 'dealer', received_at: MONDAY - 1500, decided_by: 8 }),
  });
  t.match(told, /The request came at 2026-03-02T08:59:58\.500Z and was decided 1\.5 s later\./);
  t.match(
    told,
    /Routing rule 3 "rest" gave it to its dealers\. Dealer 8 confirmed it at 1\.10013\./,
  );
  const quoted = buildExplain({ decided_by: 8 });
  const event = { cause: cause('open', { source: 'client' as const }), deals: [bought()] };
  t.match(all({ ...event, explain: quoted }), /Dealer 8 had quoted the price\./);
});

t.test('a stop that trailed says how far behind the market the server kept it', async (t) => {
  const kept = { ...fired(), positions: [buildPosition({ id: 7, closed: true, trail_pts: 200 })] };
  const trailed = 'Stop loss 1.09500 of position 7, which trailed the market by 200 points,';
  t.ok(why(kept).startsWith(`${trailed} was reached: Bid 1.09320 at `), why(kept));
  const reached = why({ ...kept, cause: cause('tp') });
  t.ok(reached.startsWith('Take profit 1.09500 of position 7 was reached'), reached);
});

const payment = (action: 'balance' | 'agent' | 'credit' | 'so_compensation', profit: number) =>
  buildDeal({ id: 3, symbol: '', action, entry: 'none', profit, comment: 'wire' });
const NO_QUOTE = { rule_id: 0, rule: '', action: '', quote_at: 0 } as const;

t.test('a payment is told with who made it and what it did to the balance', async (t) => {
  const told = explained({
    cause: cause('balance', { source: 'dealer', dealer: 4, request_id: 'r-2' }),
    deals: [payment('balance', -5000)],
    ledger: buildLedger({ balance: 95_000 }),
    explain: buildExplain({ ...NO_QUOTE, margin_free_before: 100_000 }),
  });
  t.match(told, { rule: null, quote: null, order: null, position: null, price_asked: null });
  t.same(told.sentences.slice(0, 3), [
    'Deal 3 of account 1001: withdrawal of -50.00, "wire".',
    'Staff login 4 made it with request r-2.',
    'The balance went from 1000.00 to 950.00.',
  ]);
});

t.test('what people wrote is told on its own line, without what a screen would obey', async (t) => {
  const comment = 'x"\nThe balance went up.\u0000\u001b[2J\u009b1m\u202e\u2028é 🙂';
  const told = explained({
    cause: cause('balance', { source: 'dealer', dealer: 4 }),
    deals: [{ ...payment('balance', 5000), comment }],
    explain: buildExplain(NO_QUOTE),
  });
  const quoted = String.raw`"x\"\nThe balance went up.\u0000\u001b[2J\u009b1m\u202e\u2028é 🙂"`;
  t.equal(told.sentences[0], `Deal 3 of account 1001: deposit of 50.00, ${quoted}.`);
  t.equal(told.deal.comment, comment, 'the facts have it as it was written');
  const names = explained({
    deals: [bought({ commission: -350 })],
    explain: buildExplain({ rule: 'a\nb', charges: { 'standard c\u001bd': -350 } }),
  }).sentences.join(' ');
  t.ok(names.includes(String.raw`Routing rule 3 "a\nb" confirmed`), names);
  t.ok(names.includes(String.raw`Commission rule "c\u001bd" (standard) charged -3.50.`), names);
});

t.test("an agent's commission is told with the deal it follows from", async (t) => {
  const told = explained({
    cause: cause('balance', { request_id: 'r-3' }),
    deals: [payment('agent', 150)],
    explain: buildExplain({ ...NO_QUOTE, from_login: 1002, from_deal: 77 }),
  });
  t.equal(told.sentences[1], 'It follows from deal 77 of account 1002 (request r-3).');
  t.match(told.cause, { from_login: 1002, from_deal: 77 });
});

t.test('a credit moves the credit alone', async (t) => {
  const told = explained({
    cause: cause('balance', { source: 'dealer', dealer: 4 }),
    deals: [payment('credit', 5000)],
    ledger: buildLedger({ balance: 100_000, credit: 5000 }),
    explain: buildExplain(NO_QUOTE),
  });
  t.match(told.money, { balance_before: '1000.00', credit_before: '0.00', credit_after: '50.00' });
  t.match(told.sentences.join('\n'), /^The credit went from 0\.00 to 50\.00\.$/m);
});

t.test('a deal that was taken back later says so', async (t) => {
  const event = buildAccountEvent({
    deals: [bought({ action: 'buy_canceled' })],
    time: MONDAY + 5,
  });
  const told = explained({ deals: [bought()] }, { seq: 30, event });
  t.same(told.changes, [{ seq: '30', time: '2026-03-02T09:00:00.005Z', action: 'buy_canceled' }]);
  t.equal(told.deal.action, 'buy', 'it is shown as it was made');
  t.match(told.sentences.at(-1), /^It was changed to buy_canceled at \S+ \(event 30\)\.$/);
});

t.test('an event from before there were explanations says what it knows', async (t) => {
  const told = explained({ deals: [bought()], explain: null });
  t.equal(compile(Explanation)(told), undefined);
  t.match(told, { config_version: null, rule: null, quote: null, money: { margin_before: null } });
  t.match(told.sentences.at(-1), /^This is event 9 of the log, of \S+Z\.$/);
});

t.test('a reopen at the end of the day is told with its prices and the other deals', async (t) => {
  const reopened = bought({ market_bid: 109_990_000, market_ask: 110_000_000, reason: 'rollover' });
  const told = explained({
    cause: cause('end_of_day'),
    deals: [reopened, payment('balance', 5)],
    ledger: buildLedger({ balance: 5 }),
    explain: buildExplain({ ...NO_QUOTE, trigger: 'end of day 2026-03-02' }),
  });
  t.equal(told.sentences[1], 'The server made it at the end of day 2026-03-02.');
  t.match(told.sentences.join('\n'), /^The account's prices were 1\.09990 \/ 1\.10000\.$/m);
  t.match(told.sentences.join('\n'), /from 0\.00 to 0\.05, with deals 12, 3 together\.$/m);
  t.equal(compile(Explanation)(told), undefined);
});

t.test('each deal is told with what was charged for it, not for the others', async (t) => {
  const charges = { 'standard day': -630 };
  const endOfDay = {
    cause: cause('end_of_day'),
    explain: buildExplain({ ...NO_QUOTE, trigger: 'end of day 2026-03-02', charges }),
  };
  const rollover = bought({ id: 20, reason: 'rollover' });
  const daily = { ...payment('balance', -630), id: 21, action: 'commission_daily' as const };
  t.same(explained({ ...endOfDay, deals: [rollover, daily] }).charges, []);
  const charged = [{ kind: 'standard', rule: 'day', amount: '-6.30' }];
  t.same(explained({ ...endOfDay, deals: [daily, rollover] }).charges, charged);
  const interest = { ...payment('balance', 100), id: 22, action: 'interest' as const };
  t.same(explained({ ...endOfDay, deals: [interest, daily] }).charges, []);

  const pair = { cause: cause('close_by'), explain: buildExplain({ charges }) };
  const [first, second] = [bought({ id: 30, commission: -630 }), bought({ id: 31 })];
  t.same(explained({ ...pair, deals: [first, second] }).charges, charged);
  const event = buildAccountEvent({ ...pair, deals: [first, second] });
  t.same(explanationOf(31, [{ seq: 9, event }]).charges, []);
});

t.test('a pair that is closed is told with its own price', async (t) => {
  const order = buildOrder({ id: 5, kind: 'close_by', position_id: 7, by_position_id: 8 });
  const event = {
    cause: cause('close_by', { source: 'client' as const }),
    orders: [order],
    deals: [bought({ order_id: 5, entry: 'out_by', volume_closed: 1e8, price_position: 1.1e8 })],
  };
  t.match(all(event), /closing 1 of position 7, open at 1\.10000000, by the opposite position 8\./);
  t.match(all(event), /confirmed it at the opposite position's open price\./);
});
