// The engine: the commands, ticks, terms and states that a runtime is built on, in one place.

export { apply, type EventRows, leave, newAccount } from './account/account.js';
export { basisOf } from './account/basis.js';
export type { AccountState } from './account/types.js';
export { weeklyBefore } from './calendar/clock.js';
export { isRunOpen, nextEndOfDay } from './calendar/trading-day.js';
export { checkTrade, type MoveValue, type TradeCheck } from './check-trade.js';
export { daySums } from './deals/day-sums.js';
export { idleRowOf, type StillAccount } from './eod/idle-day.js';
export { execute } from './execute.js';
export { AccountIndex } from './index/account-index.js';
export { moneyOf, openValuesOf, positionValues, snapshotOf } from './margin/money.js';
export { roundAmount } from './margin/profit.js';
export { currencyDigits } from './numbers/currency.js';
export { onTick, TickProgress } from './on-tick.js';
export { groupPrice } from './settings/quotes.js';
export { changeSettings, compileSettings } from './settings/settings.js';
export { digestOf } from './turn/digest.js';
