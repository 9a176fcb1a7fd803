// Desk preferences: one document a member of staff, of which the journal says nothing.

import { PreferencesRecord } from '../../../wire/accounts/preferences.js';
import { checkedBy, IN_DATABASE, type Kind } from '../store/record-type.js';

/** The kind. */
export const PREFERENCES: Kind<PreferencesRecord> = {
  ...IN_DATABASE,
  ...checkedBy(PreferencesRecord),
  stamped: 'all',
  returns: true,
  key: (record) => String(record.login),
};
