// Setting types: their list, which settings a caller reaches, and how settings are shown.

import { inScope } from '../../../wire/base/mask.js';
import type { Fields, Stamped } from '../../../wire/base/object.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { SettingKind } from '../../../wire/settings/kinds.js';
import type {
  RecordReader,
  RecordType,
  RecordTypeName,
  SettingType,
  VersionedRecord,
} from '../store/record-type.js';
import { RECORD_TYPES } from './record-types.js';

/** A setting of any type; its declaration knows its fields. */
export type AnySetting = Stamped<Readonly<Record<string, unknown>>> & {
  readonly id: number | string;
};
type AnySettingType = Omit<RecordType<AnySetting>, 'settingType'> & {
  readonly settingType: SettingType<AnySetting>;
};
/** A setting with its key and version. */
export type HeldSetting = VersionedRecord<AnySetting>;

/** The types of settings. */
export const SETTING_KINDS = (Object.keys(RECORD_TYPES) as RecordTypeName[]).filter(
  (name): name is SettingKind => RECORD_TYPES[name].settingType !== undefined,
);

/** The declaration of a type of settings. */
export const settingKind = (kind: SettingKind): AnySettingType => {
  const rules = RECORD_TYPES[kind] as unknown as RecordType<AnySetting>;
  if (rules.settingType === undefined) throw new Error(`${kind} is not maintained by staff`);
  return rules as AnySettingType;
};

/** The settings of a type that the caller reaches, in list order. */
export const reachable = (
  reader: RecordReader,
  kind: SettingKind,
  caller: Caller,
): HeldSetting[] => {
  const { order } = settingKind(kind).settingType;
  const all = Array.from(reader.all(kind) as Iterable<unknown>, (held) => held as HeldSetting);
  return all
    .filter((held) => inReach(kind, held, caller))
    .sort((a, b) => order(a.record, b.record));
};

/** Is a setting, or the body of one, in the caller's scope of groups? */
export const inReach = (
  kind: SettingKind,
  { record }: { readonly record: Fields },
  caller: Caller,
): boolean => {
  const group = settingKind(kind).settingType.group?.(record as AnySetting);
  return group === undefined || inScope(caller.group_scope, group);
};

const onlyKey = ({ defaults = {} }: AnySettingType): string => Object.keys(defaults)[0] ?? '';

/** The setting of an id, or the only one, if the caller reaches it; others count as not found. */
export const reached = (
  reader: RecordReader,
  kind: SettingKind,
  id: number | string | undefined,
  caller: Caller,
): HeldSetting | undefined => {
  const rules = settingKind(kind);
  const byId = rules.unique?.id !== undefined;
  const held = byId
    ? reader.find(kind, 'id', String(id))
    : reader.get(kind, id === undefined ? onlyKey(rules) : String(id));
  const found = held as HeldSetting | undefined;
  return found === undefined || inReach(kind, found, caller) ? found : undefined;
};

/**
 * The shown fields of a record: without secrets and, for most types, without times. Hidden fields
 * are set to undefined, which JSON omits, because deleting a field makes later steps slow.
 */
const plainOf = (kind: SettingKind, { record }: HeldSetting): Record<string, unknown> => {
  const { setting } = settingKind(kind).settingType;
  const plain: Record<string, unknown> = { ...record };
  for (const secret of setting.secrets) {
    plain[`has_${secret}`] = plain[secret] !== '';
    plain[secret] = undefined;
  }
  if (setting.times !== true) plain.created_at = undefined;
  if (setting.times === false) plain.updated_at = undefined;
  return plain;
};

/** A setting as returned: without its secrets, with computed fields. */
export const shownOf = (
  kind: SettingKind,
  held: HeldSetting,
  reader: RecordReader,
  caller: Caller,
): Fields => ({
  ...plainOf(kind, held),
  ...settingKind(kind).settingType.show?.(held.record, reader, caller),
});

/** JSON in a buffer of its own, which can be transferred to another thread. */
export const asBytes = (value: unknown): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify(value));
