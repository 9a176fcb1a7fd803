// Desk operations of files of settings.

import type { Json } from '../base/object.js';
import type { OlderKind, SettingTransferKind, TransferKind } from '../rest/settings/transfer.js';
import type { Caller } from './caller.js';

/** The operations of files of settings, with inputs and answers. */
export interface TransferOps {
  /** The types of settings in files, and whether the caller may read and write each. */
  'transfer.catalog': { input: { caller: Caller }; output: Json };
  'transfer.export': {
    input: {
      caller: Caller;
      kinds: Readonly<Partial<Record<TransferKind, readonly string[] | null>>>;
    };
    output: Json;
  };
  /** `bytes` is the unparsed body: it is large, and parsed where it does not block others. */
  'transfer.preview': { input: { caller: Caller; bytes: Uint8Array }; output: Json };
  'transfer.import': { input: { caller: Caller; bytes: Uint8Array }; output: Json };
  'transfer.delete': {
    input: {
      caller: Caller;
      kind: SettingTransferKind;
      keys: readonly string[];
      dry_run: boolean;
    };
    output: Json;
  };
  /** The older export and import of one type, in the form of its list. */
  'config.export': { input: { caller: Caller; kind: OlderKind }; output: Json };
  'config.import': { input: { caller: Caller; bytes: Uint8Array }; output: Json };
}
