// Desk preferences: one document for each member of staff; changes are not journaled.

import { PreferencesRecord } from '../../../wire/accounts/preferences.js';
import { checkedBy, IN_DATABASE, type RecordType } from '../store/record-type.js';

/** The record type of desk preferences. */
export const PREFERENCES: RecordType<PreferencesRecord> = {
  ...IN_DATABASE,
  ...checkedBy(PreferencesRecord),
  serverFields: 'all',
  returns: true,
  key: (record) => String(record.login),
};
