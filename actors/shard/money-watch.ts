// Live money on its way out: connected accounts at most 4 times a second, watched ones once.

import type { AccountActor } from './account-actor.js';
import type { AccountOps } from './account-ops.js';
import type { Connections } from './connections.js';
import type { Shard } from './shard.js';

const CONNECTED_MS = 250;
const WATCHED_MS = 1000;

/** Tells accounts' money when it changed. */
export class MoneyWatch {
  #watched: 'all' | readonly number[] = [];

  constructor(
    private readonly shard: Shard,
    private readonly ops: AccountOps,
    private readonly connections: Connections,
  ) {}

  /** Whose money is told beside that of connected accounts; replaces the last. */
  set(logins: 'all' | readonly number[]): void {
    this.#watched = logins;
  }

  /** Tells what is due and changed; called every few milliseconds. */
  tell(): void {
    for (const login of this.connections.logins()) this.#tell(login, CONNECTED_MS);
    const watched = this.#watched === 'all' ? this.shard.accounts.keys() : this.#watched;
    for (const login of watched) this.#tell(login, WATCHED_MS);
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
    if (values === actor.toldMoney) return;
    actor.toldMoney = values;
    this.shard.deps.outbox.money(login, actor.state.switches.group, data);
  }

  /** Without positions money changes with the account's events alone. */
  #mayDiffer(actor: AccountActor): boolean {
    return actor.state.positions.size > 0 || actor.toldSeq !== actor.state.ledger.account_seq;
  }
}
