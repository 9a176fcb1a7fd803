// Account allocations over REST: their rules, and the settings beside them.

import { Type } from '@sinclair/typebox';
import { AllocationRecord, AllocationSettingsRecord } from '../../settings/allocations.js';
import { setting } from '../../settings/setting.js';

/** How allocation rules are written and shown. A replacement says what is to be on. */
export const ALLOCATIONS = setting({
  kind: 'allocation',
  read: ['config.allocation'],
  write: 'config.allocation',
  record: AllocationRecord,
  ignored: {
    id: Type.Integer(),
    version: Type.Integer(),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  unsaid: { enabled: false },
  times: true,
});

/** How the settings are written and shown. */
export const ALLOCATION_SETTINGS = setting({
  kind: 'allocation_settings',
  read: ['config.allocation'],
  write: 'config.allocation',
  record: AllocationSettingsRecord,
  ignored: { updated_at: Type.String() },
  times: 'changed',
});
