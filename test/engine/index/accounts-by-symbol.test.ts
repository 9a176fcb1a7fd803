// Accounts by symbol, and a pass over those that a change of settings made outdated.

import t from 'tap';
import { AccountsBySymbol } from '../../../engine/index/accounts-by-symbol.js';
import { Outdated } from '../../../engine/index/outdated.js';

const SYMBOL = 'EURUSD';

/** Accounts 1, 2, 3 … of one group that hold the symbol. */
const holders = (count: number): AccountsBySymbol => {
  const accounts = new AccountsBySymbol();
  for (let login = 1; login <= count; login += 1) accounts.note(login, 'a', SYMBOL, true);
  return accounts;
};

t.test('an account keeps its place in its group, and leaves a former one', async (t) => {
  const accounts = holders(2);
  accounts.leaveFormer(1, 'a', [SYMBOL]);
  accounts.note(1, 'a', SYMBOL, true);
  t.same([...accounts.of(SYMBOL)], [1, 2]);
  accounts.leaveFormer(1, 'b', [SYMBOL]);
  accounts.note(1, 'b', SYMBOL, true);
  t.same([[...accounts.in('a')], [...accounts.in('b')]], [[2], [1]]);
  accounts.leave(1, [SYMBOL]);
  accounts.leave(2, [SYMBOL]);
  t.ok(accounts.isEmpty);
});

t.test('a pass takes every account once, whoever comes and goes meanwhile', async (t) => {
  // The set is divided during the pass.
  const count = 4_000;
  const [accounts, outdated] = [holders(count), new Outdated()];
  outdated.add(accounts.find([], [SYMBOL]));
  const taken: number[] = [];
  for (let login = outdated.take(); login !== undefined; login = outdated.take()) {
    taken.push(login);
    outdated.tracked(login);
    if (login % 10 > 0) continue;
    const [gone, opened] = [login + 1, 100_000 + login];
    accounts.leave(gone, [SYMBOL]);
    accounts.note(opened, 'a', SYMBOL, true);
    for (const other of [gone, opened]) outdated.tracked(other);
  }
  const all = Array.from({ length: count }, (_, n) => n + 1);
  const stayed = all.filter((login) => login < 11 || login % 10 !== 1);
  t.same(taken, stayed);
  t.ok(outdated.isEmpty);
});
