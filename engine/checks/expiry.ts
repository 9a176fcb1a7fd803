// The expiry that a request gives an order; `engine/triggers/expiry.ts` ends orders at theirs.

import { parseTime } from '../../wire/base/time.js';
import type { Expiration } from '../../wire/trading/records.js';
import type { Turn } from '../account/types.js';
import { endOfNamedDay, endOfTradingDay } from '../calendar/clock.js';
import type { EngineSymbol } from '../settings/symbols.js';

/** The expiry of an order in ms; 0 = never; undefined = no valid expiry (§4.6). */
export const expiryOf = (
  turn: Turn,
  symbol: EngineSymbol,
  expiration: Expiration,
  at: string | undefined,
): number | undefined => {
  const { clock } = turn.ctx.settings;
  switch (expiration) {
    case 'gtc':
      return 0;
    case 'day':
      return endOfTradingDay(clock, symbol.trade_sessions, turn.now);
    case 'specified':
      return at === undefined ? undefined : parseTime(at);
    case 'specified_day':
      return at === undefined
        ? undefined
        : endOfNamedDay(clock, symbol.trade_sessions, parseTime(at));
  }
};
