// Lists of settings as JSON: what did not change since the last list is not written anew.

import type { Caller } from '../../wire/desk.js';
import type { Fields } from '../../wire/object.js';
import type { SettingKind } from '../../wire/setting.js';
import { inBreaths } from './breath.js';
import { type HeldSetting, inReach, plainOf, settingKind } from './maintained.js';
import type { Records } from './records.js';

/** A kind in the order of its list, at a version of the settings. */
interface Sorted {
  readonly version: number;
  readonly all: readonly HeldSetting[];
}

const [OPEN, COMMA, CLOSE] = ['[', ',', ']'].map((one) => one.charCodeAt(0)) as [
  number,
  number,
  number,
];

/** The lists of all kinds. Twenty thousand symbols are forty megabytes: they are kept as bytes. */
export class Listing {
  readonly #records: Records;
  readonly #sorted = new Map<SettingKind, Sorted>();
  /** Of each record what of its answer does not change as long as it does not. */
  readonly #texts = new WeakMap<object, Buffer>();

  constructor(records: Records) {
    this.#records = records;
  }

  /** The settings of a kind in the caller's reach that a query asks for. */
  async json(kind: SettingKind, caller: Caller, query: Fields): Promise<Uint8Array<ArrayBuffer>> {
    const { lists, show } = settingKind(kind).maintained;
    const listed = this.#inOrder(kind).filter(
      (held) => inReach(kind, held, caller) && (lists === undefined || lists(held.record, query)),
    );
    const parts = await inBreaths(listed, (held) => {
      const extra = show?.(held.record, this.#records, caller) ?? {};
      const text = this.#textOf(kind, held, extra);
      // Both end and begin within one object: `{"id":1` and `,"status":"active"}`.
      const tail = JSON.stringify(extra).slice(1);
      return [text, tail === '}' ? CLOSED : Buffer.from(`,${tail}`)] as const;
    });
    return joined(parts);
  }

  #inOrder(kind: SettingKind): readonly HeldSetting[] {
    const version = this.#records.configVersion;
    const known = this.#sorted.get(kind);
    if (known?.version === version) return known.all;
    const held = this.#records.all(kind) as Iterable<unknown>;
    const { order } = settingKind(kind).maintained;
    const all = Array.from(held, (one) => one as HeldSetting);
    all.sort((a, b) => order(a.record, b.record));
    this.#sorted.set(kind, { version, all });
    return all;
  }

  /** The answer without its last brace, and without what is shown beside the record. */
  #textOf(kind: SettingKind, held: HeldSetting, extra: Fields): Buffer {
    const known = this.#texts.get(held.record);
    if (known !== undefined) return known;
    const plain = plainOf(kind, held);
    for (const name of Object.keys(extra)) plain[name] = undefined;
    const text = Buffer.from(JSON.stringify(plain).slice(0, -1));
    this.#texts.set(held.record, text);
    return text;
  }
}

const CLOSED = Buffer.from('}');

/** Items of two parts each as one list. */
const joined = (items: readonly (readonly [Buffer, Buffer])[]): Uint8Array<ArrayBuffer> => {
  const length = items.reduce((sum, [text, tail]) => sum + text.length + tail.length + 1, 2);
  const bytes = new Uint8Array(Math.max(2, length - 1));
  bytes[0] = OPEN;
  let at = 1;
  for (const [text, tail] of items) {
    bytes.set(text, at);
    bytes.set(tail, at + text.length);
    at += text.length + tail.length;
    bytes[at] = COMMA;
    at += 1;
  }
  bytes[bytes.length - 1] = CLOSE;
  return bytes;
};
