// The open trades of the account on the card, and the account as the ticket takes it.

import { computed, signal } from '@preact/signals';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type components, unwrap } from '../../../client/index.js';
import type { Account } from '../../accounts/balance-dialog.js';
import { useList } from '../../frame/list.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import type { IntentDraft } from '../../live/intent.js';
import type { List, ListPage } from '../../live/lists.js';
import type { TradingAccount } from '../../ticket/account.js';
import { toastOutcome } from '../../ticket/outcome.js';

/** An open position with its live values. */
export type CardPosition = components['schemas']['StaffPosition'];
/** A working order. */
export type CardOrder = components['schemas']['StaffOrder'];

interface OpenQuery {
  readonly limit: number;
}
type OpenList<Row> = List<Row, OpenQuery, ListPage<Row>>;

/** The open trades of the account. */
export interface OpenTrades {
  readonly positions: OpenList<CardPosition>;
  readonly orders: OpenList<CardOrder>;
  /** Reads them again, for instance after a trade. */
  readonly reload: () => void;
}

/** The most rows that the server answers at once. */
const ROWS: OpenQuery = { limit: 1_000 };
/** No event tells staff of the trades of one account: they are read again after this time in ms. */
const POLL_MS = 3_000;

/** Reads the open trades of an account while the card is shown; none without the right to see. */
export const useOpenTrades = (login: number): OpenTrades => {
  const live = useStaff();
  const { session } = useStaffStore();
  const of = (query: OpenQuery) => ({ params: { path: { login }, query } });
  const positions = useList<CardPosition, OpenQuery, ListPage<CardPosition>>(
    (query) => unwrap(live.rest.GET('/admin/v1/accounts/{login}/positions', of(query))),
    ({ id }) => id,
    [live, login],
  );
  const orders = useList<CardOrder, OpenQuery, ListPage<CardOrder>>(
    (query) => unwrap(live.rest.GET('/admin/v1/accounts/{login}/orders', of(query))),
    ({ id }) => id,
    [live, login],
  );
  const load = async (): Promise<void> => {
    await Promise.all([positions.load(ROWS), orders.load(ROWS)]);
  };
  const maySee = session.can('accounts.positions');
  useEffect(
    () => (maySee ? live.poll(load, POLL_MS) : undefined),
    [live, positions, orders, maySee],
  );
  return { positions, orders, reload: () => void (maySee && load()) };
};

const byId = <Row extends { readonly id: number }>(
  rows: readonly Row[],
): ReadonlyMap<number, Row> => new Map(rows.map((row) => [row.id, row]));

/** The account as the ticket and the dialogs of trades take it. */
export const useTradingAccount = (
  { login, currency, currency_digits }: Account,
  { positions, orders }: OpenTrades,
): TradingAccount => {
  const live = useStaff();
  return useMemo(() => {
    const open = computed(() => byId(positions.rows.value));
    return {
      clientLogin: login,
      check: (request) => live.check(login, request),
      draft: live.intentsOf(login).draft,
      canTrade: live.connection.isLive,
      quotes: live.quotes,
      symbols: live.symbols.byName,
      terms: signal({ currency, currency_digits, margin_mode: null }),
      money: computed(() => live.follow.moneyOf(login).value ?? null),
      positions: open,
      orders: computed(() => byId(orders.rows.value)),
      valueOf: (id) =>
        computed(() => {
          const row = open.value.get(id);
          return row === undefined ? undefined : { price: row.price_current, profit: row.profit };
        }),
      serverNow: live.connection.serverNow,
    };
  }, [live, login, positions, orders, currency, currency_digits]);
};

/** The draft of the ticket for a client. It tells what became of trades, and then calls `then`. */
export const useTradeDraft = (login: number, then: () => void): IntentDraft => {
  const live = useStaff();
  const intents = live.intentsOf(login);
  const [made, setMade] = useState(() => ({ login, draft: intents.draft() }));
  const isOther = made.login !== login;
  const now = isOther ? { login, draft: intents.draft() } : made;
  if (isOther) setMade(now);
  const settled = intents.settled.value;
  // A trade that was settled before the card was opened has been told of already.
  const seen = useRef(settled);
  useEffect(() => {
    if (settled === null || settled === seen.current) return;
    seen.current = settled;
    toastOutcome(settled, now.draft.current.peek() === settled);
    then();
  }, [settled]);
  return now.draft;
};
