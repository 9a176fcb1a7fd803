// The lists of the card: rows of one account over REST, read on at the end of the table.

import { useEffect } from 'preact/hooks';
import { unwrap } from '../../../client/index.js';
import { useList } from '../../frame/list.js';
import { useStaff } from '../../frame/store.js';
import type { Fence, List, ListPage } from '../../live/lists.js';
import type { StaffLive } from '../../live/staff.js';
import { texts } from '../../texts/language.js';
import { LoadedList } from '../../ui/loaded.js';
import { Table } from '../../ui/table.js';
import type { Account } from './balance-dialog.js';
import { type CardRows, COLUMNS_OF, NARROW_OF } from './row-columns.js';

/** A list of the card. */
export type ListName = keyof CardRows;
/** The lists, in the order of their tabs. */
export const LIST_NAMES: readonly ListName[] = [
  ...(['positions', 'orders', 'closed', 'deals', 'ended', 'payments', 'daily'] as const),
];

const words = texts({
  positions: ['No open positions.', 'Keine offenen Positionen.'],
  orders: ['No working orders.', 'Keine offenen Aufträge.'],
  closed: ['Nothing has been closed yet.', 'Noch ist nichts geschlossen worden.'],
  deals: ['There are no deals yet.', 'Es gibt noch keine Abschlüsse.'],
  ended: ['No order has ended yet.', 'Noch ist kein Auftrag beendet.'],
  payments: ['Nothing was paid in or out yet.', 'Noch ist nichts ein- oder ausgezahlt worden.'],
  daily: [
    'The first daily line is made at the end of the day.',
    'Die erste Tageszeile entsteht am Ende des Tages.',
  ],
});

interface CardQuery {
  readonly page: number;
  readonly limit: number;
}
type CardPage<Row> = ListPage<Row> & { readonly totals?: unknown };

const PAGE_ROWS = 200;
/** Positions and orders change without an event for staff of one account. */
const POLL_MS = 3_000;

const readerOf = ({ rest }: StaffLive, login: number) => {
  const of = (query: CardQuery & Fence) => ({ params: { path: { login }, query } });
  const readers: { [Name in ListName]: (query: CardQuery & Fence) => Promise<unknown> } = {
    positions: (query) => unwrap(rest.GET('/admin/v1/accounts/{login}/positions', of(query))),
    orders: (query) => unwrap(rest.GET('/admin/v1/accounts/{login}/orders', of(query))),
    closed: (query) => unwrap(rest.GET('/admin/v1/accounts/{login}/closed', of(query))),
    deals: (query) => unwrap(rest.GET('/admin/v1/accounts/{login}/deals', of(query))),
    ended: (query) => unwrap(rest.GET('/admin/v1/accounts/{login}/orders/history', of(query))),
    payments: (query) => unwrap(rest.GET('/admin/v1/accounts/{login}/balance-history', of(query))),
    daily: (query) => unwrap(rest.GET('/admin/v1/accounts/{login}/daily', of(query))),
  };
  return readers;
};

interface CardListProps<Name extends ListName> {
  readonly name: Name;
  readonly account: Account;
  /** Another number reads the rows again. */
  readonly times: number;
}

/** A list of the account. */
export const CardList = <Name extends ListName>({ name, account, times }: CardListProps<Name>) => {
  type Row = CardRows[Name];
  const live = useStaff();
  const { login, currency_digits: digits } = account;
  const list = useList<Row, CardQuery, CardPage<Row>>(
    (query) => readerOf(live, login)[name](query) as Promise<CardPage<Row>>,
    ({ id }) => id,
    [live, login, name],
  );
  const isOpen = name === 'positions' || name === 'orders';
  useEffect(() => {
    const load = () => list.load({ page: 1, limit: PAGE_ROWS });
    if (isOpen) return live.poll(load, POLL_MS);
    void load();
    return undefined;
  }, [list, times]);
  const onEnd = (): void => {
    const count = list.rows.value.length;
    if (list.status.value !== 'ready' || count >= (list.page.value?.total ?? 0)) return;
    void list.more({ page: Math.floor(count / PAGE_ROWS) + 1, limit: PAGE_ROWS });
  };
  const totals = (list.page.value?.totals ?? null) as Parameters<(typeof COLUMNS_OF)['closed']>[0];
  return (
    <div class="panel rows">
      <LoadedList list={list as List<Row, object>} empty={{ text: words()[name] }}>
        {(rows) => (
          <Table<Row>
            label={words()[name]}
            columns={COLUMNS_OF[name](totals, digits)}
            rows={rows}
            keyOf={({ id }) => id}
            onEnd={isOpen ? undefined : onEnd}
            narrow={NARROW_OF[name]}
          />
        )}
      </LoadedList>
    </div>
  );
};
