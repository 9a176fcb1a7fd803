// The oracles of many accounts: those of each, the models of some, and what holds of all together.

import type { AccountState, Context } from '../../../engine/types.js';
import type { BalanceCommand, Command, TradeRequest } from '../../../wire/commands.js';
import type { AccountSwitches } from '../../../wire/config.js';
import type { Caller } from '../../../wire/desk.js';
import type { AccountEvent } from '../../../wire/events.js';
import type { Deal } from '../../../wire/records.js';
import type { Prices } from '../../model/account.js';
import { Invariants } from './invariants.js';
import { ModelOracle } from './model-oracle.js';
import { type Faults, type Oracle, Replay } from './oracle.js';
import { CountsOnce, DerivedOnce } from './shard-oracles.js';
import type { ShardWorld } from './shard-world.js';

/** Codes of requests of which models do not hear: they never reach the rules. */
const UNHEARD: readonly string[] = ['invalid_input', 'conflict', 'not_found'];
const TIMER = { op: 'timer' } as const;

/** The command that an operation is, where it is one that the model knows. */
const commandOf = (op: string, data: object, by: Caller): Command | undefined => {
  const staff = by.audience === 'staff';
  const { terminal, ip, session } = by;
  if (op === 'trade') {
    return {
      op,
      request: data as TradeRequest,
      source: staff ? 'dealer' : 'client',
      dealer: staff ? by.login : 0,
      read_only: by.read_only,
      origin: { terminal, ip, session },
    };
  }
  if (op !== 'balance') return undefined;
  const given = { comment: '', skip_margin_check: false, ...data } as Omit<BalanceCommand, 'op'>;
  return { ...given, op, source: 'dealer', dealer: by.login };
};

/** The oracles of an account. */
interface Watched {
  readonly invariants: Invariants;
  readonly oracles: readonly Oracle[];
}

/** Watches every account; what it answers is wrong with one. */
export class ShardWatch {
  readonly #accounts: ReadonlyMap<number, Watched>;
  readonly #models: ReadonlyMap<number, ModelOracle>;
  readonly #derived: DerivedOnce;
  readonly #once = new CountsOnce();
  /** Do the models follow? They do not know that prices of before a start are none after it. */
  #modelled = true;

  constructor(private readonly world: ShardWorld) {
    const isNetting = (path: string): boolean => world.group(path).margin_mode === 'netting';
    this.#derived = new DerivedOnce((path) => world.group(path));
    this.#accounts = new Map(
      [...world.accounts].map(([login, switches]) => {
        const invariants = new Invariants(isNetting);
        return [login, { invariants, oracles: [invariants, new Replay(switches)] }];
      }),
    );
    this.#models = new Map(
      [...world.modelled].map((login) => {
        const switches = world.accounts.get(login) as AccountSwitches;
        return [login, new ModelOracle(world.settings, switches, false)];
      }),
    );
  }

  /** Are there accounts that models follow? */
  get hasModels(): boolean {
    return this.#modelled && this.#models.size > 0;
  }

  /** From now on models follow no more. */
  letModelsGo(): void {
    this.#modelled = false;
  }

  /** Deals of positions of an account, by position. */
  dealsOf(login: number, which: 'held' | 'closed'): readonly (readonly Deal[])[] {
    return [...this.#of(login).invariants.dealsOf(which)];
  }

  /** Something has happened. */
  emitted(event: AccountEvent): Faults {
    this.#model(event.login)?.emitted(event);
    return [...this.#of(event.login).oracles, this.#derived, this.#once].flatMap(
      (oracle) => oracle.emitted?.(event) ?? [],
    );
  }

  /** An account as it stands. */
  looked(state: AccountState, ctx: Context): Faults {
    const { login, switches } = state;
    const faults = [...this.#of(login).oracles, this.#model(login)].flatMap(
      (oracle) => oracle?.looked?.(state, ctx) ?? [],
    );
    const known = this.world.accounts.get(login)?.version === switches.version;
    return known ? faults : [...faults, '20: other switches'];
  }

  /** Nothing is left to be done. */
  ended(): Faults {
    const { owed } = this.#derived;
    return owed === 0 ? [] : [`11: ${owed} derived commands were never executed`];
  }

  /** A command of the server's own was executed. */
  commanded(login: number, command: Command, code: string): Faults {
    return this.#model(login)?.commanded(command, this.world.now, code) ?? [];
  }

  /** An operation was answered. */
  answered(
    login: number,
    op: string,
    data: object,
    by: Caller,
    answer: string,
    code: string,
  ): Faults {
    const command = commandOf(op, data, by);
    const isHeard = !UNHEARD.includes(code) && !answer.includes('"repeated":true');
    return command !== undefined && isHeard ? this.commanded(login, command, code) : [];
  }

  /** A tick of a symbol was settled. */
  ticked(symbolId: number, prices: Prices): void {
    if (!this.#modelled) return;
    for (const model of this.#models.values()) {
      model.quoted(symbolId, prices, this.world.now);
      model.ticked(symbolId, this.world.now);
    }
  }

  /** Time went on, or a day has ended, for all accounts. */
  passed(command: Command = TIMER): Faults {
    return [...this.#models.keys()].flatMap((login) => this.commanded(login, command, 'ok'));
  }

  /** Settings are others, or switches of one account: levels are tested then. */
  configured(logins: Iterable<number> = this.#models.keys()): Faults {
    return [...logins].flatMap((login) => {
      const switches = this.world.accounts.get(login) as AccountSwitches;
      this.#model(login)?.configured(this.world.settings, switches);
      return this.commanded(login, TIMER, 'ok');
    });
  }

  #of(login: number): Watched {
    return this.#accounts.get(login) as Watched;
  }

  #model(login: number): ModelOracle | undefined {
    return this.#modelled ? this.#models.get(login) : undefined;
  }
}
