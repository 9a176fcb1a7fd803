// The account for which the ticket and the dialogs of trades work: the trader's own, or a client's
// in the desk.

import type { ReadonlySignal } from '@preact/signals';
import type { TradeRequest } from '../../client/index.js';
import type { TradeCheck } from '../../client/session/records.js';
import type { AccountFacts, AccountMoney, OrderRow, PositionRow } from '../live/account.js';
import type { PositionValue } from '../live/account-store.js';
import type { IntentDraft } from '../live/intent.js';
import type { Quotes } from '../live/quotes.js';
import type { LightSymbol } from '../live/symbols.js';
import { words } from './words.js';

/** The terms of the account that trades are shown by. */
interface TradingTerms extends Pick<AccountFacts, 'currency' | 'currency_digits'> {
  /** Null = not known: positions are not turned. */
  readonly margin_mode: AccountFacts['margin_mode'] | null;
}

/** An account that is traded for. */
export interface TradingAccount {
  /** The client's login, which questions name; null = the user trades for itself. */
  readonly clientLogin: number | null;
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

/** The title of a question on a trade: it names the client whom the trade is for. */
export const titleFor = ({ clientLogin }: TradingAccount, title: string): string =>
  clientLogin === null ? title : words().forClient(title, clientLogin);
