// The history of the account: closed positions with sums, deals, orders, by period and symbol.

import { useEffect, useMemo } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import { unwrap } from '../../../client/index.js';
import { hrefOf, useQuery } from '../../frame/routes.js';
import { useTrader } from '../../frame/store.js';
import { saveRows } from '../../lists/files.js';
import {
  type ClosedRow,
  closedColumns,
  dealColumns,
  type PastDeal,
  type PastOrder,
  pastOrderColumns,
} from '../../lists/past-columns.js';
import { PeriodFields, periodOf } from '../../lists/period.js';
import { type List, type ListPage, makeList } from '../../live/lists.js';
import { attempt } from '../../live/refusal.js';
import type { TraderLive } from '../../live/trader.js';
import { texts } from '../../texts/language.js';
import { Button } from '../../ui/button.js';
import { SelectField } from '../../ui/field.js';
import { LoadedList } from '../../ui/loaded.js';
import { type Column, Table } from '../../ui/table.js';
import { Tabs } from '../../ui/tabs.js';
import { toastRefusal } from '../../ui/toast.js';
import { NarrowClosed, NarrowDeal, NarrowOrder } from './narrow.js';

const words = texts({
  title: ['History', 'Historie'],
  positions: ['Positions', 'Positionen'],
  deals: ['Deals', 'Abschlüsse'],
  orders: ['Orders', 'Aufträge'],
  all: ['All', 'Alles'],
  symbol: ['Symbol', 'Symbol'],
  csv: ['Save as CSV', 'Als CSV sichern'],
  nothing: ['Nothing happened in this period.', 'In diesem Zeitraum ist nichts geschehen.'],
  widen: ['Show all', 'Alles zeigen'],
  total: [(n: number) => `${n} in all`, (n) => `${n} insgesamt`],
});

type TabName = 'positions' | 'deals' | 'orders';
const TABS: readonly TabName[] = ['positions', 'deals', 'orders'];
const PAGE_ROWS = 200;
/** Most rows that the server answers at once. */
const EXPORT_ROWS = 1_000;

/** The filters of the rows that the address contains. */
interface Filters {
  readonly from?: string;
  readonly to?: string;
  readonly symbol?: string;
}
/** A page of a list. */
interface PageQuery extends Filters {
  readonly limit: number;
  readonly page?: number;
  readonly after?: string;
  readonly min_projection_seq?: string;
}

const readers = ({ rest }: TraderLive) => ({
  positions: (query: PageQuery) =>
    unwrap(rest.GET('/trader/v1/history/positions', { params: { query } })),
  deals: (query: PageQuery) => unwrap(rest.GET('/trader/v1/history/deals', { params: { query } })),
  orders: (query: PageQuery) =>
    unwrap(rest.GET('/trader/v1/history/orders', { params: { query } })),
});

/** The filters that the address asks for. */
const filtersOf = (query: Readonly<Record<string, string>>): Filters => {
  const { symbol } = query;
  return { ...periodOf(query), ...(symbol !== undefined && { symbol }) };
};

const Filter = () => {
  const live = useTrader();
  const { query, change } = useQuery();
  return (
    <div class="line filters">
      <PeriodFields />
      <SelectField
        label={words().symbol}
        value={query.symbol ?? ''}
        choices={[
          { value: '', text: words().all },
          ...live.symbols.list.value.map(({ name }) => ({ value: name, text: name })),
        ]}
        onSelect={(symbol) => change({ symbol })}
      />
    </div>
  );
};

interface RowsProps<Row> {
  readonly name: TabName;
  readonly list: List<Row, PageQuery>;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => number;
  readonly narrow: (row: Row) => preact.ComponentChildren;
}

/** The rows of a tab; the end of the table reads on. */
const Rows = <Row,>({ name, list, columns, keyOf, narrow }: RowsProps<Row>) => {
  const { query, change } = useQuery();
  const { page, rows } = list;
  const total = page.value?.total ?? 0;
  const filters = useMemo(() => filtersOf(query), [JSON.stringify(query)]);
  useEffect(() => void list.load({ ...filters, limit: PAGE_ROWS, page: 1 }), [filters]);
  const onEnd = (): void => {
    if (list.status.value !== 'ready' || rows.value.length >= total) return;
    const next = Math.floor(rows.value.length / PAGE_ROWS) + 1;
    void list.more({ ...filters, limit: PAGE_ROWS, page: next });
  };
  return (
    <LoadedList
      list={list}
      empty={{
        text: words().nothing,
        action: <Button onClick={() => change({ period: 'all' })}>{words().widen}</Button>,
      }}
    >
      {(shown) => (
        <>
          <Table
            label={words()[name]}
            columns={columns}
            rows={shown}
            keyOf={keyOf}
            narrow={narrow}
            onEnd={onEnd}
          />
          <p class="muted list-total">{words().total(total)}</p>
        </>
      )}
    </LoadedList>
  );
};

/** The lists of a tab's rows; they are read again after each event of the account. */
const useLists = (live: TraderLive) =>
  useMemo(() => {
    const read = readers(live);
    const { clock } = live;
    return {
      read,
      positions: makeList(read.positions, ({ id }: ClosedRow) => id, clock),
      deals: makeList(read.deals, ({ id }: PastDeal) => id, clock),
      orders: makeList(read.orders, ({ id }: PastOrder) => id, clock),
    };
  }, [live]);

/** Saves all rows of a query as a file. */
const saveCsv = async (
  name: string,
  read: (query: PageQuery) => Promise<ListPage<object>>,
  filters: Filters,
): Promise<void> => {
  const saved = await attempt(
    saveRows(name, (_page, after) => read({ ...filters, limit: EXPORT_ROWS, after })),
  );
  if (!saved.ok) toastRefusal(saved.refusal);
};

/** The history, with the tab, the period and the symbol of the address. */
const History = () => {
  const live = useTrader();
  const { params } = useRoute();
  const { route, url } = useLocation();
  const { query } = useQuery();
  const shown = TABS.find((name) => name === params.tab) ?? 'positions';
  const lists = useLists(live);
  const digits = live.account.facts.value?.currency_digits ?? 2;
  const newest = live.account.deals.value[0]?.id;
  useEffect(() => {
    if (newest !== undefined) void lists[shown].reload();
  }, [newest]);
  const save = async (): Promise<void> => {
    const read = lists.read[shown] as (query: PageQuery) => Promise<ListPage<object>>;
    await saveCsv(`${live.login}-${shown}.csv`, read, filtersOf(query));
  };
  const search = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  return (
    <div class="fill history">
      <h1 class="visually-hidden">{words().title}</h1>
      <Tabs
        label={words().title}
        tabs={TABS.map((name) => ({ name, text: words()[name] }))}
        selected={shown}
        onSelect={(tab) => route(hrefOf('/terminal/', 'history/:tab', { tab }) + search)}
        actions={
          <Button icon="download" onClick={() => void save()}>
            {words().csv}
          </Button>
        }
      >
        <div class="panel history-part">
          <Filter />
          {shown === 'positions' ? (
            <Rows
              name="positions"
              list={lists.positions}
              columns={closedColumns(digits, lists.positions.page.value?.totals ?? null)}
              keyOf={({ id }) => id}
              narrow={NarrowClosed}
            />
          ) : null}
          {shown === 'deals' ? (
            <Rows
              name="deals"
              list={lists.deals}
              columns={dealColumns(digits)}
              keyOf={({ id }) => id}
              narrow={NarrowDeal}
            />
          ) : null}
          {shown === 'orders' ? (
            <Rows
              name="orders"
              list={lists.orders}
              columns={pastOrderColumns()}
              keyOf={({ id }) => id}
              narrow={NarrowOrder}
            />
          ) : null}
        </div>
      </Tabs>
    </div>
  );
};

export default History;
