// The dispatcher: from a request to the operation of its account, for frames and REST alike.

import type { Caller } from '../../../wire/desk/operations.js';
import type { Origin } from '../../../wire/trading/commands.js';
import type { AccountActor } from '../accounts/account-actor.js';
import type { Shard } from '../shard.js';
import type { ReplyTo } from '../shard-output.js';

/** One request on its way to an account. */
export interface AccountRequest {
  readonly caller: Caller;
  /** Where it came from, as orders keep it: one object for all requests of a connection. */
  readonly origin: Origin;
  readonly login: number;
  readonly op: string;
  readonly data: unknown;
  readonly to: ReplyTo;
}

/** An operation of accounts. */
export interface AccountOperation {
  /** The first fault of a request's data; undefined = none. */
  fault(data: unknown, caller: Caller): string | undefined;
  /** Carries out a request without a fault, and answers it once. */
  run(request: AccountRequest, actor: AccountActor): void;
}

/** Hands requests to the operations of a shard's accounts. */
export class AccountDispatcher {
  constructor(
    private readonly shard: Shard,
    private readonly operations: ReadonlyMap<string, AccountOperation>,
  ) {}

  /** Answers a request, now or when the account's lock is released. */
  dispatch(request: AccountRequest): void {
    const { output } = this.shard.deps;
    const { login, op, data, caller, to } = request;
    const actor = this.shard.accounts.get(login);
    if (actor === undefined) return output.refuse(to, 'not_found', 'no such account');
    const operation = this.operations.get(op);
    if (operation === undefined) return output.refuse(to, 'invalid_input', 'op: unknown');
    const fault = operation.fault(data, caller);
    if (fault !== undefined) return output.refuse(to, 'invalid_input', fault);
    if (actor.run(() => operation.run(request, actor))) return;
    output.refuse(to, 'trade.too_many_requests', 'the mailbox of the account is full');
  }
}
