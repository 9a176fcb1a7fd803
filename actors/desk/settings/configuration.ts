// Configuration: lists, reads and writes settings of all types in the same way.

import { type Outcome, ok, refuse } from '../../../wire/base/codes.js';
import type { Fields } from '../../../wire/base/object.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import type { SettingKind } from '../../../wire/settings/kinds.js';
import type { ChangedField } from '../../../wire/trading/events.js';
import { type RecordCipher, recordCipher } from '../../secrets/record-cipher.js';
import { callerNow } from '../access/authority.js';
import type { DeskContext } from '../state/desk-context.js';
import { whoOf } from '../state/writer.js';
import { cappedFields } from '../store/changed-fields.js';
import { SETTINGS_LOCK } from '../store/record-locks.js';
import type { RecordReader } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';
import { listedOnceFault } from '../types/rules/listed-once.js';
import {
  type AnySetting,
  asBytes,
  type HeldSetting,
  reachable,
  reached,
  settingKind,
  shownOf,
} from '../types/setting-types.js';
import { Listing } from './listing.js';
import { type Edit, editorOf, removeSetting, STALE, writeShownSetting } from './setting-write.js';

/** The setting to change, and the caller. */
interface Edited extends Edit {
  readonly id?: number | string | undefined;
  readonly version?: number | undefined;
}

/** The places of settings that another order has moved, each by the label of its setting. */
const movesOf = (
  kind: SettingKind,
  before: readonly HeldSetting[],
  after: readonly HeldSetting[],
): ChangedField[] => {
  const { label, settingType } = settingKind(kind);
  const placeOf = ({ record }: HeldSetting) => String(record[settingType.arranged?.by ?? 'id']);
  const places = new Map(before.map((held) => [held.key, placeOf(held)]));
  return after.flatMap((held) => {
    const [from = '', to] = [places.get(held.key), placeOf(held)];
    return from === to ? [] : [{ field: label?.(held.record) ?? held.key, from, to }];
  });
};

/**
 * Lists, reads and writes settings for staff. The HTTP layer checks rights; scope is checked here.
 */
export class Configuration {
  readonly #cipher: RecordCipher;
  readonly #listing: Listing;

  constructor(private readonly context: DeskContext) {
    this.#cipher = recordCipher(context.deps.keys);
    this.#listing = new Listing(context.records);
  }

  async list({
    caller,
    kind,
    query,
  }: DeskOps['settings.list']['input']): Promise<DeskAnswer<'settings.list'>> {
    const now = callerNow(this.context.records, caller);
    return ok({ json: await this.#listing.json(kind, now, query) });
  }

  read({ caller, kind, id }: DeskOps['settings.read']['input']): DeskAnswer<'settings.read'> {
    const { records } = this.context;
    const now = callerNow(records, caller);
    const held = reached(records, kind, id, now);
    return held === undefined ? refuse('not_found') : ok(shownOf(kind, held, records, now));
  }

  create(input: DeskOps['settings.create']['input']): Promise<DeskAnswer<'settings.create'>> {
    const { kind, fields } = input;
    const cipher = this.#cipher;
    return this.#change(input, (tx, caller) =>
      writeShownSetting(tx, { kind, before: undefined, fields, caller, cipher }),
    );
  }

  /** `whole`: missing fields get their default; else they keep their value. */
  patch(input: DeskOps['settings.patch']['input']): Promise<DeskAnswer<'settings.patch'>> {
    const { kind, fields, whole } = input;
    const { unsaid } = settingKind(kind).settingType.setting;
    return this.edit(input, () => ok(whole ? { ...unsaid, ...fields } : fields));
  }

  /**
   * Changes a setting to the fields that `fieldsOf` derives from it; a given version must be the
   * current one.
   */
  edit(
    edited: Edited,
    fieldsOf: (before: AnySetting, reader: RecordReader) => Outcome<Fields>,
  ): Promise<Outcome<Fields>> {
    const { kind, id, version } = edited;
    return this.#change(edited, (tx, caller) => {
      const before = reached(tx, kind, id, caller);
      if (before === undefined) return refuse('not_found');
      if (version !== undefined && before.version !== version) return refuse('conflict', STALE);
      const fields = fieldsOf(before.record, tx);
      if (!fields.ok) return fields;
      const write = { kind, before, fields: fields.data, caller, cipher: this.#cipher };
      return writeShownSetting(tx, write);
    });
  }

  remove(input: DeskOps['settings.remove']['input']): Promise<DeskAnswer<'settings.remove'>> {
    const { kind, id, version } = input;
    const under = settingKind(kind).settingType.removedUnder;
    const locks = (reader: RecordReader) => under?.(String(id), reader) ?? [];
    const decide = (tx: Transaction, caller: Caller): Outcome<null> => {
      const held = reached(tx, kind, id, caller);
      if (held === undefined) return refuse('not_found');
      if (version !== undefined && held.version !== version) return refuse('conflict', STALE);
      return removeSetting(tx, kind, held);
    };
    return this.#change(input, decide, locks);
  }

  /** Sorts the settings of a type by a list of ids that names each once. */
  order(input: DeskOps['settings.order']['input']): Promise<DeskAnswer<'settings.order'>> {
    const { kind, ids } = input;
    const { settingType, noun } = settingKind(kind);
    const { arranged } = settingType;
    if (arranged === undefined) throw new Error(`${kind} has no order`);
    return this.#change(input, (tx, caller) => {
      const held = reachable(tx, kind, caller);
      const keys = new Map(held.map(({ key, record }) => [record.id, key]));
      const fault = listedOnceFault('ids', 'item', ids, new Set(keys.keys()));
      if (fault !== undefined) return fault;
      const before = tx.changes.length;
      for (const [at, id] of ids.entries()) {
        tx.arrange(kind, keys.get(id) as string, arranged.by, at + 1, arranged.raises);
      }
      const arrangement = reachable(tx, kind, caller);
      if (tx.changes.length > before) {
        const moves = movesOf(kind, held, arrangement);
        tx.noteSetting(kind, `${noun} order changed`, undefined, cappedFields(moves));
      }
      return ok({ json: asBytes(arrangement.map((one) => shownOf(kind, one, tx, caller))) });
    });
  }

  #change<T>(
    edit: Edit,
    decide: (tx: Transaction, caller: Caller) => Outcome<T>,
    locks: (reader: RecordReader) => readonly string[] = () => [],
  ): Promise<Outcome<T>> {
    const all = (reader: RecordReader) => [SETTINGS_LOCK, ...locks(reader)];
    return this.context.writer.change(all, whoOf(edit.caller), (tx) => {
      const editor = editorOf(tx, edit);
      return editor.ok ? decide(tx, editor.data) : editor;
    });
  }
}
