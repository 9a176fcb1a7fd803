// The store of staff: the session of the tab, and all that is live while it lasts.

import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import {
  type Clock,
  type ConfigChange,
  restoreStaff,
  type StaffClient,
  type StaffSocket,
  signInStaff,
  type TradeRequest,
  unwrap,
} from '../../client/index.js';
import type { TradeCheck } from '../../client/session/records.js';
import { type Bars, makeBars } from './bars.js';
import { type Connection, openConnection } from './connection.js';
import { type Followable, makeFollowable } from './followed.js';
import { makeFrames } from './frame.js';
import { AccountIntents, type Intents } from './intent.js';
import { type LiveParts, pollWhileShown } from './parts.js';
import { makePreferences, type Preferences, preferencesCalls } from './preferences.js';
import { makeQuotes, type Quotes } from './quotes.js';
import { makeSession, type Session, staffAudience } from './session.js';
import { makeSymbols, NO_SYMBOLS, type SymbolList } from './symbols.js';

/** All that is live while a staff user is signed in. A new sign-in makes a new one. */
export interface StaffLive {
  readonly login: number;
  /** Typed calls, for `unwrap`, `attempt` and `confirmed`. */
  readonly rest: StaffClient['rest'];
  readonly connection: Connection<StaffSocket>;
  readonly quotes: Quotes;
  readonly bars: Bars;
  /** The symbols that groups in scope are offered; none without a right to see them. */
  readonly symbols: SymbolList;
  readonly follow: Followable;
  /** Trades for a client. The intents of an account are made once. */
  readonly intentsOf: (login: number) => Intents;
  /** Checks the effect of a trade for a client now; a refusal is the `code` of the answer. */
  readonly check: (login: number, request: TradeRequest) => Promise<TradeCheck>;
  readonly preferences: Preferences;
  /** Runs something now, and again after each `ms` while the tab is shown: lists without events. */
  readonly poll: (run: () => Promise<unknown>, ms: number) => () => void;
  /** The clock of the tab, for lists. */
  readonly clock: Clock;
  /** Makes the key of a request that takes effect once. */
  readonly uuid: () => string;
  /** The newest change of settings; null = none since the sign-in. */
  readonly configChange: ReadonlySignal<ConfigChange | null>;
}

/** The store of staff. */
export interface StaffStore {
  readonly session: Session<StaffClient>;
  /** Null before the first sign-in; after the end of a session it shows the last values. */
  readonly live: ReadonlySignal<StaffLive | null>;
}

/** How the store signs in; tests bring their own. */
export type StaffEntry = Parameters<typeof staffAudience>[0];

/** Trades for clients: the same request sent again answers its stored result. */
const makeTrading = (
  { rest }: Pick<StaffClient, 'rest'>,
  connection: Connection<StaffSocket>,
  parts: LiveParts,
) => {
  const made = new Map<number, AccountIntents>();
  const intentsOf = (login: number): Intents => {
    const known = made.get(login);
    if (known !== undefined) return known;
    const trade = (body: object) =>
      unwrap(
        rest.POST('/admin/v1/accounts/{login}/trade', {
          params: { path: { login } },
          body: body as never,
        }),
      );
    const way = { trade, outcome: trade };
    const trading = new AccountIntents(way, connection, parts, `staff.${login}`);
    made.set(login, trading);
    return trading;
  };
  connection.use((socket) => {
    socket.on('trade_result', ({ login, result }) => {
      if (result !== undefined) made.get(login)?.resolved(result);
    });
  });
  const close = (): void => {
    for (const trading of made.values()) trading.close();
  };
  return { intentsOf, close };
};

const openStaff = (
  client: StaffClient,
  session: Session<StaffClient>,
  parts: LiveParts,
): { readonly live: StaffLive; readonly close: () => void } => {
  const { rest } = client;
  const frames = makeFrames(parts.nextFrame);
  const connection = openConnection(client.connect(), parts);
  const trading = makeTrading(client, connection, parts);
  const configChange = signal<ConfigChange | null>(null);
  const calls = preferencesCalls(client, '/admin/v1');
  const preferences = makePreferences(calls, parts, connection.isLive);
  connection.use((socket) => {
    socket.on('session_ended', ({ reason }) => session.noteEnding(reason));
    socket.on('config_changed', (change) => {
      configChange.value = change;
      if (change.kind === 'staff' || change.kind === 'platform') void session.reread();
    });
    // The server ends subscriptions, too, when rights or scope of the staff user change.
    socket.on('resubscribe', () => void session.reread());
    socket.config().catch(() => undefined);
  });
  const live: StaffLive = {
    login: client.session.login,
    rest,
    connection,
    quotes: makeQuotes(connection, frames, parts),
    bars: makeBars(client, '/admin/v1', connection, frames),
    symbols: session.can('quotes.symbols')
      ? makeSymbols(client, '/admin/v1/quotes/symbols', connection, parts)
      : NO_SYMBOLS,
    follow: makeFollowable(connection, frames),
    intentsOf: trading.intentsOf,
    check: (login, request) =>
      unwrap(
        rest.POST('/admin/v1/accounts/{login}/trade/check', {
          params: { path: { login } },
          body: request as never,
        }),
      ),
    preferences,
    poll: (run, ms) => pollWhileShown(run, ms, parts),
    clock: parts.clock,
    uuid: parts.uuid,
    configChange,
  };
  const close = (): void => {
    preferences.close();
    trading.close();
    connection.close();
  };
  return { live, close };
};

/** Makes the store of staff, and takes up the session that the browser keeps. */
export const makeStaffStore = (
  parts: LiveParts,
  entry: StaffEntry = { signIn: signInStaff, restore: restoreStaff },
): StaffStore => {
  const session = makeSession(staffAudience(entry), parts);
  const live = signal<StaffLive | null>(null);
  let opened: { readonly client: StaffClient; readonly close: () => void } | undefined;
  effect(() => {
    const client = session.client.value;
    if (client === null || session.state.value.kind !== 'signed_in') return;
    if (client === opened?.client) return;
    opened?.close();
    const made = untracked(() => openStaff(client, session, parts));
    opened = { client, close: made.close };
    live.value = made.live;
  });
  void session.restore();
  return { session, live };
};
