// Desk preferences: one document a member of staff, of which the journal says nothing.

import { PreferencesRecord } from '../../../wire/preferences.js';
import { checkedBy, IN_MEMORY, type Kind } from './kind.js';

/** The kind. */
export const PREFERENCES: Kind<PreferencesRecord> = {
  ...IN_MEMORY,
  ...checkedBy(PreferencesRecord),
  bounded: false,
  stamped: 'all',
  key: (record) => String(record.login),
};
