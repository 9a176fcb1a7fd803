// Logical servers: they exist from the start, staff can change them, and every thread has a copy.

import { done, refuse } from '../../../wire/base/codes.js';
import type { Stamped } from '../../../wire/base/object.js';
import { LOGICAL_SERVERS } from '../../../wire/rest/settings/servers.js';
import { API_SERVER, LogicalServerRecord } from '../../../wire/settings/servers.js';

import { checkedBy, type RecordType, SETTING } from '../store/record-type.js';

const { idsTo: _, ...named } = SETTING;

/** The record type of logical servers. */
export const LOGICAL_SERVER: RecordType<Stamped<LogicalServerRecord>> = {
  ...named,
  ...checkedBy(LogicalServerRecord),
  noun: 'logical server',
  eventName: 'network',
  key: ({ id }) => id,
  defaults: { [API_SERVER]: { id: API_SERVER, internal_id: 2, title: 'API server' } },
  check: ({ access }) =>
    access.allow_administrators
      ? undefined
      : refuse('invalid_input', 'access.allow_administrators: must stay on'),
  settingType: {
    setting: LOGICAL_SERVERS,
    order: (a, b) => a.internal_id - b.internal_id,
    transfer: { name: 'logical_servers', keys: ['id'] },
    // Omitted access settings keep their value.
    enter: (fields, before) =>
      done(
        'access' in fields
          ? { ...fields, access: { ...before?.access, ...(fields.access as object) } }
          : fields,
      ),
  },
};
