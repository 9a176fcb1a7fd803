// Staff who work while the server may die, each request noted in a history.

import { randomUUID } from 'node:crypto';
import type { Answer, RestClient } from '../support/client/rest.js';
import { deposit, openAccount, openEmpty, type PaymentResult } from '../support/client/staff.js';
import type { ServerProcess } from '../support/server-process.js';
import { type Asked, type History, type RequestOutcome, toEnd } from './history.js';

const AMOUNT = '1';

/** One member of staff; signed in once, for sessions outlive the server. */
export class DeskLoad {
  private constructor(
    private readonly staff: RestClient,
    /** Who is paid. */
    private readonly login: number,
    private readonly history: History,
  ) {}

  /** Staff of a server with an account that they pay. */
  static async start(server: ServerProcess, history: History): Promise<DeskLoad> {
    const staff = await server.staff();
    const { login } = await openAccount(staff, 'demo\\standard', '1');
    return new DeskLoad(staff, login, history);
  }

  /** How many accounts and payments were acknowledged. */
  written = 0;

  /** Opens accounts and pays in, side by side, until the server is gone. */
  async work(): Promise<void> {
    await Promise.all([this.#open().catch(gone), this.#pay().catch(gone)]);
  }

  /** Asks for all payments again that may have been made. */
  async repeat(): Promise<void> {
    for (const { id } of this.history.toRepeat(this.login)) await this.#ask(id);
  }

  async #open(): Promise<never> {
    for (;;) {
      const { login } = await openEmpty(this.staff, 'demo\\netting');
      this.history.opened.push(login);
      this.written += 1;
      const id = randomUUID();
      expectPaid(await toEnd(() => deposit(this.staff, login, AMOUNT, id)));
    }
  }

  async #pay(): Promise<never> {
    for (;;) {
      const paid = await this.#ask(randomUUID());
      expectPaid(paid);
      this.written += Number(paid.success);
    }
  }

  #ask(id: string) {
    const { login, staff } = this;
    const of: Asked['request'] = { request_id: id };
    const asked = { id, login, connection: 0, request: of };
    const send = async () => {
      const answer = await deposit(staff, login, AMOUNT, id);
      return { ...answer, data: answer.success ? outcomeOf(answer.data) : null };
    };
    return toEnd(() => this.history.ask(asked, send));
  }
}

/** While a server stops a payment is refused. */
const expectPaid = ({ success, code }: Pick<Answer<unknown>, 'success' | 'code'>): void => {
  if (!success && code !== 'trade.too_many_requests') throw new Error(`payment: ${code}`);
};

const outcomeOf = ({ deal_id }: PaymentResult): RequestOutcome => ({ deal_ids: [deal_id] });

/** A connection that broke is the server's end; anything else is a fault. */
export const gone = (error: Error): undefined => {
  if (error instanceof TypeError && error.message.includes('fetch failed')) return undefined;
  throw error;
};
