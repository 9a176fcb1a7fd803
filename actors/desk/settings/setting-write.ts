// Writes a setting: checks the right, converts the body, has the record validated and stored by the
// transaction, makes the changes that follow, and shows the setting to the caller.

import { hasRights } from '../../../wire/accounts/has-rights.js';
import type { Right } from '../../../wire/accounts/rights.js';
import { type Outcome, ok, refuse } from '../../../wire/base/codes.js';
import type { Fields } from '../../../wire/base/object.js';
import { respelt } from '../../../wire/base/schema.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { Setting, SettingKind } from '../../../wire/settings/kinds.js';
import { type RecordCipher, sealedField } from '../../secrets/record-cipher.js';
import { callerNow } from '../access/authority.js';
import type { RecordReader } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';
import {
  type AnySetting,
  type HeldSetting,
  inReach,
  settingKind,
  shownOf,
} from '../types/setting-types.js';
import { movedSecretFault } from './stored-secrets.js';

/** The message of a refusal because of an old version. */
export const STALE = 'version: the record was changed meanwhile; read the record again.';

/** A change of a setting, and the required right if it is not that of the type. */
export interface Edit {
  readonly caller: Caller;
  readonly kind: SettingKind;
  readonly right?: Right | undefined;
}

/** Has the caller every right that a write of the type needs? */
export const mayWriteKind = (
  caller: Caller,
  { write, alsoWrite }: Pick<Setting, 'write' | 'alsoWrite'>,
): boolean => hasRights(caller, [write, ...alsoWrite]);

/**
 * The caller with the rights at the time of the decision; refused when they no longer allow the
 * change.
 */
export const editorOf = (reader: RecordReader, { caller, kind, right }: Edit): Outcome<Caller> => {
  const now = callerNow(reader, caller);
  const { setting } = settingKind(kind).settingType;
  const may = right === undefined ? mayWriteKind(now, setting) : hasRights(now, [right]);
  return may ? ok(now) : refuse('forbidden');
};

/** A new setting, or changed fields of an existing one. */
interface SettingWrite {
  readonly kind: SettingKind;
  /** The setting to change; undefined = a new one. */
  readonly before: HeldSetting | undefined;
  /** The validated fields of a body. */
  readonly fields: Fields;
  readonly caller: Caller;
  readonly cipher: RecordCipher;
}

/**
 * Creates or changes a setting: converts the body, checks what the caller may write, stores the
 * record and the changes that follow from it. Returns the stored setting.
 */
export const writeSetting = (
  tx: Transaction,
  { kind, before, fields, caller, cipher }: SettingWrite,
): Outcome<HeldSetting> => {
  const { key, settingType } = settingKind(kind);
  const id = before === undefined ? tx.newId(kind) : (before.record.id ?? before.key);
  const taken = entered(kind, fields, before?.record, String(id), tx, cipher);
  if (!taken.ok) return taken;
  const after = { ...before?.record, ...taken.data };
  const right = settingType.needs?.(after as AnySetting, before?.record);
  if (right !== undefined && !caller.rights.includes(right)) {
    return refuse('forbidden', `This needs the right ${right}.`);
  }
  const moved = before && movedSecretFault(settingType.setting, before.record, fields, after);
  if (moved !== undefined) return moved;
  if (!inReach(kind, { record: after }, caller)) {
    return refuse('forbidden', 'The group is out of your scope.');
  }
  const placed = before ? ok(after) : (settingType.inserted?.(tx, after) ?? ok(after));
  if (!placed.ok) return placed;
  const stored = before
    ? tx.replace(kind, before.key, placed.data as never)
    : tx.create(kind, { ...placed.data, id } as never);
  if (!stored.ok) return stored;
  const record = stored.data as unknown as AnySetting;
  settingType.written?.(tx, record);
  const held = tx.get(kind, key(record)) as HeldSetting | undefined;
  if (held === undefined) throw new Error(`a ${kind} was written and is not there`);
  return ok(held);
};

/** As `writeSetting`; returns the setting as the caller sees it. */
export const writeShownSetting = (tx: Transaction, write: SettingWrite): Outcome<Fields> => {
  const written = writeSetting(tx, write);
  return written.ok ? ok(shownOf(write.kind, written.data, tx, write.caller)) : written;
};

/**
 * Converts the fields of a body to the stored record: encrypts secrets, and applies the type's
 * conversion.
 */
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
    const sealed = sealedField(cipher, secret, given, held, `${kind}/${key}/${secret}`);
    if (!sealed.ok) return sealed;
    taken[secret] = sealed.data;
  }
  return enter === undefined ? ok(taken) : enter(taken, before, { tx, cipher, key });
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
