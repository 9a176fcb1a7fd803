// The digest of a request's content: the same request id with another digest is a conflict.

import { parseTime } from '../../wire/base/time.js';
import type {
  BalanceCommand,
  GatewayCommand,
  HeldFillCommand,
  OrderReleaseCommand,
  PositionChangeCommand,
  PositionDeleteCommand,
  TradeRequest,
} from '../../wire/trading/commands.js';

const DECIMALS: ReadonlySet<string> = new Set([
  'volume',
  'price',
  'price_stop_limit',
  'sl',
  'tp',
  'amount',
]);

/** Fields that are not part of the content: the id itself, the validity, and the origin. */
const NO_CONTENT: ReadonlySet<string> = new Set([
  'request_id',
  'valid_until',
  'source',
  'dealer',
  'from_login',
  'from_deal',
  'demo',
]);

const ZERO = 48;
const MINUS = 45;

/** The canonical text of a decimal: no leading or trailing zeros, no `-0`. */
export const trimDecimal = (text: string): string => {
  const negative = text.charCodeAt(0) === MINUS;
  const dot = text.indexOf('.');
  let end = text.length;
  if (dot >= 0) {
    while (text.charCodeAt(end - 1) === ZERO) end -= 1;
    if (end === dot + 1) end = dot;
  }
  const last = (dot < 0 ? text.length : dot) - 1;
  let start = negative ? 1 : 0;
  while (start < last && text.charCodeAt(start) === ZERO) start += 1;
  if (start === 0 && end === text.length) return text;
  const size = text.slice(start, end);
  return negative && size !== '0' ? `-${size}` : size;
};

/** The hash state after the start of a text. */
interface Start {
  readonly a: number;
  readonly b: number;
}

const START: Start = { a: 0xdeadbeef | 0, b: 0x41c6ce57 };

/** The hash of a text that continues after `before`. */
const hashed = (text: string, before: Start): Start => {
  let { a, b } = before;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 0x9e3779b1);
    b = Math.imul(b ^ code, 0x5f356495);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  return { a, b };
};

interface DigestedField {
  /** The hash of its name. */
  readonly start: Start;
  /** Is it part of the content? */
  readonly counts: boolean;
  /** The canonical text of its value. */
  readonly canonical: (text: string) => string;
}

/** The fields by name, of which there are few. */
const fields = new Map<string, DigestedField>();

const canonicalOf = (name: string): DigestedField['canonical'] => {
  if (DECIMALS.has(name)) return trimDecimal;
  return name === 'expires_at' ? (text) => String(parseTime(text)) : (text) => text;
};

const fieldOf = (name: string): DigestedField => {
  let field = fields.get(name);
  if (field === undefined) {
    const canonical = canonicalOf(name);
    field = { start: hashed(name, START), counts: !NO_CONTENT.has(name), canonical };
    fields.set(name, field);
  }
  return field;
};

/**
 * Digest of a request's content, without `request_id` and `valid_until`; equal decimals are equal
 * content (trading-rules §4.8).
 */
export const digestOf = (
  request:
    | TradeRequest
    | BalanceCommand
    | OrderReleaseCommand
    | PositionDeleteCommand
    | PositionChangeCommand
    | GatewayCommand
    | HeldFillCommand
    | { readonly op: 'bust'; readonly deal_id: number }
    | { readonly op: 'ledger_correct' },
): string => {
  const values = request as unknown as Readonly<Record<string, unknown>>;
  // The fields' hashes are summed up, so that the order of fields does not matter.
  let a = 0;
  let b = 0;
  for (const name in values) {
    const value = values[name];
    const field = fieldOf(name);
    if (value === undefined || !field.counts) continue;
    const hash = hashed(field.canonical(String(value)), field.start);
    a = (a + hash.a) | 0;
    b = (b + hash.b) | 0;
  }
  return `${a}.${b}`;
};
