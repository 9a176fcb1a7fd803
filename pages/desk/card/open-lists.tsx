// The open positions and the working orders on the card, with the acts on a row.

import { useState } from 'preact/hooks';
import lazy from 'preact-iso/lazy';
import type { Account } from '../../accounts/balance-dialog.js';
import { useOrderActs } from '../../accounts/order-acts.js';
import { useStaffStore } from '../../frame/store.js';
import { texts } from '../../texts/language.js';
import type { TradingAccount } from '../../ticket/account.js';
import type { PositionAct } from '../../ticket/position-dialogs.js';
import { canClosePart } from '../../ticket/sizing.js';
import { lettersWork } from '../../ui/keys.js';
import { LoadedList } from '../../ui/loaded.js';
import type { MenuItem } from '../../ui/menu.js';
import { Table } from '../../ui/table.js';
import type { CardOrder, CardPosition, OpenTrades } from './open-trades.js';
import { NARROW_OF, openColumns } from './row-columns.js';
import type { OpenedTrade } from './trade-dialogs.js';

const CardTradeDialog = lazy(() => import('./trade-dialogs.js'));

const words = texts({
  positions: ['Open positions', 'Offene Positionen'],
  noPositions: ['No open positions.', 'Keine offenen Positionen.'],
  orders: ['Working orders', 'Offene Aufträge'],
  noOrders: ['No working orders.', 'Keine offenen Aufträge.'],
  modify: ['Change stops', 'Stops ändern'],
  close: ['Close', 'Schließen'],
  part: ['Close a part', 'Teil schließen'],
  close_by: ['Close by another', 'Durch Gegenposition schließen'],
  change: ['Change', 'Ändern'],
  cancel: ['Cancel', 'Löschen'],
  reverse: ['Reverse', 'Drehen'],
});

/** The props of the lists of open trades. */
export interface OpenListProps {
  readonly account: Account;
  readonly trading: TradingAccount;
  readonly trades: OpenTrades;
  readonly isBesideTicket: boolean;
}

/** Acts on a position by the key of its row. */
const POSITION_KEYS: Readonly<Record<string, PositionAct>> = {
  m: 'modify',
  x: 'close',
  X: 'part',
  y: 'close_by',
  r: 'reverse',
};

const mayPart = ({ symbol, volume }: CardPosition, { symbols }: TradingAccount): boolean =>
  canClosePart(volume, symbols.peek().get(symbol)?.volume_min ?? '0');

/** The open positions of the account. */
export const OpenPositions = ({ account, trading, trades, isBesideTicket }: OpenListProps) => {
  const { session } = useStaffStore();
  const [opened, setOpened] = useState<OpenedTrade | null>(null);
  const mayTrade = session.can('accounts.trade');
  const itemsOf = (position: CardPosition): readonly MenuItem[] => {
    const item = (act: PositionAct, key: string) => ({
      text: words()[act],
      key,
      run: () => setOpened({ act, position }),
    });
    return [
      { ...item('modify', 'M'), icon: 'pencil' },
      { ...item('close', 'X'), icon: 'close' },
      { ...item('part', 'Shift+X'), isOff: !mayPart(position, trading) },
      item('close_by', 'Y'),
      item('reverse', 'R'),
    ];
  };
  const onRowKey = (position: CardPosition, key: string): boolean => {
    const act = POSITION_KEYS[key];
    if (!mayTrade || act === undefined || !lettersWork.peek()) return false;
    if (act === 'part' && !mayPart(position, trading)) return false;
    setOpened({ act, position });
    return true;
  };
  return (
    <div class="panel rows">
      <LoadedList list={trades.positions} empty={{ text: words().noPositions }}>
        {(rows) => (
          <Table<CardPosition>
            label={words().positions}
            columns={openColumns('positions', account.currency_digits, isBesideTicket)}
            rows={rows}
            keyOf={({ id }) => id}
            onOpen={mayTrade ? (position) => setOpened({ act: 'modify', position }) : undefined}
            menuOf={mayTrade ? itemsOf : undefined}
            onRowKey={onRowKey}
            narrow={NARROW_OF.positions}
          />
        )}
      </LoadedList>
      {opened === null ? null : (
        <CardTradeDialog {...{ opened }} account={trading} onClose={() => setOpened(null)} />
      )}
    </div>
  );
};

/** The working orders of the account. */
export const OpenOrders = (props: OpenListProps) => {
  const { account, trading, trades, isBesideTicket } = props;
  const { session } = useStaffStore();
  const [opened, setOpened] = useState<OpenedTrade | null>(null);
  const providerItems = useOrderActs<CardOrder>(
    (order) => setOpened({ act: 'held', order }),
    trades.reload,
  );
  const mayTrade = session.can('accounts.trade');
  const itemsOf = (order: CardOrder): readonly MenuItem[] => [
    ...(mayTrade
      ? [
          {
            text: words().change,
            key: 'M',
            icon: 'pencil' as const,
            run: () => setOpened({ act: 'modify', order }),
          },
          {
            text: words().cancel,
            key: 'Del',
            icon: 'trash' as const,
            tone: 'danger' as const,
            run: () => setOpened({ act: 'cancel', order }),
          },
        ]
      : []),
    ...providerItems(order),
  ];
  const onRowKey = (order: CardOrder, key: string): boolean => {
    const isModify = key === 'm' && lettersWork.peek();
    if (!mayTrade || (!isModify && key !== 'Delete')) return false;
    setOpened({ act: isModify ? 'modify' : 'cancel', order });
    return true;
  };
  return (
    <div class="panel rows">
      <LoadedList list={trades.orders} empty={{ text: words().noOrders }}>
        {(rows) => (
          <Table<CardOrder>
            label={words().orders}
            columns={openColumns('orders', account.currency_digits, isBesideTicket)}
            rows={rows}
            keyOf={({ id }) => id}
            onOpen={mayTrade ? (order) => setOpened({ act: 'modify', order }) : undefined}
            menuOf={rows.some((row) => itemsOf(row).length > 0) ? itemsOf : undefined}
            onRowKey={onRowKey}
            narrow={NARROW_OF.orders}
          />
        )}
      </LoadedList>
      {opened === null ? null : (
        <CardTradeDialog {...{ opened }} account={trading} onClose={() => setOpened(null)} />
      )}
    </div>
  );
};
