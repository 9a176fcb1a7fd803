// A shard's accounts: packed when not used, held by the desk, limited, and paid by one another.

import t from 'tap';
import { Derivations } from '../../../../actors/main/derivations.js';
import { runDeskRequest } from '../../../../actors/main/desk-requests.js';
import { RequestFreeze } from '../../../../actors/main/request-freeze.js';
import { AccountActor } from '../../../../actors/shard/accounts/account-actor.js';
import { Accounts } from '../../../../actors/shard/accounts/accounts.js';
import { AccountLocks } from '../../../../actors/shard/io/account-locks.js';
import { answerPage } from '../../../../actors/shard/io/account-pages.js';
import type { HoldAnswer, ToShard } from '../../../../actors/shard/shard-messages.js';
import { Cells } from '../../../../actors/shared/cells.js';
import type { AccountState } from '../../../../engine/account/types.js';
import { newAccount } from '../../../../engine/engine.js';
import { Bytes } from '../../../../wire/codec/bytes.js';
import { rowPacker } from '../../../../wire/codec/msgpack.js';
import { SWITCHES } from '../../../../wire/settings/config.js';
import { buildLedger, buildPosition } from '../../../support/build.js';
import { NOON } from '../../../support/engine-harness.js';
import {
  agentCommand,
  LOGIN,
  marketOrder,
  REST_MS,
  ShardHarness,
  switches,
} from '../../../support/shard-harness.js';
import { stateRows } from '../../../support/state-rows.js';

const HOUR_MS = 3_600_000;

const stop = () => marketOrder({ sl: '1.09000' });

t.test('an account without requests for a while is packed, and comes back', async (t) => {
  const one = new ShardHarness();
  const { accounts } = one.shard;
  one.trade(stop());
  const before = one.state();
  t.equal(accounts.inUse, 1);
  one.rest();
  t.equal(accounts.inUse, 0);
  t.equal(accounts.size, 2);
  t.ok(accounts.holds(LOGIN, 'positions', 1), 'its position is known without it');
  t.not(one.state(), before, 'it was made anew');
  t.same(stateRows(one.state()), stateRows(before));
});

t.test('one that is used now and then is not packed', async (t) => {
  const one = new ShardHarness();
  const state = one.state();
  for (let round = 0; round < 5; round += 1) {
    one.shard.accounts.rest(one.now + round * REST_MS);
    t.equal(one.state(), state);
  }
});

t.test('a read of many accounts brings only those with many rows into use', async (t) => {
  const one = new ShardHarness();
  const { accounts } = one.shard;
  for (let n = 0; n < 200; n += 1) one.trade(marketOrder({ volume: '0.01' }));
  const before = stateRows(one.state());
  one.rest();
  t.equal(accounts.reading(LOGIN + 1)?.state.login, LOGIN + 1);
  t.equal(accounts.inUse, 0);
  t.same(stateRows(accounts.reading(LOGIN)?.state as AccountState), before);
  t.equal(accounts.inUse, 1, 'a copy at each read would take long');
  t.equal(accounts.reading(LOGIN), accounts.peek(LOGIN));
  t.equal(accounts.reading(99), undefined);
});

t.test('one whose requests are held back is not packed', async (t) => {
  const one = new ShardHarness();
  const { accounts } = one.shard;
  const release = accounts.get(LOGIN)?.lock();
  const id = one.send('trade', stop());
  one.rest();
  t.equal(accounts.inUse, 1);
  release?.();
  one.commit();
  t.equal(one.answer(id).code, 'ok', 'what waited for it is done');
  one.rest();
  t.equal(accounts.inUse, 0);
});

t.test('a tick finds the stop of a packed account, and time its orders', async (t) => {
  const one = new ShardHarness();
  const { accounts } = one.shard;
  const expires_at = new Date(one.now + 10 * REST_MS).toISOString();
  const limit = { kind: 'pending', order_kind: 'limit', price: '1.08000' };
  const pending = marketOrder({ ...limit, expiration: 'specified', expires_at });
  one.send('trade', stop());
  t.equal(one.trade(pending).answer.code, 'ok');
  one.rest();
  t.equal(accounts.inUse, 0);
  one.quote('EURUSD', '1.08900', '1.08910');
  const [fallen] = one.commit();
  t.match(fallen?.deals, [{ reason: 'sl', login: LOGIN }]);
  one.rest();
  t.equal(accounts.inUse, 0);
  one.now += 10 * REST_MS;
  one.shard.timers();
  t.match(one.commit()[0]?.orders, [{ state: 'expired', login: LOGIN }]);
});

t.test('changed switches reach a packed account, older ones do not', async (t) => {
  const one = new ShardHarness();
  const { accounts } = one.shard;
  one.rest();
  const nameOf = () => [...accounts.states()].find(({ login }) => login === LOGIN)?.switches.name;
  one.shard.switched(switches(LOGIN, { version: 3, name: 'Bea' }));
  one.shard.switched(switches(LOGIN, { version: 2, name: 'Cid' }));
  t.equal(nameOf(), 'Bea');
  t.equal(accounts.inUse, 1, 'so that who follows its money is told');
  one.send('trade', stop());
  t.equal(one.commit()[0]?.positions.length, 1, 'and it trades on');
});

t.test('the day of a packed account ends, and it is packed again', async (t) => {
  const one = new ShardHarness();
  const { accounts, endOfDay } = one.shard;
  one.rest();
  one.now += 24 * 3_600_000;
  while (endOfDay.slice()) one.commit();
  for (const { ledger } of accounts.states()) t.ok(ledger.day_ended_at > 0);
  t.equal(accounts.inUse, 0);
});

t.test('an account that the database has without a ledger is an empty one', async (t) => {
  const accounts = new Accounts();
  const packed = new Bytes();
  rowPacker(SWITCHES)(packed, switches(LOGIN));
  const none = { ledger: null, positions: [], orders: [], queue: [] };
  const { group } = switches(LOGIN);
  accounts.addStored(group, { login: LOGIN, switches: packed.copy(), ...none });
  t.equal(accounts.inUse, 0);
  const state = accounts.get(LOGIN)?.state;
  t.same(state && stateRows(state), stateRows(newAccount(switches(LOGIN))));
});

t.test('a pass over all accounts meets each once, and leaves the packed packed', async (t) => {
  const accounts = new Accounts();
  for (let login = 1; login <= 100; login += 1) {
    const position = buildPosition({ id: login, login });
    accounts.add(newAccount(switches(login), buildLedger({ login }), [position]));
  }
  for (let login = 10; login <= 100; login += 10) accounts.get(login);
  t.equal(accounts.inUse, 10);
  const all = Array.from({ length: 100 }, (_, at) => at + 1);
  const here = [...accounts.states()].map(({ login }) => login);
  t.same(here, all);
  const met: number[] = [];
  for (const login of accounts.logins()) {
    accounts.visit(login, (state) => {
      met.push(state.login);
      state.ledger = { ...state.ledger, balance: login };
    });
  }
  t.same(met, all);
  t.equal(accounts.inUse, 10);
  const balances = [...accounts.states()].map(({ ledger }) => ledger.balance);
  t.same(balances, all);
  t.throws(() => accounts.visit(101, () => {}), 'there is no such account');
});

t.test('A deleted account is in no pass, no page and no count, and refuses requests', async (t) => {
  const one = new ShardHarness();
  const { shard } = one;
  const { accounts } = shard;
  for (const login of [2001, 2002]) one.openAccount(login);
  const deleted = { login: 2001, version: 2, deleted: true } as const;
  const pass = accounts.logins();
  t.equal(pass.next().value, LOGIN);
  shard.takeAccount(deleted);
  shard.takeAccount(deleted);
  t.same([...pass], [LOGIN + 1, 2002], 'a pass under way goes on');
  t.same([accounts.size, accounts.has(2001), accounts.get(2001)], [3, false, undefined]);
  t.equal(accounts.members(accounts.glance(LOGIN).switches.group), 3);
  t.same(
    [...accounts.states()].map(({ login }) => login),
    [LOGIN, LOGIN + 1, 2002],
  );
  let paged = 0;
  let from = 0;
  do {
    answerPage(shard, Cells.create(1), { from }, ({ ends, next }) => {
      paged += ends.length;
      from = next;
    });
  } while (from > 0);
  t.equal(paged, 3);
  one.executor.derived(agentCommand({ login: 2001 }), () => {});
  t.same(one.warnings, ['a derived command names no account']);
  shard.takeAccount({ login: LOGIN, version: 2, deleted: true });
  one.quote('EURUSD', '1.20000', '1.20010');
  const id = one.send('trade', marketOrder());
  one.commit();
  t.equal(one.answer(id).code, 'not_found');
});

/** A shard whose accounts can be held, and what was answered to those who hold them. */
const holding = () => {
  const one = new ShardHarness();
  const holds = new AccountLocks(one.shard);
  const holdAnswers: HoldAnswer[] = [];
  const hold = (id: number, login = LOGIN) =>
    holds.hold(id, login, (held) => holdAnswers.push(held));
  return { one, holds, holdAnswers, hold };
};

t.test('requests wait while an account is held, and find it disabled afterwards', async (t) => {
  const { one, holds, holdAnswers, hold } = holding();
  hold(1);
  t.same(holdAnswers, [
    { hold: 1, rows: { positions: 0, orders: 0, requests: 0 }, isUsed: true, symbols: [] },
  ]);
  const waiting = one.send('trade', marketOrder());
  t.same(one.commit(), []);
  one.shard.switched(switches(LOGIN, { version: 2, enabled: false, archived: true }));
  holds.release(1);
  t.same(one.commit(), []);
  t.equal(one.answer(waiting).code, 'trade.disabled');
  one.executor.derived(agentCommand({ login: LOGIN }), () => {});
  const [refused, ...more] = one.commit();
  t.match(refused, { deals: [], remembered: { result: { code: 'trade.disabled' } } });
  t.same(more, [], 'and nothing is paid to it');
  t.same(one.warnings, ['a derived command was refused']);
});

t.test('an account with a position or a working order is busy', async (t) => {
  const { one, holds, holdAnswers, hold } = holding();
  one.send('trade', marketOrder());
  hold(1);
  t.same(holdAnswers, [], 'nobody is told before its trade is on disk');
  one.commit();
  one.shard.timers();
  holds.release(1);
  hold(2, 4000);
  t.match(
    holdAnswers,
    [{ rows: { positions: 1, orders: 0, requests: 0 }, symbols: ['EURUSD'] }, null],
    'one that is not there is not held',
  );
});

t.test('an account is held while the desk decides, also by a new shard', async (t) => {
  const { one, holds, hold } = holding();
  const anew = holding();
  const shards: (Pick<ReturnType<typeof lateThread>, 'post'> | undefined)[] = [lateThread(holds)];
  const freeze = new RequestFreeze(() => shards);
  freeze.hold(1, LOGIN);
  hold(1);
  const waiting = one.send('trade', marketOrder());
  one.now += HOUR_MS;
  one.shard.timers();
  t.same(one.commit(), []);
  shards[0] = undefined;
  const started = lateThread(anew.holds);
  freeze.join(0, started);
  shards[0] = started;
  started.wake();
  const again = anew.one.send('trade', marketOrder());
  t.same(anew.one.commit(), [], 'the shard that is new holds it, too');
  freeze.endAll();
  started.wake();
  t.equal(anew.one.commit().length, 1);
  t.equal(anew.one.answer(again).code, 'ok', 'a new desk has nothing of it');
  holds.release(1);
  one.commit();
  t.equal(one.answer(waiting).code, 'ok');
});

t.test('of two who hold an account the second gets it when the first lets it go', async (t) => {
  const { one, holds, holdAnswers, hold } = holding();
  hold(1);
  hold(2);
  const waiting = one.send('trade', marketOrder());
  t.match(holdAnswers, [{ hold: 1 }]);
  holds.release(1);
  t.match(holdAnswers, [{ hold: 1 }, { hold: 2 }]);
  holds.release(1);
  t.same(one.commit(), [], 'the first lets nothing go that is not his');
  holds.release(2);
  one.commit();
  t.equal(one.answer(waiting).code, 'ok');
});

/** A shard's thread that takes its messages when it is told to, and is not waited for. */
const lateThread = (holds: AccountLocks) => {
  const messages: ToShard[] = [];
  const holdAnswers: HoldAnswer[] = [];
  const take = (message: ToShard): void => {
    if (message.type === 'hold') {
      holds.hold(message.id, message.login, (held) => holdAnswers.push(held));
    }
    if (message.type === 'release') holds.release(message.hold);
  };
  const shard = {
    post: (message: ToShard) => void messages.push(message),
    ask: async (message: (id: number) => ToShard) => {
      messages.push(message(7));
      return undefined;
    },
  };
  const others = {
    shard: () => shard,
    shards: [],
    market: undefined,
    gateways: undefined,
    gatewaysNotified: async () => undefined,
    distribute: async () => 0,
    deposit: async () => {},
    release: () => ({ ok: true, data: null }) as const,
    freeze: new RequestFreeze(() => [shard]),
  };
  return {
    holdAnswers,
    post: shard.post,
    hold: () => runDeskRequest({ type: 'hold', id: 1, login: LOGIN }, others),
    wake: () => messages.splice(0).forEach(take),
  };
};

t.test('a shard that answers when nobody waits any more lets the account go at once', async (t) => {
  const one = new ShardHarness();
  const late = lateThread(new AccountLocks(one.shard));
  t.equal(await late.hold(), null, 'the desk goes on without');
  late.wake();
  t.equal(one.trade(marketOrder()).answer.code, 'ok');
});

t.test('an account that is locked when nobody waits any more is not held later', async (t) => {
  const one = new ShardHarness();
  const late = lateThread(new AccountLocks(one.shard));
  const unlock = one.shard.accounts.get(LOGIN)?.lock();
  await late.hold();
  late.wake();
  const waiting = one.send('trade', marketOrder());
  unlock?.();
  t.same(late.holdAnswers, [], 'the hold is not taken');
  one.commit();
  t.equal(one.answer(waiting).code, 'ok');
});

t.test('a command waits until all shards are loaded', async (t) => {
  const sent: string[] = [];
  const derivations = new Derivations(async ({ request_id }) => sent.push(request_id) > 0);
  const one = agentCommand();
  derivations.add(one);
  t.same(sent, []);
  derivations.start();
  t.same(sent, [one.request_id]);
  derivations.stop();
});

t.test('a command that was not answered is sent again until it is', async (t) => {
  let attempts = 0;
  const answered = new Promise<void>((resolve) => {
    const derivations = new Derivations(async () => {
      attempts += 1;
      if (attempts === 2) setImmediate(resolve);
      return attempts === 2;
    });
    derivations.start();
    const one = agentCommand();
    derivations.add(one);
    derivations.add(one);
  });
  await answered;
  t.equal(attempts, 2, 'sent once, and once again; the same command added twice is one');
});

t.test('a payment in another currency waits for a rate, and is booked once', async (t) => {
  const one = new ShardHarness(0, false);
  const command = agentCommand({ currency: 'EUR' });
  const answers: boolean[] = [];
  const send = (): void => one.executor.derived(command, (done) => answers.push(done));
  send();
  send();
  t.same(answers, [false, false], 'it is to be sent again');
  t.equal(one.logged.length, 1, 'the operator is told once');
  one.shard.tick(1, 110000_000, 110010_000, NOON);
  send();
  send();
  const events = one.commit();
  one.shard.timers();
  t.same(answers, [false, false, true, true]);
  t.match(events, [{ ledger: { balance: 165 } }]);
  t.equal(events.length, 1);
});

t.test('pictures go by their size: 20 of the largest at once, then 4 a second', async (t) => {
  const state = { positions: { size: 4000 }, orders: { size: 999 } } as unknown as AccountState;
  const actor = new AccountActor(state);
  let given = 0;
  while (actor.allowSnapshot(0)) given += 1;
  t.equal(given, 20);
  t.equal(actor.allowSnapshot(249), false);
  t.equal(actor.allowSnapshot(250), true);
  t.equal(actor.allowSnapshot(250), false);
});

t.test('who asks for too many pictures, or checks too many trades, is told so', async (t) => {
  const one = new ShardHarness();
  const actor = one.shard.accounts.get(LOGIN);
  while (actor?.allowSnapshot(one.now));
  t.equal(one.ask('account', {}).code, 'trade.too_many_requests');
  const { request_id: _, ...wish } = marketOrder();
  t.equal(one.ask('trade_check', wish).code, 'trade.too_many_requests');
  one.now += 1000;
  t.equal(one.ask('trade_check', wish).code, 'ok');
});
