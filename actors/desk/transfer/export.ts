// Export: a catalog of settings, and files with settings.

import { hasAnyRight } from '../../../wire/accounts/has-rights.js';
import { ok } from '../../../wire/base/codes.js';
import type { Fields } from '../../../wire/base/object.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import {
  TRANSFER_FORMAT,
  TRANSFER_KINDS,
  TRANSFER_VERSION,
  type TransferKind,
} from '../../../wire/rest/settings/transfer.js';
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
import { mayMoveStaff, staffItemOf, staffLeaving } from './staff-items.js';

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
  const settings = ALL.map(([name, one]) => {
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
  const kinds = [...settings, staffCatalog(records, caller)].sort(
    (a, b) => TRANSFER_KINDS.indexOf(a.kind) - TRANSFER_KINDS.indexOf(b.kind),
  );
  return ok({ json: asBytes({ kinds }) });
};

const staffCatalog = (reader: RecordReader, caller: Caller) => {
  const may = mayMoveStaff(caller);
  const staff = may ? staffLeaving(reader, caller) : [];
  return {
    kind: 'staff' as const,
    key_field: STAFF_KEY,
    count: staff.length,
    can_read: may,
    can_write: may,
    items: staff.map(({ account: { login, name } }) => ({
      key: String(login),
      name: name || String(login),
    })),
  };
};

/** The caller who exports, the source of the records, and whether the file has staff. */
interface Leaving {
  readonly reader: RecordReader;
  readonly caller: Caller;
  readonly withStaff: boolean;
}

/** An item of a file: the fields of a create, with natural keys and without secrets. */
const itemOf = (
  one: Transferred,
  held: HeldSetting,
  { reader, caller, withStaff }: Leaving,
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
  const left = form.leave?.(plain, held.record as never, reader, withStaff) ?? plain;
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

const STAFF_KEY = 'login';

/** The staff users of a file: all of them, or the users with the keys. */
const staffItems = (
  reader: RecordReader,
  caller: Caller,
  keys: readonly string[] | null,
): Fields[] =>
  staffLeaving(reader, caller)
    .filter(({ account }) => keys === null || keys.includes(String(account.login)))
    .map((member) => staffItemOf(member, caller));

/** The table of the logins of staff in a file: each is itself until somebody edits the table. */
const loginsIn = (kinds: ReadonlyMap<TransferKind, readonly Fields[]>): Record<string, number> => {
  const named = ALL.flatMap(
    ([
      name,
      {
        form: { staffIn },
      },
    ]) => (staffIn === undefined ? [] : (kinds.get(name) ?? []).flatMap(staffIn)),
  );
  const logins = [...(kinds.get('staff') ?? []).map(({ login }) => Number(login)), ...named];
  return Object.fromEntries(logins.map((login) => [String(login), login]));
};

/** A file with the requested types; refused for types that the caller may not read. */
export const exportFile = (
  { records, deps }: DeskContext,
  { kinds, ...input }: DeskOps['transfer.export']['input'],
): DeskAnswer<'transfer.export'> => {
  const caller = callerNow(records, input.caller);
  const asked = TRANSFER_KINDS.filter((name) => kinds[name] !== undefined);
  const may = (name: TransferKind): boolean =>
    name === 'staff' ? mayMoveStaff(caller) : mayRead(caller, transferred(name));
  const readable = asked.filter(may);
  const leave: Leaving = { reader: records, caller, withStaff: readable.includes('staff') };
  const itemsOf = (name: TransferKind): readonly Fields[] => {
    const keys = kinds[name] ?? null;
    if (name === 'staff') return staffItems(records, caller, keys);
    const one = transferred(name);
    return chosen(one, keys, records, caller).map((held) => itemOf(one, held, leave));
  };
  const items = new Map(readable.map((name) => [name, itemsOf(name)]));
  const keyOfKind = (name: TransferKind): string =>
    name === 'staff' ? STAFF_KEY : keyField(transferred(name).form);
  const file = {
    format: TRANSFER_FORMAT,
    version: TRANSFER_VERSION,
    exported_at: new Date(deps.now()).toISOString(),
    source: 'brokerd',
    key_fields: Object.fromEntries(readable.map((name) => [name, keyOfKind(name)])),
    ...(leave.withStaff && { logins: loginsIn(items) }),
    kinds: Object.fromEntries(items),
    denied: asked.filter((name) => !may(name)),
  };
  return ok({ json: asBytes(file) });
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
  return ok({ json: asBytes({ kind: name, items }) });
};
