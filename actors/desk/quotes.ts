// Quotes thrown in by staff: checked, journaled, then handed to the market.

import { done, refuse } from '../../wire/codes.js';
import type { SymbolRecord } from '../../wire/config.js';
import type { DeskAnswer, DeskOps } from '../../wire/desk.js';
import { formatExact, PRICE_EXTRA, parseScaled } from '../../wire/scale.js';
import type { Parts } from './parts.js';
import type { Records } from './records.js';

const priceOf = (text: string, symbol: SymbolRecord): number | undefined => {
  const shown = parseScaled(text, symbol.digits);
  if (shown === undefined || shown <= 0) return undefined;
  const price = shown * 10 ** PRICE_EXTRA;
  return Number.isSafeInteger(price) ? price : undefined;
};

const shownInput = ({ bid, ask, last }: DeskOps['quotes.throw']['input']): string =>
  last === undefined ? `${bid} / ${ask}` : `${bid} / ${ask}, last ${last}`;

const bySymbolName = (records: Records, name: string): SymbolRecord | undefined => {
  const wanted = name.toLowerCase();
  for (const { record } of records.all('symbol')) {
    if (record.name.toLowerCase() === wanted) return record;
  }
  return undefined;
};

/** Throws a price in: each positive and on the symbol's digits, bid not above ask. */
export const throwQuote = async (
  { deps, records, writer }: Parts,
  input: DeskOps['quotes.throw']['input'],
): Promise<DeskAnswer<'quotes.throw'>> => {
  const { caller } = input;
  const symbol = bySymbolName(records, input.symbol);
  if (symbol === undefined) return refuse('not_found', 'symbol: unknown');
  const bid = priceOf(input.bid, symbol);
  const ask = priceOf(input.ask, symbol);
  if (bid === undefined) return refuse('invalid_input', 'bid: not a price of this symbol');
  if (ask === undefined) return refuse('invalid_input', 'ask: not a price of this symbol');
  const last = input.last === undefined ? 0 : priceOf(input.last, symbol);
  if (last === undefined) return refuse('invalid_input', 'last: not a price of this symbol');
  if (bid > ask) return refuse('invalid_input', 'bid: must not be above ask');
  const journaled = await writer.change([], { by: caller.login, ip: caller.ip }, (draft) => {
    draft.note('trade', 0, `price of ${symbol.name} thrown in: ${shownInput(input)}`);
    return done(null);
  });
  if (!journaled.ok) return journaled;
  const quote = await deps.throwPrice({ symbolId: symbol.id, bid, ask, last });
  if (!quote.ok) return quote;
  const shown = (price: number): string =>
    formatExact(price, symbol.digits + PRICE_EXTRA, symbol.digits);
  return done({
    symbol: symbol.name,
    bid: shown(quote.data.bid),
    ask: shown(quote.data.ask),
    time: new Date(quote.data.time).toISOString(),
  });
};
