// The words of a field in documents: its title, its description, its unit and its section.

/** Units of values, and their phrases in descriptions; an empty phrase is left out. */
export const UNITS = {
  lots: 'In lots.',
  money: 'In the deposit currency of the account.',
  'profit currency': 'In the profit currency.',
  'profit currency units': 'In the smallest unit of the profit currency.',
  'margin currency': 'In the margin currency.',
  price: 'A price of the symbol.',
  points: 'In points: units of the last digit of the price.',
  percent: 'In percent.',
  rate: 'A rate of exchange.',
  ratio: '',
  'currency or percent': 'In currency, points or percent, as the mode says.',
  'unit of the field': 'In the unit of the field; of texts and lists a length.',
  'contract units': 'In units of the base asset.',
  seconds: 'In seconds.',
  milliseconds: 'In milliseconds.',
  minutes: 'In minutes.',
  days: 'In days.',
  months: 'In months.',
  bytes: 'In bytes.',
  degrees: 'In degrees.',
  count: '',
  id: '',
  number: '',
  time: 'RFC 3339, UTC.',
} as const;
export type Unit = keyof typeof UNITS;

/** The title of a field, its description in a sentence, and its unit where it has one. */
export type FieldWords = readonly [title: string, description: string, unit?: Unit];

/** Fields by the section of the form in which terminals show them. */
export type Sections = Readonly<Record<string, Readonly<Record<string, FieldWords>>>>;

/** Sections of fields by the name of their schema. */
export type SchemaWords = Readonly<Record<string, Sections>>;
