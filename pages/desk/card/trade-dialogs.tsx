// The dialogs of trades on the card, in a part that is loaded when one is opened.

import { HeldFill } from '../../accounts/held-fill.js';
import type { TradingAccount } from '../../ticket/account.js';
import { type OrderAct, OrderDialog } from '../../ticket/order-dialogs.js';
import { type PositionAct, PositionDialog } from '../../ticket/position-dialogs.js';
import type { CardOrder, CardPosition } from './open-trades.js';

/** The act whose dialog is open. */
export type OpenedTrade =
  | { readonly act: PositionAct; readonly position: CardPosition }
  | { readonly act: OrderAct | 'held'; readonly order: CardOrder };

interface CardTradeDialogProps {
  readonly opened: OpenedTrade;
  readonly account: TradingAccount;
  readonly onClose: () => void;
}

/** The dialog of an act on a position or an order. The card reads its orders again by itself. */
const CardTradeDialog = ({ opened, account, onClose }: CardTradeDialogProps) => {
  if ('position' in opened) return <PositionDialog {...opened} {...{ account, onClose }} />;
  const { act, order } = opened;
  if (act === 'held') return <HeldFill {...{ order, onClose }} />;
  return <OrderDialog {...{ act, order, account, onClose }} />;
};

export default CardTradeDialog;
