// The dispatcher: maps a request, from frames or REST, to the operation of its account.

import type { Refusal } from '../../../wire/base/codes.js';
import type { AccountCaller } from '../../../wire/desk/caller.js';
import type { Origin } from '../../../wire/trading/commands.js';
import type { AccountActor } from '../accounts/account-actor.js';
import type { Shard } from '../shard.js';
import type { ReplyTo } from '../shard-output.js';

/** A request to an account. */
export interface AccountRequest {
  readonly caller: AccountCaller;
  /** The origin that orders store; all requests of a connection share one object. */
  readonly origin: Origin;
  readonly login: number;
  readonly op: string;
  readonly data: unknown;
  readonly to: ReplyTo;
}

/** An operation on accounts. */
export interface AccountOperation {
  /** The refusal of a request with invalid data; undefined = the data are valid. */
  refusal(data: unknown, caller: AccountCaller): Refusal | undefined;
  /**
   * Set for reads of many accounts: see `Accounts.reading`. The actor may be one for this call, so
   * it cannot count allowances.
   */
  readonly leavesPacked?: true;
  /** Executes a valid request, and answers it exactly once. */
  run(request: AccountRequest, actor: AccountActor): void;
}

/** Passes requests to the operations of a shard's accounts. */
export class AccountDispatcher {
  constructor(
    private readonly shard: Shard,
    private readonly operations: ReadonlyMap<string, AccountOperation>,
  ) {}

  /** Answers a request, now or when the account's lock is released. */
  dispatch(request: AccountRequest): void {
    this.#dispatch(request, false);
  }

  /** Answers a request whose data were checked while they were read. */
  dispatchValid(request: AccountRequest): void {
    this.#dispatch(request, true);
  }

  #dispatch(request: AccountRequest, isValid: boolean): void {
    const { accounts, deps } = this.shard;
    const { output } = deps;
    const { login, op, data, caller, to } = request;
    const operation = this.operations.get(op);
    const actor = operation?.leavesPacked ? accounts.reading(login) : accounts.get(login);
    if (actor === undefined) return output.refuse(to, 'not_found', 'no such account');
    if (operation === undefined) return output.refuse(to, 'invalid_input', 'op: unknown');
    const refused = isValid ? undefined : operation.refusal(data, caller);
    if (refused !== undefined) return output.refused(to, refused);
    if (actor.run(() => operation.run(request, actor))) return;
    output.refuse(to, 'trade.too_many_requests', 'the mailbox of the account is full');
  }
}
