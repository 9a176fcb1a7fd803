// Items of a file: the action for each on this server, and its result.

import { isDeepStrictEqual } from 'node:util';
import { type Outcome, ok, refuse } from '../../../wire/base/codes.js';
import { type Fields, isFields } from '../../../wire/base/object.js';
import { complete } from '../../../wire/base/schema.js';
import type { Caller } from '../../../wire/desk/caller.js';
import { confirmedFieldsOf } from '../../../wire/rest/accounts/confirmed-acts.js';
import type {
  TransferItem,
  TransferKind,
  TransferOption,
  TransferRequest,
} from '../../../wire/rest/settings/transfer.js';
import type { SettingKind } from '../../../wire/settings/kinds.js';
import type { RecordCipher } from '../../secrets/record-cipher.js';
import { callerNow } from '../access/authority.js';
import { mayWriteKind, writeSetting } from '../settings/setting-write.js';
import { changedFields } from '../store/changed-fields.js';
import type { LoginTable, TransferForm } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';
import { type HeldSetting, inReach, settingKind } from '../types/setting-types.js';
import { plainCells } from './cells.js';
import { itemKeyOf, keyField, withIds } from './form.js';
import { KeyFinder, type Transferred, transferred } from './kinds.js';
import { type Applied, applyStaff, type StaffContext } from './staff-items.js';

/** Options for known and unknown keys, and for new symbols and connections. */
export interface Options extends NonNullable<TransferRequest['options']> {
  /** The login here of each login of the file. */
  readonly logins?: LoginTable;
  /** Items are in the form of their type's list: with ids and server fields. */
  readonly asListed?: boolean;
}

/** Server fields, which are ignored in items in list form. */
const SERVER_SET = ['id', 'status', 'version', 'created_at', 'updated_at'];

/** An item and its type. */
export interface FileItem {
  readonly kind: TransferKind;
  readonly item: unknown;
  /** How many items before it have the same key; default: 0. */
  readonly nth?: number;
}

/** Most fields in an item or a row; no type has as many. */
const FIELDS_MAX = 1024;

/**
 * Does the item, or a row of it, have too many fields? Each step that copies them would take long.
 */
const isOverfull = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(isOverfull);
  if (!isFields(value)) return false;
  const inner = Object.values(value);
  return inner.length > FIELDS_MAX || inner.some(isOverfull);
};

/** Are two lists equal except for the order of their rows? */
const sameSet = (one: unknown, other: unknown): boolean => {
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
  const sorted = (list: readonly unknown[]): string[] =>
    list.map((row) => JSON.stringify(sortedFields(row))).sort();
  return isDeepStrictEqual(sorted(one), sorted(other));
};

const sortedFields = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortedFields);
  if (!isFields(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, inner]) => [name, sortedFields(inner)]);
};

/** The services of a run, and the request. */
export interface RunInput {
  readonly context: StaffContext;
  readonly caller: Caller;
  readonly cipher: RecordCipher;
  readonly options: Options;
}

const NO_LOGINS: LoginTable = new Map();

/** The key of a staff item; empty where it has none. */
const staffKeyOf = (item: unknown): string => (isFields(item) ? String(item.login ?? '') : '');

/** The result of an item. */
const rowOf = (kind: TransferKind, key: string, outcome: Outcome<Applied>): TransferItem => {
  const { changes = [], warnings = [] } = outcome.ok ? outcome.data : ({} as Partial<Applied>);
  return {
    kind,
    key,
    action: outcome.ok ? outcome.data.action : 'error',
    changes: [...changes],
    error: outcome.ok ? '' : outcome.message,
    warnings: [...warnings],
  };
};

/** Applies items to a transaction one after the other, under the caller's present rights. */
export class ItemRun {
  readonly #context: StaffContext;
  readonly #caller: Caller;
  readonly #cipher: RecordCipher;
  readonly #options: Options;
  readonly #finder: KeyFinder;
  readonly #own = newMemory();

  /** `earlier`: the work that the request has done already. */
  constructor(
    private readonly tx: Transaction,
    { context, caller, cipher, options }: RunInput,
    /** The work of earlier runs of the request, and of this run so far. */
    private readonly earlier: RunMemory = newMemory(),
  ) {
    this.#context = context;
    this.#finder = new KeyFinder(tx);
    this.#caller = callerNow(tx, caller);
    this.#cipher = cipher;
    this.#options = options;
  }

  get #logins(): LoginTable {
    return this.#options.logins ?? NO_LOGINS;
  }

  /** Adds what this run did, once it is written. */
  remember({ made, off }: RunMemory): void {
    for (const key of this.#own.made) made.add(key);
    for (const [kind, keys] of this.#own.off) {
      off.set(kind, new Set([...(off.get(kind) ?? []), ...keys]));
    }
  }

  /** The keys of a type's items that the request leaves off, although the file has them on. */
  *#off({ name }: TransferForm): Iterable<string> {
    yield* this.earlier.off.get(name) ?? [];
    yield* this.#own.off.get(name) ?? [];
  }

  /** The warnings about an item that is off for a reason, if the file has it on. */
  #leftOff(form: TransferForm, key: string, given: Fields, arrival?: Arrival): string[] {
    if (arrival === undefined || !form.arrival?.isOn(given)) return [];
    const { off } = this.#own;
    off.set(form.name, (off.get(form.name) ?? new Set()).add(key.toLowerCase()));
    return [arrival.warning];
  }

  /** Applies an item and returns its result; a refused item changes nothing. */
  apply({ kind: name, item, nth }: FileItem): TransferItem {
    if (name === 'staff') return rowOf(name, staffKeyOf(item), this.#applyStaff(item));
    const one = transferred(name);
    const { setting } = settingKind(one.kind).settingType;
    const key = itemKeyOf(one.form, setting.create.schema, item);
    return rowOf(name, key ?? '', this.#apply(one, item, key, nth));
  }

  #applyStaff(item: unknown): Outcome<Applied> {
    if (!isFields(item)) return refuse('invalid_input', NO_OBJECT);
    const { mode = 'upsert' } = this.#options;
    const run = { tx: this.tx, caller: this.#caller, context: this.#context };
    return applyStaff(run, item, this.#logins, mode);
  }

  #apply(one: Transferred, item: unknown, key: string | undefined, nth?: number): Outcome<Applied> {
    const { defaults, noun, settingType } = settingKind(one.kind);
    if (!mayWriteKind(this.#caller, settingType.setting)) return refuse('forbidden', FORBIDDEN);
    if (!isFields(item)) return refuse('invalid_input', NO_OBJECT);
    if (key === undefined) {
      return refuse('invalid_input', `${one.form.keys.join(', ')}: needed as the item's key`);
    }
    const before = this.#finder.find(one, key, nth);
    const named = before ?? { record: mapFields(one.form.keys, (name) => String(item[name])) };
    // Checked first, so that a key out of reach gets the same answer whether or not it exists.
    if (!inReach(one.kind, named, this.#caller)) return refuse('forbidden', FORBIDDEN);
    if (isOverfull(item)) return refuse('invalid_input', `More than ${FIELDS_MAX} fields.`);
    const { mode = 'upsert' } = this.#options;
    const skipped = mode === (before === undefined ? 'update_only' : 'create_only');
    if (skipped) return ok({ action: 'skip' });
    if (before === undefined && defaults !== undefined) {
      return refuse('invalid_input', `${keyField(one.form)}: this server has no ${noun} ${key}`);
    }
    const fields = this.#fieldsOf(one, item, before);
    if (!fields.ok) return fields;
    const arrival = this.#arrivalOf(one, item, fields.data);
    const applied =
      before === undefined
        ? this.#create(one, key, fields.data, arrival)
        : this.#update(one, key, before, fields.data, arrival);
    const warned = one.form.warns?.(item, this.tx, this.#logins) ?? [];
    if (!applied.ok || warned.length === 0) return applied;
    const { warnings = [] } = applied.data;
    return ok({ ...applied.data, warnings: [...warnings, ...warned] });
  }

  /** The record's fields from an item: cells converted to values, natural keys to ids. */
  #fieldsOf(
    { kind, form }: Transferred,
    { export_removed: _, ...item }: Fields,
    before: HeldSetting | undefined,
  ): Outcome<Fields> {
    const { setting } = settingKind(kind).settingType;
    if (this.#options.asListed) {
      const entries = Object.entries(item).filter(([name]) => !SERVER_SET.includes(name));
      return ok(plainCells(setting.create.schema, Object.fromEntries(entries)));
    }
    const found = withIds(form, plainCells(setting.create.schema, item), this.tx);
    if (!found.ok || form.take === undefined) return found;
    return form.take(found.data, before?.record as never, this.tx, this.#logins);
  }

  #create(one: Transferred, key: string, given: Fields, asked?: Arrival): Outcome<Applied> {
    const { kind, form } = one;
    const { setting } = settingKind(kind).settingType;
    const arrival = asked ?? this.#unconfirmedArrival(one);
    const fields = (arrival && form.arrival?.off(given, arrival.leftOut)) ?? given;
    const fault = setting.create.fault(fields);
    if (fault !== undefined) return refuse('invalid_input', fault);
    const created = this.#write(kind, undefined, fields);
    if (!created.ok) return created;
    this.#finder.created(one, key, created.data);
    this.#own.made.add(createdKey(form.name, key));
    return ok({ action: 'create', warnings: this.#leftOff(form, key, given, arrival) });
  }

  /**
   * Writes fields of a record, without the fields whose change a code must confirm. Returns those
   * fields with their warnings. An item in the form of its list is refused instead.
   */
  #change(
    kind: SettingKind,
    before: HeldSetting,
    fields: Fields,
  ): { readonly changed: Outcome<HeldSetting>; readonly unconfirmed: Map<string, string> } {
    let unconfirmed = new Map<string, string>();
    const changed = this.tx.attempt((inner) => {
      const after = this.#write(kind, before, fields, inner);
      if (!after.ok) return after;
      const names = changedFields(before.record, after.data.record);
      unconfirmed = this.#unconfirmed(kind, names);
      if (unconfirmed.size === 0) return after;
      return refuse('confirmation_required', [...unconfirmed.values()].join('; '));
    });
    if (unconfirmed.size === 0 || this.#options.asListed) return { changed, unconfirmed };
    return { changed: this.#write(kind, before, without(fields, unconfirmed)), unconfirmed };
  }

  #write(
    kind: SettingKind,
    before: HeldSetting | undefined,
    fields: Fields,
    tx = this.tx,
  ): Outcome<HeldSetting> {
    const write = { kind, before, fields, caller: this.#caller, cipher: this.#cipher };
    return tx.attempt((inner) => writeSetting(inner, write));
  }

  /** The fields of a type that only a code changes for the caller, and the route for them. */
  #confirmedFields(kind: SettingKind): ReturnType<typeof confirmedFieldsOf> {
    return this.#caller.rights.includes('confirm_actions') ? confirmedFieldsOf(kind) : undefined;
  }

  /** The fields of `names` that only a code changes for the caller; and the warning about each. */
  #unconfirmed(kind: SettingKind, names: readonly string[]): Map<string, string> {
    const confirmed = this.#confirmedFields(kind);
    const kept = new Map<string, string>();
    for (const name of confirmed?.fields.filter((one) => names.includes(one)) ?? []) {
      kept.set(name, `${name}: kept; a code confirms a change, use ${confirmed?.by}`);
    }
    return kept;
  }

  /** Why a new item arrives off: only a code switches items of the type on for the caller. */
  #unconfirmedArrival({ kind, form }: Transferred): Arrival | undefined {
    const confirmed = this.#confirmedFields(kind);
    const field = form.arrival?.field ?? '';
    if (confirmed === undefined || !confirmed.fields.includes(field)) return undefined;
    const warning = `${field}: arrives disabled; a code confirms a change, use ${confirmed.by}`;
    return { leftOut: [], warning };
  }

  /** Why an item stays off, whatever the file says; undefined = it does not. */
  #arrivalOf({ form }: Transferred, item: Fields, given: Fields): Arrival | undefined {
    const { arrival } = form;
    if (arrival === undefined || this.#options.asListed) return undefined;
    const leftOut = secretsLeftOut(item);
    const off = `${arrival.field}: arrives disabled`;
    if (leftOut.length > 0) {
      return { leftOut, warning: `${off}, the file leaves out ${leftOut.join(', ')}` };
    }
    const heldBack = arrival.heldBack?.(given, this.tx, this.#off(form));
    if (heldBack !== undefined) return { leftOut, heldBack, warning: `${off}, ${heldBack}` };
    const { option } = arrival;
    const isAsked = option !== undefined && (this.#options[option] ?? UNSAID[option]);
    if (!isAsked) return undefined;
    return { leftOut, keepsOff: option === 'new_connections_disabled', warning: WARNINGS[option] };
  }

  #update(
    one: Transferred,
    key: string,
    before: HeldSetting,
    given: Fields,
    arrival?: Arrival,
  ): Outcome<Applied> {
    const { kind, form } = one;
    const { setting } = settingKind(kind).settingType;
    const { properties } = setting.create.schema;
    const patchable = setting.patch.schema.properties;
    const made = createdKey(form.name, key);
    const isNew = this.earlier.made.has(made) || this.#own.made.has(made);
    const off = isNew || staysOff(form, before.record, arrival) ? arrival : undefined;
    const changing: [string, unknown][] = [];
    for (const [name, value] of Object.entries(given)) {
      // Fields that only a create accepts, and the key, which is never renamed, stay unchanged.
      const isFixed = Object.hasOwn(properties, name) && !Object.hasOwn(patchable, name);
      const kept = form.keys.includes(name) || isFixed;
      const named = form.names?.includes(name) && isSameName(value, before.record[name]);
      if (kept || named || (off && name === form.arrival?.field)) continue;
      const set = form.sets?.includes(name) ? properties[name] : undefined;
      const same = set !== undefined && sameSet(complete(set, value), before.record[name]);
      if (!same) changing.push([name, value]);
    }
    const fields = Object.fromEntries(changing);
    const fault = setting.patch.fault({ ...fields, version: before.version });
    if (fault !== undefined) return refuse('invalid_input', fault);
    const { changed, unconfirmed } = this.#change(kind, before, fields);
    if (!changed.ok) return changed;
    const changes = changedFields(before.record, changed.data.record).map(
      (field) => form.references?.find((one) => !one.rows && one.field === field)?.as ?? field,
    );
    const warnings = [...this.#leftOff(form, key, given, off), ...unconfirmed.values()];
    if (off === undefined && arrival?.heldBack !== undefined && form.arrival?.isOn(given)) {
      warnings.push(`${form.arrival.field}: stays enabled; ${arrival.heldBack}`);
    }
    const action = changes.length === 0 ? 'unchanged' : 'update';
    return ok({ action, changes, warnings });
  }
}

/** The memory of the runs of a request. */
export interface RunMemory {
  /** Items that were created, see `createdKey`. */
  readonly made: Set<string>;
  /** Keys of items that are off here and on in the file, by type. */
  readonly off: Map<TransferKind, Set<string>>;
}

/** The memory of a request that has done nothing. */
export const newMemory = (): RunMemory => ({ made: new Set(), off: new Map() });

/** Why an item is off, and the secrets without which it arrives. */
interface Arrival {
  readonly leftOut: readonly string[];
  /** Why this server holds the item back. */
  readonly heldBack?: string;
  /** Does an item that is there, and off, stay off, too? */
  readonly keepsOff?: boolean;
  readonly warning: string;
}

const isEmpty = (value: unknown): boolean =>
  value === '' || (Array.isArray(value) && value.length === 0);

/** Is a known item off, and must it stay off for the reason for which items arrive off? */
const staysOff = (form: TransferForm, record: Fields, arrival: Arrival | undefined): boolean => {
  if (arrival === undefined || form.arrival?.isOn(record)) return false;
  const { heldBack, keepsOff = false, leftOut } = arrival;
  return heldBack !== undefined || keepsOff || leftOut.some((name) => isEmpty(record[name]));
};

/** Fields but some. */
const without = (fields: Fields, left: ReadonlyMap<string, unknown>): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !left.has(name)));

const mapFields = (names: readonly string[], of: (name: string) => unknown): Fields =>
  Object.fromEntries(names.map((name) => [name, of(name)]));

/** How an item that a request has created is remembered. */
const createdKey = (kind: TransferKind, key: string): string => `${kind} ${key.toLowerCase()}`;

/** The secrets that the export removed from an item, and that nobody has added since. */
const secretsLeftOut = ({ export_removed: removed, params, ...item }: Fields): string[] => {
  if (!Array.isArray(removed)) return [];
  const values = new Map<unknown, unknown>(Object.entries(item));
  for (const one of Array.isArray(params) ? params : []) {
    if (isFields(one)) values.set(`params.${one.key}`, one.value);
  }
  return removed.filter((name) => typeof name === 'string' && (values.get(name) ?? '') === '');
};

const isSameName = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' && one.toLowerCase() === String(other).toLowerCase();

const FORBIDDEN = 'forbidden';
const NO_OBJECT = 'An item is an object.';
/** The options that keep new items off: when they are left out, and the warning. */
const UNSAID: Readonly<Record<TransferOption, boolean>> = {
  new_symbols_trading_disabled: true,
  new_connections_disabled: false,
};
const WARNINGS: Readonly<Record<TransferOption, string>> = {
  new_symbols_trading_disabled: 'trade_access: new symbols arrive disabled',
  new_connections_disabled: 'enabled: new_connections_disabled keeps it disabled',
};
