// The past of the account on the card: lists of a period, read on at the end of the table, and
// saved as files.

import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { unwrap } from '../../../client/index.js';
import type { Account } from '../../accounts/balance-dialog.js';
import { useList } from '../../frame/list.js';
import { hrefOf, useQuery } from '../../frame/routes.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import { saveRows } from '../../lists/files.js';
import { daysOf, PeriodFields, periodOf } from '../../lists/period.js';
import type { List, ListPage } from '../../live/lists.js';
import { attempt } from '../../live/refusal.js';
import type { StaffLive } from '../../live/staff.js';
import { texts } from '../../texts/language.js';
import { Button } from '../../ui/button.js';
import { LoadedList } from '../../ui/loaded.js';
import type { MenuItem } from '../../ui/menu.js';
import { Table } from '../../ui/table.js';
import { toastRefusal } from '../../ui/toast.js';
import { type CardRows, COLUMNS_OF, NARROW_OF } from './row-columns.js';

/** A list of the past. */
export type PastName = Exclude<keyof CardRows, 'positions' | 'orders'>;
/** The lists, in the order of their tabs. */
export const PAST_NAMES: readonly PastName[] = ['closed', 'deals', 'ended', 'payments', 'daily'];

const titles = texts({
  closed: ['Closed positions', 'Geschlossene Positionen'],
  deals: ['Deals', 'Abschlüsse'],
  ended: ['Past orders', 'Frühere Aufträge'],
  payments: ['Payments', 'Buchungen'],
  daily: ['Daily lines', 'Tageszeilen'],
});

const words = texts({
  closed: ['Nothing was closed in this period.', 'In diesem Zeitraum wurde nichts geschlossen.'],
  deals: ['There was no deal in this period.', 'In diesem Zeitraum gab es keinen Abschluss.'],
  ended: ['No order ended in this period.', 'In diesem Zeitraum endete kein Auftrag.'],
  payments: [
    'Nothing was paid in or out in this period.',
    'In diesem Zeitraum wurde nichts ein- oder ausgezahlt.',
  ],
  daily: [
    'There is no daily line of this period. The first one is made at the end of the day.',
    'Für diesen Zeitraum gibt es keine Tageszeile. Die erste entsteht am Ende des Tages.',
  ],
  showAll: ['Show all', 'Alles zeigen'],
  csv: ['Save as CSV', 'Als CSV sichern'],
  total: [(n: number) => `${n} in all`, (n) => `${n} insgesamt`],
  explain: ['Explain', 'Erklären'],
});

interface PastQuery {
  readonly from?: string;
  readonly to?: string;
  readonly page: number;
  readonly limit: number;
  readonly after?: string;
}
type PastPage<Row> = ListPage<Row> & { readonly totals?: unknown };

/** The period of an address without one: the newest rows come first, whenever they were made. */
const USUAL = 'all';
const PAGE_ROWS = 200;
/** The most rows that the server answers at once. */
const FILE_ROWS = 1_000;

const readerOf = ({ rest }: StaffLive, login: number) => {
  const of = (query: PastQuery) => ({ params: { path: { login }, query } });
  const readers: { [Name in PastName]: (query: PastQuery) => Promise<unknown> } = {
    closed: (query) => unwrap(rest.GET('/admin/v1/accounts/{login}/closed', of(query))),
    deals: (query) => unwrap(rest.GET('/admin/v1/accounts/{login}/deals', of(query))),
    ended: (query) => unwrap(rest.GET('/admin/v1/accounts/{login}/orders/history', of(query))),
    payments: (query) => unwrap(rest.GET('/admin/v1/accounts/{login}/balance-history', of(query))),
    daily: (query) => unwrap(rest.GET('/admin/v1/accounts/{login}/daily', of(query))),
  };
  return readers;
};

interface PastListProps<Name extends PastName> {
  readonly name: Name;
  readonly account: Account;
  /** Another number reads the rows again. */
  readonly times: number;
}

/** The rows of the period of the address, and saving all of them. */
const useRows = <Name extends PastName>({ name, account, times }: PastListProps<Name>) => {
  type Row = CardRows[Name];
  const live = useStaff();
  const { query } = useQuery();
  const { login } = account;
  const read = (asked: PastQuery) => readerOf(live, login)[name](asked) as Promise<PastPage<Row>>;
  const list = useList<Row, PastQuery, PastPage<Row>>(read, ({ id }) => id, [live, login, name]);
  const period = name === 'daily' ? daysOf(query, USUAL) : periodOf(query, USUAL);
  useEffect(
    () => void list.load({ ...period, page: 1, limit: PAGE_ROWS }),
    [list, times, period.from, period.to],
  );
  const total = list.page.value?.total ?? 0;
  const onEnd = (): void => {
    const count = list.rows.value.length;
    if (list.status.value !== 'ready' || count >= total) return;
    void list.more({ ...period, page: Math.floor(count / PAGE_ROWS) + 1, limit: PAGE_ROWS });
  };
  const save = async (): Promise<void> => {
    const saved = await attempt(
      saveRows(`${login}-${name}.csv`, (page, after) =>
        read({ ...period, limit: FILE_ROWS, page, ...(name !== 'daily' && { page: 1, after }) }),
      ),
    );
    if (!saved.ok) toastRefusal(saved.refusal);
  };
  return { list, total, onEnd, save };
};

/** Has the row a deal that can be explained? */
const isDeal = (name: PastName): boolean => name === 'closed' || name === 'deals';

/** A list of the account's past. */
export const PastList = <Name extends PastName>(props: PastListProps<Name>) => {
  type Row = CardRows[Name];
  const { name, account } = props;
  const { session } = useStaffStore();
  const { route } = useLocation();
  const { query, change } = useQuery();
  const { list, total, onEnd, save } = useRows(props);
  const { period = USUAL } = query;
  const totals = (list.page.value?.totals ?? null) as Parameters<(typeof COLUMNS_OF)['closed']>[0];
  const explain = ({ id }: Row): void => route(hrefOf('/desk/', 'deals/:id', { id }));
  const mayExplain = isDeal(name) && session.can('deals.explain');
  const items = (row: Row): readonly MenuItem[] => [
    { text: words().explain, icon: 'info', run: () => explain(row) },
  ];
  return (
    <div class="panel rows">
      <div class="line filters">
        <PeriodFields usual={USUAL} />
        <span class="grow" />
        <span class="muted" role="status">
          {words().total(total)}
        </span>
        <Button icon="download" isOff={total === 0} onClick={() => void save()}>
          {words().csv}
        </Button>
      </div>
      <LoadedList
        list={list as List<Row, object>}
        empty={{
          text: words()[name],
          action:
            period === 'all' ? undefined : (
              <Button onClick={() => change({ period: 'all', from: undefined, to: undefined })}>
                {words().showAll}
              </Button>
            ),
        }}
      >
        {(rows) => (
          <Table<Row>
            label={titles()[name]}
            columns={COLUMNS_OF[name](totals, account.currency_digits)}
            rows={rows}
            keyOf={({ id }) => id}
            onEnd={onEnd}
            onOpen={mayExplain ? explain : undefined}
            menuOf={mayExplain ? items : undefined}
            narrow={NARROW_OF[name]}
          />
        )}
      </LoadedList>
    </div>
  );
};
