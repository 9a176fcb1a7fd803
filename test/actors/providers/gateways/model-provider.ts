// A model of a provider with one order, without FIX, for tests that compare what we book with what
// it dealt over many random sequences of reports; test/support/order-provider.ts speaks FIX.

import type { ExecutionReport } from '../../../../actors/providers/gateways/provider-report.js';

const ONE = 100_000_000n;

/** Is an order of this state still open? */
const OPEN = new Set(['0', '1']);

/** An execution report with these parts; the rest is empty. */
export const reportOf = (parts: Partial<ExecutionReport>): ExecutionReport => ({
  isRepeated: false,
  type: '',
  status: '',
  clientId: '',
  originalId: '',
  externalId: '',
  executionId: '',
  aboutId: '',
  symbol: '',
  side: '',
  quantity: undefined,
  last: undefined,
  filled: undefined,
  leaves: undefined,
  price: undefined,
  average: undefined,
  reason: Number.NaN,
  text: '',
  ...parts,
});

/** Units, and prices ×10^12, as reports have them. */
export const units = (count: number): bigint => BigInt(count) * ONE;
export const priceOf = (text: string): bigint => {
  const [whole = '', part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(12, '0'));
};

/** What the provider has dealt: its id, quantity and price. */
interface ModelExecution {
  readonly id: string;
  readonly count: number;
  readonly price: bigint;
}

/** An order at the provider; quantities in units. */
export class ModelProvider {
  /** What it counts, and what it has taken back. */
  filled = 0;
  busted = 0;
  /** What it has taken back and does not deal again. */
  #lost = 0;
  readonly executions: ModelExecution[] = [];
  status = 'none';
  clientId = '';
  #value = 0n;
  #executions = 0;

  /** `dealsAgain`: does an open order go on for what was taken back of it? */
  constructor(
    readonly quantity: number,
    readonly externalId: string,
    readonly dealsAgain = false,
  ) {}

  get isOpen(): boolean {
    return OPEN.has(this.status);
  }

  get left(): number {
    return this.quantity - this.filled - this.#lost;
  }

  /** The order comes. */
  place(clientId: string): ExecutionReport {
    this.clientId = clientId;
    this.status = '0';
    return this.#report('0');
  }

  fill(count: number, price: bigint): ExecutionReport {
    this.filled += count;
    this.#value += BigInt(count) * price;
    this.status = this.left === 0 ? '2' : '1';
    const report = this.#report('F', { last: units(count), price });
    this.executions.push({ id: report.executionId, count, price });
    return report;
  }

  /** An execution is taken back. */
  bust(id: string): ExecutionReport {
    const [one] = this.executions.splice(
      this.executions.findIndex((execution) => execution.id === id),
      1,
    );
    const { count, price } = one as ModelExecution;
    this.filled -= count;
    this.busted += count;
    if (!this.isOpen || !this.dealsAgain) this.#lost += count;
    this.#value -= BigInt(count) * price;
    if (this.isOpen) this.status = this.filled === 0 ? '0' : '1';
    else if (this.status === '2') this.status = '4';
    return this.#report('H', { aboutId: id, last: units(count), price });
  }

  /** The order ends: cancelled, rejected or expired. */
  end(status: '4' | '8' | 'C', clientId = this.clientId): ExecutionReport {
    this.status = status;
    return { ...this.#report(status), clientId, originalId: this.clientId };
  }

  /** The order is known by another id from now on. */
  replace(clientId: string): ExecutionReport {
    const originalId = this.clientId;
    this.clientId = clientId;
    return this.#report('5', { originalId });
  }

  /** The answer to a question by one of our ids. */
  answer(clientId: string): ExecutionReport {
    // What it was asked about does not come later: messages come in order.
    if (this.status === 'none') this.status = 'lost';
    if (this.status === 'lost' || clientId !== this.clientId) {
      return reportOf({ type: 'I', status: '8', reason: 5, clientId, executionId: '0' });
    }
    return this.#report('I', { executionId: '0' });
  }

  #report(type: string, more: Partial<ExecutionReport> = {}): ExecutionReport {
    this.#executions += 1;
    const { filled, left } = this;
    return reportOf({
      type,
      status: this.status,
      clientId: this.clientId,
      externalId: this.externalId,
      executionId: `X${this.#executions}`,
      filled: units(filled),
      leaves: units(this.isOpen ? left : 0),
      average: filled === 0 ? 0n : this.#value / BigInt(filled),
      ...more,
    });
  }
}
