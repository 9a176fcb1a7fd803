// Bulk close: what is done to each picked trade, as a trade request of its own.

import type { GroupSymbolView } from '../../actors/client.js';
import type { Code } from '../../wire/base/codes.js';
import { formatExact, PRICE_EXTRA } from '../../wire/base/scale.js';
import type { Caller } from '../../wire/desk/operations.js';
import type { Picked } from '../../wire/desk/queries.js';
import type {
  BulkCloseBody,
  BulkCloseResult,
  BulkOperation,
} from '../../wire/rest/trading/bulk-close.js';
import { DEVIATION_MAX } from '../../wire/trading/commands.js';
import { envelopeOf, type PassedEnvelope, refusedAs } from './actor-call.js';
import type { RequestIds } from './request-ids.js';
import type { HandlerContext, Passed } from './route.js';
import { answersTo } from './trade-batch.js';

/** Executions in which a request names its price. */
const PRICED: readonly unknown[] = ['instant', 'request'];

type Door = Pick<HandlerContext<Code>, 'call' | 'group' | 'quote'>;
/** A row of the database as clients see it. */
interface TradeRow extends Readonly<Record<string, unknown>> {
  readonly id: number;
  readonly login: number;
  readonly symbol: string;
  readonly group: string;
  readonly side: 'buy' | 'sell';
}

/** A trade, and what is done to it. */
interface BulkTrade extends Pick<BulkCloseResult, 'id' | 'kind' | 'login' | 'symbol'> {
  readonly operation: BulkOperation;
  /** Makes its request, with the price of now: anew for each attempt. */
  readonly request: () => Readonly<Record<string, unknown>>;
}

const executionOf = (view: GroupSymbolView): unknown =>
  view.showing(['execution_mode']).execution_mode;

/**
 * The price at which the group closes, in executions that need one. Any movement of the price is
 * accepted: the dealer closes at the market.
 */
const pricedAt = ({ group, symbol, side }: TradeRow, door: Door): object => {
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
  { close_positions, delete_orders, comment }: BulkCloseBody,
  requestIds: RequestIds,
  door: Door,
): readonly BulkTrade[] => {
  const trade = (
    kind: BulkTrade['kind'],
    operation: BulkOperation,
    { id, login, symbol }: TradeRow,
    what: object,
    price?: () => object,
  ): BulkTrade => {
    const name = `${operation} ${kind} ${id}`;
    const request = () => ({ request_id: requestIds(name), ...what, ...price?.() });
    return { id, kind, login, symbol, operation, request };
  };
  const said = comment === undefined ? {} : { comment };
  const ofPosition = (row: TradeRow): BulkTrade => {
    const position_id = row.id;
    return close_positions
      ? trade('position', 'close', row, { kind: 'close', position_id, ...said }, () =>
          pricedAt(row, door),
        )
      : trade('position', 'clear_stops', row, { kind: 'modify', position_id, ...NO_STOPS });
  };
  const ofOrder = (row: TradeRow): BulkTrade => {
    const order_id = row.id;
    return delete_orders
      ? trade('order', 'delete', row, { kind: 'pending_cancel', order_id })
      : trade('order', 'clear_stops', row, { kind: 'pending_modify', order_id, ...NO_STOPS });
  };
  return [
    ...(positions as readonly TradeRow[]).map(ofPosition),
    ...(orders as readonly TradeRow[]).map(ofOrder),
  ];
};

const statusOf = ({ success, data }: PassedEnvelope): BulkCloseResult['status'] => {
  if (!success) return 'rejected';
  return data?.status === 'queued' ? 'queued' : 'done';
};

const resultOf = (
  { id, kind, login, operation, symbol }: BulkTrade,
  answer: PassedEnvelope,
): BulkCloseResult => {
  const { code, message } = answer;
  return { code, id, kind, login, message, operation, status: statusOf(answer), symbol };
};

/** The requests of trades as the journal names them. */
const ACTS: Readonly<Record<BulkOperation, string>> = {
  close: 'close',
  delete: 'cancel',
  clear_stops: 'change',
};

/**
 * The journal line of a trade without an event of its account, which has the line otherwise: it was
 * refused by the checks, not tried, or what became of it is not known.
 */
const lineOf = ({ id, kind, login, operation, code, symbol }: BulkCloseResult) => {
  const outcome = code === 'trade.timeout' ? 'not answered' : `rejected (${code})`;
  return { login, text: `${kind} #${id} ${symbol}: ${ACTS[operation]} ${outcome}` };
};

/** What became of trades: a row each, and lines for the journals of accounts within reach. */
interface MadeTrades {
  readonly results: BulkCloseResult[];
  readonly lines: readonly ReturnType<typeof lineOf>[];
}

/**
 * Makes the trades in the caller's name. A repeated close in an execution that names its price
 * would differ in that from the first: the outcome of its id is asked for instead.
 */
export const madeTrades = async (
  trades: readonly BulkTrade[],
  refused: ReadonlyMap<number, Code>,
  { caller, requestId }: { caller: Caller; requestId: string },
  door: Door,
): Promise<MadeTrades> => {
  const made = async ({ login, request: requestOf }: BulkTrade): Promise<Passed> => {
    const request = requestOf();
    const answer = await door.call(caller, login, 'trade', request, requestId);
    if (!('price' in request) || envelopeOf(answer).code !== 'conflict') return answer;
    const { request_id } = request;
    return door.call(caller, login, 'trade_status', { request_id }, requestId);
  };
  const allowed = trades.filter(({ login }) => !refused.has(login));
  const answers = await answersTo(allowed, made);
  const byTrade = new Map(allowed.map((trade, at) => [trade, answers[at] as PassedEnvelope]));
  const results = trades.map((trade) =>
    resultOf(trade, byTrade.get(trade) ?? refusedAs(refused.get(trade.login) as Code)),
  );
  const untold = [...byTrade].filter(([, { data }]) => typeof data?.seq !== 'string');
  return { results, lines: untold.map(([trade, answer]) => lineOf(resultOf(trade, answer))) };
};
