// What the deals of an account sum up to, its correction, and trades that are only checked.

import { randomUUID } from 'node:crypto';
import type { Static } from '@sinclair/typebox';
import type { Recalculation } from '../../../../wire/rest/accounts/accounts.js';
import { refused } from '../accounts/staff-desk.js';
import { testsWith } from '../tags.js';
import { PositionsDesk } from './positions-desk.js';

const test = testsWith('recalculation', async (t) => {
  const desk = await PositionsDesk.open(t);
  const staff = await desk.http.staff({
    rights: ['accounts.view', 'accounts.balance', 'trades.edit'],
  });
  const login = await desk.trader();
  const sums = () => staff.made<Static<typeof Recalculation>>(`/accounts/${login}/recalculate`);
  const correct = (request_id: string = randomUUID()) =>
    staff.post(`/accounts/${login}/correct`, { request_id });
  const ledger = () => desk.shard.state(login).ledger;
  /** A fault of the server: the next event has another balance than its deals. */
  const spoil = async (): Promise<void> => {
    const { state } = desk.shard.shard.accounts.get(login) as { state: { ledger: object } };
    state.ledger = { ...ledger(), balance: ledger().balance + 1234, credit: 500 };
    desk.trade(login, { volume: '0.01' });
  };
  return { desk, staff, login, sums, correct, ledger, spoil };
});

test`The deals of an account sum up to its balance`(async (t, { desk, login, sums, staff }) => {
  const id = desk.trade(login);
  desk.close(login, id);
  const found = await sums();
  t.match(found, { balance_difference: '0.00', credit_difference: '0.00', deals: 3 });
  t.equal(found.balance, found.balance_deals);
  const unused = await desk.http.openAccount();
  const answer = await staff.post(`/accounts/${unused}/recalculate`);
  t.match(answer.data, { deals: 0, balance: '0.00', currency: 'USD' });
});

test`A ledger that differs from its deals is corrected once`(async (t, desk) => {
  const { sums, correct, ledger, spoil, login, staff } = desk;
  const before = ledger().balance;
  await spoil();
  t.match(await sums(), { balance_difference: '12.34', credit_difference: '5.00' });
  const id = randomUUID();
  t.match(await correct(id), { code: 'ok', data: { status: 'done', repeated: false } });
  t.same([ledger().balance, ledger().credit], [before, 0]);
  t.match(await sums(), { balance_difference: '0.00', credit_difference: '0.00' });
  t.match(await correct(id), { code: 'ok', data: { repeated: true } }, 'the id is used');
  refused(t, await correct(), 'conflict', /are the sums of the deals/);
  t.same(desk.desk.events.at(-1)?.journal, [
    {
      kind: 'account',
      login,
      text: 'balance corrected from 10012.34 to 10000.00, credit from 5.00 to 0.00',
    },
  ]);
  t.match(desk.desk.events.at(-1)?.cause, { kind: 'ledger_correct', dealer: staff.login });
});

test`What was summed up before a later event corrects nothing`(async (t, desk) => {
  const { correct, ledger, spoil, login } = desk;
  await spoil();
  const wrong = ledger().balance;
  desk.desk.before = (op) => {
    if (op !== 'ledger_correct') return;
    desk.desk.before = () => {};
    desk.desk.trade(login, { volume: '0.01' });
  };
  refused(t, await correct(), 'conflict', /changed meanwhile/);
  t.equal(ledger().balance, wrong);
});

test`Staff check a client’s trade, and nothing is traded`(async (t, { staff, login, desk }) => {
  const check = (volume: string) =>
    staff.post(`/accounts/${login}/trade/check`, {
      kind: 'open',
      symbol: 'EURUSD',
      side: 'buy',
      volume,
    });
  t.match((await check('0.10')).data, { code: 'ok', volume: '0.1', margin_free_after: String });
  t.match((await check('90')).data, { code: 'trade.no_money', margin_free_after: null });
  t.equal(desk.shard.state(login).positions.size, 0);
});
