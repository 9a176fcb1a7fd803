// The dialogs of trades on the card, in a part that is loaded when one is opened.

import type { TradingAccount } from '../../ticket/account.js';
import { type OrderAct, OrderDialog } from '../../ticket/order-dialogs.js';
import { type PositionAct, PositionDialog } from '../../ticket/position-dialogs.js';
import type { CardOrder, CardPosition } from './open-trades.js';

/** The act whose dialog is open. */
export type OpenedTrade =
  | { readonly act: PositionAct; readonly position: CardPosition }
  | { readonly act: OrderAct; readonly order: CardOrder };

interface CardTradeDialogProps {
  readonly opened: OpenedTrade;
  readonly account: TradingAccount;
  readonly onClose: () => void;
}

/** The dialog of an act on a position or an order. */
const CardTradeDialog = ({ opened, ...rest }: CardTradeDialogProps) =>
  'position' in opened ? (
    <PositionDialog {...opened} {...rest} />
  ) : (
    <OrderDialog {...opened} {...rest} />
  );

export default CardTradeDialog;
