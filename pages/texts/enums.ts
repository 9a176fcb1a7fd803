// Words of the values that rows have: reasons, states, kinds, actions.

import type { Action, Entry, OrderKind, OrderState, Reason } from '../../wire/trading/records.js';
import { LANGUAGES, language } from './language.js';

/** English and German of each value. A missing value is an error of the compiler. */
type Words<Value extends string> = {
  readonly [V in Value]: readonly [en: string, de: string];
};

/** The word of a value, in the language of the pages; a value of a newer server stays as it is. */
const words =
  <Value extends string>(pairs: Words<Value>) =>
  (value: Value): string => {
    const pair: readonly string[] | undefined = pairs[value];
    return pair?.[LANGUAGES.indexOf(language.value)] ?? value;
  };

/** Why a deal or an order was made. */
export const reasonText = words<Reason>({
  client: ['Desktop', 'Desktop'],
  web: ['Web', 'Web'],
  mobile: ['Mobile', 'Mobil'],
  api: ['API', 'API'],
  expert: ['Expert', 'Expert'],
  dealer: ['Dealer', 'Händler'],
  sl: ['Stop loss', 'Stop Loss'],
  tp: ['Take profit', 'Take Profit'],
  so: ['Stop-out', 'Stop-out'],
  rollover: ['Rollover', 'Rollover'],
  gateway: ['Gateway', 'Gateway'],
  external_client: ['External client', 'Externer Kunde'],
  external_service: ['External service', 'Externer Dienst'],
  sync: ['Synchronization', 'Abgleich'],
  split: ['Split', 'Split'],
  corporate_action: ['Corporate action', 'Kapitalmaßnahme'],
  correction: ['Correction', 'Korrektur'],
});

/** The effect of a deal on the account. */
export const actionText = words<Action>({
  buy: ['Buy', 'Kauf'],
  sell: ['Sell', 'Verkauf'],
  balance: ['Balance', 'Guthaben'],
  charge: ['Charge', 'Gebühr'],
  correction: ['Correction', 'Korrektur'],
  commission: ['Commission', 'Provision'],
  commission_daily: ['Daily commission', 'Tagesprovision'],
  commission_monthly: ['Monthly commission', 'Monatsprovision'],
  agent: ['Agent commission', 'Vermittlerprovision'],
  agent_daily: ['Daily agent commission', 'Tägliche Vermittlerprovision'],
  agent_monthly: ['Monthly agent commission', 'Monatliche Vermittlerprovision'],
  interest: ['Interest', 'Zinsen'],
  swap: ['Swap', 'Swap'],
  dividend: ['Dividend', 'Dividende'],
  dividend_franked: ['Franked dividend', 'Dividende mit Steuergutschrift'],
  tax: ['Tax', 'Steuer'],
  transfer: ['Transfer', 'Übertrag'],
  so_compensation: ['Stop-out compensation', 'Ausgleich nach Stop-out'],
  credit: ['Credit', 'Kredit'],
  bonus: ['Bonus', 'Bonus'],
  so_compensation_credit: ['Stop-out compensation of credit', 'Kreditausgleich nach Stop-out'],
  buy_canceled: ['Canceled buy', 'Stornierter Kauf'],
  sell_canceled: ['Canceled sell', 'Stornierter Verkauf'],
});

/** The effect of a deal on a position. */
export const entryText = words<Entry>({
  in: ['Open', 'Eröffnung'],
  out: ['Close', 'Schließung'],
  inout: ['Reverse', 'Umkehr'],
  out_by: ['Close by', 'Schließung gegen Position'],
  none: ['–', '–'],
});

/** The kind of an order. */
export const orderKindText = words<OrderKind>({
  market: ['Market', 'Market'],
  limit: ['Limit', 'Limit'],
  stop: ['Stop', 'Stop'],
  stop_limit: ['Stop limit', 'Stop Limit'],
  close_by: ['Close by', 'Gegen Position'],
});

/** The state of an order. */
export const orderStateText = words<OrderState>({
  started: ['Checked', 'Geprüft'],
  request_add: ['Being placed', 'Wird aufgegeben'],
  placed: ['Placed', 'Aufgegeben'],
  partial: ['Filled in part', 'Teilweise ausgeführt'],
  request_modify: ['Being modified', 'Wird geändert'],
  request_cancel: ['Being canceled', 'Wird gelöscht'],
  filled: ['Filled', 'Ausgeführt'],
  canceled: ['Canceled', 'Gelöscht'],
  rejected: ['Rejected', 'Abgelehnt'],
  expired: ['Expired', 'Abgelaufen'],
});
