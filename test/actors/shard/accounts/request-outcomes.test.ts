// Outcomes of requests: the newest are at hand, and the log's tail brings back those of before.

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import {
  OUTCOMES_MAX,
  Outcomes,
  type RequestOutcome,
} from '../../../../actors/shard/accounts/outcomes.js';
import { RequestIndex } from '../../../../actors/shard/accounts/request-index.js';
import type { GoneIds, Shard } from '../../../../actors/shard/shard.js';
import { ShardTail } from '../../../../actors/shard/thread/tail.js';
import { Cells } from '../../../../actors/shared/cells.js';
import type { AccountState } from '../../../../engine/account/types.js';
import { apply, leave, newAccount } from '../../../../engine/engine.js';
import { emptyRow } from '../../../../wire/base/field-table.js';
import { MsgpackReader } from '../../../../wire/codec/msgpack-reader.js';
import { packEvent } from '../../../../wire/codec/pack.js';
import { enterEvent, unpackEvent } from '../../../../wire/codec/unpack.js';
import type { AccountEvent, DerivedCommand, Event } from '../../../../wire/trading/events.js';
import { TRADE_RESULT } from '../../../../wire/trading/records.js';
import { eventsOf, fileNames } from '../../../histories/history.js';
import { buildAccountEvent } from '../../../support/build.js';
import { countOf, RUN } from '../../../support/run.js';
import { switches } from '../../../support/shard-harness.js';
import { stateRows } from '../../../support/state-rows.js';

const BLOCK_BYTES = 1 << 14;

interface Asked {
  readonly hash: number;
  readonly login: number;
  readonly id: string;
}

const outcomeOf = (id: string, n: number, message: string): RequestOutcome => ({
  remembered: {
    request_id: id,
    digest: `d${n}`,
    result: { ...emptyRow(TRADE_RESULT), request_id: id, message },
  },
  count: n,
  seq: n + 1,
});

/** A ring of outcomes beside the list of all that it was ever given. */
class Pair {
  readonly #given: (Asked & { readonly outcome: RequestOutcome })[] = [];
  readonly #dropped: number[] = [];
  readonly #ring: Outcomes;

  constructor(bytes?: number) {
    this.#ring = new Outcomes((_hash, _login, seq) => this.#dropped.push(seq), bytes);
  }

  get dropped(): number {
    return this.#dropped.length;
  }

  get kept(): number {
    return this.#given.length - this.dropped;
  }

  /** Were they dropped from the oldest on, each once? */
  get isInOrder(): boolean {
    return this.#dropped.every((seq, n) => seq === this.#given[n]?.outcome.seq);
  }

  add(asked: Asked, message: string): void {
    const outcome = outcomeOf(asked.id, this.#given.length, message);
    const { remembered, count, seq } = outcome;
    const packed = packEvent(buildAccountEvent({ remembered }));
    this.#ring.add(asked.hash, asked.login, packed, count, seq);
    this.#given.push({ ...asked, outcome });
  }

  /** What both find. */
  find({ hash, login, id }: Asked): readonly [found: unknown, wanted: unknown] {
    const kept = this.#given.slice(this.dropped);
    const wanted = kept.findLast((one) => one.login === login && one.id === id);
    return [this.#ring.find(hash, login, id), wanted?.outcome];
  }
}

/** Few hashes, several to a bucket; the same for several logins, and for several ids. */
const asking = fc.record({
  hash: fc.constantFrom(0, 7, 7 | (1 << 20), 7 | (1 << 31), OUTCOMES_MAX - 1),
  login: fc.integer({ min: 1, max: 3 }),
  id: fc.constantFrom('a', 'b', 'größer'),
});

t.test('requests are found as in a plain list, whatever hash they share', async (t) => {
  const step = fc.record({ asked: asking, pad: fc.nat({ max: 900 }), wanted: asking });
  let dropped = 0;
  const runs = countOf({ test: 10, deep: 40, soak: 40 });
  const property = fc.property(fc.array(step, { minLength: 50, maxLength: 150 }), (steps) => {
    const pair = new Pair(BLOCK_BYTES);
    const keyOf = (asked: Asked): Asked => ({ ...asked, id: `${asked.id} of ${asked.hash}` });
    for (const { asked, pad, wanted } of steps) {
      pair.add(keyOf(asked), 'é'.repeat(pad));
      const pairs = [asked, wanted].map((one) => pair.find(keyOf(one)));
      if (!pairs.every(([found, known]) => isDeepStrictEqual(found, known))) return false;
    }
    dropped += pair.dropped;
    return pair.isInOrder;
  });
  t.doesNotThrow(() => fc.assert(property, { numRuns: runs, seed: 1 }));
  t.ok(dropped > 12 * runs, `${dropped} made room`);
});

t.test('outcomes that fill the block to its last byte are kept', async (t) => {
  const bytes = packEvent(buildAccountEvent({ remembered: outcomeOf('a', 0, '').remembered }));
  const pair = new Pair(2 * bytes.length);
  const asked = (n: number): Asked => ({ hash: n, login: 1, id: 'abc'.charAt(n) });
  for (const n of [0, 1, 2]) pair.add(asked(n), '');
  t.equal(pair.dropped, 1);
  for (const n of [0, 1, 2]) t.same(...pair.find(asked(n)));
});

t.test('no more than so many are kept, however short', async (t) => {
  const pair = new Pair();
  const asked = (n: number): Asked => ({ hash: Math.imul(n, 31), login: 1, id: String(n) });
  const more = 100;
  for (let n = 0; n < OUTCOMES_MAX + more; n += 1) pair.add(asked(n), '');
  t.equal(pair.kept, OUTCOMES_MAX);
  t.ok(pair.isInOrder);
  for (const n of [0, more - 1, more, OUTCOMES_MAX + more - 1]) t.same(...pair.find(asked(n)));
});

/** Of ten parts of a history the snapshot holds so many. */
const SNAPSHOTS = [0, 3, 7];

const KINDS = ['positions', 'orders'] as const;
/** An account keeps so many ids of each kind. */
const GONE_KEPT = 32;

/** Accounts by login, made when they are asked for. */
class States {
  readonly #states = new Map<number, AccountState>();

  of(login: number): AccountState {
    const known = this.#states.get(login) ?? newAccount(switches(login));
    this.#states.set(login, known);
    return known;
  }

  rows(): [number, unknown[][]][] {
    return [...this.#states].map(([login, state]) => [login, stateRows(state)]);
  }

  /** Ids of what is no more, of accounts that know all of theirs. */
  gone(): [string, number[]][] {
    return [...this.#states].flatMap(([login, { gone }]) =>
      KINDS.filter((kind) => gone[kind].ids.length < GONE_KEPT).map((kind): [string, number[]] => [
        `${login} ${kind}`,
        gone[kind].ids.toSorted((a, b) => a - b),
      ]),
    );
  }
}

/** Orders and waiting requests take their ids from one counter. */
const ordersIn = (event: Event): readonly { readonly id: number }[] =>
  event.type === 'account' ? [...event.orders, ...event.queued] : [];

const highest = (ids: readonly number[]): number => ids.reduce((a, b) => Math.max(a, b), 0);

/** A history in the small run has one of them. */
const snapshotsOf = (at: number) =>
  RUN === 'test' ? SNAPSHOTS.slice(at % SNAPSHOTS.length).slice(0, 1) : SNAPSHOTS;

for (const [at, name] of fileNames().entries()) {
  const packed = [...eventsOf(name)];
  const events = packed.map((bytes) => unpackEvent(bytes));
  for (const tenths of snapshotsOf(at)) {
    t.test(`${name}: the tail behind ${tenths}0 % comes to what its events come to`, async (t) => {
      const cut = Math.floor((packed.length * tenths) / 10);
      // The newest tenth has its outcomes at hand.
      const recentFrom = Math.floor((packed.length * 9) / 10);
      const [one, all] = [new States(), new States()];
      const zero = () => 0;
      const index = new RequestIndex(zero, zero, { path: '', failed: t.error });
      const owed: DerivedCommand[] = [];
      const shard = {
        index,
        accounts: {
          holds: (login: number, kind: (typeof KINDS)[number], id: number) =>
            one.of(login)[kind].has(id),
        },
        owe: (command: DerivedCommand) => owed.push(command),
        restore: (login: number, rows: AccountEvent, gone: GoneIds) => {
          for (const kind of KINDS) for (const id of gone[kind]) leave(one.of(login), kind, id);
          apply(one.of(login), rows);
        },
      };
      const cells = Cells.create(1);
      const orderIds = events.slice(0, cut).flatMap((event) => ordersIn(event).map(({ id }) => id));
      const ends = { highest: highest(orderIds), head: recentFrom + OUTCOMES_MAX, shards: 1 };
      const tail = new ShardTail(shard as unknown as Shard, cells, ends);
      const behind: AccountEvent[] = [];
      const faults: string[] = [];
      const expect = (holds: boolean, what: string): void => {
        if (!holds) faults.push(what);
      };
      const used = new Map<string, { event: AccountEvent; seq: number }>();
      for (const [n, event] of events.entries()) {
        if (event.type !== 'account') continue;
        apply(all.of(event.login), event);
        if (n < cut) {
          apply(one.of(event.login), event);
          continue;
        }
        behind.push(event);
        if (event.remembered !== null) {
          used.set(`${event.login} ${event.remembered.request_id}`, { event, seq: n + 1 });
        }
        const from = new MsgpackReader(packed[n] as Buffer);
        tail.take(n + 1, enterEvent(from), from, packed[n] as Buffer);
      }
      const idsOf = ({ login, orders }: AccountEvent) => orders.map(({ id }) => `${login} ${id}`);
      t.same(tail.store(), {
        accounts: new Set(behind.map(({ login }) => login)).size,
        orders: new Set(behind.flatMap(idsOf)).size,
      });
      t.same(new Map(one.rows()), new Map(all.rows()), 'the same rows');
      t.same(new Map(one.gone()), new Map(all.gone()), 'the same is known to be no more');
      const derived = behind.flatMap((event) => event.derived);
      t.same(owed, derived, 'the same is owed');
      const orders = behind.flatMap(ordersIn);
      t.equal(cells.nextOrderId(), highest(orders.map(({ id }) => id)) + 1);
      for (const { event, seq } of used.values()) {
        const { login, remembered } = event;
        const id = remembered?.request_id ?? '';
        const recent = index.recent(login, id);
        const isRecent = isDeepStrictEqual(recent?.remembered, remembered) && recent?.seq === seq;
        expect(index.mayHold(login, id), `${id} was used`);
        expect(seq > recentFrom ? isRecent : recent === undefined, `${id} is at hand, or not`);
        expect(index.isOwed(login, id, seq - 1) === seq <= recentFrom, `${id} is in the log alone`);
        expect(!index.isOwed(login, id, seq), `${id} is in the database`);
      }
      t.same(faults, []);
    });
  }
}
