// Sends live money: for connected accounts at most 4 times a second, for followed ones once.

import type { AccountState, Context } from '../../../engine/account/types.js';
import { basisOf } from '../../../engine/engine.js';
import { inScope } from '../../../wire/base/mask.js';
import { remembered } from '../../../wire/base/remembered.js';
import { type Followed, NOBODY } from '../../client.js';
import type { AccountActor } from '../accounts/account-actor.js';
import { Rounds } from '../accounts/rounds.js';
import type { Shard } from '../shard.js';
import { changedValues } from './account-snapshot.js';
import type { ShardConnections } from './connections.js';

const CONNECTED_MS = 250;
const FOLLOWED_MS = 1000;
/** Interval of rounds over connected accounts, which take some ms with 10,000 of them. */
const CONNECTED_ROUND_MS = 125;
/** Interval of rounds over followed accounts, which take some ms with 100,000 of them. */
const FOLLOWED_ROUND_MS = 500;
/** Approximate time limit of a call, because orders wait meanwhile; the next call continues. */
const TURN_MS = 0.5;

/** Sends accounts' money when it has changed. */
export class MoneyWatch {
  readonly #connected: Rounds<number>;
  #followed = NOBODY;
  #logins: ReadonlySet<number> = new Set();
  #positions: ReadonlySet<number> = new Set();
  #rounds = new Rounds<number>(FOLLOWED_ROUND_MS, () => []);
  /** Does a followed mask match the group? */
  #isMasked = (_group: string): boolean => false;
  /**
   * Accounts whose money was sent under the present terms, and that are followed since. That of a
   * packed one without positions cannot change.
   */
  readonly #sent = new Set<number>();
  #terms: number;

  constructor(
    private readonly shard: Shard,
    /** Writes the live money of an account as JSON. */
    private readonly moneyOf: (state: AccountState, ctx: Context) => string,
    connections: Pick<ShardConnections, 'logins'>,
    private readonly turnMs = TURN_MS,
  ) {
    this.#connected = new Rounds(CONNECTED_ROUND_MS, () => connections.logins());
    this.#terms = shard.terms;
  }

  /**
   * Sets the accounts whose money is sent in addition to connected ones; replaces the set from
   * before.
   */
  follow(followed: Followed): void {
    const { masks, logins } = this.#followed;
    if (masks.some((mask) => !followed.masks.includes(mask))) this.#sent.clear();
    this.#followed = followed;
    this.#logins = new Set(followed.logins);
    for (const login of logins) if (!this.#logins.has(login)) this.#sent.delete(login);
    this.#positions = new Set(followed.positions);
    this.#isMasked = remembered((group: string) => inScope(followed.masks, group));
    const { accounts } = this.shard;
    const all = followed.masks.length > 0;
    const whom = () => (all ? accounts.logins() : this.#logins);
    this.#rounds = new Rounds(FOLLOWED_ROUND_MS, whom);
  }

  /** Is money or are positions followed, besides those of connected accounts? */
  get isFollowing(): boolean {
    const { masks, logins, positions } = this.#followed;
    return masks.length + logins.length + positions.length > 0;
  }

  /**
   * Sends due and changed money within the time limit; called every few milliseconds. False when
   * accounts are left.
   */
  sendDue(): boolean {
    const { elapsed: now, terms, accounts } = this.shard;
    if (terms !== this.#terms) {
      this.#terms = terms;
      this.#sent.clear();
    }
    const until = performance.now() + this.turnMs;
    const sendOwn = (login: number): void => this.#sendMoney(accounts.get(login), CONNECTED_MS);
    const connected = this.#connected.go(sendOwn, now, until);
    const followed = this.#rounds.go((login) => this.#sendFollowed(login), now, until);
    return connected && followed;
  }

  /** An account stays packed if its money cannot have changed. */
  #sendFollowed(login: number): void {
    const { accounts, deps } = this.shard;
    if (!accounts.has(login)) return;
    const { switches, positions } = accounts.glance(login);
    if (!this.#logins.has(login) && !this.#isMasked(switches.group)) {
      this.#sent.delete(login);
      return;
    }
    const isNew = !this.#sent.has(login);
    this.#sent.add(login);
    const actor = positions.size > 0 ? accounts.get(login) : accounts.peek(login);
    if (actor !== undefined) {
      if (isNew) actor.sentMoney = '';
      return this.#sendMoney(actor, FOLLOWED_MS);
    }
    if (!isNew) return;
    accounts.visit(login, (state) => {
      deps.output.money(login, switches.group, this.moneyOf(state, this.shard));
    });
  }

  #sendMoney(actor: AccountActor | undefined, everyMs: number): void {
    if (actor === undefined) return;
    const now = this.shard.elapsed;
    const { login, ledger, switches } = actor.state;
    const isNew = this.#positions.has(login) && actor.sentPositions === undefined;
    if (now - actor.sentAt < everyMs || (!isNew && !this.#mayDiffer(actor))) return;
    const data = this.moneyOf(actor.state, this.shard);
    this.#sendPositions(actor);
    const values = data.slice(0, data.indexOf('"calculated_at"'));
    actor.sentAt = now;
    actor.sentSeq = ledger.account_seq;
    actor.sentBasis = basisOf(actor.state, this.shard);
    actor.sentTicks = this.shard.ticks;
    if (values === actor.sentMoney) return;
    actor.sentMoney = values;
    this.shard.deps.output.money(login, switches.group, data);
  }

  /** Sends the changed values of an account's positions, if they are followed. */
  #sendPositions(actor: AccountActor): void {
    const { login } = actor.state;
    if (!this.#positions.has(login)) {
      actor.sentPositions = undefined;
      return;
    }
    actor.sentPositions ??= new Map();
    const rows = changedValues(actor.state, this.shard, actor.sentPositions);
    if (rows.length > 0) this.shard.deps.output.positions(login, `[${rows.join(',')}]`);
  }

  /** Money changes with events and the account's basis; with positions also with prices. */
  #mayDiffer({ state, sentMoney, sentSeq, sentBasis, sentTicks }: AccountActor): boolean {
    if (sentMoney === '' || sentSeq !== state.ledger.account_seq) return true;
    if (sentBasis !== basisOf(state, this.shard)) return true;
    return state.positions.size > 0 && sentTicks !== this.shard.ticks;
  }
}
