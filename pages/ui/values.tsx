// Prices, money, sides and times in cells and sentences.

import type { ComponentChildren } from 'preact';
import { common } from '../texts/common.js';
import {
  grouped,
  moneyText,
  priceParts,
  signed,
  signOf,
  type TimeStyle,
  timeText,
  withDigits,
} from '../texts/numbers.js';
import { Icon } from './icons.js';

const NONE = '–';

interface PriceProps {
  /** The server's text; null = there is no price. */
  readonly value: string | null | undefined;
  readonly digits: number;
}

/** A price in one size. */
export const Price = ({ value, digits }: PriceProps) => (
  <span class="price">{value == null ? NONE : withDigits(value, digits)}</span>
);

/** A live price: pips large, the last digit small. */
export const BigPrice = ({ value, digits }: PriceProps) => {
  if (value == null) return <span class="price">{NONE}</span>;
  const { head, pips, tail } = priceParts(value, digits);
  return (
    <span class="price big">
      {head}
      <b>{pips}</b>
      {tail === '' ? null : <small>{tail}</small>}
    </span>
  );
};

interface MoneyProps {
  readonly value: string | null | undefined;
  /** The digits of the currency. */
  readonly digits?: number | undefined;
  readonly currency?: string | undefined;
}

/** An amount of money. */
export const Money = ({ value, digits = 2, currency }: MoneyProps) => (
  <span class="money">
    {value == null ? NONE : moneyText(value, digits)}
    {currency === undefined || value == null ? null : ` ${currency}`}
  </span>
);

/** A profit: its sign, an arrow and a colour. */
export const Profit = ({ value, digits = 2, currency }: MoneyProps) => {
  if (value == null) return <span class="money">{NONE}</span>;
  const sign = signOf(value);
  const look = sign === 0 ? '' : sign > 0 ? 'up' : 'down';
  return (
    <span class={`money profit ${look}`}>
      {sign === 0 ? null : <Icon name={sign > 0 ? 'arrowUp' : 'arrowDown'} />}
      {sign === 0 ? moneyText(value, digits) : signed(moneyText(value, digits))}
      {currency === undefined ? null : ` ${currency}`}
    </span>
  );
};

/** Lots, percents and other numbers, as the server has them. */
export const Figure = ({ value, digits = 0 }: { value: string | null; digits?: number }) => (
  <span class="figure">{value === null ? NONE : grouped(withDigits(value, digits))}</span>
);

/** Buy or sell: the word, an arrow and a colour. */
export const Side = ({ side }: { readonly side: 'buy' | 'sell' }) => (
  <span class={`side ${side === 'buy' ? 'up' : 'down'}`}>
    <Icon name={side === 'buy' ? 'arrowUp' : 'arrowDown'} />
    {side === 'buy' ? common().buy : common().sell}
  </span>
);

interface TimeProps {
  /** An ISO time or ms since 1970; null = none. */
  readonly at: string | number | null | undefined;
  readonly style?: TimeStyle | undefined;
}

/** A moment by the server's clock; the title has it in the user's own zone. */
export const Time = ({ at, style = 'both' }: TimeProps) => {
  if (at == null) return <span>{NONE}</span>;
  const iso = typeof at === 'number' ? new Date(at).toISOString() : at;
  return (
    <time dateTime={iso} title={common().yourTime(timeText(at, 'both', 'machine'))}>
      {timeText(at, style)}
    </time>
  );
};

/** A text that users have written: it may run from right to left. */
export const UserText = ({ children }: { readonly children: ComponentChildren }) =>
  children === '' ? null : <bdi>{children}</bdi>;
