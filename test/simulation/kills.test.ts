// Random lives of many accounts whose process is killed at any event of a command that made
// several: the next process finds all that the command did, or nothing of it.

import t from 'tap';
import { hashedRows } from '../../actors/shard/accounts/state-hash.js';

import { accountHash } from '../../storage/read/state-hash.js';
import type { AccountEvent } from '../../wire/trading/events.js';
import { type Kill, Killed } from '../support/lives/cuts.js';
import { EVERY_ORACLE } from '../support/lives/oracles.js';
import { SeededRandom } from '../support/lives/random.js';
import { named, Seen } from '../support/lives/seen.js';
import { ShardLife } from '../support/lives/shard-life.js';
import { type Snapshot, Tape } from '../support/lives/tape.js';
import { countOf, mine, RUN } from '../support/run.js';

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

  constructor(seed: number) {
    this.#random = new SeededRandom(-seed);
    this.life = new ShardLife({
      seed,
      oracles: EVERY_ORACLE,
      accountsAGroup: 4,
      wild: seed % 2 === 0,
      // What is tried is followed before it is in the log.
      tryOneIn: NEVER,
      tape: this.#tape,
      kill: (events) => this.#killIn(events),
    });
  }

  /** Is killed and goes on; each account is as the last command left it that the log has of it. */
  async cut(kills: number): Promise<void> {
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
    const isRequested = events.every(({ cause: { source } }) => source !== 'server');
    const isChosen = !isRequested || this.#random.oneIn(REQUESTED_ONE_IN);
    if (!isChosen && operation < this.#from + CHOOSES) return undefined;
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

if (RUN !== 'test') {
  t.test('Commands of every kind were killed', async (t) => {
    t.same(seen.missing(EXPECTED), []);
  });
}
