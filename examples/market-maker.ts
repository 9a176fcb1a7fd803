// Makes a market: one pending order to buy below the middle of the price and one to sell above it,
// both moved with the price, within a limit of what may be held.
//
//   node dist/examples/market-maker.js --symbol EURUSD --volume 0.10 --distance 0.0002 --limit 0.5

import {
  type AccountChange,
  type AccountPicture,
  BrokerError,
  type QuoteTick,
  signInTrader,
  unwrap,
} from 'brokerd/client';
import { commandLine, stopAsked } from './command-line.js';

const USAGE =
  'market-maker.js [--symbol EURUSD] [--volume 0.10] [--distance 0.00020] [--limit 0.50]';

const { values, account, misused } = commandLine(USAGE, {
  symbol: { type: 'string', default: 'EURUSD' },
  volume: { type: 'string', default: '0.10' },
  distance: { type: 'string', default: '0.00020' },
  limit: { type: 'string', default: '0.50' },
});
const { symbol, volume } = values;
const distance = Number(values.distance);
const limit = Number(values.limit);
/**
 * An order is moved when its price differs from its place by more than this part of the distance.
 */
const SLACK = 0.25;
const SIDES = ['buy', 'sell'] as const;
type Side = (typeof SIDES)[number];

const client = await signInTrader(account);
const symbols = await unwrap(client.rest.GET('/trader/v1/symbols'));
const digits = symbols.find(({ name }) => name === symbol)?.digits;
if (digits === undefined) throw misused(`--symbol ${symbol} is not offered to the account`);

/** The maker's own orders by side, and the account's positions in the symbol. */
const orders = new Map<Side, { readonly id: number; readonly price: number }>();
const positions = new Map<number, number>();
let middle: number | undefined;

type OrderRow = AccountChange['orders'][number];

const takeOrder = ({ id, side, kind, state, price_order = '0', ...row }: OrderRow): void => {
  if (row.symbol !== symbol || kind !== 'limit') return;
  const isWorking = state === 'placed' || state === 'partial';
  if (isWorking) orders.set(side, { id, price: Number(price_order) });
  else if (orders.get(side)?.id === id) orders.delete(side);
};

const takePicture = (picture: Pick<AccountPicture, 'orders' | 'positions'>): void => {
  orders.clear();
  positions.clear();
  for (const order of picture.orders) takeOrder(order);
  for (const position of picture.positions) takePosition(position);
};

const takePosition = (row: AccountChange['positions'][number]): void => {
  if (row.closed) positions.delete(row.id);
  else if (row.symbol === symbol)
    positions.set(row.id, Number(row.volume) * (row.side === 'buy' ? 1 : -1));
};

const takeChange = (change: AccountChange): void => {
  for (const order of change.orders) takeOrder(order);
  for (const position of change.positions) takePosition(position);
  for (const deal of change.deals) console.log(`${deal.action} ${deal.volume} at ${deal.price}`);
  wake();
};

const takeQuotes = (ticks: readonly QuoteTick[]): void => {
  for (const [name, bid, ask] of ticks) {
    if (name === symbol) middle = (Number(bid) + Number(ask)) / 2;
  }
  wake();
};

/** The request that one side needs now; undefined = none. */
const needed = (side: Side) => {
  if (middle === undefined) return undefined;
  const sign = side === 'buy' ? 1 : -1;
  const net = [...positions.values()].reduce((sum, one) => sum + one, 0);
  const mayGrow = sign * net + Number(volume) <= limit + 1e-9;
  const price = middle - sign * distance;
  const order = orders.get(side);
  if (order === undefined) {
    if (!mayGrow) return undefined;
    const at = price.toFixed(digits);
    return { kind: 'pending', order_kind: 'limit', symbol, side, volume, price: at } as const;
  }
  if (!mayGrow) return { kind: 'pending_cancel', order_id: order.id } as const;
  if (Math.abs(order.price - price) <= SLACK * distance) return undefined;
  return { kind: 'pending_modify', order_id: order.id, price: price.toFixed(digits) } as const;
};

const socket = await client.connect();
let working: Promise<void> | undefined;
let isAsked = false;
let isStopping = false;

/**
 * Sends the requests that the sides need, one at a time, because each depends on the results so
 * far.
 */
const round = async (): Promise<void> => {
  for (const side of SIDES) {
    const request = needed(side);
    if (request === undefined || isStopping) continue;
    const { order_id, seq } = await socket.trade(request);
    console.log(`${request.kind} ${side} ${'price' in request ? request.price : ''} ${order_id}`);
    await caughtUp(seq);
  }
};

/** Runs rounds until no further round is requested. */
const work = async (): Promise<void> => {
  while (isAsked && !isStopping) {
    isAsked = false;
    try {
      await round();
    } catch (error) {
      // The market is closed, or the price has moved: the next quote tries again.
      console.error(error instanceof BrokerError ? error.message : error);
    }
  }
};

const wake = (): void => {
  isAsked = true;
  working ??= work().finally(() => {
    working = undefined;
  });
};

let newest = 0;

/** The events of a request may come after its answer, and the next request depends on them. */
const caughtUp = async (seq: string | null): Promise<void> => {
  while (Number(seq ?? 0) > newest) await socket.once('event');
};

socket.on('event', ({ seq }) => {
  newest = Math.max(newest, Number(seq ?? 0));
});
socket.on('account', (picture) => {
  takePicture(picture);
  newest = Math.max(newest, Number(picture.seq));
});
for (const name of [
  'order',
  'deal',
  'position',
  'trade_result',
  'stop_out',
  'correction',
] as const) {
  socket.on(name, takeChange);
}
socket.on('quotes', takeQuotes);
takePicture(await socket.account());
// If this program dies, the server cancels its orders.
await socket.cancelOnDisconnect({ enabled: true, grace_sec: 10 });
takeQuotes(await socket.quotes([symbol], 250));

const ended = socket.once('ended').then(({ message }) => message);
const why = await Promise.race([stopAsked(), ended]);
if (why !== undefined) console.error(why);
isStopping = true;
await working;
for (const { id } of orders.values()) {
  await socket.trade({ kind: 'pending_cancel', order_id: id }).catch((error) => {
    console.error(error.message);
  });
}
await client.signOut().catch((error) => console.error(error.message));
console.log('stopped');
