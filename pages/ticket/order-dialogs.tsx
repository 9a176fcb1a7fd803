// The acts on a working order: its prices, stops and lifetime, and taking it back.

import { useState } from 'preact/hooks';
import type { TradeRequest } from '../../client/index.js';
import type { OrderRow } from '../live/account.js';
import { fieldTime, momentOf } from '../live/clock.js';
import { typedNumber, withDigits } from '../texts/numbers.js';
import { NumberField, SelectField, TextField } from '../ui/field.js';
import { Figure, Price, Side } from '../ui/values.js';
import type { TradingAccount } from './account.js';
import { stepped } from './form.js';
import { TradeDialog } from './trade-dialog.js';
import { words } from './words.js';

/** An act on an order. */
export type OrderAct = 'modify' | 'cancel';

/** The props of a dialog of an order. */
export interface OrderDialogProps {
  readonly account: TradingAccount;
  readonly order: OrderRow;
  readonly onClose: () => void;
}

const goneOf = ({ account, order }: OrderDialogProps): string | null =>
  account.orders.value.has(order.id) ? null : words().goneOrder;

const OrderFacts = ({ account, order }: OrderDialogProps) => {
  const digits = account.symbols.value.get(order.symbol)?.digits ?? 0;
  const kind = order.kind === 'close_by' ? 'market' : order.kind;
  return (
    <p class="line">
      <strong>{order.symbol}</strong>
      <Side side={order.side} />
      <span>{words()[kind]}</span>
      <Figure value={order.volume_current} />
      <Price value={order.price_order} digits={digits} />
    </p>
  );
};

const CancelDialog = (props: OrderDialogProps) => {
  const { account, order, onClose } = props;
  return (
    <TradeDialog
      account={account}
      title={words().cancelTitle(order.id)}
      symbol={order.symbol}
      side={null}
      request={{ kind: 'pending_cancel', order_id: order.id }}
      action={words().cancelVerb}
      harmless={words().keep}
      tone="danger"
      gone={goneOf(props)}
      onClose={onClose}
    >
      <OrderFacts {...props} />
      {order.oco_order_id > 0 ? <p>{words().pairEnds(order.oco_order_id)}</p> : null}
    </TradeDialog>
  );
};

interface Entries {
  readonly price: string;
  readonly limit: string;
  readonly sl: string;
  readonly tp: string;
  readonly expiration: OrderRow['expiration'];
  readonly expiresAt: string;
}

const startOf = (order: OrderRow, digits: number): Entries => {
  const text = (price: string | null): string => (price === null ? '' : withDigits(price, digits));
  return {
    price: text(order.price_order),
    limit: text(order.price_stop_limit),
    sl: text(order.sl),
    tp: text(order.tp),
    expiration: order.expiration,
    expiresAt: order.expires_at === null ? '' : fieldTime(Date.parse(order.expires_at)),
  };
};

const expiryMembers = ({ expiration, expiresAt }: Entries): object | null => {
  if (expiration === 'gtc' || expiration === 'day') return { expiration };
  const isDay = expiration === 'specified_day';
  const at = momentOf(isDay ? expiresAt.slice(0, 10) : expiresAt);
  return Number.isNaN(at) ? null : { expiration, expires_at: new Date(at).toISOString() };
};

/** The request of the entries; null = one of them is no number. */
const requestOf = (order: OrderRow, entries: Entries): TradeRequest | null => {
  const stop = (text: string) => (text.trim() === '' ? '0' : typedNumber(text));
  const price = typedNumber(entries.price);
  const limit = typedNumber(entries.limit);
  const sl = stop(entries.sl);
  const tp = stop(entries.tp);
  const lifetime = expiryMembers(entries);
  const isStopLimit = order.kind === 'stop_limit';
  if (price === null || sl === null || tp === null || lifetime === null) return null;
  if (isStopLimit && limit === null) return null;
  return {
    kind: 'pending_modify',
    order_id: order.id,
    price,
    ...(isStopLimit && limit !== null && { price_stop_limit: limit }),
    sl,
    tp,
    ...lifetime,
  };
};

const ModifyDialog = (props: OrderDialogProps) => {
  const { account, order, onClose } = props;
  const symbol = account.symbols.value.get(order.symbol);
  const digits = symbol?.digits ?? 0;
  const [entries, setEntries] = useState(() => startOf(order, digits));
  const change = (changed: Partial<Entries>): void =>
    setEntries((before) => ({ ...before, ...changed }));
  const field = (name: 'price' | 'limit' | 'sl' | 'tp', label: string) => {
    const text = entries[name];
    const mayBeEmpty = name === 'sl' || name === 'tp';
    const isWrong = typedNumber(text) === null && !(mayBeEmpty && text.trim() === '');
    return (
      <NumberField
        label={label}
        value={text}
        onInput={(value) => change({ [name]: value })}
        onStep={(steps) => {
          const from = text.trim() === '' ? entries.price : text;
          change({ [name]: stepped(from, steps, symbol?.tick_size ?? '1', '0') });
        }}
        fault={isWrong ? words().not_a_number : null}
      />
    );
  };
  const isDay = entries.expiration === 'specified_day';
  return (
    <TradeDialog
      account={account}
      title={words().orderTitle(order.id)}
      symbol={order.symbol}
      side={null}
      request={requestOf(order, entries)}
      action={words().saveVerb}
      gone={goneOf(props)}
      onClose={onClose}
    >
      <OrderFacts {...props} />
      {field('price', order.kind === 'limit' ? words().price : words().stopPrice)}
      {order.kind === 'stop_limit' ? field('limit', words().limitPrice) : null}
      {field('sl', words().sl)}
      {field('tp', words().tp)}
      <SelectField
        label={words().lifetime}
        value={entries.expiration}
        choices={(symbol?.expiration_flags ?? [entries.expiration]).map((value) => ({
          value,
          text: words()[value],
        }))}
        onSelect={(expiration) => change({ expiration })}
      />
      {entries.expiration === 'specified' || isDay ? (
        <TextField
          label={words().until}
          type={(isDay ? 'date' : 'datetime-local') as 'date'}
          value={isDay ? entries.expiresAt.slice(0, 10) : entries.expiresAt}
          onInput={(expiresAt) => change({ expiresAt })}
        />
      ) : null}
    </TradeDialog>
  );
};

/** The dialog of an act on an order. */
export const OrderDialog = ({ act, ...props }: OrderDialogProps & { readonly act: OrderAct }) =>
  act === 'modify' ? <ModifyDialog {...props} /> : <CancelDialog {...props} />;
