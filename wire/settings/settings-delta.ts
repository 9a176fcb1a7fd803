// Deltas of settings: the records that one version changed, and how settings take them in.

import type { Settings, SettingsKind, SettingsKinds } from './config.js';

/** A changed record of the settings; null = deleted. */
export type SettingsChange = {
  readonly [K in SettingsKind]: {
    readonly kind: K;
    readonly key: string;
    readonly version: number;
    readonly record: SettingsKinds[K] | null;
  };
}[SettingsKind];

/** The changes of one version of the settings, with one entry for each key. */
export interface SettingsDelta {
  readonly version: number;
  readonly changes: readonly SettingsChange[];
}

type SettingKey = number | string;

/** The kinds of changes that only one account is notified of; their `id` is the login. */
const OWN_CHANGES = ['account', 'watchlists'] as const;
export type OwnChange = (typeof OWN_CHANGES)[number];
/** Is only one account notified of a change of this kind? */
export const isOwnChange = (kind: string): boolean =>
  (OWN_CHANGES as readonly string[]).includes(kind);

/** A changed setting, of any kind, or a record of an account, as notices name it. */
export interface ChangedSetting {
  readonly kind: string;
  /** The id; the key for types without ids. */
  readonly id: string;
  readonly version: number;
}

/** How the records of a type are arranged in the settings. */
interface DeltaTable<R> {
  /** The unique key of a record within its type. */
  readonly key: (record: R) => SettingKey;
  readonly order: (a: R, b: R) => number;
  /** Are keys numbers? */
  readonly numbered: boolean;
  /** Are the records sorted by key? Then a record is found by binary search. */
  readonly byKey: boolean;
}

type WithId = { readonly id: number };
type Placed = WithId & { readonly position: number };

const numbered: DeltaTable<WithId> = {
  key: ({ id }) => id,
  order: (a, b) => a.id - b.id,
  numbered: true,
  byKey: true,
};
const placed: DeltaTable<Placed> = {
  key: ({ id }) => id,
  order: (a, b) => a.position - b.position || a.id - b.id,
  numbered: true,
  byKey: false,
};

const TABLES: { readonly [K in SettingsKind]: DeltaTable<SettingsKinds[K]> } = {
  symbol: numbered,
  group: {
    key: ({ path }) => path,
    order: (a, b) => (a.path < b.path ? -1 : 1),
    numbered: false,
    byKey: true,
  },
  routing: placed,
  datafeed: numbered,
  platform: { key: () => 'platform', order: () => 0, numbered: false, byKey: true },
  holiday: placed,
  leverage_profile: numbered,
  gateway: {
    key: ({ id }) => id,
    order: (a, b) => a.priority - b.priority || a.id - b.id,
    numbered: true,
    byKey: false,
  },
  logical_server: {
    key: ({ id }) => id,
    order: (a, b) => (a.id < b.id ? -1 : 1),
    numbered: false,
    byKey: true,
  },
};

/** The types of settings. */
export const SETTINGS_KINDS = Object.keys(TABLES) as readonly SettingsKind[];

/** Is it a type of settings that every thread has a copy of? */
export const isSettingsKind = (name: string): name is SettingsKind => Object.hasOwn(TABLES, name);

/**
 * Records of a type in their order within the settings: symbols, datafeeds, profiles and servers by
 * id, groups by path, routing rules and holidays by position, gateways by priority.
 */
export const inOrder = <K extends SettingsKind>(
  kind: K,
  records: Iterable<SettingsKinds[K]>,
): SettingsKinds[K][] => [...records].sort(TABLES[kind].order);

/** The number of leading records for which `isFirst` holds, by binary search. */
const countFirst = <R>(records: readonly R[], isFirst: (record: R) => boolean): number => {
  let low = 0;
  let high = records.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isFirst(records[middle] as R)) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** A record under its key; null = deleted. */
type DeltaEntry<R> = readonly [key: SettingKey, record: R | null];

/** The merge of a list sorted by key with changed entries, which are sorted by key too. */
const replacing = <R>(
  records: readonly R[],
  { key }: DeltaTable<R>,
  entries: readonly DeltaEntry<R>[],
): readonly R[] => {
  const parts: (readonly R[])[] = [];
  let from = 0;
  for (const [at, after] of entries) {
    const place = countFirst(records, (record) => key(record) < at);
    parts.push(records.slice(from, place));
    if (after !== null) parts.push([after]);
    const isThere = place < records.length && key(records[place] as R) === at;
    from = isThere ? place + 1 : place;
  }
  return ([] as R[]).concat(...parts, records.slice(from));
};

/** The changed list of a type with another order; such lists are short. */
const reordered = <R>(
  records: readonly R[],
  { key, order }: DeltaTable<R>,
  entries: readonly DeltaEntry<R>[],
): readonly R[] => {
  const keys = new Set(entries.map(([at]) => at));
  const kept = records.filter((record) => !keys.has(key(record)));
  return [...kept, ...entries.flatMap(([, record]) => record ?? [])].sort(order);
};

const changed = <K extends SettingsKind>(
  kind: K,
  before: readonly SettingsKinds[K][],
  changes: readonly SettingsChange[],
): readonly SettingsKinds[K][] => {
  type R = SettingsKinds[K];
  const mine = changes.filter((one) => one.kind === kind);
  if (mine.length === 0) return before;
  const table = TABLES[kind] as DeltaTable<R>;
  const entries = mine.map(({ key, record }): DeltaEntry<R> => {
    return [table.numbered ? Number(key) : key, record as R | null];
  });
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return (table.byKey ? replacing : reordered)(before, table, entries);
};

/**
 * Settings with a change applied: new lists for types that changed, the same lists for all others.
 */
export const settingsWith = (settings: Settings, delta: SettingsDelta): Settings => {
  const { version, changes } = delta;
  const after: Record<string, unknown> = { version };
  for (const kind of SETTINGS_KINDS) after[kind] = changed(kind, settings[kind] as never, changes);
  return after as unknown as Settings;
};
