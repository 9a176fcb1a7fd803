// Desk preferences: one document a member of staff, of which the journal says nothing.

import { PreferencesRecord } from '../../../wire/accounts/preferences.js';
import { checkedBy, IN_DATABASE, type RecordType } from '../store/record-type.js';

/** The kind. */
export const PREFERENCES: RecordType<PreferencesRecord> = {
  ...IN_DATABASE,
  ...checkedBy(PreferencesRecord),
  serverFields: 'all',
  returns: true,
  key: (record) => String(record.login),
};
