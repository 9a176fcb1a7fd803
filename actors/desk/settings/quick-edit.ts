// The quick edit of a symbol: users without the right to symbols change fields that change daily.

import type { Right } from '../../../wire/accounts/rights.js';
import { ok, refuse } from '../../../wire/base/codes.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import type { QuickFields } from '../../../wire/rest/settings/symbols.js';
import type { SymbolRecord } from '../../../wire/settings/symbols.js';
import { isBeyondScope } from '../access/symbol-scope.js';
import type { Configuration } from './configuration.js';

const RIGHT: Right = 'symbols.quick_edit';

type Spread = Pick<SymbolRecord, 'spread' | 'spread_balance_bid' | 'spread_balance_ask'>;

/** The points that a spread adds to the distance of bid and ask; a floating one by its shifts. */
const widthOf = ({ spread, spread_balance_bid, spread_balance_ask }: Spread): number =>
  spread > 0 ? spread : spread_balance_ask - spread_balance_bid;

/**
 * A spread moves prices as a manual quote does, and has the same bound: it may change by
 * `manual_quote_pts`. It may be wider than that only where it is already, so that a series of edits
 * cannot move away from the market.
 */
const spreadFault = (before: SymbolRecord, spread: number): string | undefined => {
  const { manual_quote_pts: points } = before;
  const [was, now] = [widthOf(before), widthOf({ ...before, spread })];
  if (spread === before.spread) return undefined;
  const most = Math.max(was, points);
  if (points > 0 && Math.abs(now - was) <= points && now <= most) return undefined;
  return (
    `spread: may change by ${points} points (manual_quote_pts) from ${was}, to at most ${most}; ` +
    'more takes config.symbols'
  );
};

/**
 * A swap moves money as a price does, and has the same bound, in the unit of its mode: it may
 * change by `manual_quote_pts`, and be larger than that only where it is already.
 */
const swapFault = (before: SymbolRecord, fields: QuickFields): string | undefined => {
  const { manual_quote_pts: points } = before;
  for (const name of ['swap_long', 'swap_short'] as const) {
    const [was, now] = [Number(before[name]), Number(fields[name] ?? before[name])];
    const most = Math.max(Math.abs(was), points);
    if (was === now || (Math.abs(now - was) <= points && Math.abs(now) <= most)) continue;
    return (
      `${name}: may change by ${points} (manual_quote_pts) from ${was}, and be from ${-most} to ` +
      `${most}; more takes config.symbols`
    );
  }
  return undefined;
};

/** Changes a symbol that no group outside the caller's scope has; returns the whole symbol. */
export const quickEdit = (
  configuration: Configuration,
  { caller, id, version, fields }: DeskOps['symbols.quick']['input'],
): Promise<DeskAnswer<'symbols.quick'>> =>
  configuration.edit({ caller, kind: 'symbol', id, version, right: RIGHT }, (before, reader) => {
    const symbol = before as unknown as SymbolRecord;
    const { spread = symbol.spread } = fields;
    if (isBeyondScope(reader, caller.login, [symbol])) {
      return refuse('forbidden', 'Groups outside your scope have this symbol, too.');
    }
    const fault = spreadFault(symbol, spread) ?? swapFault(symbol, fields);
    return fault === undefined ? ok({ ...fields }) : refuse('invalid_input', fault);
  });
