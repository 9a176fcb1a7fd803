// Sums of what an account's deals did to its balance, reckoned from what clients are shown.

import type { Deal } from './shapes.js';

/** Deals that change the credit instead of the balance. */
const CREDIT = ['credit', 'bonus', 'so_compensation_credit'];

const cents = (money: string): bigint => BigInt(money.replace('.', ''));

/** Sum of profit, swap, commission and fee of the deals that change the balance, two digits. */
export const balanceOf = (deals: readonly Deal[]): string => {
  const sum = deals
    .filter(({ action }) => !CREDIT.includes(action))
    .flatMap(({ profit, swap, commission, fee }) => [profit, swap, commission, fee])
    .reduce((total, money) => total + cents(money), 0n);
  const digits = String(sum < 0n ? -sum : sum).padStart(3, '0');
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
