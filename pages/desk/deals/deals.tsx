// Deals as they happen, by a mask of groups; the way to the explanation of any deal.

import { useMemo, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { hrefOf, useQuery } from '../../frame/routes.js';
import { useStaff } from '../../frame/store.js';
import { AccountLink, digitsOf } from '../../lists/cells.js';
import { timeColumn } from '../../lists/columns.js';
import { useFollowed } from '../../lists/followed.js';
import { GroupField, LoginField, SymbolField } from '../../lists/mask-fields.js';
import { filtersOf, fits } from '../../lists/trade-rows.js';
import { TwoLines } from '../../lists/two-lines.js';
import type { StaffDealRow } from '../../live/rows.js';
import type { StaffLive } from '../../live/staff.js';
import { actionText, entryText, reasonText } from '../../texts/enums.js';
import { Button } from '../../ui/button.js';
import { TextField } from '../../ui/field.js';
import { Loaded } from '../../ui/loaded.js';
import { type Column, Table } from '../../ui/table.js';
import { Figure, Money, Price, Profit, Time, UserText } from '../../ui/values.js';
import { pastWords } from './past-words.js';

const volumeOf = ({ symbol, volume }: StaffDealRow) => (
  <Figure value={symbol === '' ? null : volume} digits={2} />
);

const priceOf = (live: StaffLive, { symbol, price }: StaffDealRow) => (
  <Price value={symbol === '' ? null : price} digits={digitsOf(live, symbol)} />
);

const moneyOf = (key: 'commission' | 'swap', title: string): Column<StaffDealRow> => ({
  key,
  title,
  width: 88,
  isNumber: true,
  cell: (row) => <Money value={row[key]} />,
});

const columnsOf = (live: StaffLive): readonly Column<StaffDealRow>[] => [
  timeColumn('time', pastWords().time, ({ time }) => time),
  { key: 'id', title: pastWords().deal, width: 80, cell: ({ id }) => `#${id}` },
  {
    key: 'login',
    title: pastWords().account,
    width: 80,
    cell: ({ login }) => <AccountLink login={login} />,
  },
  { key: 'group', title: pastWords().group, cell: ({ group }) => <UserText>{group}</UserText> },
  { key: 'symbol', title: '', width: 88, cell: ({ symbol }) => <UserText>{symbol}</UserText> },
  { key: 'action', title: pastWords().action, cell: ({ action }) => actionText(action) },
  { key: 'entry', title: pastWords().entry, width: 88, cell: ({ entry }) => entryText(entry) },
  { key: 'volume', title: pastWords().lots, width: 72, isNumber: true, cell: volumeOf },
  {
    key: 'price',
    title: pastWords().price,
    width: 88,
    isNumber: true,
    cell: (row) => priceOf(live, row),
  },
  { key: 'reason', title: pastWords().reason, cell: ({ reason }) => reasonText(reason) },
  moneyOf('commission', pastWords().commission),
  moneyOf('swap', pastWords().swap),
  {
    key: 'profit',
    title: pastWords().profit,
    width: 104,
    isNumber: true,
    cell: ({ profit }) => <Profit value={profit} />,
  },
];

const narrowOf = (live: StaffLive) =>
  function NarrowLiveDeal(row: StaffDealRow) {
    return (
      <TwoLines
        first={
          <>
            <UserText>{row.symbol}</UserText>
            <span>{actionText(row.action)}</span>
            {volumeOf(row)}
            {priceOf(live, row)}
          </>
        }
        firstEnd={<Profit value={row.profit} />}
        second={
          <>
            #{row.id} <AccountLink login={row.login} />
          </>
        }
        secondEnd={<Time at={row.time} style="time" />}
      />
    );
  };

/** Opens the explanation of a deal by its id. */
const DealFinder = () => {
  const { route } = useLocation();
  const [id, setId] = useState('');
  return (
    <form
      class="line deal-finder"
      onSubmit={(event) => {
        event.preventDefault();
        if (id !== '') route(hrefOf('/desk/', 'deals/:id', { id }));
      }}
    >
      <TextField
        label={pastWords().openDeal}
        value={id}
        onInput={(text) => setId(text.replace(/\D/g, ''))}
        inputMode="numeric"
      />
      <Button type="submit" isOff={id === ''}>
        {pastWords().explain}
      </Button>
    </form>
  );
};

/** Deals as they happen. */
const Deals = () => {
  const live = useStaff();
  const { route } = useLocation();
  const { query, change } = useQuery();
  const filters = filtersOf(query);
  const mask = filters.group ?? '*';
  const followed = useFollowed(() => live.follow.deals(mask), [live, mask]);
  const all = followed?.rows.value;
  const rows = useMemo(
    () => [...(all?.values() ?? [])].filter((row) => fits(row, filters)).reverse(),
    [all, JSON.stringify(filters)],
  );
  const refusal = followed?.refusal.value ?? null;
  const isWhole = followed?.isWhole.value ?? false;
  const explain = ({ id }: StaffDealRow): void => route(hrefOf('/desk/', 'deals/:id', { id }));
  return (
    <div class="fill trades">
      <h1 class="visually-hidden">{pastWords().deals}</h1>
      <div class="panel list-part">
        <div class="line filters">
          <GroupField value={query.group ?? ''} onChoose={(group) => change({ group })} isSearch />
          <SymbolField value={query.symbol ?? ''} onChoose={(symbol) => change({ symbol })} />
          <LoginField value={query.login ?? ''} onInput={(login) => change({ login })} />
          <span class="grow" />
          <DealFinder />
        </div>
        <Loaded
          status={refusal !== null ? 'failed' : isWhole ? 'ready' : 'loading'}
          refusal={refusal}
          hasContent={rows.length > 0}
          empty={{
            text: pastWords().noDeals,
            action: <a href="/desk/closed">{pastWords().earlier}</a>,
          }}
        >
          <Table
            label={pastWords().deals}
            columns={columnsOf(live)}
            rows={rows}
            keyOf={({ id }) => id}
            narrow={narrowOf(live)}
            onOpen={explain}
            menuOf={(row) => [{ text: pastWords().explain, icon: 'info', run: () => explain(row) }]}
          />
        </Loaded>
        <p class="muted list-total">{pastWords().countDeals(rows.length)}</p>
      </div>
    </div>
  );
};

export default Deals;
