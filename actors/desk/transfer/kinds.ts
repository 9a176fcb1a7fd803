// The types of settings in transfers, in the order in which they are applied. The keys of a type
// are `transfer.keys` in `actors/desk/types/`.

import { type SettingTransferKind, TRANSFER_KINDS } from '../../../wire/rest/settings/transfer.js';
import type { SettingKind } from '../../../wire/settings/kinds.js';
import type { TransferForm } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';
import { type HeldSetting, SETTING_KINDS, settingKind } from '../types/setting-types.js';
import { keyOf } from './form.js';

/** A type of settings with its form in files. */
export interface Transferred {
  readonly kind: SettingKind;
  readonly form: TransferForm;
}

const formed = SETTING_KINDS.flatMap((kind) => {
  const form = settingKind(kind).settingType.transfer;
  return form === undefined ? [] : [[form.name, { kind, form }] as const];
});
const BY_NAME: ReadonlyMap<SettingTransferKind, Transferred> = new Map(formed);

/** The type of this name. */
export const transferred = (name: SettingTransferKind): Transferred => {
  const found = BY_NAME.get(name);
  if (found === undefined) throw new Error(`${name} have no form in files`);
  return found;
};

/** All types by name, in the order in which they are applied. */
export const ALL: readonly (readonly [SettingTransferKind, Transferred])[] = TRANSFER_KINDS.flatMap(
  (name) => (name === 'staff' ? [] : [[name, transferred(name)] as const]),
);

/** Finds settings by key, ignoring letter case. */
export class KeyFinder {
  readonly #draft: Transaction;
  /** The records of each key in order, for types whose keys are not unique names. */
  readonly #keys = new Map<SettingKind, Map<string, string[]>>();

  constructor(tx: Transaction) {
    this.#draft = tx;
  }

  /** The setting with the key; `nth` counts the settings before it that have the same key. */
  find(one: Transferred, key: string, nth = 0): HeldSetting | undefined {
    const { kind, form } = one;
    const [field = '', ...more] = form.keys;
    const isUnique = more.length === 0 && settingKind(kind).unique?.[field] !== undefined;
    if (isUnique) return this.#draft.find(kind, field, key) as HeldSetting | undefined;
    const found = this.#index(one).get(key.toLowerCase()) ?? [];
    for (;;) {
      const known = found[nth];
      if (known === undefined) return undefined;
      const held = this.#draft.get(kind, known) as HeldSetting | undefined;
      if (held !== undefined) return held;
      // It was deleted; another record may have its key.
      found.splice(nth, 1);
    }
  }

  /** Adds a setting created under a key, so that later items with the key find it. */
  created({ kind }: Transferred, key: string, held: HeldSetting): void {
    const index = this.#keys.get(kind);
    if (index === undefined) return;
    const same = index.get(key.toLowerCase());
    if (same === undefined) index.set(key.toLowerCase(), [held.key]);
    else same.push(held.key);
  }

  #index({ kind, form }: Transferred): Map<string, string[]> {
    const known = this.#keys.get(kind);
    if (known !== undefined) return known;
    const index = new Map<string, string[]>();
    const { order } = settingKind(kind).settingType;
    const all = Array.from(this.#draft.all(kind) as Iterable<unknown>, (one) => one as HeldSetting);
    for (const { key, record } of all.sort((a, b) => order(a.record, b.record))) {
      const named = keyOf(form, record)?.toLowerCase() ?? '';
      const same = index.get(named);
      if (same === undefined) index.set(named, [key]);
      else same.push(key);
    }
    this.#keys.set(kind, index);
    return index;
  }
}
