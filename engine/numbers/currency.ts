// Decimals of currencies by ISO 4217.

const DIGITS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  8: 'BTC ETH LTC XBT',
};

const table = new Map<string, number>(
  Object.entries(DIGITS).flatMap(([digits, names]) =>
    names.split(' ').map((name): [string, number] => [name, Number(digits)]),
  ),
);

/**
 * The number of decimals of amounts in a currency (§0.1); 2 for currencies outside the table.
 */
export const currencyDigits = (currency: string): number => table.get(currency) ?? 2;
