// Closed positions across accounts, newest first, with the sums over all of them.

import { useEffect, useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { type components, unwrap } from '../../../client/index.js';
import { hrefOf, useQuery } from '../../frame/routes.js';
import { useStaff } from '../../frame/store.js';
import { AccountLink } from '../../lists/cells.js';
import {
  moneyColumn,
  priceColumn,
  profitColumn,
  sideColumn,
  symbolColumn,
  timeColumn,
  volumeColumn,
} from '../../lists/columns.js';
import { saveExport } from '../../lists/files.js';
import { GroupField, LoginField, SymbolField } from '../../lists/mask-fields.js';
import { PeriodFields, periodOf } from '../../lists/period.js';
import { filtersOf } from '../../lists/trade-rows.js';
import { TwoLines } from '../../lists/two-lines.js';
import { makeList } from '../../live/lists.js';
import { reasonText } from '../../texts/enums.js';
import { Button } from '../../ui/button.js';
import { LoadedList } from '../../ui/loaded.js';
import { type Column, Table } from '../../ui/table.js';
import { toastRefusal } from '../../ui/toast.js';
import { Figure, Price, Profit, Side, Time, UserText } from '../../ui/values.js';
import { pastWords } from './past-words.js';

type StaffClosed = components['schemas']['ClosedPosition'];
type ClosedSums = components['schemas']['ClosedTotals'];

const PAGE_ROWS = 200;
/** Sums are of many currencies: two digits. */
const SUM_DIGITS = 2;

const columnsOf = (sums: ClosedSums | null): readonly Column<StaffClosed>[] => [
  timeColumn('closed_at', pastWords().time, (row) => row.closed_at),
  { key: 'id', title: pastWords().deal, width: 80, cell: ({ id }) => <DealLink id={id} /> },
  {
    key: 'position_id',
    title: pastWords().position,
    width: 80,
    cell: (row) => `#${row.position_id}`,
  },
  {
    key: 'login',
    title: pastWords().account,
    width: 80,
    cell: ({ login }) => <AccountLink login={login} />,
  },
  { key: 'group', title: pastWords().group, cell: ({ group }) => <UserText>{group}</UserText> },
  symbolColumn(),
  sideColumn(),
  volumeColumn('volume', pastWords().lots, (row) => row.volume, sums?.volume),
  priceColumn('price_open', pastWords().priceOpen, (row) => row.price_open),
  priceColumn('price_close', pastWords().priceClose, (row) => row.price_close),
  { key: 'reason', title: pastWords().reason, cell: (row) => reasonText(row.reason) },
  moneyColumn(
    'commission',
    pastWords().commission,
    SUM_DIGITS,
    (row) => row.commission,
    sums?.commission,
  ),
  moneyColumn('swap', pastWords().swap, SUM_DIGITS, (row) => row.swap, sums?.swap),
  profitColumn(SUM_DIGITS, sums?.profit),
];

/** A deal as a link to its explanation. */
const DealLink = ({ id }: { readonly id: number }) => (
  <a href={hrefOf('/desk/', 'deals/:id', { id })}>#{id}</a>
);

const NarrowClosed = (row: StaffClosed) => (
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

/** What the address asks for, and the rows that were read so far. */
const useClosed = () => {
  const live = useStaff();
  const { query } = useQuery();
  const key = JSON.stringify(query);
  const asked = useMemo(() => ({ ...filtersOf(query), ...periodOf(query) }), [key]);
  const list = useMemo(() => {
    type Asked = typeof asked & { readonly limit: number; readonly page: number };
    const read = (of: Asked) =>
      unwrap(live.rest.GET('/admin/v1/positions/closed', { params: { query: of } }));
    return makeList(read, ({ id }: StaffClosed) => id, live.clock);
  }, [live]);
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
  const sums = (list.page.value as { readonly totals?: ClosedSums } | null)?.totals ?? null;
  const explain = ({ id }: StaffClosed): void => route(hrefOf('/desk/', 'deals/:id', { id }));
  const isAll = query.period === 'all';
  const showAll = isAll ? undefined : (
    <Button onClick={() => change({ period: 'all' })}>{pastWords().showAll}</Button>
  );
  return (
    <div class="fill trades">
      <h1 class="visually-hidden">{pastWords().closed}</h1>
      <div class="panel list-part">
        <ClosedFilters save={save} />
        <LoadedList
          list={list as Parameters<typeof LoadedList<StaffClosed>>[0]['list']}
          empty={{ text: pastWords().noClosed, action: showAll }}
        >
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
        <p class="muted list-total" title={pastWords().mixed}>
          {pastWords().countClosed(total)}
        </p>
      </div>
    </div>
  );
};

export default Closed;
