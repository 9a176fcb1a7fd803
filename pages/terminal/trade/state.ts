// State that the parts of the trade view share: the chosen symbol, the ticket, one-click, and the
// account as the ticket takes it. Each sign-in has its own state, so that one-click ends with it.

import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { IntentDraft } from '../../live/intent.js';
import type { LightSymbol } from '../../live/symbols.js';
import type { TraderLive } from '../../live/trader.js';
import type { TradingAccount } from '../../ticket/account.js';
import type { TicketOpening } from '../../ticket/ticket.js';
import { gatherMessages, type TradeMessage } from './messages.js';

/** The shared state of the view. */
export interface TradeState {
  readonly account: TradingAccount;
  /** The symbol of ticket and chart; undefined before the symbols are read. */
  readonly symbol: ReadonlySignal<LightSymbol | undefined>;
  readonly choose: (name: string) => void;
  /** The draft from which the ticket sends its requests. */
  readonly draft: IntentDraft;
  /** Null = closed (on a phone) or without a side. */
  readonly ticket: Signal<TicketOpening | null>;
  /** The time in ms at which one-click ends; null = it is off. */
  readonly armedUntil: Signal<number | null>;
  /** What happened since the sign-in, newest first. */
  readonly messages: ReadonlySignal<readonly TradeMessage[]>;
}

/** One-click ends this long after it was armed, in ms. */
const ARMED_MS = 30 * 60_000;

const SYMBOL = 'trade.symbol';

const makeState = (live: TraderLive): TradeState => {
  const { symbols, preferences, account, connection } = live;
  const chosen = preferences.of(SYMBOL, '');
  return {
    account: {
      clientLogin: null,
      check: live.check,
      draft: live.intents.draft,
      canTrade: live.canTrade,
      quotes: live.quotes,
      symbols: symbols.byName,
      terms: account.facts,
      money: account.money,
      positions: account.positions,
      orders: account.orders,
      valueOf: account.valueOf,
      serverNow: connection.serverNow,
    },
    symbol: computed(() => symbols.byName.value.get(chosen.value) ?? symbols.list.value[0]),
    choose: (name) => preferences.set(SYMBOL, name),
    draft: live.intents.draft(),
    ticket: signal(null),
    armedUntil: signal(null),
    messages: gatherMessages(live),
  };
};

const states = new WeakMap<TraderLive, TradeState>();

/** The state of a sign-in. */
export const tradeStateOf = (live: TraderLive): TradeState => {
  const known = states.get(live) ?? makeState(live);
  states.set(live, known);
  return known;
};

/** Arms one-click for half an hour. */
export const arm = ({ armedUntil }: TradeState): void => {
  const until = Date.now() + ARMED_MS;
  armedUntil.value = until;
  setTimeout(() => {
    if (armedUntil.peek() === until) armedUntil.value = null;
  }, ARMED_MS);
};

/** Ends one-click. */
export const disarm = ({ armedUntil }: TradeState): void => {
  armedUntil.value = null;
};
