// Configuration: settings of every type are listed, read and written in the same way.

import { hasAnyRight } from '../../../wire/accounts/has-rights.js';
import type { Right } from '../../../wire/accounts/identity.js';
import { done, type Outcome, type Refusal, refuse } from '../../../wire/base/codes.js';
import { inScope } from '../../../wire/base/mask.js';
import type { Fields } from '../../../wire/base/object.js';
import { respelt } from '../../../wire/base/schema.js';
import type { Caller, DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import type { SettingKind } from '../../../wire/settings/setting.js';
import { type RecordCipher, recordCipher, sealedField } from '../../secrets/record-cipher.js';
import { callerNow } from '../access/authority.js';
import type { DeskContext } from '../state/desk-context.js';
import { SETTINGS_LOCK, whoOf } from '../state/writer.js';
import type { RecordReader, SettingType } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';
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

/** A change of settings of a kind, and the right that it takes where that is not the kind's own. */
interface Edit {
  readonly caller: Caller;
  readonly kind: SettingKind;
  readonly right?: Right | undefined;
}

/**
 * The caller of a change of settings, with the rights held at the decision; refused when those no
 * longer allow it.
 */
export const editorOf = (look: RecordReader, { caller, kind, right }: Edit): Outcome<Caller> => {
  const now = callerNow(look, caller);
  const needed = right ?? settingKind(kind).settingType.setting.write;
  return hasAnyRight(now, [needed]) ? done(now) : refuse('forbidden');
};

/** What of a body becomes the record: secrets sealed, and what the kind itself says. */
const entered = (
  kind: SettingKind,
  fields: Fields,
  before: AnySetting | undefined,
  key: string,
  tx: Transaction,
  cipher: RecordCipher,
): Outcome<Fields> => {
  const { setting, enter } = settingKind(kind).settingType;
  const taken: Record<string, unknown> =
    before === undefined
      ? { ...fields }
      : { ...(respelt(setting.create.schema, fields, before) as Fields) };
  for (const name of setting.ignored) delete taken[name];
  for (const secret of setting.secrets) {
    const held = (before?.[secret] as string | undefined) ?? '';
    const given = fields[secret] as string | undefined;
    taken[secret] = sealedField(cipher, given, held, `${kind}/${key}/${secret}`);
  }
  return enter === undefined ? done(taken) : enter(taken, before, { tx, cipher, key });
};

/** Is the group that a record would stand under in the caller's scope? */
const outOfScope = (kind: SettingKind, record: Fields, caller: Caller): Refusal | undefined => {
  const group = settingKind(kind).settingType.group?.(record as AnySetting);
  return group === undefined || inScope(caller.group_scope, group)
    ? undefined
    : refuse('forbidden', 'The group is out of your scope.');
};

/** Creates a setting of what a checked body says. */
export const createSetting = (
  tx: Transaction,
  kind: SettingKind,
  body: Fields,
  caller: Caller,
  cipher: RecordCipher,
): Outcome<HeldSetting> => {
  const rules = settingKind(kind);
  const denied = outOfScope(kind, body, caller);
  if (denied !== undefined) return denied;
  const id = tx.number(kind);
  const fields = entered(kind, body, undefined, String(id), tx, cipher);
  if (!fields.ok) return fields;
  const { inserted, written } = rules.settingType;
  const placed = inserted === undefined ? fields : inserted(tx, fields.data);
  if (!placed.ok) return placed;
  const created = tx.create(kind, { ...placed.data, id } as never);
  return created.ok ? afterwards(tx, kind, created.data, written) : created;
};

/** Changes a setting: the fields given, or all of them where it is replaced. */
export const changeSetting = (
  tx: Transaction,
  kind: SettingKind,
  before: HeldSetting,
  fields: Fields,
  caller: Caller,
  cipher: RecordCipher,
): Outcome<HeldSetting> => {
  const { key, record } = before;
  const id = String(record.id ?? key);
  const taken = entered(kind, fields, record, id, tx, cipher);
  if (!taken.ok) return taken;
  const after = { ...record, ...taken.data };
  const denied = outOfScope(kind, after, caller);
  if (denied !== undefined) return denied;
  const changed = tx.replace(kind, key, after as never);
  const { written } = settingKind(kind).settingType;
  return changed.ok ? afterwards(tx, kind, changed.data, written) : changed;
};

const afterwards = (
  tx: Transaction,
  kind: SettingKind,
  data: unknown,
  written: SettingType<AnySetting>['written'],
): Outcome<HeldSetting> => {
  const record = data as AnySetting;
  written?.(tx, record);
  const held = tx.get(kind, settingKind(kind).key(record)) as HeldSetting | undefined;
  if (held === undefined) throw new Error(`a ${kind} was written and is not there`);
  return done(held);
};

/** Deletes a setting, unless it is in use. */
export const removeSetting = (
  tx: Transaction,
  kind: SettingKind,
  { key, record }: HeldSetting,
): Outcome<null> => {
  const removed = tx.remove(kind, key);
  if (removed.ok) settingKind(kind).settingType.removed?.(tx, record);
  return removed;
};

/** Which setting is changed by whom. */
interface Edited extends Edit {
  readonly id?: number | string | undefined;
  readonly version?: number | undefined;
}

/** What a change is told that rests on an old version. */
export const STALE = 'version: it was changed meanwhile; read it again.';

/** Lists, reads and writes settings for staff. Rights are the door's; scope is looked at here. */
export class Configuration {
  readonly #context: DeskContext;
  readonly #cipher: RecordCipher;
  readonly #listing: Listing;

  constructor(context: DeskContext) {
    this.#context = context;
    this.#cipher = recordCipher(context.deps.keys);
    this.#listing = new Listing(context.records);
  }

  async list({
    caller,
    kind,
    query,
  }: DeskOps['settings.list']['input']): Promise<DeskAnswer<'settings.list'>> {
    const now = callerNow(this.#context.records, caller);
    return done({ json: await this.#listing.json(kind, now, query) });
  }

  read({ caller, kind, id }: DeskOps['settings.read']['input']): DeskAnswer<'settings.read'> {
    const { records } = this.#context;
    const now = callerNow(records, caller);
    const held = reached(records, kind, id, now);
    return held === undefined ? refuse('not_found') : done(shownOf(kind, held, records, now));
  }

  create(input: DeskOps['settings.create']['input']): Promise<DeskAnswer<'settings.create'>> {
    const { kind, fields } = input;
    return this.#change(input, (tx, caller) => {
      const created = createSetting(tx, kind, fields, caller, this.#cipher);
      return created.ok ? done(shownOf(kind, created.data, tx, caller)) : created;
    });
  }

  /** `whole`: what is left out goes to its default; else it stays as it is. */
  patch(input: DeskOps['settings.patch']['input']): Promise<DeskAnswer<'settings.patch'>> {
    const { kind, fields, whole } = input;
    const { unsaid } = settingKind(kind).settingType.setting;
    return this.edit(input, () => done(whole ? { ...unsaid, ...fields } : fields));
  }

  /** Changes what of a setting `fieldsOf` makes anew of it; a version that is given must be its. */
  edit(
    edited: Edited,
    fieldsOf: (before: AnySetting) => Outcome<Fields>,
  ): Promise<Outcome<Fields>> {
    const { kind, id, version } = edited;
    return this.#change(edited, (tx, caller) => {
      const before = reached(tx, kind, id, caller);
      if (before === undefined) return refuse('not_found');
      if (version !== undefined && before.version !== version) return refuse('conflict', STALE);
      const fields = fieldsOf(before.record);
      if (!fields.ok) return fields;
      const changed = changeSetting(tx, kind, before, fields.data, caller, this.#cipher);
      return changed.ok ? done(shownOf(kind, changed.data, tx, caller)) : changed;
    });
  }

  remove(input: DeskOps['settings.remove']['input']): Promise<DeskAnswer<'settings.remove'>> {
    const { kind, id } = input;
    const locks = settingKind(kind).settingType.removedUnder?.(String(id)) ?? [];
    const decide = (tx: Transaction, caller: Caller): Outcome<null> => {
      const held = reached(tx, kind, id, caller);
      return held === undefined ? refuse('not_found') : removeSetting(tx, kind, held);
    };
    return this.#change(input, decide, locks);
  }

  /** Puts a kind in the order of ids, which name every item once. */
  order(input: DeskOps['settings.order']['input']): Promise<DeskAnswer<'settings.order'>> {
    const { kind, ids } = input;
    const { settingType, noun } = settingKind(kind);
    const { arranged } = settingType;
    if (arranged === undefined) throw new Error(`${kind} has no order`);
    return this.#change(input, (tx, caller) => {
      const keys = new Map(reachable(tx, kind, caller).map(({ key, record }) => [record.id, key]));
      const named = new Set(ids);
      if (ids.length !== keys.size || ids.some((id) => !keys.has(id)) || named.size !== keys.size) {
        return refuse('invalid_input', 'ids: must list every item exactly once');
      }
      const before = tx.changes.length;
      for (const [at, id] of ids.entries()) {
        tx.arrange(kind, keys.get(id) as string, arranged.by, at + 1, arranged.raises);
      }
      if (tx.changes.length > before) tx.noteSetting(kind, `${noun} order changed`);
      const list = reachable(tx, kind, caller).map((held) => shownOf(kind, held, tx, caller));
      return done({ json: asBytes(list) });
    });
  }

  #change<T>(
    edit: Edit,
    decide: (tx: Transaction, caller: Caller) => Outcome<T>,
    locks: readonly string[] = [],
  ): Promise<Outcome<T>> {
    return this.#context.writer.change([SETTINGS_LOCK, ...locks], whoOf(edit.caller), (tx) => {
      const editor = editorOf(tx, edit);
      return editor.ok ? decide(tx, editor.data) : editor;
    });
  }
}
