// The operations on files of settings and on lists of symbols; imports run one at a time.

import type { DeskContext, Handlers } from '../state/desk-context.js';
import { deleteItems } from './delete.js';
import { catalog, exportFile, exportList } from './export.js';
import { Imports } from './import.js';
import { SymbolImports } from './symbol-imports.js';
import { TransferTurns } from './transfer-turns.js';

/** The operations on files of settings. */
export const transferOps = (context: DeskContext) => {
  const imports = new Imports(context);
  const offered = new SymbolImports(context, imports);
  const turns = new TransferTurns();
  return {
    'transfer.catalog': (input) => catalog(context, input),
    'transfer.export': (input) => exportFile(context, input),
    'transfer.preview': (input) => turns.take(input.caller, () => imports.preview(input)),
    'transfer.import': (input) => turns.take(input.caller, () => imports.take(input)),
    'transfer.delete': (input) => turns.take(input.caller, () => deleteItems(context, input)),
    'config.export': (input) => exportList(context, input),
    'config.import': (input) => turns.take(input.caller, () => imports.takeList(input)),
    'connections.offered': (input) => offered.list(input),
    'connections.import': (input) => turns.take(input.caller, () => offered.take(input)),
  } satisfies Partial<Handlers>;
};
