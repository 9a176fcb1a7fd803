// Executes commands: each kind has its handler, and margin call and stop-out are tested after it.

import type {
  Command,
  DisconnectedCommand,
  DisconnectRuleCommand,
  TimerCommand,
  TradeCommand,
} from '../wire/trading/commands.js';
import { isPending } from './account/account.js';
import type { AccountState, Context, Execution, Turn } from './account/types.js';
import { payment } from './deals/payments.js';
import { endDay } from './eod/end-of-day.js';
import { bust } from './providers/bust.js';
import { gatewayReports } from './providers/gateway.js';
import { decideHeldFill } from './providers/held-decisions.js';
import { releaseOrder } from './providers/release.js';
import { changePosition, correctLedger, deletePositions } from './requests/corrections.js';
import { closeMarket, openMarket } from './requests/market.js';
import { askPrice } from './requests/offers.js';
import { cancelPending, modifyPending, placePending } from './requests/pending.js';
import { closeBy, modifyPosition } from './requests/positions.js';
import { timer } from './timers.js';
import { testLevels } from './triggers/levels.js';
import { isCancelled } from './turn/locks.js';
import { addEvent, beginRequest, beginTurn, type RequestTurn, serverCause } from './turn/turn.js';
import { dealerGone, dealerSays, withdraw, withdrawOrder } from './waiting/dealers.js';

const trade = (asked: RequestTurn): Execution => {
  const { request } = asked;
  switch (request.kind) {
    case 'open':
      return openMarket(asked, request);
    case 'close':
      return closeMarket(asked, request);
    case 'close_by':
      return closeBy(asked, request);
    case 'modify':
      return modifyPosition(asked, request);
    case 'pending':
      return placePending(asked, request);
    case 'pending_modify':
      return modifyPending(asked, request);
    case 'pending_cancel':
      return withdrawOrder(asked, request) ?? cancelPending(asked, request);
    case 'price':
      return askPrice(asked, request);
  }
};

/**
 * Most sessions of an account with a `cancel_on_disconnect` rule; the oldest rules are dropped
 * first.
 */
const DISCONNECT_RULES_MAX = 64;

/** Turns `cancel_on_disconnect` of a session on or off. */
const disconnectRule = (turn: Turn, command: DisconnectRuleCommand): Execution => {
  const { [command.session]: _old, ...others } = turn.state.ledger.cancel_on_disconnect;
  const kept = Object.fromEntries(Object.entries(others).slice(1 - DISCONNECT_RULES_MAX));
  const rules = command.enabled ? { ...kept, [command.session]: command.grace_sec } : others;
  const ledger = { ...turn.state.ledger, cancel_on_disconnect: rules };
  addEvent(turn, { kind: 'setting', cause: serverCause('disconnect'), ledger });
  return { ok: true, events: turn.events, result: null };
};

/**
 * Cancels the pending orders of a session that ended, one event each. That includes orders that
 * wait to be placed, changed, cancelled or activated (§4.4.9). Then its rule is removed.
 */
const disconnected = (turn: Turn, { session }: DisconnectedCommand): Execution => {
  const { [session]: rule, ...others } = turn.state.ledger.cancel_on_disconnect;
  const cause = serverCause('disconnect');
  for (const row of [...turn.state.queue.values()]) {
    if (row.kind !== 'pending' || row.origin.session !== session) continue;
    if (row.state !== 'sent') withdraw(turn, row, { ...cause, request_id: row.request_id });
  }
  for (const { id, origin } of [...turn.state.orders.values()]) {
    const order = turn.state.orders.get(id);
    if (origin.session !== session || order === undefined || !isPending(order)) continue;
    if (isCancelled(turn.state, id)) continue;
    addEvent(turn, {
      kind: 'order',
      cause,
      orders: [{ ...order, state: 'canceled', done_at: turn.now }],
    });
  }
  if (rule !== undefined) {
    const ledger = { ...turn.state.ledger, cancel_on_disconnect: others };
    addEvent(turn, { kind: 'setting', cause, ledger });
  }
  return { ok: true, events: turn.events, result: null };
};

const judge = (turn: Turn, command: Exclude<Command, TradeCommand | TimerCommand>): Execution => {
  switch (command.op) {
    case 'balance':
      return payment(turn, command);
    case 'cancel_on_disconnect':
      return disconnectRule(turn, command);
    case 'disconnected':
      return disconnected(turn, command);
    case 'dealer':
      return dealerSays(turn, command);
    case 'dealer_gone':
      return dealerGone(turn, command);
    case 'gateway':
      return gatewayReports(turn, command);
    case 'bust':
      return bust(turn, command);
    case 'held_fill':
      return decideHeldFill(turn, command);
    case 'order_release':
      return releaseOrder(turn, command);
    case 'end_of_day':
      return endDay(turn, command);
    case 'position_delete':
      return deletePositions(turn, command);
    case 'position_change':
      return changePosition(turn, command);
    case 'ledger_correct':
      return correctLedger(turn, command);
  }
};

/** Tests margin call and stop-out if the command had events. */
const withLevels = (turn: Turn, outcome: Execution): Execution => {
  if (outcome.ok && turn.events.length > 0) testLevels(turn);
  return outcome;
};

/**
 * Executes a command on an account. When it returns, all events have been applied to the state,
 * also the events of margin call and stop-out; a refusal changes nothing (trading-rules §4.1,
 * §3.12).
 */
export const execute = (state: AccountState, command: Command, ctx: Context): Execution => {
  if (command.op === 'trade') {
    const asked = beginRequest(state, ctx, command);
    return withLevels(asked, trade(asked));
  }
  const turn = beginTurn(state, ctx);
  return command.op === 'timer'
    ? timer(turn, command.most)
    : withLevels(turn, judge(turn, command));
};
