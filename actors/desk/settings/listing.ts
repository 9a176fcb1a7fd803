// Lists of settings as JSON: rows that did not change since the last list are reused.

import type { Fields } from '../../../wire/base/object.js';
import type { Caller } from '../../../wire/desk/caller.js';
import type { SettingKind } from '../../../wire/settings/kinds.js';
import { mapInSlices } from '../../shared/time-slices.js';
import type { Records } from '../store/records.js';
import { type HeldSetting, inReach, settingKind, shownOf } from '../types/setting-types.js';

/** The settings of a type in list order, at a version of the settings. */
interface Sorted {
  readonly version: number;
  readonly all: readonly HeldSetting[];
}

/** Adjacent settings in a list, and their text. */
interface ListPage {
  readonly held: readonly HeldSetting[];
  /** Their JSON objects, separated by commas. */
  readonly text: Buffer;
  /** Time until which the text is valid if no record changes, ms since 1970. */
  readonly until: number;
}

/** Pages of a list, by the last record of each. */
type Pages = ReadonlyMap<object, ListPage>;

/**
 * The text of one record, and the time until which it is valid while the record does not change.
 */
type ShownText = readonly [text: string, until: number];

/** Average number of records in a page; the maximum is twice as many. */
const PAGE_RECORDS = 32;

const [OPEN, COMMA, CLOSE] = ['[', ',', ']'].map((one) => one.charCodeAt(0)) as [
  number,
  number,
  number,
];

/**
 * Does the record end its page? This depends on its id and not on its index, so that most new
 * records change only one page.
 */
const endsPage = ({ record: { id } }: HeldSetting): boolean => Number(id) % PAGE_RECORDS === 0;

const pagesOf = (listed: readonly HeldSetting[]): (readonly HeldSetting[])[] => {
  const pages: HeldSetting[][] = [];
  let page: HeldSetting[] = [];
  for (const held of listed) {
    page.push(held);
    if (!endsPage(held) && page.length < 2 * PAGE_RECORDS) continue;
    pages.push(page);
    page = [];
  }
  return page.length > 0 ? [...pages, page] : pages;
};

const lastOf = (held: readonly HeldSetting[]): object => (held.at(-1) as HeldSetting).record;

const areSame = (some: readonly HeldSetting[], others: readonly HeldSetting[]): boolean =>
  some.length === others.length && some.every((held, at) => held.record === others[at]?.record);

/** The lists of all types. The list of 20,000 symbols has 40 MB, so it is cached as bytes. */
export class Listing {
  readonly #sorted = new Map<SettingKind, Sorted>();
  /** The pages of each type's whole list, as last returned. */
  readonly #pages = new Map<SettingKind, Pages>();

  constructor(private readonly records: Records) {}

  /** The settings of a type that the caller sees and the query selects, as JSON. */
  async json(kind: SettingKind, caller: Caller, query: Fields): Promise<Uint8Array<ArrayBuffer>> {
    const { lists, group } = settingKind(kind).settingType;
    const isListed = (held: HeldSetting) =>
      inReach(kind, held, caller) && (lists === undefined || lists(held.record, query));
    const all = this.#inOrder(kind);
    const listed = lists === undefined && group === undefined ? all : all.filter(isListed);
    const pages = await this.#paged(kind, listed, caller);
    if (listed.length === all.length) {
      this.#pages.set(kind, new Map(pages.map((page) => [lastOf(page.held), page])));
    }
    return joined(pages);
  }

  #inOrder(kind: SettingKind): readonly HeldSetting[] {
    const version = this.records.configVersion;
    const known = this.#sorted.get(kind);
    if (known?.version === version) return known.all;
    const held = this.records.all(kind) as Iterable<unknown>;
    const { order } = settingKind(kind).settingType;
    const all = Array.from(held, (one) => one as HeldSetting);
    all.sort((a, b) => order(a.record, b.record));
    this.#sorted.set(kind, { version, all });
    return all;
  }

  /** The pages of a list: valid ones from the last list, and new ones. */
  async #paged(
    kind: SettingKind,
    listed: readonly HeldSetting[],
    caller: Caller,
  ): Promise<ListPage[]> {
    const { now } = this.records;
    const kept = this.#pages.get(kind);
    const pages = pagesOf(listed).map((held) => {
      const page = kept?.get(lastOf(held));
      return {
        held,
        page: page && page.until > now && areSame(page.held, held) ? page : undefined,
      };
    });
    const changed = pages.flatMap(({ held, page }) => (page === undefined ? held : []));
    const written = (
      await mapInSlices(changed, (one) => this.#written(kind, one, caller))
    ).values();
    return mapInSlices(pages, ({ held, page }) => page ?? bound(held, written));
  }

  #written(kind: SettingKind, held: HeldSetting, caller: Caller): ShownText {
    const until = this.#standsUntil(kind, held.record);
    return [JSON.stringify(shownOf(kind, held, this.records, caller)), until];
  }

  #standsUntil(kind: SettingKind, record: HeldSetting['record']): number {
    const { show, showsUntil } = settingKind(kind).settingType;
    if (show === undefined) return Number.POSITIVE_INFINITY;
    return showsUntil?.(record, this.records) ?? Number.NEGATIVE_INFINITY;
  }
}

/** Joins the written records into a page. */
const bound = (held: readonly HeldSetting[], written: Iterator<ShownText>): ListPage => {
  const own = held.map(() => written.next().value as ShownText);
  const text = Buffer.from(own.map(([one]) => one).join());
  return { held, text, until: Math.min(...own.map(([, until]) => until)) };
};

const joined = (pages: readonly ListPage[]): Uint8Array<ArrayBuffer> => {
  const length = pages.reduce((sum, { text }) => sum + text.length + 1, 2);
  const bytes = new Uint8Array(Math.max(2, length - 1));
  bytes[0] = OPEN;
  let at = 1;
  for (const { text } of pages) {
    bytes.set(text, at);
    at += text.length;
    bytes[at] = COMMA;
    at += 1;
  }
  bytes[bytes.length - 1] = CLOSE;
  return bytes;
};
