// Logical servers: there from the start, changed by staff, held by every thread.

import { done, refuse } from '../../../wire/base/codes.js';
import type { Stamped } from '../../../wire/base/object.js';
import { LOGICAL_SERVERS } from '../../../wire/rest/settings/servers.js';
import { API_SERVER, LogicalServerRecord } from '../../../wire/settings/servers.js';

import { checkedBy, type RecordType, SETTING } from '../store/record-type.js';

const { idsTo: _, ...named } = SETTING;

/** The kind. */
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
    // Access settings that are left out stay as they are.
    enter: (fields, before) =>
      done(
        'access' in fields
          ? { ...fields, access: { ...before?.access, ...(fields.access as object) } }
          : fields,
      ),
  },
};
