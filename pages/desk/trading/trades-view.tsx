// The frame of positions and orders across accounts: filters, the followed rows in their order,
// marks, and what is done with them.

import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { hrefOf, useQuery } from '../../frame/routes.js';
import { useStaff } from '../../frame/store.js';
import { useFollowed } from '../../lists/followed.js';
import { GroupField, LoginField, SymbolField } from '../../lists/mask-fields.js';
import { SavedViews } from '../../lists/saved-views.js';
import {
  filtersOf,
  fits,
  type OwnedTrade,
  sorted,
  sortOf,
  type TradeFilters,
} from '../../lists/trade-rows.js';
import type { RowOf } from '../../live/rows.js';
import { common } from '../../texts/common.js';
import { Button } from '../../ui/button.js';
import { Loaded, RefusalNote } from '../../ui/loaded.js';
import type { MenuItem } from '../../ui/menu.js';
import { type Column, type RowKey, Table } from '../../ui/table.js';
import { words } from './words.js';

/** The channels of rows across accounts. */
type TradeChannel = 'positions' | 'orders';

/** The followed rows that fit to the address, in its order. */
export const useTradeRows = <Name extends TradeChannel>(channel: Name) => {
  const live = useStaff();
  const { query, change } = useQuery();
  const filters = filtersOf(query);
  const mask = filters.group ?? '*';
  const followed = useFollowed(() => live.follow.rows(channel, mask), [live, mask]);
  const all = followed?.rows.value;
  const key = JSON.stringify(query);
  const rows = useMemo(
    () =>
      sorted(
        [...(all?.values() ?? [])].filter((row) => fits(row, filters)),
        sortOf(query),
      ) as readonly RowOf<Name>[],
    [all, key],
  );
  const symbols = useMemo(() => [...new Set(rows.map(({ symbol }) => symbol))].sort(), [rows]);
  useEffect(() => live.quotes.follow(symbols), [symbols.join()]);
  return {
    live,
    channel,
    filters,
    rows,
    isWhole: followed?.isWhole.value ?? false,
    refusal: followed?.refusal.value ?? null,
    sort: sortOf(query),
    onSort: ({ key: sort, direction: dir }: { key: string; direction: 'asc' | 'desc' }) =>
      change({ sort, dir }),
  };
};

interface FiltersProps {
  /** The preference of the saved views. */
  readonly preference: string;
  readonly children: ComponentChildren;
}

/** The filters of the address, and the acts at the end of their line. */
const Filters = ({ preference, children }: FiltersProps) => {
  const { query, change } = useQuery();
  return (
    <div class="line filters">
      <GroupField value={query.group ?? ''} onChoose={(group) => change({ group })} isSearch />
      <SymbolField value={query.symbol ?? ''} onChoose={(symbol) => change({ symbol })} />
      <LoginField value={query.login ?? ''} onInput={(login) => change({ login })} />
      <span class="grow" />
      <SavedViews preference={preference} />
      {children}
    </div>
  );
};

interface ShownActsProps {
  /** The button that acts on all shown rows; null = the user may not. */
  readonly act: { readonly text: string; readonly isOff: boolean; readonly run: () => void } | null;
  readonly onExport: () => void;
}

/** Buttons for all shown rows, at the end of the filters. */
export const ShownActs = ({ act, onExport }: ShownActsProps) => (
  <>
    {act === null ? null : (
      <Button isOff={act.isOff} onClick={act.run}>
        {act.text}
      </Button>
    )}
    <Button icon="download" onClick={onExport}>
      {words().export}
    </Button>
  </>
);

/** The props of the frame around a list of positions or orders across accounts. */
interface TradesProps<Row extends OwnedTrade> {
  readonly title: string;
  readonly empty: string;
  readonly state: {
    readonly channel: TradeChannel;
    readonly rows: readonly Row[];
    readonly filters: TradeFilters;
    readonly isWhole: boolean;
    readonly refusal: Parameters<typeof RefusalNote>[0]['refusal'] | null;
    readonly sort: ReturnType<typeof sortOf>;
    readonly onSort: (sort: ReturnType<typeof sortOf>) => void;
  };
  readonly columns: readonly Column<Row>[];
  readonly narrow: (row: Row) => ComponentChildren;
  readonly onDrawn: (rows: readonly Row[]) => void;
  /** Buttons at the end of the filters. */
  readonly acts: ComponentChildren;
  /** Buttons for marked rows; none = rows cannot be marked. */
  readonly actsOf: ((rows: readonly Row[]) => ComponentChildren) | null;
  readonly menuOf: (row: Row) => readonly MenuItem[];
  /** A sentence under the rows. */
  readonly total: string;
}

/** Rows across accounts. */
export const Trades = <Row extends OwnedTrade>(props: TradesProps<Row>) => {
  const { title, empty, state, columns, narrow, onDrawn, acts, actsOf, menuOf, total } = props;
  const { channel, rows, filters, isWhole, refusal, sort, onSort } = state;
  const { route } = useLocation();
  const { change } = useQuery();
  const [marked, setMarked] = useState<ReadonlySet<RowKey>>(new Set());
  const markedRows = rows.filter(({ id }) => marked.has(id));
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <div class="fill trades">
      <h1 class="visually-hidden">{title}</h1>
      <div class="panel list-part">
        <Filters preference={`${channel}.views`}>{acts}</Filters>
        {actsOf === null || markedRows.length === 0 ? null : (
          <div class="line marked-bar">
            <strong>{common().marked(markedRows.length)}</strong>
            {actsOf(markedRows)}
            <Button class="bare" onClick={() => setMarked(new Set())}>
              {words().unmark}
            </Button>
          </div>
        )}
        {refusal === null ? null : (
          <>
            <RefusalNote refusal={refusal} />
            <p class="list-total">{words().tooMany}</p>
          </>
        )}
        <Loaded
          status={refusal !== null ? 'failed' : isWhole ? 'ready' : 'loading'}
          refusal={null}
          hasContent={rows.length > 0}
          empty={{
            text: empty,
            action: isFiltered ? (
              <Button
                onClick={() => change({ group: undefined, symbol: undefined, login: undefined })}
              >
                {words().showAll}
              </Button>
            ) : undefined,
          }}
        >
          <Table
            label={title}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            sort={sort}
            onSort={onSort}
            narrow={narrow}
            onDrawn={onDrawn}
            menuOf={menuOf}
            onOpen={({ login }) => route(hrefOf('/desk/', 'accounts/:login', { login }))}
            {...(actsOf !== null && { marked, onMark: setMarked })}
          />
        </Loaded>
        <p class="muted list-total">{total}</p>
      </div>
    </div>
  );
};
