// The symbols that the provider of a datafeed or gateway offers, and their import.

import { type Static, Type } from '@sinclair/typebox';
import { Decimal, Id, Named, OrNull, Words } from '../../base/schema.js';
import { Bool, Path } from '../../base/setting-fields.js';
import { section } from '../../fields/words.js';
import { Masks } from '../../settings/connections.js';

const identity = section('Identity');
const contract = section('Contract');
const importField = section('Import');

/** The facts that the provider reports of a symbol; empty and null where it reports nothing. */
const reported = {
  name: identity('Name', 'Name at the provider.', Type.String()),
  exact: identity(
    'Exact',
    'Is `name` the whole name? Otherwise the name has characters that are not shown.',
    Type.Boolean(),
  ),
  description: identity('Description', 'Value of the provider; empty = none.', Type.String()),
  currency: contract(
    'Currency',
    'Currency of the prices; empty = the provider does not report a currency.',
    Type.String(),
  ),
  digits: contract(
    'Digits',
    'Decimals of the prices; null = unknown.',
    OrNull(Type.Integer({ minimum: 0, maximum: 10 })),
    'count',
  ),
  contract_size: contract(
    'Contract size',
    'Units of a lot; null = unknown.',
    OrNull(Decimal()),
    'contract units',
  ),
  volume_min: contract(
    'Smallest volume',
    'Value of the provider; null = unknown.',
    OrNull(Decimal()),
    'contract units',
  ),
  volume_max: contract(
    'Largest volume',
    'Value of the provider; null = unknown.',
    OrNull(Decimal()),
    'contract units',
  ),
};

/** A symbol as the provider reports it. */
const ReportedSymbol = Named('ReportedSymbol', reported);
export type ReportedSymbol = Static<typeof ReportedSymbol>;

/** A symbol that the provider offers. */
export const ProviderSymbol = Named('ProviderSymbol', {
  ...reported,
  symbol_id: identity('Symbol', 'Symbol that has the name here; null = none.', OrNull(Id())),
});
export type ProviderSymbol = Static<typeof ProviderSymbol>;

/** Which symbols are imported, and where to. */
export const SymbolImportBody = Named('SymbolImportBody', {
  symbols: importField(
    'Symbols',
    'Names at the provider or masks; the last that fits decides.',
    Masks(),
  ),
  folder: importField('Folder', 'Folder of new symbols.', Path()),
  dry_run: importField(
    'Only look',
    'Does the request only report what an import would do, without changing anything?',
    Type.Optional(Bool(false)),
  ),
});
export type SymbolImportBody = Static<typeof SymbolImportBody>;

/** The result, real or expected, of an import for one name; `error` only where it is the action. */
export const SymbolImport = Named('SymbolImport', {
  name: importField('Name', 'Name at the provider.', Type.String()),
  symbol: importField('Symbol', 'Its name here; empty = none.', Type.String()),
  /** `translated`: the symbol exists and gets its name at the provider. */
  action: importField(
    'Action',
    'Action that was done; with `dry_run`, that would be done.',
    Words(['created', 'translated', 'skipped', 'error'] as const),
  ),
  error: importField('Error', 'Reason of the failure; else empty.', Type.String()),
});
export type SymbolImport = Static<typeof SymbolImport>;
