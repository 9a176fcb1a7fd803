// Working orders, and the acts on a row; requests under way stand above all tables.

import { useMemo, useRef, useState } from 'preact/hooks';
import { useTrader } from '../../frame/store.js';
import type { OrderRow } from '../../live/account.js';
import type { Intent } from '../../live/intent.js';
import type { TraderLive } from '../../live/trader.js';
import { withDigits } from '../../texts/numbers.js';
import { type OrderAct, OrderDialog } from '../../ticket/order-dialogs.js';
import { useNow } from '../../ticket/outcome.js';
import { words as ticketWords } from '../../ticket/words.js';
import { useKeys } from '../../ui/keys.js';
import { Loaded } from '../../ui/loaded.js';
import type { MenuItem } from '../../ui/menu.js';
import { type Column, Table } from '../../ui/table.js';
import { Figure, Price, Side, Time } from '../../ui/values.js';
import { tradeStateOf } from './state.js';
import { rowIndexOf } from './watch.js';
import { words } from './words.js';

const stateText = ({ state }: OrderRow): string => {
  if (state === 'placed') return words().placed;
  return state === 'partial' ? words().partial : words().started;
};

const MarketPrice = ({ live, row, digits }: MarketProps) => {
  const quote = live.quotes.of(row.symbol).value;
  return <Price value={row.side === 'buy' ? quote?.ask : quote?.bid} digits={digits} />;
};
interface MarketProps {
  readonly live: TraderLive;
  readonly row: OrderRow;
  readonly digits: number;
}

const NameCell = ({ row }: { readonly row: OrderRow }) => (
  <>
    {row.symbol} <span class="muted">#{row.id}</span>
  </>
);

const KindCell = ({ row, digits }: Pick<MarketProps, 'row' | 'digits'>) => (
  <>
    <Side side={row.side} /> {words()[row.kind]}
    {row.price_stop_limit === null ? null : (
      <>
        {' '}
        <Price value={row.price_stop_limit} digits={digits} />
      </>
    )}
  </>
);

const UntilCell = ({ row: { expiration, expires_at } }: { readonly row: OrderRow }) => {
  if (expires_at !== null) return <Time at={expires_at} />;
  return <span>{expiration === 'day' ? ticketWords().day : words().gtc}</span>;
};

const stateAndPair = (row: OrderRow): string =>
  row.oco_order_id > 0 ? `${stateText(row)}, ${words().oco(row.oco_order_id)}` : stateText(row);

const columnsOf = (
  live: TraderLive,
  digitsOf: (symbol: string) => number,
): readonly Column<OrderRow>[] => {
  const column = (
    key: string,
    title: string,
    width: number,
    cell: Column<OrderRow>['cell'],
  ): Column<OrderRow> => ({ key, title, width, cell });
  const number = (...given: Parameters<typeof column>): Column<OrderRow> => ({
    ...column(...given),
    isNumber: true,
  });
  const price = (key: 'price_order' | 'sl' | 'tp', title: string): Column<OrderRow> =>
    number(key, title, 88, (row) => <Price value={row[key]} digits={digitsOf(row.symbol)} />);
  return [
    column('symbol', words().symbol, 120, (row) => <NameCell row={row} />),
    column('kind', words().kind, 148, (row) => (
      <KindCell row={row} digits={digitsOf(row.symbol)} />
    )),
    number('lots', words().lots, 64, ({ volume_current }) => <Figure value={volume_current} />),
    price('price_order', words().price),
    number('now', words().now, 88, (row) => (
      <MarketPrice {...{ live, row }} digits={digitsOf(row.symbol)} />
    )),
    price('sl', words().sl),
    price('tp', words().tp),
    column('until', words().until, 150, (row) => <UntilCell row={row} />),
    column('state', words().state, 120, stateAndPair),
  ];
};

const NarrowRow = ({ live, row, digits }: MarketProps) => (
  <div class="narrow-row">
    <span>
      <strong>{row.symbol}</strong> <Side side={row.side} /> {words()[row.kind]}{' '}
      <Figure value={row.volume_current} />
    </span>
    <span class="end">
      <Price value={row.price_order} digits={digits} />
    </span>
    <span class="muted small">
      {stateText(row)} SL <Price value={row.sl} digits={digits} /> TP{' '}
      <Price value={row.tp} digits={digits} />
    </span>
    <span class="muted small end">
      <MarketPrice {...{ live, row, digits }} />
    </span>
  </div>
);

interface ActOnOrder {
  readonly act: OrderAct;
  readonly order: OrderRow;
}

/** The table of orders. */
export const Orders = ({ isTrading }: { readonly isTrading: boolean }) => {
  const live = useTrader();
  const { account, symbols } = live;
  const element = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<ActOnOrder | null>(null);
  const orders = account.orders.value;
  const rows = useMemo(() => [...orders.values()], [orders]);
  const digitsOf = (symbol: string): number => symbols.byName.value.get(symbol)?.digits ?? 0;
  const actOnFocused = (act: OrderAct): void => {
    if (!element.current?.contains(document.activeElement)) return;
    const order = rows[rowIndexOf(document.activeElement)];
    if (order !== undefined) setOpened({ act, order });
  };
  useKeys(
    words().orders,
    isTrading
      ? [
          { key: 'M', text: words().change2, run: () => actOnFocused('modify') },
          { key: 'Del', text: words().cancel, run: () => actOnFocused('cancel') },
        ]
      : [],
  );
  const menuOf = (order: OrderRow): readonly MenuItem[] => [
    {
      text: words().change2,
      key: 'M',
      icon: 'pencil',
      run: () => setOpened({ act: 'modify', order }),
    },
    {
      text: words().cancel,
      key: 'Del',
      icon: 'trash',
      tone: 'danger',
      run: () => setOpened({ act: 'cancel', order }),
    },
  ];
  return (
    <div class="rows" ref={element}>
      <Loaded
        status={account.facts.value === null ? 'loading' : 'ready'}
        refusal={null}
        hasContent={rows.length > 0}
        empty={{ text: words().noOrders }}
        skeletonRows={3}
      >
        <Table
          label={words().orders}
          columns={columnsOf(live, digitsOf)}
          rows={rows}
          keyOf={({ id }) => id}
          onOpen={(order) => isTrading && setOpened({ act: 'modify', order })}
          menuOf={isTrading ? menuOf : undefined}
          narrow={(row) => <NarrowRow {...{ live, row }} digits={digitsOf(row.symbol)} />}
        />
      </Loaded>
      {opened === null ? null : (
        <OrderDialog
          {...opened}
          account={tradeStateOf(live).account}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
};

const intentText = ({ request }: Intent): string => {
  switch (request.kind) {
    case 'open':
    case 'pending':
      return `${request.symbol} ${withDigits(request.volume, 0)}`;
    case 'close':
    case 'close_by':
      return words().closeOf(request.position_id);
    case 'price':
      return request.symbol;
    default:
      return words().other;
  }
};

const UnderWayRow = ({ live, intent }: { readonly live: TraderLive; readonly intent: Intent }) => {
  const now = useNow(live.connection.serverNow);
  const { request } = intent;
  const { kind } = intent.state.value;
  const symbol = 'symbol' in request ? live.symbols.byName.value.get(request.symbol) : undefined;
  const seconds = symbol?.request_timeout_sec ?? null;
  const left = seconds === null ? null : Math.ceil((intent.sentAt + seconds * 1_000 - now) / 1_000);
  const text = {
    sending: words().queuedSending,
    asking: words().queuedAsking,
    queued: words().queuedDealer,
  }[kind as 'sending'];
  return (
    <li class="line">
      {'side' in request ? <Side side={request.side} /> : null}
      <strong>{intentText(intent)}</strong>
      <span class="muted">
        {text}
        {left === null || left < 0 ? '' : `, ${ticketWords().left(left)}`}
      </span>
    </li>
  );
};

/** Requests that were sent and have no outcome yet; an answer at once leaves no flash here. */
export const UnderWay = () => {
  const live = useTrader();
  const shown = live.intents.open.value.filter(({ state }) => state.value.kind !== 'sending');
  if (shown.length === 0) return null;
  return (
    <ul class="under-way" aria-label={words().queued}>
      {shown.map((intent) => (
        <UnderWayRow key={intent.request.request_id} live={live} intent={intent} />
      ))}
    </ul>
  );
};
