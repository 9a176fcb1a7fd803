// What the server shows to clients, as far as the tests look at it: decimals are strings. And what
// an account's deals did to its balance, reckoned from that.

/** An answer's envelope, over REST and over sockets. */
export interface Envelope<T> {
  readonly success: boolean;
  readonly code: string;
  readonly message: string;
  readonly data: T;
}

export interface TradeResult {
  readonly request_id: string;
  readonly code: string;
  readonly message: string;
  readonly status: string;
  readonly order_id: number;
  readonly deal_ids: readonly number[];
  readonly position_id: number;
  readonly volume: string;
  readonly price: string;
  readonly bid: string;
  readonly ask: string;
  readonly seq: string;
  readonly done_at: string;
  readonly repeated: boolean;
  /** What it changed, in the answer of the socket that asked. */
  readonly changes?: readonly unknown[];
}

export interface Money {
  readonly balance: string;
  readonly credit: string;
  readonly profit: string;
  readonly equity: string;
  readonly margin: string;
  readonly margin_free: string;
  readonly margin_level: string;
}

export interface Order {
  readonly id: number;
  readonly symbol: string;
  readonly kind: string;
  readonly side: string;
  readonly state: string;
  readonly volume_initial: string;
  readonly volume_filled: string;
  readonly price_order: string;
  readonly sl: string;
  readonly tp: string;
  readonly position_id: number;
  readonly request_id: string;
  readonly done_at: string | null;
}

export interface Deal {
  readonly id: number;
  readonly order_id: number;
  readonly position_id: number;
  readonly login: number;
  readonly symbol: string;
  readonly action: string;
  readonly entry: string;
  readonly volume: string;
  readonly price: string;
  readonly profit: string;
  readonly swap: string;
  readonly commission: string;
  readonly fee: string;
  readonly reason: string;
  readonly comment: string;
  readonly request_id: string;
}

export interface Position {
  readonly id: number;
  readonly symbol: string;
  readonly side: string;
  readonly volume: string;
  readonly price_open: string;
  readonly sl: string;
  readonly tp: string;
  readonly closed?: boolean;
}

/** Data of the events `order`, `deal`, `position`, `margin_call` and `stop_out`. */
export interface Execution {
  readonly deals: readonly Deal[];
  readonly orders: readonly Order[];
  readonly positions: readonly Position[];
  readonly money: Money;
  readonly time: string;
  readonly cause: { readonly kind: string; readonly source: string; readonly request_id: string };
}

/** Answer of the op `account`. */
export interface AccountSnapshotShape {
  readonly account: { readonly login: number; readonly group: string };
  readonly money: Money;
  readonly positions: readonly Position[];
  readonly orders: readonly Order[];
  readonly seq: string;
  readonly account_seq: number;
}

/** A page of a list; behind a fence `consistency` says whether it was met. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly page: number;
  readonly total: number;
  readonly projection_seq: string;
  readonly consistency?: 'current' | 'projection_pending';
  readonly retry_after_ms?: number;
}

/** An event frame; `seq` and `account_seq` stand only in numbered ones. */
export interface EventFrame<T = Record<string, unknown>> {
  readonly event: string;
  readonly seq?: string;
  readonly account_seq?: number;
  readonly data: T;
}

/** Deals that change the credit instead of the balance. */
const CREDIT = ['credit', 'bonus', 'so_compensation_credit'];

const cents = (money: string): bigint => BigInt(money.replace('.', ''));

/** Sum of profit, swap, commission and fee of the deals that change the balance, two digits. */
export const balanceOf = (deals: readonly Deal[]): string => {
  const sum = deals
    .filter(({ action }) => !CREDIT.includes(action))
    .flatMap(({ profit, swap, commission, fee }) => [profit, swap, commission, fee])
    .reduce((total, money) => total + cents(money), 0n);
  const digits = String(sum < 0n ? -sum : sum).padStart(3, '0');
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
