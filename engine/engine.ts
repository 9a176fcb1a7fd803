// The engine's entry: all that the other rooms may use of it.

export { apply, type EventRows, leave, newAccount, stateRows } from './account.js';
export { Book } from './book.js';
export { bustId } from './bust.js';
export { weeklyBefore } from './clock.js';
export { currencyDigits } from './currency.js';
export { digestOf } from './digest.js';
export { execute } from './execute.js';
export {
  basisOf,
  type LiveOrder,
  type LivePosition,
  moneyOf,
  type Picture,
  picture,
} from './money.js';
export {
  type PaymentTerms,
  POSITION_PAYMENT_ACTIONS,
  type PositionPayment,
  positionAmount,
  positionPayments,
} from './position-payments.js';
export { groupPrice, type Quote, symbolPrice } from './quotes.js';
export {
  type ChangedSettings,
  changeSettings,
  compileSettings,
  type EngineGroup,
  type EngineSettings,
  type SettingsEffect,
} from './settings.js';
export { settle } from './settle.js';
export type { EngineSymbol } from './symbols.js';
export { endsOfDayBetween, isRunOpen, nextEndOfDay } from './trading-day.js';
export type { AccountState, Context, Execution } from './types.js';
