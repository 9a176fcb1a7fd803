// Staff who work while the server may die: what of it was acknowledged, and whether it is there.

import { randomUUID } from 'node:crypto';
import type { Answer, RestClient } from '../client/rest.js';
import { type OpenedAccount, openAccount, type PaymentResult, pay } from '../client/staff.js';

const AMOUNT = '1';

/** A payment that was answered `ok`. */
interface Paid {
  readonly requestId: string;
  readonly dealId: number;
}

/** One member of staff; signed in once, for sessions outlive the server. */
export class DeskLoad {
  readonly #staff: RestClient;
  readonly #opened: OpenedAccount[] = [];
  readonly #paid: Paid[] = [];

  constructor(
    staff: RestClient,
    /** Who is paid. */
    readonly login: number,
  ) {
    this.#staff = staff;
  }

  /** Opens accounts and pays in, side by side, until the server is gone; answers how often. */
  async work(): Promise<number> {
    const before = this.#done;
    await Promise.all([this.#open(), this.#pay()]);
    return this.#done - before;
  }

  /** Forgets what was answered: it was found. */
  forget(): void {
    this.#opened.length = 0;
    this.#paid.length = 0;
  }

  get #done(): number {
    return this.#opened.length + this.#paid.length;
  }

  /** What was acknowledged and is not there, in words; a payment asked again is made no more. */
  async lost(): Promise<string[]> {
    const lost: string[] = [];
    for (const { login } of this.#opened) {
      const { data } = await this.#staff.get<{ balance: string } | null>(`/accounts/${login}`);
      if (data?.balance !== `${AMOUNT}.00`) lost.push(`account ${login} has ${data?.balance}`);
    }
    for (const { requestId, dealId } of this.#paid) {
      const { data } = await pay(this.#staff, this.login, AMOUNT, requestId);
      if (data?.deal_id !== dealId) lost.push(`deal ${dealId} became ${data?.deal_id}`);
    }
    return lost;
  }

  async #open(): Promise<void> {
    const opened = await openAccount(this.#staff, 'demo\\netting', AMOUNT).catch(gone);
    if (opened === undefined) return;
    this.#opened.push(opened);
    return this.#open();
  }

  async #pay(): Promise<void> {
    const requestId = randomUUID();
    const paid: Answer<PaymentResult> | undefined = await pay(
      this.#staff,
      this.login,
      AMOUNT,
      requestId,
    ).catch(gone);
    if (paid === undefined) return;
    if (!paid.success) throw new Error(`payment: ${paid.code} ${paid.message}`);
    this.#paid.push({ requestId, dealId: paid.data.deal_id });
    return this.#pay();
  }
}

/** A connection that broke is the server's end; anything else is a fault. */
export const gone = (error: Error): undefined => {
  if (error instanceof TypeError && error.message.includes('fetch failed')) return undefined;
  throw error;
};
