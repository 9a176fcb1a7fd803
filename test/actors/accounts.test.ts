// A shard's accounts: those that are not used are packed, and nobody notices.

import { randomUUID } from 'node:crypto';
import t from 'tap';
import { Accounts } from '../../actors/shard/accounts.js';
import { newAccount, stateRows } from '../../engine/engine.js';
import { buildLedger, buildPosition } from '../support/build.js';
import { LOGIN, ShardHarness, switches } from '../support/shard-harness.js';

const REST_MS = 30_000;

/** Time goes on until what is not used has been packed. */
const rest = (accounts: Accounts, now: number): number => {
  let at = now;
  for (let round = 0; round < 3; round += 1) {
    accounts.rest(at);
    at += REST_MS;
  }
  return at;
};

const stop = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10', sl: '1.09000' };

t.test('an account is packed when nothing was asked of it for a while, and comes back', (t) => {
  const one = new ShardHarness();
  const { accounts } = one.shard;
  one.send('trade', { ...stop, request_id: randomUUID() });
  one.commit();
  const before = accounts.get(LOGIN)?.state;
  if (before === undefined) throw new Error('there is no account');
  t.equal(accounts.inUse, 1);
  one.now = rest(accounts, one.now);
  t.equal(accounts.inUse, 0);
  t.equal(accounts.size, 2);
  t.ok(accounts.holds(LOGIN, 'positions', 1), 'its position is known without it');
  const again = accounts.get(LOGIN)?.state;
  t.not(again, before, 'it was made anew');
  t.same(again && stateRows(again), stateRows(before));
  t.end();
});

t.test('one that is used now and then is not packed', (t) => {
  const one = new ShardHarness();
  const { accounts } = one.shard;
  const state = accounts.get(LOGIN)?.state;
  for (let round = 0; round < 5; round += 1) {
    accounts.rest(one.now + round * REST_MS);
    t.equal(accounts.get(LOGIN)?.state, state);
  }
  t.end();
});

t.test('one whose requests are held back is not packed', (t) => {
  const one = new ShardHarness();
  const { accounts } = one.shard;
  const release = accounts.get(LOGIN)?.lock();
  const id = one.send('trade', { ...stop, request_id: randomUUID() });
  one.now = rest(accounts, one.now);
  t.equal(accounts.inUse, 1);
  release?.();
  one.commit();
  t.equal(one.answer(id).code, 'ok', 'what waited for it is done');
  one.now = rest(accounts, one.now);
  t.equal(accounts.inUse, 0);
  t.end();
});

t.test('a tick finds the stop of a packed account, and time its orders', (t) => {
  const one = new ShardHarness();
  const { accounts } = one.shard;
  const expires_at = new Date(one.now + 10 * REST_MS).toISOString();
  const pending = { kind: 'pending', symbol: 'EURUSD', side: 'buy', order_kind: 'limit' };
  const terms = { volume: '0.10', price: '1.08000', expiration: 'specified', expires_at };
  one.send('trade', { ...stop, request_id: randomUUID() });
  const placed = one.send('trade', { ...pending, ...terms, request_id: randomUUID() });
  one.commit();
  t.equal(one.answer(placed).code, 'ok');
  one.now = rest(accounts, one.now);
  t.equal(accounts.inUse, 0);
  one.shard.tick(1, 108900_000, 108910_000, one.now);
  const [fallen] = one.commit();
  t.match(fallen?.deals, [{ reason: 'sl', login: LOGIN }]);
  one.now = rest(accounts, one.now);
  t.equal(accounts.inUse, 0);
  one.now += 10 * REST_MS;
  one.shard.timers();
  t.match(one.commit()[0]?.orders, [{ state: 'expired', login: LOGIN }]);
  t.end();
});

t.test('changed switches reach a packed account, older ones do not', (t) => {
  const one = new ShardHarness();
  const { accounts } = one.shard;
  one.now = rest(accounts, one.now);
  const nameOf = () => [...accounts.states()].find(({ login }) => login === LOGIN)?.switches.name;
  one.shard.switched(switches(LOGIN, { version: 3, name: 'Bea' }));
  one.shard.switched(switches(LOGIN, { version: 2, name: 'Cid' }));
  t.equal(nameOf(), 'Bea');
  t.equal(accounts.inUse, 1, 'so that who follows its money is told');
  one.send('trade', { ...stop, request_id: randomUUID() });
  t.equal(one.commit()[0]?.positions.length, 1, 'and it trades on');
  t.end();
});

t.test('the day of a packed account ends, and it is packed again', (t) => {
  const one = new ShardHarness();
  const { accounts, endOfDay } = one.shard;
  one.now = rest(accounts, one.now) + 24 * 3_600_000;
  while (endOfDay.slice()) one.commit();
  for (const { ledger } of accounts.states()) t.ok(ledger.day_ended_at > 0);
  t.equal(accounts.inUse, 0);
  t.end();
});

t.test('an account that the database has without a ledger is an empty one', (t) => {
  const accounts = new Accounts();
  const none = { ledger: null, positions: [], orders: [], queue: [] };
  accounts.addStored(switches(LOGIN), none);
  t.equal(accounts.inUse, 0);
  const state = accounts.get(LOGIN)?.state;
  t.same(state && stateRows(state), stateRows(newAccount(switches(LOGIN))));
  t.end();
});

t.test('who passes over all accounts meets each once, and leaves the packed ones packed', (t) => {
  const accounts = new Accounts();
  for (let login = 1; login <= 100; login += 1) {
    const position = buildPosition({ id: login, login });
    accounts.add(newAccount(switches(login), buildLedger({ login }), [position]));
  }
  for (let login = 10; login <= 100; login += 10) accounts.get(login);
  t.equal(accounts.inUse, 10);
  const all = Array.from({ length: 100 }, (_, at) => at + 1);
  t.same(
    [...accounts.states()].map(({ login }) => login),
    all,
  );
  const met: number[] = [];
  for (const login of accounts.logins()) {
    accounts.visit(login, (state) => {
      met.push(state.login);
      state.ledger = { ...state.ledger, balance: login };
    });
  }
  t.same(met, all);
  t.equal(accounts.inUse, 10);
  t.same(
    [...accounts.states()].map(({ ledger }) => ledger.balance),
    all,
  );
  t.throws(() => accounts.visit(101, () => {}), 'there is no such account');
  t.end();
});
