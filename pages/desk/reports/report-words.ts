// Words of what the server names in English: columns, modules, and values of rows.

import {
  actionText,
  entryText,
  orderKindText,
  orderStateText,
  reasonText,
} from '../../texts/enums.js';
import { language } from '../../texts/language.js';

/** German titles of columns; a column without one has the words of its name. */
const COLUMNS: Readonly<Record<string, string>> = {
  action: 'Handlung',
  balance: 'Kontostand',
  balance_prev_day: 'Kontostand am Vortag',
  balance_prev_month: 'Kontostand am Vormonat',
  buy_volume: 'Gekauft',
  closed_at: 'Geschlossen',
  comment: 'Kommentar',
  commission: 'Provision',
  commission_blocked: 'Gesperrte Provision',
  company: 'Firma',
  count: 'Anzahl',
  created_at: 'Erstellt',
  credit: 'Kredit',
  currency: 'Währung',
  daily_agent: 'Vermittler des Tages',
  daily_bonuses: 'Boni des Tages',
  daily_charges: 'Gebühren des Tages',
  daily_commission_instant: 'Sofortige Provision des Tages',
  daily_commission_turnover: 'Umsatzprovision des Tages',
  daily_compensation: 'Ausgleich des Tages',
  daily_corrections: 'Korrekturen des Tages',
  daily_credit: 'Kredit des Tages',
  daily_deposits: 'Einzahlungen des Tages',
  daily_dividends: 'Dividenden des Tages',
  daily_fee: 'Entgelte des Tages',
  daily_interest: 'Zinsen des Tages',
  daily_profit: 'Gewinn des Tages',
  daily_swap: 'Swap des Tages',
  daily_taxes: 'Steuern des Tages',
  daily_withdrawals: 'Auszahlungen des Tages',
  date: 'Tag',
  dealer: 'Händler',
  done_at: 'Beendet',
  enabled: 'Eingeschaltet',
  entry: 'Wirkung',
  equity: 'Equity',
  equity_prev_day: 'Equity am Vortag',
  equity_prev_month: 'Equity am Vormonat',
  fee: 'Entgelt',
  group: 'Gruppe',
  id: 'Nr.',
  interest_accrued: 'Aufgelaufene Zinsen',
  kind: 'Art',
  last_access: 'Letzter Zugriff',
  leverage: 'Hebel',
  margin_free: 'Freie Margin',
  margin_level: 'Margin-Level',
  net_volume: 'Netto',
  opened_at: 'Eröffnet',
  order_id: 'Auftrag',
  position_id: 'Position',
  positions: 'Positionen',
  price: 'Preis',
  price_close: 'Schlusspreis',
  price_filled: 'Ausgeführt zu',
  price_open: 'Eröffnungspreis',
  price_order: 'Preis des Auftrags',
  profit: 'Gewinn',
  reason: 'Grund',
  sell_volume: 'Verkauft',
  side: 'Seite',
  sl: 'Stop Loss',
  state: 'Zustand',
  symbol: 'Symbol',
  tp: 'Take Profit',
  trading_enabled: 'Handel erlaubt',
  volume: 'Volumen',
  volume_filled: 'Ausgeführt',
  volume_initial: 'Verlangt',
};

/** English titles that tell more than their names. */
const ENGLISH: Readonly<Record<string, string>> = {
  id: 'No.',
  order_id: 'Order',
  position_id: 'Position',
  sl: 'Stop loss',
  tp: 'Take profit',
};

/** The title of a column: `closed_at` is `Closed at`. */
export const columnText = (name: string): string => {
  const known = (language.value === 'de' ? COLUMNS : ENGLISH)[name];
  const text = name.replaceAll('_', ' ');
  return known ?? text.charAt(0).toUpperCase() + text.slice(1);
};

/** Words of the values of columns by their names. */
const VALUES: Readonly<Record<string, (value: never) => string | undefined>> = {
  action: actionText,
  entry: entryText,
  kind: orderKindText,
  reason: reasonText,
  side: actionText,
  state: orderStateText,
};

/** A text of a row in words; one that is not known stays. */
export const valueText = (column: string, value: string): string =>
  VALUES[column]?.(value as never) ?? value;

/** German titles and sentences of modules. */
const MODULES: Readonly<Record<string, readonly [title: string, content: string]>> = {
  accounts: ['Konten', 'Konten mit Gruppe und Geld, wie sie bei der Erstellung sind.'],
  balance_operations: [
    'Buchungen',
    'Zahlungen und alle anderen Änderungen von Kontostand und Kredit, die kein Handel sind.',
  ],
  closed_positions: [
    'Geschlossene Positionen',
    'Die im Zeitraum geschlossenen Positionen mit ihren Ergebnissen.',
  ],
  commissions: [
    'Provisionen und Vermittler',
    'Provisionen, Entgelte und Zahlungen an Vermittler nach Konto und Art des Abschlusses.',
  ],
  daily: ['Tagesbericht', 'Eine Zeile je Konto und Handelstag, mit dem Stand am Tagesende.'],
  deals: ['Abschlüsse', 'Alle Abschlüsse des Zeitraums: Handel und Buchungen.'],
  exposure: [
    'Risiko',
    'Das offene Volumen jedes Symbols, gekauft und verkauft, und die Zahl der Positionen.',
  ],
  orders: [
    'Aufträge',
    'Die Aufträge, die im Zeitraum ausgeführt, gelöscht, abgelehnt wurden oder abliefen.',
  ],
  profit_by_group: [
    'Gewinn nach Gruppe',
    'Die Ergebnisse der im Zeitraum geschlossenen Positionen, summiert nach Gruppe.',
  ],
  profit_by_login: [
    'Gewinn nach Login',
    'Die Ergebnisse der im Zeitraum geschlossenen Positionen, summiert nach Login.',
  ],
  profit_by_symbol: [
    'Gewinn nach Symbol',
    'Die Ergebnisse der im Zeitraum geschlossenen Positionen, summiert nach Symbol.',
  ],
  stop_outs: [
    'Stop-outs',
    'Die Abschlüsse, mit denen Stop-outs Positionen schlossen, und der Ausgleich von Verlusten.',
  ],
  swaps: ['Swaps', 'Die im Zeitraum gebuchten Swaps, nach Abschluss.'],
};

interface Described {
  readonly module: string;
  readonly description: string;
}

const germanOf = (module: string) => (language.value === 'de' ? MODULES[module] : undefined);

/** The title of a module. */
export const moduleTitle = ({ module, title }: { module: string; title: string }): string =>
  germanOf(module)?.[0] ?? title;

/** What a report of a module has. */
export const moduleContent = ({ module, description }: Described): string =>
  germanOf(module)?.[1] ?? description;
