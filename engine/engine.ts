// The engine's entry: everything that other rooms may use of it.

export { apply, type EventRows, leave, newAccount, stateRows } from './account/account.js';
export type { AccountState, Context, Execution } from './account/types.js';
export { weeklyBefore } from './calendar/clock.js';
export { endsOfDayBetween, isRunOpen, nextEndOfDay } from './calendar/trading-day.js';
export {
  type PaymentTerms,
  POSITION_PAYMENT_ACTIONS,
  type PositionPayment,
  positionAmount,
  positionPayments,
} from './deals/position-payments.js';
export { execute } from './execute.js';
export { AccountIndex } from './index/account-index.js';
export {
  type AccountSnapshot,
  basisOf,
  type LiveOrder,
  type LivePosition,
  moneyOf,
  snapshotOf,
} from './margin/money.js';
export { currencyDigits } from './numbers/currency.js';
export { onTick } from './on-tick.js';
export { bustId } from './providers/bust.js';
export { groupPrice, type Quote, symbolPrice } from './settings/quotes.js';
export {
  type ChangedSettings,
  changeSettings,
  compileSettings,
  type EngineGroup,
  type EngineSettings,
  type SettingsEffect,
} from './settings/settings.js';
export type { EngineSymbol } from './settings/symbols.js';
export { digestOf } from './turn/digest.js';
