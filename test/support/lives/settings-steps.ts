// Random changes of settings, record by record.

import {
  NO_SETTINGS,
  type PlatformRecord,
  PlatformRecord as platformSchema,
  type Settings,
  type SettingsKind,
} from '../../../wire/settings/config.js';
import {
  type SettingsChange,
  type SettingsDelta,
  settingsWith,
} from '../../../wire/settings/settings-delta.js';
import { gatewayOf } from '../connections.js';
import { defaultsOf, holiday, rule } from '../settings-records.js';
import type { SeededRandom } from './random.js';
import { groupOf, PROFILES } from './settings.js';
import { symbolOf } from './symbols.js';

const PATHS = ['real\\a', 'real\\b', 'demo\\a'];
const PLATFORM = defaultsOf(platformSchema) as PlatformRecord;

type Make = (random: SeededRandom, id: number) => unknown;

const symbolRecord: Make = (random, id) => ({
  ...symbolOf(random, id),
  quote_max_delay_sec: random.within(0, 3),
  spread: random.pick([0, 3]),
});
const groupRecord: Make = (random, id) =>
  groupOf(random, true, { path: PATHS[id % PATHS.length] as string });
const profileRecord: Make = (random, id) => ({
  ...random.pick(PROFILES),
  id,
  name: `profile ${id}`,
  enabled: random.chance(0.8),
});
const holidayRecord: Make = (random, id) =>
  holiday({
    id,
    month: 3,
    day: 12,
    from_min: random.within(0, 700),
    enabled: random.chance(0.8),
    symbols: random.pick([['*'], ['EUR*'], ['Other\\*', '!*.a*']]),
  });
const gatewayRecord: Make = (random, id) =>
  gatewayOf(id, {}, { enabled: random.chance(0.8), symbols: random.pick([['*'], ['EUR*']]) });
const platformRecord: Make = (random) => ({
  ...PLATFORM,
  utc_offset_min: random.pick([0, 120]),
  eod_time: random.pick(['23:59', '22:00']),
});

/** How often a record of each kind is put or taken away, and what is put. */
const KINDS: readonly (readonly [kind: SettingsKind, weight: number, make: Make])[] = [
  ['symbol', 8, symbolRecord],
  ['group', 3, groupRecord],
  ['routing', 1, (random, id) => rule({ id, name: `rule ${id}`, position: random.within(1, 9) })],
  ['holiday', 2, holidayRecord],
  ['leverage_profile', 1, profileRecord],
  ['gateway', 1, gatewayRecord],
  ['platform', 1, platformRecord],
  ['datafeed', 1, (_, id) => ({ id })],
];
const DRAWN = KINDS.flatMap((kind) => Array<(typeof KINDS)[number]>(kind[1]).fill(kind));

const put = (kind: SettingsKind, id: number, record: unknown): SettingsChange => {
  const named = { group: PATHS[id % PATHS.length] as string, platform: 'platform' };
  const key = kind === 'group' || kind === 'platform' ? named[kind] : String(id);
  return { kind, key, version: 1, record } as SettingsChange;
};

/** A change of one or more records of settings with so many symbols. */
export const randomDelta = (
  random: SeededRandom,
  version: number,
  symbols: number,
): SettingsDelta => {
  const changes = new Map<string, SettingsChange>();
  for (let left = random.pick([1, 1, 1, 3, 12]); left > 0; left -= 1) {
    const [kind, , make] = random.pick(DRAWN);
    const id = random.within(1, kind === 'symbol' ? symbols : 3);
    const stays = kind === 'platform' || kind === 'datafeed' || !random.chance(0.25);
    const change = put(kind, id, stays ? make(random, id) : null);
    changes.set(`${change.kind} ${change.key}`, change);
  }
  return { version, changes: [...changes.values()] };
};

/** Settings with every symbol and group to begin with. */
export const firstSettings = (random: SeededRandom, symbols: number): Settings =>
  settingsWith(NO_SETTINGS, {
    version: 1,
    changes: [
      ...Array.from({ length: symbols }, (_, at) =>
        put('symbol', at + 1, symbolRecord(random, at + 1)),
      ),
      ...PATHS.map((_, at) => put('group', at, groupRecord(random, at))),
      put('platform', 0, PLATFORM),
      put('leverage_profile', 1, profileRecord(random, 1)),
      put('routing', 1, rule()),
    ],
  });
