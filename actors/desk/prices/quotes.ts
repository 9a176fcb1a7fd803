// Manual quotes: validated, journaled, then published by the market.

import { PRICE_MAX } from '../../../engine/settings/quotes.js';
import { ok, refuse } from '../../../wire/base/codes.js';
import { PRICE_EXTRA, parseScaledBig } from '../../../wire/base/scale.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import { showPrice } from '../../../wire/queries/shown-bar.js';
import type { SymbolRecord } from '../../../wire/settings/symbols.js';
import { isBeyondScope, pricedBy } from '../access/symbol-scope.js';
import type { DeskContext } from '../state/desk-context.js';
import { noteSymbol } from '../state/server-notes.js';
import { whoOf } from '../state/writer.js';
import type { Records } from '../store/records.js';

/** Parses a price ×10^(digits+3); or returns the fault in words. */
export const priceOf = (text: string, { digits }: SymbolRecord): number | string => {
  const shown = parseScaledBig(text, digits);
  if (shown === undefined || shown <= 0n) return 'not a price of this symbol';
  const price = Number(shown) * 10 ** PRICE_EXTRA;
  if (price <= PRICE_MAX) return price;
  return `prices of this symbol are at most ${showPrice(PRICE_MAX, digits)}`;
};

const shownInput = ({ bid, ask, last }: DeskOps['quotes.publish']['input']): string =>
  last === undefined ? `${bid} / ${ask}` : `${bid} / ${ask}, last ${last}`;

/** Finds a symbol by name, ignoring letter case. */
export const bySymbolName = (records: Records, name: string): SymbolRecord | undefined => {
  const wanted = name.toLowerCase();
  for (const { record } of records.all('symbol')) {
    if (record.name.toLowerCase() === wanted) return record;
  }
  return undefined;
};

/**
 * Publishes a price of staff: each positive and on the symbol's digits, bid not above ask, within
 * the symbol's bound of the last price, of a symbol that has its price only in groups within the
 * caller's scope. The journal has both prices.
 */
export const publishManualQuote = async (
  { deps, records, writer }: DeskContext,
  input: DeskOps['quotes.publish']['input'],
): Promise<DeskAnswer<'quotes.publish'>> => {
  const { caller } = input;
  const symbol = bySymbolName(records, input.symbol);
  if (symbol === undefined) return refuse('not_found', 'symbol: unknown');
  if (isBeyondScope(records, caller.login, pricedBy(records, symbol))) {
    return refuse('forbidden', 'Groups outside your scope have this price, too.');
  }
  const bid = priceOf(input.bid, symbol);
  const ask = priceOf(input.ask, symbol);
  if (typeof bid === 'string') return refuse('invalid_input', `bid: ${bid}`);
  if (typeof ask === 'string') return refuse('invalid_input', `ask: ${ask}`);
  const last = input.last === undefined ? 0 : priceOf(input.last, symbol);
  if (typeof last === 'string') return refuse('invalid_input', `last: ${last}`);
  if (bid > ask) return refuse('invalid_input', 'bid: must not be above ask');
  const price = { symbolId: symbol.id, bid, ask, last };
  const tested = await deps.publishManualQuote({ ...price, dryRun: true });
  if (!tested.ok) return tested;
  const shown = (price: number): string => showPrice(price, symbol.digits);
  const { before } = tested.data;
  const was =
    before === null ? 'none before' : `before ${shown(before.bid)} / ${shown(before.ask)}`;
  const journaled = await writer.change([], whoOf(caller), (tx) => {
    noteSymbol(tx, 'trade', `manual quote of ${symbol.name}: ${shownInput(input)}, ${was}`);
    return ok(null);
  });
  if (!journaled.ok) return journaled;
  const quote = await deps.publishManualQuote({ ...price, dryRun: false });
  if (!quote.ok) return quote;
  return ok({
    symbol: symbol.name,
    bid: shown(quote.data.bid),
    ask: shown(quote.data.ask),
    time: new Date(quote.data.time).toISOString(),
  });
};
