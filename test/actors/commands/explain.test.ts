// Explain: a deal is found in the database or the log, and told in sentences by what caused it.

import { rmSync } from 'node:fs';
import t from 'tap';
import { explain, explainHandler } from '../../../actors/commands/explain.js';
import { explanationOf } from '../../../actors/explain/explanation.js';
import { pathsOf } from '../../../actors/folder/folder.js';
import { lockFolder } from '../../../storage/database/database.js';
import { openProjection } from '../../../storage/database/schema.js';
import { ok } from '../../../wire/base/codes.js';
import { compile } from '../../../wire/base/schema.js';
import type { Explanation } from '../../../wire/rest/trading/deals.js';
import { Explanation as ExplanationSchema } from '../../../wire/rest/trading/deals.js';
import type { GroupRecord } from '../../../wire/settings/groups.js';
import type { AccountEvent, Cause, RequestKind } from '../../../wire/trading/events.js';
import type { Explain } from '../../../wire/trading/records.js';
import { answer, attended, limit, open, ruled } from '../../engine/waiting.js';
import { buildAccountEvent, buildDeal, buildLedger, MONDAY } from '../../support/build.js';
import { EngineHarness, openAccount } from '../../support/engine-harness.js';
import { bought, buildExplain, explained } from '../../support/explained.js';
import { commission, row, rule } from '../../support/settings-records.js';
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
  const handler = explainHandler({ explain: async () => ok(one) });
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

/** The event of the newest deal of an account. */
const dealt = ({ events }: EngineHarness): AccountEvent =>
  events.findLast(({ deals }) => deals.length > 0) as AccountEvent;

/** What explains a deal of an event, the first or another one. */
const explanation = (event: AccountEvent, at = 0): Explanation =>
  explanationOf(event.deals[at]?.id ?? 0, [{ seq: 9, event }]);
const explainedText = (event: AccountEvent, at = 0): string =>
  explanation(event, at).sentences.join('\n');

/** An event whose explanation has other values. */
const otherwise = (event: AccountEvent, more: Partial<Explain>): AccountEvent => ({
  ...event,
  explain: { ...(event.explain as Explain), ...more },
});

/** A group that adds three points to the Ask and takes one from the Bid. */
const MARKED: Partial<GroupRecord> = {
  symbols: [row('*', { spread_diff: 4, spread_diff_bid: 1 })],
};
const AT = '2025-03-12T10:00:00.000Z';

t.test("a client's order is told with terminal, rule and the group's markups", async (t) => {
  const engine = openAccount({ group: MARKED });
  engine.trade(open);
  const shown = explanation(dealt(engine));
  t.equal(compile(ExplanationSchema)(shown), undefined, 'it has the shape that is documented');
  const { request_id } = shown.cause;
  t.same(shown.sentences, [
    'Deal 2 of account 1001 bought 1 EURUSD at 1.10013 (order 1), opening position 1.',
    `The client asked for it (open) from terminal desktop at 10.0.0.1 with request ${request_id}.`,
    'Routing rule 1 "rest" confirmed it at the market price.',
    `The quote of ${AT} was 1.10000 / 1.10010; the group's markups make it 1.09999 / 1.10013.`,
    'Its money: profit 0.00, swap 0.00, commission 0.00, fee 0.00.',
    'The margin was 0.00 before and 1100.13 after, the free margin 10000.00 and 8885.87.',
    'Position 1 is buy 1 at 1.10013000 afterwards.',
    `This is event 9 of the log, of ${AT}, under version 1 of the settings.`,
  ]);
});

t.test('a stop that fired is told with its level, the price seen and the slippage', async (t) => {
  const fired = (trail_pts = 0) => {
    const engine = openAccount({ group: MARKED });
    engine.give({ held: [{ price_open: '1.10000', sl: '1.09500', trail_pts }] });
    engine.tick('EURUSD', '1.09321', '1.09331');
    return dealt(engine);
  };
  const event = fired();
  const reached = `of position 1 was reached: Bid 1.09320 at ${AT}.`;
  t.match(explainedText(event), `Stop loss 1.09500 ${reached}`);
  t.match(
    explainedText(event),
    /dealt 180 points worse for the client than the price asked for, 1\.09500\./,
  );
  t.match(explainedText(event), 'was 1.09321 / 1.09331;');
  t.equal(explanation(event).trigger, 'sl 1.09500');
  t.match(explainedText(event), 'The margin was 1000.00 before and 0.00 after');
  const better = otherwise(event, { price_asked: 109_310_000, rule_id: 0, rule: '' });
  t.match(explainedText(better), /dealt 10 points better for the client/);
  t.match(explainedText(better), /^No routing rule/m);
  const trailed = fired(200);
  t.match(
    explainedText(trailed),
    'of position 1, which trailed the market by 200 points, was reached',
  );
  const profit = { ...trailed, cause: { ...trailed.cause, kind: 'tp' as const } };
  t.match(explainedText(profit), `Take profit 1.09500 ${reached}`);
});

t.test('an activated order is told with the price it waited for', async (t) => {
  const engine = openAccount();
  engine.trade(limit({ order_kind: 'stop', price: '1.10500' }));
  engine.tick('EURUSD', '1.10550', '1.10560');
  const waited =
    /^The price 1\.10500 of buy stop order 1, placed 2025-\S+ from .+, was reached: Ask 1\.10560/m;
  t.match(explainedText(dealt(engine)), waited);
  t.equal(explanation(dealt(engine)).trigger, 'stop 1.10500');
});

t.test('a stop-out is told with its levels, also when a rule would have refused it', async (t) => {
  const engine = new EngineHarness({
    group: { so_compensation: true },
    routing: [rule({ id: 4, action: 'reject' })],
    balance: '1500',
    held: [{ id: 5, price_open: '1.00000' }],
  });
  engine.tick('EURUSD', '0.98000', '0.98010');
  const [close, paid] = engine.events
    .filter(({ deals }) => deals.length > 0)
    .map((one) => explainedText(one));
  t.match(close, /stopped out at margin level -50\.00 %, equity -500\.00, margin 1000\.00;/);
  t.match(close, /Routing rule 4 "rest" said reject, which cannot stop it here\./);
  t.match(close, /1000\.00 before and 0\.00 after, the free margin -1500\.00 and -500\.00\./);
  t.match(paid, /^The stop-out left no position and a balance below zero, which the group makes/m);
  t.match(paid, /^The balance went from -500\.00 to 0\.00\.$/m);
});

t.test('a request that waited is told with its time and the dealer who confirmed it', async (t) => {
  const delayed = ruled([{ action: 'delay', action_value: '500' }, {}]);
  delayed.trade(open);
  delayed.timer(delayed.now + 500);
  t.match(explainedText(dealt(delayed)), `The request came at ${AT} and was decided 0.5 s later.`);
  t.match(explainedText(dealt(delayed)), 'Routing rule 2 "rest" confirmed it');
  delayed.trade({ kind: 'modify', position_id: 1, sl: '1.09000' });
  delayed.timer(delayed.now + 500);
  t.equal(delayed.events.at(-1)?.explain, null, 'what made no deal is not explained');
  const asked = attended([]);
  asked.trade(open);
  asked.now += 3000;
  answer(asked, 'confirm');
  const confirmed = explainedText(dealt(asked));
  t.match(confirmed, `The request came at ${AT} and was decided 3 s later.`);
  t.match(confirmed, 'rest" gave it to its dealers. Dealer 7 confirmed it at 1.10010.');
  const quoted = attended([], { execution_mode: 'request', request_timeout_sec: 5 });
  quoted.trade({ kind: 'price', symbol: 'EURUSD', side: 'buy', volume: '1' });
  answer(quoted, 'confirm', { bid: '1.10015', ask: '1.10021' });
  quoted.trade({ ...open, price: '1.10021' });
  t.match(explainedText(dealt(quoted)), 'Dealer 7 had quoted the price.');
  t.match(explainedText(dealt(quoted)), 'It was dealt at the price asked for, 1.10021.');
  t.notMatch(explainedText(dealt(quoted)), 'The request came', 'it did not wait');
});

t.test('a payment is told with who made it and what it did to the balance', async (t) => {
  const engine = openAccount();
  engine.deposit('-50', { comment: 'wire' });
  const shown = explanation(dealt(engine));
  t.match(shown, { rule: null, quote: null, order: null, position: null, price_asked: null });
  t.same(shown.sentences.slice(0, 3), [
    'Deal 2 of account 1001: withdrawal of -50.00, "wire".',
    `Staff login 7 made it with request ${shown.cause.request_id}.`,
    'The balance went from 10000.00 to 9950.00.',
  ]);
  engine.deposit('50', { action: 'credit' });
  const { money } = explanation(dealt(engine));
  t.match(money, { balance_before: '9950.00', credit_before: '0.00', credit_after: '50.00' });
  t.match(explainedText(dealt(engine)), /^The credit went from 0\.00 to 50\.00\.$/m);
  const derived = { source: 'server', dealer: 0, from_login: 1002, from_deal: 77 } as const;
  engine.deposit('1.50', { action: 'agent', ...derived });
  const { cause: of, sentences } = explanation(dealt(engine));
  t.match(of, { from_login: 1002, from_deal: 77 });
  t.equal(sentences[1], `It follows from deal 77 of account 1002 (request ${of.request_id}).`);
});

t.test('what people wrote is told on its own line, without what a screen would obey', async (t) => {
  const comment = 'x"\nThe balance went up.\u0000\u001b[2J\u009b1m\u202e\u2028é 🙂';
  const engine = ruled(
    [{ name: 'a\nb' }],
    {},
    {
      group: { commissions: [commission({ name: 'c\u001bd' }, { value: '3.5' })] },
    },
  );
  const [paid] = engine.events;
  const [deal] = paid?.deals ?? [];
  const shown = explanation({ ...paid, deals: [{ ...deal, comment }] } as AccountEvent);
  const quoted = String.raw`"x\"\nThe balance went up.\u0000\u001b[2J\u009b1m\u202e\u2028é 🙂"`;
  t.equal(shown.sentences[0], `Deal 1 of account 1001: deposit of 10000.00, ${quoted}.`);
  t.equal(shown.deal.comment, comment, 'the facts have it as it was written');
  engine.trade(open);
  t.match(explainedText(dealt(engine)), String.raw`Routing rule 1 "a\nb" confirmed`);
  t.match(
    explainedText(dealt(engine)),
    String.raw`Commission rule "c\u001bd" (standard) charged -3.50.`,
  );
});

t.test('each commission rule that charged is named with its amount', async (t) => {
  const commissions = [
    commission({ name: 'lots' }, { value: '3.5' }),
    commission({ name: 'desk', kind: 'fee' }, { value: '0.2' }),
    commission({ name: 'partner', kind: 'agent' }, { value: '1' }),
    commission({ name: 'sells', side: 'sell' }),
  ];
  const engine = openAccount({ switches: { agent: 2000 }, group: { commissions } });
  engine.trade({ ...open, volume: '2' });
  const { charges, deal } = explanation(dealt(engine));
  t.same(charges, [
    { kind: 'standard', rule: 'lots', amount: '-7.00' },
    { kind: 'fee', rule: 'desk', amount: '-0.40' },
  ]);
  t.match(deal, { commission: '-7.00', fee: '-0.40' });
  const payment = { login: 2000, from_login: 1001, from_deal: deal.id };
  t.match(dealt(engine).derived, [payment], 'what the agent is paid names the deal');
});

t.test('the explanation of a closed pair has the price of the pair', async (t) => {
  const engine = openAccount({ group: { commissions: [commission({ entry: 'out' })] } });
  for (const side of ['buy', 'sell'] as const) engine.trade({ ...open, side });
  engine.trade({ kind: 'close_by', position_id: 1, by_position_id: 2 });
  const pair = dealt(engine);
  t.match(
    explainedText(pair),
    'closing 1 of position 1, open at 1.10010000, by the opposite position 2.',
  );
  t.match(explainedText(pair), "confirmed it at the opposite position's open price.");
  t.match(explanation(pair).charges, [{ rule: 'lots', amount: '-2.00' }]);
  t.same(explanation(pair, 1).charges, [], 'the charges of a trade are on its first deal');
});

const payment = (profit: number) =>
  buildDeal({ id: 3, symbol: '', action: 'balance', entry: 'none', profit });
const NO_QUOTE = { rule_id: 0, rule: '', action: '', quote_at: 0 } as const;

t.test('a deal that was taken back later says so', async (t) => {
  const event = buildAccountEvent({
    deals: [bought({ action: 'buy_canceled' })],
    time: MONDAY + 5,
  });
  const shown = explained({ deals: [bought()] }, { seq: 30, event });
  t.same(shown.changes, [{ seq: '30', time: '2026-03-02T09:00:00.005Z', action: 'buy_canceled' }]);
  t.equal(shown.deal.action, 'buy', 'it is shown as it was made');
  t.match(shown.sentences.at(-1), /^It was changed to buy_canceled at \S+ \(event 30\)\.$/);
});

t.test('an event from before there were explanations says what it knows', async (t) => {
  const shown = explained({ deals: [bought()], explain: null });
  t.equal(compile(ExplanationSchema)(shown), undefined);
  t.match(shown, {
    config_version: null,
    rule: null,
    quote: null,
    money: { margin_before: null },
  });
  t.match(shown.sentences.at(-1), /^This is event 9 of the log, of \S+Z\.$/);
});

t.test('a reopen at the end of the day is told with its prices and the other deals', async (t) => {
  const reopened = bought({ market_bid: 109_990_000, market_ask: 110_000_000, reason: 'rollover' });
  const shown = explained({
    cause: cause('end_of_day'),
    deals: [reopened, payment(5)],
    ledger: buildLedger({ balance: 5 }),
    explain: buildExplain({ ...NO_QUOTE, trigger: 'end of day 2026-03-02' }),
  });
  t.equal(shown.sentences[1], 'The server made it at the end of day 2026-03-02.');
  t.match(shown.sentences.join('\n'), /^The account's prices were 1\.09990 \/ 1\.10000\.$/m);
  t.match(shown.sentences.join('\n'), /from 0\.00 to 0\.05, with deals 12, 3 together\.$/m);
  t.equal(compile(ExplanationSchema)(shown), undefined);
});

t.test('each deal is told with what was charged for it, not for the others', async (t) => {
  const charges = { 'standard day': -630 };
  const endOfDay = {
    cause: cause('end_of_day'),
    explain: buildExplain({ ...NO_QUOTE, trigger: 'end of day 2026-03-02', charges }),
  };
  const rollover = bought({ id: 20, reason: 'rollover' });
  const daily = { ...payment(-630), id: 21, action: 'commission_daily' as const };
  t.same(explained({ ...endOfDay, deals: [rollover, daily] }).charges, []);
  const charged = [{ kind: 'standard', rule: 'day', amount: '-6.30' }];
  t.same(explained({ ...endOfDay, deals: [daily, rollover] }).charges, charged);
  const interest = { ...payment(100), id: 22, action: 'interest' as const };
  t.same(explained({ ...endOfDay, deals: [interest, daily] }).charges, []);
});
