// Requests that wait for dealers: who is offered them, and what becomes of them when dealers go.

import t from 'tap';
import { compileSettings } from '../../../engine/engine.js';
import type { RoutingRecord } from '../../../wire/settings/routing.js';
import { group, rule } from '../../support/engine-harness.js';
import {
  caller,
  LOGIN,
  marketOrder,
  ShardHarness,
  settings,
  switches,
} from '../../support/shard-harness.js';

const dealer = (login: number, group_scope = ['*']) => ({ login, rights: [], group_scope });
const GROUPS = ['real\\std', 'demo\\std'].map((path) => group({ path }));
const ONLINE: Partial<RoutingRecord> = { action: 'online_dealers' };
const NAMED: Partial<RoutingRecord> = { action: 'dealer', dealers: [7, 8] };

/** A shard whose orders go to dealers, of whom these are at the desk. */
const open = (asking: Partial<RoutingRecord>, ...dealers: readonly ReturnType<typeof dealer>[]) => {
  const shard = new ShardHarness();
  const { dealing } = shard.shard;
  shard.shard.configure(compileSettings({ ...settings, group: GROUPS, routing: [rule(asking)] }));
  dealing.attend(dealers);
  /** A dealer's action; the code of its answer. */
  const says = (login: number, id: number, said: object): string => {
    const before = shard.answers.length;
    shard.dispatcher.dispatch({
      caller: caller(login, { audience: 'staff', terminal: 'manager' }),
      origin: { terminal: 'manager', ip: '127.0.0.1', session: 'dealer' },
      login: LOGIN,
      op: 'dealer',
      data: { id, ...said },
      to: { token: 9, id: 'said' },
    });
    shard.commit();
    return shard.answers[before]?.code ?? '';
  };
  /** An order of the client; the id of the request that waits. */
  const order = (): number => {
    t.equal(shard.trade(marketOrder()).answer.data?.status, 'queued');
    return Number([...shard.waiting.all.keys()].at(-1));
  };
  return { shard, dealing, says, order };
};

const row = ({ waiting }: ShardHarness, id: number) => waiting.all.get(id)?.row;

t.test('A request is shown to the front from its arrival to its end', async (t) => {
  const { shard, says, order } = open(ONLINE, dealer(7));
  const id = order();
  t.match(shard.shown, [{ login: LOGIN, group: 'real\\std', row: { state: 'queued' } }]);
  t.match(row(shard, id), { kind: 'open', symbol: 'EURUSD', volume: '0.1', bid: '1.10000' });
  t.equal(says(7, id, { action: 'take' }), 'ok');
  t.match(row(shard, id), { state: 'taken', taken_by: 7 });
  t.equal(says(7, id, { action: 'confirm', price: '1.10020' }), 'ok');
  t.equal(shard.shown.at(-1)?.row.state, 'gone');
  t.equal(shard.waiting.all.size, 0);
  const [position] = shard.state().positions.values();
  t.equal(position?.price_open, 110_020_000, 'at the price of the dealer');
  t.equal(says(7, id, { action: 'confirm' }), 'trade.order_changed');
});

t.test('Only dealers at the desk whose scope has the group may take it', async (t) => {
  const { says, order } = open(ONLINE, dealer(7, ['demo\\*']), dealer(8));
  const id = order();
  t.equal(says(9, id, { action: 'take' }), 'conflict', 'not at the desk');
  t.equal(says(7, id, { action: 'take' }), 'conflict', 'out of scope');
  t.equal(says(8, id, { action: 'take' }), 'ok');
  t.equal(says(7, id, { action: 'confirm' }), 'trade.locked', 'another has it');
});

t.test('A dealer who leaves returns what he holds, and the next is offered it', async (t) => {
  const { shard, dealing, says, order } = open(NAMED, dealer(7), dealer(8));
  const id = order();
  t.match(row(shard, id), { offered_to: 7 }, 'offers go in the order of the rule');
  t.equal(says(8, id, { action: 'take' }), 'forbidden');
  t.equal(says(7, id, { action: 'take' }), 'ok');
  dealing.attend([dealer(8)]);
  shard.commit();
  t.match(row(shard, id), { state: 'queued', taken_by: 0, offered_to: 8 });
  t.equal(says(8, id, { action: 'take' }), 'ok');
  dealing.attend([]);
  const [event] = shard.commit();
  t.equal(event?.cause.kind, 'open');
  t.equal(row(shard, id), undefined, 'all have returned it');
  t.equal(shard.state().orders.size, 0, 'the order is rejected');
});

t.test('What others left while there was no room is returned when there is', async (t) => {
  const { shard, dealing, says, order } = open(ONLINE, dealer(7), dealer(8));
  const id = order();
  t.equal(says(7, id, { action: 'take' }), 'ok');
  const { output } = shard.shard.deps;
  const isOpen = output.open;
  output.open = () => false;
  dealing.attend([dealer(8)]);
  t.match(row(shard, id), { state: 'taken' });
  output.open = isOpen;
  dealing.settle();
  shard.commit();
  t.match(row(shard, id), { state: 'queued', taken_by: 0 });
  dealing.attend([dealer(7), dealer(8)]);
  t.equal(says(8, id, { action: 'take' }), 'ok');
  output.open = () => false;
  dealing.attend([]);
  output.open = isOpen;
  dealing.attend([dealer(8)]);
  shard.commit();
  t.match(row(shard, id), { state: 'taken', taken_by: 8 }, 'who is back before keeps it');
});

t.test('After a start the requests are shown again, and absent holders return them', async (t) => {
  const { shard, dealing, says, order } = open(ONLINE, dealer(7));
  const id = order();
  t.equal(says(7, id, { action: 'take' }), 'ok');
  shard.waiting.drop((login) => login === LOGIN);
  t.match(shard.shown.at(-1), { row: { id, state: 'gone' } });
  // As a shard starts: nobody is at the desk yet, and then others are.
  dealing.dealers.replace([]);
  dealing.begin();
  shard.commit();
  t.match(row(shard, id), { state: 'taken', taken_by: 7 });
  dealing.attend([dealer(8)]);
  shard.commit();
  t.match(row(shard, id), { state: 'queued', taken_by: 0 });
  t.equal(says(8, id, { action: 'take' }), 'ok');
});

t.test('An account that moves or is hidden is decided by those who see it then', async (t) => {
  const { shard, says, order } = open(ONLINE, dealer(7, ['real\\*']), dealer(8, ['demo\\*']));
  const first = order();
  const second = order();
  t.equal(says(7, first, { action: 'take' }), 'ok');
  shard.shard.switched(switches(LOGIN, { version: 2, group: 'demo\\std' }));
  shard.shard.dealing.settle();
  shard.commit();
  t.match(shard.waiting.all.get(first), { group: 'demo\\std', row: { state: 'queued' } });
  t.match(shard.waiting.all.get(second), { group: 'demo\\std' }, 'shown again with its group');
  t.equal(says(7, first, { action: 'take' }), 'conflict');
  t.equal(says(8, first, { action: 'take' }), 'ok');
  shard.shard.switched(switches(LOGIN, { version: 3, group: 'demo\\std', hidden: true }));
  t.equal(says(8, second, { action: 'take' }), 'conflict', 'without the right for hidden ones');
});

t.test('An answer that is none is refused with its fault', async (t) => {
  const { says, order } = open(ONLINE, dealer(7));
  const id = order();
  t.equal(says(7, id, { action: 'keep' }), 'invalid_input');
  t.equal(says(7, id, { action: 'reject', text: 'x'.repeat(32) }), 'invalid_input');
  t.equal(says(7, id, { action: 'take' }), 'ok');
  t.equal(says(7, id, { action: 'confirm', volume: '9' }), 'trade.invalid_volume');
  t.equal(says(7, id, { action: 'confirm', price: '0' }), 'trade.invalid_price');
});
