// Working orders across accounts, live by a mask of groups: bulk cancel, export.

import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { HeldFill, type HeldOrder } from '../../accounts/held-fill.js';
import { isHeld, OrderState, useOrderActs } from '../../accounts/order-acts.js';
import { hrefOf } from '../../frame/routes.js';
import { useStaffStore } from '../../frame/store.js';
import { AccountLink, digitsOf, LivePrice, ownerColumns } from '../../lists/cells.js';
import { saveExport } from '../../lists/files.js';
import { TwoLines } from '../../lists/two-lines.js';
import type { StaffOrderRow } from '../../live/rows.js';
import type { StaffLive } from '../../live/staff.js';
import { orderKindText } from '../../texts/enums.js';
import { Button } from '../../ui/button.js';
import type { MenuItem } from '../../ui/menu.js';
import type { Column } from '../../ui/table.js';
import { toastRefusal } from '../../ui/toast.js';
import { Figure, Price, Side, Time, UserText } from '../../ui/values.js';
import { BulkDialog, type OpenedBulk } from './bulk-dialog.js';
import { ShownActs, Trades, useTradeRows } from './trades-view.js';
import { words } from './words.js';

const columnsOf = (live: StaffLive): readonly Column<StaffOrderRow>[] => {
  const price = (key: 'price_order' | 'sl' | 'tp', title: string): Column<StaffOrderRow> => ({
    key,
    title,
    width: key === 'price_order' ? 84 : 72,
    isNumber: true,
    cell: (row) => <Price value={row[key]} digits={digitsOf(live, row.symbol)} />,
  });
  return [
    ...ownerColumns<StaffOrderRow>(words().order, ({ id }) => id),
    {
      key: 'symbol',
      title: words().symbol,
      width: 84,
      isSortable: true,
      cell: ({ symbol }) => <UserText>{symbol}</UserText>,
    },
    {
      key: 'kind',
      title: words().kind,
      width: 120,
      isSortable: true,
      cell: ({ kind, side }) => (
        <>
          <Side side={side} /> {orderKindText(kind)}
        </>
      ),
    },
    {
      key: 'volume_current',
      title: words().lots,
      width: 64,
      isNumber: true,
      isSortable: true,
      cell: ({ volume_current }) => <Figure value={volume_current} digits={2} />,
    },
    price('price_order', words().price),
    {
      key: 'now',
      title: words().now,
      width: 84,
      isNumber: true,
      cell: ({ symbol, side }) => (
        <LivePrice live={live} symbol={symbol} of={side === 'buy' ? 'ask' : 'bid'} />
      ),
    },
    price('sl', words().sl),
    price('tp', words().tp),
    {
      // Orders with a held fill stand together in this order.
      key: 'volume_held',
      title: words().state,
      width: 104,
      isSortable: true,
      cell: OrderState,
    },
    {
      key: 'created_at',
      title: words().created,
      width: 160,
      isSortable: true,
      cell: ({ created_at }) => <Time at={created_at} />,
    },
  ];
};

const narrowOf = (live: StaffLive) =>
  function NarrowOrder(row: StaffOrderRow) {
    return (
      <TwoLines
        first={
          <>
            <UserText>{row.symbol}</UserText> <Side side={row.side} />
            <span>{orderKindText(row.kind)}</span>
            <Figure value={row.volume_current} digits={2} />
          </>
        }
        firstEnd={
          isHeld(row) ? (
            <OrderState {...row} />
          ) : (
            <Price value={row.price_order} digits={digitsOf(live, row.symbol)} />
          )
        }
        second={
          <>
            #{row.id} <AccountLink login={row.login} />
          </>
        }
        secondEnd={
          <LivePrice live={live} symbol={row.symbol} of={row.side === 'buy' ? 'ask' : 'bid'} />
        }
      />
    );
  };

const nothing = (): void => undefined;

type OrderRows = readonly StaffOrderRow[];

/** The acts on orders that the user has the rights for. */
const useActs = () => {
  const { session } = useStaffStore();
  const { route } = useLocation();
  const [bulk, setBulk] = useState<OpenedBulk | null>(null);
  const canEdit = session.can('positions.bulk_close');
  const [held, setHeld] = useState<HeldOrder | null>(null);
  const itemsOf = useOrderActs(setHeld, nothing);
  const open = (rows: OrderRows, acts: OpenedBulk['acts']): void =>
    setBulk({ target: { orders: rows.map(({ id }) => id) }, acts });
  const cancel = (rows: OrderRows): void => open(rows, { delete_orders: true });
  const clear = (rows: OrderRows): void => open(rows, { clear_stops: true });
  const menuOf = (row: StaffOrderRow): readonly MenuItem[] => {
    const { login } = row;
    const edits: readonly MenuItem[] = [
      { text: words().cancelMarked, icon: 'close', run: () => cancel([row]) },
      { text: words().clearStops, icon: 'minus', run: () => clear([row]) },
    ];
    return [
      {
        text: words().openAccount,
        icon: 'user',
        run: () => route(hrefOf('/desk/', 'accounts/:login', { login })),
      },
      ...(canEdit ? edits : []),
      ...itemsOf(row),
    ];
  };
  const actsOf = (rows: OrderRows) => (
    <>
      <Button onClick={() => cancel(rows)}>{words().cancelMarked}</Button>
      <Button onClick={() => clear(rows)}>{words().clearStops}</Button>
    </>
  );
  const dialog = (
    <>
      {bulk === null ? null : <BulkDialog {...bulk} onClose={() => setBulk(null)} />}
      {held === null ? null : <HeldFill order={held} onClose={() => setHeld(null)} />}
    </>
  );
  return { canEdit, cancel, menuOf, actsOf: canEdit ? actsOf : null, dialog };
};

/** Working orders across accounts. */
const Orders = () => {
  const state = useTradeRows('orders');
  const { live, filters, rows } = state;
  const { canEdit, cancel, menuOf, actsOf, dialog } = useActs();
  const save = async (): Promise<void> => {
    const call = live.rest.GET('/admin/v1/positions/orders/export', {
      params: { query: filters },
      parseAs: 'text',
    });
    const saved = await saveExport('orders.csv', call);
    if (!saved.ok) toastRefusal(saved.refusal);
  };
  const act = {
    text: words().cancelShown,
    isOff: rows.length === 0,
    run: () => cancel(rows),
  };
  return (
    <>
      <Trades
        title={words().orders}
        empty={words().noOrders}
        state={state}
        columns={columnsOf(live)}
        narrow={narrowOf(live)}
        onDrawn={nothing}
        menuOf={menuOf}
        acts={<ShownActs act={canEdit ? act : null} onExport={() => void save()} />}
        actsOf={actsOf}
        total={words().totalOrders(rows.length, rows.filter(isHeld).length)}
      />
      {dialog}
    </>
  );
};

export default Orders;
