// The symbols that the provider of a datafeed or gateway offers, and their import.

import { type Static, Type } from '@sinclair/typebox';
import { Decimal, Id, Named, Words } from '../../base/schema.js';
import { Bool, Path } from '../../base/setting-fields.js';
import { Masks } from '../../settings/connections.js';

const orNull = <T extends ReturnType<typeof Decimal> | ReturnType<typeof Type.Integer>>(type: T) =>
  Type.Union([type, Type.Null()]);

/** What the provider tells of a symbol; empty and null where it tells nothing. */
const told = {
  name: Type.String(),
  /** Is the name the provider's own? Else it is a text that shows it, and no name to use. */
  exact: Type.Boolean(),
  description: Type.String(),
  currency: Type.String(),
  digits: orNull(Type.Integer({ minimum: 0, maximum: 10 })),
  contract_size: orNull(Decimal()),
  volume_min: orNull(Decimal()),
  volume_max: orNull(Decimal()),
};

/** A symbol as the provider tells it. */
const ToldSymbol = Named('ToldSymbol', told);
export type ToldSymbol = Static<typeof ToldSymbol>;

/** A symbol that the provider offers. */
export const ProviderSymbol = Named('ProviderSymbol', {
  ...told,
  /** The symbol of this server that has the name here; null = none. */
  symbol_id: Type.Union([Id(), Type.Null()]),
});
export type ProviderSymbol = Static<typeof ProviderSymbol>;

/** Which symbols are imported, and where to. */
export const SymbolImportBody = Named('SymbolImportBody', {
  /** Names at the provider or masks, as in `symbols` of the connection. */
  symbols: Masks(),
  /** The folder of new symbols. */
  folder: Path(),
  /** Tells what would be done, and does nothing. */
  dry_run: Type.Optional(Bool(false)),
});
export type SymbolImportBody = Static<typeof SymbolImportBody>;

/** What an import did, or would do, with one name; `error` is empty unless that is the action. */
export const SymbolImport = Named('SymbolImport', {
  name: Type.String(),
  /** The name of the symbol on this server; empty when there is none. */
  symbol: Type.String(),
  /** `translated`: the symbol exists and gets its name at the provider. */
  action: Words(['created', 'translated', 'skipped', 'error'] as const),
  error: Type.String(),
});
export type SymbolImport = Static<typeof SymbolImport>;
