// Random lives of many accounts whose process is killed at any event of a command that made
// several: the next process finds all that the command did, or nothing of it.

import t from 'tap';
import { hashedRows } from '../../actors/shard/accounts/state-hash.js';

import { accountHash } from '../../storage/read/state-hash.js';
import type { Command, GatewayCommand } from '../../wire/trading/commands.js';
import type { AccountEvent } from '../../wire/trading/events.js';
import { type Kill, Killed } from '../support/lives/cuts.js';
import { EVERY_ORACLE } from '../support/lives/oracles.js';
import { SeededRandom } from '../support/lives/random.js';
import { named, Seen } from '../support/lives/seen.js';
import { ShardLife, type ShardPlan } from '../support/lives/shard-life.js';
import { type Snapshot, Tape } from '../support/lives/tape.js';
import { countOf, mine, RUN } from '../support/run.js';
import { caller } from '../support/shard-harness.js';

/** A thousand kills in the deep run. */
const LIVES = countOf({ test: 1, deep: 100, soak: 1_000 });
const KILLS = 10;
/** Operations before the first kill is looked for, and behind each. */
const BEFORE = 400;
const BEHIND = 20;
/** After so many operations the next kill does not choose any more. */
const CHOOSES = 80;
/** How often a kill takes a command of a client or a dealer: most of those with several events. */
const REQUESTED_ONE_IN = 40;
/** Kills in the last fill of a provider. */
const LAST_FILLS = countOf({ test: 4, deep: 40, soak: 400 });
/** Kills in stop-outs. */
const STOP_OUTS = countOf({ test: 1, deep: 10, soak: 100 });
const NEVER = Number.MAX_SAFE_INTEGER;

/** What is cut in every deep run: fills and the ends of their partners, levels of margin. */
const EXPECTED = named('killed', [
  ...['open', 'pending', 'close', 'pending_cancel', 'activate', 'sl'],
  ...['oco', 'margin_call', 'stop_out'],
]);

/** A life that ends again and again. */
class KilledLife {
  readonly life: ShardLife;
  readonly #random: SeededRandom;
  readonly #tape = new Tape();
  #snapshot: Snapshot | undefined;
  /** From this operation on a kill is looked for. */
  #from = NEVER;

  /** `isChosen`: which commands are killed; default: those of the server most often. */
  constructor(
    seed: number,
    plan: Partial<ShardPlan> = {},
    private readonly isChosen?: (events: readonly AccountEvent[]) => boolean,
  ) {
    this.#random = new SeededRandom(-seed);
    this.life = new ShardLife({
      seed,
      oracles: EVERY_ORACLE,
      accountsAGroup: 4,
      wild: seed % 2 === 0,
      ...plan,
      // What is tried is followed before it is in the log.
      tryOneIn: NEVER,
      tape: this.#tape,
      kill: (events) => this.#killIn(events),
    });
  }

  /** Is killed and goes on; each account is as the last command left it that the log has of it. */
  async cut(kills: number, then = () => {}): Promise<void> {
    const { life } = this;
    for (let n = 0; n < kills; n += 1) {
      const { lost } = this.#killed();
      const left = life.shards.left();
      const old = this.#snapshot;
      this.#snapshot = await life.restart(this.#random.below(this.#tape.length + 1), lost);
      old?.close();
      for (const [login, hash] of left) {
        const isLeft = accountHash(hashedRows(life.state(login))) === hash;
        if (!isLeft) throw new Error(`${life.here}: no command left account ${login} as it is`);
      }
      then();
      life.quoteAll();
      life.run(BEHIND);
      life.check();
    }
    const isFolded = this.#tape.foldedHash() === life.shards.hash();
    if (!isFolded) throw new Error(`${life.here}: the log tells another state`);
  }

  close(): void {
    this.#snapshot?.close();
  }

  #killed(): Killed {
    this.#from = this.life.operation;
    try {
      for (;;) this.life.run(1);
    } catch (error) {
      if (error instanceof Killed) return error;
      throw error;
    }
  }

  #killIn(events: readonly AccountEvent[]): Kill | undefined {
    if (events.length < 2 || this.#from === NEVER) return undefined;
    const { operation, seen } = this.life;
    if (this.isChosen !== undefined) {
      if (!this.isChosen(events)) return undefined;
    } else {
      const isRequested = events.every(({ cause: { source } }) => source !== 'server');
      const isTaken = !isRequested || this.#random.oneIn(REQUESTED_ONE_IN);
      if (!isTaken && operation < this.#from + CHOOSES) return undefined;
    }
    this.#from = NEVER;
    for (const kind of new Set(events.map(({ cause }) => cause.kind))) seen.note(`killed ${kind}`);
    return { event: this.#random.within(1, events.length - 1), isBefore: this.#random.oneIn(3) };
  }
}

const seen = new Seen();

for (const seed of mine(Array.from({ length: LIVES }, (_, n) => n + 1))) {
  t.test(
    `After kills in commands accounts have all of each or nothing, seed ${seed}`,
    async (t) => {
      const killed = new KilledLife(seed);
      t.teardown(() => killed.close());
      t.equal(killed.life.operation, 0, 'a life begins');
      killed.life.run(BEFORE);
      t.ok(killed.life.seen.of('event deal') > 0, 'accounts trade');
      await killed.cut(KILLS);
      seen.add(killed.life.seen);
    },
  );
}

// Stop-outs are too rare for the lives above to meet each time.
t.test('After kills in stop-outs accounts have all of each or nothing', async (t) => {
  const poor = { deposits: [1_000, 5_000] } as const;
  const killed = new KilledLife(2, poor, ([event]) => event?.cause.kind === 'stop_out');
  t.teardown(() => killed.close());
  killed.life.run(BEFORE);
  await killed.cut(STOP_OUTS);
  seen.add(killed.life.seen);
  t.equal(killed.life.seen.of('killed stop_out'), STOP_OUTS);
});

/** The answer to a client with the last fill of a provider; undefined = it is another command. */
const answerOf = ([fill, ...others]: readonly AccountEvent[]) => {
  const isFill = fill?.cause.source === 'gateway' && fill.deals.length > 0;
  if (!isFill || !['open', 'close'].includes(fill.cause.kind)) return undefined;
  const remembered = others.map(({ remembered }) => remembered);
  return remembered.find((one) => one?.result.status === 'done')?.request_id;
};

t.test('A kill cannot part the last fill of a provider from its answer', async (t) => {
  let reported: { readonly login: number; readonly command: Command } | undefined;
  let asked = '';
  const plan = { groups: ['real\\stp'], weights: { 'provider reports': 2_000 } };
  const killed = new KilledLife(1, plan, (events) => {
    const answer = answerOf(events);
    asked = answer ?? asked;
    return answer !== undefined;
  });
  t.teardown(() => killed.close());
  const { life } = killed;
  const command = life.command.bind(life);
  life.command = (login, one) => {
    if (one.op === 'gateway') reported = { login, command: one };
    command(login, one);
  };
  life.run(BEFORE);
  for (let n = 0; n < LAST_FILLS; n += 1) {
    await killed.cut(1, () => {
      if (reported === undefined) throw new Error('no provider reported');
      const { login, command: report } = reported;
      const request = asked;
      const { order_id = 0 } = report as GatewayCommand;
      const isBooked = !life.state(login).orders.has(order_id);
      const isDone = (): boolean => {
        const text = life.send(login, 'trade_status', { request_id: request }, caller(login));
        return text.includes('"success":true') && !text.includes('"status":"queued"');
      };
      t.equal(isDone(), isBooked, 'the order ended with its answer');
      // The provider reports again what was not acknowledged; what was booked is not booked twice.
      const deals = life.seen.of('event deal');
      life.command(login, report);
      t.equal(life.seen.of('event deal') - deals, isBooked ? 0 : 1);
      t.ok(isDone());
      t.notOk(life.state(login).orders.has(order_id));
    });
  }
});

if (RUN !== 'test') {
  t.test('Commands of every kind were killed', async (t) => {
    t.same(seen.missing(EXPECTED), []);
  });
}
