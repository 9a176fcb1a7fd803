// Open positions: live price and profit, by symbol if wanted, sums, and the acts on a row.

import { useMemo, useRef, useState } from 'preact/hooks';
import { useTrader } from '../../frame/store.js';
import type { PositionRow } from '../../live/account.js';
import type { AccountStore, PositionValue } from '../../live/account-store.js';
import { exact, minus, shortTextOf, sumOf } from '../../live/decimal.js';
import type { SymbolList } from '../../live/symbols.js';
import { signOf } from '../../texts/numbers.js';
import type { PositionAct } from '../../ticket/position-dialogs.js';
import { canClosePart } from '../../ticket/sizing.js';
import { useKeys } from '../../ui/keys.js';
import { Loaded } from '../../ui/loaded.js';
import type { MenuItem } from '../../ui/menu.js';
import { type Column, Table } from '../../ui/table.js';
import { Figure, Money, Price, Profit, Side, Time } from '../../ui/values.js';
import { PositionDialog } from './dialogs.js';
import { tradeStateOf } from './state.js';
import { rowIndexOf } from './watch.js';
import { words } from './words.js';

interface CellProps {
  readonly account: AccountStore;
  readonly row: PositionRow;
  readonly digits: number;
}

const NowCell = ({ account, row, digits }: CellProps) => (
  <Price value={account.valueOf(row.id).value?.price} digits={digits} />
);

const ProfitCell = ({ account, row, digits }: CellProps) => (
  <Profit value={account.valueOf(row.id).value?.profit} digits={digits} />
);

type Values = ReadonlyMap<number, PositionValue>;

const profitOf = (rows: readonly PositionRow[], values: Values): string =>
  sumOf(rows.map(({ id }) => values.get(id)?.profit ?? '0'));

/** The sum of profits. It is a component of its own, so that a tick draws the sum and no rows. */
const ProfitSum = ({ account, rows, digits }: SumProps) => (
  <Profit value={profitOf(rows, account.values.value)} digits={digits} />
);
interface SumProps {
  readonly account: AccountStore;
  readonly rows: readonly PositionRow[];
  readonly digits: number;
}

const stopCell = (price: string | null, trail: number, digits: number) => (
  <>
    <Price value={price} digits={digits} />
    {trail > 0 ? <span class="muted"> {words().trails(trail)}</span> : null}
  </>
);

const columnsOf = (
  account: AccountStore,
  digitsOf: (symbol: string) => number,
  rows: readonly PositionRow[],
): readonly Column<PositionRow>[] => {
  const money = account.facts.value?.currency_digits ?? 2;
  const column = (
    key: string,
    title: string,
    width: number,
    cell: Column<PositionRow>['cell'],
    sum?: Column<PositionRow>['sum'],
  ): Column<PositionRow> => ({ key, title, width, isNumber: true, cell, ...(sum && { sum }) });
  return [
    {
      key: 'symbol',
      title: words().symbol,
      width: 120,
      cell: ({ symbol, id }) => (
        <>
          {symbol} <span class="muted">#{id}</span>
        </>
      ),
    },
    { key: 'side', title: words().side, width: 88, cell: ({ side }) => <Side side={side} /> },
    column('lots', words().lots, 64, ({ volume }) => <Figure value={volume} />),
    column('open', words().open, 84, (row) => (
      <Price value={row.price_open} digits={digitsOf(row.symbol)} />
    )),
    column('now', words().now, 84, (row) => (
      <NowCell {...{ account, row }} digits={digitsOf(row.symbol)} />
    )),
    column('sl', words().sl, 96, ({ sl, trail_pts, symbol }) =>
      stopCell(sl, trail_pts, digitsOf(symbol)),
    ),
    column('tp', words().tp, 96, ({ tp, symbol }) => stopCell(tp, 0, digitsOf(symbol))),
    column(
      'swap',
      words().swap,
      72,
      ({ swap }) => <Money value={swap} digits={money} />,
      <Money value={sumOf(rows.map(({ swap }) => swap))} digits={money} />,
    ),
    column(
      'profit',
      words().profit,
      104,
      (row) => <ProfitCell {...{ account, row }} digits={money} />,
      <ProfitSum {...{ account, rows }} digits={money} />,
    ),
    column('opened', words().opened, 150, ({ opened_at }) => <Time at={opened_at} />),
  ];
};

interface NarrowProps extends CellProps {
  readonly moneyDigits: number;
}

const NarrowRow = ({ account, row, digits, moneyDigits }: NarrowProps) => (
  <div class="narrow-row">
    <span>
      <strong>{row.symbol}</strong> <Side side={row.side} /> <Figure value={row.volume} />
    </span>
    <span class="end">
      <ProfitCell {...{ account, row }} digits={moneyDigits} />
    </span>
    <span class="muted small">
      <Price value={row.price_open} digits={digits} /> → <NowCell {...{ account, row, digits }} />
    </span>
    <span class="muted small end">
      SL <Price value={row.sl} digits={digits} /> TP <Price value={row.tp} digits={digits} />
    </span>
  </div>
);

interface SymbolSum {
  readonly symbol: string;
  readonly rows: readonly PositionRow[];
  readonly net: string;
}

/** Positions by symbol: what they are together. */
const groupsOf = (rows: readonly PositionRow[]): readonly SymbolSum[] => {
  const names = [...new Set(rows.map(({ symbol }) => symbol))];
  return names.map((symbol) => {
    const own = rows.filter((row) => row.symbol === symbol);
    const lots = (side: string) =>
      sumOf(own.filter((row) => row.side === side).map(({ volume }) => volume));
    const net = shortTextOf(minus(exact(lots('buy')), exact(lots('sell'))));
    return { symbol, rows: own, net };
  });
};

const GroupTable = ({
  account,
  rows,
}: {
  readonly account: AccountStore;
  readonly rows: readonly PositionRow[];
}) => {
  const digits = account.facts.value?.currency_digits ?? 2;
  return (
    <Table
      label={words().grouped}
      rows={groupsOf(rows)}
      keyOf={({ symbol }) => symbol}
      columns={[
        { key: 'symbol', title: words().symbol, cell: ({ symbol }) => symbol },
        {
          key: 'side',
          title: words().side,
          cell: ({ net }) =>
            signOf(net) === 0 ? '–' : <Side side={signOf(net) > 0 ? 'buy' : 'sell'} />,
        },
        {
          key: 'lots',
          title: words().lots,
          isNumber: true,
          cell: ({ net }) => <Figure value={net.replace('-', '')} />,
        },
        {
          key: 'count',
          title: words().count,
          isNumber: true,
          cell: ({ rows: own }) => own.length,
        },
        {
          key: 'profit',
          title: words().profit,
          isNumber: true,
          cell: ({ rows: own }) => <ProfitSum {...{ account, digits }} rows={own} />,
          sum: <ProfitSum {...{ account, rows, digits }} />,
        },
      ]}
    />
  );
};

const digitsBy =
  ({ byName }: SymbolList) =>
  (symbol: string): number =>
    byName.value.get(symbol)?.digits ?? 0;

interface ActOnPosition {
  readonly act: PositionAct;
  readonly position: PositionRow;
}

interface PositionsProps {
  readonly isTrading: boolean;
  readonly isGrouped: boolean;
}

/** The acts on a position, in the order of the menu; some are not for every account or size. */
const actsOf = (
  row: PositionRow,
  least: string,
  isHedging: boolean,
  open: (opened: ActOnPosition) => void,
): readonly MenuItem[] => {
  const item = (act: PositionAct, text: string, key: string, rest: Partial<MenuItem> = {}) => ({
    text,
    key,
    run: () => open({ act, position: row }),
    ...rest,
  });
  return [
    item('modify', words().modify, 'M', { icon: 'pencil' }),
    item('close', words().close, 'X', { icon: 'close' }),
    item('part', words().part, 'Shift+X', { isOff: !canClosePart(row.volume, least) }),
    ...(isHedging ? [item('close_by', words().closeBy, 'Y')] : []),
    item('reverse', words().reverse, 'R'),
  ];
};

const KEYS: readonly (readonly [key: string, act: PositionAct])[] = [
  ['M', 'modify'],
  ['X', 'close'],
  ['Shift+X', 'part'],
  ['Y', 'close_by'],
  ['R', 'reverse'],
];

const textOfAct = (act: PositionAct): string =>
  ({
    modify: words().modify,
    close: words().close,
    part: words().part,
    close_by: words().closeBy,
    reverse: words().reverse,
  })[act];

/** The keys of the row that has the focus: without one they do nothing. */
const useActKeys = (isOn: boolean, isHedging: boolean, run: (act: PositionAct) => void): void =>
  useKeys(
    words().positions,
    KEYS.map(([key, act]) => ({
      key,
      text: textOfAct(act),
      isOff: !isOn || (act === 'close_by' && !isHedging),
      run: () => run(act),
    })),
  );

interface PositionTableProps extends PositionsProps {
  readonly rows: readonly PositionRow[];
  readonly onAct: (opened: ActOnPosition) => void;
}

const PositionTable = ({ isTrading, isGrouped, rows, onAct }: PositionTableProps) => {
  const live = useTrader();
  const { account, symbols } = live;
  if (isGrouped) return <GroupTable {...{ account, rows }} />;
  const facts = account.facts.value;
  const digitsOf = digitsBy(symbols);
  const leastOf = (symbol: string): string => symbols.byName.value.get(symbol)?.volume_min ?? '0';
  const isHedging = facts?.margin_mode === 'hedging';
  return (
    <Table
      label={words().positions}
      columns={columnsOf(account, digitsOf, rows)}
      rows={rows}
      keyOf={({ id }) => id}
      onOpen={(position) => {
        tradeStateOf(live).choose(position.symbol);
        if (isTrading) onAct({ act: 'modify', position });
      }}
      menuOf={isTrading ? (row) => actsOf(row, leastOf(row.symbol), isHedging, onAct) : undefined}
      narrow={(row) => (
        <NarrowRow
          {...{ account, row }}
          digits={digitsOf(row.symbol)}
          moneyDigits={facts?.currency_digits ?? 2}
        />
      )}
    />
  );
};

/** The positions, with the dialog of the act on one. */
export const Positions = (props: PositionsProps) => {
  const live = useTrader();
  const { account } = live;
  const element = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<ActOnPosition | null>(null);
  const positions = account.positions.value;
  const rows = useMemo(() => [...positions.values()], [positions]);
  const facts = account.facts.value;
  useActKeys(
    props.isTrading && !props.isGrouped,
    facts?.margin_mode === 'hedging',
    (act: PositionAct): void => {
      if (!element.current?.contains(document.activeElement)) return;
      const position = rows[rowIndexOf(document.activeElement)];
      if (position === undefined) return;
      const least = live.symbols.byName.peek().get(position.symbol)?.volume_min ?? '0';
      if (act !== 'part' || canClosePart(position.volume, least)) setOpened({ act, position });
    },
  );
  return (
    <div class="rows" ref={element}>
      <Loaded
        status={facts === null ? 'loading' : 'ready'}
        refusal={null}
        hasContent={rows.length > 0}
        empty={{ text: words().noPositions }}
        skeletonRows={3}
      >
        <PositionTable {...props} rows={rows} onAct={setOpened} />
      </Loaded>
      {opened === null ? null : (
        <PositionDialog
          {...opened}
          account={tradeStateOf(live).account}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
};
