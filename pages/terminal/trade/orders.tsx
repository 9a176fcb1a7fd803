// Working orders, a pair as one entry, and the acts on a row; requests under way stand above them.

import type { ComponentChildren } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { useTrader } from '../../frame/store.js';
import type { OrderRow } from '../../live/account.js';
import type { Intent } from '../../live/intent.js';
import type { TraderLive } from '../../live/trader.js';
import { withDigits } from '../../texts/numbers.js';
import type { OrderAct } from '../../ticket/order-dialogs.js';
import { useNow } from '../../ticket/outcome.js';
import { words as ticketWords } from '../../ticket/words.js';
import { useKeys } from '../../ui/keys.js';
import { Loaded } from '../../ui/loaded.js';
import type { MenuItem } from '../../ui/menu.js';
import { type Column, Table } from '../../ui/table.js';
import { Figure, Price, Side, Time } from '../../ui/values.js';
import { OrderDialog } from './dialogs.js';
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

/** A line of the table: an order, or a pair of which one ends the other. */
interface OrderEntry {
  readonly order: OrderRow;
  readonly other: OrderRow | null;
}

/** Orders as entries: a pair stands where its first order is. */
const entriesOf = (orders: ReadonlyMap<number, OrderRow>): readonly OrderEntry[] => {
  const partnerOf = ({ id, oco_order_id }: OrderRow): OrderRow | null => {
    const partner = orders.get(oco_order_id);
    return partner?.oco_order_id === id ? partner : null;
  };
  const isSecond = (order: OrderRow): boolean => {
    const partner = partnerOf(order);
    return partner !== null && partner.id < order.id;
  };
  return [...orders.values()]
    .filter((order) => !isSecond(order))
    .map((order) => ({ order, other: partnerOf(order) }));
};

/** A cell of both orders of a pair. */
const both =
  (cell: (order: OrderRow) => ComponentChildren) =>
  ({ order, other }: OrderEntry): ComponentChildren =>
    other === null ? (
      cell(order)
    ) : (
      <>
        {cell(order)} <span class="muted">/</span> {cell(other)}
      </>
    );

const columnsOf = (
  live: TraderLive,
  digitsOf: (symbol: string) => number,
  hasPairs: boolean,
): readonly Column<OrderEntry>[] => {
  const column = (
    key: string,
    title: string,
    [single, pair]: readonly [single: number, pair: number],
    cell: (order: OrderRow) => ComponentChildren,
  ): Column<OrderEntry> => ({ key, title, width: hasPairs ? pair : single, cell: both(cell) });
  const number = (...given: Parameters<typeof column>): Column<OrderEntry> => ({
    ...column(...given),
    isNumber: true,
  });
  const price = (key: 'price_order' | 'sl' | 'tp', title: string): Column<OrderEntry> =>
    number(key, title, [84, 138], (row) => (
      <Price value={row[key]} digits={digitsOf(row.symbol)} />
    ));
  return [
    {
      key: 'symbol',
      title: words().symbol,
      width: hasPairs ? 124 : 120,
      cell: ({ order, other }) => (
        <>
          {order.symbol}{' '}
          <span class="muted">
            #{order.id}
            {other === null ? null : ` #${other.id}`}
          </span>
        </>
      ),
    },
    column('kind', words().kind, [140, 178], (row) => (
      <KindCell row={row} digits={digitsOf(row.symbol)} />
    )),
    number('lots', words().lots, [60, 90], ({ volume_current }) => (
      <Figure value={volume_current} />
    )),
    price('price_order', words().price),
    {
      key: 'now',
      title: words().now,
      width: hasPairs ? 76 : 84,
      isNumber: true,
      cell: ({ order }) => <MarketPrice live={live} row={order} digits={digitsOf(order.symbol)} />,
    },
    price('sl', words().sl),
    price('tp', words().tp),
    {
      key: 'until',
      title: words().until,
      width: hasPairs ? 80 : 146,
      cell: ({ order }) => <UntilCell row={order} />,
    },
    {
      key: 'state',
      title: words().state,
      width: hasPairs ? 72 : 88,
      cell: ({ order, other }) =>
        other === null ? stateText(order) : <abbr title={words().oco}>OCO</abbr>,
    },
  ];
};

interface NarrowEntryProps {
  readonly live: TraderLive;
  readonly entry: OrderEntry;
  readonly digits: number;
}

/** On a phone: the order, and below it its partner or its stops. */
const NarrowRow = ({ live, entry: { order, other }, digits }: NarrowEntryProps) => (
  <div class="narrow-row">
    <span>
      <strong>{order.symbol}</strong> <Side side={order.side} /> {words()[order.kind]}{' '}
      <Figure value={order.volume_current} />
    </span>
    <span class="end">
      <Price value={order.price_order} digits={digits} />
    </span>
    {other === null ? (
      <>
        <span class="muted small">
          {stateText(order)} SL <Price value={order.sl} digits={digits} /> TP{' '}
          <Price value={order.tp} digits={digits} />
        </span>
        <span class="muted small end">
          <MarketPrice live={live} row={order} digits={digits} />
        </span>
      </>
    ) : (
      <>
        <span>
          OCO <Side side={other.side} /> {words()[other.kind]}{' '}
          <Figure value={other.volume_current} />
        </span>
        <span class="end">
          <Price value={other.price_order} digits={digits} />
        </span>
      </>
    )}
  </div>
);

interface ActOnOrder {
  readonly act: OrderAct;
  readonly order: OrderRow;
}

/** The acts on an entry: each order of a pair is changed by itself, and both end together. */
const menuItems = (
  { order, other }: OrderEntry,
  open: (opened: ActOnOrder) => void,
): readonly MenuItem[] => [
  {
    text: other === null ? words().change2 : words().changeOf(order.id),
    key: 'M',
    icon: 'pencil',
    run: () => open({ act: 'modify', order }),
  },
  ...(other === null
    ? []
    : [
        {
          text: words().changeOf(other.id),
          key: 'Shift+M',
          icon: 'pencil' as const,
          run: () => open({ act: 'modify', order: other }),
        },
      ]),
  {
    text: other === null ? words().cancel : words().cancelPair,
    key: 'Del',
    icon: 'trash',
    tone: 'danger',
    run: () => open({ act: 'cancel', order }),
  },
];

/** The table of orders. */
export const Orders = ({ isTrading }: { readonly isTrading: boolean }) => {
  const live = useTrader();
  const { account, symbols } = live;
  const element = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<ActOnOrder | null>(null);
  const orders = account.orders.value;
  const entries = useMemo(() => entriesOf(orders), [orders]);
  const digitsOf = (symbol: string): number => symbols.byName.value.get(symbol)?.digits ?? 0;
  const actOnFocused = (act: OrderAct, of: keyof OrderEntry): void => {
    if (!element.current?.contains(document.activeElement)) return;
    const order = entries[rowIndexOf(document.activeElement)]?.[of];
    if (order != null) setOpened({ act, order });
  };
  useKeys(
    words().orders,
    isTrading
      ? [
          { key: 'M', text: words().change2, run: () => actOnFocused('modify', 'order') },
          { key: 'Shift+M', text: words().changeOther, run: () => actOnFocused('modify', 'other') },
          { key: 'Del', text: words().cancel, run: () => actOnFocused('cancel', 'order') },
        ]
      : [],
  );
  return (
    <div class="rows" ref={element}>
      <Loaded
        status={account.facts.value === null ? 'loading' : 'ready'}
        refusal={null}
        hasContent={entries.length > 0}
        empty={{ text: words().noOrders }}
        skeletonRows={3}
      >
        <Table
          label={words().orders}
          columns={columnsOf(
            live,
            digitsOf,
            entries.some(({ other }) => other !== null),
          )}
          rows={entries}
          keyOf={({ order }) => order.id}
          onOpen={({ order }) => isTrading && setOpened({ act: 'modify', order })}
          menuOf={isTrading ? (entry) => menuItems(entry, setOpened) : undefined}
          narrow={(entry) => (
            <NarrowRow live={live} entry={entry} digits={digitsOf(entry.order.symbol)} />
          )}
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
