// The operations on files of settings; those that take files run one at a time.

import type { DeskContext, Handlers } from '../state/desk-context.js';
import { deleteItems } from './delete.js';
import { catalog, exportFile, exportList } from './export.js';
import { Imports } from './import.js';
import { TransferTurns } from './transfer-turns.js';

/** The operations on files of settings. */
export const transferOps = (context: DeskContext) => {
  const imports = new Imports(context);
  const turns = new TransferTurns();
  return {
    'transfer.catalog': (input) => catalog(context, input),
    'transfer.export': (input) => exportFile(context, input),
    'transfer.preview': (input) => turns.take(input.caller, () => imports.preview(input)),
    'transfer.import': (input) => turns.take(input.caller, () => imports.take(input)),
    'transfer.delete': (input) => turns.take(input.caller, () => deleteItems(context, input)),
    'config.export': (input) => exportList(context, input),
    'config.import': (input) => turns.take(input.caller, () => imports.takeList(input)),
  } satisfies Partial<Handlers>;
};
