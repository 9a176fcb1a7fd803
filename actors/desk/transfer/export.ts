// Export: a catalog of settings, and files with settings.

import { hasAnyRight } from '../../../wire/accounts/has-rights.js';
import { done } from '../../../wire/base/codes.js';
import type { Fields } from '../../../wire/base/object.js';
import type { Caller, DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import { TRANSFER_FORMAT, TRANSFER_VERSION } from '../../../wire/rest/settings/transfer.js';
import { callerNow } from '../access/authority.js';
import { editorOf, mayWriteKind } from '../settings/setting-write.js';
import type { DeskContext } from '../state/desk-context.js';
import type { RecordReader, ReducedItem } from '../store/record-type.js';
import {
  asBytes,
  type HeldSetting,
  reachable,
  settingKind,
  shownOf,
} from '../types/setting-types.js';
import { keyField, keyOf, withNames } from './form.js';
import { ALL, type Transferred, transferred } from './kinds.js';

const mayRead = (caller: Caller, { kind }: Transferred): boolean =>
  hasAnyRight(caller, settingKind(kind).settingType.setting.read);
const mayWrite = (caller: Caller, { kind }: Transferred): boolean =>
  mayWriteKind(caller, settingKind(kind).settingType.setting);

const keyed = ({ form }: Transferred, { record }: HeldSetting): string => keyOf(form, record) ?? '';

/** The settings that the caller reaches and that can be exported. */
const leaving = (
  { kind, form }: Transferred,
  reader: RecordReader,
  caller: Caller,
): HeldSetting[] =>
  reachable(reader, kind, caller).filter(
    ({ record }) => form.leaves?.(record as never, reader) ?? true,
  );

/** All items of the types that the caller may read, and whether the caller may write them. */
export const catalog = (
  { records }: DeskContext,
  input: DeskOps['transfer.catalog']['input'],
): DeskAnswer<'transfer.catalog'> => {
  const caller = callerNow(records, input.caller);
  const kinds = ALL.map(([name, one]) => {
    const can_read = mayRead(caller, one);
    const held = can_read ? leaving(one, records, caller) : [];
    const { label } = settingKind(one.kind);
    return {
      kind: name,
      key_field: keyField(one.form),
      count: held.length,
      can_read,
      can_write: mayWrite(caller, one),
      items: held.map((item) => {
        const key = keyed(one, item);
        return { key, name: label?.(item.record) || key };
      }),
    };
  });
  return done({ json: asBytes({ kinds }) });
};

/** An item of a file: the fields of a create, with natural keys and without secrets. */
const itemOf = (
  one: Transferred,
  held: HeldSetting,
  reader: RecordReader,
  caller: Caller,
): Fields => {
  const { kind, form } = one;
  const { setting } = settingKind(kind).settingType;
  const shown = shownOf(kind, held, reader, caller);
  const removed: string[] = [];
  const item: Record<string, unknown> = {};
  for (const name of new Set([...form.keys, ...Object.keys(setting.create.schema.properties)])) {
    if (setting.secrets.includes(name)) {
      if (held.record[name] !== '') removed.push(name);
    } else if (!setting.ignored.includes(name)) item[name] = shown[name];
  }
  const plain: ReducedItem = { item: withNames(form, item, reader), removed };
  const left = form.leave?.(plain, held.record as never, reader) ?? plain;
  return left.removed.length === 0
    ? left.item
    : { ...left.item, export_removed: [...left.removed] };
};

const chosen = (
  one: Transferred,
  keys: readonly string[] | null,
  reader: RecordReader,
  caller: Caller,
): HeldSetting[] => {
  const held = leaving(one, reader, caller);
  if (keys === null) return held;
  const wanted = new Set(keys.map((key) => key.toLowerCase()));
  return held.filter((item) => wanted.has(keyed(one, item).toLowerCase()));
};

/** A file with the requested types; refused for types that the caller may not read. */
export const exportFile = (
  { records, deps }: DeskContext,
  { kinds, ...input }: DeskOps['transfer.export']['input'],
): DeskAnswer<'transfer.export'> => {
  const caller = callerNow(records, input.caller);
  const asked = ALL.filter(([name]) => kinds[name] !== undefined);
  const readable = asked.filter(([, one]) => mayRead(caller, one));
  const items = readable.map(([name, one]) => [
    name,
    chosen(one, kinds[name] ?? null, records, caller).map((held) =>
      itemOf(one, held, records, caller),
    ),
  ]);
  const file = {
    format: TRANSFER_FORMAT,
    version: TRANSFER_VERSION,
    exported_at: new Date(deps.now()).toISOString(),
    source: 'brokerd',
    key_fields: Object.fromEntries(readable.map(([name, { form }]) => [name, keyField(form)])),
    kinds: Object.fromEntries(items),
    denied: asked.filter(([, one]) => !mayRead(caller, one)).map(([name]) => name),
  };
  return done({ json: asBytes(file) });
};

/** The older export: items in the form of their type's list. */
export const exportList = (
  { records }: DeskContext,
  { kind: name, ...input }: DeskOps['config.export']['input'],
): DeskAnswer<'config.export'> => {
  const { kind } = transferred(name);
  const editor = editorOf(records, { kind, caller: input.caller });
  if (!editor.ok) return editor;
  const caller = editor.data;
  const held = reachable(records, kind, caller);
  const items = held.map((one) => shownOf(kind, one, records, caller));
  return done({ json: asBytes({ kind: name, items }) });
};
