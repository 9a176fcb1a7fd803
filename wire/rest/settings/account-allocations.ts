// Account allocations over REST: their rules, and the general settings of sign-up.

import { Type } from '@sinclair/typebox';
import { AllocationRecord, AllocationSettingsRecord } from '../../settings/allocations.js';
import { setting } from '../../settings/setting.js';

/** The API form of allocation rules. A full replacement that omits `enabled` disables the rule. */
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

/** The API form of the general settings. */
export const ALLOCATION_SETTINGS = setting({
  kind: 'allocation_settings',
  read: ['config.allocation'],
  write: 'config.allocation',
  record: AllocationSettingsRecord,
  ignored: { updated_at: Type.String() },
  times: 'changed',
});
