// The digest of a request's content, by which a repeated request id is told from a conflict.

import type { BalanceCommand, TradeRequest } from '../wire/commands.js';
import { parseTime } from '../wire/time.js';

const DECIMALS: ReadonlySet<string> = new Set([
  'volume',
  'price',
  'price_stop_limit',
  'sl',
  'tp',
  'amount',
]);

/** Every field that counts as content, in a fixed order; times by their instant. */
const FIELDS: readonly string[] = [
  'op',
  'kind',
  'symbol',
  'side',
  'volume',
  'order_kind',
  'position_id',
  'by_position_id',
  'order_id',
  'price',
  'price_stop_limit',
  'sl',
  'tp',
  'deviation_pts',
  'fill',
  'expiration',
  'expires_at',
  'requote_of',
  'skip_margin_check',
  'expert_id',
  'action',
  'amount',
  'comment',
];

/** One spelling for equal decimals, by text alone: no leading or trailing zeros, no `-0`. */
export const trimDecimal = (text: string): string => {
  const negative = text.startsWith('-');
  const [whole = '', part = ''] = (negative ? text.slice(1) : text).split('.');
  const left = whole.replace(/^0+(?=\d)/, '');
  const right = part.replace(/0+$/, '');
  const size = right === '' ? left : `${left}.${right}`;
  return negative && size !== '0' ? `-${size}` : size;
};

/** 64 bits of a text as 16 hexadecimal digits: two multiplicative hashes that mix each other. */
const hash = (text: string): string => {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 0x9e3779b1);
    b = Math.imul(b ^ code, 0x5f356495);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  const word = (value: number): string => (value >>> 0).toString(16).padStart(8, '0');
  return word(a) + word(b);
};

/**
 * Digest of what a request asks for, without `request_id` and `valid_until`; equal decimals are
 * equal content (trading-rules §4.8, §9.15).
 */
export const digestOf = (request: TradeRequest | BalanceCommand): string => {
  const values = request as unknown as Readonly<Record<string, unknown>>;
  let content = '';
  for (const field of FIELDS) {
    const value = values[field];
    if (value === undefined) continue;
    const text = String(value);
    if (DECIMALS.has(field)) content += `${field}=${trimDecimal(text)}\n`;
    else if (field === 'expires_at') content += `${field}=${parseTime(text)}\n`;
    else content += `${field}=${text}\n`;
  }
  return hash(content);
};
