// What the ticket and the dialogs of trades need of the account that they trade for: the trader's
// own, or a client's in the desk.

import type { ReadonlySignal } from '@preact/signals';
import type { TradeRequest } from '../../client/index.js';
import type { TradeCheck } from '../../client/session/records.js';
import type { AccountFacts, AccountMoney, OrderRow, PositionRow } from '../live/account.js';
import type { PositionValue } from '../live/account-store.js';
import type { IntentDraft } from '../live/intent.js';
import type { Quotes } from '../live/quotes.js';
import type { LightSymbol } from '../live/symbols.js';

/** The terms of the account that trades are shown by. */
export type TradingTerms = Pick<AccountFacts, 'currency' | 'currency_digits' | 'margin_mode'>;

/** An account that is traded for. */
export interface TradingAccount {
  readonly check: (request: TradeRequest) => Promise<TradeCheck>;
  readonly draft: () => IntentDraft;
  /** May a trade be sent now? */
  readonly canTrade: ReadonlySignal<boolean>;
  readonly quotes: Quotes;
  readonly symbols: ReadonlySignal<ReadonlyMap<string, LightSymbol>>;
  /** Null until the account is read. */
  readonly terms: ReadonlySignal<TradingTerms | null>;
  readonly money: ReadonlySignal<Pick<AccountMoney, 'equity'> | null>;
  readonly positions: ReadonlySignal<ReadonlyMap<number, PositionRow>>;
  readonly orders: ReadonlySignal<ReadonlyMap<number, OrderRow>>;
  readonly valueOf: (positionId: number) => ReadonlySignal<PositionValue | undefined>;
  /** The server's time in ms. */
  readonly serverNow: () => number;
}
