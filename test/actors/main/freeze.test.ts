// The hash of all state: what it adds up of the threads and of the payments that are owed.

import t from 'tap';
import { type FreezableShard, takeHash } from '../../../actors/main/freeze.js';
import type { Cells } from '../../../actors/shared/cells.js';
import { hashText, owedHash } from '../../../storage/read/state-hash.js';
import type { DerivedCommand } from '../../../wire/trading/events.js';
import { codeOf, dataOf } from '../../support/desk-harness.js';

const owedOf = (request_id: string, login: number): DerivedCommand => ({
  request_id,
  login,
  action: 'agent',
  amount: '1.00',
  comment: '',
});

/** A thread with this hash; `paid` are the payments that it has an outcome of. */
const thread = (
  name: string,
  hash: bigint,
  order: string[],
  owed: readonly DerivedCommand[] = [],
  paid: readonly DerivedCommand[] = [],
) => {
  const ask = async (make: (id: number) => { readonly type: string }) => {
    const message = make(1) as { type: string; commands: readonly DerivedCommand[] };
    order.push(`${message.type} ${name}`);
    if (message.type === 'freeze') return { count: 0, hash: String(hash), owed };
    return message.commands.filter((command) => !paid.includes(command));
  };
  const post = ({ type }: { readonly type: string }): void => void order.push(`${type} ${name}`);
  return { ask, post } as unknown as NonNullable<FreezableShard>;
};

const cells = { committed: () => 0, committedSeq: () => 7 } as unknown as Cells;

t.test('The hash has each payment that is owed once, and none that has an outcome', async (t) => {
  const [waits, sent, paid] = [owedOf('a', 1), owedOf('b', 2), owedOf('c', 1)];
  const order: string[] = [];
  const shards = [thread('one', 1n, order, [waits], [paid]), thread('two', 2n, order)];
  const main = { cells, owed: () => [waits, sent, paid] };
  const taken = dataOf(await takeHash(shards, thread('desk', 3n, order), main));
  const sum = 6n + owedHash(waits) + owedHash(sent);
  t.same(taken, { seq: 7, state_hash: hashText(sum % (1n << 256n)) });
  t.same(order, [
    ...['freeze desk', 'freeze one', 'freeze two', 'unpaid one', 'unpaid two'],
    ...['thaw one', 'thaw two', 'thaw desk'],
  ]);
  t.equal(codeOf(await takeHash([shards[0], undefined], undefined, main)), 'internal');
});
