// The platform: settings that there is one record of.

import type { Stamped } from '../../../wire/base/object.js';
import { PlatformRecord } from '../../../wire/settings/config.js';

import { checkedBy, type RecordType, SETTING } from '../store/record-type.js';

type Platform = Stamped<PlatformRecord>;

const { idsTo: _, ...single } = SETTING;

/** The kind. */
export const PLATFORM: RecordType<Platform> = {
  ...single,
  ...checkedBy(PlatformRecord),
  noun: 'settings of the platform',
  label: () => '',
  key: () => 'platform',
};
