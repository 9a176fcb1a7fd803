// Deletes settings by key, as a preview or for real.

import { ok, type Refusal } from '../../../wire/base/codes.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import type { DeleteItem } from '../../../wire/rest/settings/transfer.js';
import { mapAtOnce, mapInSlices } from '../../shared/time-slices.js';
import { editorOf, removeSetting } from '../settings/setting-write.js';
import type { DeskContext } from '../state/desk-context.js';
import { whoOf } from '../state/writer.js';
import { SETTINGS_LOCK } from '../store/record-locks.js';
import type { RecordReader } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';
import { asBytes, inReach, settingKind } from '../types/setting-types.js';
import { KeyFinder, type Transferred, transferred } from './kinds.js';
import { BATCH_ITEMS, UNASKED } from './transfer-turns.js';

/** Deletes the settings of a type by key, one by one. */
class DeleteRun {
  readonly #draft: Transaction;
  readonly #finder: KeyFinder;

  constructor(
    tx: Transaction,
    private readonly one: Transferred,
    private readonly caller: Caller,
  ) {
    this.#draft = tx;
    this.#finder = new KeyFinder(tx);
  }

  /** `action` is the reported action of a deleted item. */
  delete(key: string, action: 'delete' | 'deleted'): DeleteItem {
    const { kind } = this.one;
    const held = this.#finder.find(this.one, key);
    if (held === undefined || !inReach(kind, held, this.caller)) {
      return { key, action: 'not_found', error: '', warning: '' };
    }
    const removed = this.#draft.attempt((inner) => removeSetting(inner, kind, held));
    return removed.ok
      ? { key, action, error: '', warning: '' }
      : { key, action: 'refused', error: removed.message, warning: '' };
  }
}

/** Deletes items of a type for staff; writes nothing unless `dry_run` is false. */
export const deleteItems = async (
  context: DeskContext,
  { caller, kind: name, keys, dry_run }: DeskOps['transfer.delete']['input'],
): Promise<DeskAnswer<'transfer.delete'>> => {
  const one = transferred(name);
  const editor = editorOf(context.records, { kind: one.kind, caller });
  if (!editor.ok) return editor;
  if (!dry_run)
    return ok({ json: asBytes({ items: await deleteForGood(context, one, keys, caller) }) });
  const { result, usageKnown } = await context.writer.look(whoOf(caller), (tx) => {
    const run = new DeleteRun(tx, one, editor.data);
    return mapInSlices(keys, (key) => run.delete(key, 'delete'));
  });
  const warning = usageKnown ? '' : UNASKED;
  const items = result.map((item) => (item.action === 'delete' ? { ...item, warning } : item));
  return ok({ json: asBytes({ items }) });
};

/** The locks of deletes: those that records of the type need are few. */
const locksFor =
  ({ kind }: Transferred) =>
  (reader: RecordReader): string[] => {
    const under = settingKind(kind).settingType.removedUnder;
    const keys = under === undefined ? [] : Array.from(reader.all(kind), ({ key }) => key);
    return [SETTINGS_LOCK, ...keys.flatMap((key) => under?.(key, reader) ?? [])];
  };

const deleteForGood = async (
  { deps, writer }: DeskContext,
  one: Transferred,
  keys: readonly string[],
  caller: Caller,
): Promise<DeleteItem[]> => {
  const all: DeleteItem[] = [];
  while (all.length < keys.length) {
    const batch = keys.slice(all.length, all.length + BATCH_ITEMS);
    const decide = (tx: Transaction) => {
      const editor = editorOf(tx, { kind: one.kind, caller });
      if (!editor.ok) return editor;
      const run = new DeleteRun(tx, one, editor.data);
      return ok(mapAtOnce(batch, deps.now, (key) => run.delete(key, 'deleted')));
    };
    const deleted = await deps.decide(() => writer.change(locksFor(one), whoOf(caller), decide));
    all.push(...(deleted.ok ? deleted.data : batch.map((key) => refused(key, deleted))));
  }
  return all;
};

const refused = (key: string, { message }: Refusal): DeleteItem => ({
  key,
  action: 'refused',
  error: message,
  warning: '',
});
