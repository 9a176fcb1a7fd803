// Money operations (trading-rules §4.8).

import type { BalanceCommand } from '../../wire/trading/commands.js';
import { CREDIT_ACTIONS } from '../../wire/trading/records.js';
import { type Answer, answered, refused } from './asking.js';
import type { Books } from './books.js';
import { dec } from './decimal.js';
import { stateOf } from './state.js';

/** Largest amount of one operation. */
const AMOUNT_MAX = dec('1e12');

/** Pays an amount in or out. */
export const pay = (books: Books, command: BalanceCommand): Answer => {
  const amount = dec(command.amount);
  const { ledger } = books;
  const onCredit = CREDIT_ACTIONS.includes(command.action);
  if (amount.isZero() || amount.decimalPlaces() > books.market.digits) {
    return refused('trade.invalid_request');
  }
  if (amount.abs().gt(AMOUNT_MAX)) return refused('trade.limit_money');
  if (onCredit && ledger.credit.plus(amount).lt(0)) return refused('trade.no_money');
  if (amount.lt(0) && !command.skip_margin_check) {
    if (!onCredit && ledger.balance.plus(amount).lt(0)) return refused('trade.no_money');
    if (stateOf(books).marginFree.plus(amount).lt(0)) return refused('trade.no_money');
  }
  books.putDeal({
    ...books.blankDeal(),
    action: command.action,
    profit: amount,
    reason: 'dealer',
    comment: command.comment,
  });
  return answered('ok');
};
