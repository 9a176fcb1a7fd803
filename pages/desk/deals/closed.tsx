// Closed positions across accounts, newest first, with the sums over all of them.

import { useEffect, useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { type components, unwrap } from '../../../client/index.js';
import { useList } from '../../frame/list.js';
import { hrefOf, useQuery } from '../../frame/routes.js';
import { useStaff } from '../../frame/store.js';
import { AccountLink, DealLink, ownerColumns } from '../../lists/cells.js';
import { saveExport } from '../../lists/files.js';
import { GroupField, LoginField, SymbolField } from '../../lists/mask-fields.js';
import { closedColumns } from '../../lists/past-columns.js';
import { PeriodFields, periodOf } from '../../lists/period.js';
import { filtersOf, type TradeFilters } from '../../lists/trade-rows.js';
import { TwoLines } from '../../lists/two-lines.js';
import { Button } from '../../ui/button.js';
import { LoadedList } from '../../ui/loaded.js';
import { type Column, Table } from '../../ui/table.js';
import { toastRefusal } from '../../ui/toast.js';
import { Figure, Price, Profit, Side, Time, UserText } from '../../ui/values.js';
import { pastWords } from './past-words.js';

type ClosedPosition = components['schemas']['ClosedPosition'];
type ClosedSums = components['schemas']['ClosedTotals'];

const PAGE_ROWS = 200;
/** Sums are of many currencies: two digits. */
const SUM_DIGITS = 2;

const columnsOf = (sums: ClosedSums | null): readonly Column<ClosedPosition>[] =>
  closedColumns(SUM_DIGITS, sums, [
    { key: 'id', title: pastWords().deal, width: 80, cell: ({ id }) => <DealLink id={id} /> },
    ...ownerColumns<ClosedPosition>(pastWords().position, ({ position_id }) => position_id),
  ]);

const NarrowClosed = (row: ClosedPosition) => (
  <TwoLines
    first={
      <>
        <UserText>{row.symbol}</UserText> <Side side={row.side} />
        <Figure value={row.volume} digits={2} />
      </>
    }
    firstEnd={<Profit value={row.profit} digits={row.currency_digits} />}
    second={
      <>
        <AccountLink login={row.login} />
        <span>
          <Price value={row.price_open} digits={row.digits} /> →{' '}
          <Price value={row.price_close} digits={row.digits} />
        </span>
      </>
    }
    secondEnd={<Time at={row.closed_at} />}
  />
);

type ClosedPage = components['schemas']['ClosedPage'];

/** The filters in the address, and the page. */
interface ClosedQuery extends TradeFilters, ReturnType<typeof periodOf> {
  readonly limit: number;
  readonly page: number;
}

/** The query of the address, and the rows that were read so far. */
const useClosed = () => {
  const live = useStaff();
  const { query } = useQuery();
  const key = JSON.stringify(query);
  const asked = useMemo(() => ({ ...filtersOf(query), ...periodOf(query) }), [key]);
  const list = useList<ClosedPosition, ClosedQuery, ClosedPage>(
    (of) => unwrap(live.rest.GET('/admin/v1/positions/closed', { params: { query: of } })),
    ({ id }) => id,
    [live],
  );
  useEffect(() => void list.load({ ...asked, limit: PAGE_ROWS, page: 1 }), [asked]);
  const total = list.page.value?.total ?? 0;
  const onEnd = (): void => {
    const count = list.rows.value.length;
    if (list.status.value !== 'ready' || count >= total) return;
    void list.more({ ...asked, limit: PAGE_ROWS, page: Math.floor(count / PAGE_ROWS) + 1 });
  };
  const save = async (): Promise<void> => {
    const call = live.rest.GET('/admin/v1/positions/closed/export', {
      params: { query: asked },
      parseAs: 'text',
    });
    const saved = await saveExport('closed.csv', call);
    if (!saved.ok) toastRefusal(saved.refusal);
  };
  return { list, total, onEnd, save };
};

const ClosedFilters = ({ save }: { readonly save: () => Promise<void> }) => {
  const { query, change } = useQuery();
  return (
    <div class="line filters">
      <PeriodFields />
      <GroupField value={query.group ?? ''} onChoose={(group) => change({ group })} isSearch />
      <SymbolField value={query.symbol ?? ''} onChoose={(symbol) => change({ symbol })} />
      <LoginField value={query.login ?? ''} onInput={(login) => change({ login })} />
      <span class="grow" />
      <Button icon="download" onClick={() => void save()}>
        {pastWords().export}
      </Button>
    </div>
  );
};

/** Closed positions across accounts. */
const Closed = () => {
  const { route } = useLocation();
  const { query, change } = useQuery();
  const { list, total, onEnd, save } = useClosed();
  const sums = list.page.value?.totals ?? null;
  const explain = ({ id }: ClosedPosition): void => route(hrefOf('/desk/', 'deals/:id', { id }));
  const isAll = query.period === 'all';
  const showAll = isAll ? undefined : (
    <Button onClick={() => change({ period: 'all' })}>{pastWords().showAll}</Button>
  );
  return (
    <div class="fill trades">
      <h1 class="visually-hidden">{pastWords().closed}</h1>
      <div class="panel list-part">
        <ClosedFilters save={save} />
        <LoadedList list={list} empty={{ text: pastWords().noClosed, action: showAll }}>
          {(rows) => (
            <Table
              label={pastWords().closed}
              columns={columnsOf(sums)}
              rows={rows}
              keyOf={({ id }) => id}
              narrow={NarrowClosed}
              onEnd={onEnd}
              onOpen={explain}
              menuOf={(row) => [
                { text: pastWords().explain, icon: 'info', run: () => explain(row) },
              ]}
            />
          )}
        </LoadedList>
        <p class="muted list-total">
          {pastWords().countClosed(total)} {pastWords().mixed}
        </p>
      </div>
    </div>
  );
};

export default Closed;
