// Import: a file is validated, previewed without writing, or applied in batches.

import { type Outcome, ok, refuse } from '../../../wire/base/codes.js';
import { isFields } from '../../../wire/base/object.js';
import { parseBody } from '../../../wire/codec/json-input.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { DeskAnswer, DeskOps } from '../../../wire/desk/operations.js';
import type { InputCheck } from '../../../wire/fields/input-faults.js';
import {
  type OlderKind,
  olderImportCheck,
  type SettingTransferKind,
  TRANSFER_ITEMS_MAX,
  TRANSFER_KINDS,
  type TransferItem,
  type TransferRequest,
  transferCheck,
} from '../../../wire/rest/settings/transfer.js';
import { type RecordCipher, recordCipher } from '../../secrets/record-cipher.js';
import { mapAtOnce, mapInSlices, nextSlice } from '../../shared/time-slices.js';
import { editorOf } from '../settings/setting-write.js';
import type { DeskContext } from '../state/desk-context.js';
import { isTooMuch, whoOf } from '../state/writer.js';
import { loginLock, SEQUENCE_LOCK, SETTINGS_LOCK } from '../store/record-locks.js';
import type { LoginTable } from '../store/record-type.js';
import type { Transaction } from '../store/transaction.js';
import { asBytes, settingKind } from '../types/setting-types.js';
import { itemKeyOf } from './form.js';
import {
  type FileItem,
  ItemRun,
  newMemory,
  type Options,
  type RunInput,
  type RunMemory,
} from './item-run.js';
import { transferred } from './kinds.js';
import { currentRequest } from './older-files.js';
import { BATCH_ITEMS, Resting, UNASKED } from './transfer-turns.js';

/** Most values in a file: 20,000 items with hundreds of values each. */
const FILE_VALUES_MAX = 4_194_304;
/** Largest JSON of the items in one event, so that the event fits into the log's ring. */
const BATCH_CHARS = 1 << 20;

/** The body of the older import. */
interface OlderList {
  readonly kind: OlderKind;
  readonly items: readonly unknown[];
}

const DONE: Readonly<Record<string, string>> = {
  create: 'created',
  update: 'updated',
  skip: 'skipped',
};

/** Does the item depend on another item of its type? Such items are applied after the others. */
const restsOnOthers = (kind: SettingTransferKind, item: unknown): boolean => {
  const { kind: own, form } = transferred(kind);
  const references = form.references?.filter((one) => one.kind === own && !one.rows) ?? [];
  return isFields(item) && references.some(({ as }) => (item[as] ?? '') !== '');
};

/** The selected items of a file, in the order in which they are applied. */
const itemsOf = (request: TransferRequest): FileItem[] =>
  TRANSFER_KINDS.flatMap((kind) =>
    kind === 'staff' ? staffOf(request) : settingsOf(request, kind),
  );

const staffOf = ({ file, select }: TransferRequest): FileItem[] => {
  const chosen = select === undefined ? null : select.staff;
  if (chosen === undefined) return [];
  const items = file.kinds.staff ?? [];
  const isWanted = (item: unknown) =>
    chosen === null || (isFields(item) && chosen.includes(String(item.login)));
  return items.filter(isWanted).map((item) => ({ kind: 'staff', item }));
};

const loginsOf = ({ file }: TransferRequest): LoginTable =>
  new Map(Object.entries(file.logins ?? {}).map(([login, here]) => [Number(login), here]));

/** The selected items of a type, those first on which others rest. */
const settingsOf = ({ file, select }: TransferRequest, kind: SettingTransferKind): FileItem[] => {
  const { kind: own, form } = transferred(kind);
  const given = file.kinds[kind] ?? [];
  const chosen = select === undefined ? null : select[kind];
  if (chosen === undefined) return [];
  const wanted = chosen && new Set(chosen.map((key) => key.toLowerCase()));
  const { schema } = settingKind(own).settingType.setting.create;
  const isWanted = (item: unknown): boolean =>
    wanted === null || wanted.has(itemKeyOf(form, schema, item)?.toLowerCase() ?? '');
  const items = given.filter(isWanted);
  const first = items.filter((item) => !restsOnOthers(kind, item));
  const last = items.filter((item) => restsOnOthers(kind, item));
  const seen = new Map<string, number>();
  return [...first, ...last].map((item) => {
    const key = itemKeyOf(form, schema, item)?.toLowerCase() ?? '';
    const nth = seen.get(key) ?? 0;
    seen.set(key, nth + 1);
    return { kind, item, nth };
  });
};

const TOO_MANY = refuse('invalid_input', `body: more than ${TRANSFER_ITEMS_MAX} items`);

/** A form of bodies with items: its check, and how deep in JSON its lists of items are. */
interface BodyForm {
  readonly check: InputCheck;
  readonly depth: number;
}
/** `{"file": {"kinds": {"symbols": [` */
const FILE: BodyForm = { check: transferCheck, depth: 4 };
/** `{"items": [` */
const LIST: BodyForm = { check: olderImportCheck, depth: 2 };

/** Parses and validates a body. For a long one each step takes a time slice of its own. */
const bodyOf = async <T>(bytes: Uint8Array, { check, depth }: BodyForm): Promise<Outcome<T>> => {
  const items = { depth, most: TRANSFER_ITEMS_MAX };
  const body = parseBody(bytes, { values: FILE_VALUES_MAX, items });
  await nextSlice();
  if (!body.ok) return body;
  const refused = check(body.data);
  await nextSlice();
  return refused ?? ok(body.data as T);
};

const requestOf = async (bytes: Uint8Array): Promise<Outcome<TransferRequest>> => {
  const request = await bodyOf<TransferRequest>(bytes, FILE);
  if (!request.ok) return request;
  let count = 0;
  for (const items of Object.values(request.data.file.kinds)) count += items?.length ?? 0;
  return count > TRANSFER_ITEMS_MAX ? TOO_MANY : ok(currentRequest(request.data));
};

const resultOf = (items: readonly TransferItem[]) => {
  const summary: Record<string, number> = {};
  for (const { action } of items) summary[action] = (summary[action] ?? 0) + 1;
  return ok({ json: asBytes({ items, summary }) });
};

/** Splits items into groups that make one event each. */
const batchesOf = (items: readonly FileItem[]): FileItem[][] => {
  const batches: FileItem[][] = [];
  let [batch, chars]: [FileItem[], number] = [[], 0];
  for (const one of items) {
    const { length } = JSON.stringify(one.item) ?? '';
    if (batch.length === BATCH_ITEMS || (batch.length > 0 && chars + length > BATCH_CHARS)) {
      batches.push(batch);
      [batch, chars] = [[], 0];
    }
    batch.push(one);
    chars += length;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
};

/** The options of an import, with the table of the file's logins. */
const optionsOf = (request: TransferRequest): Options => ({
  ...request.options,
  logins: loginsOf(request),
});

/** The locks for the staff of a batch: of their logins, and of new accounts. */
const staffLocks = (batch: readonly FileItem[], { logins }: Options): string[] => {
  const staff = batch.flatMap(({ kind, item }) => {
    const login = kind === 'staff' && isFields(item) ? logins?.get(Number(item.login)) : undefined;
    return typeof login === 'number' ? [loginLock(login)] : [];
  });
  return staff.length === 0 ? [] : [SEQUENCE_LOCK, ...new Set(staff)];
};

/** Imports files for staff. */
export class Imports {
  readonly #safe: RecordCipher;

  constructor(private readonly context: DeskContext) {
    this.#safe = recordCipher(context.deps.keys);
  }

  /** The expected result of an import, without writing. */
  async preview(
    input: DeskOps['transfer.preview']['input'],
  ): Promise<DeskAnswer<'transfer.preview'>> {
    const request = await requestOf(input.bytes);
    if (!request.ok) return request;
    const options = optionsOf(request.data);
    const items = itemsOf(request.data);
    return resultOf(await this.look(items, input.caller, options));
  }

  #input(caller: Caller, options: Options): RunInput {
    return { context: this.context, caller, cipher: this.#safe, options };
  }

  /** The results that a write of the items would have. */
  async look(items: readonly FileItem[], caller: Caller, options: Options) {
    const { result, usageKnown } = await this.context.writer.look(whoOf(caller), (tx) => {
      const run = new ItemRun(tx, this.#input(caller, options));
      return mapInSlices(items, (one) => run.apply(one));
    });
    return usageKnown ? result : result.map(asUnasked);
  }

  /** Applies a file, several items an event; each item has a result of its own. */
  async take(input: DeskOps['transfer.import']['input']): Promise<DeskAnswer<'transfer.import'>> {
    const request = await requestOf(input.bytes);
    if (!request.ok) return request;
    const options = optionsOf(request.data);
    const rows = await this.write(itemsOf(request.data), input.caller, options);
    return resultOf(rows.map((row) => ({ ...row, action: DONE[row.action] ?? row.action })));
  }

  /** The older import of one type, in the form of its list. */
  async takeList(input: DeskOps['config.import']['input']): Promise<DeskAnswer<'config.import'>> {
    const body = await bodyOf<OlderList>(input.bytes, LIST);
    if (!body.ok) return body;
    const { kind, items } = body.data;
    const asked = { kind: transferred(kind).kind, caller: input.caller };
    const editor = editorOf(this.context.records, asked);
    if (!editor.ok) return editor;
    if (items.length > TRANSFER_ITEMS_MAX) return TOO_MANY;
    const named = items.map((item) => ({ kind, item }));
    const rows = await this.write(named, input.caller, { asListed: true });
    const outcomes = rows.map(({ action, error, key }) => ({
      action: DONE[action] ?? action,
      error,
      identity: key,
    }));
    return ok({ json: asBytes(outcomes) });
  }

  /** Writes items, several an event; each has a result of its own. */
  async write(
    items: readonly FileItem[],
    caller: Caller,
    options: Options,
  ): Promise<TransferItem[]> {
    const all: TransferItem[] = [];
    const resting = new Resting();
    const memory = newMemory();
    for (const batch of batchesOf(items)) {
      for (let left = batch; left.length > 0; ) {
        if (all.length > 0) await resting.rest();
        resting.begin();
        const rows = await this.#batch(left, caller, options, memory);
        all.push(...rows);
        left = left.slice(rows.length);
      }
    }
    return all;
  }

  /**
   * Applies the first items in one event, as many as time and size allow; returns their results.
   * The work that was done is added to the memory.
   */
  async #batch(
    batch: readonly FileItem[],
    caller: Caller,
    options: Options,
    memory: RunMemory,
  ): Promise<TransferItem[]> {
    let rows: TransferItem[] = [];
    let remember = (): void => {};
    const { deps, writer } = this.context;
    const take = (tx: Transaction) => {
      const run = new ItemRun(tx, this.#input(caller, options), memory);
      remember = () => run.remember(memory);
      rows = mapAtOnce(batch, deps.now, (one) => run.apply(one));
      return ok(null);
    };
    const locks = [SETTINGS_LOCK, ...staffLocks(batch, options)];
    const outcome = await deps.decide(() => writer.change(locks, whoOf(caller), take, 'kick'));
    if (outcome.ok) {
      remember();
      return rows;
    }
    if (!isTooMuch(outcome) || rows.length === 1) {
      return rows.map((row) => asFailed(row, outcome.message));
    }
    const half = Math.ceil(rows.length / 2);
    return this.#batch(batch.slice(0, half), caller, options, memory);
  }
}

/** The result of a change that may still be refused when it is made. */
const asUnasked = (row: TransferItem): TransferItem =>
  row.action === 'update' ? { ...row, warnings: [...row.warnings, UNASKED] } : row;

/** The result of an item whose batch was not written. */
const asFailed = (row: TransferItem, error: string): TransferItem => ({
  ...row,
  action: 'error',
  changes: [],
  warnings: [],
  error: row.error === '' ? error : row.error,
});
