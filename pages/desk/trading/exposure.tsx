// The exposure: open lots by symbol over the accounts of groups, long, short and net, live.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { ExposureRow } from '../../../client/session/records.js';
import { useQuery } from '../../frame/routes.js';
import { useStaff, useStaffStore } from '../../frame/store.js';
import { LivePrice } from '../../lists/cells.js';
import { useFollowed } from '../../lists/followed.js';
import { GroupField } from '../../lists/mask-fields.js';
import { sortOf } from '../../lists/trade-rows.js';
import { TwoLines } from '../../lists/two-lines.js';
import { compareDecimals, exact, sumOf } from '../../live/decimal.js';
import type { StaffLive } from '../../live/staff.js';
import { lotsText, signed, signOf } from '../../texts/numbers.js';
import { Button } from '../../ui/button.js';
import { Loaded } from '../../ui/loaded.js';
import type { MenuItem } from '../../ui/menu.js';
import { type Column, type Sort, Table } from '../../ui/table.js';
import { Figure, UserText } from '../../ui/values.js';
import { BulkDialog } from './bulk-dialog.js';
import { QuickEditDialog } from './quick-edit.js';
import { words } from './words.js';

type Key = 'symbol' | 'buy_volume' | 'sell_volume' | 'net_volume' | 'positions';

const size = (decimal: string): string => decimal.replace(/^-/, '');

const compare = (key: string, a: ExposureRow, b: ExposureRow): number => {
  switch (key as Key) {
    case 'positions':
      return a.positions - b.positions;
    case 'net_volume':
      return compareDecimals(size(a.net_volume), size(b.net_volume));
    case 'buy_volume':
    case 'sell_volume':
      return compareDecimals(a[key as 'buy_volume'], b[key as 'buy_volume']);
    default:
      return 0;
  }
};

const bySymbol = (a: ExposureRow, b: ExposureRow): number => (a.symbol < b.symbol ? -1 : 1);

const inOrder = (rows: Iterable<ExposureRow>, { key, direction }: Sort): readonly ExposureRow[] => {
  const sign = direction === 'asc' ? 1 : -1;
  return [...rows].sort((a, b) => {
    if (key === 'symbol') return sign * bySymbol(a, b);
    return sign * compare(key, a, b) || bySymbol(a, b);
  });
};

/** Lots with their sign and its colour. */
const Net = ({ value }: { readonly value: string }) => {
  const sign = signOf(value);
  return (
    <span class={`figure ${sign === 0 ? '' : sign > 0 ? 'up' : 'down'}`}>
      {signed(lotsText(value))}
    </span>
  );
};

/** The part of the long lots beside that of the short ones. */
const Balance = ({ row }: { readonly row: ExposureRow }) => {
  const [buy, sell] = [Number(exact(row.buy_volume).units), Number(exact(row.sell_volume).units)];
  const digits = Math.max(exact(row.buy_volume).digits, exact(row.sell_volume).digits);
  const scale = (units: number, own: number): number => units * 10 ** (digits - own);
  const long = scale(buy, exact(row.buy_volume).digits);
  const short = scale(sell, exact(row.sell_volume).digits);
  const share = long + short === 0 ? 0 : (short / (long + short)) * 100;
  return (
    <span class="net-bar" aria-hidden="true">
      <span style={{ width: `${share}%` }} />
    </span>
  );
};

const columnsOf = (live: StaffLive): readonly Column<ExposureRow>[] => {
  const lots = (key: 'buy_volume' | 'sell_volume', title: string): Column<ExposureRow> => ({
    key,
    title,
    width: 112,
    isNumber: true,
    isSortable: true,
    cell: (row) => <Figure value={row[key]} digits={2} />,
  });
  const price = (of: 'bid' | 'ask', title: string): Column<ExposureRow> => ({
    key: of,
    title,
    width: 104,
    isNumber: true,
    cell: ({ symbol }) => <LivePrice live={live} symbol={symbol} of={of} />,
  });
  return [
    {
      key: 'symbol',
      title: words().symbol,
      isSortable: true,
      cell: ({ symbol }) => <UserText>{symbol}</UserText>,
    },
    lots('buy_volume', words().long),
    lots('sell_volume', words().short),
    { key: 'balance', title: '', cell: (row) => <Balance row={row} /> },
    {
      key: 'net_volume',
      title: words().net,
      width: 120,
      isNumber: true,
      isSortable: true,
      cell: ({ net_volume }) => <Net value={net_volume} />,
    },
    {
      key: 'positions',
      title: words().positions,
      width: 96,
      isNumber: true,
      isSortable: true,
      cell: ({ positions }) => positions,
    },
    price('bid', words().bid),
    price('ask', words().ask),
  ];
};

const NarrowExposure = (row: ExposureRow) => (
  <TwoLines
    first={<UserText>{row.symbol}</UserText>}
    firstEnd={<Net value={row.net_volume} />}
    second={
      <>
        {words().long} <Figure value={row.buy_volume} digits={2} /> · {words().short}{' '}
        <Figure value={row.sell_volume} digits={2} />
      </>
    }
    secondEnd={words().count(row.positions)}
  />
);

/** The dialog that the user has opened for a symbol. */
interface OpenedSymbol {
  readonly kind: 'quick' | 'bulk';
  readonly row: ExposureRow;
}

/** The followed rows in the order of the address. */
const useExposure = () => {
  const live = useStaff();
  const { query } = useQuery();
  const group = query.group ?? '';
  const followed = useFollowed(
    () => live.follow.exposure(group === '' ? {} : { group }),
    [live, group],
  );
  const all = followed?.rows.value;
  const sort = sortOf({ sort: 'symbol', ...query });
  const rows = useMemo(() => inOrder(all?.values() ?? [], sort), [all, sort.key, sort.direction]);
  const symbols = rows.map(({ symbol }) => symbol).sort();
  useEffect(() => live.quotes.follow(symbols), [symbols.join()]);
  const refusal = followed?.refusal.value ?? null;
  const isWhole = followed?.isWhole.value ?? false;
  const status = refusal !== null ? 'failed' : isWhole ? 'ready' : 'loading';
  return { live, group, rows, sort, refusal, status } as const;
};

/** The menu of a symbol, by the rights of the user. */
const useMenu = (
  open: (opened: OpenedSymbol) => void,
  showPositions: (row: ExposureRow) => void,
) => {
  const { session } = useStaffStore();
  return (row: ExposureRow): readonly MenuItem[] => {
    const quick: MenuItem = {
      text: words().quickEdit,
      icon: 'pencil',
      run: () => open({ kind: 'quick', row }),
    };
    const bulk: MenuItem = {
      text: words().bulk,
      icon: 'close',
      tone: 'danger',
      run: () => open({ kind: 'bulk', row }),
    };
    const isKnown = row.symbol_id !== 0;
    return [
      { text: words().showPositions, icon: 'list', run: () => showPositions(row) },
      ...(isKnown && session.can('config.symbols.quick') ? [quick] : []),
      ...(session.can('positions.bulk_close') ? [bulk] : []),
    ];
  };
};

interface OpenedDialogProps {
  readonly opened: OpenedSymbol | null;
  readonly group: string;
  readonly onClose: () => void;
}

const OpenedDialog = ({ opened, group, onClose }: OpenedDialogProps) => {
  if (opened === null) return null;
  const { symbol, symbol_id } = opened.row;
  return opened.kind === 'quick' ? (
    <QuickEditDialog symbolId={symbol_id} name={symbol} onClose={onClose} />
  ) : (
    <BulkDialog
      target={{ symbol, ...(group && { groups: group }) }}
      acts={{ close_positions: true }}
      onClose={onClose}
    />
  );
};

/** The sentence under the rows. */
const totalOf = (rows: readonly ExposureRow[]): string =>
  words().totalPositions(
    rows.reduce((sum, { positions }) => sum + positions, 0),
    lotsText(sumOf(rows.map(({ buy_volume }) => buy_volume))),
    lotsText(sumOf(rows.map(({ sell_volume }) => sell_volume))),
  );

/** The exposure. */
const Exposure = () => {
  const { route } = useLocation();
  const { change } = useQuery();
  const [opened, setOpened] = useState<OpenedSymbol | null>(null);
  const { live, group, rows, sort, refusal, status } = useExposure();
  const showPositions = ({ symbol }: ExposureRow): void => {
    const filters = new URLSearchParams({ ...(group && { group }), symbol });
    route(`/desk/positions?${filters}`);
  };
  const menuOf = useMenu(setOpened, showPositions);
  const showAll = <Button onClick={() => change({ group: undefined })}>{words().showAll}</Button>;
  return (
    <div class="fill trades">
      <h1 class="visually-hidden">{words().exposure}</h1>
      <div class="panel list-part">
        <div class="line filters">
          <GroupField value={group} onChoose={(mask) => change({ group: mask })} isSearch />
        </div>
        <Loaded
          status={status}
          refusal={refusal}
          hasContent={rows.length > 0}
          empty={{ text: words().noExposure, action: group === '' ? undefined : showAll }}
        >
          <Table
            label={words().exposure}
            columns={columnsOf(live)}
            rows={rows}
            keyOf={({ symbol }) => symbol}
            sort={sort}
            onSort={({ key, direction }) => change({ sort: key, dir: direction })}
            onOpen={showPositions}
            menuOf={menuOf}
            narrow={NarrowExposure}
          />
        </Loaded>
        <p class="muted list-total">{totalOf(rows)}</p>
      </div>
      <OpenedDialog opened={opened} group={group} onClose={() => setOpened(null)} />
    </div>
  );
};

export default Exposure;
