// Accounts with open sockets: delivers their numbered events and live money, and knows their newest
// number.

import type { ActorsClient, NumberedEvent } from '../../actors/client.js';
import type { SessionCopy } from '../../wire/accounts/identity.js';
import { OutFrame } from '../../wire/codec/out-frames.js';
import { plainEvent } from '../../wire/socket/events.js';
import { callerOf } from '../session/identify.js';
import { SOCKET_LIMITS } from './connection/clock.js';
import type { Connection } from './connection/connection.js';
import type { ResumeStore } from './connection/event-store.js';
import { LiveValues, type Pacer } from './connection/live-values.js';

/** The sockets of one account, which all get its events and money. */
class AccountSockets extends LiveValues {
  readonly connections = new Set<Connection>();
  money = '';
  /** Number of its newest event, if known. */
  seq: number | undefined;

  constructor() {
    super(SOCKET_LIMITS.moneyMs);
  }

  frames(): readonly OutFrame[] {
    return this.money === '' ? [] : [new OutFrame(plainEvent('account_money', this.money))];
  }
}

/** The accounts that have sockets. */
export class SocketAccounts {
  readonly #byLogin = new Map<number, AccountSockets>();

  constructor(
    private readonly client: ActorsClient,
    private readonly pacer: Pacer,
    private readonly resume: ResumeStore,
  ) {}

  join(connection: Connection): void {
    const { login } = connection.session;
    const sockets = this.#byLogin.get(login) ?? new AccountSockets();
    this.#byLogin.set(login, sockets);
    sockets.connections.add(connection);
    sockets.followers.add(connection);
    sockets.seq ??= this.resume.accountSeq(login);
  }

  leave(connection: Connection): void {
    const { login } = connection.session;
    const sockets = this.#byLogin.get(login);
    if (sockets === undefined) return;
    sockets.connections.delete(connection);
    sockets.followers.delete(connection);
    if (sockets.connections.size > 0) return;
    this.pacer.drop(sockets);
    this.#byLogin.delete(login);
  }

  /** A numbered event, already stored for `resume`. */
  event(event: NumberedEvent, frame: OutFrame): void {
    const sockets = this.#byLogin.get(event.login);
    if (sockets === undefined) return;
    sockets.seq = event.account_seq;
    for (const connection of sockets.connections) {
      if (!connection.leavesToAnswer(event.token)) connection.deliver(frame);
      this.client.markShown(connection.session.id, event.seq);
    }
  }

  /** Changed live money. */
  money(login: number, text: string): void {
    const sockets = this.#byLogin.get(login);
    if (sockets === undefined) return;
    sockets.money = text;
    this.pacer.touch(sockets, login);
  }

  /** Number of the account's newest event, if known here; null for staff. */
  knownSeq({ audience, login }: SessionCopy): number | null {
    return audience === 'staff' ? null : (this.#byLogin.get(login)?.seq ?? null);
  }

  /** The same; the account is asked if it is not known; null when it does not answer. */
  async newestSeq({ session, address }: Connection): Promise<number | null> {
    const { login } = session;
    const known = this.knownSeq(session);
    if (known !== null || session.audience === 'staff') return known;
    const caller = callerOf(session, address);
    const { status, text } = await this.client.call(caller, login, 'money', {}, session.id);
    const sockets = this.#byLogin.get(login);
    if (status !== 200 || sockets === undefined) return null;
    const { data } = JSON.parse(text) as { data: { account_seq: number } };
    sockets.seq = Math.max(sockets.seq ?? 0, data.account_seq);
    return sockets.seq;
  }
}
