// The platform settings, a single record.

import type { Stamped } from '../../../wire/base/object.js';
import { PLATFORM as SETTINGS } from '../../../wire/rest/settings/platform.js';
import { PlatformRecord } from '../../../wire/settings/config.js';

import { checkedBy, type RecordType, SETTING } from '../store/record-type.js';

type Platform = Stamped<PlatformRecord>;

const { idsTo: _, ...single } = SETTING;

/** The key of the settings. */
export const PLATFORM_KEY = 'platform';

/** The record type of the platform settings. */
export const PLATFORM: RecordType<Platform> = {
  ...single,
  ...checkedBy(PlatformRecord),
  noun: 'settings of the platform',
  label: () => '',
  key: () => PLATFORM_KEY,
  defaults: { [PLATFORM_KEY]: {} },
  settingType: { setting: SETTINGS, order: () => 0, transfer: { name: 'platform', keys: [] } },
};
