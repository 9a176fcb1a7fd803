// The model as an oracle: the engine's account must equal the model's, row by row.

import type { Context } from '../../../engine/account/types.js';
import type { AccountState } from '../../../engine/engine.js';
import type { AccountSwitches, Settings } from '../../../wire/settings/config.js';
import type { Command } from '../../../wire/trading/commands.js';
import type { AccountEvent } from '../../../wire/trading/events.js';
import { ModelAccount, type Prices } from '../../model/account.js';
import type { Ids } from '../../model/books.js';
import type { Row, View } from '../../model/view.js';
import { EngineView } from './engine-view.js';
import type { Faults, Oracle } from './oracle.js';

/** Differences that are told of one step. */
const SHOWN_MAX = 12;

/** What each row of the engine was last found equal to. */
const equals = new WeakMap<Row, Row>();

const rowsDiffer = (part: string, engine: readonly Row[], model: readonly Row[]): string[] => {
  const faults: string[] = [];
  const length = Math.max(engine.length, model.length);
  for (let at = 0; at < length; at += 1) {
    const [a, b] = [engine[at], model[at]];
    if (a !== undefined && b !== undefined && equals.get(a) === b) continue;
    if (a === undefined || b === undefined) {
      faults.push(`${part}[${at}]: engine ${JSON.stringify(a)}, model ${JSON.stringify(b)}`);
      continue;
    }
    const before = faults.length;
    for (const name in b) {
      if (a[name] === b[name]) continue;
      faults.push(`${part}[${at}] (id ${b.id}).${name}: engine ${a[name]}, model ${b[name]}`);
    }
    if (faults.length === before) equals.set(a, b);
  }
  return faults;
};

const byId = (rows: readonly Row[]): Row[] => [...rows].sort((a, b) => Number(a.id) - Number(b.id));

/** What differs between both views, in words. */
const differences = (engine: View, model: View): string[] => [
  ...rowsDiffer('deals', engine.deals, model.deals),
  ...rowsDiffer('ended', byId(engine.ended), byId(model.ended)),
  ...rowsDiffer('positions', engine.positions, model.positions),
  ...rowsDiffer('orders', engine.orders, model.orders),
  ...rowsDiffer('ledger', [engine.ledger], [model.ledger]),
  ...rowsDiffer('live', engine.live, model.live),
  ...rowsDiffer('money', [engine.money], [model.money]),
  ...rowsDiffer('derived', engine.derived, model.derived),
  ...rowsDiffer('daily', engine.daily, model.daily),
];

/** Ids as the engine gave them to one account of many: they are heard before they are needed. */
class HeardIds implements Ids {
  private orders: number[] = [];
  private deals: number[] = [];
  private lastOrder = 0;

  hear({ orders, deals, corrections }: AccountEvent): void {
    const fresh = orders.map(({ id }) => id).filter((id) => id > this.lastOrder);
    this.orders.push(...fresh.sort((a, b) => a - b));
    this.lastOrder = Math.max(this.lastOrder, ...fresh);
    this.deals.push(...[...deals, ...corrections].map(({ id }) => id));
  }

  /** An id that the engine never gave is none. */
  order(): number {
    return this.orders.shift() ?? Number.NaN;
  }

  deal(): number {
    return this.deals.shift() ?? Number.NaN;
  }
}

/** Lives the same life in the model. */
export class ModelOracle implements Oracle {
  readonly isModel = true;
  private readonly model: ModelAccount;
  private readonly engine = new EngineView();
  private readonly ids = new HeardIds();
  private fresh: AccountEvent[] = [];

  /** An account that is alone has ids that count from 1. */
  constructor(settings: Settings, switches: AccountSwitches, alone: boolean) {
    this.model = new ModelAccount(settings, switches, alone ? undefined : this.ids);
  }

  configured(settings: Settings, switches: AccountSwitches): void {
    this.model.configure(settings, switches);
  }

  quoted(symbolId: number, prices: Prices, now: number): void {
    this.model.quote(symbolId, prices, now);
  }

  ticked(symbolId: number, now: number): void {
    this.model.settle(symbolId, now);
  }

  commanded(command: Command, now: number, code: string): Faults {
    const modelled = this.model.command(command, now).code;
    if (code === modelled) return [];
    const what = command.op === 'trade' ? command.request : command;
    return [`code: engine ${code}, model ${modelled} to ${JSON.stringify(what)}`];
  }

  emitted(event: AccountEvent): Faults {
    this.fresh.push(event);
    this.ids.hear(event);
    return [];
  }

  looked(state: AccountState, ctx: Context): Faults {
    const engine = this.engine.view(state, ctx, this.fresh);
    this.fresh = [];
    return differences(engine, this.model.view()).slice(0, SHOWN_MAX);
  }
}
