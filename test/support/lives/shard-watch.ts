// The oracles of accounts on shards, driven by their world's clock.

import type { Caller } from '../../../wire/desk/caller.js';
import type { AccountSwitches } from '../../../wire/settings/config.js';
import type { BalanceCommand, Command, TradeRequest } from '../../../wire/trading/commands.js';
import type { Prices } from '../../model/account.js';
import type { Faults, OracleKind } from './oracle.js';
import type { ShardWorld } from './shard-world.js';
import type { Shards, Tick } from './shards.js';
import { Watch } from './watch.js';

/** Codes of requests of which oracles do not hear: they never reach the rules. */
const UNHEARD: readonly string[] = ['invalid_input', 'conflict', 'not_found'];
const TIMER = { op: 'timer' } as const;

/** An operation on an account and what it was answered. */
interface Answered {
  readonly op: string;
  readonly data: object;
  readonly by: Caller;
  readonly answer: string;
  readonly code: string;
}

/** The command that an operation is, where it is one of a trader's or of money. */
const commandOf = ({ op, data, by }: Answered): Command | undefined => {
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

/** Watches every account of a world. */
export class ShardWatch extends Watch {
  constructor(
    private readonly world: ShardWorld,
    kinds: readonly OracleKind[],
  ) {
    const groupOf = (path: string) => world.group(path);
    const { seed, settings, accounts, modelled } = world;
    const watched = [...accounts.values()].map((switches) => {
      const isModelled = modelled.has(switches.login);
      return { world: seed, settings, switches, isAlone: false, isModelled, groupOf };
    });
    super(kinds, watched, groupOf);
  }

  /** A command of the server's own was executed. */
  executed(login: number, command: Command, code: string): Faults {
    return this.commanded(login, command, this.world.now, code);
  }

  /** An operation was answered. */
  answered(login: number, answered: Answered): Faults {
    const { answer, code } = answered;
    const isHeard = !UNHEARD.includes(code) && !answer.includes('"repeated":true');
    const command = isHeard ? commandOf(answered) : undefined;
    return command === undefined ? [] : this.executed(login, command, code);
  }

  /** A tick of a symbol was settled. */
  tick(symbolId: number, prices: Prices): void {
    this.quoted(symbolId, prices, this.world.now);
    this.ticked(symbolId, this.world.now);
  }

  /** A tick comes: logins of the accounts whom it concerns. */
  concernedBy(tick: Tick, shards: Shards): readonly number[] {
    const concerned: number[] = [];
    for (const state of shards.states()) {
      if (this.ticking(tick, state, shards.shardOf(state.login))) concerned.push(state.login);
    }
    return concerned;
  }

  /** Time went on for all accounts. */
  waited(): Faults {
    return this.passed(TIMER, this.world.now);
  }

  /** A day has ended for all accounts. */
  dayEnded(at: number): Faults {
    return this.passed({ op: 'end_of_day', at }, this.world.now);
  }

  /** Settings are others, or switches of accounts: levels are tested then. */
  changed(logins: readonly number[]): Faults {
    const { accounts, settings } = this.world;
    return logins.flatMap((login) => {
      this.configured(settings, accounts.get(login) as AccountSwitches);
      return this.executed(login, TIMER, 'ok');
    });
  }
}
