// The demo platform's symbols as a table, tradable around the clock.

import { MANUAL_QUOTE_PTS_MAX, type SymbolRecord } from '../../../wire/settings/symbols.js';
import type { TradedSymbol } from '../../providers/demo/instruments.js';

/** The common fields of the symbols in a folder. */
interface Family {
  readonly calc_mode: SymbolRecord['calc_mode'];
  readonly contract_size: string;
  readonly volume_min: string;
  readonly volume_max: string;
  readonly volume_step: string;
  /** Initial margin rate: a factor of contract value divided by leverage. */
  readonly margin_rate: string;
}

const FAMILIES = {
  Forex: {
    calc_mode: 'forex',
    contract_size: '100000',
    volume_min: '0.01',
    volume_max: '100',
    volume_step: '0.01',
    margin_rate: '1',
  },
  Metals: {
    calc_mode: 'cfd_leverage',
    contract_size: '100',
    volume_min: '0.01',
    volume_max: '50',
    volume_step: '0.01',
    margin_rate: '1',
  },
  Indices: {
    calc_mode: 'cfd_leverage',
    contract_size: '1',
    volume_min: '0.1',
    volume_max: '500',
    volume_step: '0.1',
    margin_rate: '2',
  },
  Crypto: {
    calc_mode: 'cfd_leverage',
    contract_size: '1',
    volume_min: '0.01',
    volume_max: '20',
    volume_step: '0.01',
    margin_rate: '10',
  },
} as const satisfies Readonly<Record<string, Family>>;

/**
 * Folder, name, description, base and profit currency, digits, swap of a buy and of a sell in
 * points, and fields that differ from the folder's.
 */
type DemoSymbol = readonly [
  keyof typeof FAMILIES,
  string,
  string,
  string,
  string,
  number,
  string,
  string,
  Partial<SymbolRecord>?,
];

const ROWS: readonly DemoSymbol[] = [
  ['Forex', 'EURUSD', 'Euro vs US Dollar', 'EUR', 'USD', 5, '-7.1', '2.9'],
  ['Forex', 'GBPUSD', 'Great Britain Pound vs US Dollar', 'GBP', 'USD', 5, '-3.4', '-1.8'],
  ['Forex', 'USDJPY', 'US Dollar vs Japanese Yen', 'USD', 'JPY', 3, '11.2', '-21.6'],
  ['Forex', 'USDCHF', 'US Dollar vs Swiss Franc', 'USD', 'CHF', 5, '7.6', '-13.5'],
  ['Forex', 'AUDUSD', 'Australian Dollar vs US Dollar', 'AUD', 'USD', 5, '-2.6', '-0.9'],
  ['Forex', 'NZDUSD', 'New Zealand Dollar vs US Dollar', 'NZD', 'USD', 5, '-2.9', '-0.4'],
  ['Forex', 'USDCAD', 'US Dollar vs Canadian Dollar', 'USD', 'CAD', 5, '2.4', '-7.3'],
  ['Forex', 'EURGBP', 'Euro vs Great Britain Pound', 'EUR', 'GBP', 5, '-6.2', '1.9'],
  ['Forex', 'EURJPY', 'Euro vs Japanese Yen', 'EUR', 'JPY', 3, '6.8', '-16.9'],
  ['Forex', 'GBPJPY', 'Great Britain Pound vs Japanese Yen', 'GBP', 'JPY', 3, '15.4', '-29.8'],
  ['Forex', 'EURCHF', 'Euro vs Swiss Franc', 'EUR', 'CHF', 5, '2.2', '-7.9'],
  ['Forex', 'AUDJPY', 'Australian Dollar vs Japanese Yen', 'AUD', 'JPY', 3, '6.1', '-12.7'],
  ['Forex', 'EURAUD', 'Euro vs Australian Dollar', 'EUR', 'AUD', 5, '-11.8', '3.3'],
  ['Forex', 'EURCAD', 'Euro vs Canadian Dollar', 'EUR', 'CAD', 5, '-6.9', '0.8'],
  ['Metals', 'XAUUSD', 'Gold vs US Dollar', 'XAU', 'USD', 2, '-48.3', '21.7'],
  [
    'Metals',
    'XAGUSD',
    'Silver vs US Dollar',
    'XAG',
    'USD',
    3,
    '-7.4',
    '2.6',
    { contract_size: '5000' },
  ],
  ['Indices', 'US500', 'US 500 Index', 'USD', 'USD', 1, '-12.6', '3.2'],
  ['Indices', 'US100', 'US Technology 100 Index', 'USD', 'USD', 1, '-46.8', '11.9'],
  ['Indices', 'US30', 'US Industrial 30 Index', 'USD', 'USD', 1, '-87.5', '22.4'],
  ['Indices', 'DE40', 'Germany 40 Index', 'EUR', 'EUR', 1, '-32.7', '-1.4'],
  ['Indices', 'UK100', 'United Kingdom 100 Index', 'GBP', 'GBP', 1, '-17.1', '2.8'],
  ['Indices', 'JP225', 'Japan 225 Index', 'JPY', 'JPY', 0, '-4.2', '-3.1'],
  ['Crypto', 'BTCUSD', 'Bitcoin vs US Dollar', 'BTC', 'USD', 2, '-4520.5', '-1150.8'],
  ['Crypto', 'ETHUSD', 'Ethereum vs US Dollar', 'ETH', 'USD', 2, '-148.6', '-37.9'],
];

const ratesOf = (initial: string): SymbolRecord['margin_rates'] =>
  initial === '1'
    ? []
    : (['buy', 'sell'] as const).map((side) => ({
        side,
        order_kind: 'market' as const,
        initial,
        maintenance: '0',
      }));

/**
 * The symbols with ids from 1; fields that are not in the table have their default. Without a feed
 * all prices are manual quotes: staff may set any.
 */
export const demoSymbols = (hasFeed: boolean): (Partial<SymbolRecord> & TradedSymbol)[] =>
  ROWS.map(([folder, name, description, base, profit, digits, long, short, own], index) => {
    const { margin_rate, ...family } = FAMILIES[folder];
    return {
      id: index + 1,
      path: `${folder}\\${name}`,
      name,
      description,
      currency_base: base,
      currency_profit: profit,
      currency_margin: folder === 'Forex' ? base : profit,
      digits,
      fill_flags: ['fok', 'ioc'],
      order_flags: ['market', 'limit', 'stop', 'stop_limit', 'sl', 'tp', 'close_by'],
      expiration_flags: ['gtc', 'day', 'specified', 'specified_day'],
      margin_rates: ratesOf(margin_rate),
      swap_mode: 'points',
      swap_long: long,
      swap_short: short,
      ...(!hasFeed && { manual_quote_pts: MANUAL_QUOTE_PTS_MAX }),
      ...family,
      ...own,
    };
  });
