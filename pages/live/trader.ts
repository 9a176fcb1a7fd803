// The trader's store: the session of the tab, and all that is live while it lasts.

import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import {
  type Clock,
  restoreTrader,
  signInTrader,
  type TradeRequest,
  type TraderClient,
  type TraderSocket,
} from '../../client/index.js';
import type { TradeCheck } from '../../client/session/records.js';
import { type AccountStore, makeAccount } from './account-store.js';
import { type Bars, makeBars } from './bars.js';
import { type Connection, openConnection } from './connection.js';
import { makeFrames } from './frame.js';
import { AccountIntents, type Intents } from './intent.js';
import { type LiveParts, pollWhileShown } from './parts.js';
import { makePreferences, type Preferences, preferencesCalls } from './preferences.js';
import { makeQuotes, type Quotes } from './quotes.js';
import { makeSession, type Session, traderAudience } from './session.js';
import { makeSymbols, type Symbols } from './symbols.js';

/** All that is live while a trader is signed in. A new sign-in makes a new one. */
export interface TraderLive {
  readonly login: number;
  /** Typed calls, for `unwrap` and `attempt`. */
  readonly rest: TraderClient['rest'];
  readonly connection: Connection<TraderSocket>;
  readonly account: AccountStore;
  readonly quotes: Quotes;
  readonly bars: Bars;
  readonly symbols: Symbols;
  readonly intents: Intents;
  readonly preferences: Preferences;
  /** Runs something now, and again after each `ms` while the tab is shown: lists without events. */
  readonly poll: (run: () => Promise<unknown>, ms: number) => () => void;
  /** The clock of the tab, for lists. */
  readonly clock: Clock;
  /** Checks the effect of a trade now; a refusal is the `code` of the answer. */
  readonly check: (request: TradeRequest) => Promise<TradeCheck>;
  /** May a trade be sent now: not read-only, and prices are alive? */
  readonly canTrade: ReadonlySignal<boolean>;
}

/** The trader's store. */
export interface TraderStore {
  readonly session: Session<TraderClient>;
  /** Null before the first sign-in; after the end of a session it shows the last values. */
  readonly live: ReadonlySignal<TraderLive | null>;
}

/** How the store signs in; tests bring their own. */
export type TraderEntry = Parameters<typeof traderAudience>[0];

const openTrader = (
  client: TraderClient,
  session: Session<TraderClient>,
  parts: LiveParts,
): { readonly live: TraderLive; readonly close: () => void } => {
  const { rest } = client;
  const { login } = client.session;
  const frames = makeFrames(parts.nextFrame);
  const connection = openConnection(client.connect(), parts);
  const trading = new AccountIntents(
    {
      trade: async (request) => (await connection.ready).trade(request),
      outcome: async ({ request_id }) => (await connection.ready).tradeStatus(request_id),
    },
    connection,
    parts,
    String(login),
  );
  const calls = preferencesCalls(client, '/trader/v1');
  const preferences = makePreferences(calls, parts, connection.isLive);
  connection.use((socket) => {
    socket.on('session_ended', ({ reason }) => session.noteEnding(reason));
    socket.on('trade_result', ({ result }) => {
      if (result !== undefined) trading.resolved(result);
    });
    socket.on('account', trading.askQueued);
    socket.on('config_changed', ({ kind }) => {
      if (kind === 'platform') void session.reread();
    });
  });
  const live: TraderLive = {
    login,
    rest,
    connection,
    account: makeAccount(connection, frames),
    quotes: makeQuotes(connection, frames, parts),
    bars: makeBars(client, '/trader/v1', connection, frames),
    symbols: makeSymbols(client, '/trader/v1/symbols', connection, parts),
    intents: trading,
    preferences,
    poll: (run, ms) => pollWhileShown(run, ms, parts),
    clock: parts.clock,
    check: async (request) => (await connection.ready).tradeCheck(request),
    canTrade: computed(() => connection.isLive.value && !session.isReadOnly.value),
  };
  const close = (): void => {
    preferences.close();
    trading.close();
    connection.close();
  };
  return { live, close };
};

/** Makes the trader's store, and takes up the session that the browser keeps. */
export const makeTraderStore = (
  parts: LiveParts,
  entry: TraderEntry = { signIn: signInTrader, restore: restoreTrader },
): TraderStore => {
  const session = makeSession(traderAudience(entry), parts);
  const live = signal<TraderLive | null>(null);
  let opened: { readonly client: TraderClient; readonly close: () => void } | undefined;
  effect(() => {
    const client = session.client.value;
    if (client === null || session.state.value.kind !== 'signed_in') return;
    if (client === opened?.client) return;
    opened?.close();
    const made = untracked(() => openTrader(client, session, parts));
    opened = { client, close: made.close };
    live.value = made.live;
  });
  void session.restore();
  return { session, live };
};
