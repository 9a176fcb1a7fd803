// Live money on its way out: connected accounts at most 4 times a second, watched ones once.

import type { AccountActor } from './account-actor.js';
import type { AccountOps } from './account-ops.js';
import type { Connections } from './connections.js';
import { Rounds } from './rounds.js';
import type { Shard } from './shard.js';

const CONNECTED_MS = 250;
const WATCHED_MS = 1000;
/** A look at all costs some ms with 10,000 of them. */
const ROUND_MS = 125;
/** One call takes about so long at most: orders wait for it. The next one goes on from there. */
const TURN_MS = 0.5;

/** Tells accounts' money when it changed. */
export class MoneyWatch {
  readonly #connected: Rounds<number>;
  #watched = new Rounds<number>(ROUND_MS, () => []);

  constructor(
    private readonly shard: Shard,
    private readonly ops: Pick<AccountOps, 'moneyData'>,
    connections: Pick<Connections, 'logins'>,
    private readonly turnMs = TURN_MS,
  ) {
    this.#connected = new Rounds(ROUND_MS, () => connections.logins());
  }

  /** Whose money is told beside that of connected accounts; replaces the last. */
  set(logins: 'all' | readonly number[]): void {
    const { accounts } = this.shard;
    this.#watched = new Rounds(ROUND_MS, () => (logins === 'all' ? accounts.logins() : logins));
  }

  /**
   * Tells what is due and changed, as far as the time goes; called every few milliseconds. False
   * when some were not reached.
   */
  tell(): boolean {
    const { now } = this.shard;
    const until = performance.now() + this.turnMs;
    const connected = this.#connected.go((login) => this.#tell(login, CONNECTED_MS), now, until);
    const watched = this.#watched.go((login) => this.#tell(login, WATCHED_MS), now, until);
    return connected && watched;
  }

  #tell(login: number, everyMs: number): void {
    const actor = this.shard.accounts.get(login);
    if (actor === undefined) return;
    const { now } = this.shard;
    if (now - actor.toldAt < everyMs || !this.#mayDiffer(actor)) return;
    const data = this.ops.moneyData(actor.state);
    const values = data.slice(0, data.indexOf('"calculated_at"'));
    actor.toldAt = now;
    actor.toldSeq = actor.state.ledger.account_seq;
    actor.toldSwitches = actor.state.switches;
    actor.toldSettings = this.shard.settings;
    actor.toldTicks = this.shard.ticks;
    if (values === actor.toldMoney) return;
    actor.toldMoney = values;
    this.shard.deps.outbox.money(login, actor.state.switches.group, data);
  }

  /** Money changes with events, switches and settings; with positions also with prices. */
  #mayDiffer({ state, toldSeq, toldSwitches, toldSettings, toldTicks }: AccountActor): boolean {
    if (toldSeq !== state.ledger.account_seq || toldSwitches !== state.switches) return true;
    if (toldSettings !== this.shard.settings) return true;
    return state.positions.size > 0 && toldTicks !== this.shard.ticks;
  }
}
