// Computes the delta between two settings.

import type { Settings, SettingsKind } from '../../wire/settings/config.js';
import {
  SETTINGS_KINDS,
  type SettingsChange,
  type SettingsDelta,
} from '../../wire/settings/settings-delta.js';

type Kept = { readonly id: number } | { readonly path: string };

const keyOf = (kind: SettingsKind, record: Kept): string => {
  if (kind === 'platform') return 'platform';
  return 'id' in record && kind !== 'group' ? String(record.id) : (record as { path: string }).path;
};

const changesOf = (kind: SettingsKind, before: Settings, after: Settings): SettingsChange[] => {
  const old = before[kind] as unknown as readonly Kept[];
  const now = after[kind] as unknown as readonly Kept[];
  const held = new Set(old);
  const keys = new Set(now.map((record) => keyOf(kind, record)));
  const gone = old.map((record) => keyOf(kind, record)).filter((key) => !keys.has(key));
  return [
    ...gone.map((key) => ({ kind, key, version: 2, record: null })),
    ...now
      .filter((record) => !held.has(record))
      .map((record) => ({ kind, key: keyOf(kind, record), version: 2, record })),
  ] as SettingsChange[];
};

/** What makes of some settings others: the records that are not the same ones. */
export const deltaBetween = (before: Settings, after: Settings): SettingsDelta => ({
  version: after.version,
  changes: SETTINGS_KINDS.flatMap((kind) => changesOf(kind, before, after)),
});
