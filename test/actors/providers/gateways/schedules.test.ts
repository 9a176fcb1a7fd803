// Whatever a provider does, and whatever of its reports is lost or comes again: the account has
// never booked more than the provider has filled, and as much in the end. What the provider or
// staff take back is taken back once, and both sides hold the same in the end.

import fc from 'fast-check';
import t from 'tap';
import { clientIdOf } from '../../../../actors/providers/gateways/client-ids.js';
import type { ExecutionReport } from '../../../../actors/providers/gateways/provider-report.js';
import { WorkingOrders } from '../../../../actors/providers/gateways/working-orders.js';
import { compileSettings } from '../../../../engine/engine.js';
import type { GatewayCommand } from '../../../../wire/trading/commands.js';
import type { AccountEvent } from '../../../../wire/trading/events.js';
import { gatewayOf } from '../../../support/connections.js';
import { group, rule } from '../../../support/engine-harness.js';
import { countOf } from '../../../support/run.js';
import { LOGIN, marketOrder, ShardHarness, settings } from '../../../support/shard-harness.js';
import { ModelDeals } from './model-deals.js';
import { ModelProvider, priceOf } from './model-provider.js';

const GATEWAY = 5;
const QUANTITY = 10_000;
/** A unit as a volume. */
const UNIT = 1_000;
/** So many runs trade on one position, which each takes back in part or turns over. */
const RUNS_OF_POSITION = 8;
const shard = new ShardHarness();
// No staff are there to decide on fills far from the quote.
const gateways = [
  gatewayOf(GATEWAY, { 'Limit Orders Coverage Mode': 'Gateway' }, { fill_deviation_max: 0 }),
];
shard.shard.configure(
  compileSettings({
    ...settings,
    group: [group({ margin_mode: 'netting' })],
    routing: [rule({ action: 'gateway', dealers: [GATEWAY] })],
    gateway: gateways,
  }),
);
shard.shard.sending.replace([GATEWAY]);
shard.deposit('1000000000');
shard.sent.length = 0;
const deals = new ModelDeals(shard, GATEWAY);

/** What happens next; numbers choose among what is possible then. */
const STEP = fc.record({
  what: fc.constantFrom(
    ...(['fill', 'fill', 'fill', 'end', 'modify', 'cancel', 'arrive', 'arrive', 'lost'] as const),
    ...(['again', 'ask', 'restart', 'late', 'shown', 'bust', 'bust', 'staff'] as const),
  ),
  n: fc.nat({ max: 1_000 }),
});
type Step = typeof STEP extends fc.Arbitrary<infer One> ? One : never;

let runs = 0;
/** What the providers of the present position hold, in units. */
let coverage = 0;

/** One order from its request to its end. */
class Run {
  readonly provider: ModelProvider;
  readonly orderId: number;
  readonly #fault: string[] = [];
  /** The filled volume of the order, and the part of it that the provider has taken back. */
  #filled = 0;
  #takenBack = 0;
  #orders = new WorkingOrders(GATEWAY, true);
  /** What is shown to gateways and has not come to them, and what they have been shown. */
  readonly #shown: ShardHarness['sent'] = [];
  readonly #held = new Map<number, ShardHarness['sent'][number]>();
  /** Reports on their way to us, and those that came. */
  readonly #coming: ExecutionReport[] = [];
  readonly #came: ExecutionReport[] = [];
  /** Commands that an account has had once. */
  readonly #reported: GatewayCommand[] = [];
  readonly #sign: 1 | -1;
  /** Has the account told of something taken back that was not counted? Then the state is asked. */
  #isDoubtful = false;

  constructor(isLimit: boolean) {
    runs += 1;
    shard.sent.length = 0;
    const side = runs % 2 === 0 ? 'buy' : 'sell';
    this.#sign = side === 'buy' ? 1 : -1;
    const price = side === 'buy' ? '1.05000' : '1.20000';
    const kind = isLimit ? { kind: 'pending', order_kind: 'limit', price } : {};
    const { answer, events } = shard.trade(marketOrder({ side, ...kind }));
    this.orderId = Number(answer.data.order_id);
    this.provider = new ModelProvider(QUANTITY, `E${this.orderId}`, runs % 3 === 0);
    this.#see(events);
    this.#take(this.#shown.length);
  }

  get #order() {
    return shard.state().orders.get(this.orderId);
  }

  /** What was booked, also what was taken back, in units. */
  get booked(): number {
    return (this.#filled + this.#takenBack) / UNIT;
  }

  async do(step: Step): Promise<void> {
    await this.#do(step);
    if (this.#isDoubtful) await this.#ask();
  }

  async #do({ what, n }: Step): Promise<void> {
    const { provider } = this;
    switch (what) {
      case 'fill':
        if (provider.status === 'none') this.#coming.push(provider.place(String(this.orderId)));
        else if (provider.isOpen) {
          const count = Math.min(provider.left, 1_000 * (1 + (n % 2)));
          this.#coming.push(provider.fill(count, priceOf(`1.1${String(n).padStart(4, '0')}`)));
        }
        break;
      case 'end': {
        if (!provider.isOpen) break;
        const states = provider.filled === 0 ? (['4', 'C', '8'] as const) : (['4', 'C'] as const);
        this.#coming.push(provider.end(states[n % states.length] ?? '4'));
        break;
      }
      case 'modify':
        return this.#change('modify', n);
      case 'cancel':
        return this.#change('cancel', n);
      case 'arrive':
        return this.#deliver(this.#coming.shift());
      case 'lost':
        // Nothing but its report tells which trade was taken back.
        if (this.#coming[0]?.type !== 'H') this.#coming.shift();
        break;
      case 'again':
        return this.#deliver(repeated(this.#came[n % (this.#came.length || 1)]));
      case 'bust':
        return this.#bust(n);
      case 'staff':
        return this.#staff(n);
      case 'ask':
        return this.#ask();
      case 'restart':
        return this.#restart(n);
      case 'late':
        return this.#book([...this.#reported.slice(n % (this.#reported.length || 1))]);
      case 'shown':
        return this.#take(1 + (n % 3));
    }
  }

  /** Staff take back a trade that the provider knows by its id. */
  async #staff(n: number): Promise<void> {
    const ids = new Set(this.provider.executions.map(({ id }) => id));
    const trades = deals.tradesOf(this.orderId).filter((deal) => ids.has(deal.external_id));
    const one = trades[n % (trades.length || 1)];
    if (one !== undefined) this.#see(await deals.bust({ deal_id: one.id }, 'dealer'));
  }

  /** The provider takes back an execution that is booked by its id, maybe one that staff took. */
  #bust(n: number): void {
    const booked = deals.executionsOf(this.orderId);
    const fits = this.provider.executions.filter(({ id }) => booked.has(id));
    const one = fits[n % (fits.length || 1)];
    if (one !== undefined) this.#coming.push(this.provider.bust(one.id));
  }

  /** The client changes or cancels the order; the provider does so, or refuses. */
  #change(what: 'modify' | 'cancel', n: number): void {
    const { provider, orderId: order_id } = this;
    const change = { kind: 'pending_modify', order_id, price: `1.0${1000 + n}` };
    const asked = what === 'modify' ? change : { kind: 'pending_cancel', order_id };
    this.#see(shard.trade(asked).events);
    const row = this.#shown.findLast((one) => one.sent_as === what && !one.isGone && one.isNew);
    if (row === undefined) return;
    this.#take(this.#shown.length);
    if (!provider.isOpen || n % 5 === 0) {
      const finding = this.#orders.refusal(clientIdOf(row), 'too late');
      return this.#book(finding?.commands ?? []);
    }
    const id = clientIdOf(row);
    this.#coming.push(what === 'modify' ? provider.replace(id) : provider.end('4', id));
  }

  async #deliver(report: ExecutionReport | undefined): Promise<void> {
    if (report === undefined) return;
    if (!report.isRepeated) this.#came.push(report);
    if (report.type === 'H') return this.#busted(report);
    const { commands = [], isUnclear = false } = this.#orders.execution(report) ?? {};
    this.#isDoubtful ||= isUnclear;
    this.#reported.push(...commands);
    this.#book(commands);
  }

  async #busted(report: ExecutionReport): Promise<void> {
    const order = this.#orders.orderOf(report);
    const isDoubtful = order !== undefined && this.#orders.busted(order, report);
    const key = { login: 0, gateway_id: GATEWAY, order_id: this.orderId };
    this.#see(await deals.bust({ ...key, execution_id: report.aboutId }, 'gateway'));
    // The answer comes the same way as what the account shows, behind it.
    this.#take(this.#shown.length);
    if (order !== undefined && this.#orders.settled(order, report, isDoubtful)) {
      this.#isDoubtful = true;
    }
  }

  /** A status request and its answers: all that was sent before has come, or is lost. */
  async #ask(): Promise<void> {
    this.#isDoubtful = false;
    for (const report of this.#coming.splice(0)) {
      if (report.type === 'H') await this.#deliver(report);
    }
    const order = this.#orders.of(this.orderId);
    if (order === undefined) return;
    let [id] = this.#orders.idsOf(order) as readonly (string | undefined)[];
    while (id !== undefined) {
      const answer = this.provider.answer(id);
      const next = this.#orders.askNext(answer);
      if (next === undefined) await this.#deliver(answer);
      id = next?.id;
    }
  }

  /** The gateways' thread starts again with what it is shown; the last reports come again. */
  async #restart(n: number): Promise<void> {
    this.#orders = new WorkingOrders(GATEWAY, true);
    for (const request of this.#held.values()) this.#orders.take({ ...request, isNew: false });
    const again = this.#came.slice(n % (this.#came.length + 1));
    for (const report of again) await this.#deliver(repeated(report));
  }

  #book(commands: readonly GatewayCommand[]): void {
    if (commands.length === 0) return;
    shard.executor.reports({ login: LOGIN, commands }, () => undefined);
    this.#see(shard.commit());
    if (this.booked > this.#dealt) {
      this.#fault.push(`${this.booked} of ${this.#dealt} are booked`);
    }
  }

  /** All that the provider has dealt, also what it has taken back. */
  get #dealt(): number {
    return this.provider.filled + this.provider.busted;
  }

  /** What was committed, and what gateways are shown. */
  #see(events: readonly AccountEvent[]): void {
    this.#fault.push(...deals.see(events));
    for (const { orders, queued } of events) {
      for (const { id, volume_filled } of orders) {
        if (id === this.orderId) this.#filled = volume_filled;
      }
      for (const { order_id, busted } of queued) {
        if (order_id === this.orderId) this.#takenBack = Math.max(this.#takenBack, busted);
      }
    }
    this.#shown.push(...shard.sent.splice(0));
  }

  /** So many changes of requests come to the gateways. */
  #take(count: number): void {
    for (const request of this.#shown.splice(0, count)) {
      if (request.isGone) {
        this.#held.delete(request.id);
        this.#orders.forget(request);
      } else {
        this.#held.set(request.id, request);
        const { busted = 0 } = this.#orders.of(this.orderId) ?? {};
        const order = this.#orders.take(request);
        if (order !== undefined && order.busted > busted) this.#isDoubtful = true;
      }
    }
  }

  /** All reports arrive, and the state is asked for; what does not hold then. */
  async end(): Promise<readonly string[]> {
    const { provider } = this;
    if (provider.isOpen) this.#coming.push(provider.end('4'));
    this.#take(this.#shown.length);
    do {
      await this.#ask();
      this.#take(this.#shown.length);
    } while (this.#isDoubtful);
    await this.#reconcile();
    if (this.booked !== this.#dealt) {
      this.#fault.push(`in the end ${this.booked} of ${this.#dealt} are booked`);
    }
    if (this.#order !== undefined) this.#fault.push(`the order is ${this.#order.state}`);
    coverage += this.#sign * provider.filled;
    const held = deals.held() / UNIT;
    if (held !== coverage) this.#fault.push(`the client holds ${held}, the provider ${coverage}`);
    return this.#fault;
  }

  /** The provider takes back what staff alone have. */
  async #reconcile(): Promise<void> {
    const trades = new Set(deals.tradesOf(this.orderId).map(({ external_id }) => external_id));
    for (const { id } of [...this.provider.executions]) {
      if (deals.executionsOf(this.orderId).has(id) && !trades.has(id)) {
        await this.#deliver(this.provider.bust(id));
      }
    }
  }
}

/** Nobody holds anything. */
const flatten = (): void => {
  deals.flatten();
  coverage = 0;
};

/** A report that comes again. */
const repeated = (report: ExecutionReport | undefined): ExecutionReport | undefined =>
  report && { ...report, isRepeated: true };

t.test('Each fill is booked once, also after lost and repeated reports', async (t) => {
  const schedule = fc.tuple(fc.boolean(), fc.array(STEP, { minLength: 8, maxLength: 25 }));
  const property = fc.asyncProperty(schedule, async ([isLimit, steps]) => {
    if (runs % RUNS_OF_POSITION === 0) flatten();
    const run = new Run(isLimit);
    for (const step of steps) await run.do(step);
    const faults = await run.end();
    if (faults.length === 0) return;
    // The next run, with fewer steps, begins as this one should have.
    flatten();
    throw new Error(faults.join('; '));
  });
  await fc.assert(property, {
    numRuns: countOf({ test: 400, deep: 20_000, soak: 200_000 }),
    seed: 1,
  });
  t.pass();
});
