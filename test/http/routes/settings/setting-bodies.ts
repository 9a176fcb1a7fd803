// Settings as creates take them, and files of them.

type Fields = Readonly<Record<string, unknown>>;

const FORMAT = { format: 'app-config', version: 1 };

/** A file of some kinds. */
export const fileOf = (kinds: Readonly<Record<string, readonly unknown[]>>) => ({
  ...FORMAT,
  kinds,
});

/** A symbol as a create takes it. */
export const symbolBody = (name: string, more: Fields = {}): Fields => ({
  path: `Stocks\\${name}`,
  currency_base: 'USD',
  currency_profit: 'USD',
  currency_margin: 'USD',
  digits: 2,
  contract_size: '1',
  calc_mode: 'exchange_stocks',
  ...more,
});

/** A group as a create takes it. */
export const groupBody = (path: string, more: Fields = {}): Fields => ({
  path,
  currency: 'USD',
  ...more,
});

/** A leverage profile as a create takes it. */
export const profileBody = (name: string, more: Fields = {}): Fields => ({
  name,
  rules: [
    {
      name: 'all',
      mask: '*',
      range_basis: 'volume',
      tiers: [{ range_to: '0', initial: '1', maintenance: '1' }],
    },
  ],
  ...more,
});

/** A holiday of December 2026. */
export const holiday = (day: number, more: Fields = {}): Fields => ({
  year: 2026,
  month: 12,
  day,
  description: `day ${day}`,
  ...more,
});

/** Its key in files. */
export const keyOfHoliday = (day: number): string => `2026|12|${day}|day ${day}`;

/** A routing rule that requotes. */
export const rule = (name: string, more: Fields = {}): Fields => ({
  name,
  action: 'requote',
  ...more,
});
