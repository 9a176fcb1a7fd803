// The places where a log may end when the process is killed: between two commands, never within
// one.

import { hashedRows } from '../../../actors/shard/accounts/state-hash.js';
import type { AccountState } from '../../../engine/account/types.js';
import { accountHash } from '../../../storage/read/state-hash.js';

/** The process was killed. */
export class Killed extends Error {
  /** `lost`: so many of the newest events are in no log. */
  constructor(readonly lost: number) {
    super(`killed, with ${lost} events that are not committed`);
  }
}

/** Just before the commit that holds an event of a command, counted from 1, or just behind it. */
export interface Kill {
  readonly event: number;
  readonly isBefore: boolean;
}

/** A command: its last event, and what it left of its account. */
interface Command {
  readonly last: number;
  readonly login: number;
  readonly hash: bigint;
}

/** Follows the commands of a shard into the log; events are counted as the shard does. */
export class Cuts {
  /** The hash of each account as the newest command left it that the log has of it. */
  readonly left = new Map<number, bigint>();
  /** Commands that are not in the log yet. */
  readonly #open: Command[] = [];
  #recorded: number;
  /** How far commands are in the log that are there whole. */
  #whole: number;
  #kill: Kill | undefined;

  /** `isHashed`: is it asked what commands left? `before`: events that a shard counts as made. */
  constructor(
    private readonly isHashed: boolean,
    before: number,
  ) {
    this.#recorded = before;
    this.#whole = before;
  }

  /** A command made so many events; a kill is to come at one of them. */
  recorded(state: AccountState, events: number, kill?: Kill): void {
    if (events === 0) return;
    if (kill !== undefined) this.#kill ??= { ...kill, event: this.#recorded + kill.event };
    this.#recorded += events;
    const hash = this.isHashed ? accountHash(hashedRows(state)) : 0n;
    this.#open.push({ last: this.#recorded, login: state.login, hash });
  }

  /** The day of idle accounts ended with one event, which leaves them as these states are. */
  idleDay(states: readonly AccountState[]): void {
    this.#recorded += 1;
    for (const state of states) {
      const hash = this.isHashed ? accountHash(hashedRows(state)) : 0n;
      this.#open.push({ last: this.#recorded, login: state.login, hash });
    }
  }

  /** The log has committed up to an event, and is about to go on up to another. */
  committing(committed: number, until: number): void {
    if (this.#kill?.isBefore && this.#kill.event <= until) this.#die(committed);
  }

  /** The log has committed up to an event: here it may end. Throws where that is in a command. */
  committed(until: number): void {
    for (let [first] = this.#open; first && first.last <= until; [first] = this.#open) {
      this.left.set(first.login, first.hash);
      this.#whole = first.last;
      this.#open.shift();
    }
    if (this.#kill !== undefined && this.#kill.event <= until) this.#die(until);
    const cut = until - this.#whole;
    if (cut > 0) throw new Error(`${cut} events of a command may be in the log without the others`);
  }

  #die(committed: number): never {
    throw new Killed(this.#recorded - committed);
  }
}
