// Whatever a provider does, and whatever of its reports is lost or comes again: the account has
// never booked more than the provider has filled, and as much in the end.

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
import { ModelProvider, priceOf } from './model-provider.js';

const GATEWAY = 5;
const QUANTITY = 10_000;
/** A unit as a volume. */
const UNIT = 1_000;
/** All runs trade on one account, whose position the next run takes back. */
const shard = new ShardHarness();
const gateways = [gatewayOf(GATEWAY, { 'Limit Orders Coverage Mode': 'Gateway' })];
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

/** What happens next; numbers choose among what is possible then. */
const STEP = fc.record({
  what: fc.constantFrom(
    ...(['fill', 'fill', 'fill', 'end', 'modify', 'cancel', 'told', 'told', 'lost'] as const),
    ...(['again', 'ask', 'restart', 'late', 'shown'] as const),
  ),
  n: fc.nat({ max: 1_000 }),
});
type Step = typeof STEP extends fc.Arbitrary<infer One> ? One : never;

let runs = 0;

/** One order from its request to its end. */
class Run {
  readonly provider: ModelProvider;
  readonly orderId: number;
  readonly #fault: string[] = [];
  #filled = 0;
  #orders = new WorkingOrders(GATEWAY, true);
  /** What is shown to gateways and has not come to them, and what they have been shown. */
  readonly #shown: ShardHarness['sent'] = [];
  readonly #held = new Map<number, ShardHarness['sent'][number]>();
  /** Reports on their way to us, and those that came. */
  readonly #coming: ExecutionReport[] = [];
  readonly #came: ExecutionReport[] = [];
  /** Commands that an account has had once. */
  readonly #told: GatewayCommand[] = [];

  constructor(isLimit: boolean) {
    runs += 1;
    shard.sent.length = 0;
    const side = runs % 2 === 0 ? 'buy' : 'sell';
    const price = side === 'buy' ? '1.05000' : '1.20000';
    const kind = isLimit ? { kind: 'pending', order_kind: 'limit', price } : {};
    const { told, events } = shard.trade(marketOrder({ side, ...kind }));
    this.orderId = Number(told.data.order_id);
    this.provider = new ModelProvider(QUANTITY, `E${this.orderId}`);
    this.#see(events);
    this.#take(this.#shown.length);
  }

  get #order() {
    return shard.state().orders.get(this.orderId);
  }

  /** What was booked, in units. */
  get booked(): number {
    return this.#filled / UNIT;
  }

  do({ what, n }: Step): void {
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
      case 'told':
        return this.#deliver(this.#coming.shift());
      case 'lost':
        this.#coming.shift();
        break;
      case 'again':
        return this.#deliver(this.#came[n % (this.#came.length || 1)]);
      case 'ask':
        return this.#ask();
      case 'restart':
        return this.#restart(n);
      case 'late':
        return this.#book([...this.#told.slice(n % (this.#told.length || 1))]);
      case 'shown':
        return this.#take(1 + (n % 3));
    }
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

  #deliver(report: ExecutionReport | undefined): void {
    if (report === undefined) return;
    this.#came.push(report);
    const { commands = [] } = this.#orders.execution(report) ?? {};
    this.#told.push(...commands);
    this.#book(commands);
  }

  /** A status request and its answers: all that was sent before has come, or is lost. */
  #ask(): void {
    const order = this.#orders.of(this.orderId);
    if (order === undefined) return;
    this.#coming.length = 0;
    let [id] = this.#orders.idsOf(order) as readonly (string | undefined)[];
    while (id !== undefined) {
      const answer = this.provider.answer(id);
      const next = this.#orders.askNext(answer);
      if (next === undefined) this.#deliver(answer);
      id = next?.id;
    }
  }

  /** The gateways' thread starts anew with what it is shown; the last reports come again. */
  #restart(n: number): void {
    this.#orders = new WorkingOrders(GATEWAY, true);
    for (const request of this.#held.values()) this.#orders.take({ ...request, isNew: false });
    const again = this.#came.slice(n % (this.#came.length + 1));
    for (const report of again) this.#deliver(report);
  }

  #book(commands: readonly GatewayCommand[]): void {
    if (commands.length === 0) return;
    shard.executor.reports({ login: LOGIN, commands }, () => undefined);
    this.#see(shard.commit());
    if (this.booked > this.provider.filled) {
      this.#fault.push(`${this.booked} of ${this.provider.filled} are booked`);
    }
  }

  /** What was committed, and what gateways are shown. */
  #see(events: readonly AccountEvent[]): void {
    for (const { orders } of events) {
      for (const { id, volume_filled } of orders) {
        if (id === this.orderId) this.#filled = volume_filled;
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
        this.#orders.take(request);
      }
    }
  }

  /** All is told, and asked for; what does not hold then. */
  end(): readonly string[] {
    const { provider } = this;
    if (provider.isOpen) this.#coming.push(provider.end('4'));
    this.#take(this.#shown.length);
    this.#ask();
    this.#take(this.#shown.length);
    if (this.booked !== provider.filled) {
      this.#fault.push(`in the end ${this.booked} of ${provider.filled} are booked`);
    }
    if (this.#order !== undefined) this.#fault.push(`the order is ${this.#order.state}`);
    return this.#fault;
  }
}

t.test('Each fill is booked once, whatever is lost or comes again', async (t) => {
  const schedule = fc.tuple(fc.boolean(), fc.array(STEP, { minLength: 8, maxLength: 25 }));
  const property = fc.property(schedule, ([isLimit, steps]) => {
    const run = new Run(isLimit);
    for (const step of steps) run.do(step);
    const faults = run.end();
    if (faults.length > 0) throw new Error(faults.join('; '));
  });
  fc.assert(property, { numRuns: countOf({ test: 400, deep: 20_000, soak: 200_000 }), seed: 1 });
  t.pass();
});
