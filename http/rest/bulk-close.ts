// Bulk close: each picked trade becomes a trade request of its own. The desk decides who may make
// it, its first answer and its journal lines.

import type { GroupSymbolView } from '../../actors/client.js';
import type { Code } from '../../wire/base/codes.js';
import { formatExact, PRICE_EXTRA } from '../../wire/base/scale.js';
import type { BulkOutcome, BulkTrade } from '../../wire/desk/bulk-trade-operations.js';
import type { Picked } from '../../wire/queries/position-queries.js';
import type {
  BulkCloseBody,
  BulkCloseResult,
  BulkOperation,
} from '../../wire/rest/trading/bulk-close.js';
import { DEVIATION_MAX } from '../../wire/trading/commands.js';
import { type Asking, envelopeOf, type PassedEnvelope, refusedAs } from './actor-call.js';
import type { RequestIds } from './request-ids.js';
import type { HandlerContext, Passed } from './route.js';
import { answersTo } from './trade-batch.js';

/** Executions in which a request names its price. */
const PRICED: readonly unknown[] = ['instant', 'request'];

type Door = Pick<HandlerContext<Code>, 'call' | 'group' | 'quote'>;
/** A row of the database as clients see it. */
type TradeRow = Pick<BulkTrade, 'id' | 'login' | 'symbol' | 'group' | 'side'>;

const executionOf = (view: GroupSymbolView): unknown =>
  view.showing(['execution_mode']).execution_mode;

/**
 * The price at which the group closes, in executions that need one. Any movement of the price is
 * accepted: the dealer closes at the market.
 */
const pricedAt = ({ group, symbol, side }: BulkTrade, door: Door): object => {
  const view = door.group(group)?.named(symbol);
  if (view === undefined || !PRICED.includes(executionOf(view))) return {};
  const { bid, ask } = door.quote(view.id);
  const [low, high] = view.price(bid, ask);
  const price = formatExact(side === 'buy' ? low : high, view.digits + PRICE_EXTRA, view.digits);
  return { price, deviation_pts: DEVIATION_MAX };
};

const NO_STOPS = { sl: '0', tp: '0' };

/** The trades of what was picked. */
export const bulkTradesOf = (
  { positions, orders }: Picked,
  { close_positions, delete_orders }: BulkCloseBody,
): readonly BulkTrade[] => {
  const tradesOf = (
    kind: BulkTrade['kind'],
    operation: BulkOperation,
    rows: readonly unknown[],
  ): readonly BulkTrade[] =>
    (rows as readonly TradeRow[]).map(({ id, login, symbol, group, side }) => ({
      ...{ id, kind, login, symbol, operation, group, side, outcome: null },
    }));
  return [
    ...tradesOf('position', close_positions ? 'close' : 'clear_stops', positions),
    ...tradesOf('order', delete_orders ? 'delete' : 'clear_stops', orders),
  ];
};

/** Makes the request of a trade, with the price of now: again for each attempt. */
const requestOf = (
  trade: BulkTrade,
  { comment }: BulkCloseBody,
  requestIds: RequestIds,
  door: Door,
): Readonly<Record<string, unknown>> => {
  const { kind, operation, id } = trade;
  const request_id = requestIds(`${operation} ${kind} ${id}`);
  if (kind === 'order') {
    return operation === 'delete'
      ? { request_id, kind: 'pending_cancel', order_id: id }
      : { request_id, kind: 'pending_modify', order_id: id, ...NO_STOPS };
  }
  if (operation !== 'close') return { request_id, kind: 'modify', position_id: id, ...NO_STOPS };
  const said = comment === undefined ? {} : { comment };
  return { request_id, kind: 'close', position_id: id, ...said, ...pricedAt(trade, door) };
};

const outcomeOf = ({ success, code, message, data }: PassedEnvelope): BulkOutcome => {
  const made = data?.status === 'queued' ? 'queued' : 'done';
  return { code, message, status: success ? made : 'rejected' };
};

/** The rows of an answer. Trades of accounts that the caller may not touch have no outcome. */
export const resultsOf = (
  trades: readonly BulkTrade[],
  refused: ReadonlyMap<number, Code>,
): BulkCloseResult[] =>
  trades.map(({ id, kind, login, operation, symbol, outcome }) => {
    const lack = refused.get(login);
    const shown = lack === undefined ? outcome : outcomeOf(refusedAs(lack));
    if (shown === null) throw new Error(`${kind} ${id} has no outcome`);
    const { code, message, status } = shown;
    return { code, id, kind, login, message, operation, status, symbol };
  });

/** Trades with outcomes, and the places of those whose accounts wrote no journal line. */
interface MadeTrades {
  readonly trades: readonly BulkTrade[];
  readonly unwritten: ReadonlySet<number>;
}

/**
 * Makes the trades without an outcome in the caller's name. A repeated close in an execution that
 * names its price has another price than the first request: the outcome of its id is asked for
 * instead.
 */
export const madeTrades = async (
  trades: readonly BulkTrade[],
  refused: ReadonlyMap<number, Code>,
  body: BulkCloseBody,
  requestIds: RequestIds,
  { caller, requestId }: Asking,
  door: Door,
): Promise<MadeTrades> => {
  const made = async (trade: BulkTrade): Promise<Passed> => {
    const { login } = trade;
    const request = requestOf(trade, body, requestIds, door);
    const answer = await door.call(caller, login, 'trade', request, requestId);
    if (!('price' in request) || envelopeOf(answer).code !== 'conflict') return answer;
    const { request_id } = request;
    return door.call(caller, login, 'trade_status', { request_id }, requestId);
  };
  const asked = [...trades.entries()].filter(
    ([, { login, outcome }]) => outcome === null && !refused.has(login),
  );
  const answers = await answersTo(asked, ([, trade]) => made(trade));
  const answerAt = new Map(asked.map(([at], nth) => [at, answers[nth] as PassedEnvelope]));
  const unwritten = [...answerAt].filter(([, { data }]) => typeof data?.seq !== 'string');
  return {
    trades: trades.map((trade, at) => {
      const answer = answerAt.get(at) ?? refusedAs(refused.get(trade.login) ?? 'internal');
      return trade.outcome === null ? { ...trade, outcome: outcomeOf(answer) } : trade;
    }),
    unwritten: new Set(unwritten.map(([at]) => at)),
  };
};
