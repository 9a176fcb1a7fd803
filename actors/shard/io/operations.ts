// The operations of accounts: their input schemas and their effects.

import { Type } from '@sinclair/typebox';
import { checkTrade, digestOf } from '../../../engine/engine.js';
import { Decimal, Id, Strict, Uuid, WholeText, Words } from '../../../wire/base/schema.js';
import { envelopeOf, envelopeText } from '../../../wire/codec/text.js';
import { inputCheck } from '../../../wire/fields/input-faults.js';
import { BULK_TRADES_MAX } from '../../../wire/rest/trading/bulk-close.js';
import { DEALER_FIELDS } from '../../../wire/rest/trading/dealing.js';
import { ACCOUNT_FRAMES } from '../../../wire/socket/operations.js';
import { bustId, providerBustId } from '../../../wire/trading/bust-ids.js';
import {
  BALANCE_ACTIONS,
  type BalanceCommand,
  type BustCommand,
  type Command,
  DEALER_ACTIONS,
  type DealerCommand,
  EXECUTION_ID_MAX,
  HELD_FILL_ACTIONS,
  type HeldFillCommand,
  type LedgerCorrectCommand,
  type OrderReleaseCommand,
  POSITION_CHANGES,
  type PositionChangeCommand,
  type PositionDeleteCommand,
  type TradeCommand,
  type TradeRequest,
} from '../../../wire/trading/commands.js';
import { tradeRefusal, withRequestId } from '../../../wire/trading/trade-input.js';
import type { AccountOp } from '../../client.js';
import type { BustAsked } from '../../shared/busts.js';
import { Suffix } from '../../shared/ring-records.js';
import type { AccountActor } from '../accounts/account-actor.js';
import type { Shard } from '../shard.js';
import { listOf, liveMoneyOf, liveValuesOf, writeSnapshotOf } from './account-snapshot.js';
import type { AccountOperation, AccountRequest } from './dispatcher.js';
import type { Executor } from './executor.js';
import { checkText } from './trade-check.js';

const statusRefusal = inputCheck(ACCOUNT_FRAMES.trade_status.data);
const nothingRefusal = inputCheck(ACCOUNT_FRAMES.account.data);
const disconnectRuleRefusal = inputCheck(ACCOUNT_FRAMES.cancel_on_disconnect.data);
const balanceRefusal = inputCheck(
  Strict({
    // The front derives ids of its own from its callers' ids.
    request_id: Uuid(),
    action: Words(BALANCE_ACTIONS),
    amount: Decimal(),
    comment: Type.Optional(WholeText(64)),
    skip_margin_check: Type.Optional(Type.Boolean()),
  }),
);

const ledgerRefusal = inputCheck(
  Strict({
    request_id: Uuid(),
    balance: Decimal(),
    credit: Decimal(),
    account_seq: Type.Integer({ minimum: 0 }),
  }),
);

/** The front says whether the caller may go beyond the bound of prices. */
const BOUND = { unbounded: Type.Optional(Type.Boolean()) };

const changeRefusal = inputCheck(
  Strict({ request_id: Uuid(), position_id: Id(), ...POSITION_CHANGES, ...BOUND }),
);

const releaseRefusal = inputCheck(Strict({ request_id: Uuid(), order_id: Id() }));

const heldRefusal = inputCheck(
  Strict({
    request_id: Uuid(),
    order_id: Id(),
    execution_id: WholeText(EXECUTION_ID_MAX, 1),
    action: Words(HELD_FILL_ACTIONS),
  }),
);

const deleteRefusal = inputCheck(
  Strict({
    request_id: Uuid(),
    position_ids: Type.Array(Id(), { minItems: 1, maxItems: BULK_TRADES_MAX, uniqueItems: true }),
  }),
);

const tradeOf = (
  { caller, origin }: Pick<AccountRequest, 'caller' | 'origin'>,
  request: TradeRequest,
): TradeCommand => {
  const staff = caller.audience === 'staff';
  return {
    op: 'trade',
    request,
    source: staff ? 'dealer' : 'client',
    dealer: staff ? caller.login : 0,
    read_only: caller.read_only,
    origin,
  };
};

/** Operations that only the front sends have no data to check. */
const noRefusal = (): undefined => undefined;

type Operations<Op extends AccountOp> = Readonly<Record<Op, AccountOperation>>;

const dealerRefusal = inputCheck(
  Strict({ id: Id(), action: Words(DEALER_ACTIONS), ...DEALER_FIELDS }),
);

type StaffOp =
  | 'balance'
  | 'position_delete'
  | 'position_change'
  | 'ledger_correct'
  | 'bust'
  | 'order_release'
  | 'held_fill'
  | 'dealer';

/** A command of staff that has a request id. */
type CorrectingCommand = Extract<Command, { op: Exclude<StaffOp, 'dealer'> }>;

/** The id of a request as accounts remember it. */
const lowered = <T extends { readonly request_id: string }>(given: T): T => ({
  ...given,
  request_id: given.request_id.toLowerCase(),
});

const balanceOf = (
  data: Pick<BalanceCommand, 'request_id' | 'action' | 'amount'> & Partial<BalanceCommand>,
  dealer: number,
): BalanceCommand => ({
  op: 'balance',
  request_id: data.request_id.toLowerCase(),
  action: data.action,
  amount: data.amount,
  comment: data.comment ?? '',
  skip_margin_check: data.skip_margin_check ?? false,
  source: 'dealer',
  dealer,
});

/** A provider takes back what it has executed, also what staff have taken back before. */
const bustOf = (asked: BustAsked, dealer: number): BustCommand => {
  const { busted_by, is_counted, ...given } = asked;
  const isCount = given.source === 'gateway' && (busted_by === 'dealer' || is_counted);
  const { id } = given.deal;
  const request_id = isCount ? providerBustId(id) : bustId(id);
  return { ...given, op: 'bust', request_id, dealer };
};

/** Operations by which only staff change something. */
const correcting = (shard: Shard, executor: Executor): Operations<StaffOp> => {
  const { output } = shard.deps;

  /** Executes a command once; `content` is what a repeated request must have in common with it. */
  const once =
    <D, C extends CorrectingCommand>(
      commandOf: (data: D, dealer: number) => C,
      content: (command: C) => Parameters<typeof digestOf>[0],
    ) =>
    ({ caller, data, to }: AccountRequest, actor: AccountActor): void => {
      if (!shard.backlog.admits(shard.elapsed)) return output.refuse(to, 'trade.too_many_requests');
      const command = commandOf(data as D, caller.login);
      const digest = (): string => digestOf(content(command));
      executor.executeOnce(actor, command, command.request_id, digest, to);
    };
  const deleting = (given: Omit<PositionDeleteCommand, 'op' | 'dealer'>, dealer: number) => ({
    op: 'position_delete' as const,
    ...lowered(given),
    dealer,
  });
  const releasing = (given: Omit<OrderReleaseCommand, 'op' | 'dealer'>, dealer: number) => ({
    ...lowered(given),
    op: 'order_release' as const,
    dealer,
  });
  /** Without a login it is the provider who takes the trade back. */
  const deciding = (given: Omit<HeldFillCommand, 'op' | 'source' | 'dealer'>, dealer: number) => ({
    ...lowered(given),
    op: 'held_fill' as const,
    source: dealer === 0 ? ('gateway' as const) : ('dealer' as const),
    dealer,
  });
  const changing = (given: Omit<PositionChangeCommand, 'op' | 'dealer'>, dealer: number) => ({
    ...lowered(given),
    op: 'position_change' as const,
    dealer,
  });
  const ledger = (given: Omit<LedgerCorrectCommand, 'op' | 'dealer'>, dealer: number) => ({
    ...lowered(given),
    op: 'ledger_correct' as const,
    dealer,
  });

  /** It has no request id: a request that was answered waits no longer. */
  const dealer = ({ caller, data, to }: AccountRequest, actor: AccountActor): void => {
    if (!shard.backlog.admits(shard.elapsed)) return output.refuse(to, 'trade.too_many_requests');
    const given = data as Omit<DealerCommand, 'op' | 'dealer'>;
    executor.execute(actor, { ...given, op: 'dealer', dealer: caller.login }, to);
  };

  return {
    balance: { refusal: balanceRefusal, run: once(balanceOf, (command) => command) },
    dealer: { refusal: dealerRefusal, run: dealer },
    position_change: {
      refusal: changeRefusal,
      run: once(changing, ({ unbounded: _, ...command }) => command),
    },
    // The id alone is the request's content: a repeated one finds other sums.
    ledger_correct: { refusal: ledgerRefusal, run: once(ledger, ({ op }) => ({ op })) },
    order_release: { refusal: releaseRefusal, run: once(releasing, (command) => command) },
    held_fill: { refusal: heldRefusal, run: once(deciding, (command) => command) },
    position_delete: { refusal: deleteRefusal, run: once(deleting, (command) => command) },
    // The deal alone is the request's content: it is taken back once, whoever asks.
    bust: {
      refusal: noRefusal,
      run: once(bustOf, ({ op, deal }) => ({ op, deal_id: deal.id })),
    },
  };
};

/** Operations that may change something. */
const writing = (
  shard: Shard,
  executor: Executor,
): Operations<'trade' | 'trade_status' | 'cancel_on_disconnect'> => {
  const { output } = shard.deps;

  /** Can a trader's command be executed now, also by the account's rate limit? */
  const admits = (actor: AccountActor): boolean =>
    shard.backlog.admits(shard.elapsed) && actor.allow(shard.elapsed, shard.deps.tradeRate);

  const trade = (asked: AccountRequest, actor: AccountActor): void => {
    const { to } = asked;
    if (!admits(actor)) return output.refuse(to, 'trade.too_many_requests');
    const given = asked.data as TradeRequest;
    const request_id = given.request_id.toLowerCase();
    const request = request_id === given.request_id ? given : { ...given, request_id };
    const command = tradeOf(asked, request);
    executor.executeOnce(actor, command, request_id, () => digestOf(request), to);
  };

  const tradeStatus = ({ data, to }: AccountRequest, actor: AccountActor): void => {
    const { request_id } = data as { request_id: string };
    executor.status(actor, request_id.toLowerCase(), to);
  };

  const disconnectRule = ({ caller, data, to }: AccountRequest, actor: AccountActor): void => {
    if (caller.read_only) return output.refuse(to, 'trade.read_only');
    if (!admits(actor)) return output.refuse(to, 'trade.too_many_requests');
    const { enabled, grace_sec = 0 } = data as { enabled: boolean; grace_sec?: number };
    const { session } = caller;
    executor.execute(actor, { op: 'cancel_on_disconnect', session, enabled, grace_sec }, to);
  };

  return {
    trade: {
      refusal: (data, { audience }) => tradeRefusal(data, audience === 'staff'),
      run: trade,
    },
    trade_status: { refusal: statusRefusal, run: tradeStatus },
    cancel_on_disconnect: { refusal: disconnectRuleRefusal, run: disconnectRule },
  };
};

/** Operations that only read. */
const reading = (
  shard: Shard,
): Operations<'trade_check' | 'account' | 'positions' | 'orders' | 'money' | 'live_values'> => {
  const { output } = shard.deps;

  /** It takes about as long as a snapshot of the account, because it copies the rows. */
  const tradeCheck = (asked: AccountRequest, actor: AccountActor): void => {
    const { to, data } = asked;
    if (!actor.allowSnapshot(shard.elapsed)) return output.refuse(to, 'trade.too_many_requests');
    const command = tradeOf(asked, withRequestId(data) as TradeRequest);
    const check = checkTrade(actor.state, command, shard);
    output.answer(to, 200, envelopeText(to.id, 'ok', checkText(check)));
  };

  const account = ({ to }: AccountRequest, actor: AccountActor): void => {
    if (!actor.allowSnapshot(shard.elapsed)) return output.refuse(to, 'trade.too_many_requests');
    const text = envelopeOf(to.id, 'ok', '', writeSnapshotOf(actor.state, shard));
    output.answer(to, 200, text, Suffix.data);
  };

  /**
   * Written completely here, because the front has no time for an account with thousands of rows.
   */
  const list =
    (what: 'positions' | 'orders') =>
    ({ to }: AccountRequest, actor: AccountActor): void =>
      output.answer(to, 200, envelopeOf(to.id, 'ok', '', listOf(what, actor.state, shard)));

  const money = ({ to }: AccountRequest, actor: AccountActor): void => {
    const data = liveMoneyOf(actor.state, shard).slice(0, -1);
    const text = envelopeOf(to.id, 'ok', '', (out) => out.utf8(data));
    output.answer(to, 200, text, Suffix.data);
  };

  const liveValues = ({ data, to }: AccountRequest, actor: AccountActor): void => {
    const { ids } = data as { readonly ids: readonly number[] };
    const values = liveValuesOf(actor.state, shard, ids);
    output.answer(to, 200, envelopeText(to.id, 'ok', values));
  };

  return {
    trade_check: {
      refusal: (data, { audience }) => tradeRefusal(withRequestId(data), audience === 'staff'),
      run: tradeCheck,
    },
    account: { refusal: nothingRefusal, run: account },
    positions: { refusal: noRefusal, run: list('positions') },
    orders: { refusal: noRefusal, run: list('orders') },
    money: { refusal: noRefusal, leavesPacked: true, run: money },
    live_values: { refusal: noRefusal, leavesPacked: true, run: liveValues },
  };
};

/** The operations of a shard's accounts, by name. */
export const accountOperations = (
  shard: Shard,
  executor: Executor,
): ReadonlyMap<string, AccountOperation> => {
  const all: Operations<AccountOp> = {
    ...writing(shard, executor),
    ...correcting(shard, executor),
    ...reading(shard),
  };
  return new Map(Object.entries(all));
};
