// Pages of accounts: all of a shard's come by, in use or packed, a slice at a time.

import t from 'tap';
import { readAccount } from '../../actors/shard/account-bytes.js';
import { takePage } from '../../actors/shard/account-pages.js';
import { Accounts } from '../../actors/shard/accounts.js';
import { newAccount, stateRows } from '../../engine/engine.js';
import type { AccountState } from '../../engine/types.js';
import { Cursor } from '../../wire/cursor.js';
import { buildLedger, buildPosition } from '../support/build.js';
import { switches } from '../support/shard-harness.js';

const ACCOUNTS = 200;
const FIRST = 1001;

const stateOf = (login: number): AccountState =>
  newAccount(switches(login), buildLedger({ login, balance: login, account_seq: 3 }), [
    buildPosition({ id: login, login }),
  ]);

const made = (): Accounts => {
  const accounts = new Accounts();
  for (let n = 0; n < ACCOUNTS; n += 1) accounts.add(stateOf(FIRST + n));
  return accounts;
};

/** The accounts of a page. */
const statesOf = ({ bytes, ends }: ReturnType<typeof takePage>): AccountState[] =>
  ends.map((end, at) =>
    readAccount(new Cursor(Buffer.from(bytes).subarray(ends[at - 1] ?? 0, end))),
  );

t.test('All accounts come by once, each as it is, and few at a time', async (t) => {
  const accounts = made();
  for (let n = 0; n < ACCOUNTS; n += 3) accounts.get(FIRST + n);
  t.equal(accounts.inUse, Math.ceil(ACCOUNTS / 3), 'some are in use');
  const logins: number[] = [];
  let from = 0;
  do {
    const page = takePage(accounts, { from });
    t.ok(page.ends.length > 0 && page.ends.length <= 64, `${page.ends.length} at a time`);
    for (const state of statesOf(page)) {
      logins.push(state.login);
      t.same(stateRows(state), stateRows(stateOf(state.login)));
    }
    from = page.next;
  } while (from > 0);
  t.same(
    logins,
    Array.from({ length: ACCOUNTS }, (_, n) => FIRST + n),
  );
  t.equal(accounts.inUse, Math.ceil(ACCOUNTS / 3), 'to look at one does not use it');
});

t.test('One account is had by its login, and none that is not there', async (t) => {
  const accounts = made();
  const [one, ...more] = statesOf(takePage(accounts, { logins: [FIRST + 7] }));
  t.equal(one?.login, FIRST + 7);
  t.same(more, []);
  t.same(takePage(accounts, { logins: [1] }).ends, []);
});
