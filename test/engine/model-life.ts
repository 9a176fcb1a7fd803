// One random life, lived by the engine and by the model side by side, compared after every step.

import type { BalanceCommand, Command, TradeCommand, TradeRequest } from '../../wire/commands.js';
import { ModelAccount } from '../model/account.js';
import type { Row, View } from '../model/view.js';
import { EngineAccount } from './model-adapter.js';
import { requestOf } from './model-requests.js';
import { Scene } from './model-scene.js';
import type { Scope } from './model-settings.js';
import type { Instrument } from './model-symbols.js';

/** A life: the world's seed, and one seed for each step; null = nothing happens. */
export interface Life {
  readonly world: number;
  readonly steps: readonly (number | null)[];
}

/** In one of so many worlds the engine compiles new settings as changes of those before. */
const CHANGED_WORLDS = 4;

/** What has befallen accounts, counted by name. */
export type Seen = Map<string, number>;

const count = (seen: Seen, name: string): void => {
  seen.set(name, (seen.get(name) ?? 0) + 1);
};

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

/** Both accounts in one world. */
class Pair {
  readonly engine: EngineAccount;
  readonly model: ModelAccount;
  private readonly scene: Scene;
  private requests = 0;
  private stopOutWaits = false;

  constructor(
    { world }: Life,
    scope: Scope,
    private readonly seen: Seen,
    private readonly tell?: (line: string) => void,
  ) {
    this.scene = new Scene(world, scope);
    const { settings, switches } = this.scene;
    this.engine = new EngineAccount(settings, switches, world % CHANGED_WORLDS === 0);
    this.model = new ModelAccount(settings, switches);
    const lacking = this.scene.dice.chance(0.1)
      ? this.scene.dice.pick(this.scene.instruments)
      : undefined;
    for (const instrument of this.scene.instruments) {
      if (instrument !== lacking) this.quote(instrument);
    }
  }

  /** Both take a quote. */
  private quote(instrument: Instrument): void {
    const prices = this.scene.prices(instrument);
    this.engine.quote(instrument.record.id, prices, this.scene.now);
    this.model.quote(instrument.record.id, prices, this.scene.now);
  }

  private requestId(): string {
    this.requests += 1;
    return `00000000-0000-4000-8000-${String(this.requests).padStart(12, '0')}`;
  }

  /** Both execute a command; the codes must be equal. */
  private run(command: Command): string[] {
    const code = this.engine.command(command, this.scene.now);
    const modelled = this.model.command(command, this.scene.now).code;
    count(this.seen, code);
    const skips = 'request' in command ? command.request.skip_margin_check : false;
    if (skips && code === 'ok' && this.model.isOverdrawn()) count(this.seen, 'margin overdrawn');
    const what = command.op === 'trade' ? command.request : command;
    this.tell?.(`${code} ${JSON.stringify(what)}`);
    return code === modelled
      ? []
      : [`code: engine ${code}, model ${modelled} to ${JSON.stringify(what)}`];
  }

  /** A deposit to begin with. */
  begin(): string[] {
    const credit = this.scene.dice.chance(0.4) ? this.run(this.payment('300', 'credit')) : [];
    return [...credit, ...this.run(this.payment(this.scene.deposit())), ...this.compare()];
  }

  private payment(amount: string, action: BalanceCommand['action'] = 'balance'): BalanceCommand {
    return {
      op: 'balance',
      request_id: this.requestId(),
      action,
      amount,
      comment: '',
      skip_margin_check: this.scene.dice.chance(0.1),
      source: 'dealer',
      dealer: 7,
    };
  }

  private trade(): TradeCommand {
    const { dice } = this.scene;
    const { state } = this.engine;
    const held = { positions: [...state.positions.values()], orders: [...state.orders.values()] };
    const dealer = dice.chance(0.12);
    const request: TradeRequest = requestOf(this.scene, held, this.requestId());
    const skips = dice.chance(dealer ? 0.3 : 0.005) ? { skip_margin_check: true } : {};
    return {
      op: 'trade',
      request: { ...request, ...skips },
      source: dealer ? 'dealer' : 'client',
      dealer: dealer ? 7 : 0,
      read_only: dice.chance(0.005),
      origin: {
        terminal: dice.pick(['desktop', 'web', 'ios', 'api']),
        ip: '10.0.0.1',
        session: 's1',
      },
    };
  }

  private tick(instrument: Instrument): void {
    const { scene } = this;
    scene.now += scene.dice.pick([0, 0, 1, 200, 1_500]);
    scene.move(instrument);
    this.quote(instrument);
    this.tell?.(`tick ${instrument.name} ${scene.prices(instrument).join('/')} at ${scene.now}`);
    this.engine.settle(instrument.record.id, scene.now);
    this.model.settle(instrument.record.id, scene.now);
  }

  /** Ends the days that are due, one by one. */
  private endDays(): string[] {
    for (const at of this.model.daysDue(this.scene.now)) {
      const faults = [...this.run({ op: 'end_of_day', at }), ...this.compare()];
      if (faults.length > 0) return faults;
    }
    return [];
  }

  private wait(): string[] {
    const { scene } = this;
    scene.now += scene.dice.pick([1, 10, 10, 45, 240, 700, 1_500]) * 60_000;
    this.tell?.(`wait until ${scene.now}`);
    return this.run({ op: 'timer' });
  }

  /** Settings and switches change; a timer tests the account's levels anew. */
  private change(): string[] {
    const { scene } = this;
    scene.change();
    const { settings, switches } = scene;
    this.engine.configure(settings, switches);
    this.model.configure(settings, switches);
    count(this.seen, 'settings changed');
    this.tell?.(`settings ${settings.version}, ${JSON.stringify(switches)}`);
    return this.run({ op: 'timer' });
  }

  private pay(): string[] {
    const { dice, settings } = this.scene;
    const yen = settings.group[0]?.currency === 'JPY';
    const amount = dice.int(-4_000, 6_000) * (yen ? 100 : 1);
    const cents = yen || dice.chance(0.5) ? '' : `.${dice.int(10, 99)}`;
    const action = dice.pick(['balance', 'balance', 'credit', 'bonus', 'charge', 'tax'] as const);
    return this.run(
      this.payment(dice.chance(0.02) ? '2000000000000' : `${amount}${cents}`, action),
    );
  }

  /** One step; what differs after it. */
  step(seed: number): string[] {
    const { scene } = this;
    scene.dice.reseed(seed);
    const what = scene.dice.next();
    let faults: string[] = scene.dice.chance(0.9) ? this.endDays() : [];
    if (faults.length > 0) return faults;
    if (this.stopOutWaits && what < 0.6) faults = this.wait();
    else if (what < 0.4) {
      const known = scene.dice.chance(0.85);
      this.tick(scene.dice.pick(known ? scene.active : scene.instruments));
    } else if (what < 0.88) faults = this.run(this.trade());
    else if (what < 0.94) faults = this.pay();
    else if (what < 0.96) faults = this.change();
    else faults = this.wait();
    return [...faults, ...this.compare()];
  }

  /** Stop-outs that close a part, that wait for a session, and that go on after waiting. */
  private countStopOuts({ deals, positions, ledger }: View): void {
    const closed = deals.filter(({ reason, entry }) => reason === 'so' && entry !== 'none');
    const inPart = this.scene.settings.group[0]?.stopout_close === 'partial';
    const left = positions.some(({ id }) => closed.some((deal) => deal.positionId === id));
    if (inPart && left) count(this.seen, 'stop-out of a part');
    if (closed.length > 0 && this.stopOutWaits) count(this.seen, 'stop-out after waiting');
    this.stopOutWaits = ledger.soState === 'stop_out' && positions.length > 0;
    if (this.stopOutWaits) count(this.seen, 'stop-out that waits');
  }

  private compare(): string[] {
    const engine = this.engine.view();
    const faults = differences(engine, this.model.view());
    this.countStopOuts(engine);
    for (const deal of engine.deals) {
      this.tell?.(`deal ${JSON.stringify(deal)}`);
      count(this.seen, `entry ${deal.entry}`);
      count(this.seen, `reason ${deal.reason}`);
      count(this.seen, `action ${deal.action}`);
      const symbol = deal.symbol ?? '';
      if (symbol !== '') {
        const { calc_mode, chart_mode } = this.scene.instrument(symbol).record;
        count(this.seen, `deal ${calc_mode}`);
        if (chart_mode === 'last') count(this.seen, 'deal of a symbol by trades');
      }
    }
    return faults;
  }
}

/** Lives a life; the first step's differences, each in words, or nothing. */
export const live = (
  life: Life,
  scope: Scope,
  seen: Seen,
  tell?: (line: string) => void,
): string[] => {
  const pair = new Pair(life, scope, seen, tell);
  const begun = pair.begin();
  if (begun.length > 0) return begun.map((fault) => `at the start: ${fault}`);
  for (const [at, seed] of life.steps.entries()) {
    if (seed === null) continue;
    const faults = pair.step(seed);
    if (faults.length > 0) return faults.slice(0, 12).map((fault) => `step ${at}: ${fault}`);
  }
  for (const { cause } of pair.engine.events) count(seen, `cause ${cause.kind}`);
  return [];
};
